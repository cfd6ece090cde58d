"""A turn commits as a whole, once, or leaves no trace but its row."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from graph import (
    GraphNode,
    JsonObject,
    Lease,
    LeaseLostError,
    Message,
    NodeVisit,
    NoState,
    ProviderError,
    Reply,
    Route,
    StateView,
    TurnClosure,
    TurnCommit,
    TurnCompleted,
    TurnControl,
    TurnFailed,
    Visit,
    direct,
    go,
)
from graph.testing import Harness, InMemoryStore, ScriptedDecisions
from graph.turns import TurnStatus
from graph.usage import Meter, TurnUsage
from tests.graph.support import Count, Judge, graph_of


class Counter(GraphNode[Count]):
    """Counts, then lets the judge reply."""

    targets = ("Judge",)

    async def run(self, visit: Visit[Count]) -> Route:
        visit.update(number=visit.own.number + 1)
        return go("Judge")


def snapshot(states: StateView, context: Mapping[str, Any]) -> JsonObject:
    return {"number": states.of(Counter).number, "today": context["today"]}


def harness_of(decisions: ScriptedDecisions, **settings: Any) -> Harness:
    return Harness(
        graph_of(Counter(), Judge(), snapshot=snapshot),
        decisions=decisions,
        context={"today": "2026-11-30"},
        **settings,
    )


def undated(visit: NodeVisit) -> NodeVisit:
    return replace(visit, duration_ms=0)


async def test_the_whole_commit() -> None:
    harness = harness_of(ScriptedDecisions().answer(mood="calm"))

    ended = await harness.say("hello")

    commit = harness.turns[0].commit
    assert commit is not None
    bare = replace(commit, visits=tuple(map(undated, commit.visits)), decisions=(), evidence=())
    assert bare == TurnCommit(
        cursor="Judge",
        completed=False,
        reply=Reply("calm"),
        snapshot={"number": 1, "today": "2026-11-30"},
        states={"Counter": {"number": 1, "note": ""}},
        messages=(("talk", Message.human("hello")), ("talk", Message.assistant("calm"))),
        path=("Counter", "Judge"),
        visits=(
            NodeVisit(order=1, node="Counter", kind="graph", left_by="go", target="Judge"),
            NodeVisit(order=2, node="Judge", kind="decision", left_by="direct"),
        ),
        decisions=(),
        usage=TurnUsage(decisions=Meter(calls=1, input_tokens=10, output_tokens=2)),
        seq=5,
    )
    assert [entry.node for entry in commit.decisions] == ["Judge"]
    assert [evidence.node for evidence in commit.evidence] == ["Judge"]
    assert ended == TurnCompleted(
        turn=1,
        id="turn-1",
        seq=5,
        reply=commit.reply,
        node=commit.cursor,
        completed=commit.completed,
        path=commit.path,
        usage=commit.usage,
        snapshot=commit.snapshot,
    )
    assert harness.events[-1] is ended


async def test_it_is_written_before_the_customer_hears_of_it() -> None:
    class Ordered(InMemoryStore):
        async def commit_turn(self, lease: Lease, commit: TurnCommit) -> None:
            assert not any(isinstance(event, TurnCompleted) for event in harness.events)
            await super().commit_turn(lease, commit)

    harness = harness_of(ScriptedDecisions().answer(mood="calm"), store=Ordered())

    assert isinstance(await harness.say("hello"), TurnCompleted)


class Waiting(GraphNode[NoState]):
    """Waits until the turn is stopped."""

    name = "Judge"

    def __init__(self) -> None:
        self.entered = asyncio.Event()

    async def run(self, visit: Visit[NoState]) -> Route:
        self.entered.set()
        await asyncio.Event().wait()
        return direct("never")


class Broken(GraphNode[NoState]):
    name = "Judge"

    async def run(self, visit: Visit[NoState]) -> Route:
        raise ValueError("a bug")


class Unwritable(GraphNode[NoState]):
    """Replies, but what the turn saved is no JSON."""

    name = "Judge"

    async def run(self, visit: Visit[NoState]) -> Route:
        return direct("fine so far")


def nan_snapshot(states: StateView, context: Mapping[str, Any]) -> JsonObject:
    raise ValueError("a bug in the snapshot hook")


async def test_a_failed_turn_leaves_state_cursor_and_histories_untouched() -> None:
    """The first turn succeeds, the second dies; the third begins where the first ended."""
    decisions = ScriptedDecisions().answer(mood="calm").fail(ProviderError("404")).answer(mood="upset")
    harness = harness_of(decisions)
    await harness.say("first")
    before = harness.store.sessions[harness.session_id]
    kept = (before.cursor, dict(before.states), {s: list(m) for s, m in before.histories.items()})
    before.cursor = "Counter"

    failed = await harness.say("second")

    assert isinstance(failed, TurnFailed)
    before.cursor = "Judge"
    assert (before.cursor, before.states, before.histories) == kept
    closure = harness.turns[1].closure
    assert closure is not None
    assert closure.path == ("Counter", "Judge")
    assert [visit.left_by for visit in closure.visits] == ["go", "failed"]
    assert [entry.outcome for entry in closure.decisions] == ["failed"]
    assert closure.usage.decisions.calls == 1
    assert await harness.reply_to("third") == "upset"
    assert decisions.requests[2].state == {"request": "third", "priorRequests": ["first"]}


@pytest.mark.parametrize(
    ("node", "end", "status", "left_by"),
    [
        pytest.param(Broken(), "fails", "failed", "failed", id="failed"),
        pytest.param(Waiting(), "stopped", "cancelled", "cancelled", id="cancelled"),
        pytest.param(Waiting(), "shut down", "interrupted", "cancelled", id="interrupted"),
    ],
)
async def test_so_does_every_other_unfinished_turn(
    node: GraphNode[Any], end: str, status: TurnStatus, left_by: str
) -> None:
    harness, control = Harness(graph_of(Counter(), node)), TurnControl()

    running = asyncio.create_task(harness.say("hello", control=control))
    if isinstance(node, Waiting):
        await node.entered.wait()
        if end == "stopped":
            control.cancel()
        else:
            running.cancel()
    await asyncio.wait({running})

    session = harness.store.sessions[harness.session_id]
    assert (session.cursor, session.states, session.histories, session.lease) == ("", {}, {}, None)
    closure = harness.turns[0].closure
    assert closure is not None
    assert (harness.turns[0].status, closure.status, closure.path) == (status, status, ("Counter", "Judge"))
    assert [visit.left_by for visit in closure.visits] == ["go", left_by]
    if status == "interrupted":
        assert running.cancelled()


async def test_a_fault_while_the_commit_is_put_together_closes_the_turn() -> None:
    harness = Harness(graph_of(Counter(), Unwritable(), snapshot=nan_snapshot))

    failed = await harness.say("hello")

    assert isinstance(failed, TurnFailed)
    assert (failed.code, harness.turns[0].status) == ("internal", "failed")
    assert harness.store.sessions[harness.session_id].lease is None


class Away(InMemoryStore):
    """Fails at what it is told to."""

    def __init__(self, *, commit: Exception | None = None, close: Exception | None = None) -> None:
        super().__init__()
        self.commit_error = commit
        self.close_error = close
        self.closures: list[TurnClosure] = []

    async def commit_turn(self, lease: Lease, commit: TurnCommit) -> None:
        if self.commit_error:
            raise self.commit_error
        await super().commit_turn(lease, commit)

    async def close_turn(self, lease: Lease, closure: TurnClosure) -> None:
        self.closures.append(closure)
        if self.close_error:
            raise self.close_error
        await super().close_turn(lease, closure)


async def test_a_commit_that_fails_is_a_failed_turn_that_may_be_tried_again() -> None:
    store = Away(commit=OSError("disk full"))
    harness = harness_of(ScriptedDecisions().answer(mood="calm").answer(mood="calm"), store=store)

    failed = await harness.say("hello", turn_id="mine")
    store.commit_error = None
    ended = await harness.say("hello", turn_id="mine")

    assert isinstance(failed, TurnFailed)
    assert (failed.code, failed.retryable) == ("internal", True)
    assert isinstance(ended, TurnCompleted)
    assert harness.state_of(Counter) == Count(number=1)


async def test_a_commit_whose_lease_ended_is_an_interrupted_turn_and_closes_nothing() -> None:
    store = Away(commit=LeaseLostError("taken over"))
    harness = harness_of(ScriptedDecisions().answer(mood="calm"), store=store)

    failed = await harness.say("hello")

    assert isinstance(failed, TurnFailed)
    assert (failed.code, failed.retryable) == ("interrupted", True)
    assert store.closures == []


@pytest.mark.parametrize(
    ("error", "code"), [(OSError("away"), "internal"), (LeaseLostError("taken over"), "interrupted")]
)
async def test_a_turn_that_cannot_be_closed_still_answers_its_customer(error: Exception, code: str) -> None:
    store = Away(close=error)
    harness = Harness(graph_of(Counter(), Broken()), store=store)

    failed = await harness.say("hello")

    assert isinstance(failed, TurnFailed)
    assert (failed.code, failed.retryable) == (code, True)
    assert len(store.closures) == 1


async def test_only_the_window_of_a_history_is_loaded() -> None:
    seen: list[list[str]] = []

    class Reader(GraphNode[NoState]):
        async def run(self, visit: Visit[NoState]) -> Route:
            seen.append([message.text for message in visit.history])
            return direct(f"reply {visit.turn_number}")

    harness = Harness(graph_of(Reader()))
    for number in range(1, 31):
        await harness.say(f"words {number}")

    assert len(harness.history("talk")) == 60
    assert len(seen[-1]) == 41
    assert seen[-1][0] == "words 10"
    assert seen[-1][-2:] == ["reply 29", "words 30"]
