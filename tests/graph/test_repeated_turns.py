"""One id, one turn: what happens when it comes again. Source: PROTOCOL.md, "One id, one turn"."""

from __future__ import annotations

import asyncio

import pytest

from graph import (
    END,
    GraphNode,
    NoState,
    ProviderError,
    Route,
    SessionBusy,
    SessionCompleted,
    SessionExpired,
    SessionNotFound,
    TurnCancelled,
    TurnCompleted,
    TurnControl,
    TurnFailed,
    TurnIdReused,
    TurnInFlight,
    TurnInput,
    Visit,
    direct,
    finish,
)
from graph.testing import Harness, InMemoryStore, ScriptedDecisions
from tests.graph.support import Judge, graph_of


class Gate(GraphNode[NoState]):
    """Lets a turn through once it is told to."""

    def __init__(self) -> None:
        self.entered = asyncio.Event()
        self.open = asyncio.Event()
        self.runs = 0

    async def run(self, visit: Visit[NoState]) -> Route:
        self.runs += 1
        self.entered.set()
        await self.open.wait()
        return direct(f"run {self.runs}")


async def test_a_completed_turn_answers_again_without_running() -> None:
    decisions = ScriptedDecisions().answer(mood="calm")
    harness = Harness(graph_of(Judge()), decisions=decisions)
    first = await harness.say("hello", turn_id="mine")

    again = await harness.say("hello", turn_id="mine")

    assert again == first
    assert harness.events == [first]
    assert len(harness.turns) == 1


async def test_so_does_a_turn_that_ended_the_session() -> None:
    class Ending(GraphNode[NoState]):
        targets = (END,)

        async def run(self, visit: Visit[NoState]) -> Route:
            return finish("done")

    harness = Harness(graph_of(Ending()))
    first = await harness.say("bye", turn_id="mine")

    assert await harness.say("bye", turn_id="mine") == first
    assert isinstance(first, TurnCompleted)
    assert first.completed
    with pytest.raises(SessionCompleted):
        await harness.say("one more thing")


async def test_a_turn_that_failed_for_good_fails_again_without_running() -> None:
    decisions = ScriptedDecisions().fail(ProviderError("404", status=404))
    harness = Harness(graph_of(Judge()), decisions=decisions)
    first = await harness.say("hello", turn_id="mine")

    again = await harness.say("hello", turn_id="mine")

    assert again == first
    assert isinstance(first, TurnFailed)
    assert not first.retryable
    assert len(decisions.requests) == 1


async def test_a_stopped_turn_stays_stopped() -> None:
    gate, control = Gate(), TurnControl()
    harness = Harness(graph_of(gate))
    running = asyncio.create_task(harness.say("hello", turn_id="mine", control=control))
    await gate.entered.wait()
    control.cancel()
    first = await running

    again = await harness.say("hello", turn_id="mine")

    assert isinstance(first, TurnCancelled)
    assert again == first
    assert gate.runs == 1


async def test_a_turn_that_may_be_tried_again_runs_under_its_old_number() -> None:
    decisions = ScriptedDecisions().fail(ProviderError("503", transient=True)).answer(mood="calm")
    harness = Harness(graph_of(Judge()), decisions=decisions)
    failed = await harness.say("hello", turn_id="mine")

    ended = await harness.say("hello", turn_id="mine")

    assert isinstance(failed, TurnFailed)
    assert failed.retryable
    assert isinstance(ended, TurnCompleted)
    assert (failed.turn, ended.turn, ended.seq) == (1, 1, 4)
    assert [turn.attempts for turn in harness.turns] == [2]
    assert [message.text for message in harness.history("talk")] == ["hello", "calm"]


async def test_an_interrupted_turn_runs_again_too() -> None:
    gate = Gate()
    harness = Harness(graph_of(gate))
    running = asyncio.create_task(harness.say("hello", turn_id="mine"))
    await gate.entered.wait()
    running.cancel()
    await asyncio.wait({running})
    gate.open.set()

    ended = await harness.say("hello", turn_id="mine")

    assert isinstance(ended, TurnCompleted)
    assert (ended.turn, ended.reply.text) == (1, "run 2")


async def test_a_turn_in_flight_is_not_begun_again_and_nothing_else_is_either() -> None:
    gate = Gate()
    harness = Harness(graph_of(gate))
    running = asyncio.create_task(harness.say("hello", turn_id="mine"))
    await gate.entered.wait()
    told = harness.events

    with pytest.raises(TurnInFlight) as in_flight:
        await harness.say("hello", turn_id="mine")
    with pytest.raises(SessionBusy) as busy:
        await harness.say("and another")
    gate.open.set()

    assert (in_flight.value.number, busy.value.turn_id) == (1, "mine")
    assert isinstance(await running, TurnCompleted)
    assert gate.runs == 1
    assert told[0].id == "mine"


async def test_two_retries_at_once_run_once() -> None:
    gate = Gate()
    harness = Harness(graph_of(gate))
    gate.open.set()

    results = await asyncio.gather(
        *(harness.say("hello", turn_id="mine") for _ in range(5)), return_exceptions=True
    )

    assert gate.runs == 1
    assert all(isinstance(result, TurnCompleted | TurnInFlight) for result in results)
    assert any(isinstance(result, TurnCompleted) for result in results)


@pytest.mark.parametrize(
    "other",
    [
        pytest.param(TurnInput(id="mine", text="something else"), id="other words"),
        pytest.param(TurnInput.act("mine", "search", {}, words="hello"), id="an action"),
    ],
)
async def test_an_id_with_another_body_is_refused(other: TurnInput) -> None:
    harness = Harness(graph_of(Judge()), decisions=ScriptedDecisions().answer(mood="calm"))
    await harness.say("hello", turn_id="mine")

    with pytest.raises(TurnIdReused):
        await harness.run(other)

    assert harness.events == []


async def test_ids_belong_to_their_session() -> None:
    harness = Harness(
        graph_of(Judge()), decisions=ScriptedDecisions().answer(mood="calm").answer(mood="upset")
    )
    await harness.say("hello", turn_id="mine")
    harness.session_id = harness.store.begin_session("test")

    assert await harness.reply_to("hello") == "upset"


async def test_unknown_and_expired_sessions_are_refused() -> None:
    harness = Harness(graph_of(Judge()))
    harness.store.sessions[harness.session_id].status = "expired"

    with pytest.raises(SessionExpired):
        await harness.say("hello")
    harness.session_id = "nowhere"
    with pytest.raises(SessionNotFound):
        await harness.say("hello")


async def test_a_refused_turn_leaves_nothing_and_tells_nothing() -> None:
    store = InMemoryStore()
    harness = Harness(graph_of(Judge()), store=store)
    store.sessions[harness.session_id].status = "completed"

    with pytest.raises(SessionCompleted):
        await harness.say("hello")

    assert (harness.turns, harness.events) == ([], [])
