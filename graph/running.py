"""One claimed turn at work: the walk over its nodes, its heartbeat, and its ending.

The walk is a plain await loop in the task that called for the turn; there is no task, queue or checkpoint per node.
Stops (the customer's, the clock's, a lost lease) cancel that task and are taken back here with `uncancel`, as
`asyncio.timeout` does, so that only a cancellation from outside leaves `run`.
"""

from __future__ import annotations

import asyncio
import logging
import traceback
from contextlib import suppress
from dataclasses import dataclass
from typing import Literal

from graph.chat.messages import Message
from graph.decision.node import CONFIGURATION_ERRORS
from graph.errors import LeaseLostError, ProviderError, RoutingError, RoutingLoopError
from graph.events import TerminalEvent, TurnCancelled, TurnCompleted, TurnFailed
from graph.jsonvalue import JsonObject, copy_json_object
from graph.routing import END, Reply, Route, node_name
from graph.scope import TurnScope
from graph.store import SessionStore, TurnBegun
from graph.turns import FailureCode, StopReason, TurnClosure, TurnCommit

log = logging.getLogger("graph")

FAILURE_MESSAGES: dict[FailureCode, str] = {
    "provider_misconfigured": "This service is not set up correctly, so the message could not be answered.",
    "routing_loop": "The conversation went round in circles. Please put it another way.",
    "turn_timeout": "That took too long and was stopped. Nothing was changed; please try again.",
    "interrupted": "The answer was interrupted. Nothing was changed; please try again.",
    "internal": "Something went wrong on our side. Nothing was changed; please try again.",
}


@dataclass(frozen=True, slots=True)
class Unfinished:
    """Why a turn did not finish."""

    status: Literal["failed", "cancelled", "interrupted"]
    code: FailureCode | None
    """None for a turn that the customer stopped."""
    retryable: bool

    @property
    def message(self) -> str:
        return FAILURE_MESSAGES[self.code] if self.code else ""


CANCELLED = Unfinished("cancelled", None, retryable=False)
INTERRUPTED = Unfinished("interrupted", "interrupted", retryable=True)
BROKEN = Unfinished("failed", "internal", retryable=True)

STOPPED: dict[StopReason, Unfinished] = {
    "cancelled": CANCELLED,
    "turn_timeout": Unfinished("failed", "turn_timeout", retryable=True),
    "lease_lost": INTERRUPTED,
}


