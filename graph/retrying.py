"""Attempts with a deadline each and one over all; used for decisions and for chat alike.

Retried: late attempts and errors a provider marks transient, nothing else. Source: DESIGN.md, "One decision, in
order", 6.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeVar

from graph.errors import CircuitOpenError, ProviderError, ProviderTimeout

T = TypeVar("T")

FIRST_WAIT_S = 0.25
BREAKER_THRESHOLD = 3
BREAKER_OPEN_S = 30.0


@dataclass(frozen=True, slots=True, kw_only=True)
class RetryPolicy:
    timeout_s: float
    """Seconds for each attempt, above 0."""
    max_retries: int
    """Further attempts after the first; 0 means one attempt in all."""
    deadline_s: float | None = None
    """Seconds for all attempts and the waits between them; None means no limit."""


@dataclass(frozen=True, slots=True)
class Clock:
    """Time as retries and breakers see it; a test replaces it so that nothing waits."""

    now: Callable[[], float] = time.monotonic
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    jitter: Callable[[], float] = random.random


@dataclass(slots=True)
class Tally:
    """What the attempts came to, whatever the outcome; filled in as they happen."""

    attempts: int = 0


@dataclass(slots=True)
class CircuitBreaker:
    """Leaves a failing provider alone: after 3 exhausted calls in a row for 30 s, then one probe decides."""

    clock: Clock
    failures: int = 0
    opened_at: float | None = None
    probing: bool = False

    @property
    def is_open(self) -> bool:
        return self.opened_at is not None

    def admit(self) -> None:
        """Let a call pass, or refuse it.

        Raises:
            CircuitOpenError: `.retry_after_s` is how long the breaker stays open.
        """
        if self.opened_at is None:
            return
        left_s = self.opened_at + BREAKER_OPEN_S - self.clock.now()
        if left_s > 0 or self.probing:
            raise CircuitOpenError(
                "the provider failed repeatedly and is left alone", retry_after_s=max(left_s, 0.0)
            )
        self.probing = True

    def succeeded(self) -> None:
        """The provider answered, be it with an error of ours."""
        self.failures, self.opened_at, self.probing = 0, None, False

    def exhausted(self) -> None:
        """A call used up its attempts without an answer."""
        self.failures += 1
        if self.probing or self.failures >= BREAKER_THRESHOLD:
            self.opened_at = self.clock.now()
        self.probing = False

    def abandoned(self) -> None:
        """A call was cancelled before it could tell; a probe's place is free again."""
        self.probing = False


async def call_provider(
    call: Callable[[], Awaitable[T]],
    *,
    policy: RetryPolicy,
    breaker: CircuitBreaker,
    clock: Clock,
    tally: Tally,
) -> T:
    """Call a provider until it answers or the policy ends, unless its breaker is open.

    Raises:
        CircuitOpenError: The provider was not called at all.
        ProviderTimeout: The last attempt ran late.
        ProviderError: As the last attempt raised it.
    """
    breaker.admit()
    try:
        answer = await attempt_with_retries(call, policy, clock, tally)
    except ProviderError as error:
        if error.transient:
            breaker.exhausted()
        else:
            breaker.succeeded()
        raise
    except BaseException:
        breaker.abandoned()
        raise
    breaker.succeeded()
    return answer


async def attempt_with_retries(
    call: Callable[[], Awaitable[T]], policy: RetryPolicy, clock: Clock, tally: Tally
) -> T:
    """Call until it answers, and return the answer.

    Raises:
        ProviderTimeout: The last attempt ran late.
        ProviderError: As the last attempt raised it.
    """
    ends_at = None if policy.deadline_s is None else clock.now() + policy.deadline_s
    while True:
        tally.attempts += 1
        try:
            return await _attempt(call, policy.timeout_s, None if ends_at is None else ends_at - clock.now())
        except ProviderError as error:
            if not error.transient or tally.attempts > policy.max_retries:
                raise
            wait_s = _wait_s(error, tally.attempts, clock)
            if ends_at is not None and clock.now() + wait_s >= ends_at:
                raise
            await clock.sleep(wait_s)


async def _attempt(call: Callable[[], Awaitable[T]], timeout_s: float, left_s: float | None) -> T:
    limit_s = timeout_s if left_s is None else min(timeout_s, max(left_s, 0.0))
    try:
        async with asyncio.timeout(limit_s):
            return await call()
    except TimeoutError as late:
        raise ProviderTimeout(limit_s) from late


def _wait_s(error: ProviderError, attempts: int, clock: Clock) -> float:
    """A provider's own wish wins; else 250 ms, doubling, up to a half more at random."""
    if error.retry_after_s is not None:
        return error.retry_after_s
    return float(FIRST_WAIT_S * 2 ** (attempts - 1) * (1 + clock.jitter() / 2))
