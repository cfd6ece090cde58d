"""What models gave in a turn, in order.

Evidence is kept apart from the audit, which never holds answers, so that a host can keep it elsewhere, for a shorter
time, for fewer eyes, or not at all.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from graph.chat.messages import ToolCall
from graph.decision.thresholds import Threshold
from graph.jsonvalue import JsonObject


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionEvidence:
    """The answers of one decision, found valid."""

    visit: int
    """Order of the node visit that asked."""
    node: str
    answers: Mapping[str, JsonObject]
    """By question, in wire form."""
    thresholds: tuple[Threshold, ...]
    """As the node's code applied them then."""
    margin: float | None
    """How far, 0..1, the decision was from going the other way; None where nothing could be measured."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatEvidence:
    """What a chat model replied in one round."""

    visit: int
    node: str
    text: str
    tool_calls: tuple[ToolCall, ...]
    """With their arguments, whether or not the node accepted them."""


Evidence: TypeAlias = DecisionEvidence | ChatEvidence
