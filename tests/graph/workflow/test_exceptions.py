"""Who handles what a phase raises, and what happens then. Handlers are never run for handlers."""

from __future__ import annotations

import asyncio

import pytest

from graph.workflow import (
    MissingInputError,
    WorkflowRecord,
    action,
    agent,
    decision,
    handle_exception,
    outcome,
    run_workflow,
    trigger,
)
from tests.graph.workflow.support import Log, Note, Order, phases_of


class Mixed(KeyError, ValueError):
    """Has two lines of ancestors."""


@agent(services=(Log,))
class Handled:
    """Fails where the log's first word says."""

    @trigger
    def start(self, order: Order, log: Log) -> None:
        _fail_if(log, "start")

    @decision
    def judge(self, log: Log) -> bool:
        _fail_if(log, "judge")
        return True

    @action
    def act(self, log: Log) -> None:
        _fail_if(log, "act")

    @outcome
    def end(self, log: Log) -> str:
        _fail_if(log, "end")
        return "done"

    @handle_exception
    def broad(self, error: Exception, log: Log) -> None:
        log.append(f"broad: {error}")

    @handle_exception
    async def narrow(self, error: LookupError, order: Order, log: Log) -> None:
        log.append(f"narrow: {error!r}")


def _fail_if(log: Log, phase: str) -> None:
    if log[0] == phase:
        raise IndexError(phase)


@pytest.mark.parametrize("phase", ["start", "judge", "act", "end"])
async def test_whatever_phase_fails_the_most_specific_handler_gets_it_and_the_run_goes_on(phase: str) -> None:
    log = Log([phase])

    run = await run_workflow(Handled, Order(), services={Log: log})

    assert phases_of(run) == ["start", "judge", "act", "end"]
    assert log[1:] == [f"narrow: IndexError('{phase}')"]
    assert run.record.end == "completed"
    assert run.value == (None if phase == "end" else "done")
    [failed] = [record for record in run.record.phases if record.end != "done"]
    assert (failed.name, failed.end, failed.error, failed.handled_by) == (
        phase,
        "handled",
        "IndexError",
        "narrow",
    )


async def test_distance_in_the_class_hierarchy_decides_and_then_the_source() -> None:
    @agent(services=(Log,))
    class Ranked:
        @trigger
        def start(self, order: Order) -> None:
            raise Mixed("both")

        @handle_exception
        def by_value(self, error: ValueError, log: Log) -> None:
            log.append("value")

        @handle_exception
        def by_key(self, error: KeyError | OSError, log: Log) -> None:
            log.append("key")

        @handle_exception
        def by_key_again(self, error: KeyError, log: Log) -> None:
            log.append("key again")

    log = Log()
    await run_workflow(Ranked, Order(), services={Log: log})

    assert log == ["key"]


async def test_a_handler_gets_the_very_exception_that_was_raised() -> None:
    raised = ValueError("this one")

    @agent
    class Raising:
        @trigger
        def start(self, order: Order) -> None:
            raise raised

        @handle_exception
        def handle(self, error: ValueError) -> None:
            assert error is raised
            raise error

    with pytest.raises(ValueError, match="this one") as caught:
        await run_workflow(Raising, Order())

    assert caught.value is raised


async def test_without_a_handler_it_propagates_and_the_record_says_failed() -> None:
    @agent
    class Unhandled:
        @trigger
        def start(self, order: Order) -> None: ...

        @action
        def fail(self) -> None:
            raise KeyError("gone")

        @outcome
        def end(self) -> None:
            raise AssertionError("must not be called")

        @handle_exception
        def other(self, error: ValueError) -> None: ...

    records: list[WorkflowRecord] = []
    with pytest.raises(KeyError):
        await run_workflow(Unhandled, Order(), on_end=records.append)

    [record] = records
    assert (record.end, record.error, phases_of(record)) == ("failed", "KeyError", ["start", "fail"])
    assert (record.phases[-1].end, record.phases[-1].handled_by) == ("failed", None)


async def test_what_a_handler_raises_propagates_and_is_not_handled_again() -> None:
    @agent(services=(Log,))
    class Raising:
        @trigger
        def start(self, order: Order) -> None:
            raise KeyError("gone")

        @handle_exception
        def handle(self, error: LookupError, log: Log) -> None:
            log.append("handled")
            raise IndexError("worse")

    log, records = Log(), list[WorkflowRecord]()
    with pytest.raises(IndexError) as caught:
        await run_workflow(Raising, Order(), services={Log: log}, on_end=records.append)

    assert log == ["handled"]
    assert isinstance(caught.value.__context__, KeyError)
    [record] = records
    assert (record.end, record.error) == ("failed", "IndexError")
    assert [(phase.end, phase.error, phase.handled_by) for phase in record.phases] == [
        ("failed", "KeyError", "handle")
    ]


async def test_a_handled_decision_does_not_stop_the_run_whatever_its_handler_returns() -> None:
    @agent
    class Deciding:
        @trigger
        def start(self, order: Order) -> None: ...

        @decision
        def judge(self) -> bool:
            raise ValueError

        @handle_exception
        def handle(self, error: ValueError) -> bool:
            return False

        @outcome
        def end(self) -> str:
            return "done"

    assert (await run_workflow(Deciding, Order())).value == "done"


async def test_what_a_handler_returns_stands_in_for_the_failed_phase() -> None:
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


async def test_a_phase_that_misses_what_a_failed_one_would_have_returned_fails_for_itself() -> None:
    @agent
    class Missing:
        @trigger
        def start(self, order: Order) -> None: ...

        @action
        def write(self) -> Note:
            raise OSError

        @handle_exception
        def shrug(self, error: OSError) -> None: ...

        @outcome
        def end(self, note: Note) -> None:
            raise AssertionError("must not be called")

    with pytest.raises(MissingInputError, match=r"end\(note\): this run has no Note"):
        await run_workflow(Missing, Order())


async def test_cancellation_is_not_an_exception_to_handle() -> None:
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

        @handle_exception
        def handle_all(self, error: BaseException) -> None:
            raise AssertionError("must not be called")

    records: list[WorkflowRecord] = []
    running = asyncio.create_task(run_workflow(Slow, Order(), on_end=records.append))
    await entered.wait()
    running.cancel()

    with pytest.raises(asyncio.CancelledError):
        await running
    assert [(record.end, record.error) for record in records] == [("failed", "CancelledError")]
