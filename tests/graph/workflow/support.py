"""What the tests of workflows share: an event, what phases return, and a log that they write to."""

from __future__ import annotations

from pydantic import BaseModel

from graph.workflow import WorkflowRecord, WorkflowRun


class Order(BaseModel):
    """The event."""

    amount: int = 1


class Note(BaseModel):
    """What phases return."""

    text: str


class UrgentNote(Note):
    pass


class Log(list[str]):
    """A service that phases write to."""


def phases_of(run: WorkflowRun | WorkflowRecord) -> list[str]:
    """Names of the phases that ran, in order."""
    record = run.record if isinstance(run, WorkflowRun) else run
    return [phase.name for phase in record.phases]
