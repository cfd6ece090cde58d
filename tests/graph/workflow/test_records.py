"""The record of a run, and its form as JSON."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from decimal import Decimal

import pytest

from graph.jsonvalue import JsonValue
from graph.workflow import (
    PhaseRecord,
    Result,
    WorkflowRecord,
    action,
    agent,
    decision,
    outcome,
    run_workflow,
    trigger,
)
from tests.graph.workflow.support import Note, Order


@dataclass(frozen=True)
class Full:
    nights: tuple[dt.date, ...]
    total: Decimal


class Opaque:
    pass


def record_of(details: object) -> WorkflowRecord:
    return WorkflowRecord(agent="Agent", end="stopped", phases=(), stopped_by="judge", details=details)


async def test_a_run_says_which_phases_ran_how_long_and_how_it_ended() -> None:
    @agent
    class Selling:
        @trigger
        def start(self, order: Order) -> None: ...

        @decision
        def judge(self, order: Order) -> Result[Note]:
            return Result(order.amount > 0, Note(text="nothing ordered"))

        @action
        def act(self) -> None: ...

        @outcome
        def end(self) -> None: ...

    completed = (await run_workflow(Selling, Order(amount=1))).record
    stopped = (await run_workflow(Selling, Order(amount=0))).record

    assert [(phase.name, phase.kind, phase.end) for phase in completed.phases] == [
        ("start", "trigger", "done"),
        ("judge", "decision", "done"),
        ("act", "action", "done"),
        ("end", "outcome", "done"),
    ]
    assert all(phase.duration_ms >= 0 for phase in completed.phases)
    assert (completed.agent, completed.end, completed.stopped_by) == ("Selling", "completed", None)
    assert (stopped.end, stopped.stopped_by, stopped.details) == (
        "stopped",
        "judge",
        Note(text="nothing ordered"),
    )


def test_as_json_it_holds_all_of_that() -> None:
    phase = PhaseRecord(
        name="act", kind="action", end="failed", duration_ms=3, error="KeyError", handled_by="handle"
    )
    record = WorkflowRecord(agent="Selling", end="failed", phases=(phase, phase), error="OSError")

    assert record.as_json() == {
        "agent": "Selling",
        "end": "failed",
        "stopped_by": None,
        "details": None,
        "error": "OSError",
        "duration_ms": 6,
        "phases": [
            {
                "name": "act",
                "kind": "action",
                "end": "failed",
                "duration_ms": 3,
                "error": "KeyError",
                "handled_by": "handle",
            }
        ]
        * 2,
    }


def cyclic() -> list[object]:
    endless: list[object] = []
    endless.append(endless)
    return endless


@pytest.mark.parametrize(
    ("details", "told"),
    [
        (Note(text="why"), {"type": "Note", "value": {"text": "why"}}),
        (
            Full((dt.date(2027, 8, 3),), Decimal("2.50")),
            {"type": "Full", "value": {"nights": ["2027-08-03"], "total": "2.50"}},
        ),
        ({"odd": Opaque()}, {"type": "dict", "value": {"odd": "Opaque"}}),
        (float("nan"), {"type": "float", "value": "NaN"}),
        (cyclic(), {"type": "list", "value": None}),
        (None, None),
    ],
    ids=["model", "dataclass", "no JSON within", "no number", "endless", "none"],
)
def test_details_of_any_kind_become_plain_json(details: object, told: JsonValue) -> None:
    assert record_of(details).as_json()["details"] == told
