"""`@agent`: reads a class's phases and refuses what cannot work, when the class is made.

Refused, each time with class and method: no trigger or two, two outcomes, a method in two phases, a mixture of ordered
and unordered decisions and actions, a trigger without exactly one event parameter, a handler without exactly one
exception parameter, a decision that can only stop, and a parameter that nothing can supply.
"""

from __future__ import annotations

import inspect
import types
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin, get_type_hints, overload

from graph.workflow.errors import WorkflowDefinitionError
from graph.workflow.facade import ChatFacade
from graph.workflow.phases import PHASES_MARK, PRIORITY_MARK, PhaseKind, PhaseMark
from graph.workflow.records import Result

AgentT = TypeVar("AgentT", bound=type)
DEFINITION = "__workflow__"


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter of a phase."""

    name: str
    types: tuple[type, ...]
    """Types that satisfy it; a union has several."""
    optional: bool
    """None is passed where nothing of its types is there."""
    annotation: Any
    """As declared, with constraints."""

    def accepts(self, supplied: type) -> bool:
        """Whether a value declared so may turn out to fit; a subclass may stand behind either type."""
        return any(issubclass(supplied, wanted) or issubclass(wanted, supplied) for wanted in self.types)


@dataclass(frozen=True, slots=True)
class Phase:
    """One phase method, read."""

    name: str
    kind: PhaseKind
    key: int
    """Sort key among decisions and actions."""
    parameters: tuple[Parameter, ...]
    returns: tuple[type, ...]
    """Types that its value, or the details of its `Result`, may have."""
    is_async: bool


@dataclass(frozen=True, slots=True)
class Handler:
    """One exception handler."""

    phase: Phase
    exception: Parameter

    def distance(self, error: BaseException) -> int | None:
        """Steps from the error's class up to what the handler names; None where it does not apply."""
        mro = type(error).__mro__
        steps = [mro.index(kind) for kind in self.exception.types if kind in mro]
        return min(steps, default=None)


@dataclass(frozen=True, slots=True)
class WorkflowDefinition:
    """A class's phases in the order in which they run."""

    name: str
    trigger: Phase
    event: Parameter
    steps: tuple[Phase, ...]
    """Decisions and actions."""
    outcome: Phase | None
    handlers: tuple[Handler, ...]
    services: tuple[type, ...]

    @property
    def phases(self) -> tuple[Phase, ...]:
        return (self.trigger, *self.steps, *((self.outcome,) if self.outcome else ()))


@overload
def agent(cls: AgentT) -> AgentT: ...
@overload
def agent(*, services: Iterable[type] = ()) -> Callable[[AgentT], AgentT]: ...
def agent(cls: Any = None, *, services: Iterable[type] = ()) -> Any:
    """Make a class a workflow. `services` are the types that whoever runs it must supply.

    Raises:
        WorkflowDefinitionError: The class breaks a rule; names class and method.
    """

    def define(target: AgentT) -> AgentT:
        setattr(target, DEFINITION, _read(target, tuple(services)))
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


def _read(cls: type, services: tuple[type, ...]) -> WorkflowDefinition:
    marked = [(name, _mark_of(cls, name)) for name in _marked_methods(cls)]
    read = [(_phase(cls, name, mark, position), mark) for position, (name, mark) in enumerate(marked)]
    by_kind: dict[PhaseKind, list[Phase]] = {}
    for phase, _ in read:
        by_kind.setdefault(phase.kind, []).append(phase)
    trigger = _only_trigger(cls, by_kind.get("trigger", []))
    steps = _ordered(cls, [(phase, mark) for phase, mark in read if phase.kind in ("decision", "action")])
    outcomes = by_kind.get("outcome", [])
    if len(outcomes) > 1:
        raise _fault(cls, outcomes[1], "is a second outcome.", "Keep one; the last step may do the rest.")
    definition = WorkflowDefinition(
        name=cls.__name__,
        trigger=trigger,
        event=_event(cls, trigger, services),
        steps=steps,
        outcome=outcomes[0] if outcomes else None,
        handlers=tuple(_handler(cls, phase) for phase in by_kind.get("handle_exception", [])),
        services=services,
    )
    _check_supplies(cls, definition)
    return definition


# --- reading methods ----------------------------------------------------------------------------------------


def _marked_methods(cls: type) -> list[str]:
    """Names in source order, a base class's before its subclass's own; an override keeps the place of what it overrides."""
    names: dict[str, None] = {}
    for base in reversed(cls.__mro__):
        names.update(dict.fromkeys(name for name in vars(base) if _marks(cls, name)))
    return list(names)


def _marks(cls: type, name: str) -> tuple[PhaseMark, ...]:
    """Marks of the nearest definition of a method that has any; none where the nearest is no method."""
    if not callable(getattr(cls, name, None)):
        return ()
    for base in cls.__mro__:
        marks: tuple[PhaseMark, ...] = getattr(vars(base).get(name), PHASES_MARK, ())
        if marks:
            return marks
    return ()


def _mark_of(cls: type, name: str) -> PhaseMark:
    marks = _marks(cls, name)
    if len(marks) > 1:
        kinds = " and ".join(mark.kind for mark in marks)
        raise WorkflowDefinitionError(
            cls.__name__, name, f"is marked {kinds}.", "Give each phase a method of its own."
        )
    return marks[0]


def _priority_of(cls: type, name: str) -> int | None:
    for base in cls.__mro__:
        value: int | None = getattr(vars(base).get(name), PRIORITY_MARK, None)
        if value is not None:
            return value
    return None


