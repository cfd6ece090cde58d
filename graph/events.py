"""What a running turn tells its host: few, typed and frozen.

Each carries the turn's number, the client's id and a sequence number that rises within the turn.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from graph.decision.audit import DecisionOutcome
from graph.errors import FailureCategory
from graph.jsonvalue import JsonObject
from graph.routing import Reply
from graph.turns import FailureCode, NodeKind
from graph.usage import TurnUsage


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnEvent:
    turn: int
    id: str
    seq: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnStarted(TurnEvent):
    text: str
    """The customer's words, or those that stand for the action."""
    action: str | None
    """Name of the action, None for a text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NodeEntered(TurnEvent):
    node: str
    kind: NodeKind


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionMade(TurnEvent):
    node: str
    outcome: DecisionOutcome
    failure: FailureCategory | None
    attempts: int
    duration_ms: int
    answers: Mapping[str, JsonObject] | None
    """The validated answers in wire form, for an inspector only: they are no part of the audit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCalled(TurnEvent):
    node: str
    tool: str
    accepted: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageDelta(TurnEvent):
    text: str
    """A piece of text that needs no review before the customer may see it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnCompleted(TurnEvent):
    reply: Reply
    node: str
    """Where the session resumes; `end` once it is completed."""
    completed: bool
    path: tuple[str, ...]
    usage: TurnUsage
    snapshot: JsonObject


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnFailed(TurnEvent):
    code: FailureCode
    message: str
    retryable: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnCancelled(TurnEvent):
    pass


Event: TypeAlias = (
    TurnStarted
    | NodeEntered
    | DecisionMade
    | ToolCalled
    | MessageDelta
    | TurnCompleted
    | TurnFailed
    | TurnCancelled
)
TerminalEvent: TypeAlias = TurnCompleted | TurnFailed | TurnCancelled
