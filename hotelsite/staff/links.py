"""Addresses of staff pages that several pages lead to."""

from __future__ import annotations

from uuid import UUID

from django.urls import reverse


def turn_address(session_id: UUID, turn: int) -> str:
    """Where a turn is read: its session's page, scrolled to it, with its path alone lit."""
    return f"{session_address(session_id)}?turn={turn}#turn-{turn}"


def session_address(session_id: UUID) -> str:
    return reverse("admin:conversations_session_change", args=[session_id])
