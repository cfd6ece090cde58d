"""Rooms left, against a plain count: any sequence of bookings and cancellations leaves what a calendar on paper would."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import date, timedelta
from decimal import Decimal
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from hotelsite.hotels.bookings import SoldOut, cancel_booking, reserve
from hotelsite.hotels.criteria import RoomType
from hotelsite.hotels.pricing import nights_between, price_nights
from hotelsite.hotels.search import search_hotels
from tests.hotels.support import TODAY, hotel, settled, stock_up

FIRST = date(2027, 3, 1)
WINDOW = 8  # nights
ROOMS = 3

stays = st.tuples(st.integers(0, WINDOW - 1), st.integers(1, 4)).map(
    lambda drawn: (FIRST + timedelta(days=drawn[0]), FIRST + timedelta(days=min(sum(drawn), WINDOW)))
)
steps = st.lists(
    st.one_of(stays, st.integers(0, 9)), max_size=14
)  # a stay to book, or which booking to cancel


class RoomsLeft(TestCase):
    @settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    @given(steps=steps)
    def test_search_and_booking_agree_with_a_calendar_on_paper(
        self, steps: list[tuple[date, date] | int]
    ) -> None:
        stock_up(hotel("Alder", rooms={RoomType.ONE_BED: ROOMS}))
        paper: Counter[date] = Counter()
        live: list[tuple[str, list[date]]] = []
        for step in steps:
            if isinstance(step, int):
                if live:
                    confirmation, nights = live.pop(step % len(live))
                    cancel_booking(confirmation)
                    paper.subtract(nights)
                continue
            nights = nights_between(*step)
            full = tuple(night for night in nights if paper[night] == ROOMS)
            if full:
                with pytest.raises(SoldOut) as refusal:
                    book(*step)
                assert refusal.value.nights == full
            else:
                live.append((book(*step), nights))
                paper.update(nights)

        for stay in all_stays():
            left = ROOMS - max(paper[night] for night in nights_between(*stay))
            offers = search_hotels(settled(stay=stay), today=TODAY)
            assert [offer.rooms_left for offer in offers] == ([left] if left else [])


def book(check_in: date, check_out: date) -> str:
    prices = price_nights(Decimal(100), RoomType.ONE_BED, check_in, check_out)
    return reserve(
        session_id=uuid4(),
        hotel="alder",
        room_type=RoomType.ONE_BED,
        check_in=check_in,
        check_out=check_out,
        expected_total=sum((night.price for night in prices), Decimal(0)),
    ).confirmation


def all_stays() -> Iterator[tuple[date, date]]:
    for start in range(WINDOW):
        for end in range(start + 1, WINDOW + 1):
            yield FIRST + timedelta(days=start), FIRST + timedelta(days=end)