class RunningTurn:
    """Runs a claimed turn to its terminal event. Good for one turn."""

    def __init__(
        self, store: SessionStore, scope: TurnScope, begun: TurnBegun, *, lease_s: float, renew_every_s: float
    ) -> None:
        self._store = store
        self._scope = scope
        self._graph = scope.graph
        self._control = scope.control
        self._lease = begun.lease
        # A graph may have lost the node at which an old session rests.
        known = begun.session.cursor in scope.graph.nodes
        self._cursor = begun.session.cursor if known else scope.graph.start
        self._lease_s = lease_s
        self._renew_every_s = renew_every_s
        self._renewing: asyncio.Task[None] | None = None
        self._committing = False

    async def run(self) -> TerminalEvent:
        """Walk, then commit or close, and emit the terminal event.

        Raises:
            CancelledError: The calling task was cancelled from outside; the turn is closed as interrupted.
        """
        beat = asyncio.get_running_loop().call_later(self._renew_every_s, self._begin_renewing)
        try:
            stopped = self._control.stopped_by
            outcome = await self._outcome() if stopped is None else STOPPED[stopped]
            if isinstance(outcome, TurnCommit):
                return await self._commit(outcome)
            return await self._close(outcome)
        except asyncio.CancelledError:
            await self._interrupt()
            raise
        finally:
            beat.cancel()
            if self._renewing is not None:
                self._renewing.cancel()

    # --- the walk -------------------------------------------------------------------------------------------

    async def _outcome(self) -> TurnCommit | Unfinished:
        """Walk within the turn's time, unless and until somebody stops it."""
        control, task = self._control, asyncio.current_task()
        assert task is not None
        cancelled_before = task.cancelling()
        outcome: TurnCommit | Unfinished = INTERRUPTED
        control.attach(task)
        late = asyncio.get_running_loop().call_later(self._graph.turn_timeout_s, control.stop, "turn_timeout")
        try:
            outcome = await self._walk()
        except asyncio.CancelledError:
            # Without a stop and without a request to this task, a node awaited something that was cancelled.
            if control.stopped_by is None and task.cancelling() > cancelled_before:
                raise
        except Exception as error:  # noqa: BLE001  # nodes raise errors of their own; each ends the turn in order
            outcome = self._failed(error)
        finally:
            late.cancel()
            control.detach()
        if control.stopped_by is None:
            return outcome
        with suppress(asyncio.CancelledError):
            await asyncio.sleep(0)  # a stop from within a node may still be on its way
        if task.uncancel() > cancelled_before:
            raise asyncio.CancelledError
        return STOPPED[control.stopped_by]

    async def _walk(self) -> TurnCommit:
        """Enter nodes until one ends the turn."""
        scope = self._scope
        action = scope.turn.action
        node, tool = self._entry()
        if tool is None:
            scope.append(node, Message.human(scope.turn.text))
        while True:
            route = await scope.enter(self._graph.nodes[node], action=action, tool=tool)
            self._apply(node, route)
            if route.reply is not None:
                resumes_at = END if route.kind == "finish" else route.target or node
                return self._commit_of(route.reply, resumes_at)
            assert route.target is not None
            node, action, tool = route.target, None, None

    def _entry(self) -> tuple[str, str | None]:
        """The node a turn starts at, and the tool an action calls there."""
        turn = self._scope.turn
        if turn.action is not None:
            target = self._graph.actions.get(turn.action.name)
            if target is None:
                raise RoutingError(f"the graph has no action {turn.action.name!r}.")
            return node_name(target.node), target.tool
        named = self._graph.entry(turn, self._cursor) if self._graph.entry else None
        node = self._cursor if named is None else node_name(named)
        if node not in self._graph.nodes:
            raise RoutingError(f"the entry hook names {node!r}, which the graph does not have.")
        return node, None

    def _apply(self, node: str, route: Route) -> None:
        """Carry out what a route does to state and histories."""
        scope = self._scope
        if route.target is not None:
            scope.seed(route.target, route.seeds)
            if route.message is not None:
                scope.forward(route.target, route.message)
        if route.reply is not None:
            scope.append(route.target or node, Message.assistant(route.reply.text))

    def _commit_of(self, reply: Reply, resumes_at: str) -> TurnCommit:
        scope = self._scope
        return TurnCommit(
            cursor=resumes_at,
            completed=resumes_at == END,
            reply=reply,
            snapshot=self._graph.snapshot(scope.states, scope.context),
            states={name: self._saved(name) for name in sorted(scope.changed)},
            messages=tuple(scope.appended),
            path=scope.path,
            visits=tuple(scope.visits),
            decisions=tuple(scope.decisions),
            usage=scope.usage,
            seq=scope.seq + 1,
            chat_calls=tuple(scope.chat_calls),
            evidence=tuple(scope.evidence),
        )

    def _saved(self, name: str) -> JsonObject:
        state = self._scope.states.of(type(self._graph.nodes[name]))
        return copy_json_object(state.model_dump(mode="json"), name)

    def _failed(self, error: Exception) -> Unfinished:
        if isinstance(error, RoutingLoopError):
            failure = Unfinished("failed", "routing_loop", retryable=False)
        elif isinstance(error, CONFIGURATION_ERRORS):
            failure = Unfinished("failed", "provider_misconfigured", retryable=False)
        elif isinstance(error, ProviderError):
            # Plain provider errors (404, 422, ...) come again; a late, unusable or spared call may go better later.
            failure = Unfinished(
                "failed", "internal", retryable=error.transient or error.category != "provider"
            )
        else:
            failure = BROKEN
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

    # --- the lease ------------------------------------------------------------------------------------------

    def _begin_renewing(self) -> None:
        self._renewing = asyncio.get_running_loop().create_task(self._renew())

    async def _renew(self) -> None:
        while True:
            try:
                await self._store.renew_lease(self._lease, lease_s=self._lease_s)
            except LeaseLostError:
                self._control.stop("lease_lost")
                return
            except Exception as error:  # noqa: BLE001  # stores raise errors of their own
                # A store that is away for a moment is asked again; the lease outlives two missed renewals.
                log.warning(
                    "lease not renewed: session=%s error=%s", self._scope.session_id, type(error).__name__
                )
            await asyncio.sleep(self._renew_every_s)

    # --- the ending -----------------------------------------------------------------------------------------

    async def _commit(self, commit: TurnCommit) -> TerminalEvent:
        self._committing = True
        try:
            await self._store.commit_turn(self._lease, commit)
        except LeaseLostError:
            return self._tell(INTERRUPTED)
        except Exception as error:  # noqa: BLE001  # stores raise errors of their own; the customer gets an answer
            log.error("commit failed: session=%s error=%s", self._scope.session_id, type(error).__name__)
            return await self._close(BROKEN)
        return self._scope.emit(
            TurnCompleted,
            reply=commit.reply,
            node=commit.cursor,
            completed=commit.completed,
            path=commit.path,
            usage=commit.usage,
            snapshot=commit.snapshot,
        )

    async def _close(self, unfinished: Unfinished) -> TerminalEvent:
        return self._tell(await self._record(unfinished))

    async def _record(self, unfinished: Unfinished) -> Unfinished:
        """Write down a turn that did not finish; returns how it ended in the end."""
        try:
            await self._store.close_turn(self._lease, self._closure(unfinished))
        except LeaseLostError:
            return INTERRUPTED
        except Exception as error:  # noqa: BLE001  # stores raise errors of their own; the customer gets an answer
            # The row stays `running` until the lease ends, and reads `interrupted` from then on.
            log.error("turn not closed: session=%s error=%s", self._scope.session_id, type(error).__name__)
        return unfinished

    async def _interrupt(self) -> None:
        """The process is stopping: let the customer's retry run the turn again."""
        interrupted = await self._record(INTERRUPTED)
        # Only the store knows whether a commit under way came through, so nothing could be told that is sure.
        if not self._committing:
            self._tell(interrupted)

    def _closure(self, unfinished: Unfinished) -> TurnClosure:
        scope = self._scope
        return TurnClosure(
            status=unfinished.status,
            code=unfinished.code,
            message=unfinished.message,
            retryable=unfinished.retryable,
            path=scope.path,
            visits=tuple(scope.visits),
            decisions=tuple(scope.decisions),
            usage=scope.usage,
            seq=scope.seq + 1,
            chat_calls=tuple(scope.chat_calls),
            evidence=tuple(scope.evidence),
        )

    def _tell(self, unfinished: Unfinished) -> TerminalEvent:
        if unfinished.code is None:
            return self._scope.emit(TurnCancelled)
        return self._scope.emit(
            TurnFailed,
            code=unfinished.code,
            message=unfinished.message,
            retryable=unfinished.retryable,
        )
