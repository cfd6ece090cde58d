"""What the graph needs of the hotels: a desk that searches, knows facts, and reserves."""

from __future__ import annotations

import datetime as dt
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Protocol
from uuid import UUID

from hotelsite.hotels import bookings, search
from hotelsite.hotels.bookings import NotBookable, PriceChanged, SoldOut
from hotelsite.hotels.criteria import Criteria, RoomType
from hotelsite.hotels.models import Booking
from hotelsite.hotels.search import HotelFacts, NearMiss, Offer

__all__ = [
    "AlreadyBooked",
    "DatabaseDesk",
    "HotelDesk",
    "HotelFacts",
    "NearMiss",
    "NotBookable",
    "Offer",
    "PriceChanged",
    "Receipt",
    "SoldOut",
    "StayNow",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """A booking that stands."""

    confirmation: str
    hotel: str
    """Its name."""
    check_in: dt.date
    check_out: dt.date
    total: Decimal
    """US dollars for the whole stay."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StayNow:
    """What a stay is like at this moment; nothing is held."""

    booked: Receipt | None = None
    """The conversation's live booking, of this stay or another."""
    is_this_stay: bool = False
    """It is this stay that is booked."""
    full_nights: tuple[dt.date, ...] = ()
    """Nights on which no room is left, in order; empty where the conversation has a booking."""
    total: Decimal = Decimal(0)
    """US dollars; 0 where the conversation has a booking, since nothing more will be sold to it."""


class AlreadyBooked(Exception):
    """The conversation holds a live booking of another stay: `.receipt`."""

    def __init__(self, receipt: Receipt) -> None:
        super().__init__("the conversation has a live booking")
        self.receipt = receipt


class HotelDesk(Protocol):
    """The hotels, as the graph sees them."""

    async def search(self, criteria: Criteria, *, today: dt.date) -> Sequence[Offer]:
        """Return every offer that meets valid criteria, cheapest stay first, then by name."""

    async def near_misses(self, criteria: Criteria, *, today: dt.date) -> Sequence[NearMiss]:
        """Return what each single relaxed criterion would open, in the order of the criteria."""

    async def facts(self, slugs: Sequence[str]) -> Sequence[HotelFacts]:
        """Return what may be said of these hotels; a hotel that left the catalogue is absent."""

    async def look_up(
        self, *, session_id: UUID, hotel: str, room_type: RoomType, check_in: dt.date, check_out: dt.date
    ) -> StayNow:
        """Return what booking this stay would come to now.

        Raises:
            NotBookable: `.reason` is for the customer.
        """

    async def reserve(
        self,
        *,
        session_id: UUID,
        hotel: str,
        room_type: RoomType,
        check_in: dt.date,
        check_out: dt.date,
        expected_total: Decimal,
    ) -> Receipt:
        """Book and commit, or refuse. The same session asking for the same stay gets the booking that it has.

        Raises:
            AlreadyBooked: The session has another live booking.
            SoldOut: `.nights` are full.
            PriceChanged: `.new` is the price now, `.old` the one that was shown.
            NotBookable: `.reason` is for the customer.
        """


class DatabaseDesk:
    """The desk over the site's own catalogue and bookings."""

    def __init__(self, in_thread: Callable[[Callable[..., Any]], Callable[..., Awaitable[Any]]]) -> None:
        """Take the host's way to run what touches the database, such as `database_sync_to_async`."""
        self._search = in_thread(search.search_hotels)
        self._near_misses = in_thread(search.near_misses)
        self._facts = in_thread(search.hotel_facts)
        self._look_up = in_thread(_look_up)
        self._reserve = in_thread(_reserve)

    async def search(self, criteria: Criteria, *, today: dt.date) -> Sequence[Offer]:
        found: Sequence[Offer] = await self._search(criteria, today=today)
        return found

    async def near_misses(self, criteria: Criteria, *, today: dt.date) -> Sequence[NearMiss]:
        found: Sequence[NearMiss] = await self._near_misses(criteria, today=today)
        return found

    async def facts(self, slugs: Sequence[str]) -> Sequence[HotelFacts]:
        found: Sequence[HotelFacts] = await self._facts(slugs)
        return found

    async def look_up(
        self, *, session_id: UUID, hotel: str, room_type: RoomType, check_in: dt.date, check_out: dt.date
    ) -> StayNow:
        now: StayNow = await self._look_up(
            session_id, hotel=hotel, room_type=room_type, check_in=check_in, check_out=check_out
        )
        return now

    async def reserve(
        self,
        *,
        session_id: UUID,
        hotel: str,
        room_type: RoomType,
        check_in: dt.date,
        check_out: dt.date,
        expected_total: Decimal,
    ) -> Receipt:
        receipt: Receipt = await self._reserve(
            session_id=session_id,
            hotel=hotel,
            room_type=room_type,
            check_in=check_in,
            check_out=check_out,
            expected_total=expected_total,
        )
        return receipt


def _look_up(session_id: UUID, **stay: Any) -> StayNow:
    if standing := bookings.standing_booking(session_id):
        return StayNow(booked=_receipt(standing), is_this_stay=standing.is_of(**stay))
    quote = bookings.quote(**stay)
    return StayNow(full_nights=quote.full, total=quote.total)


def _reserve(**stay: Any) -> Receipt:
    """Reserve in one thread, so that the booking's hotel is read where the connection is."""
    try:
        return _receipt(bookings.reserve(**stay))
    except bookings.AlreadyBooked as refusal:
        raise AlreadyBooked(_receipt(refusal.booking)) from refusal


def _receipt(booking: Booking) -> Receipt:
    return Receipt(
        confirmation=booking.confirmation,
        hotel=booking.hotel.name,
        check_in=booking.check_in,
        check_out=booking.check_out,
        total=booking.total,
    )
