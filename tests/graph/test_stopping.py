"""Stopping a turn: the customer, the clock, the shield, and a process that ends."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

import pytest

from graph import (
    Event,
    GraphEngine,
    GraphNode,
    Lease,
    NodeEntered,
    NoState,
    Route,
    TurnCancelled,
    TurnClosure,
    TurnCommit,
    TurnCompleted,
    TurnControl,
    TurnFailed,
    TurnInput,
    TurnStarted,
    Visit,
    compile_graph,
    direct,
)
from graph.testing import Harness, InMemoryStore
from tests.graph.support import Count, graph_of


class Worker(GraphNode[Count]):
    """Saves, says that it has begun, and works until it is released."""

    def __init__(self, before: Callable[[Visit[Count]], None] | None = None) -> None:
        self.before = before
        self.begun = asyncio.Event()
        self.released = asyncio.Event()

    async def run(self, visit: Visit[Count]) -> Route:
        visit.update(number=1)
        if self.before:
            self.before(visit)
        self.begun.set()
        await self.released.wait()
        return direct("done")


def shielding(visit: Visit[Count]) -> None:
    visit.shield()


# --- the customer -------------------------------------------------------------------------------------------


async def test_a_stopped_turn_is_cancelled_and_the_next_one_runs() -> None:
    worker, control = Worker(), TurnControl()
    harness = Harness(graph_of(worker))
    running = asyncio.create_task(harness.say("go", control=control))
    await worker.begun.wait()

    stopped = control.cancel()
    ended = await running

    assert stopped
    assert ended == TurnCancelled(turn=1, id="turn-1", seq=3)
    assert harness.events[-1] is ended
    worker.released.set()
    assert isinstance(await harness.say("again"), TurnCompleted)


async def test_stopping_twice_is_stopping_once() -> None:
    worker, control = Worker(), TurnControl()
    harness = Harness(graph_of(worker))
    running = asyncio.create_task(harness.say("go", control=control))
    await worker.begun.wait()

    assert (control.cancel(), control.cancel()) == (True, True)
    assert isinstance(await running, TurnCancelled)
    assert control.cancel_requested


async def test_a_turn_stopped_before_it_began_enters_no_node() -> None:
    control = TurnControl()
    control.cancel()
    harness = Harness(graph_of(Worker()))

    ended = await harness.say("go", control=control)

    assert isinstance(ended, TurnCancelled)
    assert [type(event) for event in harness.events] == [TurnStarted, TurnCancelled]
    assert harness.turns[0].status == "cancelled"


@pytest.mark.parametrize("fails", [False, True], ids=["replies", "fails"])
async def test_a_stop_from_within_the_turn_counts_however_it_goes_on(fails: bool) -> None:
    """Hosts may stop a turn while they are told of an event, which is in the middle of a node's work."""
    control = TurnControl()

    class Quick(GraphNode[NoState]):
        async def run(self, visit: Visit[NoState]) -> Route:
            if fails:
                raise ValueError("a bug")
            return direct("done at once")

    def stop(event: Event) -> None:
        if isinstance(event, NodeEntered):
            assert control.cancel()

    graph = compile_graph(graph_of(Quick()), decision_providers={}, chat_models={})
    store = InMemoryStore()
    session = store.begin_session("test")
    engine = GraphEngine([graph], store)

    ended = await engine.run_turn(session, TurnInput(id="1", text="go"), emit=stop, control=control)

    assert isinstance(ended, TurnCancelled)
    assert store.sessions[session].turns[0].status == "cancelled"
    await asyncio.sleep(0)  # raises where the stop was left behind in this task


async def test_a_node_that_swallows_its_cancellation_is_stopped_all_the_same() -> None:
    begun, control = asyncio.Event(), TurnControl()

    class Stubborn(GraphNode[Count]):
        async def run(self, visit: Visit[Count]) -> Route:
            visit.update(number=1)
            begun.set()
            with suppress(asyncio.CancelledError):
                await asyncio.Event().wait()
            return direct("not stopped")

    harness = Harness(graph_of(Stubborn()))
    running = asyncio.create_task(harness.say("go", control=control))
    await begun.wait()
    control.cancel()

    assert isinstance(await running, TurnCancelled)
    assert harness.state_of(Stubborn) == Count()
    assert running.cancelling() == 0


