"""How a decision ends a run, and what is left of it."""

from __future__ import annotations

import pytest

from graph.workflow import Result, action, agent, decision, outcome, run_workflow, trigger
from tests.graph.workflow.support import Note, Order, phases_of


@pytest.mark.parametrize(
    ("verdict", "stops"),
    [
        (False, True),
        (None, True),
        (Result(False), True),
        (Result(False, Note(text="why")), True),
        (True, False),
        (Result(True), False),
        ([], False),
        (0, False),
        ("", False),
    ],
    ids=[
        "false",
        "none",
        "failed result",
        "failed result with details",
        "true",
        "successful result",
        "empty list",
        "zero",
        "empty text",
    ],
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
    assert run.record.end == ("stopped" if stops else "completed")
    assert run.record.stopped_by == ("judge" if stops else None)
    assert run.value == (None if stops else "done")


async def test_a_decision_in_the_middle_stops_what_comes_after_it_and_undoes_nothing() -> None:
    @agent
    class Chain:
        @trigger
        def start(self, order: Order) -> None: ...

        @decision
        def first(self) -> bool:
            return True

        @action
        def act(self) -> None: ...

        @decision
        def second(self) -> bool:
            return False

        @action
        def never(self) -> None:
            raise AssertionError("must not be called")

    run = await run_workflow(Chain, Order())

    assert phases_of(run) == ["start", "first", "act", "second"]
    assert [phase.end for phase in run.record.phases] == ["done", "done", "done", "stopped"]


async def test_what_an_action_or_trigger_returns_never_stops() -> None:
    @agent
    class Acting:
        @trigger
        def start(self, order: Order) -> object:
            return False

        @action
        def act(self) -> object:
            return None

        @action
        def fail_softly(self) -> Result[Note]:
            return Result(False, Note(text="kept all the same"))

        @outcome
        def end(self, note: Note) -> str:
            return note.text

    assert (await run_workflow(Acting, Order())).value == "kept all the same"


async def test_details_of_a_failed_result_join_the_record() -> None:
    @agent
    class Judged:
        @trigger
        def start(self, order: Order) -> None: ...

        @decision
        def judge(self, order: Order) -> Result[Note]:
            return Result(order.amount > 0, Note(text=f"amount {order.amount}"))

    stopped = await run_workflow(Judged, Order(amount=0))
    completed = await run_workflow(Judged, Order(amount=2))

    assert stopped.record.details == Note(text="amount 0")
    assert completed.record.details is None
