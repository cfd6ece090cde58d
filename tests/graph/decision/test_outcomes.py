"""Every row of the failure table, every outcome and category, and the whole audit entry of each."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from graph import (
    DecisionConfig,
    DecisionContext,
    DecisionFailure,
    DecisionMade,
    DecisionProvider,
    DecisionRecord,
    DecisionReply,
    DecisionRequest,
    NoState,
    ProviderError,
    ProviderMisconfigured,
    ProviderTimeout,
    Route,
    TurnCompleted,
    TurnControl,
    TurnFailed,
    Usage,
    Visit,
    direct,
    go,
    stay,
)
from graph.errors import FailureCategory
from graph.testing import Harness, ScriptedDecisions
from graph.usage import Meter
from tests.graph.support import Ask, Judge, graph_of

ENTRY = DecisionRecord(
    visit=1,
    node="Judge",
    provider="scripted",
    configured_model="scripted-latest",
    actual_model="scripted-1",
    outcome="success",
    failure=None,
    attempts=1,
    duration_ms=0,
    request_id="req-1",
    usage=Usage(10, 2),
    status=None,
)
"""The entry of a plain success; every case says what differs."""

UNHEARD: dict[str, Any] = {"actual_model": None, "request_id": None, "usage": None}
"""Of a provider that never answered."""


def entry_of(harness: Harness) -> DecisionRecord:
    (entry,) = harness.audit
    assert 0 <= entry.duration_ms < 10_000
    return replace(entry, duration_ms=0)


def meter_of(harness: Harness) -> Meter:
    ended = harness.turns[-1].commit or harness.turns[-1].closure
    assert ended is not None
    return ended.usage.decisions


class Helpless(Judge):
    """Has no way to go on without an answer."""

    name = "Judge"


class Falling(Judge):
    """Goes on without an answer, whatever happened."""

    name = "Judge"

    def __init__(self) -> None:
        self.failures: list[DecisionFailure] = []

    def on_decision_error(self, failure: DecisionFailure, visit: Visit[NoState]) -> Route:
        self.failures.append(failure)
        return direct("fallback")


def harness_of(node: Judge, decisions: DecisionProvider, *, retries: int = 0, **settings: Any) -> Harness:
    config = DecisionConfig(provider=decisions.id, model="scripted-latest", max_retries=retries)
    return Harness(graph_of(node, decision=config, **settings), decisions=decisions)


# --- trouble of the provider: the node's hook, then the graph's, then the turn fails ------------------------

BAD_ANSWER = DecisionReply(
    answers={"mood": {"type": "choice", "choice": "serene"}},
    model="scripted-1",
    usage={"input_tokens": 7, "output_tokens": 1},
    request_id="req-9",
)

TROUBLE: list[Any] = [
    pytest.param([ProviderTimeout(15)] * 3, 2, {**UNHEARD, "failure": "timeout", "attempts": 3}, id="late"),
    pytest.param(
        [ProviderError("503", transient=True, status=503)] * 3,
        2,
        {**UNHEARD, "failure": "provider", "attempts": 3, "status": 503},
        id="transient",
    ),
    pytest.param(
        [ProviderError("404", status=404, request_id="req-4")],
        2,
        {**UNHEARD, "failure": "provider", "status": 404, "request_id": "req-4"},
        id="not found",
    ),
    pytest.param(
        [ProviderError("422", status=422, usage={"input_tokens": 3, "output_tokens": 0})],
        2,
        {**UNHEARD, "failure": "provider", "status": 422, "usage": Usage(3, 0)},
        id="unprocessable, and charged",
    ),
    pytest.param(
        [BAD_ANSWER],
        2,
        {"failure": "validation", "usage": Usage(7, 1), "request_id": "req-9"},
        id="invalid answer, and charged",
    ),
]


@pytest.mark.parametrize(("steps", "retries", "differs"), TROUBLE)
async def test_the_node_s_hook_may_go_on(steps: list[Any], retries: int, differs: dict[str, Any]) -> None:
    node, decisions = Falling(), ScriptedDecisions(steps=list(steps))
    harness = harness_of(node, decisions, retries=retries)

    assert await harness.reply_to("hello") == "fallback"
    decisions.assert_done()
    expected = replace(ENTRY, outcome="fallback", **differs)
    assert entry_of(harness) == expected
    assert meter_of(harness) == Meter(
        calls=1,
        input_tokens=expected.usage.input_tokens if expected.usage else 0,
        output_tokens=expected.usage.output_tokens if expected.usage else 0,
    )


@pytest.mark.parametrize(("steps", "retries", "differs"), TROUBLE)
async def test_without_a_hook_the_turn_fails(steps: list[Any], retries: int, differs: dict[str, Any]) -> None:
    harness = harness_of(Helpless(), ScriptedDecisions(steps=list(steps)), retries=retries)

    failed = await harness.say("hello")

    assert isinstance(failed, TurnFailed)
    assert failed.code == "internal"
    assert failed.retryable is (differs.get("status") not in (404, 422))
    assert entry_of(harness) == replace(ENTRY, outcome="failed", **differs)
    assert meter_of(harness).calls == 1


async def test_the_hook_gets_all_that_is_known() -> None:
    node = Falling()
    decisions = ScriptedDecisions().answer(mood="calm")
    decisions.fail(
        error := ProviderError(
            "404", status=404, request_id="req-4", usage={"input_tokens": 3, "output_tokens": 1}
        )
    )
    harness = harness_of(node, decisions)
    await harness.say("first")
    await harness.say("second")

    assert node.failures == [
        DecisionFailure(
            node="Judge",
            category="provider",
            attempts=1,
            provider="scripted",
            model="scripted-latest",
            usage=Usage(3, 1),
            request_id="req-4",
            request="second",
            prior_requests=("first",),
            error=error,
            state=NoState(),
        )
    ]


async def test_usage_of_every_attempt_adds_up() -> None:
    busy = ProviderError("503", transient=True, usage={"input_tokens": 4, "output_tokens": 0})
    decisions = ScriptedDecisions().fail(busy, times=2).answer(mood="calm")
    harness = harness_of(Helpless(), decisions, retries=2)

    await harness.say("hello")

    assert entry_of(harness) == replace(ENTRY, attempts=3, usage=Usage(18, 2))
    assert meter_of(harness) == Meter(calls=1, input_tokens=18, output_tokens=2)


@pytest.mark.parametrize("usage", [None, {"input_tokens": "many"}], ids=["missing", "malformed"])
async def test_unknown_usage_is_null_and_the_answer_is_kept(usage: Any) -> None:
    def reply(request: DecisionRequest) -> DecisionReply:
        answers = {
            "mood": {
                "type": "choice",
                "choice": "calm",
                "probabilities": {"calm": 1.0, "upset": 0.0},
                "confidence": 1.0,
            }
        }
        return DecisionReply(answers=answers, usage=usage)

    harness = harness_of(Helpless(), ScriptedDecisions(steps=[reply]))

    assert await harness.reply_to("hello") == "calm"
    assert entry_of(harness) == replace(ENTRY, **UNHEARD)


# --- the order of the hooks ---------------------------------------------------------------------------------


async def test_a_node_that_passes_leaves_it_to_the_graph() -> None:
    asked: list[str] = []

    class Passing(Judge):
        name = "Judge"

        def on_decision_error(self, failure: DecisionFailure, visit: Visit[NoState]) -> None:
            asked.append("node")

    async def of_graph(failure: DecisionFailure, visit: Visit[Any]) -> Route:
        asked.append(f"graph: {failure.category} at {visit.node}")
        return direct("the graph's")

    harness = harness_of(
        Passing(), ScriptedDecisions().fail(ProviderError("404")), on_decision_error=of_graph
    )

    assert await harness.reply_to("hello") == "the graph's"
    assert asked == ["node", "graph: provider at Judge"]
    assert entry_of(harness).outcome == "fallback"


async def test_a_node_that_goes_on_is_not_asked_about() -> None:
    def of_graph(failure: DecisionFailure, visit: Visit[Any]) -> Route:
        raise AssertionError("not needed")

    harness = harness_of(
        Falling(), ScriptedDecisions().fail(ProviderError("404")), on_decision_error=of_graph
    )

    assert await harness.reply_to("hello") == "fallback"


async def test_a_graph_that_passes_too_fails_the_turn() -> None:
    harness = harness_of(
        Helpless(),
        ScriptedDecisions().fail(ProviderError("404", status=404)),
        on_decision_error=lambda failure, visit: None,
    )

    assert isinstance(await harness.say("hello"), TurnFailed)
    assert (entry_of(harness).outcome, entry_of(harness).failure) == ("failed", "provider")


# --- mistakes of ours: no hook ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("error", "status"),
    [
        pytest.param(ProviderMisconfigured("no key"), None, id="no key"),
        pytest.param(ProviderMisconfigured("401", status=401), 401, id="401"),
        pytest.param(ProviderMisconfigured("403", status=403), 403, id="403"),
    ],
)
async def test_a_provider_that_cannot_work_never_falls_back(
    error: ProviderMisconfigured, status: int | None
) -> None:
    node, decisions = Falling(), ScriptedDecisions().fail(error)
    harness = harness_of(node, decisions, retries=2, on_decision_error=lambda failure, visit: direct("no"))

    failed = await harness.say("hello")

    assert isinstance(failed, TurnFailed)
    assert (failed.code, failed.retryable) == ("provider_misconfigured", False)
    assert node.failures == []
    assert entry_of(harness) == replace(
        ENTRY, outcome="failed", failure="configuration", status=status, **UNHEARD
    )


# --- handlers that raise ------------------------------------------------------------------------------------


def wrong(kind: str) -> Route:
    if kind == "raises":
        raise ValueError("a bug")
    return stay("no loop to stay in")


@pytest.mark.parametrize("kind", ["raises", "returns what it may not"])
async def test_a_handler_that_fails_is_no_failure_of_the_provider(kind: str) -> None:
    class Broken(Falling):
        name = "Judge"

        def on_decision(self, answers: Ask, context: DecisionContext, visit: Visit[NoState]) -> Route:
            return wrong(kind)

    node = Broken()
    harness = harness_of(node, ScriptedDecisions().answer(mood="calm"))

    failed = await harness.say("hello")

    assert isinstance(failed, TurnFailed)
    assert node.failures == []
    assert entry_of(harness) == replace(ENTRY, outcome="handler_failed")
    assert meter_of(harness) == Meter(calls=1, input_tokens=10, output_tokens=2)


@pytest.mark.parametrize("kind", ["raises", "returns what it may not"])
async def test_nor_is_a_before_decision_that_fails(kind: str) -> None:
    class Broken(Falling):
        name = "Judge"

        def before_decision(self, visit: Visit[NoState]) -> Route:
            return wrong(kind)

    harness = harness_of(Broken(), ScriptedDecisions())

    assert isinstance(await harness.say("hello"), TurnFailed)
    assert entry_of(harness) == replace(ENTRY, outcome="handler_failed", attempts=0, **UNHEARD)
    assert meter_of(harness) == Meter()


@pytest.mark.parametrize("kind", ["raises", "returns what it may not"])
@pytest.mark.parametrize("whose", ["node", "graph"])
async def test_a_fallback_that_fails(kind: str, whose: str) -> None:
    class Broken(Judge):
        name = "Judge"

        def on_decision_error(self, failure: DecisionFailure, visit: Visit[NoState]) -> Route | None:
            return wrong(kind) if whose == "node" else None

    harness = harness_of(
        Broken(),
        ScriptedDecisions().fail(ProviderError("404", status=404)),
        on_decision_error=lambda failure, visit: wrong(kind),
    )

    assert isinstance(await harness.say("hello"), TurnFailed)
    assert entry_of(harness) == replace(
        ENTRY, outcome="fallback_handler_failed", failure="provider", status=404, **UNHEARD
    )


async def test_a_provider_that_breaks_its_word_is_a_bug_and_not_an_outage() -> None:
    """A provider raises ProviderError; whatever else it raises must be seen, not papered over."""
    node = Falling()
    harness = harness_of(node, ScriptedDecisions(steps=[KeyError("usage")]), retries=2)

    failed = await harness.say("hello")

    assert isinstance(failed, TurnFailed)
    assert node.failures == []
    assert entry_of(harness) == replace(ENTRY, outcome="failed", failure="provider", **UNHEARD)


# --- stopped ------------------------------------------------------------------------------------------------


class Waiting:
    """Never answers; says when it was asked, and whether its request was aborted."""

    id = "scripted"

    def __init__(self) -> None:
        self.asked = asyncio.Event()
        self.aborted = False

    async def ask(self, request: DecisionRequest) -> DecisionReply:
        self.asked.set()
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            self.aborted = True
            raise
        raise AssertionError("never answers")


async def test_stopping_the_turn_aborts_the_request_and_asks_no_hook() -> None:
    node, provider, control = Falling(), Waiting(), TurnControl()
    harness = harness_of(node, provider, retries=2)

    running = asyncio.create_task(harness.say("hello", control=control))
    await provider.asked.wait()
    control.cancel()
    await running

    assert harness.turns[0].status == "cancelled"
    assert provider.aborted
    assert node.failures == []
    assert entry_of(harness) == replace(ENTRY, outcome="cancelled", **UNHEARD)
    assert meter_of(harness) == Meter(calls=1)


async def test_a_turn_stopped_in_the_fallback_is_cancelled_all_the_same() -> None:
    asked, control = asyncio.Event(), TurnControl()

    class Slow(Judge):
        name = "Judge"

        async def on_decision_error(self, failure: DecisionFailure, visit: Visit[NoState]) -> Route:
            asked.set()
            await asyncio.Event().wait()
            raise AssertionError("never")

    harness = harness_of(Slow(), ScriptedDecisions().fail(ProviderError("404", status=404)))
    running = asyncio.create_task(harness.say("hello", control=control))
    await asked.wait()
    control.cancel()
    await running

    assert (entry_of(harness).outcome, entry_of(harness).failure) == ("cancelled", None)


# --- the breaker --------------------------------------------------------------------------------------------


async def test_an_open_breaker_falls_back_without_a_call() -> None:
    node = Falling()
    decisions = ScriptedDecisions().fail(ProviderTimeout(15), times=3)
    harness = harness_of(node, decisions)
    for _ in range(3):
        await harness.say("hello")

    assert await harness.reply_to("once more") == "fallback"
    assert len(decisions.requests) == 3
    assert entry_of(harness) == replace(
        ENTRY, outcome="fallback", failure="circuit_open", attempts=0, **UNHEARD
    )
    assert meter_of(harness) == Meter()
    assert harness.graph.decision_runner.breakers["scripted"].is_open


async def test_without_a_fallback_an_open_breaker_may_be_tried_again() -> None:
    harness = harness_of(Helpless(), ScriptedDecisions().fail(ProviderTimeout(15), times=3))
    for _ in range(3):
        await harness.say("hello")

    failed = await harness.say("once more")

    assert isinstance(failed, TurnFailed)
    assert (failed.code, failed.retryable) == ("internal", True)


async def test_invalid_answers_do_not_open_it() -> None:
    harness = harness_of(Falling(), ScriptedDecisions(steps=[BAD_ANSWER] * 4))

    for _ in range(4):
        await harness.say("hello")

    assert entry_of(harness).failure == "validation"


# --- what the audit and the host see ------------------------------------------------------------------------


async def test_each_visit_has_its_own_entry() -> None:
    class Twice(Judge):
        name = "Judge"
        targets = ("Judge",)

        def on_decision(self, answers: Ask, context: DecisionContext, visit: Visit[NoState]) -> Route:
            return go("Judge") if len(visit.scope.visits) == 1 else direct("twice")

    harness = harness_of(Twice(), ScriptedDecisions().answer(mood="calm").answer(mood="calm"))
    ended = await harness.say("hello")

    assert isinstance(ended, TurnCompleted)
    assert [entry.visit for entry in harness.audit] == [1, 2]
    assert meter_of(harness) == Meter(calls=2, input_tokens=20, output_tokens=4)


async def test_the_event_tells_the_outcome_and_shows_only_valid_answers() -> None:
    harness = harness_of(Falling(), ScriptedDecisions(steps=[BAD_ANSWER]).answer(mood="calm"))

    await harness.say("one")
    (rejected,) = [event for event in harness.events if isinstance(event, DecisionMade)]
    await harness.say("two")
    (accepted,) = [event for event in harness.events if isinstance(event, DecisionMade)]

    assert (rejected.node, rejected.outcome, rejected.failure, rejected.attempts, rejected.answers) == (
        "Judge",
        "fallback",
        "validation",
        1,
        None,
    )
    assert (accepted.outcome, accepted.failure) == ("success", None)
    assert accepted.answers is not None
    assert accepted.answers["mood"]["choice"] == "calm"


CATEGORIES: list[tuple[FailureCategory, Any]] = [
    ("timeout", ProviderTimeout(1)),
    ("provider", ProviderError("404 SECRET")),
    ("validation", BAD_ANSWER),
    ("configuration", ProviderMisconfigured("SECRET key")),
]


@pytest.mark.parametrize(("category", "step"), [(None, None), *CATEGORIES])
async def test_no_prompt_question_fact_or_answer_is_in_the_audit(
    category: FailureCategory | None, step: Any
) -> None:
    class Secretive(Judge):
        name = "Judge"

        def get_prompt(self, visit: Visit[NoState]) -> str:
            return "SECRET prompt"

        def get_facts(self, visit: Visit[NoState]) -> dict[str, object]:
            return {"fact": "SECRET"}

        def on_decision_error(self, failure: DecisionFailure, visit: Visit[NoState]) -> Route:
            return direct("fallback")

    decisions = ScriptedDecisions(steps=[step]) if step else ScriptedDecisions().answer(mood="upset")
    harness = harness_of(Secretive(), decisions)
    await harness.say("SECRET words")

    assert "SECRET" in repr(decisions.requests)
    assert entry_of(harness).failure == category
    kept = repr(harness.audit)
    for text in ("SECRET", "upset", "serene", "How does the customer feel?", "mood"):
        assert text not in kept
