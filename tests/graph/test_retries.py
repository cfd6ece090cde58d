"""What is tried again, after how long, and when it ends. Source: DESIGN.md, "One decision, in order", 6."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from graph import (
    CircuitOpenError,
    InvalidAnswerError,
    ProviderError,
    ProviderMisconfigured,
    ProviderTimeout,
)
from graph.retrying import CircuitBreaker, RetryPolicy, Tally, call_provider
from tests.graph.support import StandingClock

BUSY = ProviderError("503", transient=True, status=503)


class Provider:
    """Raises its errors in order, then answers."""

    def __init__(self, *errors: BaseException) -> None:
        self.errors = list(errors)

    async def ask(self) -> str:
        if self.errors:
            raise self.errors.pop(0)
        return "answer"


async def call(
    ask: Callable[[], Awaitable[str]],
    clock: StandingClock,
    *,
    retries: int = 2,
    timeout_s: float = 30.0,
    deadline_s: float | None = None,
    tally: Tally | None = None,
    breaker: CircuitBreaker | None = None,
) -> str:
    return await call_provider(
        ask,
        policy=RetryPolicy(timeout_s=timeout_s, max_retries=retries, deadline_s=deadline_s),
        breaker=breaker or CircuitBreaker(clock.clock),
        clock=clock.clock,
        tally=tally or Tally(),
    )


@pytest.mark.parametrize(
    "error",
    [
        pytest.param(BUSY, id="transient"),
        pytest.param(ProviderTimeout(1), id="time-out"),
        pytest.param(TimeoutError(), id="the provider's own time-out"),
    ],
)
async def test_late_and_transient_attempts_are_repeated(error: BaseException) -> None:
    clock, tally = StandingClock(), Tally()

    assert await call(Provider(error, error).ask, clock, tally=tally) == "answer"
    assert tally.attempts == 3
    assert clock.naps == [0.25, 0.5]


@pytest.mark.parametrize(
    "error",
    [
        pytest.param(ProviderError("404", status=404), id="404"),
        pytest.param(
            ProviderError("422", status=422, retry_after_s=1.0), id="422 that says when to come back"
        ),
        pytest.param(ProviderMisconfigured("no key"), id="configuration"),
        pytest.param(InvalidAnswerError(("mood: no answer",)), id="invalid answer"),
        pytest.param(ValueError("a bug"), id="a bug"),
        pytest.param(asyncio.CancelledError(), id="cancelled"),
    ],
)
async def test_nothing_else_is(error: BaseException) -> None:
    clock, tally = StandingClock(), Tally()

    with pytest.raises(type(error)) as raised:
        await call(Provider(error).ask, clock, tally=tally)

    assert raised.value is error
    assert (tally.attempts, clock.naps) == (1, [])


@pytest.mark.parametrize("retries", [0, 1, 2])
async def test_retries_are_further_attempts_and_the_last_error_comes_through(retries: int) -> None:
    clock, tally = StandingClock(), Tally()
    errors = [ProviderError(f"attempt {n}", transient=True) for n in range(9)]

    with pytest.raises(ProviderError, match=f"attempt {retries}"):
        await call(Provider(*errors).ask, clock, retries=retries, tally=tally)

    assert tally.attempts == retries + 1


async def test_waits_double_and_spread_by_up_to_a_half() -> None:
    clock = StandingClock(jitter=1.0)

    await call(Provider(BUSY, BUSY, BUSY).ask, clock, retries=3)

    assert clock.naps == [0.375, 0.75, 1.5]


@pytest.mark.parametrize("retry_after_s", [0.0, 7.0])
async def test_a_provider_may_say_how_long(retry_after_s: float) -> None:
    clock = StandingClock(jitter=1.0)

    await call(Provider(ProviderError("429", transient=True, retry_after_s=retry_after_s)).ask, clock)

    assert clock.naps == [retry_after_s]


# --- deadlines ----------------------------------------------------------------------------------------------


async def never() -> str:
    await asyncio.Event().wait()
    return "never"


async def test_an_attempt_past_its_time_is_cancelled() -> None:
    cancelled: list[bool] = []

    async def late() -> str:
        try:
            return await never()
        except asyncio.CancelledError:
            cancelled.append(True)
            raise

    with pytest.raises(ProviderTimeout, match=r"no answer within 0\.001 s") as raised:
        await call(late, StandingClock(), retries=1, timeout_s=0.001)

    assert (raised.value.seconds, raised.value.category) == (0.001, "timeout")
    assert cancelled == [True, True]


async def test_no_attempt_begins_where_the_wait_would_end_past_the_deadline() -> None:
    clock, tally = StandingClock(), Tally()
    busy = ProviderError("429", transient=True, retry_after_s=6.0)

    with pytest.raises(ProviderError):
        await call(Provider(busy, busy, busy).ask, clock, retries=9, deadline_s=12.0, tally=tally)

    assert (tally.attempts, clock.naps) == (2, [6.0])


async def test_time_spent_in_attempts_counts_against_the_deadline() -> None:
    clock, tally = StandingClock(), Tally()

    async def slow() -> str:
        clock.time_s += 8.0
        raise BUSY

    with pytest.raises(ProviderError):
        await call(slow, clock, retries=9, deadline_s=20.0, tally=tally)

    assert tally.attempts == 3
    assert clock.time_s <= 1000.0 + 3 * 8.0 + 0.75


async def test_the_last_attempt_gets_only_the_time_that_is_left() -> None:
    clock = StandingClock()

    async def slow_then_stuck() -> str:
        if not clock.naps:
            clock.time_s += 0.749
            raise BUSY
        return await never()

    with pytest.raises(ProviderTimeout) as raised:
        await call(slow_then_stuck, clock, timeout_s=30.0, deadline_s=1.0)

    assert raised.value.seconds == pytest.approx(0.001)


async def test_without_a_deadline_a_long_wait_is_waited_for() -> None:
    clock = StandingClock()

    await call(Provider(ProviderError("429", transient=True, retry_after_s=3600.0)).ask, clock)

    assert clock.naps == [3600.0]


# --- the circuit breaker ------------------------------------------------------------------------------------


class Spared:
    """A breaker with its clock, and calls through it."""

    def __init__(self) -> None:
        self.clock = StandingClock()
        self.breaker = CircuitBreaker(self.clock.clock)
        self.asked = 0

    async def call(self, *errors: BaseException, retries: int = 0) -> str:
        provider = Provider(*errors)

        async def ask() -> str:
            self.asked += 1
            return await provider.ask()

        return await call(ask, self.clock, retries=retries, breaker=self.breaker)

    async def fail(self, error: BaseException = BUSY) -> None:
        with pytest.raises(type(error)):
            await self.call(error)

    def is_open(self) -> bool:
        return self.breaker.is_open

    async def open(self) -> None:
        for _ in range(3):
            await self.fail()


async def test_three_exhausted_calls_in_a_row_open_it_for_30_seconds() -> None:
    spared = Spared()
    await spared.fail()
    await spared.fail(ProviderTimeout(1))
    assert not spared.is_open()
    await spared.fail()
    assert spared.is_open()

    with pytest.raises(CircuitOpenError) as refused:
        await spared.call()
    spared.clock.time_s += 29.0
    with pytest.raises(CircuitOpenError) as refused_later:
        await spared.call()

    assert (refused.value.retry_after_s, refused_later.value.retry_after_s) == (30.0, 1.0)
    assert refused.value.category == "circuit_open"
    assert spared.asked == 3


async def test_attempts_are_not_calls() -> None:
    spared = Spared()

    with pytest.raises(ProviderError):
        await spared.call(BUSY, BUSY, BUSY, retries=2)

    assert not spared.is_open()


@pytest.mark.parametrize(
    "between",
    [
        pytest.param(None, id="an answer"),
        pytest.param(ProviderError("404", status=404), id="an error of ours"),
    ],
)
async def test_a_provider_that_answers_starts_the_count_anew(between: ProviderError | None) -> None:
    spared = Spared()
    await spared.fail()
    await spared.fail()

    if between is None:
        await spared.call()
    else:
        await spared.fail(between)
    await spared.fail()
    await spared.fail()

    assert not spared.is_open()


@pytest.mark.parametrize("error", [ValueError("a bug"), asyncio.CancelledError()], ids=["bug", "cancelled"])
async def test_what_says_nothing_of_the_provider_is_not_counted(error: BaseException) -> None:
    spared = Spared()
    await spared.fail()
    await spared.fail()

    await spared.fail(error)

    assert not spared.is_open()
    await spared.fail()
    assert spared.is_open()


async def test_after_30_seconds_one_probe_goes_through_and_its_answer_closes_it() -> None:
    spared = Spared()
    await spared.open()
    spared.clock.time_s += 30.0

    assert await spared.call() == "answer"
    assert not spared.is_open()
    assert await spared.call() == "answer"


async def test_a_failed_probe_opens_it_for_another_30_seconds() -> None:
    spared = Spared()
    await spared.open()
    spared.clock.time_s += 30.0

    await spared.fail()

    with pytest.raises(CircuitOpenError) as refused:
        await spared.call()
    assert refused.value.retry_after_s == 30.0


async def test_while_a_probe_is_out_nothing_else_goes_through() -> None:
    spared = Spared()
    await spared.open()
    spared.clock.time_s += 30.0
    asked, answer = asyncio.Event(), asyncio.Event()

    async def probe() -> str:
        asked.set()
        await answer.wait()
        return "answer"

    probing = asyncio.create_task(call(probe, spared.clock, breaker=spared.breaker))
    await asked.wait()
    with pytest.raises(CircuitOpenError) as refused:
        await spared.call()
    answer.set()

    assert refused.value.retry_after_s == 0.0
    assert await probing == "answer"
    assert not spared.is_open()


async def test_a_cancelled_probe_makes_room_for_the_next() -> None:
    spared = Spared()
    await spared.open()
    spared.clock.time_s += 30.0

    await spared.fail(asyncio.CancelledError())

    assert spared.is_open()
    assert await spared.call() == "answer"
