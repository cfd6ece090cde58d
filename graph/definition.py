"""Declaring a graph, and checking all that can be checked before the first customer.

`compile_graph` refuses, each time with the node and the mend: names missing, reserved or used twice; a start,
target, history, action or terminate node that is not registered; a node in two history spaces, or in none where
it needs one; a state that could be changed in place; a node without its handler; a tool named twice or without an
argument model; tools forced where there are none; a decision node with chat tools or chat settings, or without
questions; a malformed question map; a provider that is not there; impossible limits; a node that nothing leads to.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeAlias

from graph.chat.models import LIBRARY_CHAT_CONFIG, ChatConfig, ChatModel
from graph.chat.node import ChatFailure, ConversationNode
from graph.chat.runner import ChatRunner
from graph.chat.tools import Tool, ToolSpec, tools_of
from graph.decision.node import DecisionFailure, DecisionNode
from graph.decision.providers import LIBRARY_DECISION_CONFIG, DecisionConfig, DecisionProvider
from graph.decision.questions import checked_copy
from graph.decision.runner import DecisionRunner
from graph.errors import GraphDefinitionError, QuestionError
from graph.jsonvalue import JsonObject, JsonValue
from graph.nodes import GraphNode
from graph.retrying import Clock
from graph.routing import END, NodeRef, Route, node_name
from graph.scope import Visit
from graph.state import StateView
from graph.turns import TurnInput

DecisionErrorHook: TypeAlias = Callable[
    [DecisionFailure, Visit[Any]], "Route | Awaitable[Route | None] | None"
]
ChatErrorHook: TypeAlias = Callable[[ChatFailure, Visit[Any]], "Route | Awaitable[Route | None] | None"]
EntryHook: TypeAlias = Callable[[TurnInput, str], "NodeRef | None"]
SnapshotHook: TypeAlias = Callable[[StateView, Mapping[str, Any]], JsonObject]


@dataclass(frozen=True, slots=True)
class ActionTarget:
    """Where an action goes: a conversation node's tool, or just a node to enter."""

    node: NodeRef
    tool: str | None = None


def _no_snapshot(states: StateView, context: Mapping[str, Any]) -> JsonObject:
    return {}


@dataclass(frozen=True, kw_only=True)
class GraphDefinition:
    """A graph as its author declares it."""

    name: str
    nodes: Sequence[GraphNode[Any]]
    """One object per node; they are shared by all sessions."""
    start: NodeRef
    """Where a new session begins."""
    histories: Mapping[str, Sequence[NodeRef]]
    """Nodes by history space. A node without model or reply of its own may be in none."""
    decision: DecisionConfig = field(default_factory=DecisionConfig)
    chat: ChatConfig = field(default_factory=ChatConfig)
    actions: Mapping[str, ActionTarget] = field(default_factory=dict)
    """What a host may send instead of words, by name."""
    on_decision_error: DecisionErrorHook | None = None
    on_chat_error: ChatErrorHook | None = None
    entry: EntryHook | None = None
    """Gets the turn and the cursor and may name another node to start the turn at; None keeps the cursor."""
    snapshot: SnapshotHook = _no_snapshot
    """What hosts show of a session after each turn; stored with the turn."""
    max_nodes: int = 25
    """Nodes that one turn may enter, nested runs included."""
    turn_timeout_s: float = 45.0


