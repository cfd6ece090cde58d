"""Annotated workflows: linear work with a side effect, as a class whose methods are phases.

See `graph.workflow.phases` for an example, and `run_workflow` for how one runs.
"""

from graph.workflow.definition import agent, definition_of
from graph.workflow.errors import (
    ConstraintViolationError,
    MissingInputError,
    WorkflowDefinitionError,
    WorkflowError,
    WorkflowInputError,
)
from graph.workflow.facade import ChatFacade
from graph.workflow.phases import action, decision, handle_exception, outcome, priority, trigger
from graph.workflow.reading import Valid
from graph.workflow.records import PhaseRecord, Result, WorkflowRecord, WorkflowRun
from graph.workflow.runner import run_workflow
from graph.workflow.structure import WorkflowDefinition

__all__ = [
    "ChatFacade",
    "ConstraintViolationError",
    "MissingInputError",
    "PhaseRecord",
    "Result",
    "Valid",
    "WorkflowDefinition",
    "WorkflowDefinitionError",
    "WorkflowError",
    "WorkflowInputError",
    "WorkflowRecord",
    "WorkflowRun",
    "action",
    "agent",
    "decision",
    "definition_of",
    "handle_exception",
    "outcome",
    "priority",
    "run_workflow",
    "trigger",
]
