"""What a decision comes to when its server is slow, busy, broken or away."""

from __future__ import annotations

import asyncio
import json
import socket
import time
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import pytest

from graph import DecisionRequest, ProviderError, TurnCancelled, TurnControl
from graph.decision.typesafe import TypeSafeProvider
from graph.modelserver import MAX_BODY_BYTES, MAX_CALLS
from graph.retrying import Clock
from graph.testing import Harness, wire_answer
from tests.graph.providers.judging import QUESTIONS, Judge, judging
from tests.graph.providers.support import (
    KEY,
    Exchange,
    ScriptedServer,
    Step,
    answers,
    hangs,
    record_row,
    says,
    serving,
)

ANSWERS = {
    name: wire_answer(question.to_wire(""), "Café" if name == "subject" else 1)
    for name, question in QUESTIONS.items()
}
REPLY = {"model": "jev-9", "answers": ANSWERS, "usage": {"input_tokens": 7, "output_tokens": 4}}
JUDGED = answers(REPLY, x_typesafe_request_id="req-7")
SLACK_S = 1.0
"""What a busy machine may add; far below another attempt of the site's."""
REQUEST = DecisionRequest(
    node="Judge",
    model="jev-latest",
    state={"request": "Hello"},
    questions={name: question.to_wire("") for name, question in QUESTIONS.items()},
)


@dataclass
class Waits:
    """A clock that notes each wait and does not wait."""

    seconds: list[float] = field(default_factory=list)

    async def sleep(self, seconds: float) -> None:
        self.seconds.append(seconds)

    @property
    def clock(self) -> Clock:
        return Clock(sleep=self.sleep, jitter=lambda: 0.0)


async def breaks_off(exchange: Exchange) -> None:
    """Promises a longer body than it sends."""
    await exchange.begin(200, {"content-type": "application/json"})
    await exchange.piece(json.dumps(REPLY).encode()[:200])