class CompiledGraph:
    """A checked graph, bound to its providers; made by `compile_graph`."""

    def __init__(
        self,
        definition: GraphDefinition,
        *,
        decision_providers: Mapping[str, DecisionProvider],
        chat_models: Mapping[str, ChatModel],
        clock: Clock | None = None,
    ) -> None:
        self.name = definition.name
        self.nodes = {node.name: node for node in definition.nodes}
        self.start = node_name(definition.start)
        self.actions = definition.actions
        self.entry = definition.entry
        self.snapshot = definition.snapshot
        self.on_decision_error = definition.on_decision_error
        self.on_chat_error = definition.on_chat_error
        self.max_nodes = definition.max_nodes
        self.turn_timeout_s = definition.turn_timeout_s
        self.decision_runner = DecisionRunner(decision_providers, clock=clock)
        self.chat_runner = ChatRunner(chat_models, clock=clock)
        self._targets = {
            node.name: tuple(node_name(target) for target in node.targets) for node in definition.nodes
        }
        self._spaces = {node_name(ref): space for space, refs in definition.histories.items() for ref in refs}
        self._tools = {node.name: {tool.name: tool for tool in _tools(node)} for node in definition.nodes}
        self._specs = {
            name: tuple(tool.spec for tool in tools.values()) for name, tools in self._tools.items()
        }
        self._decision = {
            node.name: node.decision.over(definition.decision).over(LIBRARY_DECISION_CONFIG)
            for node in definition.nodes
            if isinstance(node, DecisionNode)
        }
        graph_chat = definition.chat.over(LIBRARY_CHAT_CONFIG)
        self._chat = {
            node.name: node.chat.over(graph_chat) if isinstance(node, ConversationNode) else graph_chat
            for node in definition.nodes
        }

    def targets_of(self, node: str) -> tuple[str, ...]:
        return self._targets[node]

    def history_of(self, node: str) -> str | None:
        """The node's history space, None where it has none."""
        return self._spaces.get(node)

    def tools_of(self, node: str) -> Mapping[str, Tool]:
        return self._tools[node]

    def tool_specs_of(self, node: str) -> tuple[ToolSpec, ...]:
        return self._specs[node]

    def decision_config(self, node: str) -> DecisionConfig:
        """Library, graph and node settings merged; nothing but `deadline_s` is None."""
        return self._decision[node]

    def chat_config(self, node: str) -> ChatConfig:
        """Library, graph and node settings merged; nothing but `deadline_s` and `alternate` is None.

        A node of another kind than `ConversationNode` has the graph's, for the workflows that it runs.
        """
        return self._chat[node]

    @cached_property
    def edges(self) -> tuple[tuple[str, str], ...]:
        """Declared edges in declaration order; a node that may end the session has one to `end`."""
        declared = [(name, target) for name, targets in self._targets.items() for target in targets]
        ends = [
            (name, END)
            for name, node in self.nodes.items()
            if node.kind == "terminate" and (name, END) not in declared
        ]
        return tuple(declared + ends)

    def as_json(self) -> JsonObject:
        """`{"nodes": [{"name", "kind"}], "edges": [[from, to], ...]}` (PROTOCOL.md, `graph`)."""
        nodes: list[JsonValue] = [{"name": node.name, "kind": node.kind} for node in self.nodes.values()]
        if any(target == END for _, target in self.edges):
            nodes.append({"name": END, "kind": "terminate"})
        return {"nodes": nodes, "edges": [[source, target] for source, target in self.edges]}


def compile_graph(
    definition: GraphDefinition,
    *,
    decision_providers: Mapping[str, DecisionProvider],
    chat_models: Mapping[str, ChatModel],
    clock: Clock | None = None,
) -> CompiledGraph:
    """Check a definition and bind it to its providers, by their ids.

    Do so once a process: the circuit breakers that spare failing providers are the compiled graph's.

    Raises:
        GraphDefinitionError: `.node` is the offender, `.mend` what to do.
    """
    _check_names(definition)
    _check_routes(definition)
    _check_histories(definition)
    for node in definition.nodes:
        _check_node(node)
    graph = CompiledGraph(
        definition, decision_providers=decision_providers, chat_models=chat_models, clock=clock
    )
    _check_actions(definition, graph)
    _check_providers(graph, decision_providers, chat_models)
    _check_limits(definition, graph)
    _check_reachable(definition, graph)
    return graph


def _tools(node: GraphNode[Any]) -> list[Tool]:
    if not isinstance(node, ConversationNode):
        return []
    tools = tools_of(type(node))
    return [tool for tool in tools if node.terminate_target is not None or tool.method != "terminate_session"]


