"""The written rules of dates, a table for each. The business date is Monday, 30 November 2026."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from hotelsite.hotels.criteria import Criteria, DatesCriterion
from hotelsite.local_models.reading import DateProblem, DatesReading
from tests.local_models.support import SAVED, TODAY, asked, read


def dates_of(text: str, **known: Any) -> DatesReading:
    found = read(text, **known).dates
    assert found is not None
    return found


def stay(first: str, last: str | None = None) -> tuple[date | None, date | None]:
    """Return check-in and check-out from `YYYY-MM-DD`; "" is open."""
    return (date.fromisoformat(first) if first else None, date.fromisoformat(last) if last else None)


@pytest.mark.parametrize(
    ("text", "check_in", "check_out"),
    [
        pytest.param("Feb 3 to Feb 5", "2027-02-03", "2027-02-05", id="no year is the next occurrence"),
        pytest.param("November 30 to December 2", "2026-11-30", "2026-12-02", id="today counts"),
        pytest.param("Dec 22-27", "2026-12-22", "2026-12-27", id="month carried to the end"),
        pytest.param("the 3rd to 9th of May", "2027-05-03", "2027-05-09", id="month carried to the start"),
        pytest.param("the 6th to the 9th", "2026-12-06", "2026-12-09", id="the next month that has them"),
        pytest.param(
            "from the 28th to the 3rd of April", "2027-03-28", "2027-04-03", id="over the end of a month"
        ),
        pytest.param("Dec 28 to Jan 3, 2028", "2027-12-28", "2028-01-03", id="year said at the end only"),
        pytest.param("June 16th to 19th, 2027", "2027-06-16", "2027-06-19", id="year of a carried month"),
        pytest.param("6/2 to 6/7", "2027-06-02", "2027-06-07", id="month first"),
        pytest.param("13/8 to 15/8", "2027-08-13", "2027-08-15", id="day first where only that can be"),
        pytest.param("13/8 to 5/9", "2027-08-13", "2027-09-05", id="one forced end decides for both"),
        pytest.param("8/3/27-8/9/27", "2027-08-03", "2027-08-09", id="two-digit years"),
        pytest.param("2027-08-03 until 2027-08-09", "2027-08-03", "2027-08-09", id="as computers write it"),
        pytest.param(
            "6 Mar until the Tuesday after", "2027-03-06", "2027-03-09", id="weekday after the check-in"
        ),
        pytest.param("tomorrow till Thursday", "2026-12-01", "2026-12-03", id="relative and weekday"),
        pytest.param("Monday to Friday next week", "2026-12-07", "2026-12-11", id="the week holds for both"),
        pytest.param("from Friday week for two nights", "2026-12-11", "2026-12-13", id="Friday week"),
        pytest.param("this weekend", "2026-12-04", "2026-12-06", id="a weekend is Friday to Sunday"),
        pytest.param("in two weeks for 3 nights", "2026-12-14", "2026-12-17", id="in so many weeks"),
        pytest.param("Dec 12 for a week", "2026-12-12", "2026-12-19", id="a week is seven nights"),
        pytest.param("for tonight", "2026-11-30", "2026-12-01", id="for tonight is one night"),
        pytest.param("arrive the 5th, 3 nights", "2026-12-05", "2026-12-08", id="nights fill the check-out"),
        pytest.param("3 nights until Dec 20", "2026-12-17", "2026-12-20", id="nights fill the check-in"),
        pytest.param("March 8 and 9", "2027-03-08", "2027-03-10", id="two nights named by their days"),
        pytest.param("between March 8 and March 9", "2027-03-08", "2027-03-09", id="between names the ends"),
        pytest.param("Dec 10 to Dec 5", "2026-12-10", "2026-12-05", id="the wrong way round is kept as said"),
        pytest.param("Friday the 29th for two nights", "2027-01-29", "2027-01-31", id="the next such 29th"),
        pytest.param(
            "not the 5th but the 6th to the 8th", "2026-12-06", "2026-12-08", id="a refused day is no day"
        ),
        pytest.param("Christmas Eve to New Year's Day", "2026-12-24", "2027-01-01", id="holidays as ends"),
        pytest.param("5 to 9 August next year", "2027-08-05", "2027-08-09", id="next year"),
        pytest.param(
            "the 8th to the 10th of March, wait, make it 9 to 12", "2027-03-09", "2027-03-12", id="taken back"
        ),
        pytest.param(
            "2 to 4 Feb, sorry, from the 3rd till the 5th", "2027-02-03", "2027-02-05", id="corrected"
        ),
        pytest.param(
            "Feb 10, 2 nights... no, rather 4 nights", "2027-02-10", "2027-02-14", id="other nights"
        ),
        pytest.param("Halloween for 2 nights", "2027-10-31", "2027-11-02", id="a holiday and a length"),
        pytest.param(
            "my birthday is March 9, we arrive March 8 and leave March 10",
            "2027-03-08",
            "2027-03-10",
            id="an occasion beside the stay",
        ),
    ],
)
def test_a_stay_is_read_to_the_day(text: str, check_in: str, check_out: str) -> None:
    found = dates_of(text)

    assert (found.check_in, found.check_out) == stay(check_in, check_out)
    assert found.problem is None


@pytest.mark.parametrize(
    ("text", "check_in", "check_out", "nights"),
    [
        ("from Dec 12", "2026-12-12", "", None),
        ("we get there on Wednesday", "2026-12-02", "", None),
        ("tonight", "2026-11-30", "", None),
        ("until the 21st", "", "2026-12-21", None),
        ("checking out on the 9th", "", "2026-12-09", None),
        ("our departure is March 3", "", "2027-03-03", None),
        ("three nights", "", "", 3),
        ("we will be staying for ten days", "", "", 10),
    ],
)
def test_half_a_stay_is_read_as_the_half_it_is(
    text: str, check_in: str, check_out: str, nights: int | None
) -> None:
    found = dates_of(text)

    assert (found.check_in, found.check_out, found.nights) == (*stay(check_in, check_out), nights)


def test_january_said_in_january_means_this_year() -> None:
    found = dates_of("Jan 3 to Jan 5", today=date(2027, 1, 2))

    assert (found.check_in, found.check_out) == stay("2027-01-03", "2027-01-05")


@pytest.mark.parametrize(
    ("text", "problem", "at_fault", "options"),
    [
        pytest.param("Feb 30", DateProblem.IMPOSSIBLE, "2027-02-30", [], id="no such day"),
        pytest.param("Feb 29 2027", DateProblem.IMPOSSIBLE, "2027-02-29", [], id="no leap year"),
        pytest.param("13/13", DateProblem.IMPOSSIBLE, "2026-13-13", [], id="no such month"),
        pytest.param(
            "from June 31 until July 5, 2027", DateProblem.IMPOSSIBLE, "2027-06-31", [], id="in a range"
        ),
        pytest.param(
            "04/08/26", DateProblem.PAST, "2026-04-08", [("2027-04-08", "")], id="past, with a likely meaning"
        ),
        pytest.param(
            "Aug 3 2026 to Aug 9 2026",
            DateProblem.PAST,
            "2026-08-03",
            [("2027-08-03", "2027-08-09")],
            id="a past stay moves as a whole",
        ),
        pytest.param("yesterday", DateProblem.PAST, "2026-11-29", [], id="yesterday means nothing else"),
        pytest.param(
            "next Friday",
            DateProblem.AMBIGUOUS,
            "",
            [("2026-12-04", ""), ("2026-12-11", "")],
            id="next Friday",
        ),
        pytest.param(
            "4/5 to 6/5",
            DateProblem.AMBIGUOUS,
            None,
            [("2027-05-04", "2027-05-06")],
            id="only day first makes a stay",
        ),
        pytest.param(
            "Friday December 5",
            DateProblem.AMBIGUOUS,
            "",
            [("2026-12-05", ""), ("2026-12-04", "")],
            id="weekday and date differ",
        ),
        pytest.param(
            "Dec 5 or Dec 6",
            DateProblem.AMBIGUOUS,
            None,
            [("2026-12-05", ""), ("2026-12-06", "")],
            id="either day",
        ),
        pytest.param("sometime in June", DateProblem.VAGUE, "sometime in june", [], id="a month"),
        pytest.param("next week", DateProblem.VAGUE, "next week", [], id="a week"),
        pytest.param(
            "Dec 12 for a long weekend",
            DateProblem.VAGUE,
            None,
            [("2026-12-12", "2026-12-14"), ("2026-12-12", "2026-12-15")],
            id="a long weekend has two lengths",
        ),
        pytest.param(
            "Aug 3 to Aug 9 for 5 nights",
            DateProblem.INCONSISTENT,
            None,
            [("2027-08-03", "2027-08-09"), ("2027-08-03", "2027-08-08")],
            id="days and nights differ",
        ),
    ],
)
def test_what_is_unsure_is_a_problem_and_never_a_value(
    text: str, problem: DateProblem, at_fault: str | None, options: list[tuple[str, str]]
) -> None:
    found = dates_of(text, **asked("dates"))

    assert found.problem is problem
    assert found.problem_text == at_fault
    assert list(found.options) == [stay(*option) for option in options]
    assert not found.has_value


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("Friday", "2026-12-04"),
        ("this Friday", "2026-12-04"),
        ("this coming Friday", "2026-12-04"),
        ("Friday next week", "2026-12-11"),
        ("a week from Friday", "2026-12-11"),
        ("Monday", "2026-12-07"),
        ("this Monday", "2026-11-30"),
        ("next Monday", "2026-12-07"),
        ("the day after tomorrow", "2026-12-02"),
        ("in 9 days", "2026-12-09"),
        ("the 13th of next month", "2026-12-13"),
    ],
)
def test_one_day_means_one_date(text: str, day: str) -> None:
    assert dates_of(text, **asked("dates")).check_in == date.fromisoformat(day)


@pytest.mark.parametrize(
    ("question", "text", "expected"),
    [
        ("When will you be leaving?", "the 8th", ("", "2026-12-08", None)),
        ("When would you like to check in?", "the 8th", ("2026-12-08", "", None)),
        ("How many nights will that be?", "four", ("", "", 4)),
        ("How long would you like to stay?", "just 2", ("", "", 2)),
    ],
)
def test_a_bare_answer_is_read_by_the_question(
    question: str, text: str, expected: tuple[str, str, int | None]
) -> None:
    found = dates_of(text, previous_reply=question)

    assert (found.check_in, found.check_out, found.nights) == (*stay(*expected[:2]), expected[2])


def test_the_missing_half_is_the_one_that_is_answered() -> None:
    half = Criteria(dates=DatesCriterion(check_in=date(2026, 12, 12)))

    assert dates_of("the 15th", saved=half, **asked("dates")).check_out == date(2026, 12, 15)


@pytest.mark.parametrize(
    ("text", "shift_in", "shift_out"),
    [
        ("one more night", 0, 1),
        ("can we stay two nights longer?", 0, 2),
        ("extend our stay by 3 nights", 0, 3),
        ("one night less", 0, -1),
        ("two days later", 2, 2),
        ("push it back a week", 7, 7),
        ("move everything up by 2 days", -2, -2),
        ("we arrive a day earlier", -1, 0),
        ("we leave a day later", 0, 1),
        ("push the check-out back by 2 days", 0, 2),
    ],
)
def test_a_move_of_the_saved_stay_is_read_in_days(text: str, shift_in: int, shift_out: int) -> None:
    found = dates_of(text, saved=SAVED)

    assert (found.shift_in, found.shift_out) == (shift_in, shift_out)


def test_leaving_days_after_a_named_arrival_is_the_length_of_the_stay() -> None:
    found = dates_of("we arrive on Dec 5 and leave two days later")

    assert (found.check_in, found.check_out) == stay("2026-12-05", "2026-12-07")


def test_a_weekday_on_its_own_is_asked_about_when_a_whole_stay_is_saved() -> None:
    found = dates_of("fine, but Thursday", saved=SAVED)

    assert found.problem is DateProblem.AMBIGUOUS
    assert list(found.options) == [stay("2027-08-05"), (None, date(2027, 8, 5))]


def test_a_new_day_for_the_whole_stay_reopens_its_end() -> None:
    found = dates_of("make that July 20", saved=SAVED)

    assert (found.check_in, found.reopens_check_out) == (date(2027, 7, 20), True)


@pytest.mark.parametrize(
    "text",
    [
        "move the check-in from August 3 to August 5",
        "we now arrive on August 5",
        "change it from the 3rd of August to the 5th of August",
    ],
)
def test_a_day_takes_the_place_of_the_saved_one(text: str) -> None:
    assert dates_of(text, saved=SAVED).check_in == date(2027, 8, 5)
    assert dates_of(text, saved=SAVED).check_out is None


@pytest.mark.parametrize(
    "text",
    [
        "we are 5 people",
        "we may need parking",
        "open 24/7",
        "room 512 is fine",
        "call 503-555-0142",
        "a 4 star place",
        "$5 to $8",
        "same dates but a suite",
    ],
)
def test_other_numbers_and_words_are_no_dates(text: str) -> None:
    assert read(text, saved=SAVED, today=TODAY).dates is None


@pytest.mark.parametrize(
    "text",
    [
        "not longer than 6 nights",
        "a minimum of 2 nights",
        "up to four nights",
        "three nights at the least",
        "5 nights or more",
    ],
)
def test_a_limit_of_the_length_is_no_length(text: str) -> None:
    found = dates_of(text, saved=SAVED)

    assert found.bounded
    assert not found.has_value


@pytest.mark.parametrize("text", ["3 nights, max 200", "2 nights at most 150 dollars", "a week"])
def test_a_limit_of_the_price_leaves_the_length(text: str) -> None:
    assert not dates_of(text, **asked("dates")).bounded


@pytest.mark.parametrize(
    "text", ["my wife's birthday is on March 9", "the wedding itself is June 12", "the conference was May 3"]
)
def test_the_day_of_an_occasion_leaves_the_stay(text: str) -> None:
    assert read(text, saved=SAVED).dates is None
    found = dates_of(text, **asked("dates"))
    assert found.check_in is None


def test_an_earlier_weekday_moves_the_stay_or_its_beginning_and_is_asked_about() -> None:
    found = dates_of("yes, only Sunday", saved=SAVED)

    assert found.problem is DateProblem.AMBIGUOUS
    assert list(found.options) == [stay("2027-08-01", "2027-08-07"), stay("2027-08-01", "2027-08-09")]


@pytest.mark.parametrize("text", ["800 for the week", "900 dollars for a week"])
def test_what_a_week_may_cost_does_not_stretch_the_saved_stay(text: str) -> None:
    reading = read(text, saved=SAVED)

    assert reading.dates is None
    assert reading.budget is not None
