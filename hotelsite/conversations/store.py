"""The store that the engine commits through: one thread hop and one short transaction for each of its calls."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from django.utils import timezone

from graph.store import Lease, SessionStore, TurnBegun, TurnRecorded
from graph.turns import TurnClosure, TurnCommit, TurnInput
from hotelsite.conversations import claims, recording
from hotelsite.conversations.dbthreads import on_database_thread


class DjangoStore(SessionStore):
    """Sessions in the site's database, shared by any number of processes.

    Leases compare the clocks of those processes, which therefore must agree within a few seconds.
    """

    def __init__(self, *, clock: Callable[[], datetime] = timezone.now, keep_evidence: bool = False) -> None:
        """Make a store.

        Args:
            keep_evidence: Whether to store what models gave, beside the audit.
        """
        self._clock = clock
        self._keep_evidence = keep_evidence

    async def begin_turn(
        self, session_id: str, turn: TurnInput, *, lease_s: float, window: int
    ) -> TurnBegun | TurnRecorded:
        def begin() -> TurnBegun | TurnRecorded:
            return claims.begin(session_id, turn, lease_s=lease_s, window=window, now=self._clock())

        return await on_database_thread(begin)()

    async def renew_lease(self, lease: Lease, *, lease_s: float) -> None:
        await on_database_thread(lambda: claims.renew(lease, lease_s=lease_s, now=self._clock()))()

    async def commit_turn(self, lease: Lease, commit: TurnCommit) -> None:
        def write() -> None:
            recording.commit(lease, commit, now=self._clock(), keep_evidence=self._keep_evidence)

        await on_database_thread(write)()

    async def close_turn(self, lease: Lease, closure: TurnClosure) -> None:
        def write() -> None:
            recording.close(lease, closure, now=self._clock(), keep_evidence=self._keep_evidence)

        await on_database_thread(write)()
