"""Staff read what customers said: the pages work under the site's policy, wide and narrow."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.conftest import Server
from tests.browser.support import Chat, Complaints

PASSWORD = "long and only for tests"


@pytest.fixture(scope="session")
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
