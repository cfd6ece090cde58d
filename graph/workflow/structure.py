"""A workflow class as it was read: its phases, and what each of them takes and gives."""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import TypeAdapter

from graph.workflow.facade import ChatFacade
from graph.workflow.phases import PhaseKind


def is_kind(given: type, wanted: type) -> bool:
    """`issubclass`; a protocol counts only where a class names it as its base, since most cannot be asked."""
    return wanted in given.__mro__ if getattr(wanted, "_is_protocol", False) else issubclass(given, wanted)


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """One parameter of a phase."""

    name: str
    types: tuple[type, ...]
    """Types that satisfy it; a union has several."""
    required: bool
    """False where it may be None or has a default."""
    default: object
    """What it gets where nothing of its types is there and it is not required."""
    constraints: TypeAdapter[tuple[object]] | None
    """Checks a value, put in a tuple of one, by what `Annotated` says; None where that says nothing."""
    revalidates: bool
    """A pydantic model is checked again as a whole."""

    def takes(self, given: type) -> bool:
        """Whether a value of this very class satisfies it."""
        return any(is_kind(given, wanted) for wanted in self.types)

    def may_take(self, declared: type) -> bool:
        """Whether a value declared as this class may turn out to satisfy it, being of a subclass."""
        return self.takes(declared) or any(is_kind(wanted, declared) for wanted in self.types)


@dataclass(frozen=True, slots=True, kw_only=True)
class Phase:
    """One phase method."""

    name: str
    kind: PhaseKind
    order: int | None
    """Sort key: `@priority`, else `order=`; None where the source decides."""
    parameters: tuple[Parameter, ...]
    returns: tuple[type, ...]
    """Types that its value, or the details of its `Result`, may have; `object` where that is left open."""
    is_async: bool


@dataclass(frozen=True, slots=True)
class Handler:
    """One exception handler."""

    phase: Phase
    exception: Parameter

    def distance(self, error: BaseException) -> int | None:
        """Steps from the error's class up to what the handler names; None where it does not apply."""
        ancestry = type(error).__mro__
        return min((ancestry.index(kind) for kind in self.exception.types if kind in ancestry), default=None)


@dataclass(frozen=True, slots=True, kw_only=True)
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
    """What whoever runs the workflow has to supply."""

    @property
    def phases(self) -> tuple[Phase, ...]:
        return (self.trigger, *self.steps, *((self.outcome,) if self.outcome else ()))

    @property
    def needs_chat(self) -> bool:
        """Whether a phase or handler cannot do without the chat model."""
        called = (*self.phases, *(handler.phase for handler in self.handlers))
        return any(
            parameter.required and ChatFacade in parameter.types
            for phase in called
            for parameter in phase.parameters
        )
