"""What the local chat model asks when a message is about a criterion and holds nothing that can surely be saved."""

from __future__ import annotations

from hotelsite.hotels.criteria import Amenity, Criterion, RoomType
from hotelsite.local_models import phrases
from hotelsite.local_models.reading import (
    AmenitiesReading,
    BudgetProblem,
    BudgetReading,
    DateProblem,
    DatesReading,
    DistanceProblem,
    DistanceReading,
    Reading,
    RoomReading,
)


def unchanged(criterion: Criterion) -> str:
    """Return the answer to "never mind"."""
    return f"{phrases.UNCHANGED} {phrases.ASK[criterion]}"


def question(criterion: Criterion, reading: Reading) -> str:
    """Return the one question that settles what a message leaves open."""
    match reading.get(criterion):
        case DatesReading() as dates:
            return _about_dates(dates)
        case BudgetReading() as budget:
            return _about_budget(budget)
        case RoomReading() as room if room.options or room.negated:
            return phrases.which_room(room.options or [kind for kind in RoomType if kind not in room.negated])
        case AmenitiesReading() as amenities if amenities.asked_about:
            return phrases.a_must(amenity for amenity in Amenity if amenity in amenities.asked_about)
        case DistanceReading() as distance:
            return _about_distance(distance)
        case None:
            return f"{phrases.NOT_CAUGHT} {phrases.ASK[criterion]}"
    return phrases.ASK[criterion]


def _about_dates(dates: DatesReading) -> str:
    options = [phrases.stay(*stay) for stay in dates.options if any(stay)]
    match dates.problem:
        case DateProblem.PAST:
            passed = phrases.has_passed(dates.problem_text or "")
            return f"{passed} {phrases.did_you_mean(options) if options else phrases.ASK[Criterion.DATES]}"
        case DateProblem.AMBIGUOUS | DateProblem.INCONSISTENT | DateProblem.VAGUE if len(options) > 1:
            return phrases.did_you_mean(options)
    return phrases.ASK[Criterion.DATES]


def _about_budget(budget: BudgetReading) -> str:
    if budget.amount is not None and budget.problem is BudgetProblem.APPROXIMATE:
        return phrases.at_most(budget.amount)
    if budget.amount is not None and budget.problem is BudgetProblem.STAY_OR_NIGHT:
        return phrases.night_or_stay(budget.amount)
    return phrases.ASK[Criterion.BUDGET]


def _about_distance(distance: DistanceReading) -> str:
    match distance.problem:
        case DistanceProblem.PLACE if distance.miles is not None:
            return phrases.miles_from_which(distance.miles)
        case DistanceProblem.UNIT if distance.near:
            return f"{phrases.ONLY_MILES} {phrases.miles_from(distance.near)}"
        case DistanceProblem.UNIT:
            return f"{phrases.ONLY_MILES} {phrases.ASK[Criterion.DISTANCE]}"
        case DistanceProblem.FARTHER:
            return f"{phrases.ONLY_NEAR} {phrases.ASK[Criterion.DISTANCE]}"
    return phrases.ASK[Criterion.DISTANCE]
