"""What the tests of the hotels share: one business date, settled criteria, small hotels, and rows past the code."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from decimal import Decimal
from typing import Any
from uuid import uuid4

from hotelsite.hotels.catalogue import Catalogue, CatalogueHotel, load_catalogue
from hotelsite.hotels.criteria import (
    AmenitiesCriterion,
    Amenity,
    BudgetCriterion,
    Criteria,
    DatesCriterion,
    DistanceCriterion,
    RoomType,
    RoomTypeCriterion,
)
from hotelsite.hotels.models import BookedNight, Booking, Hotel, RoomUnit

TODAY = date(2026, 11, 30)  # a Monday


def settled(
    *,
    stay: tuple[date, date] = (date(2027, 8, 3), date(2027, 8, 9)),
    least: str | None = None,
    most: str | None = None,
    room: RoomType | None = None,
    amenities: Sequence[Amenity] = (),
    airport: str | None = None,
    city_center: str | None = None,
) -> Criteria:
    """Criteria that are all answered; whatever is not named has no preference."""
    return Criteria(
        dates=DatesCriterion(answered=True, check_in=stay[0], check_out=stay[1]),
        budget=BudgetCriterion(answered=True, min=_decimal(least), max=_decimal(most)),
        room_type=RoomTypeCriterion(answered=True, room_type=room),
        amenities=AmenitiesCriterion(answered=True, amenities=tuple(amenities)),
        distance=DistanceCriterion(
            answered=True, airport=_decimal(airport), city_center=_decimal(city_center)
        ),
    )


def _decimal(written: str | None) -> Decimal | None:
    return None if written is None else Decimal(written)


def hotel(
    name: str,
    *,
    base: str = "100",
    rooms: dict[RoomType, int] | None = None,
    amenities: Sequence[Amenity] = (),
    airport: str = "5",
    city_center: str = "5",
) -> CatalogueHotel:
    """A hotel of a catalogue; it offers the kinds of room that `rooms` counts."""
    counted = {RoomType.ONE_BED: 1} if rooms is None else rooms
    return CatalogueHotel(
        name=name,
        address=f"1 {name} Street",
        base_nightly=Decimal(base),
        room_types=frozenset(counted),
        airport_miles=Decimal(airport),
        city_center_miles=Decimal(city_center),
        amenities=frozenset(amenities),
        rooms=counted,
    )


def stock_up(*hotels: CatalogueHotel) -> None:
    """Make these the whole catalogue."""
    load_catalogue(Catalogue(policies={}, hotels=list(hotels)))


def write_booking(
    confirmation: str, first: date, units: Sequence[RoomUnit | None], *, at: Hotel, **fields: Any
) -> Booking:
    """Write the rows of a booking as `reserve` would, and without any of its checks: one night for each unit."""
    for offset, unit in enumerate(units):
        BookedNight.objects.create(
            booking_id=confirmation, unit=unit, night=first + timedelta(days=offset), price=1
        )
    usual = {
        "session_id": uuid4(),
        "room_type": RoomType.ONE_BED.value,
        "check_in": first,
        "check_out": first + timedelta(days=len(units)),
        "total": 1,
    }
    return Booking.objects.create(confirmation=confirmation, hotel=at, **usual | fields)
