"""The site's settings for the server that the browser tests start: plain HTTP on this machine, and a pinned date."""

from __future__ import annotations

import datetime as dt

from tests.settings import *  # noqa: F403

HOTEL_CURRENT_DATE = dt.date(2027, 7, 15)

# As in the demo: cookies marked for HTTPS alone would not come back.
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = False

CHAT_INSPECTOR = True
RATE_LIMIT_MESSAGES_PER_MINUTE = 10_000  # all tests come from one address
