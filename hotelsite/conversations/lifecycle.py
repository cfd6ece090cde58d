"""When a session is active, completed or expired, and when its lease holds: each rule once, for rows and for queries.

A session completes when a turn finishes it or its owner ends it. It expires when nothing happened for
`SESSION_IDLE_MINUTES`. A turn in flight counts as something happening. Neither ever becomes active again.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Q

from hotelsite.conversations.models import Session


def lease_is_live(session: Session, now: datetime) -> bool:
    """Whether a turn of the session is in flight somewhere."""
    return session.lease_expires_at is not None and session.lease_expires_at > now


def no_live_lease(now: datetime) -> Q:
    """Sessions of which no turn is in flight."""
    return Q(lease_expires_at__isnull=True) | Q(lease_expires_at__lte=now)


def idle_since(now: datetime) -> datetime:
    """The moment since which a session that is idle for too long has been idle."""
    return now - timedelta(minutes=settings.SESSION_IDLE_MINUTES)


def idle(now: datetime) -> Q:
    """Active sessions that have expired by now."""
    return Q(status=Session.Status.ACTIVE, last_active_at__lte=idle_since(now)) & no_live_lease(now)


def has_status(status: Session.Status, now: datetime) -> Q:
    """Sessions of which `status_at` says this."""
    by_row = Q(status=status)
    if status == Session.Status.ACTIVE:
        return by_row & ~idle(now)
    return by_row | idle(now) if status == Session.Status.EXPIRED else by_row


def status_at(session: Session, now: datetime) -> Session.Status:
    """The session's status, whether or not its row already says that it expired."""
    if (
        session.status == Session.Status.ACTIVE
        and session.last_active_at <= idle_since(now)
        and not lease_is_live(session, now)
    ):
        return Session.Status.EXPIRED
    return Session.Status(session.status)
