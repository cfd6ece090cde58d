"""A claim holds while its turn works, and a turn that lost it writes nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from graph import (
    GraphEngine,
    GraphNode,
    Lease,
    LeaseLostError,
    NoState,
    Route,
    TerminalEvent,
    TurnCompleted,
    TurnControl,
    TurnFailed,
    TurnInput,
    Visit,
    compile_graph,
    direct,
)
from graph.testing import InMemoryStore
from tests.graph.support import graph_of


class Worker(GraphNode[NoState]):
    def __init__(self) -> None:
        self.begun = asyncio.Event()
        self.released = asyncio.Event()

    async def run(self, visit: Visit[NoState]) -> Route:
        if visit.turn.text == "book":
            visit.shield()
        self.begun.set()
        await self.released.wait()
        return direct("done")


class Renewing(InMemoryStore):
    """Does at each renewal what the test says, in order, and tells when that was the last of it."""

    def __init__(self, *renewals: Callable[[], None]) -> None:
        super().__init__()
        self.renewals = list(renewals)
        self.renewed: list[float] = []
        self.done = asyncio.Event()

    async def renew_lease(self, lease: Lease, *, lease_s: float) -> None:
        self.renewed.append(lease_s)
        await super().renew_lease(lease, lease_s=lease_s)
        if self.renewals:
            step = self.renewals.pop(0)
            if not self.renewals:
                self.done.set()
            step()


def passes() -> None:
    pass


def is_lost() -> None:
    raise LeaseLostError("taken over")


def is_away() -> None:
    raise OSError("SECRET address unreachable")


def begin(
    store: InMemoryStore, node: Worker, *, text: str = "go", renew_every_s: float = 0.001
) -> tuple[asyncio.Task[TerminalEvent], TurnControl, str]:
    graph = compile_graph(graph_of(node), decision_providers={}, chat_models={})
    engine = GraphEngine([graph], store, lease_s=30, renew_every_s=renew_every_s)
    session, control = store.begin_session("test"), TurnControl()
    turn = TurnInput(id="mine", text=text)
    run = engine.run_turn(session, turn, emit=lambda event: None, control=control)
    return asyncio.create_task(run), control, session


async def test_a_working_turn_renews_its_lease_and_stops_when_it_ends() -> None:
    store, worker = Renewing(passes, passes, passes), Worker()
    running, _, _ = begin(store, worker)
    await store.done.wait()
    worker.released.set()

    assert isinstance(await running, TurnCompleted)
    count = len(store.renewed)
    assert store.renewed == [30] * count
    later = asyncio.Event()
    asyncio.get_running_loop().call_later(0.005, later.set)  # five more renewals, if anything still renewed
    await later.wait()
    assert len(store.renewed) == count


async def test_a_short_turn_never_renews_and_leaves_no_timer_behind() -> None:
    store, worker = Renewing(), Worker()
    worker.released.set()
    loop: Any = asyncio.get_running_loop()
    before = [timer for timer in loop._scheduled if not timer.cancelled()]
    running, _, _ = begin(store, worker, renew_every_s=10)

    assert isinstance(await running, TurnCompleted)
    assert store.renewed == []
    assert [timer for timer in loop._scheduled if not timer.cancelled()] == before


@pytest.mark.parametrize("text", ["go", "book"], ids=["plain", "shielded"])
async def test_a_lost_lease_stops_the_work_even_behind_a_shield(text: str) -> None:
    store, worker = Renewing(passes, is_lost), Worker()
    running, control, _ = begin(store, worker, text=text)

    failed = await running

    assert isinstance(failed, TurnFailed)
    assert (failed.code, failed.retryable) == ("interrupted", True)
    assert control.stopped_by == "lease_lost"


async def test_a_store_that_is_away_for_a_moment_is_asked_again(caplog: pytest.LogCaptureFixture) -> None:
    store, worker = Renewing(is_away, passes, passes), Worker()
    running, _, _ = begin(store, worker)
    await store.done.wait()
    worker.released.set()

    assert isinstance(await running, TurnCompleted)
    assert "lease not renewed" in caplog.text
    assert "error=OSError" in caplog.text
    assert "SECRET" not in caplog.text


async def test_a_turn_whose_lease_was_taken_over_writes_nothing() -> None:
    """The process slept too long: its lease ended, and the same turn was begun again by another one."""
    now = [1000.0]
    store, sleepy = InMemoryStore(now=lambda: now[0]), Worker()
    running, _, session = begin(store, sleepy, renew_every_s=3600)
    await sleepy.begun.wait()
    now[0] += 31.0

    awake = Worker()
    awake.released.set()
    graph = compile_graph(graph_of(awake), decision_providers={}, chat_models={})
    other = GraphEngine([graph], store)
    turn = TurnInput(id="mine", text="go")
    again = await other.run_turn(session, turn, emit=lambda event: None)
    sleepy.released.set()
    late = await running

    assert isinstance(again, TurnCompleted)
    assert isinstance(late, TurnFailed)
    assert late.code == "interrupted"
    assert store.sessions[session].turns[0].attempts == 2
    assert len(store.sessions[session].histories["talk"]) == 2
