"""Our provider and runner against a Jev-compatible server, clean and with each of its faults."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pytest
from jevcompat.mock import FAULTS

from graph import ChoiceQuestion, DecisionMade, NoulQuestion, QuestionMap, TurnCompleted, TurnFailed
from graph.decision.questions import Question
from graph.decision.typesafe import TypeSafeProvider
from graph.testing import Harness
from tests.graph.providers.judging import QUESTIONS, Judge, judging
from tests.graph.providers.support import KEY, jev_server, record_row


@dataclass(frozen=True)
class Ending:
    """How a decision ends, as the audit tells it."""

    outcome: str
    category: str | None = None
    status: int | None = None

    def __str__(self) -> str:
        return " ".join(str(part) for part in (self.outcome, self.category, self.status) if part is not None)


ANSWERED = Ending("success")
INVALID = Ending("fallback", "validation")


def refused(status: int) -> Ending:
    return Ending("fallback", "provider", status)


def misconfigured(status: int) -> Ending:
    return Ending("failed", "configuration", status)


@dataclass(frozen=True)
class Case:
    """What a fault comes to, why, and what it takes to meet it."""

    ending: Ending
    why: str
    server_key: str | None = None
    model: str = "jev-latest"
    together_with: tuple[str, ...] = ()


CASES = {
    # Refusals of the request
    "wrong-route": Case(refused(404), "no such route"),
    "reject-jev-latest": Case(refused(404), "no such model"),
    "string-only-text": Case(refused(422), "our instructions are lists"),
    "noul-two-sided": Case(refused(422), "a noul of ours describes one side"),
    "noul-needs-instructions": Case(refused(422), "a noul of ours has none"),
    "no-null-description": Case(refused(422), "a label of ours has none"),
    "cap-64": Case(refused(422), "71 labels"),
    "cap-5-levels": Case(refused(422), "six levels"),
    "validation-400": Case(refused(400), "the same refusal under another status", together_with=("cap-64",)),
    "error-flat": Case(refused(400), "no such model, said in another form", model="no-such-model"),
    "text-errors": Case(
        refused(404), "no such model, said in plain text", together_with=("reject-jev-latest",)
    ),
    # Refusals of the key
    "auth-rejects-header": Case(misconfigured(401), "the server takes no key"),
    "auth-x-api-key": Case(misconfigured(403), "the key is looked for elsewhere", server_key=KEY),
    "auth-invalid-403-text": Case(misconfigured(401), "a wrong key", server_key="another"),
    # Answers that break a rule
    "xssi-200": Case(INVALID, "the body is not JSON"),
    "first-question-only": Case(INVALID, "three answers are missing"),
    "extra-answer": Case(INVALID, "an answer that nobody asked for"),
    "boolean-type": Case(INVALID, "an answer of another type"),
    "nfd-keys": Case(INVALID, "a label in another Unicode form is another label"),
    "choice-key-case": Case(INVALID, "a label in lower case is another label"),
    "choice-no-confidence": Case(INVALID, "confidence is missing"),
    "choice-sum": Case(INVALID, "probabilities sum to 1.2"),
    "noul-range": Case(INVALID, "a probability above 1"),
    "score-no-legend": Case(INVALID, "the legend is missing"),
    "legend-1-based": Case(INVALID, "the legend misses level 0"),
    "score-keys-1-based": Case(INVALID, "the probabilities miss level 0"),
    "score-sum": Case(INVALID, "probabilities sum to 0.8"),
    "confidence-over": Case(INVALID, "a confidence above 1"),
    # Harmless: no rule of ours is broken
    "plain-content-type": Case(ANSWERED, "harmless: the body is read whatever it is called"),
    "no-usage": Case(ANSWERED, "harmless: the usage is unknown, the answers count"),
    "float-usage": Case(ANSWERED, "harmless: the usage is unknown, the answers count"),
    "nan": Case(ANSWERED, "harmless: in an extra field, which is read as null and passed over"),
    "unprefixed-extra": Case(ANSWERED, "harmless: extra fields are passed over"),
    "choice-second": Case(ANSWERED, "harmless: code weighs the probabilities, whichever label is named"),
    "score-argmax": Case(ANSWERED, "harmless: a score need not be the expectation"),
    "confidence-margin": Case(ANSWERED, "harmless: in range; what it means is the model's own affair"),
    # Harmless: we never do what it takes
    "models-404": Case(ANSWERED, "harmless: we list no models"),
    "auth-plain": Case(ANSWERED, "harmless: we always send a key", server_key=KEY),
    "reject-array-state": Case(ANSWERED, "harmless: our state is an object"),
    "strict-ids": Case(ANSWERED, "harmless: our questions are named like attributes"),
    "forbid-extra": Case(ANSWERED, "harmless: we send the three known fields"),
    "accept-map-score": Case(ANSWERED, "harmless: our levels are a list"),
    "500-on-unknown-type": Case(ANSWERED, "harmless: we ask the three known types"),
    "accept-boolean": Case(ANSWERED, "harmless: we ask the three known types"),
    # Harmless: wrong in a way that no single answer shows
    "id-leaks": Case(ANSWERED, "not to be seen in one answer; thresholds decide"),
    "batch-leaks": Case(ANSWERED, "not to be seen in one answer; thresholds decide"),
    "order-leaks": Case(ANSWERED, "not to be seen in one answer; thresholds decide"),
}


def test_every_fault_has_a_case() -> None:
    assert set(CASES) == set(FAULTS)


async def test_clean_server_is_answered() -> None:
    judge = Judge()
    with jev_server(key=KEY) as url:
        async with TypeSafeProvider(KEY, base_url=url) as provider:
            harness = Harness(judging(judge), decisions=provider)
            reply = await harness.reply_to("Is the room ready?")

    assert reply == "judged"
    [record] = harness.audit
    assert (record.outcome, record.attempts, record.actual_model) == ("success", 1, "jevcompat-mock-0.1")
    assert record.request_id == "req_mock"
    assert record.usage is not None
    assert record.usage.input_tokens > 100
    assert rules_broken(QUESTIONS, raw_answers(harness)) == []


@pytest.mark.parametrize("fault", sorted(FAULTS))
async def test_fault_ends_as_designed(fault: str, request: pytest.FixtureRequest) -> None:
    """The outcome is the design's, and no answer that breaks a rule gets to the handler."""
    case, judge = CASES[fault], Judge()
    with jev_server(fault, *case.together_with, key=case.server_key) as url:
        async with TypeSafeProvider(KEY, base_url=url) as provider:
            harness = Harness(judging(judge, model=case.model), decisions=provider)
            ended = await harness.say("Is the room ready?")

    [record] = harness.audit
    ending = Ending(record.outcome, record.failure, record.status)
    shown = (
        ended.reply.text
        if isinstance(ended, TurnCompleted)
        else ended.message
        if isinstance(ended, TurnFailed)
        else ""
    )
    record_row(request, "Faults of a decision server", fault, ending, f"{shown[:44]!r}", case.why)
    assert ending == case.ending
    assert record.attempts == 1
    assert bool(judge.answers) == (case.ending == ANSWERED)
    if case.ending == ANSWERED:
        assert rules_broken(QUESTIONS, raw_answers(harness)) == []
    if case.ending.category == "configuration":
        assert isinstance(ended, TurnFailed)
        assert (ended.code, ended.retryable, judge.failures) == ("provider_misconfigured", False, [])
    assert shown


