"""Servers on loopback for the HTTP providers, and the table that the fault tests print."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest
import uvicorn
from jevcompat.mock import MockConfig, make_server

KEY = "sk-a-secret-that-no-log-may-hold"


# --- a server that plays what the test says ------------------------------------------------------------------


@dataclass
class Exchange:
    """One request, and the means to answer it."""

    path: str
    headers: Mapping[str, str]
    content: bytes
    client: tuple[str, int]
    """The connection's other end."""
    _receive: Callable[[], Awaitable[Any]]
    _send: Callable[[Any], Awaitable[None]]
    left: asyncio.Event = field(default_factory=asyncio.Event)
    """Set once the client closed the connection while this exchange waited for that."""

    @property
    def body(self) -> Any:
        return json.loads(self.content)

    async def json(
        self, payload: object, status: int = 200, headers: Mapping[str, str] | None = None
    ) -> None:
        """Answer with JSON."""
        await self.whole(
            json.dumps(payload).encode(), status, {"content-type": "application/json", **(headers or {})}
        )

    async def whole(
        self, content: bytes, status: int = 200, headers: Mapping[str, str] | None = None
    ) -> None:
        """Answer with a body as it is."""
        await self.begin(status, headers or {})
        await self._send({"type": "http.response.body", "body": content})

    async def begin(self, status: int, headers: Mapping[str, str]) -> None:
        """Send the head; the body follows in pieces."""
        raw = [(name.encode(), value.encode()) for name, value in headers.items()]
        await self._send({"type": "http.response.start", "status": status, "headers": raw})

    async def piece(self, content: bytes) -> None:
        await self._send({"type": "http.response.body", "body": content, "more_body": True})

    async def end(self) -> None:
        await self._send({"type": "http.response.body", "body": b""})

    async def events(self, chunks: Sequence[object], *, end: bool = True) -> None:
        """Answer with server-sent events; without the end the connection breaks off after the last."""
        await self.begin(200, {"content-type": "text/event-stream"})
        for chunk in chunks:
            data = chunk if isinstance(chunk, str) else json.dumps(chunk)
            await self.piece(f"data: {data}\n\n".encode())
        if end:
            await self.end()

    async def hang(self) -> None:
        """Say nothing until the client leaves."""
        while (await self._receive())["type"] != "http.disconnect":
            pass
        self.left.set()


Step = Callable[[Exchange], Awaitable[None]]


@dataclass
class ScriptedServer:
    """An ASGI application that plays its steps in order, the last one again and again, and keeps the requests."""

    steps: list[Step] = field(default_factory=list)
    exchanges: list[Exchange] = field(default_factory=list)
    _arrivals: asyncio.Queue[Exchange] = field(default_factory=asyncio.Queue)

    async def next_exchange(self) -> Exchange:
        """The next request, once it is there; each is given once."""
        return await asyncio.wait_for(self._arrivals.get(), 5)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        content, more = b"", True
        while more:
            message = await receive()
            content, more = content + message.get("body", b""), message.get("more_body", False)
        headers = {name.decode(): value.decode() for name, value in scope["headers"]}
        exchange = Exchange(scope["path"], headers, content, scope["client"], receive, send)
        self.exchanges.append(exchange)
        self._arrivals.put_nowait(exchange)
        step = self.steps[0] if len(self.steps) == 1 else self.steps.pop(0)
        await step(exchange)


def answers(payload: object, status: int = 200, **headers: str) -> Step:
    """A step that answers with JSON; `retry_after="1"` becomes the header `retry-after`."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return lambda exchange: exchange.json(payload, status, named)


def says(content: bytes, status: int = 200, **headers: str) -> Step:
    """A step that answers with these bytes."""
    return lambda exchange: exchange.whole(content, status, headers)


async def hangs(exchange: Exchange) -> None:
    """A step that never answers."""
    await exchange.hang()


class _Server(uvicorn.Server):
    """Says when it listens and stops when it is told to, where uvicorn looks ten times a second."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.listens = asyncio.Event()
        self.stopping = asyncio.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.listens.set()

    async def main_loop(self) -> None:
        await self.stopping.wait()


@asynccontextmanager
async def serving(application: ScriptedServer) -> AsyncIterator[str]:
    """Serve an application on a free port of loopback; gives its address."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        config = uvicorn.Config(
            application, log_config=None, lifespan="off", ws="none", timeout_graceful_shutdown=1
        )
        server = _Server(config)
        running = asyncio.create_task(server.serve(sockets=[listening]))
        await server.listens.wait()
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            server.stopping.set()
            await running


# --- a Jev-compatible server with faults to order ------------------------------------------------------------


@contextmanager
def jev_server(*faults: str, key: str | None = None) -> Iterator[str]:
    """Serve `jevcompat mock` on a free port of loopback; gives its address."""
    server = make_server(MockConfig(key=key, faults=frozenset(faults)))
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.005}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


# --- what is printed -----------------------------------------------------------------------------------------


def record_row(request: pytest.FixtureRequest, table: str, *cells: object) -> None:
    """Add a row to a table that is printed after the tests; the first cells of a table's rows are distinct."""
    request.node.user_properties.append((f"table {table}", [str(cell) for cell in cells]))
