"""A chat model as workflows see it: one question, one typed result."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeVar, cast, overload

from pydantic import BaseModel, TypeAdapter, ValidationError

from graph.chat.messages import Message
from graph.chat.models import ChatReply, ChatRequest
from graph.chat.tools import ToolSpec
from graph.errors import ChatLoopError
from graph.jsonvalue import JsonObject, JsonValue, copy_json

ResultT = TypeVar("ResultT")
ANSWER_TOOL = "answer"


class ChatFacade:
    """Asks the chat model of the graph that runs the workflow; injected into any phase that takes one."""

    def __init__(
        self, complete: Callable[[ChatRequest], Awaitable[ChatReply]], *, model: str, asker: str
    ) -> None:
        """Bind a facade.

        Args:
            complete: Asks the model, and counts and audits that it did.
            model: The model to ask for, '' for the provider's own.
            asker: Name of the node on whose behalf is asked.
        """
        self._complete = complete
        self._model = model
        self._asker = asker
        self._loop = asyncio.get_running_loop()

    @overload
    async def query(self, prompt: str, *inputs: object) -> str: ...
    @overload
    async def query(self, prompt: str, *inputs: object, result_type: type[ResultT]) -> ResultT: ...
    async def query(self, prompt: str, *inputs: object, result_type: type[Any] = str) -> Any:
        """Ask, and return text or a checked value of `result_type`.

        Inputs go along as facts: pydantic models, or plain JSON.

        Raises:
            ProviderError: The model could not be asked.
            ChatLoopError: It gave nothing of that type.
            NotJsonError: An input is neither a model nor plain JSON.
        """
        reply = await self._complete(self._request(prompt, inputs, result_type))
        return reply.text if result_type is str else self._parsed(reply, result_type)

    @overload
    def query_from_thread(self, prompt: str, *inputs: object) -> str: ...
    @overload
    def query_from_thread(self, prompt: str, *inputs: object, result_type: type[ResultT]) -> ResultT: ...
    def query_from_thread(self, prompt: str, *inputs: object, result_type: type[Any] = str) -> Any:
        """Ask from a synchronous phase, which runs on a thread of its own."""
        asking = cast("Any", self.query(prompt, *inputs, result_type=result_type))
        return asyncio.run_coroutine_threadsafe(asking, self._loop).result()

    def _request(self, prompt: str, inputs: tuple[object, ...], result_type: type[Any]) -> ChatRequest:
        tools = (
            () if result_type is str else (ToolSpec(ANSWER_TOOL, "Give the answer.", _schema(result_type)),)
        )
        facts: JsonObject = {
            f"input_{place}": _as_json(value, place) for place, value in enumerate(inputs, start=1)
        }
        return ChatRequest(
            node=self._asker,
            model=self._model,
            prompt=prompt,
            facts=facts,
            messages=(Message.human(prompt),),
            tools=tools,
            force_tools=bool(tools),
        )

    def _parsed(self, reply: ChatReply, result_type: type[Any]) -> Any:
        arguments = reply.tool_calls[0].arguments if reply.tool_calls else {}
        value = (
            arguments.get("value")
            if isinstance(arguments, Mapping) and not _is_model(result_type)
            else arguments
        )
        try:
            return TypeAdapter(result_type).validate_python(value)
        except ValidationError:
            raise ChatLoopError(f"{self._asker}: the chat model gave no {result_type.__name__}") from None


def _is_model(result_type: Any) -> bool:
    return isinstance(result_type, type) and issubclass(result_type, BaseModel)  # list[str] is no class


def _schema(result_type: type[Any]) -> JsonObject:
    """Arguments of the answer tool: a model's own fields, or any other type under `value`."""
    schema = TypeAdapter(result_type).json_schema()
    if _is_model(result_type):
        return schema
    return {"type": "object", "properties": {"value": schema}, "required": ["value"]}


def _as_json(value: object, place: int) -> JsonValue:
    plain = value.model_dump(mode="json") if isinstance(value, BaseModel) else value
    return copy_json(plain, f"input_{place}")
