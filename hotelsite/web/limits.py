"""Counting what one session, socket or browser does in a minute."""

from __future__ import annotations

import math
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Hashable

WINDOW_S = 60.0
MAX_KEYS = 10_000
"""Counters kept at once; the one unused for longest goes first."""


class RateLimit:
    """Allows `limit` events in any sixty seconds for each key, within this process."""

    def __init__(self, limit: int, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._limit = limit
        self._clock = clock
        self._events: OrderedDict[Hashable, deque[float]] = OrderedDict()

    def wait_s(self, key: Hashable) -> int:
        """Count one event. Returns 0 where it is allowed, else the whole seconds until one is; that one is not counted."""
        now = self._clock()
        events = self._events.setdefault(key, deque())
        self._events.move_to_end(key)
        if len(self._events) > MAX_KEYS:
            self._events.popitem(last=False)
        while events and events[0] <= now - WINDOW_S:
            events.popleft()
        if len(events) >= self._limit:
            return max(1, math.ceil(events[0] + WINDOW_S - now))
        events.append(now)
        return 0
