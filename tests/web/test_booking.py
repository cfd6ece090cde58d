"""The real hotel graph over the websocket: from the first answer to the receipt, and what a client may rely on."""

from __future__ import annotations

import asyncio
import datetime as dt
from collections.abc import AsyncIterator
from typing import Any

import pytest
from django.core.management import call_command
from django.test import AsyncClient
from pytest_django import Settings

from hotelsite import runtime
from hotelsite.conversations.dbthreads import on_database_thread
from hotelsite.hotels.models import Booking
from hotelsite.web.client_frames import turn_frame
from hotelsite.web.identity import COOKIE
from hotelsite.web.switchboard import switchboard
from tests.web.support import Browser, Frame, Socket, new_id

ANSWERS: dict[str, Frame] = {
    "dates": {"check_in": "2027-08-03", "check_out": "2027-08-09"},
    "budget": {"min": None, "max": "700"},
    "room_type": {"room_type": "suite"},
    "amenities": {"amenities": ["free_wifi", "free_parking"]},
    "distance": {"airport": None, "city_center": None},
}
BEAVERTON = "hilton-garden-inn-beaverton"


@pytest.fixture
async def hotels(
    transactional_db: None, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[None]:
    """The site with its catalogue, its local models and a date of its own."""
    settings.HOTEL_CURRENT_DATE = dt.date(2027, 7, 15)
    await on_database_thread(call_command)("load_catalogue", verbosity=0)
    engine = runtime.build_hotel_engine(runtime.make_providers())
    monkeypatch.setattr(runtime, "get_engine", lambda: engine)
    yield
    await switchboard().stop(limit_s=0)


@pytest.fixture
def ann() -> Browser:
    return Browser()


async def act(socket: Socket, **action: Any) -> Frame:
    """Send a frame under a new id and return the last frame of its turn."""
    await socket.send(id=new_id(), **action)
    return (await socket.until("turn.completed"))[-1]


async def find_hotels(socket: Socket) -> Frame:
    for criterion, value in ANSWERS.items():
        await act(socket, type="answer", criterion=criterion, value=value)
    return await act(socket, type="search")


@pytest.mark.usefixtures("hotels")
async def test_five_answers_a_search_and_a_choice_are_a_booking_with_its_receipt(ann: Browser) -> None:
    async with ann.chat() as (socket, _):
        found = await find_hotels(socket)
        assert found["results_turn"] == found["turn"]
        cards = {card["slug"]: card for card in found["message"]["hotels"]}
        assert cards[BEAVERTON]["total"] == "2891.70"
        assert len(cards[BEAVERTON]["nights"]) == 6
        booked = await act(socket, type="choose", hotel=BEAVERTON)
        booking = booked["message"]["booking"]
        assert (booked["completed"], booked["node"], booking["total"]) == (True, "end", "2891.70")
        await socket.say("great, thanks")
        refused = await socket.error()
        assert refused["code"] == "session_completed"
        assert f"/bookings/{booking['confirmation']}/" in refused["message"]
    client = AsyncClient()
    client.cookies[COOKIE] = ann.secret
    assert (await client.get(f"/bookings/{booking['confirmation']}/")).status_code == 200


@pytest.mark.usefixtures("hotels")
async def test_a_choice_sent_twenty_times_books_once(ann: Browser) -> None:
    async with ann.chat() as (socket, _):
        await find_hotels(socket)
        turn_id = new_id()
        await asyncio.gather(*(socket.send(type="choose", id=turn_id, hotel=BEAVERTON) for _ in range(20)))
        first = (await socket.until("turn.completed"))[-1]
        await socket.send(type="choose", id=turn_id, hotel=BEAVERTON)
        again = (await socket.until("turn.completed"))[-1]

    assert first == again
    assert await on_database_thread(Booking.objects.count)() == 1


@pytest.mark.usefixtures("hotels")
async def test_an_edit_voids_the_results_for_every_tab(ann: Browser) -> None:
    async with ann.chat() as (one, session), ann.chat(session=session["session"]) as (two, _):
        await find_hotels(one)
        voided = await act(one, type="answer", criterion="budget", value={"min": None, "max": "750"})
        assert voided["results_turn"] is None
        await one.send(type="choose", id=new_id(), hotel=BEAVERTON)
        assert (await one.error())["code"] == "not_in_results"
        frames = [await two.receive()]
        while frames[-1].get("turn") != voided["turn"] or frames[-1]["type"] != "turn.completed":
            frames.append(await two.receive())
        assert frames[-1] == voided


@pytest.mark.usefixtures("hotels")
async def test_criteria_seed_a_new_session_and_results_do_not(ann: Browser) -> None:
    async with ann.chat() as (socket, old):
        await find_hotels(socket)
        new = await socket.hello(**{"new": True, "from": old["session"]})
        assert new["session"] != old["session"]
        assert new["criteria"]["budget"] == {"answered": True, "min": None, "max": "700"}
        assert new["criteria"]["issues"] == []
        assert (new["results_turn"], new["turns"]) == (None, [])
        await socket.send(type="choose", id=new_id(), hotel=BEAVERTON)
        assert (await socket.error())["code"] == "not_in_results"


@pytest.mark.usefixtures("hotels")
async def test_every_button_that_a_reply_offers_is_a_frame_that_is_taken(ann: Browser) -> None:
    offered = []
    async with ann.chat() as (socket, _):
        for words in ("hello", "what can you do?", "from August 3 to August 9, 2027", "any room", "search"):
            reply = await socket.ask(words)
            offered += reply["message"]["quick_replies"]
        found = await find_hotels(socket)
        offered += found["message"]["quick_replies"]
        cheaper = {"min": None, "max": "400"}
        await act(socket, type="answer", criterion="budget", value=cheaper)
        offered += (await act(socket, type="search"))["message"]["quick_replies"]

    assert offered
    for button in offered:
        assert button["label"]
        assert turn_frame(button["frame"]).type == button["frame"]["type"]


@pytest.mark.usefixtures("hotels")
@pytest.mark.parametrize("inspector", [True, False])
async def test_answers_behind_a_decision_are_for_the_inspector_alone(
    settings: Settings, ann: Browser, inspector: bool
) -> None:
    settings.CHAT_INSPECTOR = inspector
    async with ann.chat() as (socket, _):
        await socket.say("we arrive on August 3, 2027")
        made = [frame for frame in await socket.until("turn.completed") if frame["type"] == "decision.made"]

    asked = [frame for frame in made if frame["outcome"] == "success"]
    assert asked
    for frame in asked:
        assert {"node", "outcome", "failure", "attempts", "duration_ms"} <= set(frame)
        assert ("answers" in frame) is inspector
    if inspector:
        assert "destination" in asked[0]["answers"]


@pytest.mark.usefixtures("hotels")
async def test_usage_of_a_session_is_the_sum_over_its_turns(ann: Browser) -> None:
    async with ann.chat() as (socket, opened):
        calls = 0
        for words in ("hello", "from August 3 to August 9, 2027", "at most $700 a night"):
            calls += (await socket.ask(words))["usage"]["decisions"]["calls"]
        session = await socket.hello(session=opened["session"])

    assert calls > 0
    assert session["usage"]["decisions"]["calls"] == calls
