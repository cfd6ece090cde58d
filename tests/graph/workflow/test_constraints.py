"""Values are checked before each call; a violation is an exception like any other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

import pytest
from annotated_types import Gt, Len
from pydantic import AfterValidator, BaseModel, Field

from graph.workflow import (
    ConstraintViolationError,
    Result,
    Valid,
    action,
    agent,
    decision,
    handle_exception,
    outcome,
    run_workflow,
    trigger,
)
from tests.graph.workflow.support import Note, Order


class Basket(BaseModel):
    orders: list[Order]


@dataclass(frozen=True)
class Parcel:
    weight: int


def _light(parcel: Parcel) -> Parcel:
    if parcel.weight > 10:
        raise ValueError("at most 10 pounds")
    return parcel


async def test_a_broken_constraint_is_raised_before_the_call_and_names_the_rule_not_the_value() -> None:
    @agent
    class Strict:
        @trigger
        def start(self, order: Order) -> None: ...

        @decision
        def count(self, order: Order) -> Result[int]:
            return Result(True, order.amount)

        @action
        def pack(self, amount: Annotated[int, Gt(100)]) -> None:
            raise AssertionError("must not be called")

    with pytest.raises(ConstraintViolationError) as violated:
        await run_workflow(Strict, Order(amount=77))

    assert (violated.value.phase, violated.value.parameter) == ("pack", "amount")
    assert violated.value.problems == ("Input should be greater than 100",)


async def test_a_value_that_keeps_the_constraints_is_injected_itself() -> None:
    @agent
    class Kept:
        @trigger
        def start(self, basket: Annotated[list[str], Len(1, 3)]) -> None: ...

        @outcome
        def end(self, basket: Annotated[list[str], Len(1, 3)]) -> object:
            return basket

    basket = ["a"]

    assert (await run_workflow(Kept, basket)).value is basket


async def test_a_handler_may_catch_it() -> None:
    @agent
    class Lenient:
        @trigger
        def start(self, name: Annotated[str, Field(min_length=3)]) -> None:
            raise AssertionError("must not be called")

        @handle_exception
        def handle(self, error: ConstraintViolationError) -> Note:
            return Note(text=error.parameter)

        @outcome
        def end(self, note: Note | None) -> Note | None:
            return note

    assert (await run_workflow(Lenient, "ab")).value == Note(text="name")


async def test_a_model_is_checked_again_as_a_whole_with_the_models_within_it() -> None:
    @agent
    class Checked:
        @trigger
        def start(self, basket: Annotated[Basket, Valid]) -> None: ...

        @outcome
        def end(self, basket: Annotated[Basket, Valid]) -> object:
            return basket

    fields: dict[str, Any] = {"amount": "many"}
    sound, spoilt = Basket(orders=[Order()]), Basket(orders=[Order.model_construct(**fields)])

    assert (await run_workflow(Checked, sound)).value is sound
    with pytest.raises(ConstraintViolationError, match=r"orders\.amount\.Input should be a valid integer"):
        await run_workflow(Checked, spoilt)


async def test_constraints_hold_for_plain_classes_and_within_unions() -> None:
    @agent
    class Light:
        @trigger
        def start(self, parcel: Annotated[Parcel, AfterValidator(_light)] | None) -> None: ...

    await run_workflow(Light, Parcel(weight=10))
    with pytest.raises(ConstraintViolationError, match="at most 10 pounds"):
        await run_workflow(Light, Parcel(weight=11))


async def test_a_handlers_own_constraints_are_checked_and_not_handled() -> None:
    @agent
    class Recursive:
        @trigger
        def start(self, order: Order) -> None:
            raise KeyError("gone")

        @handle_exception
        def handle(self, error: Exception, order: Annotated[Order, AfterValidator(_never)]) -> None:
            raise AssertionError("must not be called")

    with pytest.raises(ConstraintViolationError) as violated:
        await run_workflow(Recursive, Order())

    assert violated.value.phase == "handle"


def _never(order: Order) -> Order:
    raise ValueError("never")
