"""The criteria rail and its controls: what they show, and the exact answers they send."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from hotelsite.hotels.vocabulary import Amenity
from tests.browser.support import Chat, ScriptedServer, completed, message, open_criteria, session_frame

CRITERIA = {
    "Dates": "dates",
    "Budget": "budget",
    "Room": "room_type",
    "Amenities": "amenities",
    "Distance": "distance",
}


def fill_dates(dialog: Locator) -> None:
    dialog.get_by_label("Check-in").fill("2027-08-03")
    dialog.get_by_label("Check-out").fill("2027-08-09")
    expect(dialog.get_by_text("6 nights")).to_be_visible()


def fill_check_in(dialog: Locator) -> None:
    dialog.get_by_label("Check-in").fill("2027-08-03")


def fill_budget(dialog: Locator) -> None:
    dialog.get_by_label("At least").fill("99.50")
    dialog.get_by_label("At most").fill("$1,200")


def fill_most(dialog: Locator) -> None:
    dialog.get_by_label("At most").fill("700")


def check(label: str) -> Callable[[Locator], None]:
    def act(dialog: Locator) -> None:
        dialog.get_by_label(label).check()

    return act


def tick_two(dialog: Locator) -> None:
    dialog.get_by_label("Find an amenity").fill("wi-fi")
    expect(dialog.get_by_label("Kitchen")).to_be_hidden()
    dialog.get_by_label("Free Wi-Fi").check()
    dialog.get_by_label("Find an amenity").fill("")
    dialog.get_by_label("Kitchen").check()
    expect(dialog.get_by_text("2 chosen")).to_be_visible()


def fill_distance(dialog: Locator) -> None:
    dialog.get_by_label("Miles to the city center").fill("5")


@pytest.mark.parametrize(
    ("title", "act", "value"),
    [
        pytest.param("Dates", fill_dates, {"check_in": "2027-08-03", "check_out": "2027-08-09"}, id="dates"),
        pytest.param("Dates", fill_check_in, {"check_in": "2027-08-03", "check_out": None}, id="half a stay"),
        pytest.param("Budget", fill_budget, {"min": "99.50", "max": "1200"}, id="two amounts"),
        pytest.param("Budget", fill_most, {"min": None, "max": "700"}, id="one amount"),
        pytest.param("Budget", check("No limit"), {"min": None, "max": None}, id="no budget limit"),
        pytest.param("Room", check("Suite"), {"room_type": "suite"}, id="suite"),
        pytest.param("Room", check("Any room"), {"room_type": None}, id="any room"),
        pytest.param("Amenities", tick_two, {"amenities": ["kitchen", "free_wifi"]}, id="two amenities"),
        pytest.param("Amenities", check("No preference"), {"amenities": []}, id="no preference"),
        pytest.param("Distance", fill_distance, {"city_center": "5", "airport": None}, id="center only"),
        pytest.param(
            "Distance",
            check("No limit"),
            {"city_center": None, "airport": None},
            id="no distance limit",
        ),
    ],
)
def test_a_control_sends_a_typed_answer(
    chat: Chat,
    server_side: ScriptedServer,
    title: str,
    act: Callable[[Locator], None],
    value: dict[str, object],
) -> None:
    chat.cell(title).click()
    act(chat.dialog)
    chat.dialog.get_by_role("button", name="Save").click()

    expect(chat.dialog).to_be_hidden()
    chat.expect_phase("sending")
    [frame] = server_side.of_type("answer")
    assert (frame["criterion"], frame["value"]) == (CRITERIA[title], value)


@pytest.mark.parametrize(
    ("title", "typed", "advice"),
    [
        (
            "Dates",
            {"Check-in": "2027-08-03", "Check-out": "2027-08-03"},
            "Check-out is on or before check-in.",
        ),
        ("Dates", {"Check-in": "2027-07-14"}, "That day has passed."),
        ("Dates", {"Check-in": "2027-08-01", "Check-out": "2027-09-10"}, "A stay has at most 30 nights"),
        ("Budget", {"At least": "800", "At most": "500"}, "“At least” is more than “at most”."),
        ("Budget", {"At most": "0"}, "An amount is more than zero."),
    ],
)
def test_a_control_only_advises_and_leaves_the_rule_to_the_server(
    chat: Chat, server_side: ScriptedServer, title: str, typed: dict[str, str], advice: str
) -> None:
    chat.cell(title).click()
    for label, value in typed.items():
        chat.dialog.get_by_label(label).fill(value)
    expect(chat.dialog.locator(".control__hint")).to_contain_text(advice)

    chat.dialog.get_by_role("button", name="Save").click()
    chat.expect_phase("sending")
    assert len(server_side.of_type("answer")) == 1


@pytest.mark.parametrize(
    ("title", "typed", "hint"),
    [
        ("Dates", {}, "Choose a check-in date."),
        ("Budget", {}, "Type an amount, or choose “No limit”."),
        ("Budget", {"At most": "cheap"}, "An amount looks like 250 or 199.50."),
        ("Room", {}, "Choose a room, or “Any room”."),
        ("Amenities", {}, "Tick what you need, or choose “No preference”."),
        ("Distance", {"Miles to the airport": "near"}, "A distance looks like 5 or 2.5."),
    ],
)
def test_what_has_no_meaning_is_not_sent(
    chat: Chat, server_side: ScriptedServer, title: str, typed: dict[str, str], hint: str
) -> None:
    chat.cell(title).click()
    for label, value in typed.items():
        chat.dialog.get_by_label(label).fill(value)
    chat.dialog.get_by_role("button", name="Save").click()

    expect(chat.dialog.locator(".control__hint")).to_have_text(hint)
    assert server_side.of_type("answer") == []


def test_the_rail_tells_missing_any_half_value_and_problem_apart(
    chat: Chat, server_side: ScriptedServer
) -> None:
    server_side.session = session_frame(
        criteria=open_criteria(
            dates={"answered": False, "check_in": "2027-08-03", "check_out": None},
            budget={"answered": True, "min": "900", "max": None},
            room_type={"answered": True, "room_type": None},
            distance={"answered": True, "airport": None, "city_center": "5"},
            issues=[
                {"criterion": "budget", "message": "No night costs that much."},
                {"criterion": "amenities", "message": "Not answered yet."},
            ],
        )
    )
    chat.page.reload()
    chat.expect_connected()

    expect(chat.cell("Dates")).to_contain_text("From Tue, Aug 3, check-out open")
    expect(chat.cell("Budget")).to_contain_text("At least $900 a night")
    expect(chat.cell("Budget")).to_contain_text("No night costs that much.")
    expect(chat.cell("Room")).to_contain_text("Any room, cheapest first")
    expect(chat.cell("Amenities")).to_contain_text("Not chosen yet")
    expect(chat.cell("Distance")).to_contain_text("At most 5 mi to the center")
    states = [chat.cell(title).get_attribute("data-state") for title in CRITERIA]
    assert states == ["half", "problem", "any", "missing", "set"]


def test_the_rail_changes_only_with_the_servers_word(chat: Chat, server_side: ScriptedServer) -> None:
    chat.cell("Room").click()
    chat.dialog.get_by_label("Suite").check()
    chat.dialog.get_by_role("button", name="Save").click()
    chat.expect_phase("sending")
    expect(chat.cell("Room")).to_contain_text("Not chosen yet")

    [frame] = server_side.of_type("answer")
    suite = {"answered": True, "room_type": "suite"}
    server_side.send(completed(frame, 1, criteria=open_criteria(room_type=suite)))
    expect(chat.cell("Room")).to_contain_text("Suite")


def test_a_dialog_shows_what_is_known_and_cancel_changes_nothing(
    chat: Chat, server_side: ScriptedServer
) -> None:
    wifi = {"answered": True, "amenities": ["free_wifi"]}
    server_side.session = session_frame(criteria=open_criteria(amenities=wifi))
    chat.page.reload()
    chat.expect_connected()

    chat.cell("Amenities").click()
    expect(chat.dialog.get_by_label("Free Wi-Fi")).to_be_checked()
    chat.dialog.get_by_role("button", name="Cancel").click()
    expect(chat.dialog).to_be_hidden()
    expect(chat.cell("Amenities")).to_be_focused()
    assert server_side.of_type("answer") == []


def test_a_form_in_a_reply_is_the_same_control_in_place(chat: Chat, server_side: ScriptedServer) -> None:
    server_side.answer = lambda frame: server_side.send(
        completed(
            frame, len(server_side.of_type("message")), message=message("Which room?", form="room_type")
        )
    )
    chat.say("hello")
    form = chat.reply.locator("form")
    form.get_by_label("Two beds").check()
    server_side.answer = lambda frame: None
    form.get_by_role("button", name="Save").click()

    chat.expect_phase("sending")
    [frame] = server_side.of_type("answer")
    assert frame["value"] == {"room_type": "two_beds"}
    expect(chat.turns.locator("form")).to_have_count(0)
    expect(chat.field).to_be_focused()


def test_quick_replies_stay_disabled_with_the_chosen_one_marked(
    chat: Chat, server_side: ScriptedServer
) -> None:
    replies = [
        {
            "label": "No preference",
            "frame": {"type": "answer", "criterion": "amenities", "value": {"amenities": []}},
        },
        {"label": "A pool", "frame": {"type": "message", "text": "with a pool"}},
    ]
    server_side.answer = lambda frame: server_side.send(
        completed(frame, 1, message=message("Any amenities?", quick_replies=replies))
    )
    chat.say("hello")
    server_side.answer = lambda frame: None
    chat.page.get_by_role("button", name="A pool").click()

    assert server_side.of_type("message")[-1]["text"] == "with a pool"
    expect(chat.page.get_by_role("button", name="No preference")).to_be_disabled()
    expect(chat.page.get_by_role("button", name="A pool (chosen)")).to_be_disabled()
    expect(chat.field).to_be_focused()


def test_search_is_always_there(chat: Chat, server_side: ScriptedServer) -> None:
    chat.page.get_by_role("button", name="Search").click()
    chat.expect_phase("sending")
    assert len(server_side.of_type("search")) == 1


def test_every_amenity_of_the_catalogue_can_be_asked_for(chat: Chat) -> None:
    chat.cell("Amenities").click()
    for amenity in Amenity:
        box = chat.dialog.get_by_label(re.compile(rf"^{re.escape(amenity.label)}$", re.IGNORECASE))
        expect(box).to_have_attribute("value", amenity.value)
