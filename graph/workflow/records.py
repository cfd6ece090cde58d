"""What a workflow returns, and the record it leaves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, Literal, TypeVar

from graph.workflow.phases import PhaseKind

DetailsT = TypeVar("DetailsT")

PhaseEnd = Literal["done", "stopped", "failed", "handled"]
RunEnd = Literal["completed", "stopped", "failed"]


@dataclass(frozen=True, slots=True)
class Result(Generic[DetailsT]):
    """A decision's verdict. Details of a success can be injected; those of a failure say why."""

    success: bool
    details: DetailsT | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseRecord:
    """One phase that ran."""

    name: str
    kind: PhaseKind
    end: PhaseEnd
    duration_ms: int
    handled_by: str | None = None
    """The handler that took its exception, None where there was none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkflowRecord:
    """How one run went. Holds names and times, and nothing that a customer said."""

    agent: str
    end: RunEnd
    stopped_by: str | None
    """The decision that stopped it."""
    phases: tuple[PhaseRecord, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkflowRun:
    """A run that ended without an exception."""

    record: WorkflowRecord
    value: object
    """What the outcome returned; None where there is none, or the run was stopped."""
    details: object
    """Details of the failed `Result` that stopped the run."""
