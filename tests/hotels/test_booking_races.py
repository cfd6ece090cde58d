"""Many customers at once, each with a connection of their own, on whatever database the run uses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from decimal import Decimal
from threading import Barrier
from uuid import UUID, uuid4

import pytest
from django.db import connection

from hotelsite.hotels.bookings import AlreadyBooked, SoldOut, cancel_booking, reserve
from hotelsite.hotels.criteria import RoomType
from hotelsite.hotels.models import BookedNight, Booking
from tests.hotels.support import hotel, stock_up

pytestmark = pytest.mark.django_db(transaction=True)

CUSTOMERS = 20


def book(session_id: UUID, slug: str = "alder") -> Booking:
    return reserve(
        session_id=session_id,
        hotel=slug,
        room_type=RoomType.ONE_BED,
        check_in=date(2027, 1, 4),
        check_out=date(2027, 1, 7),
        expected_total=Decimal(360),
    )


def at_once(attempt: Callable[[int], Booking]) -> list[Booking | Exception]:
    """Let every customer try at the same moment; return what each of them got, or the exception."""
    start = Barrier(CUSTOMERS)

    def customer(number: int) -> Booking | Exception:
        try:
            start.wait(timeout=30)
            return attempt(number)
        except Exception as error:  # noqa: BLE001 - the tests look at every outcome
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(CUSTOMERS) as pool:
        return list(pool.map(customer, range(CUSTOMERS)))


def test_the_last_room_is_sold_once_and_refused_politely_to_the_others() -> None:
    stock_up(hotel("Alder"))

    outcomes = at_once(lambda _: book(uuid4()))

    assert Counter(type(outcome) for outcome in outcomes) == {Booking: 1, SoldOut: CUSTOMERS - 1}
    assert Booking.objects.count() == 1
    assert BookedNight.objects.count() == 3


def test_exactly_as_many_are_booked_as_there_are_rooms() -> None:
    stock_up(hotel("Alder", rooms={RoomType.ONE_BED: 7}))

    outcomes = at_once(lambda _: book(uuid4()))

    assert Counter(type(outcome) for outcome in outcomes) == {Booking: 7, SoldOut: CUSTOMERS - 7}
    assert BookedNight.objects.values("unit", "night").distinct().count() == 7 * 3


def test_one_customer_who_asks_many_times_gets_one_booking() -> None:
    stock_up(hotel("Alder", rooms={RoomType.ONE_BED: CUSTOMERS}))
    session_id = uuid4()

    outcomes = at_once(lambda _: book(session_id))

    (booking,) = Booking.objects.all()
    assert outcomes == [booking] * CUSTOMERS


def test_one_session_that_wants_two_hotels_at_once_gets_one() -> None:
    """The two hotels are locked apart, so only the constraint on the session stands between them."""
    stock_up(
        hotel("Alder", rooms={RoomType.ONE_BED: CUSTOMERS}),
        hotel("Birch", rooms={RoomType.ONE_BED: CUSTOMERS}),
    )
    session_id = uuid4()

    outcomes = at_once(lambda number: book(session_id, "alder" if number % 2 else "birch"))

    assert Booking.objects.count() == 1
    assert Counter(type(outcome) for outcome in outcomes) == {
        Booking: CUSTOMERS // 2,
        AlreadyBooked: CUSTOMERS // 2,
    }


def test_a_cancelled_room_is_sold_once_more_and_no_oftener() -> None:
    stock_up(hotel("Alder"))
    first = book(uuid4())

    outcomes = at_once(lambda number: book(uuid4()) if number else cancel_booking(first.confirmation))

    booked = sum(isinstance(outcome, Booking) for outcome in outcomes[1:])
    assert booked <= 1
    assert Booking.objects.live().count() == booked
    assert all(isinstance(outcome, Booking | SoldOut) for outcome in outcomes)
