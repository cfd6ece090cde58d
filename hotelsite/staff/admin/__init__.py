"""Every admin class of the site; Django finds them by importing this package."""

from __future__ import annotations

from hotelsite.staff.admin import bookings, records, sessions

__all__ = ["bookings", "records", "sessions"]
