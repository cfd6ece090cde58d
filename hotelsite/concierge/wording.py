"""Criteria and results in words: what the customer reads, and the words that stand for an action."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import Final

from hotelsite.concierge.desk import Offer
from hotelsite.hotels.criteria import (
    AmenitiesValue,
    Amenity,
    BudgetValue,
    Criterion,
    CriterionValue,
    DatesValue,
    DistanceValue,
    RoomTypeValue,
)
from hotelsite.hotels.wording import counted, dollars, long_date, miles

FEW_ROOMS: Final = 3
"""So many rooms of a kind or fewer are few; the page's cards go by the same number (`static/web/js/hotels.js`)."""


def in_words(value: CriterionValue) -> str:
    """Return a value as the customer would say it: `at most $700 a night`, `a suite`, `anywhere`."""
    match value:
        case DatesValue():
            return _dates(value)
        case BudgetValue():
            return _budget(value.min, value.max)
        case RoomTypeValue():
            return f"a {value.room_type.label}" if value.room_type else "any room type"
        case AmenitiesValue():
            return listed(amenity.label for amenity in value.amenities) or "no preference"
        case DistanceValue():
            return _distance(value.airport, value.city_center)


def labelled(criterion: Criterion, value: CriterionValue) -> str:
    """Return a value under the name of its criterion: `Budget: at most $700 a night`."""
    return f"{criterion.label.capitalize()}: {in_words(value)}"


def _dates(value: DatesValue) -> str:
    check_in, check_out = value.check_in, value.check_out
    if check_in and check_out:
        nights = counted((check_out - check_in).days, "night")
        return f"{long_date(check_in)} to {long_date(check_out)} ({nights})"
    if check_in:
        return f"arriving {long_date(check_in)}"
    return f"leaving {long_date(check_out)}" if check_out else "no dates"


def _budget(least: Decimal | None, most: Decimal | None) -> str:
    if least is not None and most is not None:
        return f"{dollars(least)} to {dollars(most)} a night"
    if most is not None:
        return f"at most {dollars(most)} a night"
    return f"at least {dollars(least)} a night" if least is not None else "no limit"


def _distance(airport: Decimal | None, city_center: Decimal | None) -> str:
    limits = [
        f"within {miles(limit)} of {place}"
        for limit, place in ((airport, "the airport"), (city_center, "the city center"))
        if limit is not None
    ]
    return listed(limits) or "anywhere"


def listed(words: Iterable[str], last: str = "and") -> str:
    """Return words as a list in a sentence: `a`, `a and b`, `a, b and c`; '' for none."""
    *others, final = [*words] or [""]
    return f"{', '.join(others)} {last} {final}" if others else final


def nightly(offer: Offer) -> str:
    """Return what a night costs, as a range where nights differ."""
    if offer.nightly_low == offer.nightly_high:
        return f"{dollars(offer.nightly_low)} a night"
    return f"{dollars(offer.nightly_low)} to {dollars(offer.nightly_high)} a night"


def priced(offer: Offer) -> str:
    """Return the price of the stay with its nights: `$2,891.70 for 6 nights`."""
    return f"{dollars(offer.total)} for {counted(len(offer.nights), 'night')}"


def few_left(offer: Offer) -> str:
    """Return how many rooms are left where that is worth hurrying for, to follow a price; '' otherwise."""
    return f", only {counted(offer.rooms_left, 'room')} left" if offer.rooms_left <= FEW_ROOMS else ""


def places(offer: Offer) -> str:
    """Return how far a hotel is from both places."""
    return f"{miles(offer.airport_miles)} from the airport, {miles(offer.city_center_miles)} from the city center"


def names(results: Sequence[Offer], numbers: Iterable[int], last: str = "and") -> str:
    """Return some results by number and name, in a sentence."""
    return listed((f"{number}. {results[number - 1].name}" for number in numbers), last)


def has(offer: Offer, wanted: Sequence[Amenity]) -> str:
    """Return which of these amenities a hotel lists and which not."""
    there = [amenity.label for amenity in wanted if amenity in offer.amenities]
    missing = [amenity.label for amenity in wanted if amenity not in offer.amenities]
    parts = []
    if there:
        parts.append(f"lists {listed(there)}")
    if missing:
        parts.append(f"does not list {listed(missing, 'or')}")
    return " and ".join(parts)
