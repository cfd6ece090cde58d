"""The newest exchange in a chat request: what the customer said last, and what the assistant had said before."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from graph.chat.messages import Message


@dataclass(frozen=True, slots=True)
class Exchange:
    """What a reply is to be made from."""

    request: str
    """The customer's newest message, '' when there is none."""
    previous_reply: str | None
    """What the assistant said right before it."""
    refused: bool
    """A tool call of this very exchange was refused, so that the same call would be refused again."""


def newest_exchange(messages: Sequence[Message]) -> Exchange:
    """Return the newest exchange; what the framework wrote for the model is no part of it."""
    said = [
        message
        for message in messages
        if not message.internal and message.role in ("human", "assistant") and message.text
    ]
    request, previous = "", None
    for index in range(len(said) - 1, -1, -1):
        if said[index].role == "human":
            request = said[index].text
            before = said[index - 1] if index else None
            previous = before.text if before and before.role == "assistant" else None
            break
    return Exchange(request, previous, any(_is_refusal(message) for message in messages))


def _is_refusal(message: Message) -> bool:
    if message.role != "tool":
        return False
    try:
        answer = json.loads(message.text)
    except ValueError:
        return False
    return isinstance(answer, dict) and answer.get("accepted") is False
