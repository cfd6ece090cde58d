"""What a workflow class may not look like. Each refusal names class and method, when the class is made."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

import pytest
from pydantic.errors import PydanticUserError

from graph.workflow import (
    ChatFacade,
    Result,
    WorkflowDefinitionError,
    action,
    agent,
    decision,
    definition_of,
    handle_exception,
    outcome,
    priority,
    trigger,
)


class Order:
    """The event of these workflows."""


class Stock:
    """A service."""


class Parcel:
    """What an action returns."""


def no_trigger() -> type:
    class Agent:
        @action
        def pack(self) -> None: ...

    return Agent


def two_triggers() -> type:
    class Agent:
        @trigger
        def first(self, order: Order) -> None: ...

        @trigger
        def second(self, order: Order) -> None: ...

    return Agent


def two_outcomes() -> type:
    class Agent:
        @trigger
        def start(self, order: Order) -> None: ...

        @outcome
        def first(self) -> None: ...

        @outcome
        def second(self) -> None: ...

    return Agent


def a_method_in_two_phases() -> type:
    class Agent:
        @trigger
        def start(self, order: Order) -> None: ...

        @action
        @decision
        def both(self) -> bool:
            raise AssertionError("never run")

    return Agent


def ordered_and_unordered() -> type:
    class Agent:
        @trigger
        def start(self, order: Order) -> None: ...

        @decision(order=0)
        def ordered(self) -> bool:
            raise AssertionError("never run")

        @action
        def unordered(self) -> None: ...

    return Agent


def priority_and_unordered() -> type:
    class Agent:
        @trigger
        def start(self, order: Order) -> None: ...

        @priority(1)
        @action
        def ordered(self) -> None: ...

        @action
        def unordered(self) -> None: ...

    return Agent


def two_events() -> type:
    class Agent:
        @trigger
        def start(self, order: Order, parcel: Parcel) -> None: ...

    return Agent


def no_event() -> type:
    class Agent:
        @trigger
        def start(self, stock: Stock) -> None: ...

    return Agent


def handler_without_exception() -> type:
    class Agent:
        @trigger
        def start(self, order: Order) -> None: ...

        @handle_exception
        def handle(self, order: Order) -> None: ...

    return Agent


def nothing_supplies() -> type:
    class Agent:
        @trigger
        def start(self, order: Order) -> None: ...

        @action
        def send(self, parcel: Parcel) -> None: ...

    return Agent


def supplied_too_late() -> type:
    class Agent:
        @trigger
        def start(self, order: Order) -> None: ...

        @action(order=1)
        def send(self, parcel: Parcel) -> None: ...

        @action(order=2)
        def pack(self) -> Parcel:
            raise AssertionError("never run")

    return Agent


def handler_needs_a_phase_result() -> type:
    class Agent:
        @trigger
        def start(self, order: Order) -> None: ...

        @action
        def pack(self) -> Parcel:
            raise AssertionError("never run")

        @handle_exception
        def handle(self, error: ValueError, parcel: Parcel) -> None: ...

    return Agent


def parameter_without_type() -> type:
    class Agent:
        @trigger
        def start(self, order: Order) -> None: ...

        @action
        def pack(self, order) -> None: ...  # type: ignore[no-untyped-def]  # noqa: ANN001

    return Agent


def decision_that_only_stops() -> type:
    class Agent:
        @trigger
        def start(self, order: Order) -> None: ...

        @decision
        def judge(self, order: Order) -> None: ...

    return Agent


def static_phase() -> type:
    class Agent:
        @trigger
        def start(self, order: Order) -> None: ...

        @staticmethod
        @action
        def pack() -> None: ...

    return Agent


def property_as_phase() -> type:
    class Agent:
        @trigger
        def start(self, order: Order) -> None: ...

        @property
        @outcome
        def end(self) -> str:
            raise AssertionError("never run")

    return Agent


def priority_without_a_phase() -> type:
    class Agent:
        @trigger
        def start(self, order: Order) -> None: ...

        @priority(1)
        def pack(self) -> None: ...

    return Agent


def priority_of_an_outcome() -> type:
    class Agent:
        @trigger
        def start(self, order: Order) -> None: ...

        @priority(1)
        @outcome
        def end(self) -> None: ...

    return Agent


def any_number_of_inputs() -> type:
    class Agent:
        @trigger
        def start(self, order: Order) -> None: ...

        @action
        def pack(self, *parcels: Parcel) -> None: ...

    return Agent


def input_of_no_class() -> type:
    class Agent:
        @trigger
        def start(self, order: Order) -> None: ...

        @action
        def pack(self, anything: Any) -> None: ...

    return Agent


def needs_arguments_itself() -> type:
    class Agent:
        def __init__(self, stock: Stock) -> None: ...

        @trigger
        def start(self, order: Order) -> None: ...

    return Agent


def constraint_that_cannot_be_checked() -> type:
    class Agent:
        @trigger
        def start(self, order: Annotated[Order, WithoutSchema()]) -> None: ...

    return Agent


class WithoutSchema:
    """A constraint whose author made a mistake."""

    def __get_pydantic_core_schema__(self, *_: object) -> object:
        raise PydanticUserError("as the test asked", code=None)


@pytest.mark.parametrize(
    ("make", "method"),
    [
        (no_trigger, None),
        (two_triggers, "second"),
        (two_outcomes, "second"),
        (a_method_in_two_phases, "both"),
        (ordered_and_unordered, "unordered"),
        (priority_and_unordered, "unordered"),
        (two_events, "start"),
        (no_event, "start"),
        (handler_without_exception, "handle"),
        (nothing_supplies, "send"),
        (supplied_too_late, "send"),
        (handler_needs_a_phase_result, "handle"),
        (parameter_without_type, "pack"),
        (decision_that_only_stops, "judge"),
        (static_phase, "pack"),
        (property_as_phase, "end"),
        (priority_without_a_phase, "pack"),
        (priority_of_an_outcome, "end"),
        (any_number_of_inputs, "pack"),
        (input_of_no_class, "pack"),
        (needs_arguments_itself, None),
        (constraint_that_cannot_be_checked, "start"),
    ],
)
def test_a_faulty_class_is_refused_when_it_is_made(make: Callable[[], type], method: str | None) -> None:
    with pytest.raises(WorkflowDefinitionError) as refused:
        agent(services=(Stock,))(make())

    assert refused.value.agent == "Agent"
    assert refused.value.method == method
    assert refused.value.mend


def test_services_the_chat_facade_and_details_of_results_count_as_supplies() -> None:
    @agent(services=(Stock,))
    class Shipping:
        @trigger
        def start(self, order: Order, stock: Stock) -> None: ...

        @decision
        def judge(self, order: Order, chat: ChatFacade) -> Result[Parcel]:
            return Result(True)

        @outcome
        def send(self, parcel: Parcel) -> None: ...

    assert [phase.name for phase in definition_of(Shipping).phases] == ["start", "judge", "send"]
