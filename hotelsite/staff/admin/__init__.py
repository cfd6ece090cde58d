"""Every admin class of the site; Django finds them by importing this package."""

from __future__ import annotations

from hotelsite.staff.admin import bookings, marks, records, sessions

__all__ = ["bookings", "marks", "records", "sessions"]