def raw_answers(harness: Harness) -> Mapping[str, Any]:
    """The answers in wire form that the handler was given, typed."""
    [made] = [event for event in harness.events if isinstance(event, DecisionMade)]
    assert made.answers is not None
    return made.answers


def rules_broken(questions: QuestionMap, answers: Mapping[str, Any]) -> list[str]:
    """The checks of an answer once more, written without a look at the library's; names the faulty answers."""
    if set(questions) != set(answers):
        return ["answers do not fit the questions"]
    return [name for name, question in questions.items() if not fits(question, answers[name])]


def fits(question: Question, answer: Mapping[str, Any]) -> bool:
    if isinstance(question, NoulQuestion):
        return answer["type"] == "noul" and is_probability(answer["noul"])
    if isinstance(question, ChoiceQuestion):
        expected = set(question.labels)
        told = answer["type"] == "choice" and answer["choice"] in expected
    else:
        expected = {str(level) for level in range(len(question.levels))}
        told = answer["type"] == "score" and set(answer["legend"]) == expected
        told = told and 0 <= answer["score"] <= len(expected) - 1
    shares = answer["probabilities"]
    return (
        told
        and set(shares) == expected
        and all(map(is_probability, [*shares.values(), answer["confidence"]]))
        and abs(sum(shares.values()) - 1) <= 0.02 + 1e-9
    )


def is_probability(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1
