"""Rooms left, whatever is booked and cancelled: never below zero, and always the allotment minus overlapping bookings."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from hotelsite.hotels.bookings import SoldOut, cancel_booking, reserve
from hotelsite.hotels.criteria import RoomType
from hotelsite.hotels.models import BookedNight, Booking
from hotelsite.hotels.pricing import nights_between, price_nights
from hotelsite.hotels.search import search_hotels
from hotelsite.hotels.stock import Stock
from tests.hotels.support import TODAY, hotel, settled, stock_up

FIRST = date(2027, 3, 1)
WINDOW = 8  # nights
BASE = Decimal(100)
ALLOTMENT = {
    ("alder", RoomType.ONE_BED): 3,
    ("alder", RoomType.SUITE): 1,
    ("birch", RoomType.ONE_BED): 2,
}


@dataclass(frozen=True)
class Stay:
    hotel: str
    room_type: RoomType
    check_in: date
    check_out: date

    @property
    def nights(self) -> list[date]:
        return nights_between(self.check_in, self.check_out)


def _stay(kind: tuple[str, RoomType], start: int, nights: int) -> Stay:
    end = min(start + nights, WINDOW)
    return Stay(*kind, FIRST + timedelta(days=start), FIRST + timedelta(days=end))


stays = st.builds(_stay, st.sampled_from(sorted(ALLOTMENT)), st.integers(0, WINDOW - 1), st.integers(1, 5))
cancellations = st.integers(0, 9)  # which of the live bookings, counted round
steps = st.lists(st.one_of(stays, stays, cancellations), max_size=20)


class RoomsLeft(TestCase):
    @settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    @given(steps=steps)
    def test_booking_searching_and_the_rows_agree_after_every_step(self, steps: list[Stay | int]) -> None:
        stock_up(
            hotel("Alder", rooms={RoomType.ONE_BED: 3, RoomType.SUITE: 1}),
            hotel("Birch", rooms={RoomType.ONE_BED: 2}),
        )
        live: list[str] = []
        for step in steps:
            if isinstance(step, Stay):
                left = left_by_count()
                full = tuple(night for night in step.nights if left(step, [night]) == 0)
                if full:
                    with pytest.raises(SoldOut) as refusal:
                        book(step)
                    assert refusal.value.nights == full
                else:
                    live.append(book(step))
            elif live:
                cancel_booking(live.pop(step % len(live)))
            check_every_night()
        check_every_search()


def left_by_count() -> Callable[[Stay, list[date]], int]:
    """Read the live bookings; what comes back counts rooms left for a stay's kind on the fullest of some nights.

    It knows the allotments and the bookings' dates, and nothing of the nights' rows that booking and searching go by.
    """
    rows = Booking.objects.live().values_list("hotel__slug", "room_type", "check_in", "check_out")
    sold = [Stay(slug, RoomType(kind), first, last) for slug, kind, first, last in rows]

    def left(stay: Stay, nights: list[date]) -> int:
        alike = [other for other in sold if (other.hotel, other.room_type) == (stay.hotel, stay.room_type)]
        overlapping = (sum(other.check_in <= night < other.check_out for other in alike) for night in nights)
        return ALLOTMENT[stay.hotel, stay.room_type] - max(overlapping)

    return left


def check_every_night() -> None:
    stock, left = Stock.read(FIRST, FIRST + timedelta(days=WINDOW)), left_by_count()
    hotels = {row.slug: row for row in stock.hotels}
    for slug, room_type in ALLOTMENT:
        for night in window():
            stay = Stay(slug, room_type, night, night + timedelta(days=1))
            assert stock.rooms_left(hotels[slug], room_type, stay.nights) == left(stay, stay.nights) >= 0
    assert BookedNight.objects.filter(booking__status="cancelled", unit__isnull=False).count() == 0


def check_every_search() -> None:
    """For every range of nights, a search shows what is left of each kind, and nothing of what is not."""
    count = left_by_count()
    for start, end in ranges():
        for room_type in (RoomType.ONE_BED, RoomType.SUITE):
            offers = search_hotels(settled(stay=(start, end), room=room_type), today=TODAY)
            stays = [Stay(slug, kind, start, end) for slug, kind in ALLOTMENT if kind is room_type]
            left = {stay.hotel: count(stay, stay.nights) for stay in stays}
            shown = {offer.slug: offer.rooms_left for offer in offers}
            assert shown == {slug: rooms for slug, rooms in left.items() if rooms > 0}


def window() -> list[date]:
    return [FIRST + timedelta(days=offset) for offset in range(WINDOW)]


def ranges() -> Iterator[tuple[date, date]]:
    for start in range(0, WINDOW, 2):
        for end in range(start + 1, WINDOW + 1, 2):
            yield FIRST + timedelta(days=start), FIRST + timedelta(days=end)


def book(stay: Stay) -> str:
    prices = price_nights(BASE, stay.room_type, stay.check_in, stay.check_out)
    return reserve(
        session_id=uuid4(),
        hotel=stay.hotel,
        room_type=stay.room_type,
        check_in=stay.check_in,
        check_out=stay.check_out,
        expected_total=sum((night.price for night in prices), Decimal(0)),
    ).confirmation
