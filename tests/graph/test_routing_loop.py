"""A turn enters a limited number of nodes."""

from __future__ import annotations

import pytest

from graph import GraphNode, NoState, Route, RoutingLoopError, TurnCompleted, TurnFailed, Visit, direct, go
from graph.testing import Harness
from tests.graph.support import Count, graph_of


class Ping(GraphNode[NoState]):
    targets = ("Pong",)

    async def run(self, visit: Visit[NoState]) -> Route:
        return go("Pong")


class Pong(GraphNode[Count]):
    """Sends the ball back for as long as the context says."""

    targets = ("Ping",)

    async def run(self, visit: Visit[Count]) -> Route:
        state = visit.update(number=visit.own.number + 1)
        return go("Ping") if state.number < visit.context["rallies"] else direct("out")


async def test_past_the_limit_the_turn_fails_for_good_and_nothing_is_saved() -> None:
    harness = Harness(graph_of(Ping(), Pong(), max_nodes=5), context={"rallies": 100})

    failed = await harness.say("play")

    assert isinstance(failed, TurnFailed)
    assert (failed.code, failed.retryable) == ("routing_loop", False)
    assert harness.state_of(Pong) == Count()
    closure = harness.turns[0].closure
    assert closure is not None
    assert closure.path == ("Ping", "Pong", "Ping", "Pong", "Ping")


@pytest.mark.parametrize(("rallies", "ends"), [(12, TurnCompleted), (13, TurnFailed)])
async def test_25_nodes_unless_configured(rallies: int, ends: type) -> None:
    harness = Harness(graph_of(Ping(), Pong()), context={"rallies": rallies})

    assert isinstance(await harness.say("play"), ends)


async def test_nested_runs_count() -> None:
    class Parent(GraphNode[NoState]):
        targets = ("Child",)

        async def run(self, visit: Visit[NoState]) -> Route:
            await visit.run_nodes([Child, Child])
            return direct("done")

    class Child(GraphNode[NoState]):
        async def run(self, visit: Visit[NoState]) -> Route:
            return direct("child")

    assert isinstance(await Harness(graph_of(Parent(), Child(), max_nodes=3)).say("go"), TurnCompleted)
    assert isinstance(await Harness(graph_of(Parent(), Child(), max_nodes=2)).say("go"), TurnFailed)


async def test_the_error_tells_the_path_and_the_limit() -> None:
    seen: list[RoutingLoopError] = []

    class Parent(GraphNode[NoState]):
        targets = ("Parent",)

        async def run(self, visit: Visit[NoState]) -> Route:
            try:
                await visit.run_node(Parent)
            except RoutingLoopError as error:
                seen.append(error)
            return direct("done")

    await Harness(graph_of(Parent(), max_nodes=1)).say("go")

    assert (seen[0].path, seen[0].limit, seen[0].node) == (("Parent", "Parent"), 1, "Parent")
    assert str(seen[0]) == "Parent: a turn may enter 1 nodes; it went Parent > Parent."
