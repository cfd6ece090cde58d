"""A nested run returns text and state; it can neither move the cursor nor end the session."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

from graph import (
    END,
    ConversationNode,
    DecisionContext,
    GraphNode,
    Message,
    NestedResult,
    NodeVisit,
    NoState,
    ProviderMisconfigured,
    Route,
    RoutingError,
    TerminateNode,
    TurnCompleted,
    TurnControl,
    TurnFailed,
    UndeclaredRouteError,
    Visit,
    direct,
    direct_to,
    finish,
    go,
)
from graph.testing import Harness, ScriptedChat, ScriptedDecisions
from tests.graph.support import Ask, Count, Judge, graph_of


class Child(GraphNode[Count]):
    targets = ("Parent", END)

    async def run(self, visit: Visit[Count]) -> Route:
        visit.update(number=visit.own.number + 1)
        return direct("child's text")


class Parent(GraphNode[NoState]):
    targets = ("Child",)

    async def run(self, visit: Visit[NoState]) -> Route:
        result = await visit.run_node(Child)
        return direct(f"{result.text}, {result.state.number}")


async def test_the_parent_gets_text_and_state_and_the_turn_stays_its_own() -> None:
    harness = Harness(graph_of(Parent(), Child()))

    ended = await harness.say("go")

    assert isinstance(ended, TurnCompleted)
    assert (ended.reply.text, ended.node, ended.path) == ("child's text, 1", "Parent", ("Parent",))
    assert harness.cursor == "Parent"
    assert harness.history("talk") == [Message.human("go"), Message.assistant("child's text, 1")]


async def test_what_a_nested_child_saved_is_committed_with_the_turn() -> None:
    harness = Harness(graph_of(Parent(), Child()))

    await harness.say("go")
    await harness.say("go")

    assert harness.state_of(Child) == Count(number=2)


async def test_nothing_of_it_is_kept_when_the_parent_fails() -> None:
    class Parent(GraphNode[NoState]):
        targets = ("Child",)

        async def run(self, visit: Visit[NoState]) -> Route:
            await visit.run_node(Child)
            raise ValueError("no")

    harness = Harness(graph_of(Parent(), Child()))

    assert isinstance(await harness.say("go"), TurnFailed)
    assert harness.state_of(Child) == Count()


async def test_the_visit_names_its_parent() -> None:
    harness = Harness(graph_of(Parent(), Child()))

    await harness.say("go")

    commit = harness.turns[0].commit
    assert commit is not None
    assert [(visit.order, visit.node, visit.nested_in, visit.left_by) for visit in commit.visits] == [
        (1, "Parent", None, "direct"),
        (2, "Child", "Parent", "direct"),
    ]


@pytest.mark.parametrize(
    "route",
    [
        pytest.param(go("Parent"), id="go"),
        pytest.param(direct_to("Parent", "text"), id="direct_to"),
        pytest.param(finish("text"), id="finish"),
    ],
)
async def test_a_child_that_would_move_or_end_the_session_fails_and_saves_nothing(route: Route) -> None:
    caught: list[str] = []

    class Child(GraphNode[Count]):
        targets = ("Parent", END)

        async def run(self, visit: Visit[Count]) -> Route:
            visit.update(number=1)
            return route

    class Parent(GraphNode[NoState]):
        targets = ("Child",)

        async def run(self, visit: Visit[NoState]) -> Route:
            try:
                await visit.run_node(Child)
            except RoutingError as error:
                caught.append(str(error))
            return direct("still here")

    harness = Harness(graph_of(Parent(), Child()))

    assert await harness.reply_to("go") == "still here"
    assert caught == [
        f"Child: ran nested in Parent and returned {route.kind}(); a nested run may only use direct()."
    ]
    assert (harness.cursor, harness.status, harness.state_of(Child)) == ("Parent", "active", Count())


async def test_nor_does_the_inherited_terminate_tool_end_it(caplog: pytest.LogCaptureFixture) -> None:
    class Talk(ConversationNode[NoState]):
        targets = ("Terminate",)

    class Terminate(TerminateNode):
        pass

    class Parent(GraphNode[NoState]):
        targets = ("Talk", "Terminate")

        async def run(self, visit: Visit[NoState]) -> Route:
            await visit.run_node(Talk)
            return direct("not reached")

    harness = Harness(graph_of(Parent(), Talk(), Terminate()), chat=ScriptedChat().call("terminate_session"))

    assert isinstance(await harness.say("bye"), TurnFailed)
    assert "error=RoutingError" in caplog.text
    assert harness.status == "active"


async def test_nor_can_terminate_be_run_nested() -> None:
    class Terminate(TerminateNode):
        pass

    class Parent(GraphNode[NoState]):
        targets = ("Terminate",)

        async def run(self, visit: Visit[NoState]) -> Route:
            with pytest.raises(RoutingError, match="a nested run may only use direct"):
                await visit.run_node(Terminate)
            return direct("still here")

    assert await Harness(graph_of(Parent(), Terminate())).reply_to("go") == "still here"


async def test_only_declared_targets_run_nested() -> None:
    class Parent(GraphNode[NoState]):
        targets = ("Between",)

        async def run(self, visit: Visit[NoState]) -> Route:
            with pytest.raises(UndeclaredRouteError) as refused:
                await visit.run_node(Child)
            return direct(f"{refused.value.node} > {refused.value.target}")

    class Between(GraphNode[NoState]):
        targets = ("Child",)

        async def run(self, visit: Visit[NoState]) -> Route:
            return go("Child")

    assert await Harness(graph_of(Parent(), Between(), Child())).reply_to("go") == "Parent > Child"


async def test_a_decision_runs_nested_and_is_audited_as_any_other() -> None:
    class Parent(GraphNode[NoState]):
        targets = ("Judge",)

        async def run(self, visit: Visit[NoState]) -> Route:
            return direct((await visit.run_node(Judge)).text)

    harness = Harness(graph_of(Parent(), Judge()), decisions=ScriptedDecisions().answer(mood="calm"))

    assert await harness.reply_to("go") == "calm"
    assert [(entry.visit, entry.node, entry.outcome) for entry in harness.audit] == [(2, "Judge", "success")]


class Left(GraphNode[Count]):
    async def run(self, visit: Visit[Count]) -> Route:
        visit.update(note="left")
        return direct("from left")


class Right(GraphNode[Count]):
    async def run(self, visit: Visit[Count]) -> Route:
        visit.update(note="right")
        return direct("from right")


async def test_run_nodes_gives_results_in_the_order_asked() -> None:
    results: list[NestedResult[Any]] = []

    class Parent(GraphNode[NoState]):
        targets = ("Left", "Right")

        async def run(self, visit: Visit[NoState]) -> Route:
            results.extend(await visit.run_nodes([Right, Left]))
            return direct("done")

    harness = Harness(graph_of(Parent(), Left(), Right()))
    await harness.say("go")

    assert results == [
        NestedResult("from right", Count(note="right")),
        NestedResult("from left", Count(note="left")),
    ]
    assert (harness.state_of(Left).note, harness.state_of(Right).note) == ("left", "right")
    assert harness.cursor == "Parent"


async def test_run_nodes_runs_them_side_by_side() -> None:
    """Each waits for the other to have begun, which one after the other would never end."""
    begun = {"A": asyncio.Event(), "B": asyncio.Event()}

    class Meeting(GraphNode[NoState]):
        async def run(self, visit: Visit[NoState]) -> Route:
            begun[visit.node].set()
            await begun["B" if visit.node == "A" else "A"].wait()
            return direct(visit.node)

    class A(Meeting):
        pass

    class B(Meeting):
        pass

    class Parent(GraphNode[NoState]):
        targets = ("A", "B")

        async def run(self, visit: Visit[NoState]) -> Route:
            return direct("".join(result.text for result in await visit.run_nodes([A, B])))

    assert await Harness(graph_of(Parent(), A(), B())).reply_to("go") == "AB"


class Waits(GraphNode[Count]):
    """Saves, then waits for ever."""

    def __init__(self) -> None:
        self.waiting = asyncio.Event()

    async def run(self, visit: Visit[Count]) -> Route:
        visit.update(number=1)
        self.waiting.set()
        await asyncio.Event().wait()
        return direct("never")


def visits_of(harness: Harness) -> Sequence[NodeVisit]:
    turn = harness.turns[-1]
    ended = turn.commit or turn.closure
    assert ended is not None
    return ended.visits


async def test_one_failure_cancels_the_others_and_comes_through_as_it_is() -> None:
    waits = Waits()
    caught: list[BaseException] = []

    class Fails(GraphNode[NoState]):
        async def run(self, visit: Visit[NoState]) -> Route:
            await waits.waiting.wait()
            raise ValueError("no")

    class Parent(GraphNode[NoState]):
        targets = ("Waits", "Fails")

        async def run(self, visit: Visit[NoState]) -> Route:
            try:
                await visit.run_nodes([Waits, Fails])
            except ValueError as error:
                caught.append(error)
            return direct("went on")

    harness = Harness(graph_of(Parent(), waits, Fails()))

    assert await harness.reply_to("go") == "went on"
    assert [str(error) for error in caught] == ["no"]
    assert {visit.node: visit.left_by for visit in visits_of(harness)} == {
        "Parent": "direct",
        "Waits": "cancelled",
        "Fails": "failed",
    }
    assert harness.state_of(Waits) == Count()


async def test_a_configuration_error_side_by_side_is_still_one() -> None:
    class Parent(GraphNode[NoState]):
        targets = ("Judge",)

        async def run(self, visit: Visit[NoState]) -> Route:
            await visit.run_nodes([Judge])
            return direct("not reached")

    harness = Harness(
        graph_of(Parent(), Judge()), decisions=ScriptedDecisions().fail(ProviderMisconfigured("no key"))
    )
    failed = await harness.say("go")

    assert isinstance(failed, TurnFailed)
    assert failed.code == "provider_misconfigured"


async def test_stopping_the_turn_stops_all_of_them() -> None:
    waits, control = Waits(), TurnControl()

    class Parent(GraphNode[NoState]):
        targets = ("Waits",)

        async def run(self, visit: Visit[NoState]) -> Route:
            await visit.run_nodes([Waits])
            return direct("not reached")

    harness = Harness(graph_of(Parent(), waits))
    running = asyncio.create_task(harness.say("go", control=control))
    await waits.waiting.wait()
    control.cancel()
    await running

    assert harness.turns[0].status == "cancelled"
    assert [visit.left_by for visit in visits_of(harness)] == ["cancelled", "cancelled"]


async def test_a_nested_decision_reads_its_own_history() -> None:
    class Parent(GraphNode[NoState]):
        targets = ("Inner",)

        async def run(self, visit: Visit[NoState]) -> Route:
            return direct((await visit.run_node(Inner)).text)

    class Inner(Judge):
        def on_decision(self, answers: Ask, context: DecisionContext, visit: Visit[NoState]) -> Route:
            return direct(repr(context.request))

    harness = Harness(
        graph_of(Parent(), Inner(), histories={"outer": ["Parent"], "inner": ["Inner"]}),
        decisions=ScriptedDecisions().answer(mood="calm"),
    )

    assert await harness.reply_to("hello") == "''"
