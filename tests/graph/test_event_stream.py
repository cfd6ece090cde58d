"""`engine.run`: a turn's events as they happen."""

from __future__ import annotations

import asyncio
import gc
import weakref
from contextlib import aclosing
from typing import Any

import pytest
from pydantic import BaseModel

from graph import (
    CompiledGraph,
    ConversationNode,
    DecisionContext,
    DecisionMade,
    Event,
    GraphEngine,
    GraphError,
    GraphNode,
    Lease,
    NodeEntered,
    NoState,
    Reply,
    Route,
    SessionNotFound,
    ToolCalled,
    TurnCancelled,
    TurnCommit,
    TurnCompleted,
    TurnControl,
    TurnFailed,
    TurnInput,
    TurnStarted,
    Visit,
    compile_graph,
    direct,
    go,
    tool,
)
from graph.testing import InMemoryStore, ScriptedChat, ScriptedDecisions
from graph.usage import Meter, TurnUsage
from tests.graph.support import Ask, Judge, graph_of


class NoArguments(BaseModel):
    pass


class Router(Judge):
    targets = ("Talk",)

    def on_decision(self, answers: Ask, context: DecisionContext, visit: Visit[NoState]) -> Route:
        return go("Talk")


class Talk(ConversationNode[NoState]):
    terminate_target = None

    @tool
    def act(self, arguments: NoArguments, visit: Visit[NoState]) -> Route:
        return direct("acted")


class Gate(GraphNode[NoState]):
    def __init__(self) -> None:
        self.open = asyncio.Event()
        self.passed = asyncio.Event()

    async def run(self, visit: Visit[NoState]) -> Route:
        await self.open.wait()
        self.passed.set()
        return direct("through")


def compiled(*nodes: GraphNode[Any]) -> CompiledGraph:
    return compile_graph(
        graph_of(*nodes),
        decision_providers={"scripted": ScriptedDecisions().answer(mood="calm")},
        chat_models={"scripted": ScriptedChat().call("act")},
    )


def begun(*nodes: GraphNode[Any]) -> tuple[GraphEngine, InMemoryStore, str]:
    store = InMemoryStore()
    return GraphEngine([compiled(*nodes)], store), store, store.begin_session("test")


TURN = TurnInput(id="mine", text="hello")


async def test_every_event_of_a_turn_in_order() -> None:
    engine, _, session = begun(Router(), Talk())

    events = [event async for event in engine.run(session, TURN)]

    decided = events[2]
    assert isinstance(decided, DecisionMade)
    assert events == [
        TurnStarted(turn=1, id="mine", seq=1, text="hello", action=None),
        NodeEntered(turn=1, id="mine", seq=2, node="Router", kind="decision"),
        DecisionMade(
            turn=1,
            id="mine",
            seq=3,
            node="Router",
            outcome="success",
            failure=None,
            attempts=1,
            duration_ms=decided.duration_ms,
            answers=decided.answers,
        ),
        NodeEntered(turn=1, id="mine", seq=4, node="Talk", kind="conversation"),
        ToolCalled(turn=1, id="mine", seq=5, node="Talk", tool="act", accepted=True),
        TurnCompleted(
            turn=1,
            id="mine",
            seq=6,
            reply=Reply("acted"),
            node="Talk",
            completed=False,
            path=("Router", "Talk"),
            usage=TurnUsage(
                decisions=Meter(calls=1, input_tokens=10, output_tokens=2),
                chat=Meter(calls=1, input_tokens=20, output_tokens=5),
            ),
            snapshot={},
        ),
    ]


async def test_an_event_is_seen_before_the_turn_goes_on() -> None:
    gate = Gate()
    engine, _, session = begun(gate)
    seen: list[Event] = []

    async with aclosing(engine.run(session, TURN)) as events:
        async for event in events:
            seen.append(event)
            if isinstance(event, NodeEntered):
                assert not gate.passed.is_set()
                gate.open.set()

    assert [type(event) for event in seen] == [TurnStarted, NodeEntered, TurnCompleted]


async def test_a_refusal_is_raised() -> None:
    engine, _, _ = begun(Gate())

    with pytest.raises(SessionNotFound):
        [event async for event in engine.run("nowhere", TURN)]


async def test_a_recorded_turn_yields_its_last_event_alone() -> None:
    engine, _, session = begun(Router(), Talk())
    first = [event async for event in engine.run(session, TURN)]

    assert [event async for event in engine.run(session, TURN)] == first[-1:]


