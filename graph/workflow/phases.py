"""The marks by which a class's methods become the phases of a workflow.

    @agent(services=(Stock,))
    class Booking:
        @trigger
        def chosen(self, choice: Choice) -> None: ...

        @decision(order=1)
        def rooms_left(self, choice: Choice, stock: Stock) -> bool: ...

        @action(order=2)
        async def reserve(self, choice: Choice, stock: Stock) -> Reservation: ...

        @outcome
        def confirm(self, reservation: Reservation) -> str: ...

        @handle_exception
        def sold_out(self, error: SoldOut) -> None: ...

Decisions and actions run in one order: by `@priority` where a method has it, else by `order=`, else as they stand in
the source. Marks belong to the method that bears them: an override without one takes no part. Source: DESIGN.md,
"Annotated workflows", after Jakarta Agentic AI.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, TypeVar, overload

PhaseKind = Literal["trigger", "decision", "action", "outcome", "handle_exception"]
MethodT = TypeVar("MethodT", bound=Callable[..., Any])

PHASES_MARK = "__workflow_phases__"
PRIORITY_MARK = "__workflow_priority__"


@dataclass(frozen=True, slots=True)
class PhaseMark:
    """What one decorator said of a method."""

    kind: PhaseKind
    order: int | None = None
    """None where no order was given; an explicit 0 counts."""


def _mark(method: MethodT, mark: PhaseMark) -> MethodT:
    setattr(method, PHASES_MARK, (*getattr(method, PHASES_MARK, ()), mark))
    return method


def trigger(method: MethodT) -> MethodT:
    """Begin the workflow: the method takes the event, and any services."""
    return _mark(method, PhaseMark("trigger"))


@overload
def decision(method: MethodT) -> MethodT: ...
@overload
def decision(*, order: int | None = None) -> Callable[[MethodT], MethodT]: ...
def decision(method: Any = None, *, order: int | None = None) -> Any:
    """Judge whether to go on: False, None or a failed `Result` stops the workflow."""
    mark = PhaseMark("decision", order)
    return (lambda marked: _mark(marked, mark)) if method is None else _mark(method, mark)


@overload
def action(method: MethodT) -> MethodT: ...
@overload
def action(*, order: int | None = None) -> Callable[[MethodT], MethodT]: ...
def action(method: Any = None, *, order: int | None = None) -> Any:
    """Do something; what it returns can be injected into later phases."""
    mark = PhaseMark("action", order)
    return (lambda marked: _mark(marked, mark)) if method is None else _mark(method, mark)


def outcome(method: MethodT) -> MethodT:
    """End the workflow: runs after all other phases, unless one of them stopped it."""
    return _mark(method, PhaseMark("outcome"))


def handle_exception(method: MethodT) -> MethodT:
    """Handle exceptions of the kind its exception parameter names; to return is to go on, to raise is to stop."""
    return _mark(method, PhaseMark("handle_exception"))


def priority(value: int) -> Callable[[MethodT], MethodT]:
    """Sort key of a decision or action, lowest first; wins over `order=`."""

    def mark(method: MethodT) -> MethodT:
        setattr(method, PRIORITY_MARK, value)
        return method

    return mark
