"""The HTTP API: one turn a call, bearer tokens only, errors with their status."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from django.db import OperationalError
from django.test import AsyncClient
from pytest_django import Settings

from hotelsite.conversations.dbthreads import on_database_thread
from hotelsite.conversations.models import Session
from hotelsite.web.identity import COOKIE
from hotelsite.web.switchboard import switchboard
from tests.web.support import TIMEOUT_S, Browser, Stage, new_id, types


class Program:
    """An API client, with the token that its first call brings."""

    def __init__(self, token: str | None = None) -> None:
        self._client = AsyncClient(enforce_csrf_checks=True)
        self.token = token

    async def run(self, **body: Any) -> tuple[int, dict[str, Any]]:
        """Run a turn; returns status and JSON."""
        response = await self.post("/api/run", json.dumps(body))
        answer = response.json()
        self.token = self.token or answer.get("token")
        return response.status_code, answer

    async def say(self, text: str, **fields: Any) -> tuple[int, dict[str, Any]]:
        return await self.run(type="message", text=text, **fields)

    async def stream(self, **body: Any) -> Any:
        return await self.post("/api/run", json.dumps(body), Accept="text/event-stream")

    async def post(self, path: str, body: str | bytes = "", **headers: str) -> Any:
        return await self._client.post(
            path, body, content_type="application/json", headers={**self._authorization(), **headers}
        )

    async def get(self, path: str) -> Any:
        return await self._client.get(path, headers=self._authorization())

    def _authorization(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"} if self.token else {}


@pytest.fixture
def program() -> Program:
    return Program()


def code_of(answer: dict[str, Any]) -> str:
    """Return the error's code; an error has a code and a message and nothing else."""
    assert set(answer) == {"error"}
    assert set(answer["error"]) == {"code", "message"}
    code: str = answer["error"]["code"]
    return code


async def events(response: Any) -> list[dict[str, Any]]:
    """Return the frames of an event stream, each checked against the name of its event."""
    text = b"".join([chunk async for chunk in response.streaming_content]).decode()
    found = []
    for block in text.removesuffix("\n\n").split("\n\n"):
        event, data = block.split("\n")
        frame = json.loads(data.removeprefix("data: "))
        assert event == f"event: {frame['type']}"
        found.append(frame)
    return found


# --- turns --------------------------------------------------------------------------------------------------


async def test_the_first_call_begins_a_session_and_its_token_goes_on(site: Stage, program: Program) -> None:
    status, first = await program.say("one")
    again, second = await program.say("two")

    assert (status, again) == (200, 200)
    assert (first["type"], first["status"], first["turn"]) == ("turn.completed", "completed", 1)
    assert first["message"]["text"] == "You said: one"
    assert len(first["token"]) >= 43
    assert "token" not in second
    assert (second["session"], second["turn"]) == (first["session"], 2)


async def test_the_id_may_be_the_clients_and_then_runs_once(site: Stage, program: Program) -> None:
    turn_id = new_id()
    _, first = await program.say("one", id=turn_id)
    _, again = await program.say("one", id=turn_id)
    status, other = await program.say("two", id=turn_id)

    assert first["id"] == turn_id
    assert {key: value for key, value in first.items() if key != "token"} == again
    assert (status, code_of(other)) == (409, "id_reused")
    assert site.runs == ["one"]


async def test_a_failed_turn_is_recorded_and_so_is_200(site: Stage, program: Program) -> None:
    status, answer = await program.say("fail please")

    assert (status, answer["type"], answer["status"]) == (200, "turn.failed", "failed")
    assert (answer["code"], answer["retryable"]) == ("internal", True)


async def test_a_cancelled_turn_is_recorded_and_so_is_200(site: Stage, program: Program) -> None:
    await program.say("hello")
    call = asyncio.create_task(program.say("hold on", id=(turn_id := new_id())))
    await site.reached("hold on")
    session = (await program.get("/api/session")).json()
    assert session["in_flight"] == turn_id
    switchboard().runner.cancel(session["session"], turn_id)
    status, answer = await call

    assert (status, answer["type"], answer["status"]) == (200, "turn.cancelled", "cancelled")


@pytest.mark.parametrize(
    "body",
    [
        {"type": "answer", "criterion": "room_type", "value": {"room_type": None}},
        {"type": "search"},
    ],
)
async def test_actions_are_turns_too(site: Stage, program: Program, body: dict[str, Any]) -> None:
    status, answer = await program.run(**body)

    assert (status, answer["status"]) == (200, "completed")


