"""In which order phases run: precedence of priorities, orders and the source, and any mixture of phases."""

from __future__ import annotations

from graph.workflow import action, agent, decision, outcome, priority, run_workflow, trigger
from tests.graph.workflow.support import Order, phases_of


async def test_without_any_order_decisions_and_actions_run_as_they_stand_in_the_source() -> None:
    @agent
    class Mixed:
        @trigger
        def start(self, order: Order) -> None: ...

        @action
        def zebra(self) -> None: ...

        @decision
        def middle(self) -> bool:
            return True

        @action
        async def aardvark(self) -> None: ...

        @decision
        def last(self) -> bool:
            return True

    assert phases_of(await run_workflow(Mixed, Order())) == ["start", "zebra", "middle", "aardvark", "last"]


async def test_the_trigger_is_first_and_the_outcome_last_wherever_they_stand() -> None:
    @agent
    class Reversed:
        @outcome
        def end(self) -> str:
            return "done"

        @action
        def act(self) -> None: ...

        @trigger
        def start(self, order: Order) -> None: ...

    run = await run_workflow(Reversed, Order())

    assert phases_of(run) == ["start", "act", "end"]
    assert (run.value, run.record.end) == ("done", "completed")


async def test_an_order_wins_over_the_source_and_an_explicit_zero_counts() -> None:
    @agent
    class Ordered:
        @trigger
        def start(self, order: Order) -> None: ...

        @action(order=5)
        def third(self) -> None: ...

        @decision(order=0)
        def second(self) -> bool:
            return True

        @action(order=-1)
        def first(self) -> None: ...

    assert phases_of(await run_workflow(Ordered, Order())) == ["start", "first", "second", "third"]


async def test_a_priority_wins_over_an_order_and_may_stand_beside_orders_of_others() -> None:
    @agent
    class Ordered:
        @trigger
        def start(self, order: Order) -> None: ...

        @action(order=5)
        def third(self) -> None: ...

        @priority(2)
        @action(order=9)
        def second(self) -> None: ...

        @decision
        @priority(1)
        def first(self) -> bool:
            return True

    assert phases_of(await run_workflow(Ordered, Order())) == ["start", "first", "second", "third"]


async def test_equal_orders_stay_as_in_the_source() -> None:
    @agent
    class Ordered:
        @trigger
        def start(self, order: Order) -> None: ...

        @action(order=1)
        def second(self) -> None: ...

        @action(order=1)
        def third(self) -> None: ...

        @action(order=0)
        def first(self) -> None: ...

    assert phases_of(await run_workflow(Ordered, Order())) == ["start", "first", "second", "third"]


async def test_a_trigger_alone_is_a_workflow() -> None:
    @agent
    class Minimal:
        @trigger
        def start(self, order: Order) -> None: ...

    run = await run_workflow(Minimal, Order())

    assert (phases_of(run), run.value, run.record.end) == (["start"], None, "completed")


async def test_decisions_may_lead_straight_to_the_outcome() -> None:
    @agent
    class Judging:
        @trigger
        def start(self, order: Order) -> None: ...

        @decision
        def judge(self) -> bool:
            return True

        @outcome
        def end(self) -> None: ...

    assert phases_of(await run_workflow(Judging, Order())) == ["start", "judge", "end"]


async def test_without_an_outcome_a_run_completes_after_its_last_step() -> None:
    @agent
    class Open:
        @trigger
        def start(self, order: Order) -> None: ...

        @action
        def act(self) -> str:
            return "not the run's value"

    run = await run_workflow(Open, Order())

    assert (phases_of(run), run.value, run.record.end) == (["start", "act"], None, "completed")
