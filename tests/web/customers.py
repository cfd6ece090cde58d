"""Customers at a site of one or several servers, each with a browser that connects again and repeats what had no answer."""

from __future__ import annotations

import asyncio
import json
import os
import random
import time
import uuid
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import psycopg
from psycopg import sql
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from hotelsite.web.identity import COOKIE
from tests.web import children
from tests.web.backoffice import order
from tests.web.support import Frame, new_id

PATIENCE_S = 2.0
"""Silence after which a browser says the same again; repeating is always safe."""
PAUSE_S = 0.1
ANSWER_WITHIN_S = 600.0
"""More than a turn takes that meets a few dying servers in a row; tests are limited anyway."""


@contextmanager
def deployment(folder: Path, *, settings: str) -> Iterator[dict[str, str]]:
    """What the servers of a site need, prepared: a database of its own, on PostgreSQL with Redis where the run has them.

    Args:
        folder: Holds the database where it is SQLite's.
        settings: The settings' module.
    """
    server, redis = os.environ.get("DATABASE_URL", ""), os.environ.get("REDIS_URL", "")
    more = {
        "DJANGO_SETTINGS_MODULE": settings,
        "HOTEL_CURRENT_DATE": "2027-07-15",
        "RATE_LIMIT_MESSAGES_PER_MINUTE": "1000",
    }
    if not server.startswith("postgres"):
        env = children.environment_on(f"sqlite:///{folder / 'site.sqlite3'}") | more
        children.prepare(env)
        yield env
        return
    name = f"hotelsite_rooms_{uuid.uuid4().hex[:8]}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        try:
            env = children.environment_on(f"{server.rpartition('/')[0]}/{name}", redis) | more
            children.prepare(env)
            yield env
        finally:
            connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


class Site:
    """Servers over one database, which come and go."""

    def __init__(self, env: dict[str, str]) -> None:
        """Plan a site.

        Args:
            env: As `deployment` gives it.
        """
        self.env = env
        self.servers: list[children.Child] = []
        self._serves = asyncio.Event()

    @property
    def kind(self) -> str:
        return "PostgreSQL" if self.env["DATABASE_URL"].startswith("postgres") else "SQLite"

    async def open(self, servers: int) -> None:
        for server in await asyncio.gather(*(children.start(self.env) for _ in range(servers))):
            self.joined_by(server)

    def joined_by(self, server: children.Child) -> None:
        self.servers.append(server)
        self._serves.set()

    async def kill_one(self, chance: random.Random) -> None:
        """`kill -9` a server, and start another in its place."""
        victim = chance.choice(self.servers)
        self.servers.remove(victim)
        if not self.servers:
            self._serves.clear()
        await victim.end()
        await self.open(1)

    async def close(self) -> None:
        for server in self.servers:
            await server.end()
        self.servers.clear()

    async def address(self) -> str:
        """Any server that runs; waits while none does."""
        await self._serves.wait()
        return random.choice(self.servers).address


@asynccontextmanager
async def opened(env: dict[str, str], *, servers: int | None = None) -> AsyncIterator[Site]:
    """Open a site of so many servers; by default two where they can hear each other, else one."""
    site = Site(env)
    try:
        await site.open(servers or (2 if env["REDIS_URL"] else 1))
        yield site
    finally:
        await site.close()


class Customer:
    """One browser in one session."""

    def __init__(self, site: Site, secret: str, session: str) -> None:
        self.site = site
        self.secret = secret
        self.session = session
        self.repeats = 0
        """How often it had to say the same again."""
        self.longest_wait_s = 0.0
        """The longest that it waited for an answer."""
        self._socket: ClientConnection | None = None

    async def connect(self) -> None:
        """Open a socket to any server and say hello."""
        await self.leave()
        address = await self.site.address()
        socket = await connect(
            f"{address.replace('http', 'ws')}/ws/chat/",
            origin=address,  # type: ignore[arg-type]  # a NewType of str that is not exported
            additional_headers={"Cookie": f"{COOKIE}={self.secret}"},
            proxy=None,
            open_timeout=ANSWER_WITHIN_S,
        )
        await socket.send(json.dumps({"type": "hello", "session": self.session}))
        self._socket = socket

    async def leave(self) -> None:
        if self._socket is not None:
            socket, self._socket = self._socket, None
            await socket.close()

    async def act(self, turn_id: str | None = None, **frame: Any) -> Frame:
        """Send an action, again and again under the same id, until it has an answer that stays; returns that frame.

        It is the last frame of its turn, or an error that repeating does not mend.
        """
        turn_id = turn_id or new_id()
        started = time.monotonic()
        async with asyncio.timeout(ANSWER_WITHIN_S):
            while True:
                answer = await self._try({**frame, "id": turn_id})
                if answer is not None:
                    self.longest_wait_s = max(self.longest_wait_s, time.monotonic() - started)
                    return answer
                self.repeats += 1
                await asyncio.sleep(PAUSE_S)

    async def _try(self, frame: Frame) -> Frame | None:
        try:
            if self._socket is None:
                await self.connect()
            assert self._socket is not None
            await self._socket.send(json.dumps(frame))
            return await self._answer(self._socket, frame["id"])
        except TimeoutError:
            return None
        except (OSError, WebSocketException):
            self._socket = None
            return None

    @staticmethod
    async def _answer(socket: ClientConnection, turn_id: str) -> Frame | None:
        while True:
            async with asyncio.timeout(PATIENCE_S):
                told: Frame = json.loads(await socket.recv())
            if told.get("id") != turn_id:
                continue
            if told["type"] in ("turn.completed", "turn.cancelled"):
                return told
            if told["type"] == "turn.failed":
                return None if told["retryable"] else told
            if told["type"] == "error":
                return None if told["code"] in ("busy", "rate_limited", "internal") else told


def customers(site: Site, count: int, criteria: Frame) -> list[Customer]:
    """So many browsers, each in a session of its own with these criteria settled."""
    sessions = order(site.env, sessions={"count": count, "criteria": criteria})
    return [Customer(site, secret, session) for secret, session in sessions]


def text_of(answer: Frame) -> str:
    text: str = answer["message"]["text"]
    return text


def booked(answer: Frame) -> Frame | None:
    """The booking that an answer confirms, None where it refuses."""
    booking: Frame | None = answer["message"]["booking"] if answer["type"] == "turn.completed" else None
    return booking


def buttons(answer: Frame, kind: str) -> list[Frame]:
    """Frames of the buttons of a kind that an answer offers."""
    return [
        button["frame"] for button in answer["message"]["quick_replies"] if button["frame"]["type"] == kind
    ]


def assert_sound(report: Frame) -> None:
    """No room is sold twice, lost or missing, and no turn or session hangs."""
    assert report["bookings_short_of_a_room"] == 0
    assert report["rooms_held_by_no_booking"] == 0
    assert report["units_sold_twice"] == 0
    assert report["gaps_in_turns"] == 0
    assert report["sessions_locked"] == 0
    assert "running" not in report["turns"]
