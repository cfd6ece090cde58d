"""How a workflow runs: order, injection, stops, and its record."""

from __future__ import annotations

import asyncio
import threading
from typing import Annotated, Any

import pytest
from annotated_types import Gt
from pydantic import BaseModel, Field

from graph.workflow import (
    ConstraintViolationError,
    Result,
    Valid,
    WorkflowRecord,
    WorkflowRun,
    action,
    agent,
    decision,
    handle_exception,
    outcome,
    priority,
    run_workflow,
    trigger,
)


class Order(BaseModel):
    """The event of these workflows."""

    amount: int = 1


class Note(BaseModel):
    text: str


class UrgentNote(Note):
    pass


class Log(list[str]):
    """A service that phases write to."""


def phases_of(run: WorkflowRun) -> list[str]:
    return [phase.name for phase in run.record.phases]


async def test_phases_run_in_source_order_any_mixture_of_decisions_and_actions() -> None:
    @agent
    class Mixed:
        @trigger
        def start(self, order: Order) -> None: ...

        @action
        def first(self) -> None: ...

        @decision
        def second(self) -> bool:
            return True

        @action
        async def third(self) -> None: ...

        @outcome
        def end(self) -> str:
            return "done"

    run = await run_workflow(Mixed, Order())

    assert phases_of(run) == ["start", "first", "second", "third", "end"]
    assert run.value == "done"
    assert run.record.end == "completed"


async def test_explicit_order_wins_over_the_source_and_priority_over_order() -> None:
    @agent
    class Ordered:
        @trigger
        def start(self, order: Order) -> None: ...

        @action(order=5)
        def third(self) -> None: ...

        @priority(2)
        @action(order=9)
        def second(self) -> None: ...

        @decision(order=0)
        def first(self) -> bool:
            return True

    assert phases_of(await run_workflow(Ordered, Order())) == ["start", "first", "second", "third"]


@pytest.mark.parametrize(
    ("verdict", "stops"),
    [
        (False, True),
        (None, True),
        (Result(False), True),
        (True, False),
        (Result(True), False),
        ([], False),
        (0, False),
    ],
    ids=["false", "none", "failed result", "true", "successful result", "empty list", "zero"],
)
async def test_false_none_and_a_failed_result_stop_everything_after_them(
    verdict: object, stops: bool
) -> None:
    @agent
    class Judged:
        @trigger
        def start(self, order: Order) -> None: ...

        @decision
        def judge(self) -> object:
            return verdict

        @action
        def act(self) -> None: ...

        @outcome
        def end(self) -> str:
            return "done"

    run = await run_workflow(Judged, Order())

    assert phases_of(run) == (["start", "judge"] if stops else ["start", "judge", "act", "end"])
    assert run.record.stopped_by == ("judge" if stops else None)
    assert run.value == (None if stops else "done")


async def test_details_of_a_failed_result_reach_the_caller_and_of_a_success_the_later_phases() -> None:
    @agent
    class Judged:
        @trigger
        def start(self, order: Order) -> None: ...

        @decision
        def judge(self, order: Order) -> Result[Note]:
            return Result(order.amount > 0, Note(text=f"amount {order.amount}"))

        @outcome
        def end(self, note: Note) -> str:
            return note.text

    assert (await run_workflow(Judged, Order(amount=0))).details == Note(text="amount 0")
    assert (await run_workflow(Judged, Order(amount=2))).value == "amount 2"


async def test_the_newest_value_of_a_type_is_injected_and_subclasses_count() -> None:
    @agent
    class Noting:
        @trigger
        def start(self, order: Order) -> Note:
            return Note(text="from the trigger")

        @action
        def write(self) -> UrgentNote:
            return UrgentNote(text="urgent")

        @outcome
        def end(self, note: Note) -> Note:
            return note

    assert (await run_workflow(Noting, Order())).value == UrgentNote(text="urgent")


async def test_an_optional_parameter_gets_none_where_nothing_supplies_it() -> None:
    @agent
    class Optional:
        @trigger
        def start(self, order: Order) -> None: ...

        @outcome
        def end(self, note: Note | None) -> bool:
            return note is None

    assert (await run_workflow(Optional, Order())).value is True


async def test_synchronous_phases_run_away_from_the_event_loop() -> None:
    @agent
    class Threads:
        @trigger
        def start(self, order: Order) -> None: ...

        @outcome
        def end(self) -> int:
            return threading.get_ident()

    assert (await run_workflow(Threads, Order())).value != threading.get_ident()


async def test_an_override_keeps_its_phase_and_its_place() -> None:
    @agent(services=(Log,))
    class Base:
        @trigger
        def start(self, order: Order) -> None: ...

        @action
        def first(self, log: Log) -> None:
            log.append("base first")

        @action
        def second(self, log: Log) -> None:
            log.append("base second")

    @agent(services=(Log,))
    class Child(Base):
        def first(self, log: Log) -> None:
            log.append("child first")

        @action
        def third(self, log: Log) -> None:
            log.append("child third")

    log = Log()
    await run_workflow(Child, Order(), services={Log: log})

    assert log == ["child first", "base second", "child third"]


