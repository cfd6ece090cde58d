"""The models that settings name: checked before the start, probed at the start, put into the hotel graph."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.checks import CheckMessage, run_checks
from pytest_django import Settings

from graph import ProviderMisconfigured
from graph.chat.openai import OpenAIChatModel
from graph.decision.typesafe import TypeSafeProvider
from hotelsite import runtime
from tests.graph.providers.support import (
    KEY,
    ScriptedServer,
    Step,
    answers,
    hangs,
    jev_server,
    serving,
)
from tests.graph.providers.talking import completion

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture
def remote(settings: Settings) -> Settings:
    """Both providers named, with keys, at addresses where nobody listens."""
    settings.DECISION_PROVIDER, settings.TYPESAFE_API_KEY = "typesafe", KEY
    settings.CHAT_PROVIDER, settings.OPENAI_API_KEY, settings.CHAT_MODEL = "openai", KEY, "gpt-test"
    settings.TYPESAFE_BASE_URL = settings.OPENAI_BASE_URL = "http://127.0.0.1:9"
    return settings


# --- checks -------------------------------------------------------------------------------------------------


def found() -> dict[str, CheckMessage]:
    """What `manage.py check` finds fault with, by id."""
    return {str(message.id): message for message in run_checks() if message.id}


def test_named_providers_with_all_they_need_pass(remote: Settings) -> None:
    assert found() == {}


def test_a_key_alone_enables_nothing(settings: Settings) -> None:
    settings.TYPESAFE_API_KEY = settings.OPENAI_API_KEY = KEY

    assert found() == {}
    assert runtime.make_providers().remote == []


@pytest.mark.parametrize(
    ("setting", "value", "check_id", "words"),
    [
        ("TYPESAFE_API_KEY", None, "web.E001", "TYPESAFE_API_KEY is not set"),
        ("OPENAI_API_KEY", None, "web.E001", "OPENAI_API_KEY is not set"),
        ("TYPESAFE_API_KEY", "two words", "web.E003", "TYPESAFE_API_KEY: the API key holds characters"),
        ("OPENAI_BASE_URL", "models.example.com", "web.E004", "OPENAI_BASE_URL: the base URL must begin"),
        ("TYPESAFE_BASE_URL", "https://me:secret@example.com", "web.E004", "may hold no user name"),
        ("CHAT_MODEL", None, "web.E005", "CHAT_MODEL is not set"),
        ("OPENAI_BASE_URL", "http://models.example.com/v1", "web.W002", "plain http"),
    ],
)
def test_what_is_missing_or_wrong_is_named_with_a_hint(
    remote: Settings, setting: str, value: str | None, check_id: str, words: str
) -> None:
    setattr(remote, setting, value)

    [(only_id, message)] = found().items()
    assert only_id == check_id
    assert words in message.msg
    assert message.hint
    assert "secret" not in message.msg
    assert "two words" not in message.msg


def test_manage_check_refuses_a_named_provider_without_its_key() -> None:
    result = subprocess.run(
        [sys.executable, "manage.py", "check"],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "SECRET_KEY": "any", "DECISION_PROVIDER": "typesafe"},
        capture_output=True,
        text=True,
        check=False,
    )

    assert result.returncode == 1
    assert "(web.E001) DECISION_PROVIDER is 'typesafe', and TYPESAFE_API_KEY is not set." in result.stderr
    assert "HINT: Set TYPESAFE_API_KEY" in result.stderr


# --- the probe ----------------------------------------------------------------------------------------------

NOTED = answers(completion("Hello."))


async def test_probe_of_working_servers_says_nothing(remote: Settings) -> None:
    server = ScriptedServer([NOTED])
    with jev_server(key=KEY) as remote.TYPESAFE_BASE_URL:
        async with serving(server) as remote.OPENAI_BASE_URL:
            assert await runtime.probe_providers() == []

    assert [exchange.body["model"] for exchange in server.exchanges] == ["gpt-test"]


async def test_probe_stops_at_a_wrong_decision_key(remote: Settings) -> None:
    with jev_server(key="another") as remote.TYPESAFE_BASE_URL:
        async with serving(ScriptedServer([NOTED])) as remote.OPENAI_BASE_URL:
            with pytest.raises(ProviderMisconfigured) as caught:
                await runtime.probe_providers()

    assert str(caught.value) == (
        f"typesafe at {remote.TYPESAFE_BASE_URL}: HTTP 401: the server refuses the key "
        "(Cannot authenticate with the server.)"
    )


@pytest.mark.parametrize("status", [401, 403])
async def test_probe_stops_at_a_wrong_chat_key_even_if_the_other_server_is_away(
    remote: Settings, status: int
) -> None:
    async with serving(ScriptedServer([answers({}, status=status)])) as remote.OPENAI_BASE_URL:
        with pytest.raises(ProviderMisconfigured, match=f"openai at .*: HTTP {status}"):
            await runtime.probe_providers()


WARNINGS: dict[str, tuple[Step, str]] = {
    "late": (hangs, "no answer within 2 s"),
    "busy": (answers({}, status=429), "HTTP 429"),
    "broken": (answers({}, status=503), "HTTP 503"),
    "no such model": (
        answers({"error": {"message": "no model gpt-test"}}, status=404),
        "HTTP 404 (no model gpt-test)",
    ),
}


@pytest.mark.parametrize("case", WARNINGS)
async def test_probe_only_warns_of_what_may_pass(
    remote: Settings, case: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runtime, "PROBE_TIMEOUT_S", 2.0)  # the other server answers well within it
    step, words = WARNINGS[case]
    with jev_server() as remote.TYPESAFE_BASE_URL:
        async with serving(ScriptedServer([step])) as remote.OPENAI_BASE_URL:
            assert await runtime.probe_providers() == [f"openai at {remote.OPENAI_BASE_URL}: {words}"]


async def test_probe_warns_of_servers_that_are_away(remote: Settings) -> None:
    warnings = await runtime.probe_providers()

    assert [warning.split(":")[0] for warning in warnings] == ["typesafe at http", "openai at http"]
    assert all("connection failed" in warning for warning in warnings)


async def test_local_models_are_not_probed() -> None:
    assert await runtime.probe_providers() == []


# --- the wiring ---------------------------------------------------------------------------------------------


async def test_settings_choose_servers_and_models(remote: Settings) -> None:
    remote.DECISION_MODEL = "jev-9"
    remote.TYPESAFE_BASE_URL = None
    providers = runtime.make_providers()
    graph = runtime.build_hotel_engine(providers).graphs[runtime.GRAPH_NAME]

    assert isinstance(providers.decision, TypeSafeProvider)
    assert isinstance(providers.chat, OpenAIChatModel)
    assert providers.decision.server.base_url == "https://api.typesafe.ai"
    assert providers.chat.server.base_url == "http://127.0.0.1:9"
    router, budget = graph.decision_config("Router"), graph.chat_config("Budget")
    assert (router.provider, router.model) == ("typesafe", "jev-9")
    assert (budget.provider, budget.model, budget.alternate) == ("openai", "gpt-test", None)
    await providers.aclose()


async def test_alternate_chat_model_shares_the_server(remote: Settings) -> None:
    remote.CHAT_ALTERNATE_MODEL = "gpt-small"
    server = ScriptedServer([NOTED])
    async with serving(server) as remote.OPENAI_BASE_URL:
        providers = runtime.make_providers()
        graph = runtime.build_hotel_engine(providers).graphs[runtime.GRAPH_NAME]
        assert isinstance(providers.chat, OpenAIChatModel)
        assert isinstance(providers.chat_alternate, OpenAIChatModel)
        await providers.chat.complete(runtime.PROBING_CHAT, None)
        await providers.chat_alternate.complete(runtime.PROBING_CHAT, None)
        await providers.aclose()

    assert graph.chat_config("Budget").alternate == providers.chat_alternate.id == "openai-alternate"
    assert [exchange.body["model"] for exchange in server.exchanges] == ["gpt-test", "gpt-small"]
    assert len({exchange.client for exchange in server.exchanges}) == 1


async def test_refusing_providers_are_told(remote: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving(ScriptedServer([answers({}, status=403)])) as remote.OPENAI_BASE_URL:
        providers = runtime.make_providers()
        monkeypatch.setattr(runtime, "get_providers", lambda: providers)
        assert isinstance(providers.chat, OpenAIChatModel)
        with pytest.raises(ProviderMisconfigured):
            await providers.chat.complete(runtime.PROBING_CHAT, None)
        await providers.aclose()

    assert runtime.refusing_providers() == {"openai": 403}
