"""The keyless chat model: it serves the hotel graph's collectors and its list of results from the reading of messages.

It knows a task by the shape of the facts and by the tools it is offered, never by a prompt or a node's name. Where the
facts are none it knows, it asks the customer to say it otherwise.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from graph.chat.messages import ToolCall
from graph.chat.models import ChatReply, ChatRequest
from hotelsite.local_models import collecting, phrases, presenting, serving
from hotelsite.local_models.calls import Answer, Call
from hotelsite.local_models.conversation import newest_exchange

MODEL: Final = "local-reading-1"
_NO_TOKENS: Final = {"input_tokens": 0, "output_tokens": 0}


class LocalChatModel:
    """Talks in this process, without a network, a key or a cost; the same reply for the same request."""

    id = "local"

    async def complete(self, request: ChatRequest, on_delta: Callable[[str], None] | None) -> ChatReply:
        answer = _answer(request)
        if isinstance(answer, Call) and any(tool.name == answer.tool for tool in request.tools):
            call = ToolCall(id="call-1", name=answer.tool, arguments=answer.arguments)
            return ChatReply(tool_calls=(call,), model=MODEL, usage=_NO_TOKENS)
        text = phrases.NOT_CAUGHT if isinstance(answer, Call) else answer
        if on_delta is not None:
            on_delta(text)
        return ChatReply(text=text, model=MODEL, usage=_NO_TOKENS)


def _answer(request: ChatRequest) -> Answer:
    exchange = newest_exchange(request.messages)
    if task := collecting.task_of(request.facts):
        return collecting.answer(task, exchange)
    if results := presenting.results_of(request.facts):
        return presenting.draft(results) if results.is_drafting else serving.serve(results, exchange)
    return phrases.NOT_CAUGHT
