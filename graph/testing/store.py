"""A store in memory: the shortest full answer to `graph.store.SessionStore`."""

from __future__ import annotations

import secrets
import time
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from graph.chat.messages import Message
from graph.errors import (
    LeaseLostError,
    SessionBusy,
    SessionCompleted,
    SessionExpired,
    SessionNotFound,
    TurnIdReused,
    TurnInFlight,
)
from graph.jsonvalue import JsonObject
from graph.store import Lease, TurnBegun, TurnRecorded
from graph.turns import (
    SessionSnapshot,
    SessionStatus,
    TurnClosure,
    TurnCommit,
    TurnInput,
    TurnStatus,
)


@dataclass(slots=True, kw_only=True)
class StoredTurn:
    """One turn as the store keeps it."""

    number: int
    input: TurnInput
    status: TurnStatus = "running"
    commit: TurnCommit | None = None
    closure: TurnClosure | None = None
    attempts: int = 1
    """How often it began."""


@dataclass(slots=True, kw_only=True)
class StoredSession:
    """One session as the store keeps it."""

    graph: str
    cursor: str = ""
    status: SessionStatus = "active"
    states: dict[str, JsonObject] = field(default_factory=dict)
    histories: dict[str, list[Message]] = field(default_factory=dict)
    turns: list[StoredTurn] = field(default_factory=list)
    lease: Lease | None = None
    lease_ends: float = 0.0


class InMemoryStore:
    """Keeps sessions in a dictionary; for tests and for looking at how a store behaves."""

    def __init__(self, *, now: Callable[[], float] = time.monotonic) -> None:
        self.sessions: dict[str, StoredSession] = {}
        self._now = now

    def begin_session(self, graph: str, states: Mapping[str, JsonObject] | None = None) -> str:
        """Make a session and return its id."""
        session_id = str(uuid.uuid4())
        self.sessions[session_id] = StoredSession(graph=graph, states=dict(states or {}))
        return session_id

    async def begin_turn(
        self, session_id: str, turn: TurnInput, *, lease_s: float, window: int
    ) -> TurnBegun | TurnRecorded:
        session = self.sessions.get(session_id)
        if session is None:
            raise SessionNotFound(session_id)
        self._end_dead_lease(session)
        known = next((stored for stored in session.turns if stored.input.id == turn.id), None)
        if known is not None:
            if known.input.fingerprint != turn.fingerprint:
                raise TurnIdReused(turn.id)
            if known.status == "running":
                raise TurnInFlight(known.number)
            if (recorded := _recorded(known)) is not None:
                return recorded
        if session.lease is not None:
            raise SessionBusy(session.turns[session.lease.turn - 1].input.id)
        if session.status == "completed":
            raise SessionCompleted(session_id)
        if session.status == "expired":
            raise SessionExpired(session_id)
        return self._begin(session_id, session, turn, known, lease_s=lease_s, window=window)

    def _begin(
        self,
        session_id: str,
        session: StoredSession,
        turn: TurnInput,
        known: StoredTurn | None,
        *,
        lease_s: float,
        window: int,
    ) -> TurnBegun:
        if known is None:
            known = StoredTurn(number=len(session.turns) + 1, input=turn)
            session.turns.append(known)
        else:
            known.status, known.attempts = "running", known.attempts + 1
        session.lease = Lease(session_id=session_id, turn=known.number, token=secrets.token_hex(8))
        session.lease_ends = self._now() + lease_s
        histories = {space: tuple(messages[-window:]) for space, messages in session.histories.items()}
        snapshot = SessionSnapshot(
            session_id=session_id,
            graph=session.graph,
            cursor=session.cursor,
            states=dict(session.states),
            histories=histories,
        )
        return TurnBegun(lease=session.lease, session=snapshot)

    async def renew_lease(self, lease: Lease, *, lease_s: float) -> None:
        self._held(lease).lease_ends = self._now() + lease_s

    async def commit_turn(self, lease: Lease, commit: TurnCommit) -> None:
        session = self._held(lease)
        turn = session.turns[lease.turn - 1]
        turn.status, turn.commit, turn.closure = "completed", commit, None
        session.cursor = commit.cursor
        session.status = "completed" if commit.completed else "active"
        session.states.update(commit.states)
        for space, message in commit.messages:
            session.histories.setdefault(space, []).append(message)
        session.lease = None

    async def close_turn(self, lease: Lease, closure: TurnClosure) -> None:
        session = self._held(lease)
        turn = session.turns[lease.turn - 1]
        turn.status, turn.closure = closure.status, closure
        session.lease = None

    def _held(self, lease: Lease) -> StoredSession:
        session = self.sessions[lease.session_id]
        if session.lease != lease or session.lease_ends <= self._now():
            raise LeaseLostError(f"turn {lease.turn}: the lease ended")
        return session

    def _end_dead_lease(self, session: StoredSession) -> None:
        if session.lease is not None and session.lease_ends <= self._now():
            session.turns[session.lease.turn - 1].status = "interrupted"
            session.lease = None


def _recorded(turn: StoredTurn) -> TurnRecorded | None:
    """The final answer of a turn; None where the same id may run again."""
    if turn.commit is not None:
        return TurnRecorded(
            turn=turn.number,
            status="completed",
            reply=turn.commit.reply,
            node=turn.commit.cursor,
            completed=turn.commit.completed,
            path=turn.commit.path,
            usage=turn.commit.usage,
            snapshot=turn.commit.snapshot,
            seq=turn.commit.seq,
        )
    closure = turn.closure
    if closure is None or closure.status == "interrupted" or closure.retryable:
        return None
    return TurnRecorded(
        turn=turn.number,
        status=closure.status,
        reply=None,
        node="",
        completed=False,
        path=closure.path,
        usage=closure.usage,
        snapshot={},
        code=closure.code,
        message=closure.message,
        retryable=closure.retryable,
        seq=closure.seq,
    )
