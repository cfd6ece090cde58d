"""`replay --live`: believed only where real models did the work, and never said to have passed where nothing ran."""

from __future__ import annotations

import json
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings
from django.core.management import CommandError, call_command

from graph.chat.openai import COMPLETIONS_PATH
from graph.decision.typesafe import SYSTEM_ONE_PATH
from hotelsite.web.scenarios import FOLDER
from tests.graph.providers.support import KEY
from tests.web.model_servers import ModelServer, serving_elsewhere

NameModels = Callable[[str], None]


@pytest.fixture
def name_models(settings: LazySettings, tmp_path: Path) -> NameModels:
    """Name both models over HTTP, at one address."""

    def name_models(url: str) -> None:
        settings.DECISION_PROVIDER, settings.TYPESAFE_API_KEY = "typesafe", KEY
        settings.CHAT_PROVIDER, settings.OPENAI_API_KEY, settings.CHAT_MODEL = "openai", KEY, "gpt-test"
        settings.TYPESAFE_BASE_URL = settings.OPENAI_BASE_URL = url

    settings.VAR_DIR = tmp_path / "var"
    return name_models


@pytest.fixture
def site_database(transactional_db: None) -> None:
    call_command("load_catalogue", verbosity=0)


@pytest.fixture
def scenario(tmp_path: Path) -> Path:
    """Two turns: one is decided on, in the other the chat model talks."""
    turns = [{"label": "greets", "text": "hello"}, {"label": "saves dates", "text": "August 3 to 9, 2027"}]
    path = tmp_path / "scenario.json"
    path.write_text(json.dumps({"name": "two turns", "current_date": "2027-07-15", "turns": turns}))
    return path


def evaluate(*args: object, out: StringIO | None = None) -> str:
    out = out or StringIO()
    call_command("replay", "--keep", "--live", *map(str, args), stdout=out, no_color=True)
    return out.getvalue()


def artifacts(settings: LazySettings) -> list[Path]:
    return sorted(Path(settings.VAR_DIR).rglob("*"))


# --- nothing to evaluate ------------------------------------------------------------------------------------


def test_local_models_are_skipped(scenario: Path, settings: LazySettings, name_models: NameModels) -> None:
    said = evaluate(scenario)

    assert said.startswith("skipped: DECISION_PROVIDER and CHAT_PROVIDER name no model over HTTP.")
    assert "passed" not in said
    assert artifacts(settings) == []


@pytest.mark.parametrize("key", ["TYPESAFE_API_KEY", "OPENAI_API_KEY"])
def test_a_missing_key_skips_and_is_named(
    key: str, scenario: Path, settings: LazySettings, name_models: NameModels
) -> None:
    name_models("http://127.0.0.1:9")
    setattr(settings, key, None)

    said = evaluate(scenario)

    assert said.startswith("skipped: ")
    assert f"{key} is not set." in said
    assert "passed" not in said
    assert artifacts(settings) == []


def test_judging_and_artifacts_belong_to_a_live_evaluation(scenario: Path) -> None:
    for option in (["--judge"], ["--artifact", "here.json"]):
        with pytest.raises(CommandError, match="belong to --live"):
            call_command("replay", str(scenario), *option)


# --- over the wire ------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("site_database")
def test_sixteen_turns_over_the_wire_hold_and_leave_an_artifact(
    settings: LazySettings, name_models: NameModels
) -> None:
    server = ModelServer()
    with serving_elsewhere(server) as url:
        name_models(url)
        said = evaluate("--tokens", "--judge")

    (artifact,) = [path for path in artifacts(settings) if path.is_file()]
    written: dict[str, Any] = json.loads(artifact.read_text())
    (played,) = written["scenarios"]
    assert f"All holds; written to {artifact}" in said
    assert KEY not in artifact.read_text() + said
    assert (written["decision"]["provider"], written["chat"]["model"]) == ("typesafe", "gpt-test")
    assert written["answered_by"] == ["gpt-test-2027", "jev-loopback"]
    assert written["judged"]["calls"] == len(played["turns"]) == 16
    assert played["failures"] == 0
    assert played["state"]["status"] == "completed"
    by_kind = {
        kind: [node for node in played["requests"] if node["kind"] == kind] for kind in ("decision", "chat")
    }
    assert (
        sum(node["input_tokens"] for node in by_kind["decision"])
        == 100 * played["usage"]["decisions"]["calls"]
    )
    weighed = {kind: sum(node["request_bytes"] for node in nodes) for kind, nodes in by_kind.items()}
    arrived = [exchange for exchange in server.exchanges if b'"name":"answer"' not in exchange.content]
    assert weighed == {
        "decision": sum(len(asked.content) for asked in arrived if asked.path == SYSTEM_ONE_PATH),
        "chat": sum(len(asked.content) for asked in arrived if asked.path == COMPLETIONS_PATH),
    }