async def test_leaving_early_does_not_stop_the_turn() -> None:
    class Telling(InMemoryStore):
        def __init__(self) -> None:
            super().__init__()
            self.committed = asyncio.Event()

        async def commit_turn(self, lease: Lease, commit: TurnCommit) -> None:
            await super().commit_turn(lease, commit)
            self.committed.set()

    gate, store = Gate(), Telling()
    engine, session = GraphEngine([compiled(gate)], store), store.begin_session("test")

    async with aclosing(engine.run(session, TURN)) as events:
        async for event in events:
            assert isinstance(event, TurnStarted)
            break
    gc.collect()
    gate.open.set()
    await store.committed.wait()

    assert store.sessions[session].turns[0].status == "completed"


async def test_a_turn_that_was_left_is_let_go_once_it_ended() -> None:
    gate = Gate()
    gate.open.set()
    engine, _, session = begun(gate)
    async with aclosing(engine.run(session, TURN)) as events:
        await anext(aiter(events))
        (task,) = engine._running
        kept = weakref.ref(task)
        await asyncio.wait({task})
    del task, events

    gc.collect()
    assert kept() is None


async def test_a_refusal_that_nobody_waits_for_is_no_complaint_of_asyncio() -> None:
    complaints: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda loop, context: complaints.append(context))
    engine, _, _ = begun(Gate())

    events = engine.run("nowhere", TURN)
    listening = asyncio.ensure_future(anext(events))
    await asyncio.sleep(0)
    (task,) = engine._running
    listening.cancel()
    await asyncio.wait({task, listening})
    await events.aclose()
    del task
    gc.collect()

    assert complaints == []


async def test_a_process_that_ends_interrupts_it() -> None:
    engine, store, session = begun(Gate())

    async def listen() -> None:
        async for event in engine.run(session, TURN):
            if isinstance(event, NodeEntered):
                (task,) = engine._running
                task.cancel()

    with pytest.raises(asyncio.CancelledError):
        await listen()

    assert store.sessions[session].turns[0].status == "interrupted"
    assert engine._running == set()


async def test_a_control_stops_it() -> None:
    gate, control = Gate(), TurnControl()
    engine, _, session = begun(gate)
    seen: list[Event] = []

    async for event in engine.run(session, TURN, control=control):
        seen.append(event)
        if isinstance(event, NodeEntered):
            control.cancel()

    assert [type(event) for event in seen] == [TurnStarted, NodeEntered, TurnCancelled]


# --- the graph a session runs on ----------------------------------------------------------------------------


async def test_an_engine_drives_sessions_of_several_graphs() -> None:
    class Greeter(GraphNode[NoState]):
        async def run(self, visit: Visit[NoState]) -> Route:
            return direct(visit.scope.graph.name)

    graphs = [
        compile_graph(graph_of(Greeter(), name=name), decision_providers={}, chat_models={})
        for name in ("first", "second")
    ]
    store = InMemoryStore()
    engine = GraphEngine(graphs, store)

    for name in ("first", "second"):
        ended = await engine.run_turn(store.begin_session(name), TURN, emit=lambda event: None)
        assert isinstance(ended, TurnCompleted)
        assert ended.reply.text == name


async def test_a_session_of_a_graph_that_is_gone_is_not_left_busy() -> None:
    engine, store, _ = begun(Gate())
    session = store.begin_session("removed")

    with pytest.raises(GraphError, match=r"'removed', which this engine does not have\. Registered: test\."):
        await engine.run_turn(session, TURN, emit=lambda event: None)

    (turn,) = store.sessions[session].turns
    assert (turn.status, store.sessions[session].lease) == ("failed", None)
    assert turn.closure is not None
    assert turn.closure.retryable


async def test_a_context_that_cannot_be_made_begins_nothing() -> None:
    def context() -> dict[str, object]:
        raise LookupError("no such time zone")

    store = InMemoryStore()
    session = store.begin_session("test")
    engine = GraphEngine([compiled(Gate())], store, context=context)

    with pytest.raises(LookupError):
        await engine.run_turn(session, TURN, emit=lambda event: None)

    assert store.sessions[session].turns == []


async def test_a_failure_is_an_event_too() -> None:
    class Broken(GraphNode[NoState]):
        async def run(self, visit: Visit[NoState]) -> Route:
            raise ValueError("a bug")

    engine, _, session = begun(Broken())

    events = [event async for event in engine.run(session, TURN)]

    assert events[-1] == TurnFailed(
        turn=1,
        id="mine",
        seq=3,
        code="internal",
        message="Something went wrong on our side. Nothing was changed; please try again.",
        retryable=True,
    )
