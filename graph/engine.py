"""Runs turns: claim, load, walk the nodes, commit, release.

A turn is a plain await loop over nodes, in one task of its own so that it can be stopped. It commits as a whole, in
one write that requires the lease, or leaves no trace but its row.
"""

from __future__ import annotations

import asyncio
import logging
import traceback
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from graph.chat.messages import Message
from graph.decision.node import CONFIGURATION_ERRORS
from graph.definition import CompiledGraph
from graph.errors import LeaseLostError, ProviderError, RoutingError, RoutingLoopError
from graph.events import Event, TerminalEvent, TurnCancelled, TurnCompleted, TurnFailed, TurnStarted
from graph.jsonvalue import copy_json_object
from graph.routing import END, Reply, Route, node_name
from graph.scope import TurnScope
from graph.store import Lease, SessionStore, TurnBegun, TurnRecorded
from graph.turns import FailureCode, TurnClosure, TurnCommit, TurnControl, TurnInput

log = logging.getLogger("graph")

FAILURE_MESSAGES: dict[FailureCode, str] = {
    "provider_misconfigured": "This service is not set up correctly, so the message could not be answered.",
    "routing_loop": "The conversation went round in circles. Please put it another way.",
    "turn_timeout": "That took too long and was stopped. Nothing was changed; please try again.",
    "interrupted": "The answer was interrupted. Nothing was changed; please try again.",
    "internal": "Something went wrong on our side. Nothing was changed; please try again.",
}


@dataclass(frozen=True, slots=True)
class _Failure:
    """Why a turn did not finish."""

    code: FailureCode
    retryable: bool


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
        """
        self.graphs = {graph.name: graph for graph in graphs}
        self._store = store
        self._context = context
        self._window = window
        self._lease_s = lease_s
        self._renew_every_s = renew_every_s

    async def run(
        self, session_id: str, turn: TurnInput, *, control: TurnControl | None = None
    ) -> AsyncIterator[Event]:
        """Run one turn and yield its events; the last is its terminal event. Leaving early does not stop the turn.

        Raises:
            TurnRefused: The turn must not begin.
        """
        events: asyncio.Queue[Event | None] = asyncio.Queue()
        work = asyncio.create_task(self.run_turn(session_id, turn, emit=events.put_nowait, control=control))
        work.add_done_callback(lambda _: events.put_nowait(None))
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
        """
        begun = await self._store.begin_turn(session_id, turn, lease_s=self._lease_s, window=self._window)
        if isinstance(begun, TurnRecorded):
            recorded = recorded_event(begun, turn.id)
            emit(recorded)
            return recorded
        control = control or TurnControl()
        scope = TurnScope(
            graph=self.graphs[begun.session.graph],
            session=begun.session,
            number=begun.lease.turn,
            turn=turn,
            context=self._context(),
            control=control,
            emit=emit,
        )
        scope.emit(TurnStarted, text=turn.text, action=turn.action.name if turn.action else None)
        running = _RunningTurn(
            self._store, scope, begun, lease_s=self._lease_s, renew_every_s=self._renew_every_s
        )
        return await running.run()


