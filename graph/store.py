"""What the engine asks of a store. `graph.testing.InMemoryStore` is the shortest full answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from graph.jsonvalue import JsonObject
from graph.routing import Reply
from graph.turns import FailureCode, SessionSnapshot, TurnClosure, TurnCommit, TurnInput, TurnStatus
from graph.usage import TurnUsage


@dataclass(frozen=True, slots=True, kw_only=True)
class Lease:
    """The right to write one turn of one session. `token` differs at each claim."""

    session_id: str
    turn: int
    """Number of the turn, from 1."""
    token: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnBegun:
    """The session is claimed, the turn's row stands as `running`, and this is what it starts from."""

    lease: Lease
    session: SessionSnapshot


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnRecorded:
    """This id has its final answer already; nothing runs again."""

    turn: int
    status: TurnStatus
    reply: Reply | None
    node: str
    completed: bool
    path: tuple[str, ...]
    usage: TurnUsage
    snapshot: JsonObject
    code: FailureCode | None = None
    message: str = ""
    retryable: bool = False
    seq: int = 0
    """Sequence number of the turn's last event."""


class SessionStore(Protocol):
    """Claims sessions, hands out what a turn starts from, and writes a turn whole or not at all."""

    async def begin_turn(
        self, session_id: str, turn: TurnInput, *, lease_s: float, window: int
    ) -> TurnBegun | TurnRecorded:
        """Claim the session and load it, in one short write.

        A turn whose lease ran out is marked `interrupted` on the way. The id of an interrupted or retryably
        failed turn begins again under its old number.

        Args:
            lease_s: Seconds until the claim ends unless renewed.
            window: How many of the newest messages of each history to load.

        Raises:
            TurnRefused: One of its kinds, where the turn must not begin; nothing was written.
        """

    async def renew_lease(self, lease: Lease, *, lease_s: float) -> None:
        """Prolong the claim.

        Raises:
            LeaseLostError: The session was claimed by another turn meanwhile.
        """

    async def commit_turn(self, lease: Lease, commit: TurnCommit) -> None:
        """Write the finished turn and release the claim, in one transaction that requires the token.

        Raises:
            LeaseLostError: The claim ended meanwhile; nothing was written.
        """

    async def close_turn(self, lease: Lease, closure: TurnClosure) -> None:
        """Record a turn that did not finish and release the claim; state, cursor and histories stay untouched.

        Raises:
            LeaseLostError: The claim ended meanwhile; nothing was written.
        """
