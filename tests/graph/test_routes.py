"""What each route does, from a plain node, a decision node and a tool handler."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from pydantic import BaseModel

from graph import (
    END,
    ConversationNode,
    DecisionContext,
    GraphNode,
    Message,
    NoState,
    Route,
    RoutingError,
    TerminateNode,
    TurnCompleted,
    TurnFailed,
    Visit,
    direct,
    direct_to,
    finish,
    go,
    refuse,
    stay,
    tool,
)
from graph.testing import Harness, ScriptedChat, ScriptedDecisions
from tests.graph.support import Ask, Judge, graph_of


class NoArguments(BaseModel):
    pass


class Next(GraphNode[NoState]):
    targets = ("First",)

    async def run(self, visit: Visit[NoState]) -> Route:
        return direct("from next")


class Ending(TerminateNode):
    name = "Terminate"
    text = "Farewell."


Returning = Callable[[Route, tuple[str, ...]], GraphNode[Any]]


def plain(route: Route, targets: tuple[str, ...]) -> GraphNode[Any]:
    class First(GraphNode[NoState]):
        async def run(self, visit: Visit[NoState]) -> Route:
            return route

    First.targets = targets
    return First()


def decision(route: Route, targets: tuple[str, ...]) -> GraphNode[Any]:
    class First(Judge):
        def on_decision(self, answers: Ask, context: DecisionContext, visit: Visit[NoState]) -> Route:
            return route

    First.targets = targets
    return First()


def handler(route: Route, targets: tuple[str, ...]) -> GraphNode[Any]:
    class First(ConversationNode[NoState]):
        terminate_target = None

        @tool
        def act(self, arguments: NoArguments, visit: Visit[NoState]) -> Route:
            return route

    First.targets = targets
    return First()


RETURNING: dict[str, Returning] = {
    "plain node": plain,
    "decision node": decision,
    "tool handler": handler,
}


@pytest.fixture(params=RETURNING)
def returning(request: pytest.FixtureRequest) -> Returning:
    """One of the three places that a route comes from."""
    return RETURNING[request.param]


def harness_of(first: GraphNode[Any], *others: GraphNode[Any]) -> Harness:
    return Harness(
        graph_of(first, *others),
        decisions=ScriptedDecisions().answer(mood="calm").answer(mood="calm"),
        chat=ScriptedChat().call("act").call("act"),
    )


def ended(event: object) -> tuple[str, str, bool, tuple[str, ...]]:
    assert isinstance(event, TurnCompleted), event
    return event.reply.text, event.node, event.completed, event.path


async def test_go_runs_the_target_at_once_and_the_session_resumes_there(returning: Returning) -> None:
    harness = harness_of(returning(go("Next"), ("Next",)), Next())

    assert ended(await harness.say("hello")) == ("from next", "Next", False, ("First", "Next"))
    assert harness.cursor == "Next"


async def test_direct_replies_and_stays(returning: Returning) -> None:
    harness = harness_of(returning(direct("here"), ()))

    assert ended(await harness.say("hello")) == ("here", "First", False, ("First",))
    assert ended(await harness.say("again")) == ("here", "First", False, ("First",))


async def test_direct_to_replies_and_the_next_turn_starts_at_the_target(returning: Returning) -> None:
    harness = harness_of(returning(direct_to("Next", "over there"), ("Next",)), Next())

    assert ended(await harness.say("hello")) == ("over there", "Next", False, ("First",))
    assert ended(await harness.say("again")) == ("from next", "Next", False, ("Next",))


async def test_finish_replies_and_completes_the_session(returning: Returning) -> None:
    harness = harness_of(returning(finish("all done"), (END,)))

    assert ended(await harness.say("hello")) == ("all done", END, True, ("First",))
    assert harness.status == "completed"


async def test_the_visit_says_how_the_node_was_left(returning: Returning) -> None:
    harness = harness_of(returning(go("Next"), ("Next",)), Next())

    await harness.say("hello")

    commit = harness.turns[0].commit
    assert commit is not None
    assert [(visit.order, visit.node, visit.left_by, visit.target) for visit in commit.visits] == [
        (1, "First", "go", "Next"),
        (2, "Next", "direct", None),
    ]


@pytest.mark.parametrize(
    ("route", "target"),
    [
        pytest.param(go("Next"), "'Next'", id="go"),
        pytest.param(direct_to("Next", "text"), "'Next'", id="direct_to"),
        pytest.param(finish("text"), "'end'", id="finish"),
    ],
)
async def test_an_edge_that_is_not_declared_cannot_be_taken(
    returning: Returning, route: Route, target: str, caplog: pytest.LogCaptureFixture
) -> None:
    first = returning(route, ("Other",))

    class Other(GraphNode[NoState]):
        targets = ("Next",)

        async def run(self, visit: Visit[NoState]) -> Route:
            return direct("other")

    harness = harness_of(first, Other(), Next())

    failed = await harness.say("hello")

    assert isinstance(failed, TurnFailed)
    assert failed.code == "internal"
    assert "UndeclaredRouteError" in caplog.text


@pytest.mark.parametrize("route", [go(END), direct_to(END, "text")], ids=["go to end", "direct_to the end"])
async def test_a_session_ends_with_finish_alone(
    returning: Returning, route: Route, caplog: pytest.LogCaptureFixture
) -> None:
    harness = harness_of(returning(route, (END,)))

    assert isinstance(await harness.say("hello"), TurnFailed)
    assert "error=RoutingError" in caplog.text
    assert harness.status == "active"


@pytest.mark.parametrize("place", ["plain node", "decision node"])
@pytest.mark.parametrize(
    "route",
    [
        pytest.param(stay("go on"), id="stay"),
        pytest.param(stay("go on").with_cleanup(lambda messages: messages), id="stay with cleanup"),
        pytest.param(direct("text").with_tool_feedback("note"), id="tool feedback"),
    ],
)
async def test_what_belongs_to_a_tool_loop_fails_elsewhere(
    place: str, route: Route, caplog: pytest.LogCaptureFixture
) -> None:
    harness = harness_of(RETURNING[place](route, ()))

    assert isinstance(await harness.say("hello"), TurnFailed)
    assert "error=RoutingError" in caplog.text


async def test_what_is_no_route_fails(returning: Returning, caplog: pytest.LogCaptureFixture) -> None:
    forgotten: Any = None
    harness = harness_of(returning(forgotten, ()))

    assert isinstance(await harness.say("hello"), TurnFailed)
    assert "error=RoutingError" in caplog.text


async def test_a_refusal_replies_and_stays(returning: Returning) -> None:
    harness = harness_of(returning(refuse("not that"), ()))

    assert ended(await harness.say("hello")) == ("not that", "First", False, ("First",))


async def test_the_reply_joins_the_history_of_the_node_where_the_session_resumes() -> None:
    harness = Harness(
        graph_of(
            plain(direct_to("Next", "over there"), ("Next",)),
            Next(),
            histories={"a": ["First"], "b": ["Next"]},
        )
    )

    await harness.say("hello")

    assert harness.history("a") == [Message.human("hello")]
    assert harness.history("b") == [Message.assistant("over there")]


async def test_terminate_says_its_text_and_completes() -> None:
    class Ended(Ending):
        pass

    harness = Harness(graph_of(Ended()))

    assert ended(await harness.say("bye")) == ("Farewell.", END, True, ("Ended",))


async def test_the_inherited_tool_leads_to_the_terminate_node() -> None:
    class Talk(ConversationNode[NoState]):
        targets = ("Terminate",)

    harness = Harness(graph_of(Talk(), Ending()), chat=ScriptedChat().call("terminate_session"))

    assert ended(await harness.say("bye")) == ("Farewell.", END, True, ("Talk", "Terminate"))


async def test_a_node_without_history_cannot_reply(caplog: pytest.LogCaptureFixture) -> None:
    """A plain node may be in no history, but then it must route on."""
    harness = Harness(graph_of(plain(go("Next"), ("Next",)), Next(), histories={"talk": ["First"]}))

    assert isinstance(await harness.say("hello"), TurnFailed)
    assert "error=RoutingError" in caplog.text


def test_a_wrong_route_names_the_node_that_returned_it() -> None:
    error = RoutingError("returned int.", node="First")

    assert (error.node, str(error)) == ("First", "First: returned int.")
