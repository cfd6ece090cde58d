"""The plain kinds of node: `GraphNode` for deterministic work, `TerminateNode` for a polite end.

A node object holds no session: one instance serves every turn of the process. Whatever belongs to a turn comes
with its `Visit`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, get_args, get_origin

from pydantic import BaseModel

from graph.routing import NodeRef, Route, finish
from graph.state import NoState, StateT
from graph.turns import NodeKind

if TYPE_CHECKING:
    from graph.scope import Visit


def _state_argument(cls: type) -> type[BaseModel] | None:
    for base in cls.__dict__.get("__orig_bases__", ()):
        origin = get_origin(base)
        if isinstance(origin, type) and issubclass(origin, GraphNode):
            for argument in get_args(base):
                if isinstance(argument, type) and issubclass(argument, BaseModel):
                    return argument
    return None


class GraphNode(Generic[StateT]):
    """Deterministic work. Subclass as `class Search(GraphNode[SearchState])` and write `run`."""

    name: ClassVar[str] = "GraphNode"
    """Unique in its graph; the class's name unless set."""
    kind: ClassVar[NodeKind] = "graph"
    targets: ClassVar[Sequence[NodeRef]] = ()
    """Every node that this one may route to; names where classes would import each other."""
    state_type: ClassVar[type[BaseModel]] = NoState
    """Taken from the class's type argument."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if "name" not in cls.__dict__:
            cls.name = cls.__name__
        cls.state_type = _state_argument(cls) or cls.state_type

    async def run(self, visit: Visit[StateT]) -> Route:
        """Do the node's work and say what happens next."""
        raise NotImplementedError(f"{self.name}: write run()")


class TerminateNode(GraphNode[NoState]):
    """Ends the session with a fixed text."""

    kind: ClassVar[NodeKind] = "terminate"
    text: ClassVar[str] = "Goodbye."

    async def run(self, visit: Visit[NoState]) -> Route:
        return finish(self.text)
