"""The chat's websocket: lets frames in, keeps their order, and never waits for a turn.

`receive` only checks a frame and hands it over, so `ping` and `cancel` are answered at once whatever else is going on.
What needs the database is done by one worker for each socket, in the order of arrival. A turn belongs to the
process's `TurnRunner`: closing the socket loses nothing of it.
"""

from __future__ import annotations

import asyncio
import json
import logging
from typing import Any, Final

from asgiref.typing import ASGIReceiveCallable, ASGISendCallable
from channels.consumer import get_handler_name
from channels.generic.websocket import AsyncWebsocketConsumer
from django.http import parse_cookie

from graph.errors import TurnRefused
from hotelsite.conversations.dbthreads import on_database_thread
from hotelsite.web import conversation
from hotelsite.web.client_frames import (
    MAX_FRAME_BYTES,
    Cancel,
    ClientFrame,
    Hello,
    History,
    Ping,
    TurnFrame,
    parse_frame,
)
from hotelsite.web.identity import browser_owner
from hotelsite.web.limits import RateLimit
from hotelsite.web.refusals import Refusal
from hotelsite.web.server_frames import PONG, Frame, error_frame, is_terminal
from hotelsite.web.switchboard import Switchboard, switchboard
from hotelsite.web.turns import BROKEN, Draining, refusal_of

log = logging.getLogger(__name__)

UNSUPPORTED_DATA: Final = 1003
TOO_LARGE: Final = 1009
SERVICE_RESTART: Final = 1012
NO_COOKIE: Final = 4401
TOO_MANY_BAD_FRAMES: Final = 4408

BAD_FRAMES_PER_MINUTE: Final = 20
MAX_WAITING_FRAMES: Final = 100
"""Frames of one socket that may wait for its worker."""
LOOK_EVERY_S: Final = 5.0
"""Seconds between looks at a turn that began before this socket heard of it."""


