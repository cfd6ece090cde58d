"""From a reading to the arguments of the capture tools."""

from __future__ import annotations

from decimal import Decimal

from graph.jsonvalue import JsonObject, JsonValue
from hotelsite.hotels.criteria import Amenity, Criteria, Criterion, DatesValue, RoomType
from hotelsite.local_models.reading import (
    AmenitiesReading,
    Anchor,
    BudgetProblem,
    BudgetReading,
    DateProblem,
    DatesReading,
    DistanceReading,
    Reading,
    RoomReading,
    apply_reading,
)


def arguments(
    criterion: Criterion, reading: Reading, saved: Criteria, *, is_asked: bool
) -> JsonObject | None:
    """Return what to capture for a criterion; None when the message holds nothing to save for it.

    Args:
        is_asked: The message answers this criterion's question, so that amenities named in it are all of them.
    """
    match reading.get(criterion):
        case DatesReading() as dates:
            return _dates(dates, reading, saved)
        case BudgetReading() as budget:
            return _budget(budget, saved)
        case RoomReading() as room:
            return _room_type(room)
        case AmenitiesReading() as amenities:
            return _amenities(amenities, saved, is_asked=is_asked)
        case DistanceReading() as distance:
            return _distance(distance)
    return None


def _dates(dates: DatesReading, reading: Reading, saved: Criteria) -> JsonObject | None:
    if dates.problem is DateProblem.IMPOSSIBLE and dates.problem_text:
        return {"check_in": dates.problem_text}
    if dates.problem and any(any(stay) for stay in dates.options):
        return _either(dates)
    if dates.problem is DateProblem.VAGUE and dates.nights:
        return {"nights": dates.nights}
    if not dates.has_value:
        return None
    if dates.shift_in or dates.shift_out:
        return _shifted(reading, saved)
    said: JsonObject = {}
    if dates.check_in:
        said["check_in"] = dates.check_in.isoformat()
    if dates.check_out:
        said["check_out"] = dates.check_out.isoformat()
    elif dates.reopens_check_out:
        said["check_out"] = None
    if dates.nights and not (dates.check_in and dates.check_out):
        said["nights"] = dates.nights
    return said


def _shifted(reading: Reading, saved: Criteria) -> JsonObject | None:
    """Return the saved stay after it moved."""
    value = apply_reading(reading, saved).get(Criterion.DATES)
    if not isinstance(value, DatesValue):
        return None
    days = (("check_in", value.check_in), ("check_out", value.check_out))
    return {name: day.isoformat() for name, day in days if day}


def _either(dates: DatesReading) -> JsonObject:
    """Return the stays that may be meant, with the day that has passed and the nights where they were said."""
    stays: list[JsonValue] = [
        {name: day.isoformat() for name, day in (("check_in", stay[0]), ("check_out", stay[1])) if day}
        for stay in dates.options
        if any(stay)
    ]
    said: JsonObject = {"either": stays}
    if dates.problem is DateProblem.PAST and dates.problem_text:
        said["check_in"] = dates.problem_text
    if dates.nights:
        said["nights"] = dates.nights
    return said


def _room_type(room: RoomReading) -> JsonObject | None:
    if room.has_value:
        return {"room_type": room.room_type.value if room.room_type else None}
    left = room.options or [kind for kind in RoomType if room.negated and kind not in room.negated]
    if len(left) < 2:
        return {"room_type": left[0].value} if left else None
    return {"room_type": None, "either": [kind.value for kind in RoomType if kind in left]}


def _budget(budget: BudgetReading, saved: Criteria) -> JsonObject | None:
    if budget.problem is BudgetProblem.CURRENCY and budget.amount is not None:
        return {"max": str(budget.amount), "currency": budget.currency}
    if budget.problem is BudgetProblem.STAY_TOTAL and budget.amount is not None:
        return {"max": str(budget.amount), "period": "stay"}
    if budget.problem is BudgetProblem.APPROXIMATE and budget.amount is not None:
        return {"max": str(budget.amount), "roughly": True}
    if budget.problem is BudgetProblem.STAY_OR_NIGHT and budget.amount is not None:
        return {"max": str(budget.amount), "period": "unclear"}
    if not budget.has_value:
        return None
    if budget.raise_by is not None:
        return None if saved.budget.max is None else {"max": str(saved.budget.max + budget.raise_by)}
    said: JsonObject = {}
    for name, amount, given_up in (("min", budget.min, budget.no_min), ("max", budget.max, budget.no_max)):
        if amount is not None or given_up:
            said[name] = None if amount is None else str(amount)
    if budget.total is not None and budget.min is None and saved.dates.check_in and saved.dates.check_out:
        said |= {"max": str(budget.total), "period": "stay"}
    return said


def _amenities(amenities: AmenitiesReading, saved: Criteria, *, is_asked: bool) -> JsonObject | None:
    if amenities.no_preference:
        return {"amenities": []}
    said: JsonObject = {}
    wished = _values(amenities.wished)
    everything = amenities.replaces or (is_asked and not amenities.adds) or not saved.amenities.answered
    if wished:
        said["amenities" if everything else "add"] = list(wished)
    kinds = (("remove", amenities.removed), ("avoid", amenities.negated), ("either", amenities.either))
    for name, named in kinds:
        if named:
            said[name] = list(_values(named))
    if amenities.unknown:
        said["others"] = True
    return said or None


def _values(amenities: frozenset[Amenity]) -> list[str]:
    return [amenity.value for amenity in Amenity if amenity in amenities]


def _distance(distance: DistanceReading) -> JsonObject | None:
    if distance.no_limit:
        return {"airport": None, "city_center": None}
    said: JsonObject = {anchor.value: None for anchor in distance.no_limit_from}
    if distance.airport is not None:
        said["airport"] = _miles(distance.airport)
    if distance.city_center is not None:
        said["city_center"] = _miles(distance.city_center)
    near = [anchor.value for anchor in Anchor if anchor in distance.near and anchor.value not in said]
    if near:
        said["near"] = list(near)
    return said or None


def _miles(miles: Decimal) -> str:
    return format(miles, "f")
