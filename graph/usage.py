"""Token counts: what a call reported, and the two meters a turn keeps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeGuard

MAX_TOKENS = 10**9
"""No call reads or writes as many: a larger number is malformed, and might not fit where it is to be stored."""


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one call as the provider reported them."""

    input_tokens: int
    output_tokens: int

    @property
    def total_tokens(self) -> int:
        return self.input_tokens + self.output_tokens

    def __add__(self, other: Usage) -> Usage:
        return Usage(self.input_tokens + other.input_tokens, self.output_tokens + other.output_tokens)


def parse_usage(raw: object) -> Usage | None:
    """Read a provider's usage object; anything missing or malformed is None, which means unknown, not zero."""
    if isinstance(raw, Usage):
        return raw
    if not isinstance(raw, Mapping):
        return None
    counted, produced = raw.get("input_tokens"), raw.get("output_tokens")
    if not (_is_count(counted) and _is_count(produced)):
        return None
    return Usage(counted, produced)


def _is_count(value: object) -> TypeGuard[int]:
    return type(value) is int and 0 <= value <= MAX_TOKENS


@dataclass(slots=True)
class Meter:
    """Running totals of one kind of call."""

    calls: int = 0
    """Calls that reached the provider, however many attempts each took."""
    skipped: int = 0
    """Decisions answered from state alone, without a call."""
    input_tokens: int = 0
    output_tokens: int = 0

    def add(self, usage: Usage | None, *, calls: int = 1) -> None:
        self.calls += calls
        if usage is not None:
            self.input_tokens += usage.input_tokens
            self.output_tokens += usage.output_tokens

    def merge(self, other: Meter) -> None:
        self.calls += other.calls
        self.skipped += other.skipped
        self.input_tokens += other.input_tokens
        self.output_tokens += other.output_tokens

    def as_json(self) -> dict[str, int]:
        return {
            "calls": self.calls,
            "skipped": self.skipped,
            "input_tokens": self.input_tokens,
            "output_tokens": self.output_tokens,
            "total_tokens": self.input_tokens + self.output_tokens,
        }


@dataclass(slots=True)
class TurnUsage:
    """What deciding cost, and what talking cost."""

    decisions: Meter = field(default_factory=Meter)
    chat: Meter = field(default_factory=Meter)

    def merge(self, other: TurnUsage) -> None:
        self.decisions.merge(other.decisions)
        self.chat.merge(other.chat)

    def as_json(self) -> dict[str, dict[str, int]]:
        """`{"decisions": {...}, "chat": {...}}`, the latter without `skipped` (PROTOCOL.md, `usage`)."""
        chat = self.chat.as_json()
        del chat["skipped"]
        return {"decisions": self.decisions.as_json(), "chat": chat}

    @classmethod
    def from_json(cls, data: Mapping[str, Mapping[str, int]]) -> TurnUsage:
        """Read back what `as_json` wrote; an absent meter is zero."""

        def meter(name: str) -> Meter:
            stored = data.get(name, {})
            return Meter(
                calls=stored.get("calls", 0),
                skipped=stored.get("skipped", 0),
                input_tokens=stored.get("input_tokens", 0),
                output_tokens=stored.get("output_tokens", 0),
            )

        return cls(decisions=meter("decisions"), chat=meter("chat"))
