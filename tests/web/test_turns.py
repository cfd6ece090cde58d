"""One id, one turn; turns of one session never run together; nothing waits for anybody else's turn."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from hotelsite.conversations.dbthreads import on_database_thread
from hotelsite.conversations.models import Session, Turn
from hotelsite.web.switchboard import switchboard
from tests.web.support import Browser, Stage, new_id, types


async def test_a_turn_tells_its_steps_in_order(site: Stage, ann: Browser) -> None:
    async with ann.chat() as (socket, _):
        turn_id = await socket.say("two nights")
        frames = await socket.until("turn.completed")

    assert types(frames) == ["turn.started", "node.entered", "turn.completed"]
    assert {(frame["turn"], frame["id"]) for frame in frames} == {(1, turn_id)}
    assert [frame["seq"] for frame in frames] == [1, 2, 3]
    assert frames[0]["request"] == {"type": "message", "text": "two nights"}
    assert (frames[1]["node"], frames[1]["kind"]) == ("Router", "graph")
    done = frames[2]
    assert done["message"] == {
        "text": "You said: two nights",
        "html": "<p>You said: two nights</p>",
        "hotels": [],
        "more": 0,
        "booking": None,
        "quick_replies": [],
        "form": None,
    }
    assert (done["node"], done["completed"], done["path"], done["results_turn"]) == (
        "Router",
        False,
        ["Router"],
        None,
    )
    assert set(done["criteria"]) == {"dates", "budget", "room_type", "amenities", "distance", "issues"}
    assert set(done["usage"]) == {"decisions", "chat"}


async def test_the_same_id_again_gets_the_recorded_answer_and_runs_nothing(site: Stage, ann: Browser) -> None:
    async with ann.chat() as (socket, _):
        turn_id = await socket.say("once")
        first = (await socket.until("turn.completed"))[-1]
        await socket.say("once", turn_id)
        again = await socket.receive()
    async with ann.chat() as (elsewhere, _):
        await elsewhere.say("once", turn_id)
        and_again = await elsewhere.receive()

    assert first == again == and_again
    assert site.runs == ["once"]


async def test_the_same_id_with_other_words_is_refused(site: Stage, ann: Browser) -> None:
    async with ann.chat() as (socket, _):
        turn_id = await socket.say("once")
        await socket.until("turn.completed")
        await socket.say("twice", turn_id)
        error = await socket.error()

        assert (error["code"], error["id"]) == ("id_reused", turn_id)
        assert (await socket.ask("thrice"))["turn"] == 2
    assert site.runs == ["once", "thrice"]


@pytest.mark.parametrize("sockets", [1, 4])
async def test_twenty_sends_of_one_id_are_one_turn_and_one_answer(
    site: Stage, ann: Browser, sockets: int
) -> None:
    turn_id = new_id()
    opened = [await ann.connect()]
    session = await opened[0].hello()
    for _ in range(sockets - 1):
        opened.append(await ann.connect())
        await opened[-1].hello(session=session["session"])
    await asyncio.gather(*(opened[number % sockets].say("hold it", turn_id) for number in range(20)))
    await site.reached("hold it")
    site.release("hold it")
    frames = [await socket.until("turn.completed") for socket in opened]

    assert site.runs == ["hold it"]
    for heard in frames:
        assert {frame["turn"] for frame in heard} == {1}
    assert await on_database_thread(Turn.objects.count)() == 1
    for socket in opened:
        await socket.leave()


async def test_a_second_message_during_a_turn_is_busy_and_its_id_stays_unused(
    site: Stage, ann: Browser
) -> None:
    async with ann.chat() as (socket, session), ann.chat(session=session["session"]) as (other, seen):
        assert seen["in_flight"] is None
        await socket.say("hold on")
        await site.reached("hold on")
        turn_id = await other.say("and this")
        frames = await other.until("error")
        assert (frames[-1]["code"], frames[-1]["id"]) == ("busy", turn_id)
        site.release("hold on")
        await other.until("turn.completed")

        await other.say("and this", turn_id)
        assert (await other.until("turn.completed"))[-1]["turn"] == 2


async def test_both_tabs_see_the_same_turn(site: Stage, ann: Browser) -> None:
    async with ann.chat() as (one, session), ann.chat(session=session["session"]) as (two, _):
        await one.say("hello")

        assert await one.until("turn.completed") == await two.until("turn.completed")


async def test_a_stranger_hears_nothing_of_it(site: Stage, ann: Browser, bob: Browser) -> None:
    async with ann.chat() as (hers, _), bob.chat() as (his, _):
        await hers.ask("hello")

        assert await his.silent()


async def test_a_turn_outlives_its_socket_and_a_reload_catches_up(site: Stage, ann: Browser) -> None:
    async with ann.chat() as (socket, _):
        turn_id = await socket.say("hold on")
        await site.reached("hold on")
    async with ann.chat() as (socket, session):
        assert session["in_flight"] == turn_id
        (running,) = session["turns"]
        assert (running["status"], running["message"]) == ("running", None)
        site.release("hold on")
        done = (await socket.until("turn.completed"))[-1]
        assert done["id"] == turn_id
    async with ann.chat() as (_, session):
        assert session["in_flight"] is None
        assert [turn["status"] for turn in session["turns"]] == ["completed"]
    assert site.runs == ["hold on"]


async def test_a_turn_that_ends_while_nobody_listens_is_there_afterwards(site: Stage, ann: Browser) -> None:
    async with ann.chat() as (socket, _):
        await socket.say("hold on")
        await site.reached("hold on")
    runner = switchboard().runner
    site.release("hold on")
    await runner.stop(limit_s=10)
    runner.draining = False
    async with ann.chat() as (_, session):
        assert [turn["message"]["text"] for turn in session["turns"]] == ["You said: hold on"]


async def test_sending_a_running_id_again_gets_started_again_and_then_its_end(
    site: Stage, ann: Browser
) -> None:
    async with ann.chat() as (socket, _):
        turn_id = await socket.say("hold on")
        await site.reached("hold on")
    async with ann.chat(after=0) as (socket, _):
        await socket.say("hold on", turn_id)
        started = await socket.receive()
        site.release("hold on")
        done = await socket.receive()

    assert (started["type"], started["id"], started["turn"]) == ("turn.started", turn_id, 1)
    assert started["request"] == {"type": "message", "text": "hold on"}
    assert (done["type"], done["id"]) == ("turn.completed", turn_id)


async def test_one_stalled_turn_holds_up_nobody(site: Stage, ann: Browser, bob: Browser) -> None:
    async with ann.chat() as (stalled, session), bob.chat() as (his, _):
        await stalled.say("hold for ever")
        await site.reached("hold for ever")

        assert (await his.ask("hello"))["message"]["text"] == "You said: hello"
        async with Browser().chat() as (newcomer, opened):
            assert opened["type"] == "session"
            assert (await newcomer.ask("me too"))["turn"] == 1
        await stalled.send(type="ping")
        assert types(await stalled.until("pong"))[-1] == "pong"
        await stalled.send(type="history", before=5)
        assert (await stalled.receive())["type"] == "history"
        async with ann.chat(session=session["session"]) as (tab, again):
            assert again["in_flight"] is not None
            await tab.send(type="cancel", id=again["in_flight"])
            assert (await tab.receive())["type"] == "turn.cancelled"


async def test_a_failed_turn_is_told_and_may_be_sent_again(site: Stage, ann: Browser) -> None:
    async with ann.chat() as (socket, _):
        turn_id = await socket.say("fail please")
        failed = (await socket.until("turn.failed"))[-1]
        assert (failed["code"], failed["retryable"], failed["turn"]) == ("internal", True, 1)
        assert "as the test asked" not in str(failed)

        await socket.say("fail please", turn_id)
        assert (await socket.until("turn.failed"))[-1]["turn"] == 1
    assert site.runs == ["fail please", "fail please"]


async def test_a_completed_session_takes_no_turn_and_answers_old_ones(site: Stage, ann: Browser) -> None:
    async with ann.chat() as (socket, opened):
        turn_id = await socket.say("finish now")
        done = (await socket.until("turn.completed"))[-1]
        assert (done["completed"], done["node"]) == (True, "end")
        await socket.say("one more thing")
        assert (await socket.error())["code"] == "session_completed"
        await socket.say("finish now", turn_id)
        assert await socket.receive() == done
    async with ann.chat(session=opened["session"]) as (_, closed):
        assert (closed["status"], closed["node"]) == ("completed", "end")


async def test_an_expired_session_takes_no_turn_and_seeds_a_new_one(
    site: Stage, ann: Browser, settings: Any
) -> None:
    async with ann.chat() as (socket, opened):
        await socket.ask("hello")
        await on_database_thread(_age)(opened["session"])
        await socket.say("still there?")
        assert (await socket.error())["code"] == "session_expired"
    async with ann.chat(session=opened["session"]) as (socket, old):
        assert old["status"] == "expired"
        assert len(old["turns"]) == 1
        seeded = await socket.hello(**{"new": True, "from": opened["session"]})
        assert (seeded["status"], seeded["turns"]) == ("active", [])


def _age(session_id: str) -> None:
    Session.objects.filter(pk=session_id).update(last_active_at="2020-01-01T00:00:00Z")


async def test_history_pages_backwards(site: Stage, ann: Browser) -> None:
    async with ann.chat() as (socket, _):
        for number in range(1, 6):
            await socket.ask(f"message {number}")
        await socket.send(type="history", before=5, limit=2)
        newer = await socket.receive()
        await socket.send(type="history", before=newer["turns"][0]["turn"], limit=50)
        older = await socket.receive()

    assert ([turn["turn"] for turn in newer["turns"]], newer["earlier"]) == ([3, 4], True)
    assert ([turn["turn"] for turn in older["turns"]], older["earlier"]) == ([1, 2], False)


async def test_a_session_shows_its_last_fifty_turns_and_says_that_there_are_more(
    site: Stage, ann: Browser, settings: Any
) -> None:
    async with ann.chat() as (socket, _):
        for number in range(1, 53):
            await socket.ask(f"message {number}")
    async with ann.chat() as (_, session):
        assert [turn["turn"] for turn in session["turns"]] == list(range(3, 53))
        assert session["earlier"] is True


async def test_a_database_that_is_away_costs_the_frame_and_not_the_socket(
    site: Stage, ann: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with ann.chat() as (socket, _):
        with monkeypatch.context() as patched:
            patched.setattr("hotelsite.conversations.claims.begin", _away)
            turn_id = await socket.say("hello")
            error = await socket.error()
        assert (error["code"], error["id"]) == ("internal", turn_id)

        await socket.say("hello", turn_id)
        assert (await socket.until("turn.completed"))[-1]["turn"] == 1


def _away(*args: object, **kwargs: object) -> None:
    raise ConnectionError("as the test asked")
