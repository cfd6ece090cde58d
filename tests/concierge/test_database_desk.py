"""The hotel graph over the site's own catalogue and bookings."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any
from uuid import UUID, uuid4

import pytest
from pytest_django import Settings

from hotelsite.concierge import DatabaseDesk
from hotelsite.concierge.desk import AlreadyBooked, Receipt, SoldOut
from hotelsite.concierge.replies import HotelCard
from hotelsite.conversations.dbthreads import on_database_thread
from hotelsite.hotels.catalogue import load_catalogue, read_catalogue
from hotelsite.hotels.models import Booking, RoomUnit
from tests.concierge.support import TODAY, Talk, data_of

pytestmark = pytest.mark.django_db(transaction=True)

FOUR = [
    "Hilton Garden Inn Beaverton",
    "Hampton Inn Sherwood Portland",
    "Hampton Inn & Suites Portland Tigard",
    "Hilton Garden Inn Portland Airport",
]
WISHES: dict[str, Any] = {"amenities": {"amenities": ["free_wifi", "free_parking"]}}


@pytest.fixture(autouse=True)
def catalogue(settings: Settings) -> None:
    settings.HOTEL_CURRENT_DATE = TODAY
    load_catalogue(read_catalogue())


def on_the_catalogue() -> Talk:
    return Talk(DatabaseDesk(on_database_thread))


async def test_the_four_hotels_are_found_priced_and_one_of_them_booked_once() -> None:
    talk = on_the_catalogue()
    await talk.settle(**WISHES)
    turn = await talk.find()
    assert [card.name for card in data_of(turn).hotels] == FOUR

    talk.chat.call("choose_hotel", hotel="1")
    turn = await talk.say("book number 1")

    booking = data_of(turn).booking
    assert booking is not None
    assert (booking.hotel, booking.total) == (FOUR[0], Decimal("2891.70"))
    stored = await on_database_thread(Booking.objects.select_related("hotel").get)()
    assert (stored.confirmation, stored.hotel.name) == (booking.confirmation, FOUR[0])
    assert (stored.check_in, stored.check_out) == (date(2027, 8, 3), date(2027, 8, 9))
    assert str(stored.session_id) == talk.harness.session_id


async def test_nothing_found_names_the_budget_and_by_how_much() -> None:
    talk = on_the_catalogue()
    await talk.settle(**WISHES, budget={"min": None, "max": "500"})
    talk.decisions.answer(outcome="ready", faithful=0.97)
    turn = await talk.search()

    assert turn.node == "Router"
    assert "- Budget: $28 more a night opens 1 hotel." in turn.reply.text


async def test_questions_are_answered_from_the_catalogue() -> None:
    talk = on_the_catalogue()
    await talk.settle(**WISHES)
    await talk.find()
    talk.chat.call("answer_question", topic="policy", hotels=["1"], policies=["discounts"])
    turn = await talk.say("is there a discount?")

    assert turn.reply.text.startswith(f"1. {FOUR[0]}: ")


async def test_the_desk_refuses_in_the_graph_s_own_terms() -> None:
    talk = on_the_catalogue()
    await talk.settle(**WISHES)
    turn = await talk.find()
    beaverton, sherwood = data_of(turn).hotels[:2]
    desk = DatabaseDesk(on_database_thread)
    session = uuid4()

    async def reserve(card: HotelCard, session_id: UUID) -> Receipt:
        return await desk.reserve(
            session_id=session_id,
            hotel=card.slug,
            room_type=card.room_type,
            check_in=date(2027, 8, 3),
            check_out=date(2027, 8, 9),
            expected_total=card.total,
        )

    first = await reserve(beaverton, session)
    assert await reserve(beaverton, session) == first
    with pytest.raises(AlreadyBooked) as refused:
        await reserve(sherwood, session)
    assert refused.value.receipt == first

    await on_database_thread(RoomUnit.objects.filter(hotel__slug=sherwood.slug).update)(in_service=False)
    with pytest.raises(SoldOut):
        await reserve(sherwood, uuid4())
