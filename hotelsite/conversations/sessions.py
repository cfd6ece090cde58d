"""What a host asks of sessions besides running turns: begin, find, read and end them. Synchronous; use `dbthreads`.

A session belongs to whoever holds the secret of which `owner` is the digest; its id alone opens nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import cast

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from graph.errors import SessionBusy, SessionNotFound
from graph.jsonvalue import JsonObject
from graph.routing import END, Reply
from graph.turns import FailureCode, TurnStatus
from graph.usage import TurnUsage
from hotelsite.conversations.claims import INTERRUPTED, find, interrupt_abandoned, running_id
from hotelsite.conversations.lifecycle import idle, idle_since, lease_is_live, no_live_lease, status_at
from hotelsite.conversations.models import Session, Turn
from hotelsite.conversations.recording import save_states
from hotelsite.conversations.values import failure_code, node_states, reply


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnView:
    """One turn as the transcript shows it."""

    number: int
    id: str
    """The client's."""
    text: str
    """The customer's words, or those that stand for the action."""
    action: str | None
    """Name of the action, None for a text."""
    status: TurnStatus
    reply: Reply | None
    """None unless the turn completed."""
    code: FailureCode | None
    message: str
    retryable: bool
    started_at: datetime
    finished_at: datetime | None


_VIEWED = (
    "session",  # else the related manager would fetch it for each row
    "number",
    "client_id",
    "request_text",
    "action",
    "status",
    "reply_text",
    "reply_data",
    "code",
    "message",
    "retryable",
    "started_at",
    "finished_at",
)


def begin_session(owner: str, *, graph: str, states: Mapping[str, JsonObject] | None = None) -> Session:
    """Create a session on a graph, with the node state that it takes over from another one, if any."""
    now = timezone.now()
    with transaction.atomic():
        session = Session.objects.create(owner=owner, graph=graph, created_at=now, last_active_at=now)
        if states:
            save_states(str(session.pk), states)
    return session


def own_session(session_id: str, owner: str) -> Session:
    """Return the owner's session, its status brought up to date.

    Raises:
        SessionNotFound: No such session, or somebody else's: a stranger cannot tell which.
    """
    session = find(session_id)
    if session.owner != owner:
        raise SessionNotFound("there is no such session")
    if status_at(session, timezone.now()) != session.status:
        expire_idle(timezone.now(), Session.objects.filter(pk=session.pk))
        session.refresh_from_db()
    return session


def newest_active(owner: str) -> Session | None:
    """Return the owner's active session that was used last."""
    return (
        Session.objects.filter(owner=owner, status=Session.Status.ACTIVE)
        .filter(last_active_at__gt=idle_since(timezone.now()))
        .order_by("-last_active_at")
        .first()
    )


def end_session(session: Session) -> None:
    """Complete an active session; does nothing to one that is over.

    Raises:
        SessionBusy: A turn is in flight.
    """
    now = timezone.now()
    interrupt_abandoned(session, now)
    active = Session.objects.filter(pk=session.pk, status=Session.Status.ACTIVE)
    ended = active.filter(no_live_lease(now)).update(
        status=Session.Status.COMPLETED, cursor=END, last_active_at=now
    )
    session.refresh_from_db()
    if not ended and session.status == Session.Status.ACTIVE:
        raise SessionBusy(running_id(session) or "")


def states_of(session: Session) -> dict[str, JsonObject]:
    """Saved state by node name."""
    return node_states(session)


def turns_after(session: Session, after: int, limit: int = 50) -> tuple[list[TurnView], bool]:
    """Return the newest turns above a number, oldest first, and whether there are earlier ones above it."""
    return _newest(session.turns.filter(number__gt=after), limit)


def turns_before(session: Session, before: int, limit: int = 50) -> tuple[list[TurnView], bool]:
    """Return the newest turns below a number, oldest first, and whether there are earlier ones."""
    return _newest(session.turns.filter(number__lt=before), limit)


def turn_by_client_id(session: Session, client_id: str) -> TurnView | None:
    row = session.turns.filter(client_id=client_id).only(*_VIEWED).first()
    return _view(row) if row else None


def in_flight(session: Session) -> str | None:
    """Client id of the turn in flight, read anew. A turn whose lease ran out reads `interrupted` from here on."""
    session.refresh_from_db(fields=["lease_token", "lease_expires_at"])
    now = timezone.now()
    if lease_is_live(session, now):
        return running_id(session)
    interrupt_abandoned(session, now)
    return None


def usage_totals(session: Session) -> TurnUsage:
    """What the session has cost up to now, failed turns included."""
    session.refresh_from_db()
    return session.usage


def expire_idle(now: datetime, among: QuerySet[Session] | None = None) -> int:
    """Let idle sessions read `expired`, and turns abandoned in them `interrupted`. Returns how many expired."""
    found = (Session.objects.all() if among is None else among).filter(idle(now))
    with transaction.atomic():
        Turn.objects.filter(session__in=found, status=Turn.Status.RUNNING).update(
            **INTERRUPTED, finished_at=now
        )
        return found.update(status=Session.Status.EXPIRED, lease_token=None, lease_expires_at=None)


def _newest(turns: QuerySet[Turn], limit: int) -> tuple[list[TurnView], bool]:
    # Paths, snapshots and usage are for staff; a transcript does without them.
    rows = list(turns.order_by("-number").only(*_VIEWED)[: limit + 1])
    return [_view(row) for row in reversed(rows[:limit])], len(rows) > limit


def _view(row: Turn) -> TurnView:
    return TurnView(
        number=row.number,
        id=row.client_id,
        text=row.request_text,
        action=row.action or None,
        status=cast(TurnStatus, row.status),
        reply=reply(row),
        code=failure_code(row),
        message=row.message,
        retryable=row.retryable,
        started_at=row.started_at,
        finished_at=row.finished_at,
    )
