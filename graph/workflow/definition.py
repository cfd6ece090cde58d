"""`@agent`: reads a class's phases and refuses what cannot work, when the class is made.

Refused, each time with class and method: no trigger or two, two outcomes, a method in two phases, a mixture of ordered
and unordered decisions and actions, a trigger without exactly one event parameter, a handler without exactly one
exception parameter, a decision that can only stop, and a parameter that nothing can supply.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar, overload

from graph.workflow.errors import WorkflowDefinitionError
from graph.workflow.facade import ChatFacade
from graph.workflow.reading import read_phases
from graph.workflow.structure import Handler, Parameter, Phase, WorkflowDefinition

AgentT = TypeVar("AgentT", bound=type)
DEFINITION = "__workflow__"


@overload
def agent(cls: AgentT) -> AgentT: ...
@overload
def agent(*, services: Iterable[type] = ()) -> Callable[[AgentT], AgentT]: ...
def agent(cls: Any = None, *, services: Iterable[type] = ()) -> Any:
    """Make a class a workflow. `services` are the types that whoever runs it has to supply.

    Raises:
        WorkflowDefinitionError: The class breaks a rule; names class and method.
    """

    def define(target: AgentT) -> AgentT:
        setattr(target, DEFINITION, _define(target, tuple(services)))
        return target

    return define if cls is None else define(cls)


def definition_of(cls: type) -> WorkflowDefinition:
    """Return the definition of a class marked with `@agent` itself; a subclass needs the mark anew.

    Raises:
        WorkflowDefinitionError: The class is not marked.
    """
    definition = cls.__dict__.get(DEFINITION)
    if not isinstance(definition, WorkflowDefinition):
        raise WorkflowDefinitionError(cls.__name__, None, "is no workflow.", "Mark it with @agent.")
    return definition


def _define(cls: type, services: tuple[type, ...]) -> WorkflowDefinition:
    _check_creation(cls)
    phases = read_phases(cls)
    trigger = _trigger(cls, [phase for phase in phases if phase.kind == "trigger"])
    definition = WorkflowDefinition(
        name=cls.__name__,
        trigger=trigger,
        event=_event(cls, trigger, services),
        steps=_ordered(cls, [phase for phase in phases if phase.kind in ("decision", "action")]),
        outcome=_outcome(cls, [phase for phase in phases if phase.kind == "outcome"]),
        handlers=tuple(_handler(cls, phase) for phase in phases if phase.kind == "handle_exception"),
        services=services,
    )
    _check_supplies(cls, definition)
    return definition


def _fault(cls: type, phase: Phase | None, problem: str, mend: str) -> WorkflowDefinitionError:
    return WorkflowDefinitionError(cls.__name__, phase.name if phase else None, problem, mend)


def _check_creation(cls: type) -> None:
    """Each run makes an object of its own, from nothing."""
    try:
        inspect.signature(cls).bind()
    except TypeError as error:
        raise _fault(
            cls, None, "cannot be made without arguments.", "Take services as parameters of phases."
        ) from error


def _trigger(cls: type, triggers: Sequence[Phase]) -> Phase:
    if not triggers:
        raise _fault(cls, None, "has no trigger.", "Mark the method that takes the event @trigger.")
    if len(triggers) > 1:
        raise _fault(cls, triggers[1], "is a second trigger.", "Keep one; another event is another workflow.")
    return triggers[0]


def _outcome(cls: type, outcomes: Sequence[Phase]) -> Phase | None:
    if len(outcomes) > 1:
        raise _fault(cls, outcomes[1], "is a second outcome.", "Keep one; the last step may do the rest.")
    return outcomes[0] if outcomes else None


def _ordered(cls: type, steps: Sequence[Phase]) -> tuple[Phase, ...]:
    unordered = [phase for phase in steps if phase.order is None]
    if unordered and len(unordered) < len(steps):
        raise _fault(
            cls, unordered[0], "has no order while others have.", "Order every decision and action, or none."
        )
    return tuple(sorted(steps, key=lambda phase: phase.order or 0))  # equal keys stay as in the source


def _event(cls: type, trigger: Phase, services: tuple[type, ...]) -> Parameter:
    given = (*services, ChatFacade)
    events = [
        parameter for parameter in trigger.parameters if not any(parameter.may_take(kind) for kind in given)
    ]
    if len(events) != 1:
        found = ", ".join(event.name for event in events) or "none"
        raise _fault(cls, trigger, f"takes one event, and has {found}.", "Declare other types as services.")
    return events[0]


def _handler(cls: type, phase: Phase) -> Handler:
    exceptions = [
        parameter
        for parameter in phase.parameters
        if all(issubclass(kind, BaseException) for kind in parameter.types)
    ]
    if len(exceptions) != 1:
        raise _fault(
            cls,
            phase,
            f"takes one exception, and has {len(exceptions)}.",
            "Annotate the exception it handles.",
        )
    return Handler(phase, exceptions[0])


def _check_supplies(cls: type, definition: WorkflowDefinition) -> None:
    """Every parameter needs a possible source before it; a handler may rely only on what is there from the start."""
    always = (*definition.event.types, *definition.services, ChatFacade)
    supplied = [*always, *definition.trigger.returns]
    for phase in definition.phases[1:]:
        for parameter in _unsupplied(phase.parameters, supplied):
            raise _fault(
                cls,
                phase,
                f"nothing before it supplies {parameter.name!r}.",
                "Return it from an earlier phase, with an annotation, or declare it as a service.",
            )
        supplied.extend(phase.returns)
    for handler in definition.handlers:
        others = [parameter for parameter in handler.phase.parameters if parameter is not handler.exception]
        for parameter in _unsupplied(others, always):
            raise _fault(cls, handler.phase, f"{parameter.name!r} may not be there yet.", "Make it optional.")


def _unsupplied(parameters: Iterable[Parameter], supplied: Iterable[type]) -> list[Parameter]:
    return [
        parameter
        for parameter in parameters
        if parameter.required and not any(parameter.may_take(kind) for kind in supplied)
    ]