class _RunningTurn:
    """One claimed turn: its work, its heartbeat, and its ending."""

    def __init__(
        self,
        store: SessionStore,
        scope: TurnScope,
        begun: TurnBegun,
        *,
        lease_s: float,
        renew_every_s: float,
    ) -> None:
        self._store = store
        self._scope = scope
        self._graph = scope.graph
        self._lease: Lease = begun.lease
        self._cursor = begun.session.cursor or scope.graph.start
        self._control = scope.control
        self._lease_s = lease_s
        self._renew_every_s = renew_every_s
        self._renewing: asyncio.Task[None] | None = None
        self._lease_lost = False
        self._ending: tuple[Route, str] | None = None

    async def run(self) -> TerminalEvent:
        work = asyncio.create_task(self._walk())
        self._control.attach(work)
        beat = asyncio.get_running_loop().call_later(self._renew_every_s, self._renew_soon, work)
        try:
            failure = await self._outcome(work)
            if self._ending is None or failure is not None:
                return await self._close(failure)
            return await self._commit(*self._ending)
        except asyncio.CancelledError:
            await self._interrupt(work)
            raise
        finally:
            beat.cancel()
            if self._renewing is not None:
                self._renewing.cancel()

    # --- the walk -------------------------------------------------------------------------------------------

    async def _walk(self) -> None:
        """Enter nodes until one ends the turn; leaves the ending route and the node where the session resumes."""
        scope, turn = self._scope, self._scope.turn
        node, tool = self._entry(turn)
        action = turn.action
        if tool is None:
            scope.append(node, Message.human(turn.text))
        while True:
            route = await scope.enter(self._graph.nodes[node], action=action, tool=tool)
            if tool is not None and route.accepted:
                scope.append(node, Message.human(turn.text))
            ended_at = self._apply(node, route)
            if ended_at is not None:
                self._ending = (route, ended_at)
                return
            assert route.target is not None
            node, action, tool = route.target, None, None

    def _entry(self, turn: TurnInput) -> tuple[str, str | None]:
        """The node a turn starts at, and the tool an action calls there."""
        if turn.action is not None:
            target = self._graph.actions.get(turn.action.name)
            if target is None:
                raise RoutingError(f"the graph has no action {turn.action.name!r}.")
            return node_name(target.node), target.tool
        named = self._graph.entry(turn, self._cursor) if self._graph.entry else None
        return (node_name(named) if named is not None else self._cursor), None

    def _apply(self, node: str, route: Route) -> str | None:
        """Carry out a route's effects; returns where the session resumes, None when another node is to run."""
        scope = self._scope
        if route.target is not None:
            scope.seed(route.target, route.seeds)
            if route.message is not None:
                scope.forward(route.target, route.message)
        if route.kind == "go":
            return None
        assert route.reply is not None
        resumes_at = route.target or node
        scope.append(resumes_at, Message.assistant(route.reply.text))
        return END if route.kind == "finish" else resumes_at

    # --- waiting for it -------------------------------------------------------------------------------------

    async def _outcome(self, work: asyncio.Task[None]) -> _Failure | None:
        """Wait for the work within the turn's time; returns why it failed, None where it ended or was stopped."""
        done, _ = await asyncio.wait({work}, timeout=self._graph.turn_timeout_s)
        timed_out = not done and not self._control.shielded
        if timed_out:
            work.cancel()
        if not done:
            await asyncio.wait({work})
        if work.cancelled():
            if self._lease_lost:
                return _Failure("interrupted", retryable=True)
            if timed_out:
                return _Failure("turn_timeout", retryable=True)
            return None
        error = work.exception()
        return None if error is None else self._classify(error)

    def _classify(self, error: BaseException) -> _Failure:
        if isinstance(error, RoutingLoopError):
            failure = _Failure("routing_loop", retryable=False)
        elif isinstance(error, CONFIGURATION_ERRORS):
            failure = _Failure("provider_misconfigured", retryable=False)
        elif isinstance(error, ProviderError):
            failure = _Failure("internal", retryable=error.transient)
        elif isinstance(error, Exception):
            failure = _Failure("internal", retryable=True)
        else:
            raise error
        # Neither the error's text nor the traceback's values: both may quote the customer.
        frames = "".join(traceback.format_tb(error.__traceback__))
        log.error(
            "turn failed: session=%s turn=%s path=%s code=%s error=%s\n%s",
            self._scope.session_id,
            self._scope.number,
            " > ".join(self._scope.path),
            failure.code,
            type(error).__name__,
            frames,
        )
        return failure

    def _renew_soon(self, work: asyncio.Task[None]) -> None:
        self._renewing = asyncio.get_running_loop().create_task(self._renew(work))

    async def _renew(self, work: asyncio.Task[None]) -> None:
        while True:
            try:
                await self._store.renew_lease(self._lease, lease_s=self._lease_s)
            except LeaseLostError:
                self._lease_lost = True
                work.cancel()
                return
            except Exception as error:  # noqa: BLE001  # stores raise errors of their own
                # A store that is away for a moment is asked again; the lease outlives two missed renewals.
                log.warning(
                    "lease not renewed: session=%s error=%s", self._scope.session_id, type(error).__name__
                )
            await asyncio.sleep(self._renew_every_s)

    # --- its ending -----------------------------------------------------------------------------------------

    async def _commit(self, route: Route, resumes_at: str) -> TerminalEvent:
        scope, reply = self._scope, route.reply
        assert reply is not None
        self._control.shield()
        event = TurnCompleted(
            turn=scope.number,
            id=scope.turn.id,
            seq=scope.seq + 1,
            reply=reply,
            node=resumes_at,
            completed=resumes_at == END,
            path=scope.path,
            usage=scope.usage,
            snapshot=self._graph.snapshot(scope.states, scope.context),
        )
        try:
            await self._store.commit_turn(self._lease, self._commit_of(event))
        except LeaseLostError:
            return self._emit_closure(_Failure("interrupted", retryable=True))
        except Exception as error:  # noqa: BLE001  # stores raise errors of their own; the customer gets an answer
            log.error("commit failed: session=%s error=%s", scope.session_id, type(error).__name__)
            return await self._close(_Failure("internal", retryable=True))
        scope.seq += 1
        scope._emit(event)
        return event

    def _commit_of(self, event: TurnCompleted) -> TurnCommit:
        scope = self._scope
        return TurnCommit(
            cursor=event.node,
            completed=event.completed,
            reply=event.reply,
            snapshot=event.snapshot,
            states={
                name: copy_json_object(
                    scope.states.of(type(self._graph.nodes[name])).model_dump(mode="json"), name
                )
                for name in sorted(scope.changed)
            },
            messages=tuple(scope.appended),
            path=event.path,
            visits=tuple(scope.visits),
            decisions=tuple(scope.decisions),
            usage=scope.usage,
            seq=event.seq,
        )

    async def _close(self, failure: _Failure | None) -> TerminalEvent:
        """Record a turn that failed, or was stopped by the customer (no failure)."""
        try:
            await self._store.close_turn(self._lease, self._closure(failure))
        except LeaseLostError:
            failure = _Failure("interrupted", retryable=True)
        except Exception as error:  # noqa: BLE001  # stores raise errors of their own; the customer gets an answer
            # The row stays `running` until the lease ends, and reads `interrupted` from then on.
            log.error("turn not closed: session=%s error=%s", self._scope.session_id, type(error).__name__)
        return self._emit_closure(failure)

    async def _interrupt(self, work: asyncio.Task[None]) -> None:
        """The process is stopping: end the work, and let the customer's retry run it again."""
        work.cancel()
        await asyncio.wait({work})
        await self._close(_Failure("interrupted", retryable=True))

    def _closure(self, failure: _Failure | None) -> TurnClosure:
        scope = self._scope
        return TurnClosure(
            status="cancelled"
            if failure is None
            else "interrupted"
            if failure.code == "interrupted"
            else "failed",
            code=failure.code if failure else None,
            message=FAILURE_MESSAGES[failure.code] if failure else "",
            retryable=failure.retryable if failure else False,
            path=scope.path,
            visits=tuple(scope.visits),
            decisions=tuple(scope.decisions),
            usage=scope.usage,
            seq=scope.seq + 1,
        )

    def _emit_closure(self, failure: _Failure | None) -> TerminalEvent:
        scope = self._scope
        scope.seq += 1
        base = {"turn": scope.number, "id": scope.turn.id, "seq": scope.seq}
        event: TerminalEvent
        if failure is None:
            event = TurnCancelled(**base)  # type: ignore[arg-type]  # the three common fields, typed above
        else:
            message = FAILURE_MESSAGES[failure.code]
            event = TurnFailed(**base, code=failure.code, message=message, retryable=failure.retryable)  # type: ignore[arg-type]
        scope._emit(event)
        return event


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
