"""What a workflow takes over from its base classes."""

from __future__ import annotations

import pytest

from graph.workflow import (
    WorkflowDefinitionError,
    action,
    agent,
    decision,
    definition_of,
    handle_exception,
    outcome,
    run_workflow,
    trigger,
)
from tests.graph.workflow.support import Log, Order, phases_of


class Base:
    """Not a workflow itself; its phases are for those that build on it."""

    @trigger
    def start(self, order: Order) -> None: ...

    @action
    def first(self, log: Log) -> None:
        log.append("base first")

    @action
    def second(self, log: Log) -> None:
        log.append("base second")

    @handle_exception
    def handle(self, error: ValueError, log: Log) -> None:
        log.append("base handler")


async def test_phases_of_a_base_class_take_part_before_those_of_the_subclass() -> None:
    @agent(services=(Log,))
    class Child(Base):
        @action
        def third(self, log: Log) -> None:
            log.append("child third")
            raise ValueError

    log = Log()
    run = await run_workflow(Child, Order(), services={Log: log})

    assert phases_of(run) == ["start", "first", "second", "third"]
    assert log == ["base first", "base second", "child third", "base handler"]


async def test_a_marked_override_takes_the_place_of_what_it_overrides() -> None:
    @agent(services=(Log,))
    class Child(Base):
        @decision
        def first(self, log: Log) -> bool:  # type: ignore[override]  # another kind of phase on purpose
            super().first(log)
            log.append("child first")
            return True

    log = Log()
    run = await run_workflow(Child, Order(), services={Log: log})

    assert log == ["base first", "child first", "base second"]
    assert [phase.kind for phase in run.record.phases] == ["trigger", "decision", "action"]


async def test_an_override_without_a_mark_takes_no_part() -> None:
    @agent(services=(Log,))
    class Child(Base):
        def first(self, log: Log) -> None:
            raise AssertionError("must not be called")

        handle = None  # type: ignore[assignment]  # takes the base's handler away

    log = Log()
    await run_workflow(Child, Order(), services={Log: log})

    assert log == ["base second"]
    assert definition_of(Child).handlers == ()


async def test_a_workflow_may_extend_another_and_both_stay_what_they_are() -> None:
    @agent
    class Plain:
        @trigger
        def start(self, order: Order) -> None: ...

        @action
        def act(self) -> None: ...

    @agent
    class Extended(Plain):
        @outcome
        def end(self) -> str:
            return "extended"

    assert phases_of(await run_workflow(Plain, Order())) == ["start", "act"]
    assert phases_of(await run_workflow(Extended, Order())) == ["start", "act", "end"]


def test_a_subclass_without_the_mark_is_no_workflow() -> None:
    @agent
    class Parent:
        @trigger
        def start(self, order: Order) -> None: ...

    class Child(Parent):
        pass

    with pytest.raises(WorkflowDefinitionError, match="Child: is no workflow"):
        definition_of(Child)
