"""Whole bookings with the real server: by typing, by controls, by keyboard, on a phone, through an outage, in two tabs."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from tests.browser.conftest import Server
from tests.browser.support import Chat, Complaints

BEAVERTON = "Hilton Garden Inn Beaverton"


def answer(
    chat: Chat, title: str, *, fill: dict[str, str] | None = None, check: tuple[str, ...] = ()
) -> None:
    """Set a criterion by its control."""
    chat.cell(title).click()
    for label, value in (fill or {}).items():
        chat.dialog.get_by_label(label).fill(value)
    for label in check:
        chat.dialog.get_by_label(label).check()
    chat.save()


def answer_everything(chat: Chat) -> None:
    answer(chat, "Dates", fill={"Check-in": "2027-08-03", "Check-out": "2027-08-09"})
    answer(chat, "Budget", fill={"At most": "700"})
    answer(chat, "Room", check=("Suite",))
    answer(chat, "Amenities", check=("Free Wi-Fi", "Free parking"))
    answer(chat, "Distance", check=("No limit",))


def search(chat: Chat) -> None:
    before = chat.turns.count()
    chat.page.get_by_role("button", name="Search", exact=True).first.click()
    expect(chat.turns).to_have_count(before + 1)
    chat.expect_phase("answered")


def expect_the_four_suites(chat: Chat) -> None:
    totals = chat.reply.locator(".price__total strong")
    expect(totals).to_have_text(["$2,891.70", "$3,061.80", "$3,288.60", "$3,628.80"])


def confirmation(chat: Chat) -> str:
    card = chat.page.get_by_role("region", name="Your room is booked")
    expect(card).to_contain_text(BEAVERTON)
    expect(card).to_contain_text("$2,891.70")
    number = card.locator(".booking__number").inner_text()
    assert re.fullmatch(r"\d{6}", number)
    return number


def test_a_booking_by_typing(chat: Chat) -> None:
    chat.say("Hello, we would like a suite from August 3 to August 9, 2027")
    expect(chat.cell("Dates")).to_contain_text("6 nights")
    expect(chat.cell("Room")).to_contain_text("Suite")
    chat.say("at most 700 dollars a night")
    expect(chat.cell("Budget")).to_contain_text("At most $700 a night")
    chat.say("free wifi and free parking")
    chat.say("distance does not matter")
    expect(chat.cell("Distance")).to_contain_text("No limit")

    chat.say("search")
    expect_the_four_suites(chat)
    chat.say("book the first one")
    confirmation(chat)
    expect(chat.ending).to_be_visible()

    chat.page.reload()
    chat.expect_connected()
    confirmation(chat)
    chat.ending.get_by_role("button", name="Start a new booking").click()
    chat.expect_connected()
    expect(chat.page.locator("#welcome")).to_be_visible()
    expect(chat.cell("Dates")).to_contain_text("Not chosen yet")


def test_a_booking_by_controls_alone_and_its_receipt(chat: Chat) -> None:
    answer_everything(chat)
    search(chat)
    expect_the_four_suites(chat)
    chat.page.get_by_role("button", name=f"Book {BEAVERTON} for $2,891.70").click()
    number = confirmation(chat)

    page = chat.page
    page.get_by_role("link", name="Open the receipt").click()
    expect(page).to_have_url(re.compile(rf"/bookings/{number}/$"))
    expect(page.get_by_role("heading", level=1)).to_have_text(BEAVERTON)
    expect(page.locator(".receipt__nights tbody tr")).to_have_count(6)
    expect(page.locator(".receipt__nights tfoot")).to_contain_text("$2,891.70")
    expect(page.get_by_role("button", name="Print")).to_be_visible()
    page.emulate_media(media="print")
    expect(page.locator(".receipt__nights")).to_be_visible()
    for on_screen_alone in (".receipt__actions", ".receipt__cancel"):
        expect(page.locator(on_screen_alone)).to_be_hidden()
    page.emulate_media(media="screen")
    with page.expect_download() as download:
        page.get_by_role("link", name="Add to calendar").click()
    assert download.value.suggested_filename == f"booking-{number}.ics"

    page.get_by_text("Cancel this booking").click()
    page.get_by_role("button", name=f"Yes, cancel booking {number}").click()
    expect(page.locator(".receipt__status")).to_have_text("Cancelled")
    expect(page.get_by_text("Cancel this booking")).to_have_count(0)


def focus_by_tab(page: Page, target: Locator, *, backwards: bool = False) -> None:
    """Walk with Tab until the target has the focus."""
    for _ in range(80):
        if target.evaluate("element => element === document.activeElement"):
            return
        page.keyboard.press("Shift+Tab" if backwards else "Tab")
    pytest.fail("Tab never gets there")


def test_a_booking_by_keyboard_alone(chat: Chat) -> None:
    page, keyboard, dialog = chat.page, chat.page.keyboard, chat.dialog

    def open_cell(title: str, *, backwards: bool = False) -> None:
        focus_by_tab(page, chat.cell(title), backwards=backwards)
        keyboard.press("Enter")
        expect(dialog).to_be_visible()

    def saved(title: str, *, turn: int) -> None:
        expect(dialog).to_be_hidden()
        expect(chat.turns).to_have_count(turn)
        chat.expect_phase("answered")
        expect(chat.cell(title)).to_be_focused()

    keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the message field")).to_be_focused()
    keyboard.press("Enter")
    keyboard.type("August 3 to August 9, 2027")
    keyboard.press("Enter")
    expect(chat.turns).to_have_count(1)
    chat.expect_phase("answered")

    open_cell("Budget", backwards=True)
    keyboard.press("Tab")
    keyboard.type("700")
    keyboard.press("Enter")
    saved("Budget", turn=2)
    open_cell("Room")
    focus_by_tab(page, dialog.get_by_role("radio").first)
    for _ in range(2):
        keyboard.press("ArrowDown")
    expect(dialog.get_by_label("Suite")).to_be_focused()
    keyboard.press("Space")
    focus_by_tab(page, dialog.get_by_role("button", name="Save"))
    keyboard.press("Enter")
    saved("Room", turn=3)
    open_cell("Amenities")
    for label in ("Free parking", "Free Wi-Fi"):
        focus_by_tab(page, dialog.get_by_label(label))
        keyboard.press("Space")
    focus_by_tab(page, dialog.get_by_role("button", name="Save"))
    keyboard.press("Enter")
    saved("Amenities", turn=4)
    open_cell("Distance")
    focus_by_tab(page, dialog.get_by_label("No limit"))
    keyboard.press("Space")
    focus_by_tab(page, dialog.get_by_role("button", name="Save"))
    keyboard.press("Enter")
    saved("Distance", turn=5)

    focus_by_tab(page, page.locator("#search"))
    keyboard.press("Enter")
    expect(chat.turns).to_have_count(6)
    expect_the_four_suites(chat)
    focus_by_tab(page, page.get_by_role("button", name=f"Book {BEAVERTON}"), backwards=True)
    keyboard.press("Enter")
    confirmation(chat)
    focus_by_tab(page, chat.ending.get_by_role("button"))
    keyboard.press("Enter")
    chat.expect_connected()
    expect(chat.turns).to_have_count(0)


def test_a_booking_on_a_small_phone(chromium: Browser, server: Server, complaints: Complaints) -> None:
    context = chromium.new_context(
        base_url=server.url,
        viewport={"width": 360, "height": 640},
        has_touch=True,
        is_mobile=True,
        locale="en-US",
    )
    chat = Chat(complaints.watch(context.new_page()))
    chat.open()
    assert chat.width_needed() <= 360

    chat.page.get_by_role("button", name="How it decides").tap()
    expect(chat.page.locator(".graph")).to_be_visible()
    assert chat.width_needed() <= 360
    chat.page.get_by_role("button", name="Close the panel").tap()

    answer_everything(chat)
    for title in ("Dates", "Budget", "Room", "Amenities", "Distance"):
        expect(chat.cell(title)).to_be_in_viewport(ratio=1)
    expect(chat.cell("Dates").locator(".rail__short")).to_have_text(re.compile("Aug 3.9"))
    search(chat)
    expect_the_four_suites(chat)
    assert chat.width_needed() <= 360
    chat.page.get_by_role("button", name=f"Book {BEAVERTON}").tap()
    confirmation(chat)
    assert chat.width_needed() <= 360
    chat.page.get_by_role("link", name="Open the receipt").tap()
    expect(chat.page.locator(".receipt")).to_be_visible()
    assert chat.width_needed() <= 360
    context.close()


def test_a_conversation_goes_on_after_being_offline(chat: Chat, context: BrowserContext) -> None:
    chat.say("August 3 to August 9, 2027")
    context.set_offline(True)
    chat.expect_connection("offline")
    chat.field.fill("at most 700 a night")
    chat.field.press("Enter")
    expect(chat.last).to_contain_text("Waiting for the connection")

    context.set_offline(False)
    chat.expect_connected()
    chat.expect_phase("answered")
    expect(chat.turns).to_have_count(2)
    expect(chat.cell("Budget")).to_contain_text("At most $700 a night")


def test_a_restart_of_the_server_loses_nothing_and_repeats_nothing(
    chat: Chat, server: Server, complaints: Complaints
) -> None:
    complaints.expect("WebSocket connection")  # the browser's own word for a server that is away
    chat.say("August 3 to August 9, 2027")
    expect(chat.page.locator(".decision").first).to_be_visible()
    server.stop()
    expect(chat.page.locator("#banner")).to_be_visible()
    chat.field.fill("at most 700 a night")
    chat.field.press("Enter")
    chat.expect_phase("sending")

    server.start()
    expect(chat.page.locator("html")).to_have_attribute("data-connection", "live", timeout=40_000)
    chat.expect_phase("answered")
    chat.page.reload()
    chat.expect_connected()
    expect(chat.turns).to_have_count(2)
    expect(chat.cell("Dates")).to_contain_text("6 nights")
    expect(chat.cell("Budget")).to_contain_text("At most $700 a night")


def test_two_tabs_show_one_conversation(chat: Chat, context: BrowserContext, complaints: Complaints) -> None:
    answer_everything(chat)
    search(chat)
    other = Chat(complaints.watch(context.new_page()))
    other.open()
    expect(other.turns).to_have_count(6)
    expect(other.page.get_by_role("button", name=f"Book {BEAVERTON}")).to_be_enabled()

    answer(other, "Room", check=("Two beds",))
    expect(chat.turns).to_have_count(7)
    expect(chat.cell("Room")).to_contain_text("Two beds")
    expect(chat.page.get_by_role("button", name=f"Book {BEAVERTON}")).to_be_disabled()
    expect(chat.page.locator(".outdated")).to_be_visible()


def test_when_nothing_fits_a_button_mends_it(chat: Chat) -> None:
    answer_everything(chat)
    answer(chat, "Budget", fill={"At most": "500"})
    search(chat)
    expect(chat.reply.locator(".hotel")).to_have_count(0)

    mend = chat.reply.get_by_role("button", name=re.compile("^Budget: at most"))
    mend.click()
    expect(chat.cell("Budget")).not_to_contain_text("$500")
    search(chat)
    expect(chat.reply.locator(".hotel").first).to_contain_text(BEAVERTON)


def test_a_broken_rule_is_explained_and_changes_nothing(chat: Chat) -> None:
    answer(chat, "Budget", fill={"At most": "700"})
    answer(chat, "Budget", fill={"At least": "800", "At most": "500"})
    expect(chat.reply).to_be_visible()
    expect(chat.cell("Budget")).to_contain_text("At most $700 a night")


def test_saying_goodbye_ends_kindly_and_a_new_booking_can_begin(chat: Chat) -> None:
    chat.say("goodbye")
    expect(chat.ending).to_be_visible()
    expect(chat.field).to_be_hidden()
    chat.ending.get_by_role("button", name="Start a new booking").click()
    chat.expect_connected()
    expect(chat.field).to_be_visible()


def test_somebody_elses_receipt_is_a_friendly_404(page: Page, complaints: Complaints) -> None:
    complaints.expect("404")
    page.goto("/bookings/000000/")
    expect(page.get_by_role("heading", level=1)).to_have_text("There is nothing at this address")
    page.get_by_role("link", name="Go to the conversation").click()
    expect(page.locator("html")).to_have_attribute("data-connection", "live")