def _check_names(definition: GraphDefinition) -> None:
    if not definition.nodes:
        raise GraphDefinitionError(
            definition.name, "the graph has no nodes.", "Register at least the start node."
        )
    seen: set[str] = set()
    for node in definition.nodes:
        if not isinstance(node, GraphNode):
            raise GraphDefinitionError(
                str(node), "is no node object.", "Register instances, as in nodes=[Router()]."
            )
        if node.name == END:
            raise GraphDefinitionError(
                node.name, f"{END!r} is where sessions rest.", "Name the node otherwise."
            )
        if node.name in seen:
            raise GraphDefinitionError(node.name, "two nodes have this name.", "Set `name` on one of them.")
        seen.add(node.name)


def _check_routes(definition: GraphDefinition) -> None:
    names = {node.name for node in definition.nodes}
    start = node_name(definition.start)
    if start not in names:
        raise GraphDefinitionError(start, "the start node is not registered.", "Add it to `nodes`.")
    for node in definition.nodes:
        targets = [node_name(target) for target in node.targets]
        for target in targets:
            if target not in names and target != END:
                raise GraphDefinitionError(
                    node.name, f"its target {target!r} is not registered.", "Add it to `nodes`."
                )
        if len(set(targets)) != len(targets):
            raise GraphDefinitionError(node.name, "it declares a target twice.", "Name each target once.")
        if isinstance(node, ConversationNode) and node.terminate_target not in (None, *targets):
            raise GraphDefinitionError(
                node.name,
                f"its terminate_session tool goes to {node.terminate_target!r}, which its targets do not declare.",
                "Add it to `targets`, or set terminate_target = None.",
            )


def _check_histories(definition: GraphDefinition) -> None:
    names = {node.name for node in definition.nodes}
    space_of: dict[str, str] = {}
    for space, refs in definition.histories.items():
        for name in map(node_name, refs):
            if name not in names:
                raise GraphDefinitionError(
                    name,
                    f"history space {space!r} names a node that is not registered.",
                    "Add it to `nodes`.",
                )
            if name in space_of:
                raise GraphDefinitionError(
                    name, f"is in the history spaces {space_of[name]!r} and {space!r}.", "Keep one."
                )
            space_of[name] = space
    for node in definition.nodes:
        if node.kind != "graph" and node.name not in space_of:
            raise GraphDefinitionError(
                node.name, f"a {node.kind} node needs a history space.", "Put it into one of `histories`."
            )
    entered = {node_name(target.node): action for action, target in definition.actions.items()}
    for name, by in [(node_name(definition.start), "words"), *entered.items()]:
        if name in names and name not in space_of:
            raise GraphDefinitionError(
                name,
                f"turns start there ({by}), so the customer's words need a history space.",
                "Put it into one of `histories`.",
            )


def _check_node(node: GraphNode[Any]) -> None:
    if not node.state_type.model_config.get("frozen"):
        raise GraphDefinitionError(
            node.name,
            f"its state {node.state_type.__name__} can be changed in place, by any node that reads it.",
            "Set model_config = ConfigDict(frozen=True).",
        )
    if type(node).run is GraphNode.run:
        raise GraphDefinitionError(node.name, "it does nothing.", "Write run().")
    try:
        tools = tools_of(type(node))
    except TypeError as error:
        raise GraphDefinitionError(node.name, f"{error}.", "Annotate the argument model.") from error
    tool_names = [tool.name for tool in _tools(node)]
    for name in tool_names:
        if tool_names.count(name) > 1:
            raise GraphDefinitionError(
                node.name, f"two tools are named {name!r}.", "Name one of them otherwise."
            )
    if isinstance(node, DecisionNode):
        _check_decision_node(node, tools)
    elif tools and not isinstance(node, ConversationNode):
        raise GraphDefinitionError(
            node.name, f"a {node.kind} node has no tools.", "Make it a ConversationNode."
        )
    elif isinstance(node, ConversationNode) and node.force_tools and not tool_names:
        raise GraphDefinitionError(
            node.name,
            "its chat model must call a tool, and there is none.",
            "Add a tool, or drop force_tools.",
        )


