"""What a compiled graph says of itself: edges, JSON, merged configuration."""

from __future__ import annotations

from graph import (
    END,
    ChatConfig,
    CompiledGraph,
    ConversationNode,
    DecisionConfig,
    GraphDefinition,
    GraphNode,
    NoState,
    Route,
    TerminateNode,
    Visit,
    compile_graph,
    direct,
)
from graph.testing import ScriptedChat, ScriptedDecisions
from tests.graph.support import Count, Judge, graph_of


class Start(GraphNode[NoState]):
    targets = ("Judge", "Talk", END)

    async def run(self, visit: Visit[NoState]) -> Route:
        return direct("hello")


class Talk(ConversationNode[Count]):
    targets = ("Terminate",)


class Terminate(TerminateNode):
    pass


def compiled(definition: GraphDefinition) -> CompiledGraph:
    return compile_graph(
        definition,
        decision_providers={"scripted": ScriptedDecisions(), "other": ScriptedDecisions(id="other")},
        chat_models={"scripted": ScriptedChat(), "other": ScriptedChat(id="other")},
    )


def test_nodes_and_edges_in_declaration_order_and_end_last() -> None:
    graph = compiled(graph_of(Start(), Judge(), Talk(), Terminate()))

    assert graph.as_json() == {
        "nodes": [
            {"name": "Start", "kind": "graph"},
            {"name": "Judge", "kind": "decision"},
            {"name": "Talk", "kind": "conversation"},
            {"name": "Terminate", "kind": "terminate"},
            {"name": "end", "kind": "terminate"},
        ],
        "edges": [
            ["Start", "Judge"],
            ["Start", "Talk"],
            ["Start", "end"],
            ["Talk", "Terminate"],
            ["Terminate", "end"],
        ],
    }


def test_a_graph_that_never_ends_has_no_end() -> None:
    graph = compiled(graph_of(Judge()))

    assert graph.as_json() == {"nodes": [{"name": "Judge", "kind": "decision"}], "edges": []}


def test_a_decision_node_without_settings_asks_as_the_library_does() -> None:
    definition = graph_of(Judge(), decision=DecisionConfig(provider="scripted"))

    assert compiled(definition).decision_config("Judge") == DecisionConfig(
        provider="scripted", model="jev-latest", timeout_s=30.0, max_retries=0, deadline_s=None
    )


def test_the_node_wins_over_the_graph_and_the_graph_over_the_library() -> None:
    class Own(Judge):
        decision = DecisionConfig(provider="other", max_retries=0)

    of_graph = DecisionConfig(
        provider="scripted", model="graph-model", timeout_s=15.0, max_retries=2, deadline_s=20.0
    )

    assert compiled(graph_of(Own(), decision=of_graph)).decision_config("Own") == DecisionConfig(
        provider="other", model="graph-model", timeout_s=15.0, max_retries=0, deadline_s=20.0
    )


def test_chat_settings_merge_the_same_way() -> None:
    class Own(Talk):
        chat = ChatConfig(model="node-model", max_rounds=2, alternate="other")

    graph = compiled(graph_of(Own(), Terminate(), chat=ChatConfig(provider="scripted", max_retries=1)))

    assert graph.chat_config("Own") == ChatConfig(
        provider="scripted",
        model="node-model",
        timeout_s=30.0,
        max_retries=1,
        deadline_s=None,
        max_rounds=2,
        alternate="other",
    )


def test_names_state_and_questions_come_from_the_class() -> None:
    class Renamed(Talk):
        name = "Elsewhere"

    class Heir(Judge):
        pass

    assert (Renamed.name, Renamed.state_type) == ("Elsewhere", Count)
    assert (Heir.name, Heir.state_type, Heir.questions) == ("Heir", NoState, Judge.questions)


def test_settings_on_a_class_survive_in_its_heirs() -> None:
    class Other(NoState):
        pass

    class Set(Talk):
        state_type = Other

    class Heir(Set):
        pass

    assert Heir.state_type is Other
