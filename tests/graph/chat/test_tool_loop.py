"""The rounds of a conversation node: what the model is shown, which calls count, and when it ends."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from pydantic import BaseModel

from graph import (
    ChatConfig,
    ChatReply,
    ChatRequest,
    ConversationNode,
    GraphNode,
    Message,
    NoState,
    Route,
    TerminateNode,
    ToolCall,
    ToolCalled,
    ToolSpec,
    TurnCompleted,
    TurnFailed,
    Visit,
    direct,
    go,
    refuse,
    stay,
    tool,
)
from graph.chat.node import NUDGE_EMPTY, NUDGE_TOOL
from graph.testing import Harness, ScriptedChat
from graph.usage import Meter
from tests.graph.support import Count, graph_of


class Amount(BaseModel):
    amount: int


class Talk(ConversationNode[NoState]):
    terminate_target = None


class Saver(ConversationNode[Count]):
    """Saves amounts, and keeps the loop going for odd ones."""

    terminate_target = None
    targets = ("After",)

    @tool
    def save(self, arguments: Amount, visit: Visit[Count]) -> Route:
        if arguments.amount < 0:
            return refuse("No amount is below 0.")
        visit.update(number=arguments.amount)
        if arguments.amount % 2:
            return stay("that is odd; offer an even one", accepted=False)
        return direct(f"saved {arguments.amount}")

    @tool
    async def check(self, arguments: Amount, visit: Visit[Count]) -> Route:
        return stay("checked")

    @tool
    def leave(self, arguments: Amount, visit: Visit[Count]) -> Route:
        return go("After").with_tool_feedback("left for the next node")


class After(GraphNode[NoState]):
    async def run(self, visit: Visit[NoState]) -> Route:
        return direct("after")


def saver(chat: ScriptedChat) -> Harness:
    return Harness(graph_of(Saver(), After()), chat=chat)


def results_of(request: ChatRequest) -> list[Any]:
    """What earlier calls of this visit came to, as the model is told."""
    return [json.loads(message.text) for message in request.messages if message.role == "tool"]


def called(*calls: tuple[str, Any]) -> ChatReply:
    return ChatReply(
        tool_calls=tuple(
            ToolCall(f"call-{number}", name, arguments)
            for number, (name, arguments) in enumerate(calls, start=1)
        )
    )


# --- what the model is shown --------------------------------------------------------------------------------


async def test_a_request_carries_prompt_facts_history_and_tools() -> None:
    class Asking(Saver):
        def get_prompt(self, visit: Visit[Count]) -> str:
            return "  Ask for an amount.  "

        def get_facts(self, visit: Visit[Count]) -> Mapping[str, object]:
            return {"saved": visit.own.number}

    chat = ScriptedChat().say("How much?").call("save", amount=2)
    definition = graph_of(Asking(), After(), chat=ChatConfig(provider="scripted", model="chatty"))
    harness = Harness(definition, chat=chat)
    await harness.say("hello")
    await harness.say("two")

    assert [request.messages for request in chat.requests] == [
        (Message.human("hello"),),
        (Message.human("hello"), Message.assistant("How much?"), Message.human("two")),
    ]
    asked = chat.requests[0]
    assert (asked.node, asked.model, asked.prompt, asked.facts, asked.force_tools) == (
        "Asking",
        "chatty",
        "Ask for an amount.",
        {"saved": 0},
        False,
    )
    assert [spec.name for spec in asked.tools] == ["save", "check", "leave"]
    assert all(isinstance(spec, ToolSpec) for spec in asked.tools)


async def test_facts_that_are_no_json_fail_loudly() -> None:
    class Rich(Talk):
        def get_facts(self, visit: Visit[NoState]) -> Mapping[str, object]:
            return {"amounts": (1, 2)}

    chat = ScriptedChat()
    failed = await Harness(graph_of(Rich()), chat=chat).say("hello")

    assert isinstance(failed, TurnFailed)
    assert failed.code == "provider_misconfigured"
    assert chat.requests == []


async def test_the_terminate_tool_is_offered_unless_taken_away() -> None:
    class Leaving(ConversationNode[NoState]):
        targets = ("Terminate",)

    class Terminate(TerminateNode):
        pass

    chat = ScriptedChat().say("one")
    await Harness(graph_of(Leaving(), Terminate()), chat=chat).say("hello")
    without = ScriptedChat().say("one")
    await Harness(graph_of(Talk()), chat=without).say("hello")

    assert [spec.name for spec in chat.requests[0].tools] == ["terminate_session"]
    assert without.requests[0].tools == ()


# --- plain text ---------------------------------------------------------------------------------------------


async def test_plain_text_is_the_reply() -> None:
    assert await Harness(graph_of(Talk()), chat=ScriptedChat().say("  hello  ")).reply_to("hi") == "hello"


async def test_a_node_may_say_what_text_means() -> None:
    class Loud(Talk):
        async def on_text(self, text: str, visit: Visit[NoState]) -> Route:
            return direct(text.upper())

    assert await Harness(graph_of(Loud()), chat=ScriptedChat().say("hello")).reply_to("hi") == "HELLO"


async def test_before_chat_may_answer_from_state_alone() -> None:
    class Knowing(Talk):
        async def before_chat(self, visit: Visit[NoState]) -> Route | None:
            return direct("known") if visit.turn_number == 1 else None

    harness = Harness(graph_of(Knowing()), chat=ScriptedChat().say("asked"))

    assert [await harness.reply_to("one"), await harness.reply_to("two")] == ["known", "asked"]
    commit = harness.turns[0].commit
    assert commit is not None
    assert commit.usage.chat == Meter()


@pytest.mark.parametrize("empty", ["", " \n "])
async def test_an_empty_reply_is_nudged(empty: str) -> None:
    chat = ScriptedChat().say(empty).say("here I am")

    assert await Harness(graph_of(Talk()), chat=chat).reply_to("hi") == "here I am"
    assert chat.requests[1].messages[-1] == Message("human", NUDGE_EMPTY, internal=True)


async def test_where_tools_are_forced_text_is_nudged_too() -> None:
    class Forced(Saver):
        force_tools = True

    chat = ScriptedChat().say("I would rather talk").call("save", amount=2)
    harness = Harness(graph_of(Forced(), After()), chat=chat)

    assert await harness.reply_to("hi") == "saved 2"
    assert chat.requests[0].force_tools
    assert chat.requests[1].messages[-2:] == (
        Message.assistant("I would rather talk"),
        Message("human", NUDGE_TOOL, internal=True),
    )


async def test_nudges_and_results_are_not_kept() -> None:
    chat = ScriptedChat().say("").call("save", amount=3).call("save", amount=2)
    harness = saver(chat)

    await harness.say("three")

    assert harness.history("talk") == [Message.human("three"), Message.assistant("saved 2")]


# --- tool calls ---------------------------------------------------------------------------------------------


async def test_a_call_is_handled_with_its_typed_arguments() -> None:
    harness = saver(ScriptedChat().call("save", amount=4))

    assert await harness.reply_to("four") == "saved 4"
    assert harness.state_of(Saver) == Count(number=4)


async def test_tool_calls_win_over_text() -> None:
    reply = ChatReply(text="Let me see", tool_calls=(ToolCall("1", "save", {"amount": 4}),))

    assert await saver(ScriptedChat().reply(reply)).reply_to("four") == "saved 4"


@pytest.mark.parametrize(
    ("name", "arguments", "error"),
    [
        pytest.param("save", {}, "amount: Field required", id="missing"),
        pytest.param(
            "save",
            {"amount": "SECRET"},
            "amount: Input should be a valid integer, unable to parse string as an integer",
            id="wrong type",
        ),
        pytest.param("save", '{"amount"', "arguments: must be a JSON object", id="broken JSON"),
        pytest.param("shave", {"amount": 1}, "there is no such tool", id="unknown tool"),
    ],
)
async def test_an_invalid_call_goes_back_to_the_model_without_its_values(
    name: str, arguments: Any, error: str
) -> None:
    chat = ScriptedChat().reply(called((name, arguments))).say("sorry")
    harness = saver(chat)

    assert await harness.reply_to("four") == "sorry"
    assert results_of(chat.requests[1]) == [{"accepted": False, "error": error}]
    assert chat.requests[1].messages[-1].tool_call_id == "call-1"
    assert harness.state_of(Saver) == Count()


async def test_an_invalid_call_of_a_real_tool_is_audited_as_refused() -> None:
    harness = saver(ScriptedChat().reply(called(("save", {}))).say("sorry"))

    await harness.say("four")

    assert [(event.tool, event.accepted) for event in harness.events if isinstance(event, ToolCalled)] == [
        ("save", False)
    ]
    commit = harness.turns[0].commit
    assert commit is not None
    assert [(visit.tool, visit.tool_accepted) for visit in commit.visits] == [("save", False)]


async def test_stay_tells_the_model_and_goes_on() -> None:
    chat = ScriptedChat().call("save", amount=3).say("Three is odd.")
    harness = saver(chat)

    assert await harness.reply_to("three") == "Three is odd."
    assert results_of(chat.requests[1]) == [{"accepted": False, "feedback": "that is odd; offer an even one"}]
    assert [message.role for message in chat.requests[1].messages] == ["human", "assistant", "tool"]


async def test_prompt_and_facts_are_made_anew_for_each_round() -> None:
    class Telling(Saver):
        def get_facts(self, visit: Visit[Count]) -> Mapping[str, object]:
            return {"number": visit.own.number}

    chat = ScriptedChat().call("save", amount=3).say("done")
    await Harness(graph_of(Telling(), After()), chat=chat).say("three")

    assert [request.facts for request in chat.requests] == [{"number": 0}, {"number": 3}]


async def test_a_refusal_answers_the_customer_without_a_second_round() -> None:
    chat = ScriptedChat().call("save", amount=-4)
    harness = saver(chat)

    assert await harness.reply_to("minus four") == "No amount is below 0."
    assert len(chat.requests) == 1
    assert [event.accepted for event in harness.events if isinstance(event, ToolCalled)] == [False]


async def test_parallel_calls_are_handled_in_order_until_one_ends_the_loop() -> None:
    reply = called(("check", {"amount": 1}), ("save", {"amount": 4}), ("save", {"amount": 6}))
    harness = saver(ScriptedChat().reply(reply))

    assert await harness.reply_to("go") == "saved 4"
    assert [(event.tool, event.accepted) for event in harness.events if isinstance(event, ToolCalled)] == [
        ("check", True),
        ("save", True),
    ]
    assert harness.state_of(Saver) == Count(number=4)


async def test_parallel_calls_that_all_stay_are_all_answered() -> None:
    reply = called(("check", {"amount": 1}), ("check", {}), ("save", {"amount": 3}))
    chat = ScriptedChat().reply(reply).say("done")

    await saver(chat).say("go")

    assert [message.tool_call_id for message in chat.requests[1].messages if message.role == "tool"] == [
        "call-1",
        "call-2",
        "call-3",
    ]
    assert [result["accepted"] for result in results_of(chat.requests[1])] == [True, False, False]


async def test_a_handler_may_route_on_and_leave_a_note() -> None:
    harness = saver(ScriptedChat().call("leave", amount=1))

    ended = await harness.say("leave")

    assert isinstance(ended, TurnCompleted)
    assert ended.path == ("Saver", "After")
    assert harness.history("talk") == [
        Message.human("leave"),
        Message("assistant", "left for the next node", internal=True),
        Message.assistant("after"),
    ]


async def test_the_note_is_for_the_model_and_no_request() -> None:
    class Echo(Saver):
        name = "Saver"

        def before_chat(self, visit: Visit[Count]) -> Route | None:
            return None if visit.turn_number == 1 else direct(repr(visit.conversation()))

    harness = Harness(graph_of(Echo(), After(), chat=ChatConfig(provider="scripted")), chat=ScriptedChat())
    harness.chat.call("leave", amount=1)  # type: ignore[attr-defined]  # the scripted one, made above
    await harness.say("leave")
    harness.store.sessions[harness.session_id].cursor = "Saver"

    assert await harness.reply_to("again") == "Conversation(request='again', prior_requests=('leave',))"


async def test_the_visit_keeps_the_last_tool_and_whether_it_was_accepted() -> None:
    chat = ScriptedChat().reply(called(("save", {"amount": 3}), ("shave", {"amount": 1}))).say("done")
    harness = saver(chat)

    await harness.say("go")

    commit = harness.turns[0].commit
    assert commit is not None
    assert [(visit.tool, visit.tool_accepted) for visit in commit.visits] == [("save", False)]


async def test_a_tool_that_does_not_exist_is_no_tool_call() -> None:
    """Its name is the model's invention, and may be the customer's words."""
    chat = ScriptedChat().reply(called(("SECRET words", {}))).say("done")
    harness = saver(chat)

    await harness.say("go")

    assert [event for event in harness.events if isinstance(event, ToolCalled)] == []
    commit = harness.turns[0].commit
    assert commit is not None
    assert "SECRET" not in repr(commit.visits)


# --- cleanup ------------------------------------------------------------------------------------------------


async def test_cleanup_filters_what_the_loop_exchanged_before_its_next_round() -> None:
    seen: list[Sequence[Message]] = []

    def keep_results(messages: Sequence[Message]) -> Sequence[Message]:
        seen.append(messages)
        return [message for message in messages if message.role == "tool"]

    class Cleaning(Talk):
        @tool
        def check(self, arguments: Amount, visit: Visit[NoState]) -> Route:
            return stay(f"checked {arguments.amount}").with_cleanup(keep_results)

    chat = ScriptedChat().reply(called(("check", {"amount": 1}), ("check", {"amount": 2}))).say("done")
    harness = Harness(graph_of(Cleaning()), chat=chat)
    await harness.say("go")

    assert [len(messages) for messages in seen] == [3, 2]
    assert [message.role for message in chat.requests[1].messages] == ["human", "tool", "tool"]
    assert [result["feedback"] for result in results_of(chat.requests[1])] == ["checked 1", "checked 2"]


# --- bounds and accounts ------------------------------------------------------------------------------------


async def test_the_loop_ends_after_its_rounds() -> None:
    chat = ScriptedChat().call("check", amount=1).call("check", amount=1).say("too late")
    config = ChatConfig(provider="scripted", max_rounds=2)
    harness = Harness(graph_of(Saver(), After(), chat=config), chat=chat)

    failed = await harness.say("go")

    assert isinstance(failed, TurnFailed)
    assert (failed.code, failed.retryable) == ("internal", True)
    assert len(chat.requests) == 2


async def test_each_round_is_a_call_and_its_tokens_count_as_chat() -> None:
    harness = saver(ScriptedChat().call("check", amount=1).say("done"))

    await harness.say("go")

    commit = harness.turns[0].commit
    assert commit is not None
    assert commit.usage.chat == Meter(calls=2, input_tokens=40, output_tokens=10)
    assert commit.usage.decisions == Meter()


async def test_a_handler_that_raises_fails_the_turn() -> None:
    class Broken(Talk):
        @tool
        def save(self, arguments: Amount, visit: Visit[NoState]) -> Route:
            raise ValueError("a bug")

    failed = await Harness(graph_of(Broken()), chat=ScriptedChat().call("save", amount=1)).say("go")

    assert isinstance(failed, TurnFailed)
    assert failed.code == "internal"
