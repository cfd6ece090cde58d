"""Whatever a customer presses, in whatever order, with every provider down: each turn gets an answer, and nothing is
booked that was not found and chosen."""

from __future__ import annotations

import asyncio
from typing import Any

import hypothesis.strategies as st
from hypothesis import HealthCheck, given, settings

from graph.events import TurnCompleted
from hotelsite.hotels.criteria import Amenity, Criterion, RoomType
from tests.concierge.support import HOTELS, Talk, data_of

DAYS = st.sampled_from(["2027-07-01", "2027-08-03", "2027-08-05", "2027-08-09", "2027-12-01", "2029-09-01"])
AMOUNTS = st.none() | st.sampled_from(["-1", "0", "300", "700", "1000"])
VALUES: dict[Criterion, st.SearchStrategy[dict[str, Any]]] = {
    Criterion.DATES: st.fixed_dictionaries({"check_in": st.none() | DAYS, "check_out": st.none() | DAYS}),
    Criterion.BUDGET: st.fixed_dictionaries({"min": AMOUNTS, "max": AMOUNTS}),
    Criterion.ROOM_TYPE: st.fixed_dictionaries({"room_type": st.none() | st.sampled_from(list(RoomType))}),
    Criterion.AMENITIES: st.fixed_dictionaries(
        {"amenities": st.lists(st.sampled_from([Amenity.FREE_WIFI, Amenity.TENNIS]), max_size=2)}
    ),
    Criterion.DISTANCE: st.fixed_dictionaries({"airport": AMOUNTS, "city_center": st.none()}),
}
ANSWERS = st.one_of(*(st.tuples(st.just("answer"), st.just(name), value) for name, value in VALUES.items()))
STEPS = st.one_of(
    ANSWERS,
    ANSWERS,
    st.just(("search",)),
    st.sampled_from(HOTELS).map(lambda hotel: ("choose", hotel)),
    st.sampled_from(["hello", "yes", "no", "book number 1", "what is this", "start over?"]).map(
        lambda text: ("say", text)
    ),
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.booleans(), st.lists(STEPS, min_size=1, max_size=10))
def test_every_turn_is_answered_and_only_found_hotels_are_booked(settled: bool, steps: list[Any]) -> None:
    asyncio.run(_press(settled, steps))


async def _press(settled: bool, steps: list[Any]) -> None:
    talk = Talk()
    talk.fail_everything()
    if settled:
        await talk.settle()
    results: object = []
    for step in steps:
        turn = await _take(talk, step)
        assert turn.reply.text
        if (booking := data_of(turn).booking) is not None:
            assert isinstance(results, list)
            assert booking.hotel in {hotel.name for hotel in HOTELS if hotel.slug in results}
        if turn.completed:
            return
        results = turn.snapshot["results"]
        assert talk.desk.bookings == {}


async def _take(talk: Talk, step: Any) -> TurnCompleted:
    match step:
        case ("answer", name, value):
            return await talk.answer(name, **value)
        case ("search",):
            return await talk.search()
        case ("choose", hotel):
            return await talk.choose(hotel)
        case (_, text):
            return await talk.say(text)
    raise AssertionError(step)
