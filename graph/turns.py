"""What a turn is asked, what it leaves behind, and the handle by which it is stopped."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from graph.chat.audit import ChatRecord
from graph.chat.messages import Message
from graph.decision.audit import DecisionRecord
from graph.evidence import Evidence
from graph.jsonvalue import JsonObject, copy_json_object
from graph.routing import Reply
from graph.usage import TurnUsage
from graph.workflow.records import WorkflowRecord

SessionStatus = Literal["active", "completed", "expired"]
TurnStatus = Literal["running", "completed", "failed", "cancelled", "interrupted"]
FailureCode = Literal["provider_misconfigured", "routing_loop", "turn_timeout", "interrupted", "internal"]
NodeKind = Literal["graph", "decision", "conversation", "terminate"]


@dataclass(frozen=True, slots=True)
class ActionCall:
    """A named tool call made by the customer's page instead of the chat model."""

    name: str
    arguments: JsonObject = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnInput:
    """One thing a customer did: words, or an action with the words that stand for it."""

    id: str
    """Made by the client; unique in its session."""
    text: str
    action: ActionCall | None = None

    @property
    def fingerprint(self) -> str:
        """Digest of the body, by which a reused id is told from a repeated turn."""
        action = [self.action.name, self.action.arguments] if self.action else None
        body = json.dumps([self.text, action], sort_keys=True, ensure_ascii=True)
        return hashlib.sha256(body.encode()).hexdigest()

    @classmethod
    def act(cls, turn_id: str, name: str, arguments: Mapping[str, object], *, words: str) -> TurnInput:
        """An action; `words` are what the customer's side of the transcript shows."""
        return cls(
            id=turn_id, text=words, action=ActionCall(name, copy_json_object(dict(arguments), "arguments"))
        )


@dataclass(slots=True, kw_only=True)
class NodeVisit:
    """One entry into a node, as the audit keeps it."""

    order: int
    node: str
    kind: NodeKind
    left_by: str = ""
    """The builder that left it, or `failed` or `cancelled`."""
    target: str | None = None
    tool: str | None = None
    """Last tool called, None where there was none."""
    tool_accepted: bool | None = None
    duration_ms: int = 0
    nested_in: str | None = None
    """The node that ran this one nested, None for a visit of the turn itself."""
    workflows: list[WorkflowRecord] = field(default_factory=list)
    """How the annotated workflows went that the node ran, in order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionSnapshot:
    """What a turn needs of its session. Histories hold the newest messages only."""

    session_id: str
    graph: str
    """Name of the graph that the session runs on."""
    cursor: str
    """Node at which the session resumes; '' in a new session."""
    states: Mapping[str, JsonObject] = field(default_factory=dict)
    """Saved node state by node name; a node that saved nothing is absent."""
    histories: Mapping[str, tuple[Message, ...]] = field(default_factory=dict)
    """Newest messages by history space, oldest first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnCommit:
    """All that a finished turn writes, in one transaction."""

    cursor: str
    completed: bool
    reply: Reply
    snapshot: JsonObject
    """What the graph's `snapshot` hook says of the session after this turn."""
    states: Mapping[str, JsonObject]
    """New state of the nodes that changed, whole."""
    messages: tuple[tuple[str, Message], ...]
    """(history space, message) to append, in order."""
    path: tuple[str, ...]
    visits: tuple[NodeVisit, ...]
    decisions: tuple[DecisionRecord, ...]
    usage: TurnUsage
    seq: int = 0
    """Sequence number of the turn's last event, so that it can be sent again as it was."""
    chat_calls: tuple[ChatRecord, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    """What models gave, in order; a store may keep it or not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnClosure:
    """What a turn leaves that failed, was cancelled or interrupted: its row, nothing of its state."""

    status: Literal["failed", "cancelled", "interrupted"]
    code: FailureCode | None
    message: str
    retryable: bool
    path: tuple[str, ...]
    visits: tuple[NodeVisit, ...]
    decisions: tuple[DecisionRecord, ...]
    usage: TurnUsage
    seq: int = 0
    """Sequence number of the turn's last event."""
    chat_calls: tuple[ChatRecord, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    """What models gave, in order; a store may keep it or not."""


StopReason = Literal["cancelled", "turn_timeout", "lease_lost"]


class TurnControl:
    """Stops one running turn, until the turn shields itself because it is about to do what cannot be undone."""

    def __init__(self) -> None:
        self.stopped_by: StopReason | None = None
        """Why the turn was stopped, None while nobody did; the first reason stays."""
        self._task: asyncio.Task[Any] | None = None
        self._shielded = False
        self._over = False

    @property
    def cancel_requested(self) -> bool:
        return self.stopped_by == "cancelled"

    @property
    def shielded(self) -> bool:
        return self._shielded

    def cancel(self) -> bool:
        """Stop the turn on the customer's behalf. Returns False where it is too late, because it will complete."""
        return self.stop("cancelled")

    def shield(self) -> None:
        """From here on the turn runs to its end, whatever the customer or the clock says.

        Raises:
            CancelledError: It was stopped already, so what cannot be undone must not begin.
        """
        if self.stopped_by is not None:
            raise asyncio.CancelledError
        self._shielded = True

    # --- the engine's side ----------------------------------------------------------------------------------

    def attach(self, task: asyncio.Task[Any]) -> None:
        """Name the task in which the turn's work runs, from here on until `detach`."""
        self._task = task

    def detach(self) -> None:
        """The work is done; there is nothing left to stop."""
        self._task, self._over = None, True

    def stop(self, reason: StopReason) -> bool:
        """Cancel the work, once; a shield holds against everything but a lost lease.

        Returns:
            Whether the turn is stopped. It is not where it is shielded or its work is done.
        """
        if self._over or (self._shielded and reason != "lease_lost"):
            return False
        if self.stopped_by is None:
            self.stopped_by = reason
            if self._task is not None:
                self._task.cancel()
        return True
