"""The server as it is run: a child process of its own, driven by a websocket client that is not ours."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import sys
from typing import Any

import httpx
import pytest
from django.core.management import CommandError, call_command
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import InvalidStatus

from graph import ProviderMisconfigured
from graph.testing import wire_answer
from hotelsite import runtime
from tests.graph.providers.support import Exchange, ScriptedServer, serving
from tests.web.children import ROOT, WITHIN_S, environment_on, prepare, served
from tests.web.support import new_id


class Judge:
    """A decision server that waits for the test before it answers about a customer."""

    def __init__(self) -> None:
        self.asked = asyncio.Event()
        self.release = asyncio.Event()

    async def __call__(self, exchange: Exchange) -> None:
        questions = exchange.body["questions"]
        if "greeting" not in questions:  # the start-up probe asks nothing else
            self.asked.set()
            await self.release.wait()
        answers = {
            name: wire_answer(
                question, next(iter(question["criteria"])) if question["type"] == "choice" else 0
            )
            for name, question in questions.items()
        }
        await exchange.json({"model": "jev-9", "answers": answers})


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """A database of its own, migrated and with hotels."""
    folder = tmp_path_factory.mktemp("served")
    env = environment_on(f"sqlite:///{folder / 'site.sqlite3'}", os.environ.get("REDIS_URL", ""))
    prepare(env)
    return env


async def close_code(opened: ClientConnection) -> int | None:
    """Read until the server closes; returns its code."""
    await asyncio.wait_for(opened.wait_closed(), WITHIN_S)
    return opened.close_code


async def frame_of(opened: ClientConnection, kind: str) -> dict[str, Any]:
    while True:
        frame: dict[str, Any] = json.loads(await asyncio.wait_for(opened.recv(), WITHIN_S))
        if frame["type"] == kind:
            return frame
        assert frame["type"] not in ("error", "turn.failed"), frame


async def test_a_whole_conversation_and_what_the_transport_refuses(environment: dict[str, str]) -> None:
    async with served(environment) as child:
        async with httpx.AsyncClient(base_url=child.address, trust_env=False) as client:
            assert (await client.get("/healthz")).json() == {"status": "ok"}
            ready = await client.get("/readyz")
            assert ready.json()["status"] == "ready", ready.text
            assert "daphne" not in str(ready.headers).lower()
        async with child.socket(hello={}) as chat:
            await chat.send(json.dumps({"type": "message", "id": new_id(), "text": "a suite, please"}))
            assert (await frame_of(chat, "turn.completed"))["criteria"]["room_type"]["room_type"] == "suite"
            await chat.send(json.dumps({"type": "ping", "padding": "x" * 40_000}))
            assert await close_code(chat) == 1009
        async with child.socket(hello={}) as chat:
            await chat.send(["{", " " * 20_000, " " * 20_000, "}"])  # one message in four pieces
            assert await close_code(chat) == 1009
        async with child.socket(hello={}) as chat:
            await chat.send(b'{"type": "ping"}')
            assert await close_code(chat) == 1003
        for origin in (None, "http://127.0.0.1:1", child.address.replace("http", "https")):
            with pytest.raises(InvalidStatus) as refused:
                async with child.socket(origin=origin):
                    pass
            assert refused.value.response.status_code == 403


ANSWERS = {
    "dates": {"check_in": "2027-08-03", "check_out": "2027-08-30"},
    "budget": {"min": None, "max": None},
    "room_type": {"room_type": None},
    "amenities": {"amenities": []},
    "distance": {"airport": None, "city_center": None},
}


async def test_a_long_session_comes_whole_although_it_is_larger_than_any_frame_may_come_in(
    environment: dict[str, str],
) -> None:
    async with served(environment, HOTEL_CURRENT_DATE="2027-07-15") as child, child.socket(hello={}) as chat:
        actions: list[dict[str, Any]] = [
            {"type": "answer", "criterion": name, "value": value} for name, value in ANSWERS.items()
        ]
        for action in [*actions, {"type": "search"}, {"type": "search"}, {"type": "search"}]:
            await chat.send(json.dumps({**action, "id": new_id()}))
            done = await frame_of(chat, "turn.completed")
        assert len(done["message"]["hotels"]) == 8
        await chat.send(json.dumps({"type": "hello"}))
        session = await frame_of(chat, "session")

    assert len(session["turns"]) == 8
    assert len(json.dumps(session)) > 32 * 1024


async def test_sigterm_lets_a_running_turn_end_and_tells_every_socket(environment: dict[str, str]) -> None:
    judge = Judge()
    async with serving(ScriptedServer([judge])) as judged_at:
        providers = {
            "DECISION_PROVIDER": "typesafe",
            "TYPESAFE_API_KEY": "key",
            "TYPESAFE_BASE_URL": judged_at,
        }
        async with served(environment, **providers) as child:
            async with child.socket(hello={}) as busy, child.socket(hello={"new": True}) as idle:
                turn_id = new_id()
                await busy.send(json.dumps({"type": "message", "id": turn_id, "text": "hello there"}))
                await asyncio.wait_for(judge.asked.wait(), WITHIN_S)
                child.stop()

                assert await close_code(idle) == 1012
                with pytest.raises(ConnectionRefusedError):
                    await child.knock()
                judge.release.set()
                assert (await frame_of(busy, "turn.completed"))["id"] == turn_id
                assert await close_code(busy) == 1012
            assert await child.ended() == 0


async def test_a_second_signal_stops_at_once(environment: dict[str, str]) -> None:
    judge = Judge()
    async with serving(ScriptedServer([judge])) as judged_at:
        providers = {
            "DECISION_PROVIDER": "typesafe",
            "TYPESAFE_API_KEY": "key",
            "TYPESAFE_BASE_URL": judged_at,
        }
        async with served(environment, **providers) as child, child.socket(hello={}) as busy:
            await busy.send(json.dumps({"type": "message", "id": new_id(), "text": "hello there"}))
            await asyncio.wait_for(judge.asked.wait(), WITHIN_S)
            child.stop()
            await asyncio.sleep(0)
            child.process.send_signal(signal.SIGINT)

            assert await child.ended() == 0


@pytest.mark.skipif(not os.environ.get("REDIS_URL"), reason="no Redis: processes cannot hear each other")
async def test_two_processes_are_one_site(environment: dict[str, str]) -> None:
    judge = Judge()
    async with serving(ScriptedServer([judge])) as judged_at:
        providers = {
            "DECISION_PROVIDER": "typesafe",
            "TYPESAFE_API_KEY": "key",
            "TYPESAFE_BASE_URL": judged_at,
        }
        async with served(environment, **providers) as one, served(environment, **providers) as two:
            two.borrow_cookie(one)
            async with one.socket(hello={"new": True}) as here, two.socket(hello={}) as there:
                turn_id = new_id()
                await here.send(json.dumps({"type": "message", "id": turn_id, "text": "hello there"}))
                assert (await frame_of(there, "turn.started"))["id"] == turn_id
                await asyncio.wait_for(judge.asked.wait(), WITHIN_S)
                await there.send(json.dumps({"type": "cancel", "id": turn_id}))

                assert (await frame_of(here, "turn.cancelled"))["id"] == turn_id
                assert (await frame_of(there, "turn.cancelled"))["id"] == turn_id


def test_pending_migrations_stop_the_start(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "hotelsite.web.management.commands.serve.pending_migrations", lambda: ["hotels.0009_more"]
    )

    with pytest.raises(CommandError, match=r"1 migrations are pending\. Run `python manage\.py migrate`"):
        call_command("serve")


def test_a_refused_key_stops_the_start(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    async def probe() -> list[str]:
        raise ProviderMisconfigured("typesafe at https://api.example: HTTP 401", status=401)

    monkeypatch.setattr(runtime, "probe_providers", probe)

    with pytest.raises(CommandError, match=r"typesafe at https://api\.example: HTTP 401"):
        call_command("serve")


async def test_a_port_in_use_is_said_and_fails(environment: dict[str, str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "manage.py",
            "serve",
            "--port",
            str(taken.getsockname()[1]),
            cwd=ROOT,
            env=environment,
            stderr=asyncio.subprocess.PIPE,
        )
        _, said = await asyncio.wait_for(process.communicate(), WITHIN_S)

    assert process.returncode == 1
    assert "Choose another with --port" in said.decode()
