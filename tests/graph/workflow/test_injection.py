"""What phases are given: the event, earlier results, details, services and the chat model, by type."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import wraps
from typing import Any, Protocol

import pytest

from graph.workflow import Result, WorkflowInputError, action, agent, decision, outcome, run_workflow, trigger
from graph.workflow.facade import ChatFacade
from tests.graph.workflow.support import Log, Note, Order, UrgentNote


class Desk(Protocol):
    """A service that is known by what it does."""

    def number(self) -> int: ...


class Seven:
    """A desk that does not say so."""

    def number(self) -> int:
        return 7


async def test_what_every_phase_returned_can_be_injected_beside_the_event() -> None:
    @agent
    class Passing:
        @trigger
        def start(self, order: Order) -> str:
            return "from the trigger"

        @decision
        def judge(self, order: Order, text: str) -> Note:
            return Note(text=text)

        @action
        def act(self, note: Note) -> float:
            return 2.5

        @outcome
        def end(self, order: Order, text: str, note: Note, amount: float) -> tuple[object, ...]:
            return order, text, note, amount

    order = Order(amount=3)

    run = await run_workflow(Passing, order)

    assert run.value == (order, "from the trigger", Note(text="from the trigger"), 2.5)


async def test_phases_that_return_nothing_leave_what_is_there_untouched() -> None:
    @agent
    class Void:
        @trigger
        def start(self, order: Order) -> None: ...

        @decision
        def judge(self, order: Order) -> bool:
            return True

        @action
        def act(self, order: Order) -> None: ...

        @outcome
        def end(self, anything: object) -> object:
            return anything

    order = Order()

    assert (await run_workflow(Void, order)).value is order


async def test_the_newest_value_of_a_type_is_injected() -> None:
    @agent
    class Noting:
        @trigger
        def start(self, order: Order) -> Note:
            return Note(text="from the trigger")

        @decision
        def judge(self) -> Result[Note]:
            return Result(True, Note(text="from the decision"))

        @action
        def act(self, note: Note) -> Note:
            return Note(text=f"after {note.text}")

        @outcome
        def end(self, note: Note) -> str:
            return note.text

    assert (await run_workflow(Noting, Order())).value == "after from the decision"


async def test_a_result_of_the_events_type_takes_the_events_place() -> None:
    @agent
    class Enriching:
        @trigger
        def start(self, order: Order) -> Order:
            return Order(amount=order.amount * 2)

        @outcome
        def end(self, order: Order) -> int:
            return order.amount

    assert (await run_workflow(Enriching, Order(amount=3))).value == 6


async def test_subclasses_count_and_a_subclass_does_not_take_its_base() -> None:
    @agent
    class Noting:
        @trigger
        def start(self, order: Order) -> UrgentNote:
            return UrgentNote(text="urgent")

        @action
        def write(self) -> Note:
            return Note(text="plain")

        @outcome
        def end(self, note: Note, urgent: UrgentNote) -> tuple[str, str]:
            return note.text, urgent.text

    assert (await run_workflow(Noting, Order())).value == ("plain", "urgent")


async def test_a_union_takes_whichever_of_its_types_is_newest() -> None:
    @agent
    class Either:
        @trigger
        def start(self, order: Order) -> Note:
            return Note(text="note")

        @outcome
        def end(self, either: Order | Note) -> object:
            return either

    assert (await run_workflow(Either, Order())).value == Note(text="note")


async def test_details_of_a_success_are_injected_by_their_own_type() -> None:
    @agent
    class Judged:
        @trigger
        def start(self, order: Order) -> None: ...

        @decision
        def judge(self) -> Result[Any]:
            return Result(True, UrgentNote(text="details"))

        @outcome
        def end(self, note: UrgentNote) -> str:
            return note.text

    assert (await run_workflow(Judged, Order())).value == "details"


async def test_a_value_of_its_own_comes_before_a_service_of_the_same_type() -> None:
    @agent(services=(Note,))
    class Both:
        @trigger
        def start(self, order: Order, note: Note) -> Note:
            return Note(text=f"{note.text}, then a phase")

        @outcome
        def end(self, note: Note) -> str:
            return note.text

    run = await run_workflow(Both, Order(), services={Note: Note(text="a service")})

    assert run.value == "a service, then a phase"


async def test_a_protocol_is_a_service_like_any_class() -> None:
    @agent(services=(Desk,))
    class Asking:
        @trigger
        def start(self, order: Order, desk: Desk) -> None: ...

        @outcome
        def end(self, desk: Desk) -> int:
            return desk.number()

    assert (await run_workflow(Asking, Order(), services={Desk: Seven()})).value == 7


async def test_what_nothing_supplies_is_none_or_the_default_where_the_parameter_allows() -> None:
    @agent
    class Optional:
        @trigger
        def start(self, order: Order) -> None: ...

        @outcome
        def end(self, note: Note | None, text: str = "default") -> tuple[object, str]:
            return note, text

    assert (await run_workflow(Optional, Order())).value == (None, "default")


@agent(services=(Log,))
class Needy:
    @trigger
    def start(self, order: Order, log: Log) -> None: ...

    @outcome
    def end(self, chat: ChatFacade) -> None: ...


@pytest.mark.parametrize(
    ("event", "services", "problem"),
    [
        (Note(text="no order"), {Log: Log()}, "its trigger takes no Note"),
        (Order(), {}, "the service Log is missing"),
        (Order(), {Log: Log()}, "it asks a chat model, and none was given"),
    ],
    ids=["event", "service", "chat model"],
)
async def test_a_run_does_not_begin_without_what_it_needs(
    event: object, services: dict[type, object], problem: str
) -> None:
    records: list[object] = []

    with pytest.raises(WorkflowInputError, match=problem):
        await run_workflow(Needy, event, services=services, on_end=records.append)

    assert records == []


async def test_synchronous_phases_run_away_from_the_event_loop_and_asynchronous_ones_on_it() -> None:
    @agent
    class Threads:
        @trigger
        def start(self, order: Order) -> int:
            return threading.get_ident()

        @outcome
        async def end(self, elsewhere: int) -> tuple[int, int]:
            return elsewhere, threading.get_ident()

    here = threading.get_ident()
    run = await run_workflow(Threads, Order())

    assert isinstance(run.value, tuple)
    assert run.value[0] != here
    assert run.value[1] == here


async def test_the_host_says_where_synchronous_phases_run() -> None:
    log = Log()

    async def run_here(call: Callable[[], Any]) -> Any:
        log.append("here")
        return call()

    @agent
    class Hosted:
        @trigger
        def start(self, order: Order) -> None: ...

        @outcome
        def end(self) -> int:
            return threading.get_ident()

    run = await run_workflow(Hosted, Order(), run_sync=run_here)

    assert (run.value, log) == (threading.get_ident(), ["here", "here"])


async def test_a_decorated_phase_is_awaited_though_it_does_not_look_asynchronous() -> None:
    def noted(method: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(method)
        def wrapper(*args: Any, **kwargs: Any) -> Any:
            return method(*args, **kwargs)

        return wrapper

    @agent
    class Decorated:
        @trigger
        def start(self, order: Order) -> None: ...

        @noted
        @outcome
        async def end(self, order: Order) -> int:
            return order.amount

    assert (await run_workflow(Decorated, Order(amount=4))).value == 4
