"""What the sockets and calls of one process share: the engine's runner, the hub, the limits."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final, Protocol
from weakref import WeakKeyDictionary

from channels.layers import get_channel_layer
from django.conf import settings

from graph.engine import GraphEngine
from graph.turns import TurnInput
from hotelsite import runtime
from hotelsite.conversations.dbthreads import on_database_thread
from hotelsite.web import conversation
from hotelsite.web.client_frames import Choose, Hello, TurnFrame
from hotelsite.web.hub import Hub
from hotelsite.web.intake import turn_input
from hotelsite.web.limits import RateLimit
from hotelsite.web.refusals import Refusal
from hotelsite.web.turns import TurnRunner

if TYPE_CHECKING:
    from channels.layers import BaseChannelLayer

SERVICE_RESTART: Final = 1012


class Socket(Protocol):
    """An open websocket, as far as the switchboard needs to know."""

    session_id: str | None

    def shut(self, code: int) -> None: ...


class Switchboard:
    """One for each event loop, which means one for each server process."""

    def __init__(self, engine: GraphEngine, layer: BaseChannelLayer) -> None:
        self.hub = Hub(layer, on_cancel=self._on_cancel)
        self.runner = TurnRunner(engine, self.hub, inspector=settings.CHAT_INSPECTOR)
        self.sockets: set[Socket] = set()
        self._messages = RateLimit(settings.RATE_LIMIT_MESSAGES_PER_MINUTE)
        self.hub.start()

    @property
    def draining(self) -> bool:
        return self.runner.draining

    async def open_session(self, owner: str, hello: Hello) -> str:
        """Return the id of the session that a browser asks for, begun now where it asks for a new one.

        Raises:
            SessionNotFound: It asks for one that is not its own.
            Refusal: `rate_limited`; it begins too many.
        """
        if found := await on_database_thread(conversation.find)(owner, hello):
            return found
        self._allow(owner)
        return await on_database_thread(conversation.begin)(owner, from_session=hello.from_session)

    async def admit(self, session_id: str, owner: str, frame: TurnFrame) -> TurnInput:
        """Return the turn that a frame asks for, as the engine takes it.

        Raises:
            Refusal: `rate_limited`, `bad_value` or `not_in_results`.
        """
        self._allow(session_id, turn_id=frame.id)
        if isinstance(frame, Choose):
            await on_database_thread(conversation.check_choice)(session_id, owner, frame)
        return await turn_input(frame)

    async def stop(self, *, limit_s: float) -> None:
        """Let running turns end, within the limit, and close all sockets, those without a running turn at once."""
        self.runner.draining = True
        for socket in tuple(self.sockets):
            if socket.session_id is None or not self.runner.runs(socket.session_id):
                socket.shut(SERVICE_RESTART)
        await self.runner.stop(limit_s=limit_s)
        for socket in tuple(self.sockets):
            socket.shut(SERVICE_RESTART)
        await self.hub.close()

    def _allow(self, key: str, *, turn_id: str | None = None) -> None:
        if wait_s := self._messages.wait_s(key):
            text = f"That was a lot in one minute. Please wait {wait_s} seconds and send it again."
            raise Refusal("rate_limited", text, turn_id=turn_id, retry_after_s=wait_s)

    def _on_cancel(self, session_id: str, turn_id: str) -> None:
        self.runner.cancel(session_id, turn_id)


_boards: WeakKeyDictionary[asyncio.AbstractEventLoop, Switchboard] = WeakKeyDictionary()


def switchboard() -> Switchboard:
    """Return the switchboard of the running event loop; the first call makes it."""
    loop = asyncio.get_running_loop()
    if loop not in _boards:
        _boards[loop] = Switchboard(runtime.get_engine(), get_channel_layer())
    return _boards[loop]
