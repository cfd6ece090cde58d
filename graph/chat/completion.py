"""A chat completion put together from one object or from the chunks of a stream."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from graph.chat.messages import ToolCall
from graph.chat.models import ChatReply
from graph.errors import ProviderError, ProviderMisconfigured, ReplyRefused, ReplyTruncated
from graph.jsonvalue import JsonObject
from graph.modelserver import REFUSING_KEY
from graph.wire import error_detail, label, mapping, parse_json

MAX_TOOL_NAME_LENGTH = 64
"""The interface's own limit; a longer name is no tool's, but is recorded like any other."""


@dataclass(slots=True)
class _CallParts:
    id: str
    name: str = ""
    arguments: list[str] = field(default_factory=list)

    def whole(self) -> ToolCall:
        # Every call needs an id of its own for its result to refer to, and some servers give none.
        return ToolCall(
            self.id or f"call-{uuid.uuid4().hex}", self.name or "unnamed", _arguments("".join(self.arguments))
        )


def _arguments(text: str) -> JsonObject | str:
    if not text.strip():
        return {}  # how models call a tool that takes nothing
    parsed = parse_json(text)
    return parsed if isinstance(parsed, dict) else text


@dataclass(slots=True)
class Completion:
    """What came so far. Anything of an unexpected type is passed over: a server's answer is only a claim."""

    choices: int = 0
    """Objects or chunks that held a choice."""
    model: str | None = None
    usage: JsonObject | None = None
    """`input_tokens` and `output_tokens` as the server counted them."""
    _finish: str | None = None
    _text: list[str] = field(default_factory=list)
    _refusal: list[str] = field(default_factory=list)
    _calls: list[_CallParts] = field(default_factory=list)
    _by_index: dict[int, _CallParts] = field(default_factory=dict)

    @property
    def finished(self) -> bool:
        """The server said why the reply ended."""
        return self._finish is not None

    def add(self, payload: Mapping[str, Any]) -> str:
        """Take in a completion, or the next chunk of one; returns text that a customer may be shown, '' for none.

        Raises:
            ProviderError: The payload is an error, as servers report one when the stream has begun.
        """
        self.model = label(payload.get("model")) or self.model
        self.usage = _usage(payload.get("usage")) or self.usage
        if payload.get("error"):
            raise self._error(payload)
        choices = payload.get("choices")
        choice = mapping(choices[0]) if isinstance(choices, list) and choices else None
        if choice is None:
            return ""  # the last chunk of a stream holds usage alone
        self.choices += 1
        if isinstance(choice.get("finish_reason"), str):
            self._finish = choice["finish_reason"]
        return self._add_part(mapping(choice.get("delta") or choice.get("message")))

    def reply(self) -> ChatReply:
        """The whole reply.

        Raises:
            ReplyRefused: The model or a filter declined.
            ReplyTruncated: It stopped at its length limit.
        """
        if self._refusal or self._finish == "content_filter":
            raise ReplyRefused("the model declined to answer", usage=self.usage)
        if self._finish == "length":
            raise ReplyTruncated("the reply stopped at its length limit", usage=self.usage)
        return ChatReply(
            text="".join(self._text),
            tool_calls=tuple(call.whole() for call in self._calls),
            model=self.model,
            usage=self.usage,
        )

    def _add_part(self, part: Mapping[str, Any]) -> str:
        text = _text(part.get("content"))
        self._text.append(text)
        if refusal := _text(part.get("refusal")):
            self._refusal.append(refusal)
        for piece in part.get("tool_calls") or ():
            self._add_call(mapping(piece))
        return "" if self._calls or self._refusal else text

    def _add_call(self, piece: Mapping[str, Any]) -> None:
        call = self._call_of(piece)
        function = mapping(piece.get("function"))
        # Some servers repeat the name in every chunk.
        call.name = call.name or (label(function.get("name")) or "")[:MAX_TOOL_NAME_LENGTH]
        arguments = function.get("arguments")
        if isinstance(arguments, str):
            call.arguments.append(arguments)

    def _call_of(self, piece: Mapping[str, Any]) -> _CallParts:
        """The call that a piece belongs to: by index, unless another id shows that the server does not count."""
        index, call_id = piece.get("index"), _text(piece.get("id"))
        known = self._by_index.get(index) if isinstance(index, int) else None
        if known is None or (call_id and known.id and call_id != known.id):
            known = _CallParts(call_id)
            self._calls.append(known)
            if isinstance(index, int):
                self._by_index[index] = known
        return known

    def _error(self, payload: Mapping[str, Any]) -> ProviderError:
        code = mapping(payload["error"]).get("code")
        status = code if isinstance(code, int) and 400 <= code < 600 else None
        kind = ProviderMisconfigured if status in REFUSING_KEY else ProviderError
        return kind(
            "the server reported an error in its answer",
            transient=status is None or status in (408, 429) or status >= 500,
            status=status,
            usage=self.usage,
            detail=error_detail(dict(payload)),
        )


def _text(content: object) -> str:
    """Text as such, or as the list of parts that some servers send."""
    if isinstance(content, list):
        return "".join(_text(mapping(part).get("text")) for part in content)
    return content if isinstance(content, str) else ""


def _usage(reported: object) -> JsonObject | None:
    usage = mapping(reported)
    if not usage:
        return None
    return {"input_tokens": usage.get("prompt_tokens"), "output_tokens": usage.get("completion_tokens")}
