"""The chat page as its customers use it, and a socket on which a test plays the server."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import ConsoleMessage, Locator, Page, WebSocketRoute, expect

Frame = dict[str, Any]

NO_USAGE: Frame = {"calls": 0, "skipped": 0, "input_tokens": 0, "output_tokens": 0, "total_tokens": 0}
SESSION_ID = "00000000-0000-4000-8000-000000000001"


class Complaints:
    """Console errors, uncaught exceptions, blocked resources and requests to other hosts, of all watched pages."""

    def __init__(self) -> None:
        self.found: list[str] = []
        self._expected: list[str] = []

    def watch(self, page: Page) -> Page:
        """Take down from now on what this page has to complain of."""
        page.on("console", self._note_message)
        page.on("pageerror", lambda error: self._note(str(error)))
        page.on("request", lambda request: self._note_request(request.url))
        return page

    def expect(self, part: str) -> None:
        """Pass over complaints that contain this text: the test provokes them."""
        self._expected.append(part)

    def _note_message(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self._note(message.text)

    def _note(self, text: str) -> None:
        if not any(part in text for part in self._expected):
            self.found.append(text)

    def _note_request(self, url: str) -> None:
        if not re.match(r"(https?|wss?)://127\.0\.0\.1[:/]|data:", url):
            self._note(f"request to {url}")


class Chat:
    """One tab."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.field = page.get_by_label("Your message")
        self.turns = page.locator(".turn")
        self.ending = page.locator("#ending")
        self.spoken = page.locator("#announcer")
        self.dialog = page.get_by_role("dialog")

    def open(self) -> None:
        self.page.goto("/")
        self.expect_connected()

    def expect_connected(self) -> None:
        self.expect_connection("live")

    def expect_connection(self, state: str) -> None:
        expect(self.page.locator("html")).to_have_attribute("data-connection", state)

    @property
    def last(self) -> Locator:
        return self.turns.last

    @property
    def reply(self) -> Locator:
        """The newest turn's reply."""
        return self.last.locator(".reply")

    def say(self, text: str) -> None:
        """Send a message with Enter and wait for its answer."""
        self.field.fill(text)
        self.field.press("Enter")
        expect(self.last.locator(".bubble--customer")).to_contain_text(text)
        self.expect_phase("answered")

    def expect_phase(self, phase: str) -> None:
        expect(self.last).to_have_attribute("data-phase", phase)

    def cell(self, title: str) -> Locator:
        """The rail's button for a criterion."""
        rail = self.page.get_by_role("region", name="Your stay")
        return rail.get_by_role("button", name=re.compile(rf"^{title}\b"))

    def save(self) -> None:
        """Save the open dialog and wait for the answer."""
        before = self.turns.count()
        self.dialog.get_by_role("button", name="Save").click()
        expect(self.turns).to_have_count(before + 1)
        self.expect_phase("answered")

    def width_needed(self) -> int:
        width: int = self.page.evaluate("document.documentElement.scrollWidth")
        return width


class ScriptedServer:
    """The server's end of the websocket in the test's hands.

    Each `hello` is answered with `session` unless `greet` says otherwise, other frames with what `answer` sends.
    """

    def __init__(self, page: Page) -> None:
        self.received: list[Frame] = []
        self.sockets: list[WebSocketRoute] = []
        self.session = session_frame()
        self.greet: Callable[[Frame], Frame] = lambda hello: self.session
        self.answer: Callable[[Frame], None] = lambda frame: None
        page.route_web_socket(re.compile(r"/ws/chat/$"), self._accept)

    def send(self, frame: Frame) -> None:
        """Send on the newest socket."""
        self.sockets[-1].send(json.dumps(frame))

    def close(self, code: int) -> None:
        self.sockets[-1].close(code=code, reason="")

    def of_type(self, kind: str) -> list[Frame]:
        return [frame for frame in self.received if frame["type"] == kind]

    def _accept(self, socket: WebSocketRoute) -> None:
        self.sockets.append(socket)
        socket.on_message(lambda text: self._receive(json.loads(text)))

    def _receive(self, frame: Frame) -> None:
        self.received.append(frame)
        if frame["type"] == "hello":
            self.send(self.greet(frame))
        else:
            self.answer(frame)


def session_frame(**changes: Any) -> Frame:
    return {
        "type": "session",
        "session": SESSION_ID,
        "status": "active",
        "node": "Router",
        "criteria": open_criteria(),
        "results_turn": None,
        "turns": [],
        "earlier": False,
        "in_flight": None,
        "usage": {"decisions": NO_USAGE, "chat": NO_USAGE},
        "graph": {
            "nodes": [{"name": "Router", "kind": "decision"}, {"name": "DateRange", "kind": "conversation"}],
            "edges": [["Router", "DateRange"], ["DateRange", "Router"]],
        },
        **changes,
    }


def open_criteria(**changes: Any) -> Frame:
    return {
        "dates": {"answered": False, "check_in": None, "check_out": None},
        "budget": {"answered": False, "min": None, "max": None},
        "room_type": {"answered": False, "room_type": None},
        "amenities": {"answered": False, "amenities": []},
        "distance": {"answered": False, "airport": None, "city_center": None},
        "issues": [],
        **changes,
    }


def message(text: str, **changes: Any) -> Frame:
    return {
        "text": text,
        "html": "",
        "hotels": [],
        "more": 0,
        "booking": None,
        "quick_replies": [],
        "form": None,
        **changes,
    }


def started(frame: Frame, turn: int, seq: int = 1) -> Frame:
    """The `turn.started` for a client's frame."""
    request = {"type": frame["type"], "text": frame.get("text", frame["type"])}
    return {"type": "turn.started", "turn": turn, "id": frame["id"], "seq": seq, "request": request}


def completed(frame: Frame, turn: int, seq: int = 9, **changes: Any) -> Frame:
    """The `turn.completed` for a client's frame."""
    return {
        "type": "turn.completed",
        "turn": turn,
        "id": frame["id"],
        "seq": seq,
        "message": message(f"Reply to turn {turn}."),
        "node": "DateRange",
        "completed": False,
        "criteria": open_criteria(),
        "results_turn": None,
        "path": ["Router", "DateRange"],
        "usage": {"decisions": {**NO_USAGE, "calls": 1}, "chat": NO_USAGE},
        **changes,
    }


def hotel(number: int = 1, **changes: Any) -> Frame:
    """A hotel card of two nights."""
    return {
        "slug": f"hotel-{number}",
        "number": number,
        "name": f"Hotel Number {number}",
        "address": "1 Main Street",
        "room_type": "suite",
        "nightly_low": "200.00",
        "nightly_high": "230.05",
        "total": "430.05",
        "nights": [{"date": "2027-08-06", "price": "200.00"}, {"date": "2027-08-07", "price": "230.05"}],
        "amenities": ["free_parking", "free_wifi", "fitness_center"],
        "airport_miles": "3",
        "city_center_miles": "11.3",
        "rooms_left": 5,
        **changes,
    }
