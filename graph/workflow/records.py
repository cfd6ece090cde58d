"""What a workflow returns, and the record it leaves."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Generic, Literal, TypeVar

from pydantic_core import PydanticSerializationError, to_json

from graph.jsonvalue import JsonObject, JsonValue
from graph.workflow.phases import PhaseKind

DetailsT = TypeVar("DetailsT")

PhaseEnd = Literal["done", "stopped", "failed", "handled"]
RunEnd = Literal["completed", "stopped", "failed"]


@dataclass(frozen=True, slots=True)
class Result(Generic[DetailsT]):
    """A decision's verdict. Details of a success can be injected; those of a failure say why, and join the record."""

    success: bool
    details: DetailsT | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseRecord:
    """One phase that ran."""

    name: str
    kind: PhaseKind
    end: PhaseEnd
    """`handled` where a handler took its exception and returned; `failed` where that one raised too."""
    duration_ms: int
    """Its handler's time included."""
    error: str | None = None
    """Class of the exception it raised."""
    handled_by: str | None = None
    """The handler that took its exception, None where there was none."""

    def as_json(self) -> JsonObject:
        return {
            "name": self.name,
            "kind": self.kind,
            "end": self.end,
            "duration_ms": self.duration_ms,
            "error": self.error,
            "handled_by": self.handled_by,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkflowRecord:
    """How one run went: names, times, and the details of the verdict that stopped it. Of exceptions only the class."""

    agent: str
    end: RunEnd
    phases: tuple[PhaseRecord, ...]
    stopped_by: str | None = None
    """The decision that stopped it."""
    details: object = None
    """What the failed `Result` that stopped it said; its author keeps customers' words out of it."""
    error: str | None = None
    """Class of the exception that ended it, a cancellation included."""

    @property
    def duration_ms(self) -> int:
        return sum(phase.duration_ms for phase in self.phases)

    def as_json(self) -> JsonObject:
        """Return it as plain JSON; `details` is `{"type", "value"}` or null."""
        return {
            "agent": self.agent,
            "end": self.end,
            "stopped_by": self.stopped_by,
            "details": None if self.details is None else _described(self.details),
            "error": self.error,
            "duration_ms": self.duration_ms,
            "phases": [phase.as_json() for phase in self.phases],
        }


def _described(details: object) -> JsonObject:
    """Whatever an author puts into details: what JSON cannot hold is told by its class."""
    try:
        written = to_json(details, inf_nan_mode="strings", fallback=lambda unknown: type(unknown).__name__)
        value: JsonValue = json.loads(written)
    except (PydanticSerializationError, ValueError):
        value = None
    return {"type": type(details).__name__, "value": value}


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkflowRun:
    """A run that ended without an exception."""

    record: WorkflowRecord
    value: object
    """What the outcome returned; None where there is none, or the run was stopped."""