@pytest.mark.usefixtures("site_database")
@pytest.mark.parametrize(
    ("away", "trouble"),
    [
        pytest.param(SYSTEM_ONE_PATH, "1 decisions ended as fallback", id="decisions"),
        pytest.param(COMPLETIONS_PATH, "1 chat calls failed: provider", id="chat"),
    ],
)
def test_a_conversation_that_code_kept_going_does_not_hold(
    away: str, trouble: str, scenario: Path, settings: LazySettings, name_models: NameModels
) -> None:
    out = StringIO()
    with serving_elsewhere(ModelServer(away=away)) as url:
        name_models(url)
        with pytest.raises(CommandError, match="expectations failed"):
            evaluate(scenario, out=out)

    assert f"FAILED: {trouble}" in out.getvalue()
    assert "passed" not in out.getvalue()
    assert artifacts(settings) == []


@pytest.mark.usefixtures("site_database")
def test_a_reply_that_the_judge_finds_wrong_does_not_hold(
    scenario: Path, settings: LazySettings, name_models: NameModels
) -> None:
    out = StringIO()
    with serving_elsewhere(ModelServer(verdict=False)) as url:
        name_models(url)
        with pytest.raises(CommandError, match="2 expectations failed"):
            evaluate(scenario, "--judge", out=out)

    assert "FAILED: greets: judged not to fit, since That is how it reads." in out.getvalue()
    assert artifacts(settings) == []


@pytest.mark.usefixtures("site_database")
def test_a_model_that_was_asked_nothing_was_not_evaluated(
    tmp_path: Path, settings: LazySettings, name_models: NameModels
) -> None:
    out = StringIO()
    with serving_elsewhere(ModelServer()) as url:
        name_models(url)
        with pytest.raises(CommandError, match="1 expectations failed"):
            evaluate(_greeting(tmp_path), out=out)

    assert "FAILED: nothing was asked of openai" in out.getvalue()
    assert artifacts(settings) == []


@pytest.mark.usefixtures("site_database")
def test_an_artifact_goes_where_it_is_wanted(
    scenario: Path, tmp_path: Path, settings: LazySettings, name_models: NameModels
) -> None:
    with serving_elsewhere(ModelServer()) as url:
        name_models(url)
        evaluate(scenario, "--artifact", tmp_path / "here.json")

    assert json.loads((tmp_path / "here.json").read_text())["judged"] is None
    assert artifacts(settings) == []


def _greeting(folder: Path) -> Path:
    path = folder / "greeting.json"
    path.write_text(json.dumps({"name": "a greeting", "turns": [{"label": "greets", "text": "hello"}]}))
    return path


# --- with real keys -----------------------------------------------------------------------------------------


@pytest.mark.live
@pytest.mark.usefixtures("site_database")
@pytest.mark.timeout(600)
def test_the_configured_models_hold_sixteen_turns(tmp_path: Path, settings: LazySettings) -> None:
    """Needs the keys in the environment; without them the command says that it was skipped, and so does the test."""
    for name, value in settings.MODELS_IN_THE_SHELL.items():
        setattr(settings, name, value)

    said = evaluate(FOLDER / "sixteen.json", "--judge", "--artifact", tmp_path / "live.json")
    if said.startswith("skipped"):
        pytest.skip(said.strip())

    assert (tmp_path / "live.json").exists()
