"""Errors of workflows."""

from __future__ import annotations

from graph.errors import GraphDefinitionError, GraphError


class WorkflowDefinitionError(GraphDefinitionError):
    """A workflow class is declared wrongly; raised when the class is made. `.method` is None where the class is at fault."""

    def __init__(self, agent: str, method: str | None, problem: str, mend: str) -> None:
        super().__init__(f"{agent}.{method}" if method else agent, problem, mend)
        self.agent = agent
        self.method = method


class WorkflowError(GraphError):
    """A run could not go on."""


class WorkflowInputError(WorkflowError):
    """A run was begun with an event of another type, or without a service it declares; no phase ran."""

    def __init__(self, agent: str, problem: str) -> None:
        super().__init__(f"{agent}: {problem}")
        self.agent = agent


class ConstraintViolationError(WorkflowError):
    """A value about to be injected breaks its parameter's constraints. `.problems` names the rules, not the value."""

    def __init__(self, phase: str, parameter: str, problems: tuple[str, ...]) -> None:
        super().__init__(f"{phase}({parameter}): {'; '.join(problems)}")
        self.phase = phase
        self.parameter = parameter
        self.problems = problems


class MissingInputError(WorkflowError):
    """A phase needs a value that the run did not produce, say because the phase before it failed and was handled."""

    def __init__(self, phase: str, parameter: str, wanted: str) -> None:
        super().__init__(f"{phase}({parameter}): this run has no {wanted}")
        self.phase = phase
        self.parameter = parameter
