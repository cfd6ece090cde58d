"""The runtime's overhead: the same four nodes in memory, in each runtime in turn."""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Iterator, Mapping
from typing import Final

from tests.bench import flow
from tests.bench.figures import Figure
from tests.bench.flow import MESSAGE, Runtime
from tests.bench.on_graph import OnGraph, full_graph, plain_graph
from tests.bench.peers import Burr, LangGraph, PydanticGraph

ROUNDS: Final = 7
SAMPLE_S: Final = 0.1
"""What one runtime gets of a round."""
TURNS_OF_A_SESSION: Final = 10

FLOOR: Final = "a loop over coroutines (plain asyncio)"
OURS: Final = "plain nodes"
FULL: Final = "with decisions and a tool"


def figures() -> list[Figure]:
    return list(_figures(asyncio.run(_measure())))


async def _measure() -> dict[str, list[float]]:
    runtimes: Mapping[str, Runtime] = {
        FLOOR: flow.PlainAsyncio(),
        OURS: OnGraph(plain_graph()),
        FULL: OnGraph(full_graph()),
        "Burr": Burr(),
        "pydantic-graph": PydanticGraph(),
        "LangGraph": LangGraph(),
    }
    for runtime in runtimes.values():
        await _check(runtime)
    return await _side_by_side(runtimes)


async def _check(runtime: Runtime) -> None:
    """See that a runtime does the work, and keeps the session from turn to turn."""
    session = runtime.begin()
    replies = [await runtime.turn(session, text) for text in ("7 Harbour Row", "9 Mill Way")]
    assert replies == ["Message 1: I noted 7 Harbour Row", "Message 2: I noted 9 Mill Way"], replies


async def _side_by_side(runtimes: Mapping[str, Runtime]) -> dict[str, list[float]]:
    """Return microseconds of CPU per turn of each round, which other work on the machine hardly disturbs."""
    counts = {}
    for name, runtime in runtimes.items():
        estimate = await _microseconds_per_turn(runtime, 100)
        counts[name] = max(100, int(SAMPLE_S * 1e6 / estimate))
    measured: dict[str, list[float]] = {name: [] for name in runtimes}
    for _ in range(ROUNDS):
        for name, runtime in runtimes.items():
            gc.collect()
            measured[name].append(await _microseconds_per_turn(runtime, counts[name]))
    return measured


async def _microseconds_per_turn(runtime: Runtime, turns: int) -> float:
    session = None
    begun = time.process_time()
    for turn in range(turns):
        if turn % TURNS_OF_A_SESSION == 0:
            session = runtime.begin()
        await runtime.turn(session, MESSAGE)
    return (time.process_time() - begun) / turns * 1e6


def _figures(microseconds: Mapping[str, list[float]]) -> Iterator[Figure]:
    floor, ours = microseconds[FLOOR], microseconds[OURS]
    limit = "node visits for the audit, frozen state models, and the store's claim and commit, which the floor lacks"
    yield Figure.of_rounds(f"turn in memory, {OURS}", ours, floor, against=FLOOR, unit="us", limited_by=limit)
    for peer in ("Burr", "pydantic-graph", "LangGraph"):
        yield Figure.of_rounds(
            f"turn in memory, {OURS}", ours, microseconds[peer], against=peer, unit="us", limited_by=limit
        )
    yield Figure.of_rounds(
        f"turn in memory, {FULL}",
        microseconds[FULL],
        floor,
        against=FLOOR,
        unit="us",
        limited_by="each answer is checked against its question and each call against its tool, under a deadline "
        "and with an audit entry",
    )
