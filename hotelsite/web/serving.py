"""Daphne with this site's limits, and an orderly stop: no new work, running turns end, sockets are told to come back."""

from __future__ import annotations

import asyncio
import logging
import signal
from collections.abc import Callable
from typing import Any, Final

from daphne.endpoints import build_endpoint_description_strings
from daphne.server import Server
from daphne.ws_protocol import WebSocketProtocol

from hotelsite import runtime
from hotelsite.web.client_frames import MAX_FRAME_BYTES
from hotelsite.web.switchboard import switchboard

log = logging.getLogger(__name__)

HTTP_TIMEOUT_S: Final = 120
"""For a whole response; a turn, which an API call waits for, takes at most 45 seconds."""
MAX_MESSAGE_BYTES: Final = 4 * 1024 * 1024
"""Bounds what the server sends, too, such as the `session` frame of fifty turns with their hotels; what it receives in
one piece is bounded by `MAX_FRAME_BYTES`, and what comes in several pieces the consumer measures."""
STOP_LIMIT_S: Final = 20.0
"""What running turns get to end in before they are interrupted."""
WIND_UP_S: Final = 5.0
"""What interrupted turns and open connections get at the very end."""
GOODBYE_S: Final = 0.5
"""What clients get to take note of a closed socket in."""


class SiteWebSocket(WebSocketProtocol):
    """Closes with any code; Autobahn lets an application use 1000 and those from 3000 up alone."""

    def serverClose(self, code: int | None = None) -> None:  # noqa: N802 - the name is Daphne's
        self.sendCloseFrame(code=1000 if code is None else code)


class _Daphne(Server):
    """Keeps the open ports, so that they can be closed before everything else is."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.ports: list[Any] = []

    def listen_success(self, port: Any) -> None:
        self.ports.append(port)
        super().listen_success(port)


class SiteServer:
    """One Daphne on one address. Runs once."""

    def __init__(self, application: Any, *, host: str, port: int, announce: Callable[[str], None]) -> None:
        """Prepare the server.

        Args:
            port: 0 takes any free one.
            announce: Told the site's address once the port is open.
        """
        self._host = host
        self._announce = announce
        self._stopping: asyncio.Task[None] | None = None
        self._daphne = _Daphne(
            application,
            endpoints=build_endpoint_description_strings(host=host, port=port),
            signal_handlers=False,  # Twisted's own would stop at once
            http_timeout=HTTP_TIMEOUT_S,
            websocket_max_message_size=MAX_MESSAGE_BYTES,
            websocket_max_frame_size=MAX_FRAME_BYTES,
            ready_callable=self._ready,
            server_name="",
        )

    def run(self) -> None:
        """Serve until SIGTERM or SIGINT.

        Raises:
            OSError: The address cannot be listened on; the log says why.
        """
        self._daphne.run()
        _wind_up(asyncio.get_event_loop())
        if not self._daphne.listening_addresses:
            raise OSError(f"cannot listen on {self._host}")

    def _ready(self) -> None:
        self._daphne.ws_factory.protocol = SiteWebSocket
        # Too long a frame is answered with 1009; by default the connection would just break off.
        self._daphne.ws_factory.setProtocolOptions(failByDrop=False)
        loop = asyncio.get_event_loop()
        for signal_number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(signal_number, self._on_signal)
        loop.call_soon(self._begin)

    def _begin(self) -> None:
        switchboard()  # joins the other processes before the first customer does
        _, port = self._daphne.listening_addresses[0]
        host = f"[{self._host}]" if ":" in self._host.strip("[]") else self._host
        self._announce(f"http://{host}:{port}")

    def _on_signal(self) -> None:
        """Stop in order; a second signal stops at once."""
        if self._stopping is None:
            self._stopping = asyncio.get_running_loop().create_task(self._stop())
        else:
            self._daphne.stop()

    async def _stop(self) -> None:
        log.info("stopping: turns that run get %g seconds", STOP_LIMIT_S)
        for port in self._daphne.ports:
            port.stopListening()
        board = switchboard()
        try:
            await board.stop(limit_s=STOP_LIMIT_S)
            await runtime.get_providers().aclose()
            await asyncio.sleep(GOODBYE_S if board.sockets else 0)
        finally:
            self._daphne.stop()


def _wind_up(loop: asyncio.AbstractEventLoop) -> None:
    """Cancel what is left on the loop, after a stop at once above all, and let it write down that it was."""
    if tasks := asyncio.all_tasks(loop):
        for task in tasks:
            task.cancel()
        loop.run_until_complete(asyncio.wait(tasks, timeout=WIND_UP_S))
