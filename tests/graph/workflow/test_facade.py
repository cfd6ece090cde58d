"""The chat model as a workflow sees it."""

from __future__ import annotations

import asyncio

import pytest
from pydantic import BaseModel

from graph import ChatConfig, ChatReply, ToolCall
from graph.chat.runner import ChatRunner
from graph.errors import ChatLoopError, NotJsonError
from graph.testing import ScriptedChat
from graph.usage import Meter
from graph.workflow import ChatFacade, agent, outcome, run_workflow, trigger


class Order(BaseModel):
    amount: int


class Verdict(BaseModel):
    fair: bool


def facade(chat: ScriptedChat, meter: Meter) -> ChatFacade:
    config = ChatConfig(provider="scripted", model="m", timeout_s=5, max_retries=0)
    return ChatFacade(ChatRunner({"scripted": chat}), config, meter, asker="Booking")


async def test_text_is_the_default_and_counts_on_the_meter() -> None:
    chat, meter = ScriptedChat().say("fine"), Meter()

    assert await facade(chat, meter).query("Is it fair?", Order(amount=3)) == "fine"
    assert (meter.calls, meter.input_tokens) == (1, 20)
    assert chat.requests[0].facts == {"input_1": {"amount": 3}}


async def test_a_model_as_result_type_is_asked_for_by_a_forced_tool_and_checked() -> None:
    chat = ScriptedChat().call("answer", fair=True)

    assert await facade(chat, Meter()).query("Is it fair?", result_type=Verdict) == Verdict(fair=True)
    assert chat.requests[0].force_tools


async def test_a_plain_type_travels_under_value() -> None:
    chat = ScriptedChat().call("answer", value=7)

    assert await facade(chat, Meter()).query("How many?", result_type=int) == 7


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
        await facade(ScriptedChat().reply(reply), Meter()).query("Is it fair?", result_type=Verdict)


async def test_an_input_that_is_no_json_is_refused() -> None:
    with pytest.raises(NotJsonError, match="input_1"):
        await facade(ScriptedChat(), Meter()).query("What is it?", object())


async def test_a_synchronous_phase_asks_from_its_thread() -> None:
    @agent
    class Asking:
        @trigger
        def start(self, order: Order) -> None: ...

        @outcome
        def end(self, chat: ChatFacade) -> str:
            return chat.query_from_thread("Is it fair?")

    async with asyncio.timeout(10):
        run = await run_workflow(Asking, Order(amount=1), chat=facade(ScriptedChat().say("fine"), Meter()))

    assert run.value == "fine"
