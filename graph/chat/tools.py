"""Tools: methods of a node with a pydantic argument model, called by a chat model or by the customer's page."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar, get_type_hints, overload

from pydantic import BaseModel, ValidationError

from graph.errors import GraphError
from graph.jsonvalue import JsonObject

HandlerT = TypeVar("HandlerT", bound=Callable[..., Any])
_MARK = "__graph_tool__"


class ToolArgumentsError(GraphError):
    """A tool call's arguments do not fit its model; `.problems` names each field and its fault, not the value."""

    def __init__(self, tool: str, problems: tuple[str, ...]) -> None:
        super().__init__(f"{tool}: {'; '.join(problems)}")
        self.tool = tool
        self.problems = problems


@dataclass(frozen=True, slots=True)
class ToolSpec:
    """What a chat model is told of a tool."""

    name: str
    description: str
    parameters: JsonObject
    """JSON schema of the arguments."""


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool of a node class."""

    name: str
    method: str
    arguments: type[BaseModel]
    description: str

    @property
    def spec(self) -> ToolSpec:
        return ToolSpec(self.name, self.description, self.arguments.model_json_schema())

    def parse(self, arguments: Mapping[str, Any] | str) -> BaseModel:
        """Check the arguments of one call.

        Raises:
            ToolArgumentsError: They do not fit the model.
        """
        if isinstance(arguments, str):
            raise ToolArgumentsError(self.name, ("arguments: must be a JSON object",))
        try:
            return self.arguments.model_validate(arguments)
        except ValidationError as error:
            faults = error.errors(include_input=False, include_url=False, include_context=False)
            raise ToolArgumentsError(
                self.name, tuple(_fault(fault["loc"], fault["msg"]) for fault in faults)
            ) from None


@overload
def tool(handler: HandlerT) -> HandlerT: ...
@overload
def tool(*, name: str) -> Callable[[HandlerT], HandlerT]: ...
def tool(handler: Any = None, *, name: str | None = None) -> Any:
    """Offer a method to the chat model: `def book(self, arguments: BookArguments, visit: Visit[S]) -> Route`.

    The tool is named after the method unless told otherwise; the docstring is what the model reads about it.
    """

    def mark(method: HandlerT) -> HandlerT:
        setattr(method, _MARK, name or method.__name__)
        return method

    return mark if handler is None else mark(handler)


def tools_of(node_class: type) -> list[Tool]:
    """The tools of a class, inherited ones first, each method once, in source order.

    Raises:
        TypeError: A handler does not declare an argument model as its first parameter.
    """
    methods: dict[str, None] = {}
    for base in reversed(node_class.__mro__):
        methods.update(dict.fromkeys(name for name, value in vars(base).items() if hasattr(value, _MARK)))
    handlers = ((name, getattr(node_class, name)) for name in methods)
    return [
        Tool(getattr(handler, _MARK), name, _argument_model(handler), inspect.cleandoc(handler.__doc__ or ""))
        for name, handler in handlers
        if hasattr(handler, _MARK)
    ]


def _argument_model(handler: Callable[..., Any]) -> type[BaseModel]:
    parameters = list(inspect.signature(handler).parameters)
    try:
        hints = get_type_hints(handler)
    except NameError:
        # The other annotations may name what only type checkers import; the argument model must be real.
        hints = {
            name: handler.__globals__.get(hint) if isinstance(hint, str) else hint
            for name, hint in handler.__annotations__.items()
        }
    model = hints.get(parameters[1]) if len(parameters) > 1 else None
    if not (isinstance(model, type) and issubclass(model, BaseModel)):
        raise TypeError(
            f"tool handler {handler.__qualname__} must take (self, arguments: <pydantic model>, visit)"
        )
    return model


def _fault(place: tuple[int | str, ...], message: str) -> str:
    return f"{'.'.join(str(part) for part in place) or 'arguments'}: {message}"
