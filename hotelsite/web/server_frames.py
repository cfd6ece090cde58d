"""Every frame the server sends, built here and nowhere else, out of the library's events and the stored turns.

Source: PROTOCOL.md, "Server -> client". The HTTP API sends the same frames.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, TypeAlias

from graph.events import (
    DecisionMade,
    Event,
    MessageDelta,
    NodeEntered,
    TerminalEvent,
    ToolCalled,
    TurnCancelled,
    TurnCompleted,
    TurnFailed,
    TurnStarted,
)
from graph.jsonvalue import JsonObject
from graph.routing import Reply
from graph.turns import TurnInput
from graph.usage import TurnUsage
from hotelsite.concierge import ReplyData, request_kind
from hotelsite.conversations.sessions import TurnView
from hotelsite.web.refusals import Refusal
from hotelsite.web.richtext import to_html

Frame: TypeAlias = dict[str, Any]
"""One JSON object; `type` names it."""

_BARE_REPLY: Final = ReplyData().model_dump(mode="json")
_TERMINAL_TYPES: Final = frozenset({"turn.completed", "turn.failed", "turn.cancelled"})

PONG: Final[Frame] = {"type": "pong"}


def is_terminal(frame: Frame) -> bool:
    """Tell whether the frame is the last of its turn."""
    return frame["type"] in _TERMINAL_TYPES


def event_frame(event: Event, *, inspector: bool) -> Frame:
    """Return the frame of a turn's event.

    Args:
        inspector: Whether the page may see the answers behind a decision.
    """
    common = {"turn": event.turn, "id": event.id, "seq": event.seq}
    match event:
        case TurnStarted():
            return {"type": "turn.started", **common, "request": _request(event.text, event.action)}
        case NodeEntered():
            return {"type": "node.entered", **common, "node": event.node, "kind": event.kind}
        case DecisionMade():
            return {"type": "decision.made", **common, **_decision(event, inspector=inspector)}
        case ToolCalled():
            called = {"node": event.node, "tool": event.tool, "accepted": event.accepted}
            return {"type": "tool.called", **common, **called}
        case MessageDelta():
            return {"type": "message.delta", **common, "text": event.text}
        case TurnCompleted() | TurnFailed() | TurnCancelled():
            return terminal_frame(event)


def terminal_frame(event: TerminalEvent) -> Frame:
    """Return the last frame of a turn."""
    common = {"turn": event.turn, "id": event.id, "seq": event.seq}
    match event:
        case TurnCompleted():
            return {
                "type": "turn.completed",
                **common,
                "message": message(event.reply),
                "node": event.node,
                "completed": event.completed,
                "criteria": event.snapshot["criteria"],
                "results_turn": event.snapshot["results_turn"],
                "path": list(event.path),
                "usage": event.usage.as_json(),
            }
        case TurnFailed():
            failure = {"code": event.code, "message": event.message, "retryable": event.retryable}
            return {"type": "turn.failed", **common, **failure}
        case TurnCancelled():
            return {"type": "turn.cancelled", **common}


def repeated_start_frame(turn: TurnInput, number: int) -> Frame:
    """Return `turn.started` for a client that sends again what is already running."""
    action = turn.action.name if turn.action else None
    started = TurnStarted(turn=number, id=turn.id, seq=1, text=turn.text, action=action)
    return event_frame(started, inspector=False)


def message(reply: Reply) -> Frame:
    """Return PROTOCOL's `message`: the text, the same as safe HTML, and the cards and buttons beside it."""
    return {"text": reply.text, "html": to_html(reply.text), **_BARE_REPLY, **reply.data}


def turn_records(turns: Iterable[TurnView]) -> list[Frame]:
    """Return the `turns` of a `session` or `history` frame."""
    return [
        {
            "turn": turn.number,
            "id": turn.id,
            "request": _request(turn.text, turn.action),
            "message": message(turn.reply) if turn.reply else None,
            "status": turn.status,
        }
        for turn in turns
    ]


def session_frame(
    *,
    session_id: str,
    status: str,
    node: str,
    snapshot: JsonObject,
    turns: Iterable[TurnView],
    earlier: bool,
    in_flight: str | None,
    usage: TurnUsage,
    graph: JsonObject,
) -> Frame:
    """Return the `session` frame.

    Args:
        snapshot: What the graph says of the session: `criteria`, `results_turn`.
        in_flight: The client's id of the running turn.
        usage: Totals over all turns.
    """
    return {
        "type": "session",
        "session": session_id,
        "status": status,
        "node": node,
        "criteria": snapshot["criteria"],
        "results_turn": snapshot["results_turn"],
        "turns": turn_records(turns),
        "earlier": earlier,
        "in_flight": in_flight,
        "usage": usage.as_json(),
        "graph": graph,
    }


def history_frame(turns: Iterable[TurnView], *, earlier: bool) -> Frame:
    return {"type": "history", "turns": turn_records(turns), "earlier": earlier}


def error_frame(refusal: Refusal) -> Frame:
    frame: Frame = {"type": "error", "code": refusal.code, "message": refusal.message}
    if refusal.turn_id is not None:
        frame["id"] = refusal.turn_id
    if refusal.retry_after_s is not None:
        frame["retry_after"] = refusal.retry_after_s
    return frame


def _request(text: str, action: str | None) -> Frame:
    return {"type": request_kind(action), "text": text}


def _decision(event: DecisionMade, *, inspector: bool) -> Frame:
    made: Frame = {
        "node": event.node,
        "outcome": event.outcome,
        "failure": event.failure,
        "attempts": event.attempts,
        "duration_ms": event.duration_ms,
    }
    if inspector:
        made["answers"] = dict(event.answers) if event.answers is not None else None
    return made
