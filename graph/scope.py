"""One turn at work: its state, histories, audit and events, and a node's view of them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

from graph.chat.asking import ask
from graph.chat.audit import ChatRecord
from graph.chat.messages import Message
from graph.decision.audit import DecisionRecord
from graph.errors import RoutingError, RoutingLoopError, StateError, UndeclaredRouteError
from graph.events import Event, NodeEntered, ToolCalled, TurnEvent
from graph.evidence import Evidence
from graph.nodes import GraphNode
from graph.routing import END, Route, node_name, require_route
from graph.state import StateT, StateView, seed_state
from graph.turns import ActionCall, NodeVisit, SessionSnapshot, TurnControl, TurnInput
from graph.usage import TurnUsage
from graph.workflow.facade import ChatFacade
from graph.workflow.records import WorkflowRun
from graph.workflow.runner import run_workflow

if TYPE_CHECKING:
    from graph.definition import CompiledGraph

T = TypeVar("T")
OtherT = TypeVar("OtherT", bound="Any")
EventT = TypeVar("EventT", bound=TurnEvent)

MAX_PRIOR_REQUESTS = 4


@dataclass(frozen=True, slots=True)
class Conversation:
    """The customer's own words in one history space."""

    request: str
    """The newest human message, '' when there is none."""
    prior_requests: tuple[str, ...]
    """Up to four human messages before it, oldest first."""


NO_CONVERSATION = Conversation("", ())


@dataclass(frozen=True, slots=True)
class NestedResult(Generic[StateT]):
    """What a nested run leaves its caller."""

    text: str
    state: StateT


class TurnScope:
    """Everything one turn has read and will write; nothing of it is visible outside until the commit."""

    def __init__(
        self,
        *,
        graph: CompiledGraph,
        session: SessionSnapshot,
        number: int,
        turn: TurnInput,
        context: Mapping[str, Any],
        control: TurnControl,
        emit: Callable[[Event], None],
    ) -> None:
        self.graph = graph
        self.session_id = session.session_id
        self.number = number
        self.turn = turn
        self.context = MappingProxyType(context)
        self.control = control
        self.states = StateView(session.states)
        self.changed: set[str] = set()
        self.histories = {space: list(messages) for space, messages in session.histories.items()}
        self.appended: list[tuple[str, Message]] = []
        self.visits: list[NodeVisit] = []
        self.decisions: list[DecisionRecord] = []
        self.chat_calls: list[ChatRecord] = []
        self.evidence: list[Evidence] = []
        self.usage = TurnUsage()
        self.failed_chat_models: set[str] = set()
        """Ids of chat models whose alternate has taken over in this turn."""
        self.seq = 0
        self._emit = emit

    @property
    def path(self) -> tuple[str, ...]:
        """Names of the nodes entered by the turn itself, in order; nested runs are left out."""
        return tuple(visit.node for visit in self.visits if visit.nested_in is None)

    def emit(self, event: type[EventT], **fields: Any) -> EventT:
        """Tell the host what just happened."""
        self.seq += 1
        made = event(turn=self.number, id=self.turn.id, seq=self.seq, **fields)
        self._emit(cast("Event", made))
        return made

    def append(self, node: str, message: Message) -> None:
        """Add a message to the history of a node."""
        space = self.graph.history_of(node)
        if space is None:
            raise RoutingError(
                "has no history space to put a message in. Give it one in `histories`.", node=node
            )
        self.histories.setdefault(space, []).append(message)
        self.appended.append((space, message))

    def forward(self, node: str, message: Message) -> None:
        """Add a message to a node's history unless it is the newest there already, the library's own notes aside."""
        newest = next((known for known in reversed(self.history(node)) if not known.internal), None)
        if newest is None or (newest.role, newest.text) != (message.role, message.text):
            self.append(node, message)

    def history(self, node: str) -> Sequence[Message]:
        space = self.graph.history_of(node)
        return self.histories.get(space, []) if space else []

    def seed(self, node: str, seeds: Mapping[str, Any]) -> None:
        if seeds:
            target = self.graph.nodes[node]
            self.publish(node, seed_state(node, self.states.of(type(target)), seeds))

    def publish(self, node: str, state: Any) -> None:
        self.states._publish(node, state)
        self.changed.add(node)

    async def enter(
        self,
        node: GraphNode[Any],
        *,
        action: ActionCall | None = None,
        tool: str | None = None,
        nested_in: str | None = None,
    ) -> Route:
        """Run one node and return its route, checked; its state is published only if it returned."""
        if len(self.visits) >= self.graph.max_nodes:
            raise RoutingLoopError((*self.path, node.name), self.graph.max_nodes)
        record = NodeVisit(order=len(self.visits) + 1, node=node.name, kind=node.kind, nested_in=nested_in)
        self.visits.append(record)
        self.emit(NodeEntered, node=node.name, kind=node.kind)
        visit: Visit[Any] = Visit(self, node, record, action)
        started = time.perf_counter()
        try:
            route = visit.checked(await (node.call_action(visit, tool, action) if tool else node.run(visit)))  # type: ignore[attr-defined]  # compile_graph() lets only conversation nodes have tools
        except asyncio.CancelledError:
            record.left_by = "cancelled"
            raise
        except BaseException:
            record.left_by = "failed"
            raise
        finally:
            record.duration_ms = round((time.perf_counter() - started) * 1000)
        record.left_by, record.target = route.kind, route.target
        visit._publish()
        return route


