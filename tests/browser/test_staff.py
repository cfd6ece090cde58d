"""Staff read what customers said: the pages work under the site's policy, wide and narrow."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.conftest import Server
from tests.browser.support import Chat, Complaints

PASSWORD = "long and only for tests"


@pytest.fixture(scope="module")
def _sam(server: Server) -> None:
    server.manage(
        "createsuperuser",
        "--noinput",
        "--username=sam",
        "--email=sam@example.com",
        DJANGO_SUPERUSER_PASSWORD=PASSWORD,
    )


@pytest.fixture
def desk(chromium: Browser, server: Server, _sam: None, complaints: Complaints) -> Iterator[Page]:
    """Sam's browser, signed in."""
    context = chromium.new_context(base_url=server.url, viewport={"width": 1440, "height": 900})
    context.set_default_timeout(15_000)
    page = complaints.watch(context.new_page())
    page.goto("/admin/")
    page.get_by_label("Username").fill("sam")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_role("heading", name="Overview")).to_be_visible()
    yield page
    context.close()


def open_newest_session(desk: Page) -> None:
    desk.goto("/admin/conversations/session/")
    desk.locator("#result_list tbody tr").first.get_by_role("link").first.click()


def test_a_customers_words_are_read_and_their_path_is_pointed_out(chat: Chat, desk: Page) -> None:
    chat.say("at most 700 dollars a night <script>alert(1)</script>")
    open_newest_session(desk)

    turn = desk.get_by_role("article", name="Turn 1")
    expect(turn).to_contain_text("at most 700 dollars a night <script>alert(1)</script>")
    expect(turn).to_contain_text("budget max")
    entered = turn.locator(".visit[data-step]").first
    entered.hover()

    chosen = desk.locator(".graph .label.chosen")
    expect(chosen).to_have_count(1)
    expect(chosen).to_contain_text(entered.get_attribute("data-step") or "no number")
    desk.locator(".graph .label").first.hover()
    expect(desk.locator(".visit.lit")).not_to_have_count(0)


def test_one_turns_path_is_a_link_away(chat: Chat, desk: Page) -> None:
    chat.say("Good morning")
    chat.say("a suite please")
    open_newest_session(desk)

    desk.get_by_role("article", name="Turn 2").get_by_role("link", name="its path alone").click()

    expect(desk.get_by_role("heading", name="Path of turn 2")).to_be_visible()
    expect(desk.get_by_role("article", name="Turn 1").locator(".number")).to_have_count(0)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_fit_a_phone(chat: Chat, desk: Page, scheme: str) -> None:
    chat.say("a suite for two nights, with a pool and free parking, near the airport")
    desk.set_viewport_size({"width": 360, "height": 780})
    desk.emulate_media(color_scheme="dark" if scheme == "dark" else "light")

    for address in ("/admin/", "/admin/conversations/session/", "/admin/conversations/decision/", "newest"):
        if address == "newest":
            open_newest_session(desk)
        else:
            desk.goto(address)
        beyond = desk.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert beyond <= 0, address


def test_staff_only(context: BrowserContext, complaints: Complaints) -> None:
    page = context.new_page()

    page.goto("/admin/conversations/session/")

    expect(page.get_by_label("Username")).to_be_visible()


@pytest.fixture(scope="module")
def made(server: Server) -> None:
    """Conversations of which some fell back."""
    server.manage("make_sessions", "40")


@pytest.mark.usefixtures("made")
def test_a_session_that_fell_back_is_found_understood_marked_and_exported(desk: Page) -> None:
    desk.goto("/admin/?days=30")
    desk.get_by_role("link", name="fallback").first.click()
    expect(desk).to_have_url(re.compile(r"outcome=fallback&days=30"))
    desk.locator("#result_list tbody tr").first.get_by_role("link").first.click()

    fell_back = desk.locator(".visit", has=desk.locator(".tag.outcome-fallback")).first
    expect(fell_back).to_contain_text("timeout")
    expect(fell_back).to_contain_text("3 in")
    fell_back.get_by_text("Mark this decision").click()
    fell_back.get_by_label("Verdict").select_option("wrong")
    fell_back.get_by_label("Would have been right").fill("dates")
    fell_back.get_by_role("textbox", name="Note").fill("The provider was late <b>again</b>")
    fell_back.get_by_role("button", name="Mark").click()

    expect(desk.get_by_text("Marked.")).to_be_visible()
    marks = desk.get_by_role("list", name="Marks")
    expect(marks).to_contain_text("The provider was late <b>again</b>")

    desk.goto("/admin/conversations/session/?outcome=fallback&days=30")
    with desk.expect_download() as started:
        desk.get_by_role("link", name="CSV of what is shown").click()
    rows = list(csv.DictReader(started.value.path().read_text(encoding="utf-8").splitlines()))
    assert rows
    assert all(int(row["fallback_count"]) > 0 for row in rows)


def test_a_reference_in_the_chat_leads_staff_to_the_turn(chat: Chat, desk: Page) -> None:
    chat.say("hello")
    chat.say("a suite please")
    reference = chat.page.locator(".turn__reference").nth(1).inner_text().removeprefix("ref ")

    desk.goto("/admin/")
    desk.get_by_label("Turn reference").fill(reference)
    desk.get_by_role("button", name="Find").click()

    expect(desk).to_have_url(re.compile(r"\?turn=2#turn-2$"))
    expect(desk.get_by_role("article", name="Turn 2")).to_contain_text("a suite please")


def test_a_step_and_its_node_are_pointed_at_from_the_keyboard(chat: Chat, desk: Page) -> None:
    chat.say("at most 700 dollars a night")
    open_newest_session(desk)

    desk.locator(".graph .node.entered").first.focus()
    expect(desk.locator(".visit.lit")).not_to_have_count(0)
    desk.locator(".visit .node-name").first.focus()
    expect(desk.locator(".graph .node.chosen")).to_have_count(1)


@pytest.mark.usefixtures("made")
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_have_no_serious_barrier(desk: Page, scheme: str) -> None:
    desk.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    desk.goto("/admin/conversations/session/?outcome=fallback")
    session = desk.locator("#result_list tbody tr").first.get_by_role("link").first.get_attribute("href")
    assert session

    found = {}
    for address in ("/admin/?days=30", "/admin/conversations/session/", session, "/admin/staff/mark/"):
        desk.goto(address)
        violations = Axe().run(desk).response["violations"]
        found[address] = {
            f"{violation['id']}: {node['html'][:160]}"
            for violation in violations
            if violation["impact"] in ("serious", "critical")
            for node in violation["nodes"]
        }

    assert not any(found.values()), found
