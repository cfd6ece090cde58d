"""What a conversation node asks of a chat model, and how it is configured."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Protocol

from graph.chat.messages import Message, ToolCall
from graph.chat.tools import ToolSpec
from graph.jsonvalue import JsonObject
from graph.retrying import RetryPolicy


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatRequest:
    """One round of a conversation, in no provider's terms."""

    node: str
    """Name of the asking node, for logs."""
    model: str
    prompt: str
    facts: JsonObject
    """Data beside the prompt: an HTTP model renders it as one system message, a local one reads it as it is."""
    messages: tuple[Message, ...]
    tools: tuple[ToolSpec, ...]
    force_tools: bool
    """Plain text is no answer: a tool must be called."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatReply:
    """Text, tool calls, or both; tool calls win."""

    text: str = ""
    tool_calls: tuple[ToolCall, ...] = ()
    model: str | None = None
    usage: object = None
    """Token counts in whatever form they came; malformed counts as unknown."""


class ChatModel(Protocol):
    """Answers one round. Deadlines, retries and the tool loop are the library's."""

    @property
    def id(self) -> str:
        """The name by which configuration refers to it."""

    async def complete(self, request: ChatRequest, on_delta: Callable[[str], None] | None) -> ChatReply:
        """Answer the request.

        Args:
            on_delta: Gets pieces of plain text as they come, where the customer may see them; None where not.

        Raises:
            ProviderError: As for decision providers; its kin where the reply was refused, truncated or no reply.
        """


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatConfig:
    """How a graph or a node talks. None leaves a setting to the level above: node, graph, library."""

    provider: str | None = None
    model: str | None = None
    timeout_s: float | None = None
    """Seconds for each attempt."""
    max_retries: int | None = None
    """Further attempts after the first, for each round."""
    deadline_s: float | None = None
    """Seconds for all attempts and waits of one round."""
    max_rounds: int | None = None
    """Rounds of the tool loop in one visit."""
    alternate: str | None = None
    """Id of the chat model that takes over where this one fails, for the rest of that turn; it asks for its own model."""

    def over(self, base: ChatConfig) -> ChatConfig:
        """This configuration, completed from the level above it."""
        merged = {
            item.name: own if (own := getattr(self, item.name)) is not None else getattr(base, item.name)
            for item in fields(self)
        }
        return ChatConfig(**merged)

    def policy(self) -> RetryPolicy:
        """How often and how long a merged configuration tries."""
        assert self.timeout_s is not None
        assert self.max_retries is not None
        return RetryPolicy(timeout_s=self.timeout_s, max_retries=self.max_retries, deadline_s=self.deadline_s)


LIBRARY_CHAT_CONFIG = ChatConfig(provider="openai", model="", timeout_s=30.0, max_retries=0, max_rounds=4)
