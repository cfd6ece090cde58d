"""Drives turns: claims a session, has the turn run, and tells its host what happens.

A turn commits as a whole, in one write that requires the lease, or leaves no trace but its row.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from typing import Any

from graph.definition import CompiledGraph
from graph.errors import GraphDefinitionError, GraphError
from graph.events import Event, TerminalEvent, TurnCancelled, TurnCompleted, TurnFailed, TurnStarted
from graph.routing import Reply
from graph.running import BROKEN, RunningTurn
from graph.scope import TurnScope
from graph.store import SessionStore, TurnBegun, TurnRecorded
from graph.turns import TurnClosure, TurnControl, TurnInput
from graph.usage import TurnUsage


class GraphEngine:
    """Drives the turns of many sessions over any number of graphs. Safe to share within a process."""

    def __init__(
        self,
        graphs: Sequence[CompiledGraph],
        store: SessionStore,
        *,
        context: Callable[[], Mapping[str, Any]] = dict,
        window: int = 40,
        lease_s: float = 30.0,
        renew_every_s: float = 10.0,
    ) -> None:
        """Bind graphs to a store.

        Args:
            context: Called once a turn for the host's read-only facts.
            window: Newest messages of each history that a turn loads and a model may see.
            lease_s: Seconds a claim holds without renewal.
            renew_every_s: Seconds between renewals; well below `lease_s`.

        Raises:
            GraphDefinitionError: Two graphs have the same name.
        """
        self.graphs = {graph.name: graph for graph in graphs}
        for graph in graphs:
            if self.graphs[graph.name] is not graph:
                raise GraphDefinitionError(graph.name, "two graphs have this name.", "Rename one of them.")
        self._store = store
        self._context = context
        self._window = window
        self._lease_s = lease_s
        self._renew_every_s = renew_every_s
        self._running: set[asyncio.Task[TerminalEvent]] = set()
        """Tasks begun by `run`; the event loop alone would not keep them alive."""

    async def run(
        self, session_id: str, turn: TurnInput, *, control: TurnControl | None = None
    ) -> AsyncGenerator[Event, None]:
        """Run one turn and yield its events; the last is its terminal event. Leaving early does not stop the turn.

        Raises:
            TurnRefused: The turn must not begin.
        """
        events: asyncio.Queue[Event | None] = asyncio.Queue()
        work = asyncio.create_task(self.run_turn(session_id, turn, emit=events.put_nowait, control=control))

        def ended(work: asyncio.Task[TerminalEvent]) -> None:
            self._running.discard(work)
            events.put_nowait(None)
            if not work.cancelled():
                work.exception()  # read here for a host that left early; otherwise raised below

        self._running.add(work)
        work.add_done_callback(ended)
        while (event := await events.get()) is not None:
            yield event
        await work

    async def run_turn(
        self,
        session_id: str,
        turn: TurnInput,
        *,
        emit: Callable[[Event], None],
        control: TurnControl | None = None,
    ) -> TerminalEvent:
        """Run one turn, tell `emit` each event as it happens, and return the last.

        A turn that has its answer already is not run again: its recorded terminal event is emitted and returned.
        When the calling task is cancelled, the turn is closed as interrupted and the cancellation goes on.

        Raises:
            TurnRefused: The turn must not begin; nothing was emitted or written.
            GraphError: The session runs on a graph that this engine does not have.
        """
        context = self._context()
        begun = await self._store.begin_turn(session_id, turn, lease_s=self._lease_s, window=self._window)
        if isinstance(begun, TurnRecorded):
            recorded = recorded_event(begun, turn.id)
            emit(recorded)
            return recorded
        scope = TurnScope(
            graph=await self._graph_of(begun),
            session=begun.session,
            number=begun.lease.turn,
            turn=turn,
            context=context,
            control=control or TurnControl(),
            emit=emit,
        )
        scope.emit(TurnStarted, text=turn.text, action=turn.action.name if turn.action else None)
        running = RunningTurn(
            self._store, scope, begun, lease_s=self._lease_s, renew_every_s=self._renew_every_s
        )
        return await running.run()

    async def _graph_of(self, begun: TurnBegun) -> CompiledGraph:
        graph = self.graphs.get(begun.session.graph)
        if graph is None:
            # Closed, so that the session is not left busy; the same id runs once the graph is there again.
            await self._store.close_turn(begun.lease, _NOTHING_RAN)
            raise GraphError(
                f"session {begun.session.session_id} runs on graph {begun.session.graph!r}, "
                f"which this engine does not have. Registered: {', '.join(sorted(self.graphs)) or 'none'}."
            )
        return graph


_NOTHING_RAN = TurnClosure(
    status=BROKEN.status,
    code=BROKEN.code,
    message=BROKEN.message,
    retryable=BROKEN.retryable,
    path=(),
    visits=(),
    decisions=(),
    usage=TurnUsage(),
)


def recorded_event(recorded: TurnRecorded, turn_id: str) -> TerminalEvent:
    """The terminal event of a turn that already has its answer, as it was sent the first time."""
    if recorded.status == "completed":
        return TurnCompleted(
            turn=recorded.turn,
            id=turn_id,
            seq=recorded.seq,
            reply=recorded.reply or Reply(""),
            node=recorded.node,
            completed=recorded.completed,
            path=recorded.path,
            usage=recorded.usage,
            snapshot=recorded.snapshot,
        )
    if recorded.status == "cancelled":
        return TurnCancelled(turn=recorded.turn, id=turn_id, seq=recorded.seq)
    return TurnFailed(
        turn=recorded.turn,
        id=turn_id,
        seq=recorded.seq,
        code=recorded.code or "internal",
        message=recorded.message,
        retryable=recorded.retryable,
    )
