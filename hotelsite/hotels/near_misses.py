"""What one relaxed criterion would open when nothing is found, and by how much it misses. Nothing is relaxed unasked."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Iterator
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from typing import Final

from hotelsite.hotels.rules import latest_check_in, require_valid
from hotelsite.hotels.stock import Offer, Stock
from hotelsite.hotels.values import (
    AmenitiesValue,
    BudgetValue,
    Criteria,
    CriterionValue,
    DatesValue,
    DistanceValue,
    Frozen,
    RoomTypeValue,
)
from hotelsite.hotels.vocabulary import Amenity, Criterion
from hotelsite.hotels.wording import counted, dollars, long_date, miles

MAX_SHIFT_DAYS: Final = 7
"""How far the stay may move for another date to count as near."""

_NO_LIMIT: Final = BudgetValue(min=None, max=None)
_ANY_ROOM: Final = RoomTypeValue(room_type=None)
_NO_PREFERENCE: Final = AmenitiesValue(amenities=())
_ANYWHERE: Final = DistanceValue(airport=None, city_center=None)


class NearMiss(Frozen):
    """One criterion that, relaxed alone and as little as it takes, gives results."""

    criterion: Criterion
    relaxed_value: CriterionValue
    """A complete value for this criterion, ready to be offered as an answer."""
    hotels: int
    """How many hotels the search then finds; at least 1."""
    message: str
    """For the customer: `$12 more a night opens 3 hotels`."""


def near_misses(criteria: Criteria, *, today: dt.date) -> list[NearMiss]:
    """Return the nearest miss of each criterion that is alone in the way, in the order of `Criterion`.

    Empty when the criteria do find hotels, and when no single one is in the way. Three queries.

    Raises:
        InvalidCriteria: The criteria break a rule or are not all answered.
    """
    require_valid(criteria, today=today)
    check_in, check_out = _stay(criteria)
    shift = dt.timedelta(days=MAX_SHIFT_DAYS)
    stock = Stock.read(check_in - shift, check_out + shift)
    if stock.offers(criteria):
        return []
    found = (
        _other_dates(criteria, stock, today),
        _other_budget(criteria, stock),
        _other_room(criteria, stock),
        _fewer_amenities(criteria, stock),
        _further_away(criteria, stock),
    )
    return [miss for miss in found if miss is not None]


def _other_dates(criteria: Criteria, stock: Stock, today: dt.date) -> NearMiss | None:
    """Move the whole stay by as few days as possible, later rather than earlier."""
    check_in, check_out = _stay(criteria)
    for days in _shifts():
        moved = dt.timedelta(days=days)
        dates = DatesValue(check_in=check_in + moved, check_out=check_out + moved)
        if today <= check_in + moved <= latest_check_in(today):
            hotels = len(stock.offers(criteria.with_value(Criterion.DATES, dates)))
            if hotels:
                return NearMiss(
                    criterion=Criterion.DATES,
                    relaxed_value=dates,
                    hotels=hotels,
                    message=f"Arriving {counted(abs(days), 'day')} {'later' if days > 0 else 'earlier'}, on "
                    f"{long_date(check_in + moved)}, opens {counted(hotels, 'hotel')}",
                )
    return None


def _shifts() -> Iterator[int]:
    for days in range(1, MAX_SHIFT_DAYS + 1):
        yield from (days, -days)


def _other_budget(criteria: Criteria, stock: Stock) -> NearMiss | None:
    """Widen the limits to whole dollars, as far as the hotel that misses them least."""
    low, high = criteria.budget.min, criteria.budget.max
    offers = stock.offers(criteria.with_value(Criterion.BUDGET, _NO_LIMIT))
    if not offers:
        return None

    def excess(offer: Offer) -> tuple[Decimal, Decimal]:
        """Dollars a night below the least and above the most."""
        return _above(low or offer.nightly_low, offer.nightly_low), _above(offer.nightly_high, high)

    nearest = min(offers, key=lambda offer: sum(excess(offer)))
    below, above = excess(nearest)
    floor = nearest.nightly_low.quantize(Decimal(1), ROUND_FLOOR) or nearest.nightly_low
    ceiling = nearest.nightly_high.quantize(Decimal(1), ROUND_CEILING)
    relaxed = BudgetValue(min=floor if below else low, max=ceiling if above else high)
    steps = []
    if above and high is not None:
        steps.append(f"{dollars(ceiling - high)} more a night")
    if below and low is not None:
        steps.append(f"a lower limit of {dollars(floor)} instead of {dollars(low)} a night")
    return _miss(criteria, stock, Criterion.BUDGET, relaxed, " and ".join(steps))


def _other_room(criteria: Criteria, stock: Stock) -> NearMiss | None:
    wanted = criteria.room_type.room_type
    if wanted is None:
        return None
    return _miss(
        criteria, stock, Criterion.ROOM_TYPE, _ANY_ROOM, f"any kind of room instead of a {wanted.label}"
    )


def _fewer_amenities(criteria: Criteria, stock: Stock) -> NearMiss | None:
    """Give up as few amenities as possible, and of these the ones that most hotels lack."""
    wanted = criteria.amenities.amenities
    offers = stock.offers(criteria.with_value(Criterion.AMENITIES, _NO_PREFERENCE))
    lacking: Counter[tuple[Amenity, ...]] = Counter(
        tuple(amenity for amenity in wanted if amenity not in offer.amenities) for offer in offers
    )
    if not lacking:
        return None
    given_up = min(lacking, key=lambda missing: (len(missing), -lacking[missing], missing))
    relaxed = AmenitiesValue(amenities=tuple(amenity for amenity in wanted if amenity not in given_up))
    without = " and ".join(amenity.label for amenity in given_up)
    return _miss(criteria, stock, Criterion.AMENITIES, relaxed, f"going without {without}")


def _further_away(criteria: Criteria, stock: Stock) -> NearMiss | None:
    """Widen the limits as far as the hotel that misses them least."""
    airport, city_center = criteria.distance.airport, criteria.distance.city_center
    offers = stock.offers(criteria.with_value(Criterion.DISTANCE, _ANYWHERE))
    if not offers:
        return None

    def excess(offer: Offer) -> tuple[Decimal, Decimal]:
        """Miles too far from the airport and from the city center."""
        return _above(offer.airport_miles, airport), _above(offer.city_center_miles, city_center)

    nearest = min(offers, key=lambda offer: sum(excess(offer)))
    from_airport, from_center = excess(nearest)
    relaxed = DistanceValue(
        airport=nearest.airport_miles if from_airport else airport,
        city_center=nearest.city_center_miles if from_center else city_center,
    )
    steps = [
        f"{miles(distance)} further from the {place}"
        for distance, place in ((from_airport, "airport"), (from_center, "city center"))
        if distance
    ]
    return _miss(criteria, stock, Criterion.DISTANCE, relaxed, " and ".join(steps))


def _miss(
    criteria: Criteria, stock: Stock, criterion: Criterion, relaxed: CriterionValue, step: str
) -> NearMiss | None:
    hotels = len(stock.offers(criteria.with_value(criterion, relaxed)))
    if not hotels:
        return None
    message = f"{step[:1].upper()}{step[1:]} opens {counted(hotels, 'hotel')}"
    return NearMiss(criterion=criterion, relaxed_value=relaxed, hotels=hotels, message=message)


def _above(amount: Decimal, limit: Decimal | None) -> Decimal:
    """Return by how much an amount is over a limit; None is no limit."""
    return Decimal(0) if limit is None else max(amount - limit, Decimal(0))


def _stay(criteria: Criteria) -> tuple[dt.date, dt.date]:
    check_in, check_out = criteria.dates.check_in, criteria.dates.check_out
    assert check_in is not None
    assert check_out is not None
    return check_in, check_out
