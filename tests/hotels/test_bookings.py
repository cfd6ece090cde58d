"""Reserving and cancelling: what is booked, what is refused, and what the database never allows."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any
from unittest.mock import patch
from uuid import UUID

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from hotelsite.hotels.bookings import (
    AlreadyBooked,
    NotBookable,
    PriceChanged,
    SoldOut,
    cancel_booking,
    quote,
    reserve,
)
from hotelsite.hotels.criteria import RoomType
from hotelsite.hotels.models import Booking, BookingStatus, Hotel, RoomUnit
from tests.hotels.support import hotel, stock_up, write_booking

pytestmark = pytest.mark.django_db

OLIVE, PETER = UUID(int=1), UUID(int=2)  # two customers' sessions
STAY: dict[str, Any] = {
    "hotel": "alder",
    "room_type": RoomType.ONE_BED,
    "check_in": date(2027, 8, 6),
    "check_out": date(2027, 8, 8),
    "expected_total": Decimal(387),
}


@pytest.fixture(autouse=True)
def one_room() -> None:
    stock_up(hotel("Alder"))  # 180 on Friday, 207 on Saturday


def test_a_booking_holds_what_was_agreed_night_by_night() -> None:
    booking = reserve(session_id=OLIVE, **STAY)

    stored = Booking.objects.get()
    assert stored == booking
    assert (stored.session_id, stored.hotel.slug, stored.room_type) == (OLIVE, "alder", "one_bed")
    assert (stored.check_in, stored.check_out, stored.total) == (
        date(2027, 8, 6),
        date(2027, 8, 8),
        Decimal(387),
    )
    assert stored.status == BookingStatus.LIVE
    assert [(night.night.day, night.price) for night in stored.nights.all()] == [
        (6, Decimal(180)),
        (7, Decimal(207)),
    ]


def test_a_confirmation_number_has_six_digits() -> None:
    with patch("secrets.randbelow", return_value=42):
        assert reserve(session_id=OLIVE, **STAY).confirmation == "000042"


def test_a_confirmation_number_that_is_taken_is_drawn_again() -> None:
    stock_up(hotel("Alder", rooms={RoomType.ONE_BED: 2}))
    with patch("secrets.randbelow", return_value=7):
        reserve(session_id=OLIVE, **STAY)

    with patch("secrets.randbelow", side_effect=[7, 7, 8]):
        assert reserve(session_id=PETER, **STAY).confirmation == "000008"


def test_an_error_of_the_database_that_does_not_go_away_is_raised() -> None:
    stock_up(hotel("Alder", rooms={RoomType.ONE_BED: 2}))
    with patch("secrets.randbelow", return_value=7):
        reserve(session_id=OLIVE, **STAY)
        with pytest.raises(IntegrityError):
            reserve(session_id=PETER, **STAY)

    assert Booking.objects.count() == 1


def test_the_same_stay_again_is_the_same_booking_whatever_changed_since() -> None:
    booking = reserve(session_id=OLIVE, **STAY)
    Hotel.objects.update(base_nightly=999, listed=False)

    assert reserve(session_id=OLIVE, **STAY) == booking
    assert Booking.objects.count() == 1


def test_another_stay_in_the_same_session_is_refused_and_names_the_booking() -> None:
    booking = reserve(session_id=OLIVE, **STAY)

    with pytest.raises(AlreadyBooked) as caught:
        reserve(session_id=OLIVE, **STAY | {"check_out": date(2027, 8, 7), "expected_total": Decimal(180)})

    assert caught.value.booking == booking


def test_the_last_room_goes_to_one_customer() -> None:
    reserve(session_id=OLIVE, **STAY)

    with pytest.raises(SoldOut) as caught:
        reserve(session_id=PETER, **STAY)

    assert caught.value.nights == (date(2027, 8, 6), date(2027, 8, 7))
    assert not Booking.objects.of_session(PETER).exists()


def test_only_the_full_nights_are_named() -> None:
    reserve(session_id=OLIVE, **STAY)

    with pytest.raises(SoldOut) as caught:
        reserve(session_id=PETER, **STAY | {"check_in": date(2027, 8, 5), "expected_total": Decimal(567)})

    assert caught.value.nights == (date(2027, 8, 6), date(2027, 8, 7))


def test_the_night_of_check_out_is_free_for_the_next_customer() -> None:
    reserve(session_id=OLIVE, **STAY)
    following = {"check_in": date(2027, 8, 8), "check_out": date(2027, 8, 9), "expected_total": Decimal(207)}

    assert reserve(session_id=PETER, **STAY | following).check_in == date(2027, 8, 8)


def test_a_stay_may_use_another_room_each_night() -> None:
    stock_up(hotel("Alder", rooms={RoomType.ONE_BED: 2}))
    first, second = RoomUnit.objects.filter(in_service=True).order_by("number")
    for unit, night in ((first, date(2027, 8, 6)), (second, date(2027, 8, 7))):
        write_booking(f"00000{unit.number}", night, [unit], at=unit.hotel)

    booking = reserve(session_id=OLIVE, **STAY)

    assert [night.unit for night in booking.nights.all()] == [second, first]


def test_a_quote_says_what_is_free_and_what_it_costs_now_and_holds_nothing() -> None:
    stay = {name: STAY[name] for name in ("hotel", "room_type", "check_in", "check_out")}

    assert (quote(**stay).total, quote(**stay).full) == (Decimal(387), ())
    reserve(session_id=OLIVE, **STAY)
    assert quote(**stay).full == (date(2027, 8, 6), date(2027, 8, 7))


def test_a_quote_of_what_cannot_be_booked_is_refused() -> None:
    with pytest.raises(NotBookable):
        quote(
            hotel="alder",
            room_type=RoomType.SUITE,
            check_in=date(2027, 8, 6),
            check_out=date(2027, 8, 8),
        )


def test_that_the_room_has_gone_is_told_before_that_the_price_has_changed() -> None:
    reserve(session_id=PETER, **STAY)
    Hotel.objects.update(base_nightly=Decimal(110))

    with pytest.raises(SoldOut):
        reserve(session_id=OLIVE, **STAY)


def test_a_price_that_changed_needs_consent_again() -> None:
    Hotel.objects.update(base_nightly=Decimal(110))

    with pytest.raises(PriceChanged) as caught:
        reserve(session_id=OLIVE, **STAY)

    assert (caught.value.old, caught.value.new) == (Decimal(387), Decimal("425.70"))
    assert not Booking.objects.exists()
    assert reserve(session_id=OLIVE, **STAY | {"expected_total": caught.value.new}).total == caught.value.new


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        pytest.param({"hotel": "no-such-hotel"}, "does not offer", id="unknown hotel"),
        pytest.param({"room_type": RoomType.SUITE}, "does not offer", id="kind of room not offered"),
        pytest.param({"check_out": date(2027, 8, 6)}, "at least one night", id="no night"),
        pytest.param({"check_out": date(2027, 8, 1)}, "not after", id="backwards"),
        pytest.param({"check_out": date(2027, 9, 30)}, "at most 30", id="too long"),
        pytest.param({"check_in": date(2026, 11, 29)}, "already passed", id="in the past"),
        pytest.param(
            {"check_in": date(2029, 1, 1), "check_out": date(2029, 1, 2)}, "18 months", id="too far ahead"
        ),
    ],
)
def test_what_cannot_be_booked_is_refused_with_a_reason(change: dict[str, Any], reason: str) -> None:
    with pytest.raises(NotBookable) as caught:
        reserve(session_id=OLIVE, **STAY | change)

    assert reason in caught.value.reason
    assert not Booking.objects.exists()


def test_a_hotel_that_left_the_catalogue_is_not_booked() -> None:
    Hotel.objects.update(listed=False)

    with pytest.raises(NotBookable):
        reserve(session_id=OLIVE, **STAY)


def test_a_room_out_of_service_is_not_sold() -> None:
    RoomUnit.objects.update(in_service=False)

    with pytest.raises(SoldOut):
        reserve(session_id=OLIVE, **STAY)


def test_a_booking_does_not_hide_in_a_larger_transaction(transactional_db: None) -> None:
    stock_up(hotel("Alder"))

    with pytest.raises(RuntimeError, match="durable"), transaction.atomic():
        reserve(session_id=OLIVE, **STAY)


def test_cancelling_gives_the_room_back_and_keeps_the_record() -> None:
    booking = reserve(session_id=OLIVE, **STAY)

    cancelled = cancel_booking(booking.confirmation)

    assert cancelled.status == BookingStatus.CANCELLED
    assert cancelled.cancelled_at is not None
    assert [night.price for night in cancelled.nights.all()] == [Decimal(180), Decimal(207)]
    assert reserve(session_id=PETER, **STAY).status == BookingStatus.LIVE
    assert list(Booking.objects.live().of_session(OLIVE)) == []


def test_cancelling_twice_changes_nothing() -> None:
    booking = reserve(session_id=OLIVE, **STAY)
    first = cancel_booking(booking.confirmation)

    assert cancel_booking(booking.confirmation).cancelled_at == first.cancelled_at


def test_a_session_may_book_again_after_cancelling() -> None:
    booking = reserve(session_id=OLIVE, **STAY)
    cancel_booking(booking.confirmation)

    assert reserve(session_id=OLIVE, **STAY) != booking


def test_cancelling_an_unknown_number_says_so() -> None:
    with pytest.raises(Booking.DoesNotExist):
        cancel_booking("000000")


def test_a_hotel_or_room_with_bookings_cannot_be_deleted() -> None:
    reserve(session_id=OLIVE, **STAY)

    for row in (Hotel.objects.get(), RoomUnit.objects.get()):
        with pytest.raises(IntegrityError):
            row.delete()


def test_bookings_are_stamped_with_an_aware_time() -> None:
    before = timezone.now()

    assert before <= reserve(session_id=OLIVE, **STAY).created_at <= timezone.now()
