"""Reserving and cancelling: every rule is checked again here, and what must always hold the database holds."""

from __future__ import annotations

import datetime as dt
import secrets
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Final
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils import timezone

from hotelsite.hotels.calendar import business_today
from hotelsite.hotels.models import BookedNight, Booking, BookingStatus, Hotel, RoomUnit
from hotelsite.hotels.pricing import NightPrice, price_nights
from hotelsite.hotels.rules import validate_value
from hotelsite.hotels.values import DatesValue
from hotelsite.hotels.vocabulary import Criterion, RoomType

_MAX_ATTEMPTS: Final = 20


class BookingRefused(Exception):
    """Nothing was booked. The root of every refusal by `reserve`."""


class SoldOut(BookingRefused):
    """No room of the kind is left on `.nights`, the dates of the full nights in order."""

    def __init__(self, nights: Sequence[dt.date]) -> None:
        super().__init__(f"sold out on {', '.join(map(str, nights))}")
        self.nights = tuple(nights)


class PriceChanged(BookingRefused):
    """The stay costs `.new` and not the `.old` that the customer saw, both in US dollars."""

    def __init__(self, old: Decimal, new: Decimal) -> None:
        super().__init__(f"the total is {new}, not {old}")
        self.old = old
        self.new = new


class AlreadyBooked(BookingRefused):
    """The conversation holds `.booking`, a live booking of another stay."""

    def __init__(self, booking: Booking) -> None:
        super().__init__(f"the session has booking {booking.pk}")
        self.booking = booking


