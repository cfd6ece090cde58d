"""Customers at their sockets: each keeps one conversation, and says the next thing once it has the answer to the last."""

from __future__ import annotations

import asyncio
import itertools
import json
import random
import time
import uuid
from collections.abc import Iterator, Sequence
from typing import Final

from websockets.asyncio.client import ClientConnection, connect

from hotelsite.web.identity import COOKIE, new_secret
from tests.bench.servers import Server

OPENING_AT_ONCE: Final = 20


class Customer:
    def __init__(self, connection: ClientConnection, words: Iterator[str]) -> None:
        self._connection = connection
        self._words = words

    async def turn(self) -> float:
        """Say the next thing, wait for the last frame of its answer, and return the seconds that took."""
        message = {"type": "message", "id": str(uuid.uuid4()), "text": next(self._words)}
        begun = time.perf_counter()
        await self._connection.send(json.dumps(message))
        while True:
            frame = await self._connection.recv()
            if '"turn.completed"' in frame:
                return time.perf_counter() - begun
            assert '"error"' not in frame, frame
            assert '"turn.failed"' not in frame, frame

    async def leave(self) -> None:
        await self._connection.close()


async def arrive(server: Server, number: int, script: Sequence[str]) -> list[Customer]:
    """Open sockets, each with a conversation of its own, at different places of the script."""
    gate = asyncio.Semaphore(OPENING_AT_ONCE)

    async def open_one(index: int) -> Customer:
        words = itertools.islice(itertools.cycle(script), index % len(script), None)
        async with gate:
            connection = await connect(
                server.url,
                origin=server.origin,  # type: ignore[arg-type]  # a str with a name of its own
                additional_headers={"Cookie": f"{COOKIE}={new_secret()}"},
                compression=None,
                proxy=None,
                ping_interval=None,
                open_timeout=60,
            )
            await connection.send(json.dumps({"type": "hello", "new": True}))
            await connection.recv()
        return Customer(connection, words)

    return await asyncio.gather(*map(open_one, range(number)))


async def talk(customers: Sequence[Customer], seconds: float) -> tuple[int, float]:
    """Have all of them talk without a pause for that long; returns their turns, and the seconds until the last had ended."""
    begun = time.perf_counter()

    async def go_on(customer: Customer) -> int:
        turns = 0
        while time.perf_counter() < begun + seconds:
            await customer.turn()
            turns += 1
        return turns

    turns = sum(await asyncio.gather(*map(go_on, customers)))
    return turns, time.perf_counter() - begun


async def slow_turn_ms(customers: Sequence[Customer], seconds: float, *, pause_s: float) -> float:
    """Have each of them say something now and then, and return the milliseconds of the 95th percentile."""
    ended = time.perf_counter() + seconds

    async def go_on(customer: Customer) -> list[float]:
        took = []
        await asyncio.sleep(random.uniform(0, pause_s))
        while time.perf_counter() < ended:
            took.append(await customer.turn())
            await asyncio.sleep(random.uniform(0.5, 1.5) * pause_s)
        return took

    took = sorted(itertools.chain.from_iterable(await asyncio.gather(*map(go_on, customers))))
    return took[int(len(took) * 0.95)] * 1e3
