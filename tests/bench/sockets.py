"""The site at its sockets: one Daphne process with everything understood and persisted, beside two that only echo."""

from __future__ import annotations

import asyncio
import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from hotelsite.web.scenarios import FOLDER
from tests.bench import servers
from tests.bench.customers import Customer, arrive, slow_turn_ms, talk
from tests.bench.figures import Figure
from tests.bench.servers import Server

SITE: Final = "site"
BARE: Final = "Channels echo"
SAVING: Final = "Channels echo, one transaction of four rows"

SOCKETS: Final = (1, 10, 50, 200)
CPU_SOCKETS: Final = 50
"""Where processor time is told, too, which a busy machine distorts less than the rate."""
ROUNDS: Final = 3
ROUND_S: Final = 1.2
PAUSE_S: Final = 2.0
PACED_S: Final = 4.0

LIMITS: Final = {
    "speed": "one interpreter lock. Three fifths of a turn's CPU are the Python of the ORM, for a dozen statements and more "
    "where the echo has two; two fifths are understanding, routing and frames",
    "queue": "the processor time of a turn; customers ask for 100 turns a second, and queue where one process gives fewer",
    "disk": "what the customer, staff and the next turn need: request, reply with its cards, history, state, a row for "
    "each visit, decision and chat call, and their indexes",
    "memory": "two tasks and two queues for each socket, so that no frame waits for a turn",
}


@dataclass(slots=True)
class Measured:
    rates: defaultdict[tuple[str, int], list[float]] = field(default_factory=lambda: defaultdict(list))
    """Turns per second of each round, by server and number of sockets."""
    cpu_ms: defaultdict[tuple[str, int], list[float]] = field(default_factory=lambda: defaultdict(list))
    """Processor time of the server for a turn, in the same way."""
    slow_ms: defaultdict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    idle_bytes: dict[str, list[float]] = field(default_factory=dict)
    """Per socket, of each batch of sockets that arrived."""
    turn_bytes: dict[str, float] = field(default_factory=dict)


def figures() -> list[Figure]:
    with TemporaryDirectory() as folder, ExitStack() as stack:
        started = {
            SITE: stack.enter_context(servers.site(Path(folder))),
            SAVING: stack.enter_context(servers.echo(Path(folder), saving=True)),
            BARE: stack.enter_context(servers.echo(Path(folder), saving=False)),
        }
        return list(_figures(asyncio.run(_measure(started))))


def script() -> list[str]:
    """Return what customers say, over and over: the sixteen turns that the site ships, without the booking."""
    scenario = json.loads((FOLDER / "sixteen.json").read_text(encoding="utf-8"))
    return [turn["text"] for turn in scenario["turns"][:-1]]


async def _measure(started: Mapping[str, Server]) -> Measured:
    measured, words = Measured(), script()
    customers: dict[str, list[Customer]] = {}
    for name, server in started.items():
        measured.idle_bytes[name], customers[name] = await _arrivals(server, words)
    before = {name: server.stored() for name, server in started.items()}
    for _ in range(ROUNDS):
        for number in SOCKETS:
            for name, present in customers.items():
                before_s = started[name].cpu_s()
                turns, took_s = await talk(present[:number], ROUND_S)
                measured.rates[name, number].append(turns / took_s)
                measured.cpu_ms[name, number].append((started[name].cpu_s() - before_s) * 1e3 / turns)
        for name in (SITE, SAVING):
            measured.slow_ms[name].append(await slow_turn_ms(customers[name], PACED_S, pause_s=PAUSE_S))
    for name in (SITE, SAVING):
        (turns, size), (turns_before, size_before) = started[name].stored(), before[name]
        measured.turn_bytes[name] = (size - size_before) / (turns - turns_before)
    for present in customers.values():
        await asyncio.gather(*(customer.leave() for customer in present))
    return measured


async def _arrivals(server: Server, words: Sequence[str]) -> tuple[list[float], list[Customer]]:
    """Let customers arrive in batches; returns the memory that each batch took for a socket, and the customers."""
    batch = max(SOCKETS) // 4
    present = await arrive(server, batch, words)
    for customer in present:
        await customer.turn()  # what is made once, is made now
    grown = []
    for _ in range(3):
        before = server.resident_bytes()
        present += await arrive(server, batch, words)
        grown.append((server.resident_bytes() - before) / batch)
    return grown, present


def _figures(measured: Measured) -> Iterator[Figure]:
    for against in (SAVING, BARE):
        for number in SOCKETS:
            yield Figure.of_rounds(
                f"turns per second, {number} socket{'s' if number > 1 else ''}",
                measured.rates[SITE, number],
                measured.rates[against, number],
                against=against,
                unit="turns_per_s",
                limited_by=LIMITS["speed"],
            )
        yield Figure.of_rounds(
            f"server's CPU for a turn, {CPU_SOCKETS} sockets",
            measured.cpu_ms[SITE, CPU_SOCKETS],
            measured.cpu_ms[against, CPU_SOCKETS],
            against=against,
            unit="ms",
            limited_by=LIMITS["speed"],
        )
    yield Figure.of_rounds(
        f"95th percentile of a turn, {max(SOCKETS)} customers, one turn each in {PAUSE_S:.0f} s",
        measured.slow_ms[SITE],
        measured.slow_ms[SAVING],
        against=SAVING,
        unit="ms",
        limited_by=LIMITS["queue"],
    )
    yield Figure.of_counts(
        "bytes of a turn in the database",
        measured.turn_bytes[SITE],
        measured.turn_bytes[SAVING],
        against=SAVING,
        unit="bytes",
        limited_by=LIMITS["disk"],
    )
    yield Figure.of_rounds(
        "memory of an idle socket",
        measured.idle_bytes[SITE],
        measured.idle_bytes[BARE],
        against=BARE,
        unit="bytes",
        limited_by=LIMITS["memory"],
    )
