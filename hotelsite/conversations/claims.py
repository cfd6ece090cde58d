"""Beginning a turn: who may run it, and the lease that keeps everybody else from writing the session meanwhile."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.core.exceptions import ValidationError
from django.db import transaction

from graph.errors import (
    LeaseLostError,
    SessionBusy,
    SessionCompleted,
    SessionExpired,
    SessionNotFound,
    TurnIdReused,
    TurnInFlight,
)
from graph.running import FAILURE_MESSAGES
from graph.store import Lease, TurnBegun, TurnRecorded
from graph.turns import TurnInput
from hotelsite.conversations.lifecycle import lease_is_live, status_at
from hotelsite.conversations.models import Session, Turn
from hotelsite.conversations.values import session_snapshot, turn_recorded

LOOKS = 10
"""How often a claim looks again after another process changed the session first; each time, somebody got further."""

INTERRUPTED = {
    "status": Turn.Status.INTERRUPTED,
    "code": "interrupted",
    "message": FAILURE_MESSAGES["interrupted"],
    "retryable": True,
}
"""What stands in the row of a turn whose lease ran out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldLease(Lease):
    """A lease with what its turn's end needs to know; all of it stands still for as long as the lease is held."""

    turn_id: int
    """Primary key of the turn's row."""
    run: int
    """Which run of the turn this is, from 1."""
    history_lengths: Mapping[str, int]


def begin(
    session_id: str, turn: TurnInput, *, lease_s: float, window: int, now: datetime
) -> TurnBegun | TurnRecorded:
    """Answer a recorded turn, refuse one that must not run, or claim the session for it and load what it starts from.

    1. Read the session and the turn of this id, and judge by them.
    2. Claim by an update on the condition that the session still stands as it was judged. Of several processes, one
       gets the row; the others look again, and find the turn in flight or recorded.
    3. Write the turn's row, and mark a turn whose lease ran out.
    4. After the commit, load: the claim already keeps others from changing what is read.

    Source: PROTOCOL.md, "One id, one turn".
    """
    for _ in range(LOOKS):
        with transaction.atomic():
            session = find(session_id)
            row = Turn.objects.filter(session=session, client_id=turn.id).first()
            if row is not None:
                _refuse_unless_same(row, turn)
                if _is_final(row):
                    return turn_recorded(row)
            _refuse_unless_open(session, now)
            if lease_is_live(session, now):
                _refuse_while_running(session, row)
                continue
            claimed = _claim(session, row, lease_s=lease_s, now=now)
            if claimed is None:
                continue
            lease = _write_running(session, row, turn, claimed, now)
        return TurnBegun(lease=lease, session=session_snapshot(session, window=window))
    raise SessionBusy("")


def renew(lease: Lease, *, lease_s: float, now: datetime) -> None:
    """Prolong a claim.

    Raises:
        LeaseLostError: Another turn has claimed the session, or somebody saw the lease run out and said so.
    """
    held = Session.objects.filter(pk=lease.session_id, lease_token=lease.token)
    if not held.update(lease_expires_at=now + timedelta(seconds=lease_s)):
        raise LeaseLostError(f"turn {lease.turn} of session {lease.session_id} lost its lease")


def interrupt_abandoned(session: Session, now: datetime) -> None:
    """Let a turn whose lease ran out read `interrupted`, and free the session. Does nothing while a lease is live."""
    if session.lease_token is None or lease_is_live(session, now):
        return
    with transaction.atomic():
        as_seen = Session.objects.filter(
            pk=session.pk, lease_token=session.lease_token, lease_expires_at=session.lease_expires_at
        )
        if as_seen.update(lease_token=None, lease_expires_at=None):
            _mark_interrupted(session, now)


def find(session_id: str) -> Session:
    """Return the session of an id as a client sends it.

    Raises:
        SessionNotFound: There is none, or the id is no uuid.
    """
    try:
        return Session.objects.get(pk=session_id)
    except (Session.DoesNotExist, ValidationError) as error:
        raise SessionNotFound("there is no such session") from error


def running_id(session: Session) -> str | None:
    """Client id of the turn whose row says that it runs, if there is one."""
    running = Turn.objects.filter(session=session, status=Turn.Status.RUNNING)
    return running.values_list("client_id", flat=True).first()


def _is_final(row: Turn) -> bool:
    if row.status == Turn.Status.FAILED:
        return not row.retryable
    return row.status in (Turn.Status.COMPLETED, Turn.Status.CANCELLED)


def _refuse_unless_same(row: Turn, turn: TurnInput) -> None:
    if row.fingerprint != turn.fingerprint:
        raise TurnIdReused("this id was used for another request")


def _refuse_unless_open(session: Session, now: datetime) -> None:
    status = status_at(session, now)
    if status == Session.Status.COMPLETED:
        raise SessionCompleted("the session is completed")
    if status == Session.Status.EXPIRED:
        raise SessionExpired("the session has expired")


def _refuse_while_running(session: Session, row: Turn | None) -> None:
    """Refuse for the turn in flight; return only if it ended after the session was read."""
    if row is not None and row.status == Turn.Status.RUNNING:
        raise TurnInFlight(row.number)
    running = running_id(session)
    if running is not None:
        raise SessionBusy(running)


def _claim(session: Session, row: Turn | None, *, lease_s: float, now: datetime) -> Lease | None:
    """Take the lease if the session still stands as it was read; None if somebody was quicker."""
    number = row.number if row else session.turn_count + 1
    token = uuid.uuid4().hex
    as_judged = Session.objects.filter(
        pk=session.pk,
        status=session.status,
        turn_count=session.turn_count,
        lease_token=session.lease_token,
        lease_expires_at=session.lease_expires_at,
        last_active_at=session.last_active_at,  # differs after a turn that was begun again and ended in between
    )
    claimed = as_judged.update(
        lease_token=token,
        lease_expires_at=now + timedelta(seconds=lease_s),
        turn_count=max(number, session.turn_count),
        last_active_at=now,
    )
    return Lease(session_id=str(session.pk), turn=number, token=token) if claimed else None


def _write_running(
    session: Session, row: Turn | None, turn: TurnInput, lease: Lease, now: datetime
) -> HeldLease:
    if session.lease_token is not None and (row is None or row.status != Turn.Status.RUNNING):
        _mark_interrupted(session, now)
    if row is None:
        row = Turn.objects.create(
            session=session,
            number=lease.turn,
            client_id=turn.id,
            fingerprint=turn.fingerprint,
            request_text=turn.text,
            action=turn.action.name if turn.action else "",
            arguments=turn.action.arguments if turn.action else {},
            started_at=now,
        )
        run = row.runs
    else:
        run = row.runs + 1
        Turn.objects.filter(pk=row.pk).update(
            status=Turn.Status.RUNNING,
            runs=run,
            earlier_runs_usage=row.usage.as_json(),
            code="",
            message="",
            retryable=False,
            started_at=now,
            finished_at=None,
        )
    return HeldLease(
        session_id=lease.session_id,
        turn=lease.turn,
        token=lease.token,
        turn_id=row.pk,
        run=run,
        history_lengths=session.history_lengths,
    )


def _mark_interrupted(session: Session, now: datetime) -> None:
    abandoned = Turn.objects.filter(session=session, status=Turn.Status.RUNNING)
    abandoned.update(**INTERRUPTED, finished_at=now)
