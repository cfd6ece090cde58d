"""Numbers that are no wish: nothing may be made of them, whatever was asked."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest

from hotelsite.hotels.criteria import Criterion
from tests.local_models.support import read


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("call me at 503-555-0142", id="telephone"),
        pytest.param("my number is +1 (503) 555 0142", id="telephone abroad"),
        pytest.param("card 4111 1111 1111 1111", id="card"),
        pytest.param("mail me: jo.doe9@example.com", id="address"),
        pytest.param("my reference number is AB12345", id="reference"),
        pytest.param("it is our 25th anniversary", id="anniversary"),
        pytest.param("our son is 7 years old", id="age"),
        pytest.param("we get up at 7:30", id="time of day"),
        pytest.param("half past, around 5pm", id="hour"),
        pytest.param("at least 4 stars", id="stars"),
        pytest.param("rated 4.5 or better", id="rating"),
        pytest.param("12 people", id="people"),
        pytest.param("2 adults and 2 children", id="party"),
        pytest.param("three rooms", id="rooms"),
        pytest.param("take 80 percent off", id="percentage"),
    ],
)
@pytest.mark.parametrize("asked", [None, *Criterion])
def test_numbers_that_say_nothing_about_the_stay_become_no_value(text: str, asked: Criterion | None) -> None:
    reading = read(text, asked=asked)

    assert not any(reading.has_value(criterion) for criterion in Criterion)


@pytest.mark.parametrize(
    ("text", "people", "rooms"),
    [
        ("2 adults and two children", 4, None),
        ("a party of six", 6, None),
        ("me and my wife and our 2 kids", 4, None),
        ("I come with my husband and three children", 5, None),
        ("my wife and 2 kids", None, None),
        ("4 people: me, my wife and our 2 kids", 4, None),
        ("a suite for 2", 2, None),
        ("2 rooms for 5 people", 5, 2),
        ("a suite for 2 nights", None, None),
        ("a room for 2 to 3 people", 3, None),
    ],
)
def test_people_and_rooms_are_counted(text: str, people: int | None, rooms: int | None) -> None:
    assert (read(text).party.people, read(text).party.rooms) == (people, rooms)


def test_a_span_is_used_once_only() -> None:
    reading = read("5 miles from downtown, 5 nights from the 5th, 5 people, max 500")

    assert reading.distance
    assert reading.distance.city_center == 5
    assert reading.dates
    assert (reading.dates.check_in, reading.dates.nights) == (date(2026, 12, 5), 5)
    assert reading.budget
    assert (reading.budget.min, reading.budget.max) == (None, Decimal(500))
    assert reading.party.people == 5


def test_evidence_points_into_the_customers_own_words() -> None:
    text = "Two beds, please – under $300, near DOWNTOWN"  # noqa: RUF001
    spans = {text[item.start : item.end] for item in read(text).evidence if item.criterion is not None}

    assert spans == {"Two beds", "$300", "DOWNTOWN"}


@pytest.mark.parametrize(
    "text",
    [
        "you reach me at [phone number]; Feb 3 to Feb 5 please",
        "credit card: [card number], contact address [e-mail address], from Feb 3 until Feb 5",
        "<b onclick=go()>Feb 3</b> to <i>Feb 5</i>",
        "<script src=x>steal(all)</script>we arrive Feb 3 and leave Feb 5",
    ],
)
def test_masks_and_markup_hide_nothing_of_the_stay(text: str) -> None:
    dates = read(text).dates

    assert dates is not None
    assert (dates.check_in, dates.check_out) == (date(2027, 2, 3), date(2027, 2, 5))
