"""Runs turns for sockets and HTTP calls, and belongs to neither: a turn ends when it ends, whoever is still listening."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Callable
from contextvars import Context
from typing import Final

from graph.engine import GraphEngine
from graph.errors import (
    SessionBusy,
    SessionCompleted,
    SessionExpired,
    SessionNotFound,
    TurnIdReused,
    TurnInFlight,
    TurnRefused,
)
from graph.events import Event, TurnFailed, TurnStarted
from graph.turns import TurnControl, TurnInput
from hotelsite.conversations.dbthreads import on_database_thread
from hotelsite.web.hub import Hub
from hotelsite.web.receipts import receipt_path
from hotelsite.web.refusals import Refusal
from hotelsite.web.server_frames import Frame, error_frame, event_frame, repeated_start_frame

log = logging.getLogger(__name__)

Tell = Callable[[Frame], None]
"""Answers the asker alone; everything else goes to all sockets of the session."""

BROKEN: Final = "Something went wrong on our side. Nothing was changed; please try again."
GRACE_S: Final = 5.0
"""Seconds that interrupted turns get to write down that they were."""


class Draining(Exception):
    """This process is stopping and begins no turn any more; another one will."""


class _Attempt:
    """One request to run a turn. Of several for the same id, one begins it and the others learn so."""

    def __init__(self, session_id: str, turn: TurnInput, tell: Tell) -> None:
        self.session_id = session_id
        self.turn = turn
        self.tell = tell
        self.control = TurnControl()
        self.started: TurnStarted | None = None
        self.seq = 0

    @property
    def key(self) -> tuple[str, str]:
        return self.session_id, self.turn.id


class TurnRunner:
    """The turns of one process: begins them, stops them, and lets them end before the process does."""

    def __init__(self, engine: GraphEngine, hub: Hub, *, inspector: bool) -> None:
        """Bind an engine to a hub.

        Args:
            inspector: Whether frames carry the answers behind decisions.
        """
        self._engine = engine
        self._hub = hub
        self._inspector = inspector
        self._attempts: defaultdict[tuple[str, str], list[_Attempt]] = defaultdict(list)
        self._tasks: set[asyncio.Task[None]] = set()
        self.draining = False

    def start(self, session_id: str, turn: TurnInput, tell: Tell) -> None:
        """Begin a turn, or have the asker told why not. Returns at once.

        The turn's frames go to all sockets of its session. `tell` gets what concerns the asker alone: an error, the
        recorded last frame of a turn that is over, or `turn.started` again for one that is running.

        Raises:
            Draining: The process is stopping.
        """
        if self.draining:
            raise Draining
        attempt = _Attempt(session_id, turn, tell)
        self._attempts[attempt.key].append(attempt)
        # A context of its own: one inherited from an HTTP request would take that request's threads away with it.
        task = asyncio.create_task(self._run(attempt), context=Context())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def cancel(self, session_id: str, turn_id: str) -> bool:
        """Stop a turn of this process. Returns False where there is none of this id, or it is past stopping."""
        attempts = self._attempts.get((session_id, turn_id), ())
        stopped = [
            attempt.control.cancel() for attempt in attempts
        ]  # all of them: any may be the one that runs
        return any(stopped)

    def runs(self, session_id: str) -> bool:
        """Tell whether this process is at work for a session."""
        return any(session == session_id for session, _ in self._attempts)

    async def stop(self, *, limit_s: float) -> None:
        """Begin no more turns, let those that run end, and after the limit interrupt the rest."""
        self.draining = True
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=limit_s)
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=GRACE_S)

    async def _run(self, attempt: _Attempt) -> None:
        try:
            await self._run_or_refuse(attempt)
        except Exception:
            # Nobody awaits this task, so whatever the store or the engine raised is told to the asker here.
            log.exception("turn broke: session=%s", attempt.session_id)
            self._on_breakage(attempt)
        finally:
            attempts = self._attempts[attempt.key]
            attempts.remove(attempt)
            if not attempts:
                del self._attempts[attempt.key]

    async def _run_or_refuse(self, attempt: _Attempt) -> None:
        try:
            await self._engine.run_turn(
                attempt.session_id,
                attempt.turn,
                emit=lambda event: self._on_event(attempt, event),
                control=attempt.control,
            )
        except TurnInFlight as running:
            attempt.tell(repeated_start_frame(attempt.turn, running.number))
        except SessionCompleted:
            receipt = await on_database_thread(receipt_path)(attempt.session_id)
            attempt.tell(error_frame(_completed(receipt, attempt.turn.id)))
        except TurnRefused as refused:
            attempt.tell(error_frame(refusal_of(refused, attempt.turn.id)))

    def _on_event(self, attempt: _Attempt, event: Event) -> None:
        attempt.seq = event.seq
        frame = event_frame(event, inspector=self._inspector)
        if isinstance(event, TurnStarted):
            attempt.started = event
        if attempt.started is None:
            attempt.tell(frame)  # a turn that ran before: its recorded ending
        else:
            self._hub.publish(attempt.session_id, frame)

    def _on_breakage(self, attempt: _Attempt) -> None:
        """Say that the engine itself failed, as it does when its store is away; the same id may be sent again."""
        if attempt.started is None:
            attempt.tell(error_frame(Refusal("internal", BROKEN, turn_id=attempt.turn.id)))
            return
        failed = TurnFailed(
            turn=attempt.started.turn,
            id=attempt.turn.id,
            seq=attempt.seq + 1,
            code="internal",
            message=BROKEN,
            retryable=True,
        )
        self._hub.publish(attempt.session_id, event_frame(failed, inspector=False))


def _completed(receipt: str | None, turn_id: str) -> Refusal:
    booked = f"Your stay is booked, and this conversation is complete. Your receipt: {receipt}"
    text = f"{booked if receipt else 'This conversation is complete.'} Begin a new one for anything else."
    return Refusal("session_completed", text, turn_id=turn_id)


def refusal_of(refused: TurnRefused, turn_id: str | None) -> Refusal:
    """Return a refusal of the engine or the store as the customer sees it."""
    match refused:
        case SessionBusy():
            text = "I am still working on your last message. Please wait for its answer, or stop it."
            return Refusal("busy", text, turn_id=turn_id)
        case TurnIdReused():
            return Refusal("id_reused", "This id was used before, with another request.", turn_id=turn_id)
        case SessionExpired():
            text = (
                "This conversation lay idle for too long. Begin a new one; it can take over what you told me."
            )
            return Refusal("session_expired", text, turn_id=turn_id)
        case SessionNotFound():
            return Refusal("not_found", "There is no such conversation here.", turn_id=turn_id)
        case _:
            raise refused
