"""A lone number with an ordinal, "the third": a place in a list, a side of an offer, and a day only where days are asked for."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from hotelsite.hotels.criteria import Criteria, Criterion, DatesCriterion
from hotelsite.local_models.reading import ResultName
from tests.local_models.support import SAVED, asked, read

RESULTS = (
    ResultName(1, "beaverton", "Hilton Garden Inn Beaverton"),
    ResultName(2, "sherwood", "Hampton Inn Sherwood Portland"),
    ResultName(3, "tigard", "Hampton Inn & Suites Portland Tigard"),
)
DATES_ONLY = Criteria(
    dates=DatesCriterion(answered=True, check_in=date(2027, 8, 3), check_out=date(2027, 8, 9))
)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("we both fancy the second", 2),
        ("we're going for the 1st", 1),
        ("my boss would pick the third", 3),
        ("third", 3),
        ("second, please", 2),
        ("is the first any good?", 1),
        ("how close is the third to the airport?", 3),
        ("has the 2nd got parking and a gym?", 2),
    ],
)
def test_beside_results_it_is_a_place_in_the_list(text: str, number: int) -> None:
    reading = read(text, saved=SAVED, results=RESULTS)

    assert reading.selection.list_numbers == (number,)
    assert reading.dates is None


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ("we both fancy the second", {"saved": SAVED}),
        ("hold the first for us", {"saved": SAVED}),
        ("the 3rd sounds best", {"saved": DATES_ONLY}),
        ("the 3rd sounds best", {"saved": DATES_ONLY, **asked("budget")}),
        ("book me the first", asked("room_type")),
    ],
)
def test_it_never_takes_the_place_of_dates_nor_answers_another_question(
    text: str, known: dict[str, Any]
) -> None:
    assert read(text, **known).dates is None


@pytest.mark.parametrize(
    ("text", "check_in", "check_out"),
    [
        ("we arrive on the 4th", date(2026, 12, 4), None),
        ("until the 11th", None, date(2027, 8, 11)),
        ("shift it to the 6th", date(2026, 12, 6), None),
        ("from the 6th to the 8th", date(2026, 12, 6), date(2026, 12, 8)),
        ("May the 2nd", date(2027, 5, 2), None),
        ("the 6th, two nights", date(2026, 12, 6), date(2026, 12, 8)),
    ],
)
@pytest.mark.parametrize("results", [(), RESULTS])
def test_a_word_of_time_makes_it_a_day(
    text: str, check_in: date | None, check_out: date | None, results: tuple[ResultName, ...]
) -> None:
    reading = read(text, saved=SAVED, results=results)

    assert reading.dates is not None
    assert (reading.dates.check_in, reading.dates.check_out) == (check_in, check_out)
    assert reading.selection.list_numbers == ()


def test_it_is_a_day_while_the_dates_are_asked_for() -> None:
    reading = read("the 4th", asked=Criterion.DATES)

    assert reading.dates is not None
    assert reading.dates.check_in == date(2026, 12, 4)


@pytest.mark.parametrize("text", ["give me a second", "that takes a second", "one second please"])
def test_a_second_of_time_is_no_place(text: str) -> None:
    assert read(text, saved=SAVED, results=RESULTS).selection.list_numbers == ()
