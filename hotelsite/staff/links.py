"""Addresses of staff pages that several pages lead to."""

from __future__ import annotations

from urllib.parse import urlencode
from uuid import UUID

from django.urls import reverse


def turn_address(session_id: UUID, turn: int) -> str:
    """Where a turn is read: its session's page, scrolled to it, with its path alone lit."""
    address = reverse("admin:conversations_session_change", args=[session_id])
    return f"{address}?turn={turn}#turn-{turn}"


def sessions_address(**filters: str | int) -> str:
    """The list of sessions with filters set, in a form that can be sent to a colleague."""
    return f"{reverse('admin:conversations_session_changelist')}?{urlencode(filters)}"
