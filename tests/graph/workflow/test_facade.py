"""The chat model as a workflow sees it."""

from __future__ import annotations

import asyncio

import pytest
from pydantic import BaseModel

from graph import ChatReply, ToolCall
from graph.errors import ChatLoopError, NotJsonError
from graph.testing import ScriptedChat
from graph.workflow import ChatFacade, agent, outcome, run_workflow, trigger


class Order(BaseModel):
    amount: int


class Verdict(BaseModel):
    fair: bool


def facade(chat: ScriptedChat) -> ChatFacade:
    return ChatFacade(lambda request: chat.complete(request, None), model="m", asker="Booking")


async def test_text_is_the_default_and_inputs_go_along_as_facts() -> None:
    chat = ScriptedChat().say("fine")

    assert await facade(chat).query("Is it fair?", Order(amount=3), {"weight": 2}) == "fine"
    [request] = chat.requests
    assert (request.node, request.model, request.prompt) == ("Booking", "m", "Is it fair?")
    assert request.facts == {"input_1": {"amount": 3}, "input_2": {"weight": 2}}
    assert not request.force_tools


async def test_a_model_as_result_type_is_asked_for_by_a_forced_tool_and_checked() -> None:
    chat = ScriptedChat().call("answer", fair=True)

    assert await facade(chat).query("Is it fair?", result_type=Verdict) == Verdict(fair=True)
    assert chat.requests[0].force_tools


async def test_a_plain_type_travels_under_value() -> None:
    chat = ScriptedChat().call("answer", value=7)

    assert await facade(chat).query("How many?", result_type=int) == 7


async def test_a_generic_type_travels_under_value_too() -> None:
    chat = ScriptedChat().call("answer", value=["a", "b"])

    assert await facade(chat).query("Which?", result_type=list[str]) == ["a", "b"]


@pytest.mark.parametrize(
    "reply",
    [
        ChatReply(text="yes"),
        ChatReply(tool_calls=(ToolCall("1", "answer", {"fair": "perhaps"}),)),
        ChatReply(tool_calls=(ToolCall("1", "answer", "{fair"),)),
    ],
    ids=["text", "wrong type", "malformed"],
)
async def test_an_answer_of_another_kind_is_an_error(reply: ChatReply) -> None:
    with pytest.raises(ChatLoopError):
        await facade(ScriptedChat().reply(reply)).query("Is it fair?", result_type=Verdict)


async def test_an_input_that_is_no_json_is_refused() -> None:
    with pytest.raises(NotJsonError, match="input_1"):
        await facade(ScriptedChat()).query("What is it?", object())


async def test_a_synchronous_phase_asks_from_its_thread() -> None:
    @agent
    class Asking:
        @trigger
        def start(self, order: Order) -> None: ...

        @outcome
        def end(self, chat: ChatFacade) -> str:
            return chat.query_from_thread("Is it fair?")

    async with asyncio.timeout(10):
        run = await run_workflow(Asking, Order(amount=1), chat=facade(ScriptedChat().say("fine")))

    assert run.value == "fine"
