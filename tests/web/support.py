"""A small graph that does what a test tells it to, and a browser that speaks to the site's websocket."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager
from typing import Any, ClassVar

from channels.routing import URLRouter
from channels.testing import WebsocketCommunicator

from graph import (
    END,
    ActionTarget,
    GraphDefinition,
    GraphNode,
    NoState,
    Route,
    StateView,
    Visit,
    compile_graph,
    direct,
    finish,
)
from graph.engine import GraphEngine
from graph.jsonvalue import JsonObject
from hotelsite import runtime
from hotelsite.concierge import answer_input, choose_input, describe, search_input
from hotelsite.hotels.criteria import VALUE_TYPES, Criterion
from hotelsite.web.identity import COOKIE, new_secret, owner_of
from hotelsite.web.routing import websocket_urlpatterns

HOST = "testserver"
TIMEOUT_S = 10.0
"""Generous, since nothing waits this long unless something is broken."""

Frame = dict[str, Any]

SAMPLE_VALUES: Mapping[Criterion, Frame] = {
    Criterion.DATES: {"check_in": "2027-08-03", "check_out": "2027-08-09"},
    Criterion.BUDGET: {"min": None, "max": "700"},
    Criterion.ROOM_TYPE: {"room_type": "suite"},
    Criterion.AMENITIES: {"amenities": ["free_wifi"]},
    Criterion.DISTANCE: {"airport": None, "city_center": "5"},
}


class Stage:
    """What happens within running turns, and what a test holds back there."""

    def __init__(self) -> None:
        self.runs: list[str] = []
        """The words of every turn whose work began, in order."""
        self._reached: dict[str, asyncio.Event] = {}
        self._released: dict[str, asyncio.Event] = {}

    async def reached(self, words: str) -> None:
        """Wait until a turn with these words is at work."""
        async with asyncio.timeout(TIMEOUT_S):
            await self._reached.setdefault(words, asyncio.Event()).wait()

    def release(self, words: str) -> None:
        """Let the turn with these words go on."""
        self._released.setdefault(words, asyncio.Event()).set()

    async def play(self, words: str) -> None:
        self.runs.append(words)
        self._reached.setdefault(words, asyncio.Event()).set()
        if words.startswith(("hold", "shield")):
            await self._released.setdefault(words, asyncio.Event()).wait()
        if words.startswith("fail"):
            raise RuntimeError("as the test asked")


class Router(GraphNode[NoState]):
    """Repeats the customer's words, after doing what the first of them says.

    `hold` waits until the test lets it go; `shield` does so once it can no longer be stopped; `fail` raises; `finish`
    completes the session.
    """

    def __init__(self, stage: Stage) -> None:
        self._stage = stage

    targets: ClassVar = (END,)

    async def run(self, visit: Visit[NoState]) -> Route:
        words = visit.turn.text
        if words.startswith("shield"):
            visit.shield()
        await self._stage.play(words)
        return finish("Goodbye.") if words.startswith("finish") else direct(f"You said: {words}")


def _snapshot(states: StateView, context: Mapping[str, Any]) -> JsonObject:
    return describe({}, today=context["today"])


def _action_names() -> Iterable[str]:
    inputs = [search_input("id"), choose_input("id", "slug", "name")]
    inputs += [
        answer_input("id", kind, VALUE_TYPES[kind].model_validate(value))
        for kind, value in SAMPLE_VALUES.items()
    ]
    return [made.action.name for made in inputs if made.action]


def staged_engine(stage: Stage) -> GraphEngine:
    """An engine of one node over the real database, under the name of the site's graph."""
    definition = GraphDefinition(
        name=runtime.GRAPH_NAME,
        nodes=[Router(stage)],
        start=Router,
        histories={"words": [Router]},
        actions={name: ActionTarget(Router) for name in _action_names()},
        snapshot=_snapshot,
    )
    return runtime.build_engine(compile_graph(definition, decision_providers={}, chat_models={}))


class Socket:
    """One open websocket."""

    def __init__(self, communicator: WebsocketCommunicator) -> None:
        self._communicator = communicator

    async def send(self, **frame: Any) -> None:
        await self._communicator.send_json_to(frame)

    async def send_text(self, text: str) -> None:
        await self._communicator.send_input({"type": "websocket.receive", "text": text})

    async def send_bytes(self, data: bytes) -> None:
        await self._communicator.send_input({"type": "websocket.receive", "bytes": data})

    async def receive(self) -> Frame:
        frame: Frame = await self._communicator.receive_json_from(TIMEOUT_S)
        return frame

    async def until(self, kind: str) -> list[Frame]:
        """Return the frames up to and with the first of a type."""
        frames = [await self.receive()]
        while frames[-1]["type"] != kind:
            frames.append(await self.receive())
        return frames

    async def hello(self, **fields: Any) -> Frame:
        """Say hello and return the `session` frame, or the error instead of it."""
        await self.send(type="hello", **fields)
        return await self.receive()

    async def say(self, text: str, turn_id: str | None = None) -> str:
        """Send a message and return its id."""
        turn_id = turn_id or new_id()
        await self.send(type="message", id=turn_id, text=text)
        return turn_id

    async def ask(self, text: str) -> Frame:
        """Send a message and return the last frame of its turn."""
        await self.say(text)
        return (await self.until("turn.completed"))[-1]

    async def error(self) -> Frame:
        frame = await self.receive()
        assert frame["type"] == "error", frame
        return frame

    async def closed(self) -> int:
        """Return the code with which the server closes the socket; frames before it are passed over."""
        while True:
            output = await self._communicator.receive_output(TIMEOUT_S)
            if output["type"] == "websocket.close":
                code: int = output["code"]
                return code

    async def silent(self) -> bool:
        return bool(await self._communicator.receive_nothing())

    async def leave(self) -> None:
        await self._communicator.disconnect(timeout=TIMEOUT_S)


class Browser:
    """One browser with its cookie, as `GET /` gives it."""

    def __init__(self, *, cookie: str | None = None) -> None:
        self.secret = cookie if cookie is not None else new_secret()

    @property
    def owner(self) -> str:
        return owner_of(self.secret)

    async def connect(self) -> Socket:
        """Open a socket; the caller leaves it, or lets the test's end do so."""
        headers = [(b"host", HOST.encode()), (b"origin", f"http://{HOST}".encode())]
        if self.secret:
            headers.append((b"cookie", f"{COOKIE}={self.secret}".encode()))
        communicator = WebsocketCommunicator(URLRouter(websocket_urlpatterns), "/ws/chat/", headers)
        accepted, _ = await communicator.connect(TIMEOUT_S)
        assert accepted
        return Socket(communicator)

    @asynccontextmanager
    async def chat(self, **hello: Any) -> AsyncIterator[tuple[Socket, Frame]]:
        """Open a socket, say hello, and give the socket and the `session` frame; left at the end."""
        socket = await self.connect()
        try:
            yield socket, await socket.hello(**hello)
        finally:
            await socket.leave()


def new_id() -> str:
    return str(uuid.uuid4())


def types(frames: Iterable[Frame]) -> list[str]:
    return [frame["type"] for frame in frames]