class NotBookable(BookingRefused):
    """There is no such hotel or kind of room, or the dates break a rule; `.reason` is for the customer."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True, slots=True, kw_only=True)
class Quote:
    """What a stay costs now, and a free room for each of its nights."""

    nights: tuple[NightPrice, ...]
    units: tuple[int | None, ...]
    """Ids of the rooms, night by night, None where none is left; a stay need not keep the same one."""

    @property
    def total(self) -> Decimal:
        """US dollars for the whole stay."""
        return sum((night.price for night in self.nights), Decimal(0))

    @property
    def full(self) -> tuple[dt.date, ...]:
        """Nights on which no room is left, in order."""
        return tuple(night.date for night, unit in zip(self.nights, self.units, strict=True) if unit is None)


def standing_booking(session_id: UUID) -> Booking | None:
    """Return the live booking of a session, with its hotel."""
    return Booking.objects.live().of_session(session_id).select_related("hotel").first()


def quote(*, hotel: str, room_type: RoomType, check_in: dt.date, check_out: dt.date) -> Quote:
    """Return what a stay is like now; nothing is held, so that `reserve` may find it otherwise.

    Args:
        hotel: The slug.

    Raises:
        NotBookable: The hotel, the kind of room or the dates cannot be booked.
    """
    found = Hotel.objects.listed().filter(slug=hotel).first()
    return _quote(_offering(found, room_type), room_type, check_in, check_out)


def reserve(
    *,
    session_id: UUID,
    hotel: str,
    room_type: RoomType,
    check_in: dt.date,
    check_out: dt.date,
    expected_total: Decimal,
) -> Booking:
    """Book one room and commit, or refuse; everything is checked again here, whatever was shown before.

    The same session asking for the same stay again gets the booking that it has, so a retry books nothing twice.

    Args:
        hotel: The slug.
        expected_total: US dollars for the whole stay, as the customer saw it.

    Raises:
        AlreadyBooked: The session has a live booking of another stay.
        NotBookable: The hotel, the kind of room or the dates cannot be booked.
        SoldOut: No room is left on one night or more.
        PriceChanged: The total differs from the expected one.
    """
    for attempt in range(1, _MAX_ATTEMPTS + 1):
        try:
            # 1. Never inside another transaction: a turn that fails later must not take the booking with it.
            with transaction.atomic(durable=True):
                return _reserve_once(
                    session_id=session_id,
                    slug=hotel,
                    room_type=room_type,
                    check_in=check_in,
                    check_out=check_out,
                    expected_total=expected_total,
                )
        except IntegrityError:
            # 2. Somebody took the same confirmation number, unit or session in between: look again at what is true now.
            if attempt == _MAX_ATTEMPTS:
                raise
    raise AssertionError("the last attempt returns or raises")


def _reserve_once(
    *,
    session_id: UUID,
    slug: str,
    room_type: RoomType,
    check_in: dt.date,
    check_out: dt.date,
    expected_total: Decimal,
) -> Booking:
    # Locking the hotel's row makes the others wait for this sale. SQLite has no row locks; there the whole transaction
    # holds the write lock from its start.
    found = Hotel.objects.listed().select_for_update(no_key=True).filter(slug=slug).first()
    if standing := standing_booking(session_id):
        if standing.is_of(hotel=slug, room_type=room_type, check_in=check_in, check_out=check_out):
            return standing
        raise AlreadyBooked(standing)
    hotel = _offering(found, room_type)
    now = _quote(hotel, room_type, check_in, check_out)
    if now.full:
        raise SoldOut(now.full)
    if now.total != expected_total:
        raise PriceChanged(expected_total, now.total)
    confirmation = f"{secrets.randbelow(1_000_000):06d}"
    # The nights first: the database lets a live booking in only if it holds a room on each of them.
    BookedNight.objects.bulk_create(
        BookedNight(booking_id=confirmation, unit_id=unit, night=night.date, price=night.price)
        for night, unit in zip(now.nights, now.units, strict=True)
    )
    return Booking.objects.create(
        confirmation=confirmation,
        session_id=session_id,
        hotel=hotel,
        room_type=room_type.value,
        check_in=check_in,
        check_out=check_out,
        total=now.total,
    )


def _offering(hotel: Hotel | None, room_type: RoomType) -> Hotel:
    if hotel is None or room_type not in hotel.offered:
        raise NotBookable("That hotel does not offer such a room. Please choose one of the hotels found.")
    return hotel


def _quote(hotel: Hotel, room_type: RoomType, check_in: dt.date, check_out: dt.date) -> Quote:
    dates = DatesValue(check_in=check_in, check_out=check_out)
    for issue in validate_value(Criterion.DATES, dates, today=business_today()):
        raise NotBookable(issue.message)
    nights = price_nights(hotel.base_nightly, room_type, check_in, check_out)
    return Quote(nights=nights, units=_free_units(hotel, room_type, nights))


def _free_units(hotel: Hotel, room_type: RoomType, nights: Sequence[NightPrice]) -> tuple[int | None, ...]:
    units = RoomUnit.objects.filter(hotel=hotel, room_type=room_type.value, in_service=True)
    ids = list(units.order_by("number").values_list("id", flat=True))
    taken: defaultdict[dt.date, set[int]] = defaultdict(set)
    sold = BookedNight.objects.filter(
        unit__in=ids, night__gte=nights[0].date, night__lte=nights[-1].date
    ).values_list("night", "unit_id")
    for night, unit in sold:
        taken[night].add(unit)
    return tuple(next((unit for unit in ids if unit not in taken[night.date]), None) for night in nights)


def cancel_booking(confirmation: str) -> Booking:
    """Cancel a booking and give its rooms back; a booking that is cancelled already stays as it is.

    Its nights keep their prices, so that the record still shows what was agreed. Whether the caller may do this is
    for the caller to know.

    Raises:
        Booking.DoesNotExist: There is no booking with this number.
    """
    with transaction.atomic():
        booking = Booking.objects.select_for_update(no_key=True).get(confirmation=confirmation)
        if booking.status == BookingStatus.LIVE:
            booking.status = BookingStatus.CANCELLED
            booking.cancelled_at = timezone.now()
            booking.save(update_fields=["status", "cancelled_at"])
            booking.nights.update(unit=None)
    return booking
