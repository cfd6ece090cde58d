"""Carries the frames of running turns to every socket of their session, in this process and in the others.

Sockets of this process get a frame at once, by a plain call, and so never miss one. The channel layer takes it to the
other processes, best effort: a layer that is slow, full or down costs their sockets a few frames, which they make up
for from the database when they connect again, and it costs the turn nothing.

All processes are one group of the layer and each of them drops what concerns none of its sockets. A group for each
session would make every connection depend on the layer, and a message for each frame would fill its short queues.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import uuid
from collections import defaultdict, deque
from collections.abc import Callable, Coroutine
from contextvars import Context
from typing import Any, Final

from channels.layers import BaseChannelLayer

from hotelsite.web.server_frames import Frame

log = logging.getLogger(__name__)

Deliver = Callable[[Frame], None]

PROCESSES: Final = "chat.processes"
BATCH: Final = 100
"""Most messages that travel together."""
MAX_WAITING: Final = 5_000
"""Messages kept for a layer that is slow or away; the oldest are dropped."""
REJOIN_S: Final = 3600.0
"""Seconds between renewals of the membership, which the layers end after a day."""
RETRY_S: Final = 1.0
FLUSH_S: Final = 1.0


class Hub:
    """One for each process."""

    def __init__(self, layer: BaseChannelLayer, *, on_cancel: Callable[[str, str], None]) -> None:
        """Make a hub that exchanges nothing yet.

        Args:
            on_cancel: Told the session and the turn's id when another process asks to stop a turn.
        """
        self._layer = layer
        self._on_cancel = on_cancel
        self._origin = uuid.uuid4().hex
        self._listeners: defaultdict[str, set[Deliver]] = defaultdict(set)
        self._waiting: deque[Frame] = deque(maxlen=MAX_WAITING)
        self._has_waiting = asyncio.Event()
        self._idle = asyncio.Event()
        self._idle.set()
        self._channel: str | None = None
        self._tasks: list[asyncio.Task[None]] = []
        self.joined = asyncio.Event()
        """Set from when this process first hears the others."""

    def start(self) -> None:
        """Begin to exchange messages with the other processes, on the running event loop."""
        self._tasks = [_for_ever(self._receive), _for_ever(self._send)]

    async def close(self) -> None:
        """Send what still waits, if the layer takes it within a second, and stop."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(FLUSH_S):
                await self._idle.wait()
        tasks = set(self._tasks)
        while tasks:
            # More than once: on Python 3.11 the `wait_for` within redis-py may swallow a cancellation
            # (https://github.com/python/cpython/issues/86296).
            for task in tasks:
                task.cancel()
            _, tasks = await asyncio.wait(tasks, timeout=FLUSH_S)
        if self._channel is not None:
            with contextlib.suppress(Exception):
                await self._layer.group_discard(PROCESSES, self._channel)

    def listen(self, session_id: str, deliver: Deliver) -> None:
        """Have each frame of a session delivered from now on."""
        self._listeners[session_id].add(deliver)

    def unlisten(self, session_id: str, deliver: Deliver) -> None:
        """Undo `listen`; does nothing where it was not called."""
        self._listeners[session_id].discard(deliver)
        if not self._listeners[session_id]:
            del self._listeners[session_id]

    def publish(self, session_id: str, frame: Frame) -> None:
        """Hand a frame to all sockets of a session."""
        self._deliver(session_id, frame)
        self._post({"session": session_id, "frame": frame})

    def ask_to_cancel(self, session_id: str, turn_id: str) -> None:
        """Ask the process that runs a turn, whichever it is, to stop it."""
        self._post({"session": session_id, "cancel": turn_id})

    def _deliver(self, session_id: str, frame: Frame) -> None:
        for deliver in tuple(self._listeners.get(session_id, ())):
            deliver(frame)

    def _post(self, message: Frame) -> None:
        self._waiting.append(message)
        self._has_waiting.set()
        self._idle.clear()

    async def _send(self) -> None:
        while True:
            await self._has_waiting.wait()
            batch = [self._waiting.popleft() for _ in range(min(BATCH, len(self._waiting)))]
            # As one text, which the layers carry without looking into it.
            await self._layer.group_send(
                PROCESSES, {"type": "chat", "origin": self._origin, "messages": json.dumps(batch)}
            )
            if not self._waiting:
                self._has_waiting.clear()
                self._idle.set()

    async def _receive(self) -> None:
        # The same channel again after a failure: what was sent to it meanwhile is still there.
        self._channel = self._channel or await self._layer.new_channel()
        while True:
            await self._layer.group_add(PROCESSES, self._channel)
            self.joined.set()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(REJOIN_S):
                    while True:
                        self._handle(await self._layer.receive(self._channel))

    def _handle(self, message: Frame) -> None:
        if message["origin"] == self._origin:
            return
        for item in json.loads(message["messages"]):
            if "cancel" in item:
                self._on_cancel(item["session"], item["cancel"])
            else:
                self._deliver(item["session"], item["frame"])


def _for_ever(work: Callable[[], Coroutine[Any, Any, None]]) -> asyncio.Task[None]:
    async def run() -> None:
        while True:
            try:
                await work()
            except Exception as error:  # noqa: BLE001 - see the next line
                # Whatever the layer raises, it is away; that is logged by its type, and tried again.
                log.warning("channel layer: %s failed with %s", work.__name__, type(error).__name__)
            await asyncio.sleep(RETRY_S)

    # A context of its own: the task outlives the request or socket that happens to start it.
    return asyncio.create_task(run(), context=Context())
