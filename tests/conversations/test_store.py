"""Real turns of a real graph through the store: what a customer sees of all of it together."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

import pytest
from pydantic import BaseModel

from graph import (
    GraphDefinition,
    GraphEngine,
    GraphNode,
    Route,
    SessionBusy,
    TerminalEvent,
    TurnCancelled,
    TurnCompleted,
    TurnControl,
    TurnFailed,
    TurnInFlight,
    TurnInput,
    Visit,
    compile_graph,
    direct,
    go,
)
from hotelsite.conversations.dbthreads import on_database_thread
from hotelsite.conversations.models import Message, NodeVisit, Session, Turn
from hotelsite.conversations.store import DjangoStore
from tests.conversations.support import FixedClock, new_session, said

pytestmark = pytest.mark.django_db(transaction=True)


class Counted(BaseModel, frozen=True):
    turns: int = 0


class Counter(GraphNode[Counted]):
    """Counts turns; the words `wait` and `break` make it wait for the host, or fail."""

    targets = ("Counter", "Echo")

    async def run(self, visit: Visit[Counted]) -> Route:
        words = visit.conversation().request
        state = visit.update(turns=visit.own.turns + 1)
        if words == "wait":
            visit.context["waiting"].release()
            await visit.context["go on"].wait()
        if words == "break":
            raise LookupError("on purpose")
        if words == "echo":
            return go("Echo").with_message(words)
        return direct(f"turn {state.turns}, {len(visit.history)} messages")


class Echo(GraphNode[Counted]):
    async def run(self, visit: Visit[Counted]) -> Route:
        return direct(visit.conversation().request)


class Host:
    """One server process: an engine of its own on the shared database."""

    def __init__(self, *, window: int = 40, **options: Any) -> None:
        self.waiting, self.go_on = asyncio.Semaphore(0), asyncio.Event()
        graph = GraphDefinition(
            name="hotel",
            nodes=[Counter(), Echo()],
            start=Counter,
            histories={"main": [Counter], "echo": [Echo]},
            snapshot=lambda states, context: {"turns": states.of(Counter).turns},
        )
        self.engine = GraphEngine(
            [compile_graph(graph, decision_providers={}, chat_models={})],
            DjangoStore(**options),
            context=lambda: {"waiting": self.waiting, "go on": self.go_on},
            window=window,
        )

    async def say(
        self, session: Session, turn: TurnInput, control: TurnControl | None = None
    ) -> TerminalEvent:
        return await self.engine.run_turn(str(session.pk), turn, emit=lambda event: None, control=control)


async def in_database(work: Any) -> Any:
    return await on_database_thread(work)()


def reply(event: TerminalEvent) -> str:
    assert isinstance(event, TurnCompleted), event
    return event.reply.text


async def test_turns_build_on_each_other() -> None:
    host, session = Host(window=5), await in_database(new_session)

    replies = [reply(await host.say(session, said(str(number)))) for number in range(1, 5)]

    assert replies == [
        "turn 1, 1 messages",
        "turn 2, 3 messages",
        "turn 3, 5 messages",
        "turn 4, 6 messages",  # the window of five, and the newest
    ]


async def test_a_recorded_turn_is_the_same_event_again_from_any_process() -> None:
    session = await in_database(new_session)
    first = await Host().say(session, said("one"))
    await Host().say(session, said("two"))

    assert await Host().say(session, said("one")) == first
    assert await in_database(Turn.objects.count) == 2


async def test_a_turn_that_breaks_leaves_no_trace_but_its_row_and_can_be_sent_again() -> None:
    host, session = Host(), await in_database(new_session)
    await host.say(session, said("one"))

    failed = await host.say(session, said("two", "break"))
    assert isinstance(failed, TurnFailed)
    assert (failed.code, failed.retryable) == ("internal", True)
    assert await in_database(Message.objects.count) == 2
    assert await in_database(NodeVisit.objects.count) == 2

    assert (await host.say(session, said("two", "break"))).turn == 2
    assert reply(await host.say(session, said("three"))) == "turn 2, 3 messages"


async def test_a_stopped_turn_is_recorded_as_such() -> None:
    host, session, control = Host(), await in_database(new_session), TurnControl()
    running = asyncio.create_task(host.say(session, said("one", "wait"), control))
    await host.waiting.acquire()

    control.cancel()

    assert isinstance(await running, TurnCancelled)
    assert isinstance(await host.say(session, said("one", "wait")), TurnCancelled)
    assert reply(await host.say(session, said("two"))) == "turn 1, 1 messages"


async def test_while_a_turn_waits_its_session_is_busy_everywhere_and_others_are_not() -> None:
    host, other_host = Host(), Host()
    session, other = await in_database(new_session), await in_database(new_session)
    waiting = asyncio.create_task(host.say(session, said("one", "wait")))
    await host.waiting.acquire()

    with pytest.raises(TurnInFlight):
        await other_host.say(session, said("one", "wait"))
    with pytest.raises(SessionBusy):
        await other_host.say(session, said("two"))
    replies = await asyncio.gather(*(host.say(s, said("one")) for s in (other,)))
    assert [reply(event) for event in replies] == ["turn 1, 1 messages"]

    host.go_on.set()
    assert reply(await waiting) == "turn 1, 1 messages"


async def test_forty_waiting_turns_hold_up_nobody() -> None:
    """No turn keeps a thread or a connection while it waits for a provider."""
    host = Host()
    sessions = [await in_database(new_session) for _ in range(40)]
    waiting = [asyncio.create_task(host.say(session, said("one", "wait"))) for session in sessions]
    for _ in sessions:
        await host.waiting.acquire()

    free = await in_database(new_session)
    assert reply(await asyncio.wait_for(host.say(free, said("one")), timeout=5)) == "turn 1, 1 messages"

    host.go_on.set()
    assert {reply(event) for event in await asyncio.gather(*waiting)} == {"turn 1, 1 messages"}


async def test_a_server_that_stops_lets_the_turn_be_sent_again() -> None:
    host, session = Host(), await in_database(new_session)
    running = asyncio.create_task(host.say(session, said("one", "wait")))
    await host.waiting.acquire()

    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running

    assert await in_database(Turn.objects.values_list("status", flat=True).get) == "interrupted"
    after_restart = Host()
    after_restart.go_on.set()
    again = await after_restart.say(session, said("one", "wait"))
    assert (again.turn, reply(again)) == (1, "turn 1, 1 messages")


async def test_a_server_that_died_lets_the_turn_be_sent_again_once_its_lease_is_over() -> None:
    clock, session = FixedClock(), await in_database(new_session)
    died = Host(clock=clock)
    running = asyncio.create_task(died.say(session, said("one", "wait")))
    await died.waiting.acquire()
    survivor = Host(clock=clock)
    with pytest.raises(TurnInFlight):
        await survivor.say(session, said("one", "wait"))

    clock.pass_seconds(30)
    survivor.go_on.set()
    again = await survivor.say(session, said("one", "wait"))
    died.go_on.set()  # it was only asleep, and ends its turn after all

    assert (again.turn, reply(again)) == (1, "turn 1, 1 messages")
    too_late = await running
    assert isinstance(too_late, TurnFailed)
    assert too_late.code == "interrupted"
    assert await in_database(Turn.objects.values_list("status", "runs").get) == ("completed", 2)
    assert await in_database(Message.objects.count) == 2


async def test_what_a_turn_reports_is_what_is_stored() -> None:
    host, session = Host(), await in_database(new_session)

    event = await host.say(session, said("one", "echo"))

    row: Mapping[str, Any] = await in_database(Turn.objects.values().get)
    assert isinstance(event, TurnCompleted)
    assert (row["path"], row["node"], row["snapshot"]) == (["Counter", "Echo"], "Echo", {"turns": 1})
    assert (row["path"], row["node"], row["snapshot"]) == (list(event.path), event.node, event.snapshot)
    assert row["last_seq"] == event.seq
