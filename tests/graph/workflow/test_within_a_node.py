"""A workflow that a node runs: its record stays with the visit, and its chat counts with the turn."""

from __future__ import annotations

from typing import ClassVar

from graph import END, GraphNode, NodeVisit, NoState, Route, TurnCompleted, TurnFailed, Visit, direct
from graph.testing import Harness, ScriptedChat
from graph.workflow import ChatFacade, WorkflowInputError, action, agent, decision, outcome, trigger
from tests.graph.support import graph_of
from tests.graph.workflow.support import Order


@agent
class Weighing:
    """Stops for an order of nothing, breaks for a negative one."""

    @trigger
    def start(self, order: Order) -> None: ...

    @decision
    def has_weight(self, order: Order) -> bool:
        return order.amount != 0

    @action
    def weigh(self, order: Order) -> int:
        if order.amount < 0:
            raise ValueError(f"{order.amount} pounds")
        return order.amount

    @outcome
    def end(self, pounds: int) -> str:
        return f"{pounds} pounds"


@agent
class Asking:
    @trigger
    def start(self, order: Order) -> None: ...

    @outcome
    async def end(self, order: Order, chat: ChatFacade) -> str:
        return await chat.query("How heavy is it?", order)


class Scales(GraphNode[NoState]):
    """Weighs each number of the message; `ask` asks the chat model."""

    targets: ClassVar = (END,)

    async def run(self, visit: Visit[NoState]) -> Route:
        said = []
        for word in visit.turn.text.split():
            if word == "ask":
                run = await visit.run_workflow(Asking, Order(amount=7))
            else:
                run = await visit.run_workflow(Weighing, Order(amount=int(word)))
            said.append(str(run.value))
        return direct(", ".join(said))


def visit_of(harness: Harness) -> NodeVisit:
    turn = harness.turns[-1]
    ended = turn.commit or turn.closure
    assert ended is not None
    [visit] = ended.visits
    return visit


async def test_records_of_all_its_runs_are_kept_under_the_visit_in_order() -> None:
    harness = Harness(graph_of(Scales()))

    assert await harness.reply_to("3 0") == "3 pounds, None"
    completed, stopped = visit_of(harness).workflows
    assert (completed.agent, completed.end) == ("Weighing", "completed")
    assert [phase.name for phase in completed.phases] == ["start", "has_weight", "weigh", "end"]
    assert (stopped.end, stopped.stopped_by) == ("stopped", "has_weight")


async def test_the_record_of_a_run_that_failed_is_kept_with_the_failed_turn() -> None:
    harness = Harness(graph_of(Scales()))

    assert isinstance(await harness.say("3 -2"), TurnFailed)
    assert [(record.end, record.error) for record in visit_of(harness).workflows] == [
        ("completed", None),
        ("failed", "ValueError"),
    ]


async def test_its_questions_to_the_chat_model_are_counted_and_audited_like_any() -> None:
    harness = Harness(graph_of(Scales()), chat=ScriptedChat().say("seven pounds"))

    ended = await harness.say("ask")

    assert isinstance(ended, TurnCompleted)
    assert (ended.reply.text, ended.usage.chat.calls, ended.usage.chat.input_tokens) == (
        "seven pounds",
        1,
        20,
    )
    commit = harness.turns[-1].commit
    assert commit is not None
    assert [(call.node, call.provider, call.failure) for call in commit.chat_calls] == [
        ("Scales", "scripted", None)
    ]


async def test_without_a_chat_model_a_workflow_that_asks_one_does_not_begin() -> None:
    refused: list[WorkflowInputError] = []

    class Hopeful(Scales):
        async def run(self, visit: Visit[NoState]) -> Route:
            try:
                return await super().run(visit)
            except WorkflowInputError as error:
                refused.append(error)
                return direct("no model")

    unnamed = ScriptedChat(id="somebody else's")
    harness = Harness(graph_of(Hopeful()), chat=unnamed)

    assert await harness.reply_to("ask") == "no model"
    assert "asks a chat model" in str(refused[0])
    assert visit_of(harness).workflows == []