async def test_a_finished_turn_cannot_be_stopped() -> None:
    worker, control = Worker(), TurnControl()
    worker.released.set()
    harness = Harness(graph_of(worker))
    await harness.say("go", control=control)

    assert not control.cancel()


async def test_a_turn_that_commits_cannot_be_stopped_any_more() -> None:
    control, stopped = TurnControl(), []

    class Slow(InMemoryStore):
        async def commit_turn(self, lease: Lease, commit: TurnCommit) -> None:
            stopped.append(control.cancel())
            await asyncio.sleep(0)
            await super().commit_turn(lease, commit)

    worker = Worker()
    worker.released.set()

    assert isinstance(await Harness(graph_of(worker), store=Slow()).say("go", control=control), TurnCompleted)
    assert stopped == [False]


async def test_a_cancelled_future_of_a_node_s_own_is_an_interruption_not_a_stop() -> None:
    class Unlucky(GraphNode[NoState]):
        async def run(self, visit: Visit[NoState]) -> Route:
            inner = asyncio.get_running_loop().create_future()
            inner.cancel()
            await inner
            return direct("never")

    failed = await Harness(graph_of(Unlucky())).say("go")

    assert isinstance(failed, TurnFailed)
    assert (failed.code, failed.retryable) == ("interrupted", True)


# --- the clock ----------------------------------------------------------------------------------------------


async def test_a_turn_past_its_time_fails_and_may_be_tried_again() -> None:
    worker = Worker()
    harness = Harness(graph_of(worker, turn_timeout_s=0.001))

    failed = await harness.say("go")

    assert isinstance(failed, TurnFailed)
    assert (failed.code, failed.retryable, harness.turns[0].status) == ("turn_timeout", True, "failed")
    assert harness.state_of(Worker) == Count()


async def test_a_node_s_own_time_out_is_not_the_turn_s() -> None:
    class Late(GraphNode[NoState]):
        async def run(self, visit: Visit[NoState]) -> Route:
            raise TimeoutError

    failed = await Harness(graph_of(Late())).say("go")

    assert isinstance(failed, TurnFailed)
    assert failed.code == "internal"


# --- the shield ---------------------------------------------------------------------------------------------


async def test_a_shielded_turn_cannot_be_stopped() -> None:
    worker, control = Worker(shielding), TurnControl()
    harness = Harness(graph_of(worker))
    running = asyncio.create_task(harness.say("book", control=control))
    await worker.begun.wait()

    stopped = control.cancel()
    worker.released.set()

    assert not stopped
    assert control.shielded
    assert isinstance(await running, TurnCompleted)
    assert harness.state_of(Worker) == Count(number=1)


async def test_nor_does_its_time_run_out() -> None:
    worker = Worker(shielding)
    harness = Harness(graph_of(worker, turn_timeout_s=0.001))
    running = asyncio.create_task(harness.say("book"))
    await worker.begun.wait()

    expired = asyncio.Event()
    asyncio.get_running_loop().call_later(0.002, expired.set)  # after the turn's own limit, on the same clock
    await expired.wait()
    worker.released.set()

    assert isinstance(await running, TurnCompleted)


async def test_what_cannot_be_undone_does_not_begin_once_the_turn_was_stopped() -> None:
    control, booked = TurnControl(), []

    class Booker(GraphNode[NoState]):
        async def run(self, visit: Visit[NoState]) -> Route:
            control.cancel()
            visit.shield()
            booked.append(True)
            return direct("booked")

    assert isinstance(await Harness(graph_of(Booker())).say("book", control=control), TurnCancelled)
    assert booked == []
    assert not control.shielded


# --- a process that ends ------------------------------------------------------------------------------------


