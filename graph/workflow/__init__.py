"""Annotated workflows: linear work with a side effect, as a class whose methods are phases.

See `graph.workflow.phases` for an example, and `run_workflow` for how one runs.
"""

from graph.workflow.definition import WorkflowDefinition, agent, definition_of
from graph.workflow.errors import (
    ConstraintViolationError,
    MissingInputError,
    WorkflowDefinitionError,
    WorkflowError,
)
from graph.workflow.facade import ChatFacade
from graph.workflow.phases import action, decision, handle_exception, outcome, priority, trigger
from graph.workflow.records import PhaseRecord, Result, WorkflowRecord, WorkflowRun
from graph.workflow.runner import Valid, run_workflow

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
