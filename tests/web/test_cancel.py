"""Stopping a turn: from any tab, at any moment until it is too late."""

from __future__ import annotations

from hotelsite.conversations.dbthreads import on_database_thread
from hotelsite.conversations.models import Turn
from tests.web.support import Browser, Stage, new_id, types


async def test_a_stopped_turn_changes_nothing_and_stays_stopped(site: Stage, ann: Browser) -> None:
    async with ann.chat() as (socket, _):
        turn_id = await socket.say("hold on")
        await site.reached("hold on")
        await socket.send(type="cancel", id=turn_id)
        cancelled = (await socket.until("turn.cancelled"))[-1]
        assert (cancelled["id"], cancelled["turn"]) == (turn_id, 1)

        await socket.say("hold on", turn_id)
        assert await socket.receive() == cancelled
        assert (await socket.ask("hello"))["turn"] == 2
    assert await on_database_thread(_statuses)() == ["cancelled", "completed"]
    assert site.runs == ["hold on", "hello"]


async def test_any_tab_may_stop_it_and_all_are_told(site: Stage, ann: Browser) -> None:
    async with ann.chat() as (one, session), ann.chat(session=session["session"]) as (two, _):
        turn_id = await one.say("hold on")
        await site.reached("hold on")
        await two.send(type="cancel", id=turn_id)

        assert types(await one.until("turn.cancelled"))[-1] == "turn.cancelled"
        assert types(await two.until("turn.cancelled"))[-1] == "turn.cancelled"


async def test_a_stop_right_behind_the_message_stops_it(site: Stage, ann: Browser) -> None:
    async with ann.chat() as (socket, _):
        turn_id = await socket.say("hold on")
        await socket.send(type="cancel", id=turn_id)

        assert (await socket.until("turn.cancelled"))[-1]["id"] == turn_id


async def test_a_stop_that_comes_too_late_lets_the_turn_complete(site: Stage, ann: Browser) -> None:
    async with ann.chat() as (socket, _):
        turn_id = await socket.say("shield this")
        await site.reached("shield this")
        await socket.send(type="cancel", id=turn_id)
        await socket.send(type="ping")
        await socket.until("pong")
        site.release("shield this")

        assert (await socket.until("turn.completed"))[-1]["id"] == turn_id
    assert await on_database_thread(_statuses)() == ["completed"]


async def test_stopping_what_is_over_tells_how_it_ended(site: Stage, ann: Browser) -> None:
    async with ann.chat() as (socket, _):
        done = await socket.ask("hello")
        await socket.send(type="cancel", id=done["id"])

        assert await socket.receive() == done


async def test_stopping_what_never_was_is_not_found(site: Stage, ann: Browser) -> None:
    unknown = new_id()
    async with ann.chat() as (socket, _):
        await socket.send(type="cancel", id=unknown)
        error = await socket.error()

    assert (error["code"], error["id"]) == ("not_found", unknown)


async def test_a_stranger_stops_nothing(site: Stage, ann: Browser, bob: Browser) -> None:
    async with ann.chat() as (hers, _), bob.chat() as (his, _):
        turn_id = await hers.say("hold on")
        await site.reached("hold on")
        await his.send(type="cancel", id=turn_id)
        assert (await his.error())["code"] == "not_found"
        site.release("hold on")

        assert (await hers.until("turn.completed"))[-1]["id"] == turn_id


def _statuses() -> list[str]:
    return list(Turn.objects.order_by("number").values_list("status", flat=True))
