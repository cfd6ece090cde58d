"""Scripted models: they answer what the test says, record what they were asked, and complain about what is left."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias, cast

from graph.chat.messages import ToolCall
from graph.chat.models import ChatReply, ChatRequest
from graph.decision.providers import DecisionReply, DecisionRequest
from graph.jsonvalue import JsonObject

DecisionStep: TypeAlias = (
    "DecisionReply | Exception | Callable[[DecisionRequest], DecisionReply | Awaitable[DecisionReply]]"
)
ChatStep: TypeAlias = "ChatReply | Exception | Callable[[ChatRequest], ChatReply | Awaitable[ChatReply]]"

SURE = 0.94
"""Probability a scripted choice gives its label unless told otherwise; the rest is spread evenly."""


class ScriptFault(AssertionError):
    """A test's script does not fit what the graph asked."""


class ScriptExhausted(ScriptFault):
    """A model was asked more often than the script has steps."""


@dataclass(kw_only=True)
class _Script:
    """Steps played in order, and what went wrong with them."""

    id: str = "scripted"
    faults: list[ScriptFault] = field(default_factory=list)
    """Kept, because a turn answers its customer whatever its models raise; `Harness` raises the first of them."""

    async def _play(self, steps: list[Any], request: Any) -> Any:
        try:
            if not steps:
                raise ScriptExhausted(f"{request.node} asked, and the script has nothing left")
            step = steps.pop(0)
            if isinstance(step, Exception):
                raise step
            answer = step(request) if callable(step) else step
            return await answer if isinstance(answer, Awaitable) else answer
        except ScriptFault as fault:
            self.faults.append(fault)
            raise


@dataclass(kw_only=True)
class ScriptedDecisions(_Script):
    """A decision provider that plays its steps in order.

    `answer(destination="dates", faithful=0.9)` adds a step: a label for a Choice, a number for a Noul or a Score.
    """

    steps: list[DecisionStep] = field(default_factory=list)
    requests: list[DecisionRequest] = field(default_factory=list)

    def answer(
        self, *, probability: float = SURE, confidence: float = 0.9, **answers: str | float
    ) -> ScriptedDecisions:
        """Answer one request; `probability` is that of each chosen label, `confidence` that of every answer."""

        def reply(request: DecisionRequest) -> DecisionReply:
            if set(answers) != set(request.questions):
                raise ScriptFault(
                    f"script answers {sorted(answers)}, {request.node} asks {sorted(request.questions)}"
                )
            made = {
                name: wire_answer(request.questions[name], value, probability, confidence)
                for name, value in answers.items()
            }
            return DecisionReply(
                answers=made,
                model="scripted-1",
                usage={"input_tokens": 10, "output_tokens": 2},
                request_id="req-1",
            )

        self.steps.append(reply)
        return self

    def fail(self, error: Exception, times: int = 1) -> ScriptedDecisions:
        """Raise the error for the next requests."""
        self.steps.extend([error] * times)
        return self

    async def ask(self, request: DecisionRequest) -> DecisionReply:
        self.requests.append(request)
        return cast("DecisionReply", await self._play(self.steps, request))

    def assert_done(self) -> None:
        """Fail where steps were never asked for."""
        assert not self.steps, f"{len(self.steps)} scripted decisions were never asked for"


def wire_answer(
    question: Mapping[str, Any], value: str | float, probability: float = SURE, confidence: float = 0.9
) -> JsonObject:
    """A valid answer in wire form to a question in wire form."""
    if question["type"] == "noul":
        return {"type": "noul", "noul": float(value)}
    if question["type"] == "choice":
        labels = list(question["criteria"])
        rest = (1 - probability) / (len(labels) - 1)
        probabilities: JsonObject = {label: probability if label == value else rest for label in labels}
        return {
            "type": "choice",
            "choice": str(value),
            "probabilities": probabilities,
            "confidence": confidence,
        }
    levels, score = list(question["criteria"]), float(value)
    below, share = int(score), score - int(score)
    by_level: JsonObject = {str(level): 0.0 for level in range(len(levels))}
    by_level[str(below)] = 1 - share
    if share:
        by_level[str(below + 1)] = share
    legend: JsonObject = {str(level): text for level, text in enumerate(levels)}
    return {
        "type": "score",
        "score": score,
        "legend": legend,
        "probabilities": by_level,
        "confidence": confidence,
    }


@dataclass(kw_only=True)
class ScriptedChat(_Script):
    """A chat model that plays its steps in order: `say("...")`, `call("book", hotel="...")`, `fail(error)`."""

    steps: list[ChatStep] = field(default_factory=list)
    requests: list[ChatRequest] = field(default_factory=list)

    def say(self, text: str) -> ScriptedChat:
        """Reply with plain text."""
        return self._add(
            ChatReply(text=text, model="scripted-1", usage={"input_tokens": 20, "output_tokens": 5})
        )

    def call(self, tool: str, **arguments: Any) -> ScriptedChat:
        """Reply with one tool call; arguments go through JSON, as a model's would."""
        call = ToolCall(
            f"call-{len(self.steps) + len(self.requests) + 1}",
            tool,
            json.loads(json.dumps(arguments, default=str)),
        )
        return self._add(
            ChatReply(tool_calls=(call,), model="scripted-1", usage={"input_tokens": 20, "output_tokens": 5})
        )

    def reply(self, reply: ChatReply) -> ScriptedChat:
        """Reply with exactly this."""
        return self._add(reply)

    def fail(self, error: Exception, times: int = 1) -> ScriptedChat:
        """Raise the error for the next rounds."""
        self.steps.extend([error] * times)
        return self

    def _add(self, step: ChatStep) -> ScriptedChat:
        self.steps.append(step)
        return self

    async def complete(self, request: ChatRequest, on_delta: Callable[[str], None] | None) -> ChatReply:
        self.requests.append(request)
        reply = cast("ChatReply", await self._play(self.steps, request))
        if on_delta is not None and reply.text and not reply.tool_calls:
            on_delta(reply.text)
        return reply

    def assert_done(self) -> None:
        """Fail where steps were never asked for."""
        assert not self.steps, f"{len(self.steps)} scripted chat replies were never asked for"
