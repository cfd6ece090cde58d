"""What models gave travels beside the audit, never in it, with the lines that code drew and the margin."""

from __future__ import annotations

import pytest

from graph import (
    ChatReply,
    Choice,
    ConversationNode,
    DecisionReply,
    GraphDefinitionError,
    NoState,
    Noul,
    ProviderError,
    Route,
    Score,
    Threshold,
    ToolCall,
    Visit,
    direct,
)
from graph.decision.questions import Answer
from graph.decision.thresholds import margin
from graph.evidence import ChatEvidence, DecisionEvidence, Evidence
from graph.testing import Harness, ScriptedChat, ScriptedDecisions
from tests.graph.support import Judge, Mood, graph_of

UPSET_LINE = Threshold(question="mood", label="upset", at_least=0.9)


class Careful(Judge):
    thresholds = (UPSET_LINE,)


class Talk(ConversationNode[NoState]):
    terminate_target = None

    def on_text(self, text: str, visit: Visit[NoState]) -> Route:
        return direct(text)


def given(harness: Harness) -> tuple[Evidence, ...]:
    turn = harness.turns[-1]
    ended = turn.commit or turn.closure
    assert ended is not None
    return ended.evidence


def only_decision(harness: Harness) -> DecisionEvidence:
    (evidence,) = given(harness)
    assert isinstance(evidence, DecisionEvidence)
    return evidence


async def test_a_decision_leaves_its_answers_its_thresholds_and_its_margin() -> None:
    harness = Harness(graph_of(Careful()), decisions=ScriptedDecisions().answer(mood="calm", probability=0.8))

    await harness.say("hello")

    evidence = only_decision(harness)
    assert evidence == DecisionEvidence(
        visit=1,
        node="Careful",
        answers={"mood": evidence.answers["mood"]},
        thresholds=(UPSET_LINE,),
        margin=evidence.margin,
    )
    assert evidence.margin == pytest.approx(0.6)
    assert evidence.answers["mood"]["choice"] == "calm"
    assert evidence.answers["mood"]["probabilities"] == pytest.approx({"calm": 0.8, "upset": 0.2})


async def test_what_a_provider_sends_beside_its_answer_is_not_kept() -> None:
    answer = {
        "type": "choice",
        "choice": "calm",
        "probabilities": {"calm": 0.9, "upset": 0.1},
        "confidence": 0.9,
        "thoughts": "x" * 10_000,
    }
    decisions = ScriptedDecisions(steps=[DecisionReply(answers={"mood": answer}, model="scripted-1")])
    harness = Harness(graph_of(Judge()), decisions=decisions)

    await harness.say("hello")

    evidence = only_decision(harness)
    assert "thoughts" not in evidence.answers["mood"]


async def test_a_decision_that_got_no_answer_leaves_none() -> None:
    decisions = ScriptedDecisions(steps=[ProviderError("down", transient=False)])
    harness = Harness(graph_of(Judge()), decisions=decisions)

    await harness.say("hello")

    assert given(harness) == ()


async def test_a_chat_model_leaves_each_reply_and_an_audit_entry_without_its_words() -> None:
    call = ToolCall("1", "no_such_tool", "{}")
    chat = ScriptedChat(
        steps=[
            ChatReply(tool_calls=(call,), usage={"input_tokens": 5, "output_tokens": 1}),
            ChatReply(text="secret words", model="m-1"),
        ]
    )
    harness = Harness(graph_of(Talk()), chat=chat)

    await harness.say("hello")

    assert given(harness) == (
        ChatEvidence(visit=1, node="Talk", text="", tool_calls=(call,)),
        ChatEvidence(visit=1, node="Talk", text="secret words", tool_calls=()),
    )
    commit = harness.turns[-1].commit
    assert commit is not None
    assert [(entry.actual_model, entry.failure, entry.attempts) for entry in commit.chat_calls] == [
        (None, None, 1),
        ("m-1", None, 1),
    ]
    assert [entry.usage and entry.usage.total_tokens for entry in commit.chat_calls] == [6, None]
    assert "secret words" not in repr(commit.chat_calls)


async def test_a_chat_model_that_failed_is_in_the_audit() -> None:
    harness = Harness(graph_of(Talk()), chat=ScriptedChat(steps=[ProviderError("down", status=422)]))

    await harness.say("hello")

    closure = harness.turns[-1].closure
    assert closure is not None
    (entry,) = closure.chat_calls
    assert (entry.node, entry.failure, entry.status, entry.usage) == ("Talk", "provider", 422, None)
    assert closure.evidence == ()


@pytest.mark.parametrize(
    ("answers", "thresholds", "expected"),
    [
        ({"mood": Choice(Mood.CALM, {Mood.CALM: 0.7, Mood.UPSET: 0.3}, 1.0)}, (), 0.4),
        ({"mood": Choice(Mood.UPSET, {Mood.CALM: 0.7, Mood.UPSET: 0.3}, 1.0)}, (), 0.0),
        ({"mood": Choice(Mood.CALM, {Mood.CALM: 0.95, Mood.UPSET: 0.05}, 1.0)}, (UPSET_LINE,), 0.85),
        ({"ok": Noul(0.8)}, (), None),
        ({"ok": Noul(0.8)}, (Threshold(question="ok", at_least=0.75),), 0.05),
        ({"ok": Noul(0.7)}, (Threshold(question="ok", at_least=0.75),), 0.05),
        (
            {"clear": Score(1.9, ("a", "b", "c"), (0.0, 0.1, 0.9), 0.8)},
            (Threshold(question="clear", at_least=1.5),),
            0.2,
        ),
        (
            {"clear": Score(1.9, ("a", "b", "c"), (0.0, 0.1, 0.9), 0.8)},
            (Threshold(question="clear", at_least=0.75, confidence=True),),
            0.05,
        ),
    ],
    ids=["lead", "not-the-likeliest", "far-line", "no-line", "above", "below", "score", "confidence"],
)
def test_the_margin_is_the_smallest_distance_to_another_course(
    answers: dict[str, Answer], thresholds: tuple[Threshold, ...], expected: float | None
) -> None:
    assert margin(answers, thresholds) == (None if expected is None else pytest.approx(expected))


@pytest.mark.parametrize(
    "wrong",
    [
        Threshold(question="weather", at_least=0.5),
        Threshold(question="mood", at_least=0.5),
        Threshold(question="mood", label="angry", at_least=0.5),
        Threshold(question="mood", label="upset", at_least=1.5),
    ],
    ids=["no-question", "no-label", "unknown-label", "out-of-reach"],
)
def test_a_threshold_that_fits_no_answer_is_refused_with_its_node(wrong: Threshold) -> None:
    class Wrong(Judge):
        thresholds = (wrong,)

    with pytest.raises(GraphDefinitionError) as refused:
        Harness(graph_of(Wrong()))

    assert refused.value.node == "Wrong"
