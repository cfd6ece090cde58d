"""The log says where and why a turn failed, and never what the customer said."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from typing import Any

import pytest

from graph import (
    DecisionContext,
    GraphNode,
    Lease,
    NoState,
    ProviderError,
    ProviderMisconfigured,
    Route,
    TurnClosure,
    TurnCommit,
    TurnControl,
    TurnFailed,
    Visit,
    direct,
    go,
)
from graph.testing import Harness, InMemoryStore, ScriptedDecisions
from tests.graph.support import Ask, Count, Judge, graph_of

SECRET = "my card is 4111 1111 1111 1111"


class Quoting(Judge):
    """Raises with the customer's words, as a careless library would."""

    name = "Judge"
    targets = ("Next",)

    def get_facts(self, visit: Visit[NoState]) -> Mapping[str, object]:
        if visit.context["where"] == "facts":
            raise ValueError(visit.conversation().request)
        return {}

    def on_decision(self, answers: Ask, context: DecisionContext, visit: Visit[NoState]) -> Route:
        if visit.context["where"] == "seeds":
            return go("Next").with_state({"number": context.request})
        try:
            raise KeyError(context.request)
        except KeyError as inner:
            raise ValueError(context.request) from inner


class Next(GraphNode[Count]):
    async def run(self, visit: Visit[Count]) -> Route:
        return direct("next")


@pytest.mark.parametrize(
    ("where", "decisions", "code", "error"),
    [
        pytest.param("facts", ScriptedDecisions(), "internal", "ValueError", id="a hook"),
        pytest.param(
            "handler", ScriptedDecisions().answer(mood="calm"), "internal", "ValueError", id="a handler"
        ),
        pytest.param("seeds", ScriptedDecisions().answer(mood="calm"), "internal", "StateError", id="seeds"),
        pytest.param(
            "provider",
            ScriptedDecisions().fail(ProviderError(SECRET)),
            "internal",
            "ProviderError",
            id="a provider",
        ),
        pytest.param(
            "provider",
            ScriptedDecisions().fail(ProviderMisconfigured(SECRET)),
            "provider_misconfigured",
            "ProviderMisconfigured",
            id="a provider that cannot work",
        ),
    ],
)
async def test_a_failed_turn_is_logged_once_without_the_customer_s_words(
    where: str, decisions: ScriptedDecisions, code: str, error: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    harness = Harness(graph_of(Quoting(), Next()), decisions=decisions, context={"where": where})

    failed = await harness.say(SECRET)

    assert isinstance(failed, TurnFailed)
    (record,) = [record for record in caplog.records if record.name == "graph"]
    assert record.levelname == "ERROR"
    assert f"session={harness.session_id} turn=1 path=Judge code={code} error={error}" in record.getMessage()
    assert 'File "' in record.getMessage()
    assert "4111" not in caplog.text
    assert "4111" not in repr(failed)
    assert "4111" not in repr(harness.turns[0].closure)


async def test_a_store_that_fails_is_logged_without_its_words(caplog: pytest.LogCaptureFixture) -> None:
    class Away(InMemoryStore):
        async def commit_turn(self, lease: Lease, commit: TurnCommit) -> None:
            raise OSError(repr(commit))

        async def close_turn(self, lease: Lease, closure: TurnClosure) -> None:
            raise OSError(SECRET)

    harness = Harness(graph_of(Next()), store=Away())

    await harness.say(SECRET)

    assert "commit failed" in caplog.text
    assert "turn not closed" in caplog.text
    assert "4111" not in caplog.text


async def test_an_error_while_the_process_ends_is_not_lost_to_asyncio(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """asyncio would log an unread exception with its text; the turn's own log has only its type."""
    waiting = asyncio.Event()

    class Careless(GraphNode[NoState]):
        async def run(self, visit: Visit[NoState]) -> Route:
            waiting.set()
            try:
                await asyncio.Event().wait()
            finally:
                raise ValueError(visit.turn.text)

    complaints: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda loop, context: complaints.append(context))
    harness = Harness(graph_of(Careless()))
    running = asyncio.create_task(harness.say(SECRET))
    await waiting.wait()
    running.cancel()
    await asyncio.wait({running})

    assert complaints == []
    assert "4111" not in caplog.text


async def test_a_stopped_turn_is_no_error(caplog: pytest.LogCaptureFixture) -> None:
    control = TurnControl()
    control.cancel()

    await Harness(graph_of(Next())).say(SECRET, control=control)

    assert caplog.records == []
