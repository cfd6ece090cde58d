"""Text shown while it is being written: only where nothing may come between it and the customer."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

import pytest
from pydantic import BaseModel

from graph import (
    ChatConfig,
    ChatReply,
    ChatRequest,
    ConversationNode,
    MessageDelta,
    NoState,
    ProviderError,
    Route,
    ToolCall,
    Visit,
    direct,
    stay,
    tool,
)
from graph.testing import Harness
from tests.graph.support import graph_of


class NoArguments(BaseModel):
    pass


class Streaming:
    """Writes its replies piece by piece; an error among the pieces is raised there."""

    id = "scripted"

    def __init__(self, *rounds: tuple[str | Exception | ToolCall, ...]) -> None:
        self.rounds = list(rounds)
        self.allowed: list[bool] = []
        """For each attempt, whether it might show its text."""

    async def complete(self, request: ChatRequest, on_delta: Callable[[str], None] | None) -> ChatReply:
        self.allowed.append(on_delta is not None)
        text = ""
        calls: tuple[ToolCall, ...] = ()
        for piece in self.rounds.pop(0):
            if isinstance(piece, Exception):
                raise piece
            if isinstance(piece, ToolCall):
                calls = (*calls, piece)
                continue
            text += piece
            if on_delta is not None:
                on_delta(piece)
        return ChatReply(text=text, tool_calls=calls)


class Talk(ConversationNode[NoState]):
    terminate_target = None

    @tool
    def check(self, arguments: NoArguments, visit: Visit[NoState]) -> Route:
        return stay("checked")


def deltas_of(harness: Harness) -> list[str]:
    return [event.text for event in harness.events if isinstance(event, MessageDelta)]


async def test_pieces_are_told_as_they_come() -> None:
    harness = Harness(graph_of(Talk()), chat=Streaming(("Good ", "morning")))

    assert await harness.reply_to("hello") == "Good morning"
    assert deltas_of(harness) == ["Good ", "morning"]


class Reviewed(Talk):
    def on_text(self, text: str, visit: Visit[NoState]) -> Route:
        return direct("reviewed")


class Forced(Talk):
    force_tools = True

    @tool
    def done(self, arguments: NoArguments, visit: Visit[NoState]) -> Route:
        return direct("done")


class Decorated(Reviewed):
    stream_text: ClassVar[bool | None] = True


class Silent(Talk):
    stream_text: ClassVar[bool | None] = False


class ForcedAll(Forced):
    stream_text: ClassVar[bool | None] = True


DONE = ToolCall("1", "done", {})


@pytest.mark.parametrize(
    ("node", "model", "shown"),
    [
        pytest.param(Talk(), Streaming(("text",)), ["text"], id="text is the reply"),
        pytest.param(Reviewed(), Streaming(("text",)), [], id="on_text comes between"),
        pytest.param(Decorated(), Streaming(("text",)), ["text"], id="on_text comes between, and says so"),
        pytest.param(Silent(), Streaming(("text",)), [], id="switched off"),
        pytest.param(Forced(), Streaming(("text", DONE)), [], id="tools are forced"),
        pytest.param(ForcedAll(), Streaming(("text", DONE)), [], id="tools are forced, whatever it says"),
    ],
)
async def test_only_text_that_is_the_reply_is_shown(node: Talk, model: Streaming, shown: list[str]) -> None:
    harness = Harness(graph_of(node), chat=model)

    await harness.say("hello")

    assert deltas_of(harness) == shown


async def test_another_attempt_does_not_show_the_beginning_twice() -> None:
    model = Streaming(("Good ", ProviderError("cut off", transient=True)), ("Good ", "morning"))
    harness = Harness(graph_of(Talk(), chat=ChatConfig(provider="scripted", max_retries=1)), chat=model)

    assert await harness.reply_to("hello") == "Good morning"
    assert deltas_of(harness) == ["Good "]
    assert model.allowed == [True, False]


async def test_a_later_round_adds_nothing_to_what_was_shown() -> None:
    model = Streaming(("Let me see", ToolCall("1", "check", {})), ("All fine",))
    harness = Harness(graph_of(Talk()), chat=model)

    assert await harness.reply_to("hello") == "All fine"
    assert deltas_of(harness) == ["Let me see"]


async def test_a_later_round_is_shown_where_nothing_was_yet() -> None:
    model = Streaming((ToolCall("1", "check", {}),), ("All ", "fine"))
    harness = Harness(graph_of(Talk()), chat=model)

    await harness.say("hello")

    assert deltas_of(harness) == ["All ", "fine"]
