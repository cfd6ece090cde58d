"""The periods that staff pages count in: the last so many days, up to now."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.http import HttpRequest
from django.utils import timezone

PERIODS: Final = {1: "24 hours", 7: "7 days", 30: "30 days"}


def days_asked(request: HttpRequest) -> int | None:
    """Return the period of `?days=`; None where it asks for none of those there are."""
    text = request.GET.get("days", "")
    days = int(text) if text.isdecimal() and len(text) < 4 else 0
    return days if days in PERIODS else None


def since(days: int) -> datetime:
    return timezone.now() - timedelta(days=days)
