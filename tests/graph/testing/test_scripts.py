"""The scripted models play their steps in order and complain about surplus and missing ones."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from graph import (
    ChatReply,
    ChatRequest,
    ChoiceQuestion,
    DecisionReply,
    DecisionRequest,
    NoulQuestion,
    ProviderError,
    QuestionMap,
    ScoreQuestion,
    ToolCall,
)
from graph.decision.validation import validate_answers
from graph.testing import SURE, ScriptedChat, ScriptedDecisions, ScriptExhausted, ScriptFault, wire_answer

QUESTIONS: QuestionMap = {
    "mood": ChoiceQuestion(labels={"calm": None, "upset": None, "mixed": None}),
    "clarity": ScoreQuestion(levels=("confusing", "fair", "clear")),
    "grounded": NoulQuestion(instructions=("Is it?",)),
}
DECISION = DecisionRequest(
    node="Judge",
    model="m",
    state={},
    questions={name: question.to_wire("") for name, question in QUESTIONS.items()},
)
CHAT = ChatRequest(node="Talk", model="m", prompt="", facts={}, messages=(), tools=(), force_tools=False)


@pytest.mark.parametrize("score", [0, 0.5, 1, 1.75, 2])
@pytest.mark.parametrize("mood", ["calm", "upset", "mixed"])
async def test_scripted_answers_are_valid(mood: str, score: float) -> None:
    decisions = ScriptedDecisions().answer(mood=mood, clarity=score, grounded=0.3)

    reply = await decisions.ask(DECISION)

    answers: Any = validate_answers(QUESTIONS, reply.answers)
    assert (answers["mood"].choice, answers["mood"].probabilities[mood]) == (mood, SURE)
    assert answers["clarity"].score == score
    assert answers["clarity"].probabilities[1] == pytest.approx(max(0, 1 - abs(score - 1)))
    assert answers["grounded"].noul == 0.3


async def test_probability_and_confidence_may_be_set() -> None:
    decisions = ScriptedDecisions().answer(
        mood="calm", clarity=1, grounded=1, probability=0.5, confidence=0.2
    )

    answers: Any = validate_answers(QUESTIONS, (await decisions.ask(DECISION)).answers)

    assert answers["mood"].probabilities == {"calm": 0.5, "upset": 0.25, "mixed": 0.25}
    assert (answers["mood"].confidence, answers["clarity"].confidence) == (0.2, 0.2)


def test_one_answer_by_hand() -> None:
    assert wire_answer({"type": "noul"}, 0.25) == {"type": "noul", "noul": 0.25}


async def test_steps_come_in_order_whatever_their_kind() -> None:
    async def later(request: DecisionRequest) -> DecisionReply:
        await asyncio.sleep(0)
        return DecisionReply(answers="from a coroutine")

    decisions = ScriptedDecisions(steps=[DecisionReply(answers="given"), later]).fail(
        ProviderError("gone"), times=2
    )

    assert (await decisions.ask(DECISION)).answers == "given"
    assert (await decisions.ask(DECISION)).answers == "from a coroutine"
    for _ in range(2):
        with pytest.raises(ProviderError, match="gone"):
            await decisions.ask(DECISION)
    assert decisions.requests == [DECISION] * 4
    decisions.assert_done()


async def test_chat_steps_too() -> None:
    chat = ScriptedChat().say("hello").call("save", day="Monday").reply(ChatReply(text="raw"))
    chat.fail(ProviderError("gone"))
    shown: list[str] = []

    replies = [await chat.complete(CHAT, shown.append) for _ in range(3)]
    with pytest.raises(ProviderError, match="gone"):
        await chat.complete(CHAT, None)

    assert [reply.text for reply in replies] == ["hello", "", "raw"]
    assert replies[1].tool_calls == (ToolCall("call-2", "save", {"day": "Monday"}),)
    assert shown == ["hello", "raw"]
    chat.assert_done()


async def test_asking_more_than_was_scripted_is_a_fault() -> None:
    decisions, chat = ScriptedDecisions(), ScriptedChat()

    with pytest.raises(ScriptExhausted, match="Judge asked, and the script has nothing left"):
        await decisions.ask(DECISION)
    with pytest.raises(ScriptExhausted, match="Talk asked, and the script has nothing left"):
        await chat.complete(CHAT, None)

    assert [len(model.faults) for model in (decisions, chat)] == [1, 1]


def test_so_is_asking_less() -> None:
    with pytest.raises(AssertionError, match="2 scripted decisions were never asked for"):
        ScriptedDecisions().answer(mood="calm").answer(mood="calm").assert_done()
    with pytest.raises(AssertionError, match="1 scripted chat replies were never asked for"):
        ScriptedChat().say("hello").assert_done()


@pytest.mark.parametrize("answers", [{}, {"mood": "calm"}, {"other": 1}], ids=["none", "one", "another"])
async def test_so_are_answers_to_other_questions(answers: dict[str, Any]) -> None:
    decisions = ScriptedDecisions().answer(**answers)

    with pytest.raises(ScriptFault, match=r"Judge asks \['clarity', 'grounded', 'mood'\]"):
        await decisions.ask(DECISION)