def _check_decision_node(node: DecisionNode[Any, Any], tools: Sequence[Tool]) -> None:
    if tools:
        raise GraphDefinitionError(
            node.name, "a decision node has no chat tools.", "Move the tool to a ConversationNode."
        )
    for attribute in ("chat", "force_tools", "before_chat", "on_text", "on_chat_error"):
        if hasattr(node, attribute):
            raise GraphDefinitionError(
                node.name, f"a decision node has no `{attribute}`.", "It calls no chat model; remove it."
            )
    if type(node).on_decision is DecisionNode.on_decision:
        raise GraphDefinitionError(node.name, "nothing says what its answers mean.", "Write on_decision().")
    if type(node).define_questions is not DecisionNode.define_questions:
        return
    try:
        checked_copy(node.questions.declared())
    except QuestionError as error:
        raise GraphDefinitionError(node.name, f"{error}.", "Mend the question map.") from error
    for threshold in node.thresholds:
        if problem := threshold.problem(node.questions.declared()):
            raise GraphDefinitionError(node.name, f"{problem}.", "Mend its `thresholds`.")


def _check_actions(definition: GraphDefinition, graph: CompiledGraph) -> None:
    for action, target in definition.actions.items():
        name = node_name(target.node)
        if name not in graph.nodes:
            raise GraphDefinitionError(
                name, f"action {action!r} goes to a node that is not registered.", "Add it to `nodes`."
            )
        if target.tool is not None and target.tool not in graph.tools_of(name):
            raise GraphDefinitionError(
                name,
                f"action {action!r} calls {target.tool!r}, which is no tool of it.",
                "Name one of its tools.",
            )


def _check_providers(
    graph: CompiledGraph,
    decision_providers: Mapping[str, DecisionProvider],
    chat_models: Mapping[str, ChatModel],
) -> None:
    for name, node in graph.nodes.items():
        if isinstance(node, DecisionNode):
            named, known = [graph.decision_config(name).provider], sorted(decision_providers)
        elif isinstance(node, ConversationNode):
            config, known = graph.chat_config(name), sorted(chat_models)
            named = [config.provider, *filter(None, [config.alternate])]
        else:
            continue
        for provider in named:
            if provider not in known:
                raise GraphDefinitionError(
                    name,
                    f"its provider {provider!r} is not registered.",
                    f"Registered: {', '.join(known) or 'none'}.",
                )


def _check_limits(definition: GraphDefinition, graph: CompiledGraph) -> None:
    if definition.max_nodes < 1 or definition.turn_timeout_s <= 0:
        raise GraphDefinitionError(
            definition.name, "max_nodes and turn_timeout_s are above 0.", "Raise them."
        )
    for name, node in graph.nodes.items():
        if isinstance(node, DecisionNode):
            config: DecisionConfig | ChatConfig = graph.decision_config(name)
        elif isinstance(node, ConversationNode):
            config = graph.chat_config(name)
            if (config.max_rounds or 0) < 1:
                raise GraphDefinitionError(name, "max_rounds is at least 1.", "Raise it.")
        else:
            continue
        late = (config.timeout_s or 0) <= 0 or (config.deadline_s is not None and config.deadline_s <= 0)
        if late or (config.max_retries or 0) < 0:
            raise GraphDefinitionError(
                name, "time-outs are above 0 and retries not below 0.", "Mend its configuration."
            )


def _check_reachable(definition: GraphDefinition, graph: CompiledGraph) -> None:
    waiting = [graph.start, *(node_name(target.node) for target in definition.actions.values())]
    reached: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name not in reached and name in graph.nodes:
            reached.add(name)
            waiting.extend(graph.targets_of(name))
    for name in graph.nodes:
        if name not in reached:
            raise GraphDefinitionError(
                name, "nothing leads to it.", "Declare it as a target of another node, or remove it."
            )