async def test_a_second_call_for_a_running_turn_waits_for_the_same_end(site: Stage, program: Program) -> None:
    await program.say("hello")
    turn_id = new_id()
    calls = [asyncio.create_task(program.say("hold on", id=turn_id)) for _ in range(3)]
    await site.reached("hold on")
    site.release("hold on")
    answers = [answer for _, answer in await asyncio.gather(*calls)]

    assert answers[0]["status"] == "completed"
    assert answers[0] == answers[1] == answers[2]
    assert site.runs == ["hello", "hold on"]


async def test_a_call_that_is_given_up_does_not_stop_its_turn(site: Stage, program: Program) -> None:
    await program.say("hello")
    turn_id = new_id()
    call = asyncio.create_task(program.say("hold on", id=turn_id))
    await site.reached("hold on")
    call.cancel()
    await asyncio.wait([call])
    site.release("hold on")
    status, answer = await program.say("hold on", id=turn_id)

    assert (status, answer["status"]) == (200, "completed")
    assert site.runs == ["hello", "hold on"]


async def test_frames_that_get_lost_are_made_up_for_from_the_database(
    site: Stage, program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    await program.say("hello")
    monkeypatch.setattr("hotelsite.web.following.SILENCE_S", 0.05)
    monkeypatch.setattr(switchboard().hub, "publish", lambda *_: None)

    status, answer = await program.say("is anybody there?")

    assert (status, answer["message"]["text"]) == (200, "You said: is anybody there?")


# --- as a stream --------------------------------------------------------------------------------------------


async def test_a_stream_has_the_session_first_and_then_the_turns_events(
    site: Stage, program: Program
) -> None:
    response = await program.stream(type="message", text="hello")
    frames = await events(response)

    assert response["Content-Type"].startswith("text/event-stream")
    assert types(frames) == ["session", "turn.started", "node.entered", "turn.completed"]
    assert frames[0]["turns"] == []
    assert len(frames[0]["token"]) >= 43
    assert frames[3]["message"]["text"] == "You said: hello"


async def test_a_stream_sends_each_event_as_it_happens(site: Stage, program: Program) -> None:
    response = await program.stream(type="message", text="hold on")
    stream = aiter(response.streaming_content)
    async with asyncio.timeout(TIMEOUT_S):
        early = [await anext(stream) for _ in range(3)]
        site.release("hold on")
        late = await anext(stream)

    assert early[2].startswith(b"event: node.entered\n")
    assert late.startswith(b"event: turn.completed\n")


async def test_a_refusal_is_no_stream(site: Stage, program: Program) -> None:
    await program.say("finish now")
    response = await program.stream(type="message", text="more")

    assert (response.status_code, code_of(response.json())) == (410, "session_completed")


# --- the session --------------------------------------------------------------------------------------------


async def test_the_session_is_the_bearers(site: Stage, program: Program) -> None:
    _, first = await program.say("hello")
    session = (await program.get("/api/session")).json()

    assert (session["type"], session["session"]) == ("session", first["session"])
    assert [turn["id"] for turn in session["turns"]] == [first["id"]]


async def test_an_ended_session_takes_no_more(site: Stage, program: Program) -> None:
    await program.say("hello")
    first, second = await program.post("/api/end"), await program.post("/api/end")
    status, answer = await program.say("one more thing")

    assert (first.status_code, first.json()["status"], first.json()["node"]) == (200, "completed", "end")
    assert second.json() == first.json()
    assert (status, code_of(answer)) == (410, "session_completed")


async def test_a_session_is_not_ended_under_a_running_turn(site: Stage, program: Program) -> None:
    await program.say("hello")
    call = asyncio.create_task(program.say("hold on"))
    await site.reached("hold on")
    response = await program.post("/api/end")
    site.release("hold on")

    assert (response.status_code, code_of(response.json())) == (409, "busy")
    assert (await call)[1]["status"] == "completed"


async def test_graphs_are_for_everybody(site: Stage, program: Program) -> None:
    (graph,) = (await program.get("/api/graphs")).json()

    assert graph["name"] == "hotel"
    assert graph["graph"]["nodes"][0]["name"] == "Router"


# --- refusals -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("", "bad_frame"),
        ("{", "bad_frame"),
        ("[]", "bad_frame"),
        (b"\xff\xfe", "bad_frame"),
        ('{"type": "message"}', "bad_frame"),
        ('{"type": "message", "text": "a", "id": "b"}', "bad_frame"),
        ('{"type": "message", "text": "a", "extra": 1}', "bad_frame"),
        ('{"type": "hello"}', "unknown_type"),
        ('{"type": "cancel", "id": "3f1c3f7e-0c1e-4c1e-9a55-0123456789ab"}', "unknown_type"),
        ('{"type": "message", "text": " "}', "message_empty"),
        (json.dumps({"type": "message", "text": "x" * 2001}), "message_too_long"),
        ('{"type": "answer", "criterion": "budget", "value": {"max": "1"}}', "bad_value"),
    ],
)
async def test_a_body_that_is_no_frame_is_400_and_begins_no_session(
    site: Stage, program: Program, body: str | bytes, code: str
) -> None:
    response = await program.post("/api/run", body)

    assert (response.status_code, code_of(response.json())) == (400, code)
    assert site.runs == []
    assert await on_database_thread(Session.objects.count)() == 0


