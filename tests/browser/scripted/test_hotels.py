"""Hotel cards and the booking: what they say, what they book, and when they no longer can."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.support import (
    Chat,
    Frame,
    ScriptedServer,
    completed,
    hotel,
    message,
    open_criteria,
    session_frame,
)


@pytest.fixture
def chat(chat: Chat, server_side: ScriptedServer) -> Chat:
    """A chat with two hotels on the page."""
    amenities = {"answered": True, "amenities": ["free_wifi"]}
    found = message("Two hotels fit.", hotels=[hotel(1), hotel(2, rooms_left=2)])
    server_side.answer = lambda frame: server_side.send(
        completed(frame, 1, message=found, results_turn=1, criteria=open_criteria(amenities=amenities))
    )
    chat.page.get_by_role("button", name="Search").click()
    chat.expect_phase("answered")
    server_side.answer = lambda frame: None
    return chat


def test_a_card_has_each_fact_of_its_hotel(chat: Chat) -> None:
    card = chat.page.locator(".hotel").first
    expect(card.get_by_role("heading")).to_contain_text("1. Hotel Number 1")
    for fact in (
        "1 Main Street",
        "Suite",
        "3 mi · airport",
        "11.3 mi · city center",
        "$430.05 total for 2 nights",
        "$200.00 \N{EN DASH} $230.05 a night",
        "Taxes and fees not included",
    ):
        expect(card).to_contain_text(fact)

    card.get_by_text("Night by night").click()
    expect(card.locator("tbody tr")).to_have_text(["Fri, Aug 6$200.00", "Sat, Aug 7$230.05"])
    expect(card.locator("tfoot tr")).to_have_text("Total$430.05")


def test_amenities_asked_for_come_first_and_ticked(chat: Chat) -> None:
    amenities = chat.page.locator(".hotel").first.locator(".amenities li")
    expect(amenities).to_have_text(["Free Wi-Fi (you asked for it)", "Free parking", "Fitness center"])


def test_rooms_left_show_only_when_few(chat: Chat) -> None:
    expect(chat.page.locator(".hotel").nth(0)).not_to_contain_text("left")
    expect(chat.page.locator(".hotel").nth(1)).to_contain_text("Only 2 rooms left")


def test_the_book_button_names_hotel_and_total_and_books_it(chat: Chat, server_side: ScriptedServer) -> None:
    chat.page.get_by_role("button", name="Book Hotel Number 2 for $430.05").click()
    expect(chat.last).to_contain_text("Book Hotel Number 2")
    [frame] = server_side.of_type("choose")
    assert frame["hotel"] == "hotel-2"


def test_a_second_press_while_the_first_runs_books_nothing(chat: Chat, server_side: ScriptedServer) -> None:
    chat.page.get_by_role("button", name="Book Hotel Number 2").dblclick()
    expect(chat.turns).to_have_count(2)
    assert len(server_side.of_type("choose")) == 1


def test_an_edit_voids_the_results_and_offers_a_new_search(chat: Chat, server_side: ScriptedServer) -> None:
    server_side.answer = lambda frame: server_side.send(completed(frame, 2, results_turn=None))
    chat.say("make it a suite")

    expect(chat.page.get_by_role("button", name="Book Hotel Number 1")).to_be_disabled()
    expect(chat.page.locator(".outdated")).to_contain_text("These results are out of date.")
    chat.page.get_by_role("button", name="Search again").click()
    assert len(server_side.of_type("search")) == 2


def test_more_of_the_same_results_can_be_booked_beside_the_first(
    chat: Chat, server_side: ScriptedServer
) -> None:
    more = message("One more.", hotels=[hotel(3)])
    server_side.answer = lambda frame: server_side.send(completed(frame, 2, message=more, results_turn=1))
    chat.say("more")

    for number in (1, 2, 3):
        expect(chat.page.get_by_role("button", name=f"Book Hotel Number {number}")).to_be_enabled()


def test_a_new_search_voids_the_old_list(chat: Chat, server_side: ScriptedServer) -> None:
    again = message("One hotel.", hotels=[hotel(7)])
    server_side.answer = lambda frame: server_side.send(completed(frame, 2, message=again, results_turn=2))
    chat.say("search")

    expect(chat.page.get_by_role("button", name="Book Hotel Number 1")).to_be_disabled()
    expect(chat.page.get_by_role("button", name="Book Hotel Number 7")).to_be_enabled()


def booked(frame: Frame) -> Frame:
    booking = {
        "confirmation": "482913",
        "hotel": "Hotel Number 2",
        "check_in": "2027-08-06",
        "check_out": "2027-08-08",
        "total": "430.05",
    }
    return completed(frame, 2, message=message("Booked.", booking=booking), completed=True, node="end")


def test_a_booking_shows_its_receipt_and_one_next_step(chat: Chat, server_side: ScriptedServer) -> None:
    server_side.answer = lambda frame: server_side.send(booked(frame))
    chat.page.get_by_role("button", name="Book Hotel Number 2").click()

    card = chat.page.get_by_role("region", name="Your room is booked")
    for fact in ("482913", "Hotel Number 2", "Aug 6 \N{EN DASH} 8, 2027 · 2 nights", "$430.05"):
        expect(card).to_contain_text(fact)
    expect(card.get_by_role("link", name="Open the receipt")).to_have_attribute("href", "/bookings/482913/")
    expect(card.get_by_role("link", name="Add to calendar")).to_have_attribute("href", "/bookings/482913.ics")
    expect(chat.page.get_by_role("button", name="Book Hotel Number 1")).to_be_disabled()
    expect(chat.field).to_be_hidden()

    server_side.session = session_frame(session="00000000-0000-4000-8000-000000000002")
    chat.ending.get_by_role("button", name="Start a new booking").click()
    chat.expect_connected()
    expect(chat.turns).to_have_count(0)
    expect(chat.field).to_be_visible()
    assert server_side.of_type("hello")[-1] == {"type": "hello", "session": None, "after": 0, "new": True}
