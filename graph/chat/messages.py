"""Provider-neutral messages: what histories hold and what a chat model is shown."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from graph.jsonvalue import JsonObject

Role = Literal["human", "assistant", "tool"]


@dataclass(frozen=True, slots=True)
class ToolCall:
    """One tool call a chat model asks for; the arguments are unchecked until the loop validates them."""

    id: str
    name: str
    arguments: JsonObject | str
    """An object, or the raw text where the model's arguments were no JSON object."""


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a history, or of the exchange within a tool loop."""

    role: Role
    text: str
    internal: bool = False
    """Written by the framework for the model; never counts as a request and is never shown to a customer."""
    tool_calls: tuple[ToolCall, ...] = ()
    tool_call_id: str | None = None

    @classmethod
    def human(cls, text: str) -> Message:
        return cls("human", text)

    @classmethod
    def assistant(cls, text: str) -> Message:
        return cls("assistant", text)
