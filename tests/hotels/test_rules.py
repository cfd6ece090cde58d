"""The rules of the criteria, at and beside each limit. Today is Monday, 30 November 2026."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hotelsite.hotels.criteria import (
    MAX_NIGHTS,
    BudgetCriterion,
    BudgetValue,
    Criteria,
    Criterion,
    DatesCriterion,
    DatesValue,
    DistanceValue,
    RoomType,
    RoomTypeValue,
    latest_check_in,
    validate,
    validate_value,
)
from tests.hotels.support import TODAY, settled


def codes_of_dates(check_in: str | None, check_out: str | None) -> list[str]:
    value = DatesValue(
        check_in=date.fromisoformat(check_in) if check_in else None,
        check_out=date.fromisoformat(check_out) if check_out else None,
    )
    return [issue.code for issue in validate_value(Criterion.DATES, value, today=TODAY)]


@pytest.mark.parametrize(
    ("check_in", "check_out", "codes"),
    [
        pytest.param("2026-11-30", "2026-12-01", [], id="today for one night"),
        pytest.param("2026-11-29", "2026-12-01", ["past"], id="yesterday"),
        pytest.param("2028-05-30", "2028-05-31", [], id="exactly 18 months ahead"),
        pytest.param("2028-05-31", "2028-06-02", ["too_far"], id="a day over 18 months"),
        pytest.param("2028-05-30", "2028-06-29", [], id="the last check-in for the longest stay"),
        pytest.param("2027-07-01", "2027-07-31", [], id="30 nights"),
        pytest.param("2027-07-01", "2027-08-01", ["too_long"], id="31 nights"),
        pytest.param("2027-07-06", "2027-07-06", ["order"], id="no night"),
        pytest.param("2027-07-06", "2027-07-01", ["order"], id="backwards"),
        pytest.param("2026-11-28", "2026-11-27", ["past", "order"], id="past and backwards"),
        pytest.param("2027-07-01", None, [], id="half: arrival"),
        pytest.param("2026-11-29", None, ["past"], id="half: past arrival"),
        pytest.param(None, "2026-12-01", [], id="half: departure tomorrow"),
        pytest.param(None, "2026-11-30", ["past"], id="half: departure today"),
        pytest.param(None, "2028-06-29", [], id="half: the last departure there can be"),
        pytest.param(None, "2028-06-30", ["too_far"], id="half: a day after it"),
        pytest.param(None, None, [], id="nothing"),
    ],
)
def test_dates(check_in: str | None, check_out: str | None, codes: list[str]) -> None:
    assert codes_of_dates(check_in, check_out) == codes


@pytest.mark.parametrize(
    ("least", "most", "codes"),
    [
        pytest.param(None, None, [], id="no limit"),
        pytest.param("0.01", None, [], id="one cent"),
        pytest.param("0", None, ["amount"], id="zero"),
        pytest.param(None, "0", ["amount"], id="zero at most"),
        pytest.param(None, "-50", ["amount"], id="negative"),
        pytest.param("-5", "-9", ["amount"], id="both negative is said once"),
        pytest.param("500", "500", [], id="exactly one price"),
        pytest.param("500.01", "500", ["min_above_max"], id="a cent upside down"),
    ],
)
def test_budget(least: str | None, most: str | None, codes: list[str]) -> None:
    value = BudgetValue(min=Decimal(least) if least else None, max=Decimal(most) if most else None)

    assert [issue.code for issue in validate_value(Criterion.BUDGET, value, today=TODAY)] == codes


@pytest.mark.parametrize(
    ("airport", "city_center", "codes"),
    [
        pytest.param(None, None, [], id="anywhere"),
        pytest.param("0", "0", [], id="right there"),
        pytest.param("-0.1", None, ["negative"], id="below zero"),
        pytest.param("-1", "-1", ["negative", "negative"], id="both below zero"),
    ],
)
def test_distance(airport: str | None, city_center: str | None, codes: list[str]) -> None:
    value = DistanceValue(
        airport=Decimal(airport) if airport else None,
        city_center=Decimal(city_center) if city_center else None,
    )

    assert [issue.code for issue in validate_value(Criterion.DISTANCE, value, today=TODAY)] == codes


@pytest.mark.parametrize(
    ("criterion", "value", "mends"),
    [
        pytest.param(
            Criterion.DATES,
            DatesValue(check_in=date(2026, 11, 29), check_out=None),
            ["Sunday, November 29, 2026", "Monday, November 30, 2026"],
            id="past: the first day that works",
        ),
        pytest.param(
            Criterion.DATES,
            DatesValue(check_in=date(2029, 1, 1), check_out=None),
            ["18 months", "Tuesday, May 30, 2028"],
            id="too far: the last day that works",
        ),
        pytest.param(
            Criterion.DATES,
            DatesValue(check_in=date(2027, 7, 1), check_out=date(2027, 8, 30)),
            ["60 nights", "30", "Saturday, July 31, 2027"],
            id="too long: the last departure that works",
        ),
        pytest.param(
            Criterion.DATES,
            DatesValue(check_in=date(2027, 7, 6), check_out=date(2027, 7, 1)),
            ["July 1, 2027", "July 6, 2027", "which day"],
            id="backwards: both days, and a question",
        ),
        pytest.param(
            Criterion.BUDGET,
            BudgetValue(min=Decimal(800), max=Decimal(500)),
            ["$800", "$500", "two amounts"],
            id="upside down: both amounts",
        ),
        pytest.param(
            Criterion.BUDGET, BudgetValue(min=None, max=Decimal(0)), ["above zero", "No limit"], id="zero"
        ),
        pytest.param(
            Criterion.DISTANCE,
            DistanceValue(airport=None, city_center=Decimal(-1)),
            ["city center", "miles", "Anywhere"],
            id="negative miles",
        ),
    ],
)
def test_an_issue_says_what_is_wrong_and_what_mends_it(
    criterion: Criterion, value: DatesValue | BudgetValue | DistanceValue, mends: list[str]
) -> None:
    (issue,) = validate_value(criterion, value, today=TODAY)

    assert issue.criterion is criterion
    assert [mend for mend in mends if mend not in issue.message] == []


def test_nothing_answered_yields_an_open_question_for_each_criterion_in_order() -> None:
    issues = validate(Criteria(), today=TODAY)

    assert [(issue.criterion, issue.code) for issue in issues] == [(one, "unanswered") for one in Criterion]


def test_settled_criteria_have_no_issues() -> None:
    assert validate(settled(), today=TODAY) == []


def test_half_a_stay_is_still_a_question_even_when_it_counts_as_answered() -> None:
    half = settled().model_copy(
        update={"dates": DatesCriterion(answered=True, check_in=date(2027, 8, 3), check_out=None)}
    )

    (issue,) = validate(half, today=TODAY)

    assert (issue.criterion, issue.code) == (Criterion.DATES, "unanswered")
    assert "Tuesday, August 3, 2027" in issue.message


def test_a_broken_rule_is_told_instead_of_the_open_question() -> None:
    criteria = Criteria(budget=BudgetCriterion(min=Decimal(-1)))

    assert [issue.code for issue in validate(criteria, today=TODAY)][:2] == ["unanswered", "amount"]


def test_dates_that_were_good_yesterday_are_past_today() -> None:
    stay = settled(stay=(TODAY, date(2026, 12, 2)))

    assert validate(stay, today=TODAY) == []
    assert [issue.code for issue in validate(stay, today=date(2026, 12, 1))] == ["past"]


def test_eighteen_months_from_the_end_of_a_month_stay_in_the_month() -> None:
    assert latest_check_in(date(2026, 8, 31)) == date(2028, 2, 29)


def test_known_kinds_of_room_keep_every_rule() -> None:
    for room_type in [*RoomType, None]:
        assert validate_value(Criterion.ROOM_TYPE, RoomTypeValue(room_type=room_type), today=TODAY) == []


@given(
    today=st.dates(date(2020, 1, 1), date(2040, 1, 1)),
    check_in=st.dates(date(2020, 1, 1), date(2045, 1, 1)),
    check_out=st.dates(date(2020, 1, 1), date(2045, 1, 1)),
)
def test_dates_pass_exactly_when_they_can_be_slept_in(today: date, check_in: date, check_out: date) -> None:
    value = DatesValue(check_in=check_in, check_out=check_out)

    passed = not validate_value(Criterion.DATES, value, today=today)

    assert passed == (
        today <= check_in <= latest_check_in(today) and 1 <= (check_out - check_in).days <= MAX_NIGHTS
    )
