"""Several server processes over one database and one channel layer, and what becomes of it when the layer is away.

Two switchboards in one event loop stand for two processes: they share what processes share, and nothing else.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from channels.layers import get_channel_layer

from hotelsite import runtime
from hotelsite.web import consumer, hub
from hotelsite.web.switchboard import Switchboard
from tests.web.support import Browser, Socket, Stage


class Processes:
    """Opens sockets in one process or the other."""

    def __init__(self, boards: list[Switchboard], monkeypatch: pytest.MonkeyPatch) -> None:
        self.boards = boards
        self._monkeypatch = monkeypatch

    async def connect(self, process: int, browser: Browser) -> Socket:
        self._monkeypatch.setattr(consumer, "switchboard", lambda: self.boards[process])
        return await browser.connect()


@pytest.fixture
async def processes(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Processes]:
    monkeypatch.setattr(hub, "RETRY_S", 0.01)
    boards = [Switchboard(runtime.get_engine(), get_channel_layer()) for _ in range(2)]
    for board in boards:
        await asyncio.wait_for(board.hub.joined.wait(), 10)
    yield Processes(boards, monkeypatch)
    for board in boards:
        await board.stop(limit_s=0)


async def test_a_socket_in_another_process_sees_the_same_turn(processes: Processes, ann: Browser) -> None:
    here, there = await processes.connect(0, ann), await processes.connect(1, ann)
    await there.hello(session=(await here.hello())["session"])
    await here.say("hello")

    assert await here.until("turn.completed") == await there.until("turn.completed")
    await here.leave()
    await there.leave()


async def test_a_turn_is_stopped_from_another_process(
    processes: Processes, stage: Stage, ann: Browser
) -> None:
    here, there = await processes.connect(0, ann), await processes.connect(1, ann)
    await there.hello(session=(await here.hello())["session"])
    turn_id = await here.say("hold on")
    await stage.reached("hold on")
    await there.send(type="cancel", id=turn_id)

    assert (await here.until("turn.cancelled"))[-1]["id"] == turn_id
    assert (await there.until("turn.cancelled"))[-1]["id"] == turn_id
    await here.leave()
    await there.leave()


async def test_the_same_id_sent_to_both_processes_is_one_turn(
    processes: Processes, stage: Stage, ann: Browser
) -> None:
    here, there = await processes.connect(0, ann), await processes.connect(1, ann)
    await there.hello(session=(await here.hello())["session"])
    turn_id = await here.say("hold on")
    await there.say("hold on", turn_id)
    await stage.reached("hold on")
    stage.release("hold on")
    done = (await here.until("turn.completed"))[-1]

    assert (await there.until("turn.completed"))[-1] == done
    assert stage.runs == ["hold on"]
    await here.leave()
    await there.leave()


async def test_two_messages_at_once_in_two_processes_are_one_turn_and_one_busy(
    processes: Processes, stage: Stage, ann: Browser
) -> None:
    here, there = await processes.connect(0, ann), await processes.connect(1, ann)
    await there.hello(session=(await here.hello())["session"])
    await here.say("hold on")
    await stage.reached("hold on")
    await there.say("me first")

    assert (await there.until("error"))[-1]["code"] == "busy"
    assert stage.runs == ["hold on"]
    await here.leave()
    await there.leave()


async def test_a_layer_that_is_away_costs_no_turn_and_no_socket(
    processes: Processes, ann: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    layer = get_channel_layer()
    here, there = await processes.connect(0, ann), await processes.connect(1, ann)
    session = (await here.hello())["session"]
    await there.hello(session=session)
    failing = Failing()
    with monkeypatch.context() as patched:
        patched.setattr(layer, "group_send", failing)
        done = await here.ask("while it is away")
        await asyncio.wait_for(failing.called.wait(), 10)
        assert done["message"]["text"] == "You said: while it is away"
        assert await there.silent()

        caught_up = await there.hello(session=session, after=0)
        assert [turn["request"]["text"] for turn in caught_up["turns"]] == ["while it is away"]
    await here.say("back again")
    frames = await there.until("turn.completed")
    assert frames[-1]["message"]["text"] == "You said: back again"
    await here.leave()
    await there.leave()


class Failing:
    """A call that raises, as a layer does whose server is away."""

    def __init__(self) -> None:
        self.called = asyncio.Event()

    async def __call__(self, *args: Any) -> None:
        self.called.set()
        raise ConnectionError("as the test asked")
