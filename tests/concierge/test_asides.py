"""What a message is beside a wish, by tables of cases."""

from __future__ import annotations

import pytest

from hotelsite.concierge.asides import Aside, aside_of, is_of_listed_hotel, place_alone


@pytest.mark.parametrize(
    ("text", "aside"),
    [
        ("Thanks!", Aside.THANKS),
        ("great, thank you so much", Aside.THANKS),
        ("Wow, you're awesome", Aside.THANKS),
        ("lovely", Aside.THANKS),
        ("thanks, a suite please", None),
        ("that's a great location", None),
        ("hello there", Aside.GREETING),
        ("hi, a room for Friday", None),
        ("I want to change something", Aside.CHANGE),
        ("change the dates", None),
        ("can I get a refund?", Aside.RULES),
        ("is late check-out possible", Aside.RULES),
        ("how much extra for the dog?", Aside.RULES),
        ("I'd like to cancel my booking", Aside.CANCEL),
        ("can I cancel later for free?", Aside.RULES),
        ("show me more", Aside.LIST),
        ("number 2", Aside.LIST),
        ("book the hilton", Aside.LIST),
        ("how much is the Hampton in total?", Aside.LIST),
        ("book me a flight", None),
        ("reserve a table", None),
        ("", None),
    ],
)
def test_an_aside(text: str, aside: Aside | None) -> None:
    assert aside_of(text) is aside


@pytest.mark.parametrize(
    "text",
    [
        "does number 1 have a pool?",
        "book option 2 please",
        "what about the third hotel?",
        "compare 1 and 3",
        "what's the difference between 2 and number 4",
        "how far is 2 from the airport?",
        "is parking free at the first?",
        "is 3 far from the center?",
        "book the cheapest",
        "which one has a gym?",
        "reserve the Home2 Suites please",
    ],
)
def test_a_message_about_a_hotel_of_a_list(text: str) -> None:
    assert is_of_listed_hotel(text)


@pytest.mark.parametrize(
    "text",
    [
        "the second one",  # answers any question
        "number 2",
        "book number 2 for 3 nights",
        "is a hotel 6 miles away?",
        "does the hotel have 2 beds?",
        "book the first weekend of June",
        "book the hampton with a pool",
        "book a suite",
        "the first of May to the third",
        "which one bed rooms are there",
    ],
)
def test_a_message_that_may_hold_more_than_a_place(text: str) -> None:
    assert not is_of_listed_hotel(text)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("the second", 2),
        ("number 3 please", 3),
        ("I'll take the first one", 1),
        ("the latter", 2),
        ("the last", 0),
        ("#4", 4),
        ("2", None),
        ("the second of May", None),
        ("the second one with a pool", None),
    ],
)
def test_a_place_that_is_all_there_is(text: str, place: int | None) -> None:
    assert place_alone(text) == place
