"""What a node returns: builders that say what happens next, and the rules of their modifiers.

| builder | effect now | resumes at | turn ends |
| --- | --- | --- | --- |
| `go(Node)` | the node runs at once | that node | when a later node ends it |
| `direct(text)` | text is the reply | the same node | yes |
| `refuse(text)` | like `direct`, and the tool call counts as not accepted | the same node | yes |
| `direct_to(Node, text)` | text is the reply and joins the target's history | that node | yes |
| `finish(text)` | text is the reply, the session completes | `end` | yes |
| `stay(feedback)` | tool loop only: feedback to the chat model | the same node | no |
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from pydantic import BaseModel

from graph.chat.messages import Message
from graph.errors import RoutingError
from graph.jsonvalue import JsonObject, copy_json_object

if TYPE_CHECKING:
    from graph.nodes import GraphNode

END = "end"
"""Where a completed session rests."""

RouteKind = Literal["go", "direct", "direct_to", "finish", "stay"]
NodeRef: TypeAlias = "type[GraphNode[Any]] | str"
"""A node class, or its name where importing the class would make modules import each other."""
Cleanup = Callable[[Sequence[Message]], Sequence[Message]]


@dataclass(frozen=True, slots=True)
class Reply:
    """What the customer gets: text, and the application's own data beside it (cards, buttons, a form)."""

    text: str
    data: JsonObject = field(default_factory=dict)


def _reply(text: str, data: BaseModel | None) -> Reply:
    if data is None:
        return Reply(text)
    return Reply(text, copy_json_object(data.model_dump(mode="json"), "reply data"))


def node_name(node: NodeRef) -> str:
    """The name under which a node is registered."""
    return node if isinstance(node, str) else node.name


@dataclass(frozen=True, slots=True)
class Route:
    """One routing decision. Make it with a builder; the modifiers return changed copies."""

    kind: RouteKind
    target: str | None = None
    reply: Reply | None = None
    feedback: str | None = None
    """What the chat model is told of its tool call (`stay`, or `with_tool_feedback`)."""
    accepted: bool = True
    """False where a tool call was refused; the audit trail shows it."""
    seeds: Mapping[str, Any] = field(default_factory=dict)
    message: Message | None = None
    cleanup: Cleanup | None = None

    def with_state(self, seeds: Mapping[str, Any]) -> Route:
        """Seed fields of the target's state; its other fields stay as they are. `go` and `direct_to` only."""
        self._require("with_state", "go", "direct_to")
        return replace(self, seeds={**self.seeds, **seeds})

    def with_message(self, message: Message | str) -> Route:
        """Put a message into the target's history; plain text is a human's. `go` and `direct_to` only.

        A message that is already the newest of that history is not added twice.
        """
        self._require("with_message", "go", "direct_to")
        return replace(self, message=Message.human(message) if isinstance(message, str) else message)

    def with_cleanup(self, cleanup: Cleanup) -> Route:
        """Filter the tool loop's own messages before its next round. `stay` only."""
        self._require("with_cleanup", "stay")
        return replace(self, cleanup=cleanup)

    def with_tool_feedback(self, text: str) -> Route:
        """Leave a note about the tool call, internal to the model, in the history of the node that was called."""
        if self.kind == "stay":
            raise RoutingError(
                "with_tool_feedback does not go with stay; pass the feedback to stay() itself."
            )
        return replace(self, feedback=text)

    def _require(self, modifier: str, *kinds: RouteKind) -> None:
        if self.kind not in kinds:
            allowed = " or ".join(f"{kind}()" for kind in kinds)
            raise RoutingError(f"{modifier} does not go with {self.kind}(); use it with {allowed}.")


def go(node: NodeRef) -> Route:
    """Run the node now, in this turn."""
    return Route("go", target=node_name(node))


def direct(text: str, data: BaseModel | None = None) -> Route:
    """Reply and stay at this node."""
    return Route("direct", reply=_reply(text, data))


def refuse(text: str, data: BaseModel | None = None) -> Route:
    """Reply with the reason for refusing a tool call, in code's words and without another model round."""
    return Route("direct", reply=_reply(text, data), accepted=False)


def direct_to(node: NodeRef, text: str, data: BaseModel | None = None) -> Route:
    """Reply, and let the next turn start at the node, which finds the text in its history as its own words."""
    return Route("direct_to", target=node_name(node), reply=_reply(text, data))


def finish(text: str, data: BaseModel | None = None) -> Route:
    """Reply and complete the session."""
    return Route("finish", reply=_reply(text, data))


def stay(feedback: str, *, accepted: bool = True) -> Route:
    """Tell the chat model what came of its tool call and let it go on. Tool loop only."""
    return Route("stay", feedback=feedback, accepted=accepted)


def require_route(value: object, node: str) -> Route:
    """What a node or a handler returned, if it is a route.

    Raises:
        RoutingError: It is something else, which is mostly a forgotten `return`.
    """
    if not isinstance(value, Route):
        raise RoutingError(
            f"returned {type(value).__name__}; return a route such as go() or direct().", node=node
        )
    return value
