from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from hotelsite.local_models.reading import Anchor, DistanceProblem, DistanceReading
from tests.local_models.support import SAVED, asked, read


def distance_of(text: str, **known: Any) -> DistanceReading:
    found = read(text, **known).distance
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("text", "airport", "city_center"),
    [
        ("within 5 miles of downtown", None, "5"),
        ("no further than 3 mi from the city centre", None, "3"),
        ("the airport should be within 10 miles", "10", None),
        ("within 2 miles of PDX", "2", None),
        ("half a mile from downtown", None, "0.5"),
        ("a mile and a half from the airport", "1.5", None),
        ("5 miles from the airport and 10 miles from downtown", "5", "10"),
        ("at most 4 miles from the airport or the city center", "4", "4"),
        ("no further than 10 km from the airport", "6.2", None),
        ("-3 miles from downtown", None, "-3"),
        ("3/4 mile from downtown", None, "0.75"),
        ("within 3 and a half miles of the airport", "3.5", None),
        ("6 miles from the airport and 2 from downtown", "6", "2"),
        ("downtown max 2 miles, airport max 9 miles", "9", "2"),
    ],
)
def test_miles_belong_to_the_place_they_are_said_of(
    text: str, airport: str | None, city_center: str | None
) -> None:
    found = distance_of(text)

    assert (found.airport, found.city_center) == (
        airport and Decimal(airport),
        city_center and Decimal(city_center),
    )
    assert found.problem is None


def test_kilometers_are_remembered_beside_the_miles() -> None:
    assert distance_of("8 km from the airport").kilometers == 8


@pytest.mark.parametrize(
    ("text", "near"),
    [
        ("near downtown", [Anchor.CITY_CENTER]),
        ("in the city center", [Anchor.CITY_CENTER]),
        ("somewhere central", [Anchor.CITY_CENTER]),
        ("close to the airport", [Anchor.AIRPORT]),
        ("not far from the airport", [Anchor.AIRPORT]),
        ("an airport hotel", [Anchor.AIRPORT]),
        ("near the airport or downtown", [Anchor.AIRPORT, Anchor.CITY_CENTER]),
    ],
)
def test_near_without_a_number_names_the_place(text: str, near: list[Anchor]) -> None:
    found = distance_of(text)

    assert list(found.near) == near
    assert not found.has_value


@pytest.mark.parametrize(
    "text", ["anywhere except downtown", "not downtown", "far from the airport", "away from the airport"]
)
def test_a_place_to_keep_away_from_is_never_a_wish_for_it(text: str) -> None:
    found = distance_of(text)

    assert (found.near, found.problem) == ((), DistanceProblem.FARTHER)
    assert found.excluded


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("walking distance from downtown", DistanceProblem.UNIT),
        ("10 minutes from the airport", DistanceProblem.UNIT),
        ("at least 5 miles from the airport", DistanceProblem.FARTHER),
        ("within 5 miles", DistanceProblem.PLACE),
    ],
)
def test_what_is_no_limit_in_miles_is_a_problem(text: str, problem: DistanceProblem) -> None:
    found = distance_of(text, **asked("distance"))

    assert found.problem is problem
    assert not found.has_value


@pytest.mark.parametrize(
    ("question", "text", "airport", "city_center"),
    [
        ("Within how many miles of the city center should it be?", "5", None, "5"),
        ("Within how many miles of the airport?", "ten at most", "10", None),
        ("How many miles from the airport or the city center?", "5 from downtown", None, "5"),
        ("Within 5 miles of which: the airport or the city center?", "downtown", None, "5"),
        ("Within 5 miles of which: the airport or the city center?", "both", "5", "5"),
    ],
)
def test_a_bare_answer_is_read_by_the_question(
    question: str, text: str, airport: str | None, city_center: str | None
) -> None:
    found = distance_of(text, previous_reply=question, **asked("distance"))

    assert (found.airport, found.city_center) == (
        airport and Decimal(airport),
        city_center and Decimal(city_center),
    )


def test_a_number_whose_place_is_open_is_kept_for_the_question() -> None:
    found = distance_of(
        "5", previous_reply="How many miles from the airport or the center?", **asked("distance")
    )

    assert (found.problem, found.miles, found.has_value) == (DistanceProblem.PLACE, Decimal(5), False)


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ("the distance isn't important", {}),
        ("any distance is fine", {}),
        ("I don't care how far it is", {}),
        ("we have a car so it does not matter how far it is", {}),
        ("a suite, anywhere", {}),
        ("anywhere", asked("distance")),
        ("no preference", asked("distance")),
        ("whatever", asked("distance")),
    ],
)
def test_no_limit_is_read(text: str, known: dict[str, Any]) -> None:
    assert distance_of(text, **known).no_limit


@pytest.mark.parametrize(
    "text",
    [
        "we need an airport shuttle",
        "how do I get from the airport to you?",
        "close to the convention center",
        "a hotel near Seattle",
        "a business center",
        "tell me about number 3",
    ],
)
def test_other_places_and_numbers_are_no_distance(text: str) -> None:
    assert (
        read(text, saved=SAVED, **asked("distance")).distance is None or not read(text, saved=SAVED).distance
    )
