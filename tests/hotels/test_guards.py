"""What the database refuses by itself: every row here is written past the code that sells rooms."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import date, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import IntegrityError, connection, transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from hotelsite.hotels.bookings import cancel_booking, standing_booking
from hotelsite.hotels.criteria import RoomType
from hotelsite.hotels.models import BookedNight, Booking, Hotel, RoomUnit
from tests.hotels.support import hotel, stock_up, write_booking

OLIVE = UUID(int=1)
MONDAY, TUESDAY, WEDNESDAY = (date(2027, 8, day) for day in (2, 3, 4))


@pytest.fixture
def olives_booking(db: None) -> Booking:
    """Two nights from Monday in the only one-bed room of the Alder, which has a free suite; the Birch is free."""
    stock_up(hotel("Alder", rooms={RoomType.ONE_BED: 1, RoomType.SUITE: 1}), hotel("Birch"))
    return write_booking("111111", MONDAY, [alder(), alder()], at=alder().hotel, session_id=OLIVE)


def unit(slug: str, room_type: RoomType = RoomType.ONE_BED) -> RoomUnit:
    return RoomUnit.objects.select_related("hotel").get(hotel__slug=slug, room_type=room_type)


def alder() -> RoomUnit:
    return unit("alder")


def birch() -> RoomUnit:
    return unit("birch")


def suite() -> RoomUnit:
    return unit("alder", RoomType.SUITE)


def another(*units: RoomUnit | None, at: Hotel | None = None, **fields: Any) -> Booking:
    """Somebody else's booking of the Birch, or of another hotel, for nights that nobody has yet."""
    return write_booking("222222", date(2027, 9, 1), units, at=at or birch().hotel, **fields)


def olives(**change: Any) -> int:
    return Booking.objects.filter(session_id=OLIVE).update(**change)


def olives_nights(**change: Any) -> int:
    return BookedNight.objects.filter(booking_id="111111", night=MONDAY).update(**change)


def out_of_service() -> Booking:
    RoomUnit.objects.filter(pk=birch().pk).update(in_service=False)
    return another(birch())


def back_to_life() -> None:
    cancel_booking("111111")
    olives(status="live")


def further_night(room: RoomUnit | None) -> BookedNight:
    return BookedNight.objects.create(booking_id="111111", unit=room, night=WEDNESDAY, price=1)


def nights_of_no_booking() -> None:
    BookedNight.objects.create(booking_id="444444", unit=birch(), night=MONDAY, price=1)
    connection.check_constraints()  # as a commit does


IMPOSSIBLE: dict[str, Callable[[], object]] = {
    # More sold than there is.
    "a room sold twice for one night": lambda: write_booking("222222", TUESDAY, [alder()], at=alder().hotel),
    "a booking without a night": lambda: another(check_out=date(2027, 9, 2)),
    "a night without a room": lambda: another(birch(), None),
    "fewer nights than the stay has": lambda: another(birch(), check_out=date(2027, 9, 3)),
    "more nights than the stay has": lambda: another(birch(), birch(), check_out=date(2027, 9, 2)),
    "nights beside the stay": lambda: another(birch(), check_in=date(2027, 9, 5), check_out=date(2027, 9, 6)),
    "a room of another hotel": lambda: another(birch(), at=alder().hotel),
    "a room of another kind": lambda: another(suite(), at=alder().hotel),
    "a room out of service": out_of_service,
    # Sold, and then changed into something that is not there.
    "a longer stay": lambda: olives(check_out=date(2027, 8, 9)),
    "other dates": lambda: olives(check_in=date(2027, 9, 1), check_out=date(2027, 9, 3)),
    "another hotel": lambda: olives(hotel=birch().hotel),
    "another kind of room": lambda: olives(room_type="suite"),
    "another number": lambda: olives(confirmation="333333"),
    "a cancelled booking that comes back": back_to_life,
    "a room given back while the booking lives": lambda: olives_nights(unit=None),
    "another room for a night": lambda: olives_nights(unit=suite()),
    "a night moved": lambda: olives_nights(night=WEDNESDAY),
    "a night at another price": lambda: olives_nights(price=2),
    "a further night": lambda: further_night(alder()),
    "a further night without a room": lambda: further_night(None),
    "a sold room moved to another hotel": lambda: RoomUnit.objects.filter(pk=alder().pk).update(
        hotel=birch().hotel, number=2
    ),
    "a sold room made another kind": lambda: RoomUnit.objects.filter(pk=alder().pk).update(
        room_type="two_beds"
    ),
    # What is no booking at all.
    "two live bookings in a session": lambda: another(birch(), session_id=OLIVE),
    "one number for two bookings": lambda: write_booking(
        "111111", date(2027, 9, 1), [], at=birch().hotel, check_out=date(2027, 9, 2), status="cancelled"
    ),
    "a stay without a night": lambda: another(status="cancelled"),
    "a free stay": lambda: another(birch(), total=0),
    "an unknown kind of room": lambda: another(birch(), room_type="penthouse"),
    "an unknown status": lambda: another(birch(), status="maybe"),
    "nights of no booking": nights_of_no_booking,
}


