"""The rules that criteria keep, each in one place, with the words in which a customer hears of them.

Pure: the business date is passed in. The page, the chat and the booking all ask here.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Final

from dateutil.relativedelta import relativedelta

from hotelsite.hotels.values import (
    AmenitiesCriterion,
    AmenitiesValue,
    AnyCriterion,
    BudgetCriterion,
    BudgetValue,
    Criteria,
    CriterionValue,
    DatesCriterion,
    DatesValue,
    DistanceCriterion,
    DistanceValue,
    Frozen,
    RoomTypeCriterion,
    RoomTypeValue,
)
from hotelsite.hotels.vocabulary import Criterion
from hotelsite.hotels.wording import counted, dollars, long_date

MAX_NIGHTS: Final = 30
MAX_MONTHS_AHEAD: Final = 18


class Issue(Frozen):
    """One broken rule or open question."""

    criterion: Criterion
    code: str
    """Stable and for code: `past`, `too_far`, `order`, `too_long`, `amount`, `min_above_max`, `negative`, `unanswered`."""
    message: str
    """For the customer: what is wrong and what mends it."""


class InvalidCriteria(Exception):
    """A search was asked for while `.issues` stood open; they are for the customer."""

    def __init__(self, issues: list[Issue]) -> None:
        super().__init__(", ".join(f"{issue.criterion}: {issue.code}" for issue in issues))
        self.issues = issues


def latest_check_in(today: date) -> date:
    """Return the last day on which a stay may begin."""
    return today + relativedelta(months=MAX_MONTHS_AHEAD)


def validate(criteria: Criteria, *, today: date) -> list[Issue]:
    """Return every broken rule and open question, in the order of `Criterion`; empty means ready to search.

    Args:
        today: The business date, in the hotels' own time zone.
    """
    issues: list[Issue] = []
    for criterion in Criterion:
        state = criteria.get(criterion)
        broken = validate_value(criterion, state, today=today)
        if not broken and (not state.answered or _is_half(state)):
            broken = [Issue(criterion=criterion, code="unanswered", message=_open_question(state))]
        issues.extend(broken)
    return issues


def require_valid(criteria: Criteria, *, today: date) -> None:
    """Do nothing when the criteria are ready to search.

    Raises:
        InvalidCriteria: `.issues` has what `validate` found.
    """
    if issues := validate(criteria, today=today):
        raise InvalidCriteria(issues)


def validate_value(criterion: Criterion, value: CriterionValue, *, today: date) -> list[Issue]:
    """Return the rules that a value breaks; half an answer is judged by the half that is there.

    Args:
        value: A value of the criterion, or the criterion itself.
        today: The business date, in the hotels' own time zone.
    """
    match value:
        case DatesValue():
            return list(_date_issues(value, today))
        case BudgetValue():
            return list(_budget_issues(value))
        case DistanceValue():
            return list(_distance_issues(value))
        case RoomTypeValue() | AmenitiesValue():
            return []  # the types admit known values only, and each of them is allowed


def _date_issues(value: DatesValue, today: date) -> Iterator[Issue]:
    check_in, check_out = value.check_in, value.check_out
    if check_in:
        yield from _check_in_issues(check_in, today)
    if check_in and check_out:
        yield from _length_issues(check_in, check_out)
    elif check_out:
        yield from _lone_check_out_issues(check_out, today)


def _check_in_issues(check_in: date, today: date) -> Iterator[Issue]:
    last = latest_check_in(today)
    if check_in < today:
        yield _dates_issue(
            "past",
            f"{long_date(check_in)} has already passed. "
            f"Which day from today, {long_date(today)}, would you like to arrive?",
        )
    elif check_in > last:
        yield _dates_issue(
            "too_far",
            f"I can book up to {MAX_MONTHS_AHEAD} months ahead, and {long_date(check_in)} is further away "
            f"than that. Please choose a check-in no later than {long_date(last)}.",
        )


def _length_issues(check_in: date, check_out: date) -> Iterator[Issue]:
    nights = (check_out - check_in).days
    if nights < 1:
        yield _dates_issue(
            "order",
            f"The check-out, {long_date(check_out)}, is not after the check-in, {long_date(check_in)}. "
            "A stay is at least one night: which day would you like to leave?",
        )
    elif nights > MAX_NIGHTS:
        yield _dates_issue(
            "too_long",
            f"That would be {counted(nights, 'night')}, and one booking covers at most {MAX_NIGHTS}. "
            f"From {long_date(check_in)}, please leave by {long_date(check_in + timedelta(days=MAX_NIGHTS))}.",
        )


def _lone_check_out_issues(check_out: date, today: date) -> Iterator[Issue]:
    last = latest_check_in(today) + timedelta(days=MAX_NIGHTS)
    if check_out <= today:
        yield _dates_issue(
            "past",
            f"Leaving on {long_date(check_out)} leaves no night from today on. "
            f"Which day after today, {long_date(today)}, would you like to leave?",
        )
    elif check_out > last:
        yield _dates_issue(
            "too_far",
            f"I can book up to {MAX_MONTHS_AHEAD} months ahead, and {long_date(check_out)} is further away "
            f"than that. Please choose a check-out no later than {long_date(last)}.",
        )


def _dates_issue(code: str, message: str) -> Issue:
    return Issue(criterion=Criterion.DATES, code=code, message=message)


def _budget_issues(value: BudgetValue) -> Iterator[Issue]:
    wrong = next((amount for amount in (value.min, value.max) if amount is not None and amount <= 0), None)
    if wrong is not None:
        yield Issue(
            criterion=Criterion.BUDGET,
            code="amount",
            message=f"A nightly budget has to be above zero, and I have {dollars(wrong)}. "
            'Which amount in US dollars suits you? "No limit" is fine too.',
        )
    elif value.min is not None and value.max is not None and value.min > value.max:
        yield Issue(
            criterion=Criterion.BUDGET,
            code="min_above_max",
            message=f"The least, {dollars(value.min)}, is more than the most, {dollars(value.max)}. "
            "Between which two amounts a night should I look?",
        )


def _distance_issues(value: DistanceValue) -> Iterator[Issue]:
    for place, distance in (("the airport", value.airport), ("the city center", value.city_center)):
        if distance is not None and distance < 0:
            yield Issue(
                criterion=Criterion.DISTANCE,
                code="negative",
                message=f"A distance to {place} cannot be below zero. Within how many miles should it be? "
                '"Anywhere" is fine too.',
            )


def _is_half(state: AnyCriterion) -> bool:
    return isinstance(state, DatesCriterion) and (state.check_in is None or state.check_out is None)


def _open_question(state: AnyCriterion) -> str:
    match state:
        case DatesCriterion(check_in=date() as check_in, check_out=None):
            return f"You arrive on {long_date(check_in)}. Which day would you like to leave?"
        case DatesCriterion(check_in=None, check_out=date() as check_out):
            return f"You leave on {long_date(check_out)}. Which day would you like to arrive?"
        case DatesCriterion():
            return "Which days would you like to arrive and leave?"
        case BudgetCriterion():
            return "How much would you like to spend a night, in US dollars?"
        case RoomTypeCriterion():
            return "Would you like one bed, two beds or a suite? Any of them is fine too."
        case AmenitiesCriterion():
            return "Which amenities matter to you? You can also have no preference."
        case DistanceCriterion():
            return "How many miles from the airport or the city center may it be? Anywhere is fine too."