class Visit(Generic[StateT]):
    """A node's view of the turn that entered it. `scope` and `record` are for the library's own kinds of node."""

    __slots__ = ("_node", "_saved", "action", "record", "scope")

    def __init__(
        self, scope: TurnScope, node: GraphNode[StateT], record: NodeVisit, action: ActionCall | None
    ) -> None:
        self.scope = scope
        self.record = record
        self.action = action
        """The action that entered the node, None for a text or a routed entry."""
        self._node = node
        self._saved: StateT | None = None

    @property
    def node(self) -> str:
        return self.record.node

    @property
    def session_id(self) -> str:
        return self.scope.session_id

    @property
    def turn_number(self) -> int:
        return self.scope.number

    @property
    def turn(self) -> TurnInput:
        """What the customer did to begin this turn."""
        return self.scope.turn

    @property
    def context(self) -> Mapping[str, Any]:
        """Read-only facts given by the host, such as the business date."""
        return self.scope.context

    @property
    def own(self) -> StateT:
        """This node's state, with what this visit saved."""
        return self._saved if self._saved is not None else self.scope.states.of(type(self._node))

    def of(self, node: type[GraphNode[OtherT]]) -> OtherT:
        """Another node's state, as last published."""
        return self.scope.states.of(node)

    @property
    def states(self) -> StateView:
        """Every node's state as last published."""
        return self.scope.states

    def save(self, state: StateT) -> None:
        """Replace this node's state; published when the node returns, thrown away when it raises."""
        if type(state) is not self._node.state_type:
            raise StateError(
                f"{self.node}: saves {type(state).__name__}; its state is {self._node.state_type.__name__}."
            )
        self._saved = state

    def update(self, **changes: Any) -> StateT:
        """Replace some fields of this node's state, everything checked again, and return it."""
        self._saved = cast("StateT", seed_state(self.node, self.own, changes))
        return self._saved

    @property
    def history(self) -> Sequence[Message]:
        """The newest messages of this node's history space, oldest first."""
        return self.scope.history(self.node)

    def conversation(self) -> Conversation:
        """The customer's newest request here and those before it."""
        requests = [m.text for m in self.history if m.role == "human" and not m.internal]
        if not requests:
            return NO_CONVERSATION
        return Conversation(requests[-1], tuple(requests[-1 - MAX_PRIOR_REQUESTS : -1]))

    def shield(self) -> None:
        """From here on this turn can be neither cancelled nor timed out; call it before what cannot be undone."""
        self.scope.control.shield()

    def called_tool(self, tool: str, accepted: bool) -> None:
        """Note a tool call for the audit and tell the host."""
        self.record.tool, self.record.tool_accepted = tool, accepted
        self.scope.emit(ToolCalled, node=self.node, tool=tool, accepted=accepted)

    def checked(self, route: object) -> Route:
        """The route, if this node may take it.

        Raises:
            UndeclaredRouteError: It leads where the node's targets do not.
            RoutingError: It is no route, or one that belongs to a tool loop, or to a node that runs on its own.
        """
        node, route = self._node, require_route(route, self.node)
        if route.kind == "stay":
            raise RoutingError(
                "stay() belongs to a tool handler; there is no model loop to stay in.", node=node.name
            )
        if route.feedback is not None and node.kind != "conversation":
            raise RoutingError("with_tool_feedback belongs to a tool handler.", node=node.name)
        if self.record.nested_in is not None and route.kind != "direct":
            raise RoutingError(
                f"ran nested in {self.record.nested_in} and returned {route.kind}(); "
                "a nested run may only use direct().",
                node=node.name,
            )
        if route.target == END:
            raise RoutingError("routes to 'end'; a session ends with finish().", node=node.name)
        target = END if route.kind == "finish" and node.kind != "terminate" else route.target
        if target is not None and target not in self.scope.graph.targets_of(node.name):
            raise UndeclaredRouteError(node.name, target)
        return route

    async def run_node(self, node: type[GraphNode[OtherT]]) -> NestedResult[OtherT]:
        """Run a declared target nested: it returns text and state, and can neither move the cursor nor end the session.

        Raises:
            UndeclaredRouteError: The node is not among this node's targets.
            RoutingError: It tried to route elsewhere.
        """
        name = node_name(node)
        if name not in self.scope.graph.targets_of(self.node):
            raise UndeclaredRouteError(self.node, name)
        route = await self.scope.enter(self.scope.graph.nodes[name], nested_in=self.node)
        assert route.reply is not None
        return NestedResult(route.reply.text, self.scope.states.of(node))

    async def run_nodes(self, nodes: Sequence[type[GraphNode[Any]]]) -> list[NestedResult[Any]]:
        """Run declared targets nested and side by side; results in the order asked.

        One failure cancels the rest, and is raised as it came; see `run_node`.
        """
        try:
            async with asyncio.TaskGroup() as group:
                tasks = [group.create_task(self.run_node(node)) for node in nodes]
        except BaseExceptionGroup as failed:
            raise failed.exceptions[0] from None
        return [task.result() for task in tasks]

    async def run_workflow(
        self, agent: type, event: object, *, services: Mapping[type, object] | None = None
    ) -> WorkflowRun:
        """Run an annotated workflow; its record is kept under this visit, however it ends.

        A phase that asks for a `ChatFacade` talks to the chat model that this node is configured for.

        Raises:
            WorkflowInputError: The event is of another type, or a service is missing.
            Exception: What a phase raised and no handler took, or what its handler raised.
        """
        return await run_workflow(
            agent, event, services=services, chat=self._chat(), on_end=self.record.workflows.append
        )

    def _chat(self) -> ChatFacade | None:
        graph = self.scope.graph
        config = graph.chat_config(self.node)
        if config.provider not in graph.chat_runner.breakers:
            return None
        return ChatFacade(
            lambda request: ask(self, request, config), model=config.model or "", asker=self.node
        )

    def _publish(self) -> None:
        if self._saved is not None:
            self.scope.publish(self.node, self._saved)


async def resolved(value: T | Awaitable[T]) -> T:
    """The value of a hook that may be sync or async."""
    if isinstance(value, Route) or value is None:  # what most hooks return, told without an abstract class
        return value
    return await value if isinstance(value, Awaitable) else value
