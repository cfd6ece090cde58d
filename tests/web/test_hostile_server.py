"""The site on a decision server that turns it away or means it ill: what customer, staff and monitoring see of it."""

from __future__ import annotations

import json
import logging
from collections.abc import AsyncIterator

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import AsyncClient, Client
from django.urls import reverse
from pytest_django import Settings

from graph import TerminalEvent, TurnCompleted, TurnFailed
from graph.engine import GraphEngine
from graph.jsonvalue import JsonObject
from graph.testing import wire_answer
from hotelsite import runtime
from hotelsite.concierge import text_input
from hotelsite.conversations.dbthreads import on_database_thread
from hotelsite.conversations.models import Decision, Session, Turn
from hotelsite.conversations.sessions import begin_session
from tests.graph.providers.support import KEY, Exchange, ScriptedServer, answers, serving

WORDS = "Something for the Quillfeather family"


def judgements(exchange: Exchange) -> dict[str, JsonObject]:
    """Valid answers to any question map: the first label, the lowest level, no."""
    questions = exchange.body["questions"]
    return {
        name: wire_answer(question, next(iter(question["criteria"])) if question["type"] == "choice" else 0)
        for name, question in questions.items()
    }


async def judges(exchange: Exchange) -> None:
    usage = {"input_tokens": 9, "output_tokens": 3}
    await exchange.json({"model": "jev-9", "answers": judgements(exchange), "usage": usage})


async def judges_with_a_grudge(exchange: Exchange) -> None:
    """Valid answers among reports that no column could hold."""
    made = {
        name: {**answer, "extra": "\0\ud800" * 999, "\0": 10**300}
        for name, answer in judgements(exchange).items()
    }
    usage = {"input_tokens": 10**30, "output_tokens": 3}
    await exchange.json(
        {"model": "m\0" * 999, "answers": made, "usage": usage}, headers={"x-typesafe-request-id": "r" * 9999}
    )


class Site:
    """The site on a decision server that a test has in its hands, and one session."""

    def __init__(self, server: ScriptedServer, engine: GraphEngine, session: Session) -> None:
        self.server = server
        self.session = session
        self._engine = engine
        self._turns = 0

    async def say(self, text: str) -> TerminalEvent:
        self._turns += 1
        turn = text_input(f"turn-{self._turns}", text)
        return await self._engine.run_turn(str(self.session.pk), turn, emit=lambda _: None)


@pytest.fixture
async def site(
    transactional_db: None, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Site]:
    await on_database_thread(call_command)("load_catalogue", verbosity=0)
    settings.DECISION_PROVIDER, settings.TYPESAFE_API_KEY = "typesafe", KEY
    server = ScriptedServer([judges])
    async with serving(server) as settings.TYPESAFE_BASE_URL:
        providers = runtime.make_providers()
        engine = runtime.build_hotel_engine(providers)
        monkeypatch.setattr(runtime, "get_providers", lambda: providers)
        monkeypatch.setattr(runtime, "get_engine", lambda: engine)
        session = await on_database_thread(begin_session)("owner", graph=runtime.GRAPH_NAME)
        yield Site(server, engine, session)
        await providers.aclose()


async def readiness() -> tuple[int, str]:
    response = await AsyncClient().get("/readyz")
    return response.status_code, json.loads(response.content)["checks"]["providers"]


@on_database_thread
def staff_page(session: Session) -> str:
    """What a member of staff reads of the session."""
    client = Client()
    client.force_login(User.objects.create_superuser("sam"))
    response = client.get(reverse("admin:conversations_session_change", args=[session.pk]))
    assert response.status_code == 200
    return response.content.decode()


@on_database_thread
def turn_of(session: Session, number: int) -> Turn:
    return Turn.objects.get(session=session, number=number)


@on_database_thread
def decision_of(session: Session, number: int) -> Decision:
    """The one decision of a turn."""
    return Decision.objects.get(turn__session=session, turn__number=number)


@pytest.mark.parametrize("status", [401, 403])
async def test_key_that_turns_invalid_fails_the_turn_and_everybody_can_tell(
    site: Site, status: int, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    assert isinstance(await site.say(WORDS), TurnCompleted)
    assert (await readiness())[1] == "ok"
    site.server.steps[:] = [answers({"detail": {"message": "Key revoked"}}, status=status)]

    ended = await site.say(WORDS)

    assert isinstance(ended, TurnFailed)
    assert (ended.code, ended.retryable) == ("provider_misconfigured", False)
    assert "not set up correctly" in ended.message
    turn = await turn_of(site.session, 2)
    assert (turn.status, turn.code) == (Turn.Status.FAILED, "provider_misconfigured")
    entry = await decision_of(site.session, 2)
    assert (entry.outcome, entry.failure, entry.http_status) == ("failed", "configuration", status)
    page = await staff_page(site.session)
    assert "provider_misconfigured" in page
    assert "configuration" in page
    code, told = await readiness()
    assert code == 503
    assert "typesafe" in told
    assert [words for words in (KEY, "Quillfeather") if words in caplog.text] == []


@pytest.mark.parametrize("status", [404, 422])
async def test_refused_requests_fall_back_and_show_until_the_server_takes_them(
    site: Site, status: int
) -> None:
    site.server.steps[:] = [answers({}, status=status)]

    assert isinstance(await site.say(WORDS), TurnCompleted)

    entry = await decision_of(site.session, 1)
    assert (entry.outcome, entry.failure, entry.http_status) == ("fallback", "provider", status)
    code, told = await readiness()
    assert code == 503
    assert "typesafe" in told
    site.server.steps[:] = [judges]
    await site.say(WORDS)
    assert (await readiness())[1] == "ok"


async def test_reports_of_any_kind_and_size_are_stored_or_dropped(site: Site) -> None:
    site.server.steps[:] = [judges_with_a_grudge]

    assert isinstance(await site.say(WORDS), TurnCompleted)

    entry = await decision_of(site.session, 1)
    assert (entry.outcome, entry.actual_model, entry.input_tokens) == ("success", "m" * 128, None)
    assert entry.request_id == "r" * 128
