"""`ConversationNode`: language and tools, in a bounded loop.

Each round sends prompt, facts, the history window and what this loop exchanged so far. A tool call is checked
against its argument model, then handled by the node; its route ends the loop unless it is `stay`. What the loop
exchanges is not kept: histories hold what was said to and by the customer.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from pydantic import BaseModel

from graph.chat.asking import ask
from graph.chat.messages import Message, ToolCall
from graph.chat.models import ChatConfig, ChatReply, ChatRequest
from graph.chat.tools import ToolArgumentsError, tool
from graph.errors import ChatLoopError, FailureCategory, ProviderError, ProviderMisconfigured
from graph.events import MessageDelta
from graph.jsonvalue import copy_json_object
from graph.nodes import GraphNode
from graph.retrying import Tally
from graph.routing import Cleanup, Route, direct, go, require_route
from graph.scope import resolved
from graph.state import StateT
from graph.turns import ActionCall, NodeKind

if TYPE_CHECKING:
    from graph.scope import Visit

MaybeAwaitable: TypeAlias = "Route | Awaitable[Route | None] | None"

NUDGE_EMPTY = "Your last reply was empty. Answer the customer, or call a tool."
NUDGE_TOOL = "Plain text is not an answer here. Call one of the tools."


class TerminateArguments(BaseModel):
    """The customer wants to leave."""

    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatFailure:
    """A chat model that gave no usable reply, as the error hooks see it."""

    node: str
    category: FailureCategory
    attempts: int
    request: str
    """The customer's newest message here, '' when there is none."""
    error: ProviderError
    state: Any
    """The node's own state."""


class ConversationNode(GraphNode[StateT]):
    """Talks, and calls tools. Subclass as `class Budget(ConversationNode[BudgetState])` and add `@tool` methods."""

    kind: ClassVar[NodeKind] = "conversation"
    chat: ClassVar[ChatConfig] = ChatConfig()
    """What this node configures differently from its graph."""
    force_tools: ClassVar[bool] = False
    """Plain text is impossible: the model must call a tool."""
    stream_text: ClassVar[bool | None] = None
    """Whether the customer may read text while it is being written; None: where `on_text` is the inherited one, so
    that the text is the reply as it stands. Set it only where no review comes between."""
    terminate_target: ClassVar[str | None] = "Terminate"
    """Node behind the inherited `terminate_session` tool; None takes the tool away."""

    def before_chat(self, visit: Visit[StateT]) -> MaybeAwaitable:
        """Answer from state alone; then the chat model is not called. None calls it."""
        return None

    def get_prompt(self, visit: Visit[StateT]) -> str:
        """Role, limits and guidance; data belongs into the facts."""
        return ""

    def get_facts(self, visit: Visit[StateT]) -> Mapping[str, object]:
        """Data for the model, as plain JSON."""
        return {}

    def on_text(self, text: str, visit: Visit[StateT]) -> Route | Awaitable[Route]:
        """What a plain reply means; by default it is the reply to the customer."""
        return direct(text)

    def on_chat_error(self, failure: ChatFailure, visit: Visit[StateT]) -> MaybeAwaitable:
        """Go on without a reply; None hands over to the graph's own hook, and then the turn fails."""
        return None

    @tool
    def terminate_session(self, arguments: TerminateArguments, visit: Visit[StateT]) -> Route:
        """End the conversation because the customer wants to leave."""
        assert self.terminate_target is not None
        return go(self.terminate_target)

    async def run(self, visit: Visit[StateT]) -> Route:
        early = await resolved(self.before_chat(visit))
        if early is not None:
            return early
        return await _ToolLoop(self, visit, visit.scope.graph.chat_config(self.name)).run()

    async def call_action(self, visit: Visit[StateT], tool_name: str, action: ActionCall) -> Route:
        """Handle a tool call that the customer's page made: same model, same handler, same audit, no chat model.

        Once accepted, the words that stand for it join the history.

        Raises:
            ToolArgumentsError: The arguments do not fit; the host checks them before, so this is a fault of ours.
        """
        route = await self._handle(visit, tool_name, action.arguments)
        if route.accepted:
            visit.scope.append(self.name, Message.human(visit.turn.text))
        self._note(visit, route)
        return route

    async def _handle(
        self, visit: Visit[StateT], tool_name: str, arguments: Mapping[str, Any] | str
    ) -> Route:
        called = visit.scope.graph.tools_of(self.name).get(tool_name)
        if called is None:
            raise ToolArgumentsError(tool_name, ("there is no such tool",))
        try:
            parsed = called.parse(arguments)
        except ToolArgumentsError:
            visit.called_tool(tool_name, False)
            raise
        route = require_route(await resolved(getattr(self, called.method)(parsed, visit)), self.name)
        visit.called_tool(tool_name, route.accepted)
        return route

    def _note(self, visit: Visit[StateT], route: Route) -> None:
        """Leave the route's tool feedback in the history."""
        if route.feedback is not None:
            visit.scope.append(self.name, Message("assistant", route.feedback, internal=True))

    async def _recover(self, error: ProviderError, attempts: int, visit: Visit[StateT]) -> Route:
        failure = ChatFailure(
            node=self.name,
            category=error.category,
            attempts=attempts,
            request=visit.conversation().request,
            error=error,
            state=visit.own,
        )
        route = await resolved(self.on_chat_error(failure, visit))
        graph_hook = visit.scope.graph.on_chat_error
        if route is None and graph_hook is not None:
            route = await resolved(graph_hook(failure, visit))
        if route is None:
            raise error
        return route


