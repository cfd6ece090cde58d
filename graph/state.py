"""Reading saved node state: one typed model per node, owned by the node, readable by all."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from pydantic import BaseModel, ConfigDict, ValidationError

from graph.errors import StateError
from graph.jsonvalue import JsonObject

if TYPE_CHECKING:
    from graph.nodes import GraphNode

StateT = TypeVar("StateT", bound=BaseModel)


class NoState(BaseModel):
    """The state of a node that saves nothing."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class StateView:
    """The state of every node of one session, as last published."""

    def __init__(self, saved: Mapping[str, JsonObject]) -> None:
        self._saved = saved
        self._parsed: dict[str, BaseModel] = {}

    def of(self, node: type[GraphNode[StateT]]) -> StateT:
        """The node's state; the model's defaults where it saved nothing yet.

        Raises:
            StateError: What is stored does not fit the node's state model any more.
        """
        return cast("StateT", self.read(node.name, node.state_type))

    def read(self, name: str, state_type: type[BaseModel]) -> BaseModel:
        """The state saved under a node's name, for readers that do not import its class; see `of`."""
        if name not in self._parsed:
            self._parsed[name] = parse_state(name, state_type, self._saved.get(name, {}))
        return self._parsed[name]

    def _publish(self, name: str, state: BaseModel) -> None:
        self._parsed[name] = state


def parse_state(node: str, state_type: type[BaseModel], values: Mapping[str, Any]) -> BaseModel:
    """Make a node's state from plain values.

    Raises:
        StateError: A field is unknown or its value invalid; named without the value.
    """
    if unknown := values.keys() - state_type.model_fields.keys():
        raise StateError(
            f"{node}: {state_type.__name__} has no field {min(unknown)!r}. Seed or save declared fields only."
        )
    try:
        return state_type.model_validate(values)
    except ValidationError as error:
        fault = error.errors(include_input=False, include_url=False)[0]
        place = ".".join(str(part) for part in fault["loc"]) or state_type.__name__
        raise StateError(f"{node}: state field {place} is invalid: {fault['msg']}.") from None


def seed_state(node: str, current: BaseModel, seeds: Mapping[str, Any]) -> BaseModel:
    """The current state with some fields replaced and everything checked again."""
    return parse_state(node, type(current), {**vars(current), **seeds})
