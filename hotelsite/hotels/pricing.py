"""What a night costs: pure, in decimals, rounded to cents half up. Source: DESIGN.md, "Pricing"."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from decimal import ROUND_HALF_UP, Decimal
from typing import Final

from hotelsite.hotels.values import Frozen
from hotelsite.hotels.vocabulary import RoomType

_CENT: Final = Decimal("0.01")
_LOW_SEASON: Final = Decimal("1.2")
_SEASONS: Final[Mapping[int, Decimal]] = {
    4: Decimal("1.4"),
    5: Decimal("1.4"),
    6: Decimal("1.8"),
    7: Decimal("1.8"),
    8: Decimal("1.8"),
    9: Decimal("1.8"),
    10: Decimal("1.5"),
}
"""The factor of each month's nights; months that are not here are low season."""
_ROOMS: Final[Mapping[RoomType, Decimal]] = {
    RoomType.ONE_BED: Decimal("1.0"),
    RoomType.TWO_BEDS: Decimal("1.6"),
    RoomType.SUITE: Decimal("2.5"),
}
_WEEKEND: Final = Decimal("1.15")
_SATURDAY: Final = 5


class NightPrice(Frozen):
    """One night, named by the date on which it begins, and its price in US dollars."""

    date: dt.date
    price: Decimal


def night_price(base: Decimal, room_type: RoomType, night: dt.date) -> Decimal:
    """Return the price of the night that begins on this date, in US dollars and cents.

    Args:
        base: The hotel's base price of a night, in US dollars.
    """
    season = _SEASONS.get(night.month, _LOW_SEASON)
    weekend = _WEEKEND if night.weekday() >= _SATURDAY else Decimal(1)
    return (base * season * _ROOMS[room_type] * weekend).quantize(_CENT, ROUND_HALF_UP)


def price_nights(
    base: Decimal, room_type: RoomType, check_in: dt.date, check_out: dt.date
) -> tuple[NightPrice, ...]:
    """Return each night from check-in up to but not including check-out, oldest first."""
    return tuple(
        NightPrice(date=night, price=night_price(base, room_type, night))
        for night in nights_between(check_in, check_out)
    )


def nights_between(check_in: dt.date, check_out: dt.date) -> list[dt.date]:
    """Return the dates on which the nights of a stay begin; the check-out day is none of them."""
    return [check_in + dt.timedelta(days=offset) for offset in range((check_out - check_in).days)]
