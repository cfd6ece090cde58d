"""So many events a minute for each key."""

from __future__ import annotations

from hotelsite.web import limits
from hotelsite.web.limits import RateLimit


class HeldClock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_the_limit_holds_within_any_minute_and_says_how_long_to_wait() -> None:
    clock = HeldClock()
    limit = RateLimit(2, clock=clock)
    assert limit.wait_s("a") == 0
    clock.now += 30
    assert limit.wait_s("a") == 0

    assert limit.wait_s("a") == 30
    clock.now += 29.5
    assert limit.wait_s("a") == 1
    clock.now += 0.5
    assert limit.wait_s("a") == 0


def test_keys_are_counted_apart() -> None:
    limit = RateLimit(1, clock=HeldClock())
    limit.wait_s("a")

    assert limit.wait_s("b") == 0
    assert limit.wait_s("a") == 60


def test_a_refused_event_does_not_prolong_the_wait() -> None:
    clock = HeldClock()
    limit = RateLimit(1, clock=clock)
    limit.wait_s("a")
    for _ in range(50):
        assert limit.wait_s("a") == 60
    clock.now += 60

    assert limit.wait_s("a") == 0


def test_memory_is_bounded() -> None:
    limit = RateLimit(1, clock=HeldClock())
    for key in range(limits.MAX_KEYS + 10):
        limit.wait_s(key)

    assert limit.wait_s(0) == 0, "the oldest was forgotten"
    assert limit.wait_s(limits.MAX_KEYS + 9) == 60, "the newest was not"
