"""Child processes of the site, as a deployment runs them, and a websocket client that is not ours."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import IO, Any

from websockets.asyncio.client import ClientConnection, connect

from hotelsite.web.identity import COOKIE, new_secret

ROOT = Path(__file__).resolve().parents[2]
WITHIN_S = 30.0
STARTS_WITHIN_S = 90.0
"""Generous, since several may start at once on a machine that is busy."""


class Child:
    """One `manage.py serve`."""

    def __init__(self, process: asyncio.subprocess.Process, address: str, errors: IO[bytes]) -> None:
        """Hold a running server.

        Args:
            errors: What it writes to stderr.
        """
        self.process = process
        self.address = address
        self._errors = errors
        self._cookie = f"{COOKIE}={new_secret()}"

    @asynccontextmanager
    async def socket(
        self, *, hello: dict[str, Any] | None = None, **options: Any
    ) -> AsyncIterator[ClientConnection]:
        """Open a websocket as this browser; with `hello`, say it and pass over the answer."""
        options.setdefault("origin", self.address)
        url = f"{self.address.replace('http', 'ws')}/ws/chat/"
        headers = {"Cookie": self._cookie}
        async with connect(url, additional_headers=headers, proxy=None, **options) as opened:
            if hello is not None:
                await opened.send(json.dumps({"type": "hello", **hello}))
                await opened.recv()
            yield opened

    async def knock(self) -> None:
        """Open a connection and leave."""
        _, writer = await asyncio.open_connection("127.0.0.1", int(self.address.rpartition(":")[2]))
        writer.close()

    def borrow_cookie(self, other: Child) -> None:
        self._cookie = other._cookie

    def stop(self) -> None:
        self.process.send_signal(signal.SIGTERM)

    def complaints(self) -> list[str]:
        """What it logged as errors up to now."""
        self._errors.seek(0)
        return [line for line in self._errors.read().decode().splitlines() if " ERROR " in line]

    async def end(self) -> None:
        """Kill it if it still runs, as `kill -9` does; it gets no chance to say goodbye."""
        if self.process.returncode is None:
            self.process.kill()
        await self.process.wait()
        self._errors.close()

    async def ended(self) -> int:
        return await asyncio.wait_for(self.process.wait(), WITHIN_S)


def environment_on(database_url: str, redis_url: str = "") -> dict[str, str]:
    """What a deployment sets."""
    return {
        "PATH": os.environ["PATH"],
        "SECRET_KEY": "for tests alone",
        "DATABASE_URL": database_url,
        "REDIS_URL": redis_url,
    }


def prepare(env: dict[str, str]) -> None:
    """Migrate the database and fill it with hotels."""
    for command in ("migrate", "load_catalogue"):
        subprocess.run([sys.executable, "manage.py", command, "-v", "0"], cwd=ROOT, env=env, check=True)


async def start(env: dict[str, str], program: Sequence[str] = ("manage.py",), /) -> Child:
    """Start a server on a free port and return once it serves; whoever starts it ends it."""
    errors = tempfile.TemporaryFile("a+b")  # noqa: SIM115 - the child's, closed when it is ended
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *program,
        "serve",
        "--port",
        "0",
        cwd=ROOT,
        env=env,
        stdout=asyncio.subprocess.PIPE,
        stderr=errors,
    )
    assert process.stdout is not None
    try:
        line = (await asyncio.wait_for(process.stdout.readline(), STARTS_WITHIN_S)).decode()
    except TimeoutError:
        process.kill()
        raise
    errors.seek(0)
    assert line.startswith("Serving on http://127.0.0.1:"), errors.read().decode()
    return Child(process, line.split()[2], errors)


@asynccontextmanager
async def served(env: dict[str, str], **more: str) -> AsyncIterator[Child]:
    """Start the server on a free port; it is killed at the end if it still runs."""
    child = await start({**env, **more})
    try:
        yield child
    finally:
        await child.end()