async def test_runs_at_the_same_time_share_nothing() -> None:
    gate = asyncio.Barrier(2)

    @agent
    class Remembering:
        @trigger
        async def start(self, order: Order) -> None:
            self.amount = order.amount
            await gate.wait()

        @outcome
        async def end(self) -> int:
            await gate.wait()
            return self.amount

    first, second = await asyncio.gather(
        run_workflow(Remembering, Order(amount=1)), run_workflow(Remembering, Order(amount=2))
    )

    assert (first.value, second.value) == (1, 2)


class TestConstraints:
    """Values are checked before each call; a violation is an exception like any other."""

    async def test_a_broken_constraint_is_raised_before_the_call_and_names_the_rule_not_the_value(
        self,
    ) -> None:
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
        assert "77" not in str(violated.value)

    async def test_a_handler_may_catch_it(self) -> None:
        @agent
        class Lenient:
            @trigger
            def start(self, order: Annotated[Order, Valid]) -> None:
                raise AssertionError("must not be called")

            @handle_exception
            def handle(self, error: ConstraintViolationError) -> Note:
                return Note(text=error.parameter)

            @outcome
            def end(self, note: Note | None) -> Note | None:
                return note

        fields: dict[str, Any] = {"amount": "many"}
        invalid = Order.model_construct(**fields)

        assert (await run_workflow(Lenient, invalid)).value == Note(text="order")

    async def test_pydantic_fields_constrain_too(self) -> None:
        @agent
        class Named:
            @trigger
            def start(self, name: Annotated[str, Field(min_length=3)]) -> None: ...

        with pytest.raises(ConstraintViolationError):
            await run_workflow(Named, "ab")


class TestExceptions:
    """The most specific handler gets an exception; handlers are never run for handlers."""

    async def test_the_most_specific_handler_gets_it_and_the_run_goes_on(self) -> None:
        @agent(services=(Log,))
        class Handled:
            @trigger
            def start(self, order: Order) -> None: ...

            @action
            def fail(self) -> None:
                raise KeyError("gone")

            @action
            def after(self, log: Log) -> None:
                log.append("after")

            @handle_exception
            def broad(self, error: Exception, log: Log) -> None:
                log.append("broad")

            @handle_exception
            def narrow(self, error: LookupError, log: Log) -> None:
                log.append("narrow")

        log = Log()
        run = await run_workflow(Handled, Order(), services={Log: log})

        assert log == ["narrow", "after"]
        assert [(phase.name, phase.end, phase.handled_by) for phase in run.record.phases] == [
            ("start", "done", None),
            ("fail", "handled", "narrow"),
            ("after", "done", None),
        ]

    async def test_without_a_handler_it_propagates_and_the_record_says_failed(self) -> None:
        @agent
        class Unhandled:
            @trigger
            def start(self, order: Order) -> None: ...

            @action
            def fail(self) -> None:
                raise KeyError("gone")

            @handle_exception
            def other(self, error: ValueError) -> None: ...

        records: list[WorkflowRecord] = []
        with pytest.raises(KeyError):
            await run_workflow(Unhandled, Order(), on_end=records.append)

        assert [(record.end, record.phases[-1].end) for record in records] == [("failed", "failed")]

    async def test_what_a_handler_raises_propagates_and_is_not_handled_again(self) -> None:
        @agent(services=(Log,))
        class Raising:
            @trigger
            def start(self, order: Order) -> None:
                raise KeyError("gone")

            @handle_exception
            def handle(self, error: LookupError, log: Log) -> None:
                log.append("handled")
                raise IndexError("worse")

        log = Log()
        with pytest.raises(IndexError):
            await run_workflow(Raising, Order(), services={Log: log})

        assert log == ["handled"]

    async def test_a_handled_decision_does_not_stop_the_run(self) -> None:
        @agent
        class Deciding:
            @trigger
            def start(self, order: Order) -> None: ...

            @decision
            def judge(self) -> bool:
                raise ValueError

            @handle_exception
            def handle(self, error: ValueError) -> None: ...

            @outcome
            def end(self) -> str:
                return "done"

        assert (await run_workflow(Deciding, Order())).value == "done"

    async def test_what_a_handler_returns_stands_in_for_the_failed_phase(self) -> None:
        @agent
        class Recovering:
            @trigger
            def start(self, order: Order) -> None: ...

            @action
            def write(self) -> Note:
                raise OSError

            @handle_exception
            def recover(self, error: OSError) -> Note:
                return Note(text="from the handler")

            @outcome
            def end(self, note: Note) -> str:
                return note.text

        assert (await run_workflow(Recovering, Order())).value == "from the handler"

    async def test_cancellation_is_not_an_exception_to_handle(self) -> None:
        entered = asyncio.Event()

        @agent
        class Slow:
            @trigger
            async def start(self, order: Order) -> None:
                entered.set()
                await asyncio.Event().wait()

            @handle_exception
            def handle(self, error: Exception) -> None:
                raise AssertionError("must not be called")

        records: list[WorkflowRecord] = []
        running = asyncio.create_task(run_workflow(Slow, Order(), on_end=records.append))
        await entered.wait()
        running.cancel()

        with pytest.raises(asyncio.CancelledError):
            await running
        assert [record.end for record in records] == ["failed"]
