"""A process that stops: it begins nothing, lets turns end, interrupts what does not, and tells every socket."""

from __future__ import annotations

import asyncio

from hotelsite.conversations.dbthreads import on_database_thread
from hotelsite.conversations.models import Turn
from hotelsite.web.switchboard import switchboard
from tests.web.support import TIMEOUT_S, Browser, Stage, types


async def test_idle_sockets_are_told_at_once_and_busy_ones_after_their_turn(
    site: Stage, ann: Browser, bob: Browser
) -> None:
    async with ann.chat() as (busy, _), bob.chat() as (idle, _):
        await busy.say("hold on")
        await site.reached("hold on")
        stopping = asyncio.create_task(switchboard().stop(limit_s=TIMEOUT_S))

        assert await idle.closed() == 1012
        site.release("hold on")
        assert types(await busy.until("turn.completed"))[-1] == "turn.completed"
        assert await busy.closed() == 1012
        await stopping


async def test_a_turn_that_does_not_end_is_interrupted_and_may_be_sent_again(
    site: Stage, ann: Browser
) -> None:
    async with ann.chat() as (socket, _):
        turn_id = await socket.say("hold on")
        await site.reached("hold on")
        await switchboard().stop(limit_s=0)

        failed = (await socket.until("turn.failed"))[-1]
        assert (failed["code"], failed["retryable"]) == ("interrupted", True)
        assert await socket.closed() == 1012
    assert await on_database_thread(Turn.objects.values_list("status", flat=True).get)() == "interrupted"

    switchboard().runner.draining = False  # as the next process is
    async with ann.chat() as (socket, session):
        assert [turn["status"] for turn in session["turns"]] == ["interrupted"]
        site.release("hold on")
        await socket.say("hold on", turn_id)
        done = (await socket.until("turn.completed"))[-1]
        assert (done["turn"], done["id"]) == (1, turn_id)


async def test_a_message_meanwhile_is_left_to_the_next_process(site: Stage, ann: Browser) -> None:
    async with ann.chat() as (socket, _):
        await socket.say("hold on")
        await site.reached("hold on")
        stopping = asyncio.create_task(switchboard().stop(limit_s=TIMEOUT_S))
        await asyncio.sleep(0)
        await socket.say("and this")

        assert await socket.closed() == 1012
        site.release("hold on")
        await stopping
    assert site.runs == ["hold on"]


async def test_a_new_socket_is_sent_on(site: Stage, ann: Browser) -> None:
    switchboard().runner.draining = True
    socket = await ann.connect()

    assert await socket.closed() == 1012
