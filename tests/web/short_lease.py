"""The site's settings for servers that tests kill: a dead server's turns may run again after seconds, not half a minute."""

from __future__ import annotations

from hotelsite.settings import *  # noqa: F403

TURN_LEASE_S = 4.0