async def floods(exchange: Exchange) -> None:
    await exchange.begin(200, {"content-type": "application/json"})
    for _ in range(MAX_BODY_BYTES // 2**16 + 1):
        await exchange.piece(b" " * 2**16)
    await exchange.end()


def with_answer(name: str, **changed: Any) -> Step:
    """A valid reply but for this."""
    body = json.dumps({**REPLY, "answers": {**ANSWERS, name: {**ANSWERS[name], **changed}}})
    # 1e999 and numbers of hundreds of digits are JSON, though Python's encoder writes neither.
    return says(body.replace('"BEYOND"', "1e999").replace('"HUGE"', "1" * 400).encode())


BUSY = answers({"detail": {"message": "busy"}}, status=429)
BROKEN = answers({"error": "oops"}, status=500)


@dataclass(frozen=True)
class Outage:
    steps: list[Step]
    ending: tuple[str, str | None, int | None]
    """Outcome, category, HTTP status."""
    attempts: int
    waits: list[float] = field(default_factory=list)


OUTAGES = {
    "429 once": Outage([BUSY, JUDGED], ("success", None, None), 2, [0.25]),
    "429, wait 3 s": Outage(
        [answers({}, status=429, retry_after="3"), JUDGED], ("success", None, None), 2, [3.0]
    ),
    "429, wait 40 ms": Outage(
        [answers({}, status=429, retry_after="3", retry_after_ms="40"), JUDGED],
        ("success", None, None),
        2,
        [0.04],
    ),
    "429, wait past the deadline": Outage(
        [answers({}, status=429, retry_after="60")], ("fallback", "provider", 429), 1
    ),
    "429 always": Outage([BUSY], ("fallback", "provider", 429), 3, [0.25, 0.5]),
    "408 once": Outage([answers({}, status=408), JUDGED], ("success", None, None), 2, [0.25]),
    "500 twice": Outage([BROKEN, BROKEN, JUDGED], ("success", None, None), 3, [0.25, 0.5]),
    "503 always": Outage([answers({}, status=503)], ("fallback", "provider", 503), 3, [0.25, 0.5]),
    "connection breaks off": Outage([breaks_off, JUDGED], ("success", None, None), 2, [0.25]),
    "400": Outage([answers({"error": "no"}, status=400)], ("fallback", "provider", 400), 1),
    "404": Outage([answers({}, status=404)], ("fallback", "provider", 404), 1),
    "422": Outage([answers({"detail": []}, status=422)], ("fallback", "provider", 422), 1),
    "redirect": Outage([says(b"", 307, location="http://127.0.0.1:1/")], ("fallback", "provider", 307), 1),
    "body without end": Outage([floods], ("fallback", "provider", None), 1),
    "cut JSON": Outage([says(json.dumps(REPLY).encode()[:-9])], ("fallback", "validation", None), 1),
    "empty body": Outage([says(b"", 204)], ("fallback", "validation", None), 1),
    "not an object": Outage([says(b"[]")], ("fallback", "validation", None), 1),
    "endlessly nested": Outage([says(b"[" * 10**6)], ("fallback", "validation", None), 1),
    "an error within a success": Outage([answers({"error": "no"})], ("fallback", "validation", None), 1),
    "NaN for a probability": Outage(
        [with_answer("polite", noul=float("nan"))], ("fallback", "validation", None), 1
    ),
    "1e999 for a score": Outage(
        [with_answer("urgency", score="BEYOND")], ("fallback", "validation", None), 1
    ),
    "400 digits for a probability": Outage(
        [with_answer("polite", noul="HUGE")], ("fallback", "validation", None), 1
    ),
    "true for a probability": Outage([with_answer("polite", noul=True)], ("fallback", "validation", None), 1),
    "undeclared label": Outage([with_answer("subject", choice="Other")], ("fallback", "validation", None), 1),
}


@pytest.mark.parametrize("name", OUTAGES)
async def test_outage_ends_as_designed(name: str, request: pytest.FixtureRequest) -> None:
    outage, waits, judge = OUTAGES[name], Waits(), Judge()
    server = ScriptedServer(list(outage.steps))
    async with serving(server) as url, TypeSafeProvider(KEY, base_url=url) as provider:
        harness = Harness(judging(judge), decisions=provider, clock=waits.clock)
        reply = await harness.reply_to("Is the room ready?")

    [record] = harness.audit
    record_row(
        request,
        "Outages of a decision server",
        name,
        *(part if part is not None else "-" for part in (record.outcome, record.failure, record.status)),
        f"{record.attempts} attempts",
        f"waits {waits.seconds}",
    )
    assert (record.outcome, record.failure, record.status) == outage.ending
    assert record.attempts == len(server.exchanges) == outage.attempts
    assert waits.seconds == outage.waits
    assert reply == ("judged" if record.outcome == "success" else "fell back")
    assert len({exchange.content for exchange in server.exchanges}) == 1, "every attempt asks the same"


async def test_server_that_is_not_there_is_tried_again_and_given_up() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # bound but not listening: connections are refused
        url = f"http://127.0.0.1:{taken.getsockname()[1]}"
        async with TypeSafeProvider(KEY, base_url=url) as provider:
            harness = Harness(judging(Judge()), decisions=provider)
            reply = await harness.reply_to("Hello")

    [record] = harness.audit
    assert (reply, record.failure, record.attempts) == ("fell back", "provider", 3)


async def test_hanging_server_costs_the_deadline_and_then_nothing(request: pytest.FixtureRequest) -> None:
    """Three decisions wait for their overall deadline each; then the breaker answers at once until a probe succeeds."""
    table = "Waiting for a decision server that hangs: 0.3 s an attempt, 0.65 s over all"
    ahead_s = 0.0
    clock = Clock(now=lambda: time.monotonic() + ahead_s, jitter=lambda: 0.0)
    server = ScriptedServer([hangs])
    async with serving(server) as url, TypeSafeProvider(KEY, base_url=url) as provider:
        definition = judging(Judge(), timeout_s=0.3, max_retries=2, deadline_s=0.65)
        harness = Harness(definition, decisions=provider, clock=clock)

        async def waits(case: str) -> float:
            started = time.perf_counter()
            await harness.reply_to("Hello")
            waited_s = time.perf_counter() - started
            [record] = harness.audit
            record_row(
                request,
                table,
                case,
                f"{waited_s:.3f} s",
                f"{record.attempts} attempts",
                record.failure or "-",
            )
            return waited_s

        for number in range(1, 4):
            assert 0.3 <= await waits(f"decision {number}") < 0.65 + SLACK_S
            assert harness.audit[0].failure == "timeout"
        asked = len(server.exchanges)

        assert await waits("breaker open") < 0.3
        assert (harness.audit[0].failure, harness.audit[0].attempts) == ("circuit_open", 0)
        assert len(server.exchanges) == asked

        ahead_s = 31.0
        await waits("30 s later, a probe")
        assert len(server.exchanges) > asked
        assert await waits("breaker open again") < 0.3

        ahead_s = 62.0
        server.steps[:] = [JUDGED]
        await waits("30 s later, the server is back")
        assert harness.audit[0].outcome == "success"


async def test_customers_stop_closes_the_connection() -> None:
    server, control, judge = ScriptedServer([hangs]), TurnControl(), Judge()
    async with serving(server) as url, TypeSafeProvider(KEY, base_url=url) as provider:
        harness = Harness(judging(judge), decisions=provider)
        turn = asyncio.create_task(harness.say("Hello", control=control))
        exchange = await server.next_exchange()
        control.cancel()

        assert isinstance(await turn, TurnCancelled)
        await asyncio.wait_for(exchange.left.wait(), 5)
        assert [(record.outcome, record.failure) for record in harness.audit] == [("cancelled", None)]
        assert not judge.failures

        server.steps[:] = [JUDGED]
        assert await harness.reply_to("Hello again") == "judged"


async def test_successive_calls_share_one_connection() -> None:
    server = ScriptedServer([JUDGED])
    async with serving(server) as url, TypeSafeProvider(KEY, base_url=url) as provider:
        for _ in range(5):
            await provider.ask(REQUEST)

    assert len(server.exchanges) == 5
    assert len({exchange.client for exchange in server.exchanges}) == 1


async def test_calls_beyond_the_limit_wait_their_turn() -> None:
    server = ScriptedServer([hangs])
    async with serving(server) as url, TypeSafeProvider(KEY, base_url=url) as provider:
        crowd = [asyncio.create_task(provider.ask(REQUEST)) for _ in range(MAX_CALLS + 20)]
        for _ in range(MAX_CALLS):
            await server.next_exchange()
        for call in crowd:
            call.cancel()
        await asyncio.gather(*crowd, return_exceptions=True)

    assert len(server.exchanges) == MAX_CALLS


async def test_cancelled_calls_take_no_place_from_later_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many calls are cancelled at whatever point, the pool serves as many as before."""
    monkeypatch.setattr("graph.modelserver.MAX_CALLS", 4)
    answering = asyncio.Event()

    async def answers_late(exchange: Exchange) -> None:
        if not answering.is_set():
            await asyncio.sleep(0.002)
        await JUDGED(exchange)

    async def hurry(provider: TypeSafeProvider, times: int, first: int) -> None:
        for number in range(times):
            with suppress(TimeoutError):
                async with asyncio.timeout(0.001 * ((first + number) % 9)):
                    await provider.ask(REQUEST)

    async with (
        serving(ScriptedServer([answers_late])) as url,
        TypeSafeProvider(KEY, base_url=url) as provider,
    ):
        await asyncio.gather(*(hurry(provider, 60, first) for first in range(12)))

        answering.set()
        async with asyncio.timeout(5):
            await asyncio.gather(*(provider.ask(REQUEST) for _ in range(8)))


async def test_reply_carries_what_the_server_reported() -> None:
    async with serving(ScriptedServer([JUDGED])) as url, TypeSafeProvider(KEY, base_url=url) as provider:
        reply = await provider.ask(REQUEST)

    assert (reply.model, reply.request_id, reply.usage) == ("jev-9", "req-7", REPLY["usage"])


async def test_reports_that_no_record_could_hold_are_dropped() -> None:
    step = says(
        json.dumps({**REPLY, "model": "two\nlines"}).encode(), 200, **{"x-typesafe-request-id": "r" * 999}
    )
    async with serving(ScriptedServer([step])) as url, TypeSafeProvider(KEY, base_url=url) as provider:
        reply = await provider.ask(REQUEST)

    assert reply.model is None
    assert reply.request_id == "r" * 128


@pytest.mark.parametrize("status", [401, 403, 404, 422])
async def test_refusal_of_the_settings_shows_until_a_call_succeeds(status: int) -> None:
    server = ScriptedServer([answers({}, status=status), answers({}, status=500), JUDGED])
    async with serving(server) as url, TypeSafeProvider(KEY, base_url=url) as provider:
        shown = [provider.refused]
        for _ in range(3):
            with suppress(ProviderError):
                await provider.ask(REQUEST)
            shown.append(provider.refused)

    assert shown == [None, status, status, None]
