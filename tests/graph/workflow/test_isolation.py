"""Runs at the same time share nothing: neither the agent's object nor what phases returned."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor

from graph.workflow import action, agent, outcome, run_workflow, trigger
from tests.graph.workflow.support import Note, Order

RUNS = 8


class Meeting:
    """A service at which all runs wait for each other, so that they are all under way at once."""

    def __init__(self) -> None:
        self.in_tasks = asyncio.Barrier(RUNS)
        self.in_threads = threading.Barrier(RUNS)


@agent(services=(Meeting,))
class Remembering:
    @trigger
    async def start(self, order: Order, meeting: Meeting) -> Note:
        self.amount = order.amount
        await meeting.in_tasks.wait()
        return Note(text=str(order.amount))

    @action
    def act(self, note: Note, meeting: Meeting) -> str:
        meeting.in_threads.wait(timeout=10)
        return f"{self.amount} {note.text}"

    @outcome
    async def end(self, order: Order, text: str, meeting: Meeting) -> str:
        await meeting.in_tasks.wait()
        return f"{order.amount} {text}"


async def test_each_run_sees_its_own_object_event_and_values() -> None:
    meeting = Meeting()
    threads = ThreadPoolExecutor(RUNS)

    async with asyncio.timeout(30):
        runs = await asyncio.gather(
            *(
                run_workflow(
                    Remembering,
                    Order(amount=number),
                    services={Meeting: meeting},
                    run_sync=lambda call: asyncio.get_running_loop().run_in_executor(threads, call),
                )
                for number in range(RUNS)
            )
        )

    assert [run.value for run in runs] == [f"{number} {number} {number}" for number in range(RUNS)]
    threads.shutdown()