async def test_a_cancelled_host_leaves_an_interrupted_turn_and_hears_its_own_cancellation() -> None:
    worker = Worker()
    harness = Harness(graph_of(worker))
    running = asyncio.create_task(harness.say("go"))
    await worker.begun.wait()

    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running

    ended = harness.events[-1]
    assert isinstance(ended, TurnFailed)
    assert (ended.code, ended.retryable) == ("interrupted", True)
    assert harness.turns[0].status == "interrupted"


async def test_even_a_shielded_turn_ends_with_its_process() -> None:
    worker = Worker(shielding)
    harness = Harness(graph_of(worker))
    running = asyncio.create_task(harness.say("book"))
    await worker.begun.wait()

    running.cancel()
    await asyncio.wait({running})

    assert harness.turns[0].status == "interrupted"


async def test_a_host_cancelled_together_with_the_customer_s_stop_is_still_cancelled() -> None:
    worker, control = Worker(), TurnControl()
    harness = Harness(graph_of(worker))
    running = asyncio.create_task(harness.say("go", control=control))
    await worker.begun.wait()

    control.cancel()
    running.cancel()
    await asyncio.wait({running})

    assert running.cancelled()
    assert harness.turns[0].status == "interrupted"


class Committing(InMemoryStore):
    """Stops in the middle of a commit, before or after it was written."""

    def __init__(self, *, written: bool) -> None:
        super().__init__()
        self.written = written
        self.reached = asyncio.Event()
        self.closures: list[TurnClosure] = []

    async def commit_turn(self, lease: Lease, commit: TurnCommit) -> None:
        if self.written:
            await super().commit_turn(lease, commit)
        self.reached.set()
        await asyncio.Event().wait()

    async def close_turn(self, lease: Lease, closure: TurnClosure) -> None:
        self.closures.append(closure)
        await super().close_turn(lease, closure)


@pytest.mark.parametrize(("written", "status"), [(True, "completed"), (False, "interrupted")])
async def test_a_host_cancelled_while_committing_tells_nothing_that_may_be_wrong(
    written: bool, status: str
) -> None:
    store, worker = Committing(written=written), Worker()
    worker.released.set()
    harness = Harness(graph_of(worker), store=store)
    running = asyncio.create_task(harness.say("go"))
    await store.reached.wait()

    running.cancel()
    await asyncio.wait({running})

    assert running.cancelled()
    assert harness.turns[0].status == status
    assert not isinstance(harness.events[-1], TurnFailed | TurnCompleted)
    assert [closure.status for closure in store.closures] == ["interrupted"]


async def test_a_host_cancelled_while_its_turn_fails_leaves_it_retryable() -> None:
    class Stuck(InMemoryStore):
        def __init__(self) -> None:
            super().__init__()
            self.closing = asyncio.Event()

        async def close_turn(self, lease: Lease, closure: TurnClosure) -> None:
            if not self.closing.is_set():
                self.closing.set()
                await asyncio.Event().wait()
            await super().close_turn(lease, closure)

    class Broken(GraphNode[NoState]):
        async def run(self, visit: Visit[NoState]) -> Route:
            raise ValueError("a bug")

    store = Stuck()
    harness = Harness(graph_of(Broken()), store=store)
    running = asyncio.create_task(harness.say("go"))
    await store.closing.wait()

    running.cancel()
    await asyncio.wait({running})

    assert running.cancelled()
    assert harness.turns[0].status == "interrupted"


async def test_a_task_that_ran_a_stopped_turn_is_as_good_as_new() -> None:
    """The host's own task is used for the work; a stop must leave nothing behind in it."""
    worker, control = Worker(), TurnControl()
    harness = Harness(graph_of(worker))

    async def host() -> int:
        await harness.say("go", control=control)
        async with asyncio.timeout(30):
            await asyncio.sleep(0)
        task = asyncio.current_task()
        assert task is not None
        return task.cancelling()

    running = asyncio.create_task(host())
    await worker.begun.wait()
    control.cancel()

    assert await running == 0
