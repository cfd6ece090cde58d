"""A session's audit as a file: every turn as JSON, or as CSV with a row for each node visit."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from typing import Any, Final

from hotelsite.conversations.models import Decision, NodeVisit, Session, Turn

VISIT_FIELDS: Final = (
    "run",
    "order",
    "node",
    "kind",
    "left_by",
    "target",
    "tool",
    "tool_accepted",
    "duration_ms",
    "nested_in",
)
DECISION_FIELDS: Final = (
    "provider",
    "configured_model",
    "actual_model",
    "outcome",
    "failure",
    "attempts",
    "request_id",
    "http_status",
    "input_tokens",
    "output_tokens",
)
FORMULA_STARTS: Final = tuple("=+-@\t\r\n\uff1d\uff0b\uff0d\uff20")
"""The wide forms count in some spreadsheets too."""
CSV_COLUMNS: Final = ("turn", "status", "started_at", "request", *VISIT_FIELDS, *DECISION_FIELDS)


def as_json(session: Session) -> dict[str, Any]:
    """Return the session and its turns, with the visits and decisions of each."""
    return {
        "session": str(session.pk),
        "graph": session.graph,
        "status": session.status,
        "created_at": session.created_at.isoformat(),
        "usage": session.usage.as_json(),
        "turns": [
            {
                "turn": turn.number,
                "status": turn.status,
                "request": turn.request_text,
                "action": turn.action or None,
                "arguments": turn.arguments,
                "reply": turn.reply_text,
                "code": turn.code or None,
                "started_at": turn.started_at.isoformat(),
                "finished_at": turn.finished_at.isoformat() if turn.finished_at else None,
                "usage": turn.usage.as_json(),
                "visits": [
                    {
                        **{name: getattr(visit, name) for name in VISIT_FIELDS},
                        "workflows": visit.workflows,
                        "decision": _decision(decision) if decision else None,
                    }
                    for visit, decision in visits
                ],
            }
            for turn, visits in _turns(session)
        ],
    }


def as_csv(session: Session) -> str:
    """Return one row for each visit, under a row of headings; no cell is taken for a formula by a spreadsheet."""
    written = io.StringIO()
    sheet = csv.writer(written)
    sheet.writerow(CSV_COLUMNS)
    for turn, visits in _turns(session):
        head = (turn.number, turn.status, turn.started_at.isoformat(), turn.request_text)
        none_entered: list[tuple[NodeVisit | None, Decision | None]] = [(None, None)]
        for visit, decision in visits or none_entered:
            entered = [getattr(visit, name, None) for name in VISIT_FIELDS]
            audited = [getattr(decision, name, None) for name in DECISION_FIELDS]
            sheet.writerow([disarmed(value) for value in (*head, *entered, *audited)])
    return written.getvalue()


def disarmed(value: object) -> object:
    """Put an apostrophe before text that a spreadsheet would run: customers and models may write any."""
    if isinstance(value, str) and (value[:1] in FORMULA_STARTS or value.lstrip()[:1] in FORMULA_STARTS):
        return f"'{value}"
    return "" if value is None else value


def _decision(entry: Decision) -> dict[str, Any]:
    return {name: getattr(entry, name) for name in DECISION_FIELDS}


def _turns(session: Session) -> Iterator[tuple[Turn, list[tuple[NodeVisit, Decision | None]]]]:
    """Turns in order with their visits in order; three queries."""
    turns = list(session.turns.order_by("number").defer("reply_data", "snapshot", "path"))
    decisions = {
        (entry.turn_id, entry.run, entry.visit): entry
        for entry in Decision.objects.filter(turn__session=session)
    }
    visits = NodeVisit.objects.filter(turn__session=session).order_by("run", "order")
    by_turn = _grouped(visits)
    for turn in turns:
        yield (
            turn,
            [
                (visit, decisions.get((visit.turn_id, visit.run, visit.order)))
                for visit in by_turn.get(turn.pk, [])
            ],
        )


def _grouped(visits: Iterable[NodeVisit]) -> dict[int, list[NodeVisit]]:
    grouped: dict[int, list[NodeVisit]] = {}
    for visit in visits:
        grouped.setdefault(visit.turn_id, []).append(visit)
    return grouped