@pytest.mark.parametrize("case", IMPOSSIBLE)
def test_the_database_refuses(olives_booking: Booking, case: str) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        IMPOSSIBLE[case]()

    assert standing_booking(OLIVE) == olives_booking
    assert [night.unit_id for night in olives_booking.nights.all()] == [alder().pk] * 2


def test_what_is_sound_may_be_written(olives_booking: Booking) -> None:
    another(birch(), birch())
    write_booking("333333", WEDNESDAY, [alder()], at=alder().hotel)
    cancel_booking("111111")
    write_booking("444444", MONDAY, [alder(), alder()], at=alder().hotel, session_id=OLIVE)

    assert Booking.objects.live().count() == 3


# --- whatever is written ------------------------------------------------------------------------------------

ROOMS = 2
NIGHTS = 4
rooms = st.integers(0, ROOMS)  # ROOMS itself stands for none
moves = st.one_of(
    st.tuples(st.just("book"), st.integers(0, NIGHTS - 1), st.lists(rooms, max_size=NIGHTS)),
    st.tuples(st.just("book blindly"), st.integers(0, NIGHTS - 1), st.integers(1, NIGHTS)),
    st.tuples(st.just("give back"), st.integers(0, 9), st.integers(0, NIGHTS - 1)),
    st.tuples(st.just("set status"), st.integers(0, 9), st.sampled_from(["live", "cancelled"])),
    st.tuples(st.just("move"), st.integers(0, 9), st.integers(0, NIGHTS - 1)),
)


class Anything(TestCase):
    @settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    @given(attempts=st.lists(moves, max_size=12))
    def test_there_are_never_more_live_bookings_for_a_night_than_rooms(
        self, attempts: list[tuple[str, int, Any]]
    ) -> None:
        stock_up(hotel("Alder", rooms={RoomType.ONE_BED: ROOMS}))
        for number, (move, first, second) in enumerate(attempts):
            with suppress(IntegrityError), transaction.atomic():
                write(move, first, second, f"{number:06d}")

        for night in (MONDAY + timedelta(days=offset) for offset in range(2 * NIGHTS)):
            assert Booking.objects.live().filter(check_in__lte=night, check_out__gt=night).count() <= ROOMS


def write(move: str, first: int, second: Any, confirmation: str) -> None:
    at, units = Hotel.objects.get(), [*RoomUnit.objects.order_by("number"), None]
    start = MONDAY + timedelta(days=first)
    numbered = Booking.objects.filter(confirmation=f"{first:06d}")
    if move == "book":
        write_booking(confirmation, start, [units[place] for place in second], at=at)
    elif move == "book blindly":
        write_booking(confirmation, start, [], at=at, check_out=start + timedelta(days=second))
    elif move == "give back":
        night = MONDAY + timedelta(days=second)
        BookedNight.objects.filter(booking_id=f"{first:06d}", night=night).update(unit=None)
    elif move == "set status":
        numbered.update(status=second, session_id=uuid4())
    else:
        numbered.update(
            check_in=MONDAY + timedelta(days=second), check_out=WEDNESDAY + timedelta(days=second)
        )
