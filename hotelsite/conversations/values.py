"""Between rows and the graph library's values, both ways."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any, cast

from django.db import models

from graph.chat.audit import ChatRecord
from graph.chat.messages import Message as ChatMessage
from graph.chat.messages import Role, ToolCall
from graph.decision.audit import DecisionRecord
from graph.evidence import DecisionEvidence, Evidence
from graph.jsonvalue import JsonObject, JsonValue
from graph.routing import Reply
from graph.store import TurnRecorded
from graph.turns import FailureCode, NodeVisit, SessionSnapshot, TurnStatus
from hotelsite.conversations import models as rows


def session_snapshot(session: rows.Session, *, window: int) -> SessionSnapshot:
    """Load what a turn starts from. Two queries, one in a new session; both read a bounded number of rows."""
    return SessionSnapshot(
        session_id=str(session.pk),
        graph=session.graph,
        cursor=session.cursor,
        states=node_states(session),
        histories=_histories(session, window),
    )


def node_states(session: rows.Session) -> dict[str, JsonObject]:
    """Saved state by node name; one query."""
    return dict(rows.NodeState.objects.filter(session=session).values_list("node", "data"))


def _histories(session: rows.Session, window: int) -> dict[str, tuple[ChatMessage, ...]]:
    # A union and no OR: each branch is one range of the unique index, whatever a planner makes of the whole.
    # Plain columns: making model instances of forty rows would take as long as all statements of a turn together.
    newest = [
        rows.Message.objects.filter(session=session, space=space, position__gt=length - window).values_list(
            "space", "position", "role", "text", "internal", "tool_calls", "tool_call_id"
        )
        for space, length in session.history_lengths.items()
    ]
    if not newest:
        return {}
    histories: dict[str, list[ChatMessage]] = {space: [] for space in session.history_lengths}
    for space, _, *columns in newest[0].union(*newest[1:], all=True).order_by("position"):
        histories[space].append(_chat_message(*columns))
    return {space: tuple(messages) for space, messages in histories.items()}


def _chat_message(
    role: str, text: str, internal: bool, tool_calls: list[dict[str, Any]], tool_call_id: str | None
) -> ChatMessage:
    return ChatMessage(
        role=cast(Role, role),
        text=text,
        internal=internal,
        tool_calls=tuple(ToolCall(**call) for call in tool_calls),
        tool_call_id=tool_call_id,
    )


def message_row(
    turn_id: int, session_id: str, space: str, position: int, message: ChatMessage
) -> rows.Message:
    return rows.Message(
        session_id=session_id,
        turn_id=turn_id,
        space=space,
        position=position,
        role=message.role,
        text=storable(message.text),
        internal=message.internal,
        tool_calls=_tool_calls(message.tool_calls),
        tool_call_id=message.tool_call_id,
    )


def visit_rows(turn_id: int, run: int, visits: Iterable[NodeVisit]) -> list[rows.NodeVisit]:
    return [
        rows.NodeVisit(
            turn_id=turn_id,
            run=run,
            order=visit.order,
            node=visit.node,
            kind=visit.kind,
            left_by=visit.left_by,
            target=visit.target,
            tool=_clipped(rows.NodeVisit, "tool", visit.tool),
            tool_accepted=visit.tool_accepted,
            duration_ms=visit.duration_ms,
            nested_in=visit.nested_in,
            workflows=[storable_json(record.as_json()) for record in visit.workflows],
        )
        for visit in visits
    ]


def decision_rows(turn_id: int, run: int, decisions: Iterable[DecisionRecord]) -> list[rows.Decision]:
    return [
        rows.Decision(
            turn_id=turn_id,
            run=run,
            visit=record.visit,
            node=record.node,
            provider=record.provider,
            configured_model=record.configured_model,
            actual_model=_clipped(rows.Decision, "actual_model", record.actual_model),
            outcome=record.outcome,
            failure=record.failure,
            attempts=record.attempts,
            duration_ms=record.duration_ms,
            request_id=_clipped(rows.Decision, "request_id", record.request_id),
            http_status=record.status,
            input_tokens=record.usage.input_tokens if record.usage else None,
            output_tokens=record.usage.output_tokens if record.usage else None,
        )
        for record in decisions
    ]


def chat_rows(turn_id: int, run: int, calls: Iterable[ChatRecord]) -> list[rows.ChatCall]:
    return [
        rows.ChatCall(
            turn_id=turn_id,
            run=run,
            order=order,
            visit=record.visit,
            node=record.node,
            provider=record.provider,
            configured_model=record.configured_model,
            actual_model=_clipped(rows.ChatCall, "actual_model", record.actual_model),
            failure=record.failure,
            attempts=record.attempts,
            duration_ms=record.duration_ms,
            http_status=record.status,
            input_tokens=record.usage.input_tokens if record.usage else None,
            output_tokens=record.usage.output_tokens if record.usage else None,
        )
        for order, record in enumerate(calls, 1)
    ]


def evidence_rows(turn_id: int, run: int, evidence: Iterable[Evidence], now: datetime) -> list[rows.Evidence]:
    return [
        rows.Evidence(
            turn_id=turn_id,
            run=run,
            order=order,
            visit=item.visit,
            node=item.node,
            created_at=now,
            **_given(item),
        )
        for order, item in enumerate(evidence, 1)
    ]


def _given(item: Evidence) -> dict[str, Any]:
    if isinstance(item, DecisionEvidence):
        return {
            "kind": rows.Evidence.Kind.DECISION,
            "given": storable_json(dict(item.answers)),
            "thresholds": [threshold.as_json() for threshold in item.thresholds],
            "margin": item.margin,
        }
    return {
        "kind": rows.Evidence.Kind.CHAT,
        "given": {"text": storable(item.text), "tool_calls": _tool_calls(item.tool_calls)},
    }


def _tool_calls(calls: Iterable[ToolCall]) -> list[JsonValue]:
    return [storable_json({"id": call.id, "name": call.name, "arguments": call.arguments}) for call in calls]


def turn_recorded(row: rows.Turn) -> TurnRecorded:
    return TurnRecorded(
        turn=row.number,
        status=cast(TurnStatus, row.status),
        reply=reply(row),
        node=row.node,
        completed=row.completed_session,
        path=tuple(row.path),
        usage=row.last_run_usage,
        snapshot=row.snapshot,
        code=failure_code(row),
        message=row.message,
        retryable=row.retryable,
        seq=row.last_seq,
    )


def reply(row: rows.Turn) -> Reply | None:
    """What the customer got; None where the turn did not complete."""
    return Reply(row.reply_text, row.reply_data) if row.status == rows.Turn.Status.COMPLETED else None


def failure_code(row: rows.Turn) -> FailureCode | None:
    return cast("FailureCode | None", row.code or None)


def storable(text: str) -> str:
    """Replace what no database takes: NUL (PostgreSQL) and halves of surrogate pairs (any), as models may write them.

    What customers write is cleaned at the door; what a model or provider sends has no such door.
    """
    if text.isascii():
        return text.replace("\0", "\ufffd")
    return "".join("\ufffd" if char == "\0" or "\ud800" <= char <= "\udfff" else char for char in text)


def storable_json(value: JsonValue) -> JsonValue:
    """The same for each text and key within plain JSON."""
    if isinstance(value, str):
        return storable(value)
    if isinstance(value, list):
        return [storable_json(item) for item in value]
    if isinstance(value, dict):
        return {storable(key): storable_json(item) for key, item in value.items()}
    return value


def _clipped(model: type[models.Model], column: str, text: str | None) -> str | None:
    """Fit a name that a provider or model made up into its column, rather than lose the turn over it."""
    if text is None:
        return None
    field = model._meta.get_field(column)
    assert isinstance(field, models.CharField)
    return storable(text)[: field.max_length]