async def test_a_hotel_that_was_not_found_is_404(site: Stage, program: Program) -> None:
    status, answer = await program.run(type="choose", hotel="grand-budapest")

    assert (status, code_of(answer)) == (404, "not_in_results")


@pytest.mark.parametrize(("method", "path"), [("get", "/api/session"), ("post", "/api/end")])
async def test_without_a_token_there_is_no_session(
    site: Stage, program: Program, method: str, path: str
) -> None:
    response = await getattr(program, method)(path)

    assert (response.status_code, code_of(response.json())) == (401, "unauthorized")
    assert response["WWW-Authenticate"] == "Bearer"


@pytest.mark.parametrize("token", ["x", "A" * 43, "two words"])
async def test_a_token_that_opens_nothing_is_401_and_begins_nothing(site: Stage, token: str) -> None:
    status, answer = await Program(token).say("hello")

    assert (status, code_of(answer), site.runs) == (401, "unauthorized", [])


async def test_a_browsers_cookie_counts_for_nothing_here(site: Stage, ann: Browser, program: Program) -> None:
    async with ann.chat() as (_, session):
        program._client.cookies[COOKIE] = ann.secret
        response = await program.get("/api/session")
        _, answer = await program.say("hello")

    assert response.status_code == 401
    assert answer["session"] != session["session"]


async def test_another_turn_in_flight_is_409(site: Stage, program: Program) -> None:
    await program.say("hello")
    call = asyncio.create_task(program.say("hold on"))
    await site.reached("hold on")
    status, answer = await program.say("me too")
    site.release("hold on")
    await call

    assert (status, code_of(answer)) == (409, "busy")


async def test_too_large_a_body_is_413(site: Stage, program: Program) -> None:
    response = await program.post("/api/run", b"{" + b" " * 32 * 1024 + b"}")

    assert (response.status_code, code_of(response.json())) == (413, "too_large")


async def test_far_too_large_a_body_is_413_too(site: Stage, program: Program) -> None:
    response = await program.post("/api/run", b" " * 3_000_000)

    assert (response.status_code, code_of(response.json())) == (413, "too_large")


async def test_too_many_messages_a_minute_are_429(settings: Settings, site: Stage, program: Program) -> None:
    settings.RATE_LIMIT_MESSAGES_PER_MINUTE = 2
    await program.say("one")
    await program.say("two")
    response = await program.post("/api/run", '{"type": "message", "text": "three"}')

    assert (response.status_code, code_of(response.json())) == (429, "rate_limited")
    assert 0 < int(response["Retry-After"]) <= 60


async def test_a_server_that_stops_begins_nothing_and_is_503(site: Stage, program: Program) -> None:
    await program.say("hello")
    switchboard().runner.draining = True
    mine, new = await program.say("more"), await Program().say("hello")

    assert [(status, code_of(answer)) for status, answer in (mine, new)] == [(503, "unavailable")] * 2


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [("get", "/api/run", "POST"), ("post", "/api/session", "GET"), ("get", "/api/end", "POST")],
)
async def test_another_method_is_405(
    site: Stage, program: Program, method: str, path: str, allowed: str
) -> None:
    response = await getattr(program, method)(path)

    assert (response.status_code, code_of(response.json())) == (405, "method_not_allowed")
    assert response["Allow"] == allowed


async def test_a_database_that_is_away_is_503_and_the_id_may_be_sent_again(
    site: Stage, program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    await program.say("hello")
    turn_id = new_id()
    with monkeypatch.context() as patched:
        patched.setattr("hotelsite.conversations.claims.begin", _away)
        status, answer = await program.say("more", id=turn_id)
    again, second = await program.say("more", id=turn_id)

    assert (status, code_of(answer)) == (503, "internal")
    assert (again, second["turn"]) == (200, 2)


async def test_a_database_that_is_away_before_that_is_503_too(
    site: Stage, program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    await program.say("hello")
    with monkeypatch.context() as patched:
        patched.setattr("hotelsite.web.conversation.newest", _away)
        response = await program.get("/api/session")

    assert (response.status_code, code_of(response.json())) == (503, "internal")


def _away(*args: object, **kwargs: object) -> None:
    raise OperationalError("as the test asked")
