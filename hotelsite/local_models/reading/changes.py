"""What a reading changes in the saved criteria: for each criterion that is touched, its complete new value.

Only what a message names is touched: "under 500" keeps the lower limit, "and parking" the other amenities, "leave a day
later" the check-in. What cannot be taken surely changes nothing; the reading says why.
"""

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal

from hotelsite.hotels.criteria import (
    AmenitiesCriterion,
    AmenitiesValue,
    BudgetCriterion,
    BudgetValue,
    Criteria,
    Criterion,
    CriterionValue,
    DatesCriterion,
    DatesValue,
    DistanceCriterion,
    DistanceValue,
    RoomTypeValue,
)
from hotelsite.local_models.reading.amenities import AmenitiesReading
from hotelsite.local_models.reading.asking import Anchor
from hotelsite.local_models.reading.dates import DatesReading
from hotelsite.local_models.reading.distance import DistanceReading
from hotelsite.local_models.reading.message import Reading
from hotelsite.local_models.reading.money import BudgetReading
from hotelsite.local_models.reading.rooms import RoomReading


def apply_reading(
    reading: Reading, saved: Criteria, *, asked: Criterion | None = None
) -> dict[Criterion, CriterionValue]:
    """Return the new value of every criterion that the message changes, in the order of the criteria.

    A half answer is a value too: check-in without check-out. A value may break a rule (a maximum below the minimum);
    the rules are the business of whoever saves it.

    Args:
        asked: The open question; naming amenities in answer to it says all of them.
    """
    values: dict[Criterion, CriterionValue] = {}
    for criterion in reading.mentions:
        match reading.get(criterion):
            case DatesReading() as dates:
                value: CriterionValue | None = _dates(dates, saved.dates)
            case BudgetReading() as budget:
                value = _budget(budget, saved.budget)
            case RoomReading() as room:
                value = RoomTypeValue(room_type=room.room_type) if room.has_value else None
            case AmenitiesReading() as amenities:
                value = _amenities(amenities, saved.amenities, is_asked=asked is Criterion.AMENITIES)
            case DistanceReading() as distance:
                value = _distance(distance, saved.distance)
            case _:
                value = None
        if value is not None:
            values[criterion] = value
    return values


def _dates(reading: DatesReading, saved: DatesCriterion) -> DatesValue | None:
    if not reading.has_value:
        return None
    check_in = reading.check_in or _moved(saved.check_in, reading.shift_in)
    check_out = reading.check_out or _moved(saved.check_out, reading.shift_out)
    if reading.nights and reading.check_in is None and reading.check_out is None:
        if saved.check_in:
            check_out = _moved(saved.check_in, reading.nights)
        elif saved.check_out:
            check_in = _moved(saved.check_out, -reading.nights)
    elif reading.check_in and reading.check_out is None and check_out and _is_void(check_out, reading):
        check_out = None
    if check_in is None and check_out is None:
        return None
    return DatesValue(check_in=check_in, check_out=check_out)


def _is_void(check_out: date, reading: DatesReading) -> bool:
    """Tell whether a new check-in has taken the meaning from the saved check-out."""
    return reading.reopens_check_out or (reading.check_in is not None and check_out <= reading.check_in)


def _moved(day: date | None, days: int) -> date | None:
    if day is None:
        return None
    try:
        return day + timedelta(days=days)
    except OverflowError:
        return None


def _budget(reading: BudgetReading, saved: BudgetCriterion) -> BudgetValue | None:
    if not reading.has_value:
        return None
    low = (
        None
        if reading.no_min and reading.min is None
        else reading.min
        if reading.min is not None
        else saved.min
    )
    high = (
        None
        if reading.no_max and reading.max is None
        else reading.max
        if reading.max is not None
        else saved.max
    )
    if reading.raise_by is not None:
        if saved.max is None:
            return None
        high = saved.max + reading.raise_by
    return BudgetValue(min=low, max=high)


def _amenities(
    reading: AmenitiesReading, saved: AmenitiesCriterion, *, is_asked: bool
) -> AmenitiesValue | None:
    if reading.no_preference:
        return AmenitiesValue(amenities=())
    dropped = reading.removed | reading.negated
    if not reading.wished and not (saved.answered and dropped):
        return None
    whole = reading.replaces or (is_asked and not reading.adds and bool(reading.wished)) or not saved.answered
    kept = frozenset() if whole else frozenset(saved.amenities)
    return AmenitiesValue(amenities=tuple((kept | reading.wished) - dropped))


def _distance(reading: DistanceReading, saved: DistanceCriterion) -> DistanceValue | None:
    if not reading.has_value:
        return None
    if reading.no_limit:
        return DistanceValue(airport=None, city_center=None)

    def limit(anchor: Anchor, said: Decimal | None, before: Decimal | None) -> Decimal | None:
        if said is not None:
            return said
        return None if anchor in reading.no_limit_from else before

    return DistanceValue(
        airport=limit(Anchor.AIRPORT, reading.airport, saved.airport),
        city_center=limit(Anchor.CITY_CENTER, reading.city_center, saved.city_center),
    )
