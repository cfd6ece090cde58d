"""The business date: what "today" means to a hotel in Portland, whatever the server's or the customer's clock says."""

from __future__ import annotations

from datetime import date
from typing import Final
from zoneinfo import ZoneInfo

from django.conf import settings
from django.utils import timezone

HOTEL_ZONE: Final = ZoneInfo("America/Los_Angeles")


def business_today() -> date:
    """Return the pinned `HOTEL_CURRENT_DATE`, else today's date where the hotels are."""
    pinned: date | None = settings.HOTEL_CURRENT_DATE
    return pinned or timezone.localdate(timezone=HOTEL_ZONE)
