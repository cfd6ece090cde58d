"""Understanding: the time to read a message, and what the decision model is sent in a whole conversation."""

from __future__ import annotations

import asyncio
import datetime as dt
import statistics
import time
from collections.abc import Callable, Iterator
from typing import Any, Final

from dateparser.search import search_dates

from graph.metering import RequestMeter, summed
from hotelsite import runtime
from hotelsite.local_models.reading.reader import read_message
from hotelsite.web.replaying import PlayedScenario, play
from hotelsite.web.scenarios import FOLDER, load_scenario
from hotelsite.web.scratch import scratch_database
from tests.bench.figures import Figure

ROUNDS: Final = 5
TODAY: Final = dt.date(2027, 7, 15)


def figures() -> list[Figure]:
    return [_reading(), *_asking()]


def _reading() -> Figure:
    texts = [
        step.frame["text"]
        for path in sorted(FOLDER.glob("sixteen*.json"))
        for step in load_scenario(path).turns
        if "text" in step.frame
    ]
    settings: Any = {
        "RELATIVE_BASE": dt.datetime.combine(TODAY, dt.time()),
        "PREFER_DATES_FROM": "future",
    }
    ours: list[float] = []
    theirs: list[float] = []
    for _ in range(ROUNDS):
        ours.append(_median_ms(lambda text: read_message(text, today=TODAY), texts))
        theirs.append(_median_ms(lambda text: search_dates(text, languages=["en"], settings=settings), texts))
    return Figure.of_rounds(
        "reading a message",
        ours,
        theirs,
        against="dateparser, which reads the dates alone",
        unit="ms",
        limited_by="several hundred regular expressions, in Python, over each message",
        messages=len(texts),
    )


def _median_ms(read: Callable[[str], object], texts: list[str]) -> float:
    took = []
    for text in texts:
        begun = time.process_time()
        read(text)
        took.append((time.process_time() - begun) * 1e3)
    return statistics.median(took)


def _asking() -> Iterator[Figure]:
    with scratch_database():
        played = asyncio.run(_played())
    decisions = summed("decision", (account for account in played.requests if account.kind == "decision"))
    limit = "what code decides without a model is not asked; a question is sent with the facts that it needs"
    against = "one for each turn"
    yield Figure.of_counts(
        "decisions in sixteen turns",
        decisions.requests,
        len(played.turns),
        against=against,
        unit="requests",
        limited_by=limit,
    )
    yield Figure.of_counts(
        "bytes sent for decisions in sixteen turns",
        decisions.request_bytes,
        _transcript_bytes(played),
        against="the transcript so far sent with each turn, without any instructions",
        unit="bytes",
        limited_by=limit,
    )


async def _played() -> PlayedScenario:
    scenario = load_scenario(FOLDER / "sixteen.json")
    providers, meter = runtime.make_providers(), RequestMeter()
    try:
        played = await play(scenario, runtime.build_hotel_engine(providers, meter=meter), meter=meter)
    finally:
        await providers.aclose()
    assert not played.failures, played.mismatches
    return played


def _transcript_bytes(played: PlayedScenario) -> int:
    """Return the bytes of sending all that was said, again at each turn, as an agent without memory of its own does."""
    so_far = sent = 0
    for turn in played.turns:
        so_far += len(turn.request.encode())
        sent += so_far
        so_far += len(turn.reply.encode())
    return sent