def _phase(cls: type, name: str, mark: PhaseMark, position: int) -> Phase:
    method = getattr(cls, name)
    try:
        hints = get_type_hints(method, include_extras=True)
    except NameError as error:
        mend = "Import the type where the class is made."
        raise WorkflowDefinitionError(
            cls.__name__, name, f"has an annotation that cannot be read: {error}.", mend
        ) from error
    parameters = [
        _parameter(cls, name, parameter, hints.get(parameter, inspect.Parameter.empty))
        for parameter in list(inspect.signature(method).parameters)[1:]
    ]
    explicit = _priority_of(cls, name)
    key = next((value for value in (explicit, mark.order) if value is not None), position)
    phase = Phase(
        name, mark.kind, key, tuple(parameters), _returned_types(hints), inspect.iscoroutinefunction(method)
    )
    if mark.kind == "decision" and hints.get("return", Any) is type(None):
        raise _fault(cls, phase, "returns None, so it could only stop.", "Return bool, Result or an object.")
    return phase


def _parameter(cls: type, method: str, name: str, annotation: Any) -> Parameter:
    if annotation is inspect.Parameter.empty:
        raise WorkflowDefinitionError(
            cls.__name__, method, f"has no type for {name!r}.", "Annotate it; injection goes by type."
        )
    members = _members(annotation)
    wanted = tuple(kind for kind in members if kind is not type(None))
    if not wanted:
        raise WorkflowDefinitionError(
            cls.__name__, method, f"takes {name!r} of no class.", "Annotate it with a class."
        )
    return Parameter(name, wanted, type(None) in members, annotation)


def _members(annotation: Any) -> tuple[type, ...]:
    """Classes behind an annotation: constraints stripped, unions opened, generics reduced to their origin."""
    if get_origin(annotation) is Annotated:
        return _members(get_args(annotation)[0])
    if get_origin(annotation) in (Union, types.UnionType):
        return tuple(kind for member in get_args(annotation) for kind in _members(member))
    if annotation is None:
        return (type(None),)
    origin = get_origin(annotation) or annotation
    return (origin,) if isinstance(origin, type) else ()


def _returned_types(hints: dict[str, Any]) -> tuple[type, ...]:
    returned = hints.get("return", type(None))
    members = get_args(returned) if get_origin(returned) in (Union, types.UnionType) else (returned,)
    found: list[type] = []
    for member in members:
        if get_origin(member) is Result:
            found.extend(_members(get_args(member)[0]))
        elif member is not Result:
            found.extend(_members(member))
    return tuple(kind for kind in found if kind not in (type(None), bool))


# --- the rules ----------------------------------------------------------------------------------------------


def _fault(cls: type, phase: Phase, problem: str, mend: str) -> WorkflowDefinitionError:
    return WorkflowDefinitionError(cls.__name__, phase.name, problem, mend)


def _only_trigger(cls: type, triggers: list[Phase]) -> Phase:
    if not triggers:
        raise WorkflowDefinitionError(
            cls.__name__, None, "has no trigger.", "Mark the method that takes the event @trigger."
        )
    if len(triggers) > 1:
        raise _fault(cls, triggers[1], "is a second trigger.", "Keep one; another event is another workflow.")
    return triggers[0]


def _ordered(cls: type, steps: Sequence[tuple[Phase, PhaseMark]]) -> tuple[Phase, ...]:
    explicit = [mark.order is not None or _priority_of(cls, phase.name) is not None for phase, mark in steps]
    if any(explicit) and not all(explicit):
        phase = steps[explicit.index(False)][0]
        raise _fault(
            cls, phase, "has no order while others have.", "Order every decision and action, or none."
        )
    return tuple(sorted((phase for phase, _ in steps), key=lambda phase: phase.key))


def _event(cls: type, trigger: Phase, services: tuple[type, ...]) -> Parameter:
    events = [parameter for parameter in trigger.parameters if not _is_given(parameter, services)]
    if len(events) != 1:
        found = ", ".join(event.name for event in events) or "none"
        raise _fault(cls, trigger, f"takes one event, and has {found}.", "Declare other types as services.")
    return events[0]


def _handler(cls: type, phase: Phase) -> Handler:
    exceptions = [p for p in phase.parameters if all(issubclass(kind, BaseException) for kind in p.types)]
    if len(exceptions) != 1:
        raise _fault(
            cls,
            phase,
            f"takes one exception, and has {len(exceptions)}.",
            "Annotate the exception it handles.",
        )
    return Handler(phase, exceptions[0])


def _is_given(parameter: Parameter, services: tuple[type, ...]) -> bool:
    return any(parameter.accepts(kind) for kind in (*services, ChatFacade))


def _check_supplies(cls: type, definition: WorkflowDefinition) -> None:
    """Every parameter must have a possible source before it; a handler may rely on what is always there only."""
    always = [*definition.event.types, *definition.services, ChatFacade]
    supplied = [*always, *definition.trigger.returns]
    for phase in (*definition.steps, *((definition.outcome,) if definition.outcome else ())):
        for parameter in phase.parameters:
            if not parameter.optional and not any(parameter.accepts(kind) for kind in supplied):
                raise _fault(
                    cls,
                    phase,
                    f"nothing before it supplies {parameter.name!r}.",
                    "Return it from an earlier phase, with an annotation, or declare it as a service.",
                )
        supplied.extend(phase.returns)
    for handler in definition.handlers:
        for parameter in handler.phase.parameters:
            if parameter is handler.exception or parameter.optional:
                continue
            if not any(parameter.accepts(kind) for kind in always):
                raise _fault(
                    cls, handler.phase, f"{parameter.name!r} may not be there yet.", "Make it optional."
                )