class _ToolLoop:
    """The rounds of one visit, and what they exchange."""

    def __init__(self, node: ConversationNode[Any], visit: Visit[Any], config: ChatConfig) -> None:
        self._tally = Tally()
        self._node = node
        self._visit = visit
        self._config = config
        self._exchange: list[Message] = []
        unchanged = type(node).on_text is ConversationNode.on_text
        self._streams = not node.force_tools and (unchanged if node.stream_text is None else node.stream_text)
        self._shown = False
        """Whether a round showed text as it came. It cannot be taken back, so later rounds do not add to it."""

    async def run(self) -> Route:
        assert self._config.max_rounds is not None
        for _ in range(self._config.max_rounds):
            try:
                reply = await self._complete()
            except ProviderMisconfigured:
                raise
            except ProviderError as error:
                return await self._node._recover(error, self._tally.attempts, self._visit)
            if reply.tool_calls:
                route = await self._call_tools(reply)
                if route is not None:
                    return route
            elif self._node.force_tools:
                self._nudge(reply, NUDGE_TOOL)
            elif not reply.text.strip():
                self._nudge(reply, NUDGE_EMPTY)
            else:
                return await resolved(self._node.on_text(reply.text.strip(), self._visit))
        endless = ChatLoopError(
            f"{self._node.name}: no reply and no accepted tool call in {self._config.max_rounds} rounds"
        )
        return await self._node._recover(endless, self._tally.attempts, self._visit)

    async def _complete(self) -> ChatReply:
        """Complete one round; where the model failed, its alternate takes over for the rest of the turn."""
        config, failed = self._config, self._visit.scope.failed_chat_models
        if config.alternate is None:
            return await self._ask(config)
        assert config.provider is not None
        if config.provider not in failed:
            try:
                return await self._ask(config)
            except ProviderMisconfigured:
                raise
            except ProviderError:
                failed.add(config.provider)
        return await self._ask(replace(config, provider=config.alternate, model=""))

    async def _ask(self, config: ChatConfig) -> ChatReply:
        node, visit = self._node, self._visit
        graph = visit.scope.graph
        request = ChatRequest(
            node=node.name,
            model=config.model or "",
            prompt=node.get_prompt(visit).strip(),
            facts=copy_json_object(node.get_facts(visit), "facts"),
            messages=(*visit.history, *self._exchange),
            tools=graph.tool_specs_of(node.name),
            force_tools=node.force_tools,
        )
        on_delta = self._delta if self._streams and not self._shown else None
        return await ask(visit, request, config, on_delta=on_delta, total=self._tally)

    def _delta(self, text: str) -> None:
        self._shown = True
        self._visit.scope.emit(MessageDelta, text=text)

    async def _call_tools(self, reply: ChatReply) -> Route | None:
        """Handle the calls in order, up to the first whose route ends the loop."""
        self._exchange.append(Message("assistant", reply.text, tool_calls=reply.tool_calls))
        cleanups: list[Cleanup] = []
        for call in reply.tool_calls:
            try:
                route = await self._node._handle(self._visit, call.name, call.arguments)
            except ToolArgumentsError as refusal:
                self._answer(call, {"accepted": False, "error": "; ".join(refusal.problems)})
                continue
            if route.kind != "stay":
                self._node._note(self._visit, route)
                return route
            self._answer(call, {"accepted": route.accepted, "feedback": route.feedback or ""})
            if route.cleanup is not None:
                cleanups.append(route.cleanup)
        for cleanup in cleanups:
            self._exchange = list(cleanup(tuple(self._exchange)))
        return None

    def _answer(self, call: ToolCall, result: Mapping[str, object]) -> None:
        self._exchange.append(Message("tool", json.dumps(result), tool_call_id=call.id))

    def _nudge(self, reply: ChatReply, text: str) -> None:
        if reply.text:
            self._exchange.append(Message.assistant(reply.text))
        self._exchange.append(Message("human", text, internal=True))