class ChatConsumer(AsyncWebsocketConsumer):
    """One socket of one browser. It is bound to a session by `hello`, and by each further `hello` to another."""

    channel_layer_alias = ""  # none: the hub listens to the layer, once for the whole process

    def __init__(self) -> None:
        super().__init__()
        self.session_id: str | None = None
        self._owner = ""
        self._board: Switchboard
        self._greeted = False
        self._closing = False
        self._inbox: asyncio.Queue[ClientFrame] = asyncio.Queue(MAX_WAITING_FRAMES)
        self._outbox: asyncio.Queue[Frame | int] = asyncio.Queue()
        self._held: list[Frame] | None = None
        """Events that arrive while the `session` frame they come after is being read; None at other times."""
        self._tasks: list[asyncio.Task[None]] = []
        self._watches: dict[str, asyncio.Task[None]] = {}
        """Looks after turns that this socket found in flight, by the turns' ids."""
        # The last of them closes the socket, and is one that is still answered.
        self._bad_frames = RateLimit(BAD_FRAMES_PER_MINUTE - 1)

    # --- the socket's life --------------------------------------------------------------------------------------

    async def __call__(self, scope: Any, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
        """Run the socket; whatever way it ends, it is cleaned up here, since `disconnect` is not always called."""
        self._board = switchboard()
        self._board.sockets.add(self)
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._board.sockets.discard(self)
            self._listen_to(None)
            for task in self._tasks:
                task.cancel()

    async def dispatch(self, message: Any) -> None:
        """Call the handler directly; Channels would visit a database thread first, and a ping would wait its turn."""
        await getattr(self, get_handler_name(message))(message)

    async def connect(self) -> None:
        await self.accept()
        self._tasks = [asyncio.create_task(self._write()), asyncio.create_task(self._work())]
        headers = dict(self.scope["headers"])
        owner = browser_owner(parse_cookie(headers.get(b"cookie", b"").decode("latin-1")))
        if owner is None:
            self.tell(
                error_frame(Refusal("not_found", "Your browser is not known here. Please reload the page."))
            )
            self.shut(NO_COOKIE)
        elif self._board.draining:
            self.shut(SERVICE_RESTART)
        else:
            self._owner = owner

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if self._closing:
            return
        if text_data is None:
            self.shut(UNSUPPORTED_DATA)
        elif len(text_data.encode("utf-8", "surrogatepass")) > MAX_FRAME_BYTES:
            self.shut(TOO_LARGE)
        else:
            try:
                self._take(parse_frame(text_data))
            except Refusal as refusal:
                self._refuse(refusal)

    def tell(self, frame: Frame) -> None:
        """Send a frame to this socket, after all that were told before."""
        self._outbox.put_nowait(frame)

    def shut(self, code: int) -> None:
        """Close the socket after what was told; nothing that arrives meanwhile is looked at."""
        if not self._closing:
            self._closing = True
            self._outbox.put_nowait(code)

    # --- frames in ----------------------------------------------------------------------------------------------

    def _take(self, frame: ClientFrame) -> None:
        match frame:
            case Hello():
                self._greeted = True
            case _ if not self._greeted:
                raise Refusal("bad_frame", "The first frame is `hello`.", turn_id=_id_of(frame))
            case Ping():
                self.tell(PONG)
                return
            case Cancel() if self.session_id and self._board.runner.cancel(self.session_id, frame.id):
                return
        try:
            self._inbox.put_nowait(frame)
        except asyncio.QueueFull:
            text = "That is more than I can look at now. Please wait a moment."
            raise Refusal("rate_limited", text, turn_id=_id_of(frame), retry_after_s=1) from None

    def _refuse(self, refusal: Refusal) -> None:
        self.tell(error_frame(refusal))
        if refusal.code in ("bad_frame", "unknown_type") and self._bad_frames.wait_s("all"):
            self.shut(TOO_MANY_BAD_FRAMES)

    async def _work(self) -> None:
        """Do what needs the database, one frame after the other; a fault in one of them is answered, not passed on."""
        while True:
            frame = await self._inbox.get()
            try:
                await self._carry_out(frame)
            except Refusal as refusal:
                self._refuse(refusal)
            except TurnRefused as refused:
                self._refuse(refusal_of(refused, _id_of(frame)))
            except Draining:
                self.shut(SERVICE_RESTART)  # unanswered, so that the client sends it again to another process
            except Exception:
                # Whatever it is, the socket lives on and its customer gets an answer; the log has the frames.
                log.exception("frame failed: type=%s session=%s", frame.type, self.session_id)
                self.tell(error_frame(Refusal("internal", BROKEN, turn_id=_id_of(frame))))

    async def _carry_out(self, frame: ClientFrame) -> None:
        if isinstance(frame, Hello):
            await self._open(frame)
            return
        if self.session_id is None:
            raise Refusal(
                "not_found", "No conversation is open here. Send `hello` first.", turn_id=_id_of(frame)
            )
        match frame:
            case History():
                read = on_database_thread(conversation.history)
                self.tell(await read(self.session_id, self._owner, before=frame.before, limit=frame.limit))
            case Cancel():
                await self._cancel(self.session_id, frame.id)
            case Ping():
                pass  # answered on arrival
            case _:
                await self._begin_turn(self.session_id, frame)

    async def _open(self, hello: Hello) -> None:
        session_id = await self._board.open_session(self._owner, hello)
        self._held = []
        try:
            # Listening before reading: what happens in between is held, and what the frame tells already is dropped.
            self._listen_to(session_id)
            read = on_database_thread(conversation.picture)
            frame = await read(session_id, self._owner, after=hello.after)
            self.tell(frame)
            told = {turn["id"] for turn in frame["turns"] if turn["status"] != "running"}
            for event in self._held:
                if event["id"] not in told:
                    self.tell(event)
            if frame["in_flight"]:
                self._watch(session_id, frame["in_flight"])
        finally:
            self._held = None

    async def _begin_turn(self, session_id: str, frame: TurnFrame) -> None:
        turn = await self._board.admit(session_id, self._owner, frame)

        def tell(answer: Frame) -> None:
            self.tell(answer)
            if answer["type"] == "turn.started":  # again: it is in flight
                self._watch(session_id, turn.id)

        self._board.runner.start(session_id, turn, tell)

    def _watch(self, session_id: str, turn_id: str) -> None:
        """See to it that this socket hears how a turn ends that it found in flight.

        The process that runs it may have died, and then nobody sends its events: when its lease has run out, it reads
        `interrupted`, and the customer can send it again.
        """
        if turn_id not in self._watches:
            self._watches[turn_id] = asyncio.create_task(self._look_after(session_id, turn_id))

    async def _look_after(self, session_id: str, turn_id: str) -> None:
        ended: Frame | None = None
        while ended is None:
            await asyncio.sleep(LOOK_EVERY_S)
            try:
                ended = await on_database_thread(conversation.ending)(session_id, self._owner, turn_id)
            except (Refusal, TurnRefused):
                break  # the session was deleted meanwhile
            except Exception as error:  # noqa: BLE001 - whatever the database raises, it is asked again
                log.warning("turn not looked at: session=%s error=%s", session_id, type(error).__name__)
        del self._watches[turn_id]
        if ended is not None:
            self.tell(ended)

    def _stop_watching(self, turn_id: str) -> None:
        if watch := self._watches.pop(turn_id, None):
            watch.cancel()

    async def _cancel(self, session_id: str, turn_id: str) -> None:
        """Stop a turn that may run in another process, or say how it ended where it is too late."""
        if self._board.runner.cancel(session_id, turn_id):
            return
        ended = await on_database_thread(conversation.ending)(session_id, self._owner, turn_id)
        if ended is None:
            self._board.hub.ask_to_cancel(session_id, turn_id)
        else:
            self.tell(ended)

    # --- frames out ---------------------------------------------------------------------------------------------

    def _listen_to(self, session_id: str | None) -> None:
        for turn_id in tuple(self._watches):
            self._stop_watching(turn_id)
        if self.session_id is not None:
            self._board.hub.unlisten(self.session_id, self._on_event)
        self.session_id = session_id
        if session_id is not None:
            self._board.hub.listen(session_id, self._on_event)

    def _on_event(self, frame: Frame) -> None:
        if is_terminal(frame):
            self._stop_watching(frame["id"])
        if self._held is None:
            self.tell(frame)
        else:
            self._held.append(frame)

    async def _write(self) -> None:
        """Send what is told, in order, up to the close; a frame that cannot be sent closes the socket."""
        while True:
            item = await self._outbox.get()
            try:
                if isinstance(item, int):
                    await self.close(code=item)
                    return
                await self.send(text_data=json.dumps(item, separators=(",", ":")))
            except Exception as error:  # noqa: BLE001 - see the next lines
                # Servers differ in whether sending to a client that has left raises, and in the codes that they let
                # through. A client that has not left must not wait for ever; 1000 is a code that all of them take.
                log.warning("socket: nothing can be sent any more: %s", type(error).__name__)
                self._closing = True
                await self.close()
                return


def _id_of(frame: ClientFrame) -> str | None:
    return getattr(frame, "id", None)
