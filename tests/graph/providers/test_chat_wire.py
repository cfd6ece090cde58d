"""What a chat server is sent, and how its answers are read, whole and streamed."""

from __future__ import annotations

import json
from decimal import Decimal
from enum import StrEnum
from typing import Any

import pytest
from pydantic import BaseModel, Field

from graph import (
    ChatReply,
    ChatRequest,
    ContextTooLong,
    InvalidAnswerError,
    Message,
    ProviderError,
    ProviderMisconfigured,
    ReplyRefused,
    ReplyTruncated,
    ToolCall,
    ToolSpec,
)
from graph.chat.openai import FACTS_HEADING, EventStream, OpenAIChatModel, for_the_model, wire_body
from graph.usage import Usage, parse_usage
from tests.graph.providers.support import KEY, ScriptedServer, Step, answers, says, serving
from tests.graph.providers.talking import (
    DONE,
    USAGE_CHUNK,
    chunk,
    completion,
    streamed,
    wire_call,
)

TOOL = ToolSpec(
    "set_budget", "Keep an amount.", {"type": "object", "properties": {"amount": {"type": "number"}}}
)


def request(**changed: Any) -> ChatRequest:
    asked: dict[str, Any] = {
        "node": "Budget",
        "model": "gpt-test",
        "prompt": "Be brief.",
        "facts": {"today": "2027-07-15"},
        "messages": (Message.assistant("How much?"), Message.human("700 at most")),
        "tools": (TOOL,),
        "force_tools": False,
        **changed,
    }
    return ChatRequest(**asked)


# --- requests -------------------------------------------------------------------------------------------------


def test_request_has_prompt_facts_history_and_tools() -> None:
    assert wire_body(request(), "gpt-test", stream=False) == {
        "model": "gpt-test",
        "messages": [
            {"role": "system", "content": "Be brief."},
            {"role": "system", "content": f'{FACTS_HEADING}\n{{"today":"2027-07-15"}}'},
            {"role": "assistant", "content": "How much?"},
            {"role": "user", "content": "700 at most"},
        ],
        "tools": [
            {
                "type": "function",
                "function": {
                    "name": "set_budget",
                    "description": "Keep an amount.",
                    "parameters": {"type": "object", "properties": {"amount": {"type": "number"}}},
                },
            }
        ],
    }


def test_empty_parts_are_left_out() -> None:
    body = wire_body(request(prompt="", facts={}, tools=(), messages=()), "gpt-test", stream=False)

    assert body == {"model": "gpt-test", "messages": []}


def test_forced_tools_and_streams_are_asked_for() -> None:
    body = wire_body(request(force_tools=True), "gpt-test", stream=True)

    assert body["tool_choice"] == "required"
    assert (body["stream"], body["stream_options"]) == (True, {"include_usage": True})


def test_tool_calls_and_results_refer_to_each_other() -> None:
    calls = (
        ToolCall("call_1", "set_budget", {"amount": 700}),
        ToolCall("call_2", "set_budget", '{"amount": 7'),
    )
    messages = (
        Message("assistant", "", tool_calls=calls),
        Message("tool", '{"accepted": false}', tool_call_id="call_1"),
    )

    body: Any = wire_body(request(messages=messages, prompt="", facts={}), "m", stream=False)
    asked, result = body["messages"]

    assert asked["content"] is None
    assert [(call["id"], call["type"], call["function"]["name"]) for call in asked["tool_calls"]] == [
        ("call_1", "function", "set_budget"),
        ("call_2", "function", "set_budget"),
    ]
    # Unreadable arguments go back as an object: a server that parses its history would refuse the request.
    assert [json.loads(call["function"]["arguments"]) for call in asked["tool_calls"]] == [
        {"amount": 700},
        {"unreadable": '{"amount": 7'},
    ]
    assert result == {"role": "tool", "tool_call_id": "call_1", "content": '{"accepted": false}'}


def test_schemas_lose_titles_and_the_docstrings_of_enums_and_nothing_else() -> None:
    class Currency(StrEnum):
        """In the order of their use."""

        USD = "USD"
        EUR = "EUR"

    class Inner(BaseModel):
        """One of them."""

        title: str = Field(pattern="^[a-z]+$", description="A title")

    class Arguments(BaseModel):
        amount: Decimal = Field(gt=0)
        inner: list[Inner] = Field(examples=[{"title": "kept"}])
        currency: Currency = Field(description="As it was said")

    assert for_the_model(Arguments.model_json_schema()) == {
        "type": "object",
        "$defs": {
            "Currency": {"type": "string", "enum": ["USD", "EUR"]},
            "Inner": {
                "type": "object",
                "description": "One of them.",
                "properties": {"title": {"type": "string", "pattern": "^[a-z]+$", "description": "A title"}},
                "required": ["title"],
            },
        },
        "properties": {
            "amount": {"anyOf": [{"type": "number", "exclusiveMinimum": 0}, {"type": "string"}]},
            "inner": {"type": "array", "items": {"$ref": "#/$defs/Inner"}, "examples": [{"title": "kept"}]},
            "currency": {"$ref": "#/$defs/Currency", "description": "As it was said"},
        },
        "required": ["amount", "inner", "currency"],
    }


async def test_key_path_and_model_go_over_the_wire() -> None:
    server = ScriptedServer([answers(completion("Hello"))])
    async with serving(server) as url, OpenAIChatModel(KEY, base_url=f"{url}/v1/", model="its-own") as model:
        await model.complete(request(), None)
        await model.complete(request(model=""), None)

    assert [exchange.path for exchange in server.exchanges] == ["/v1/chat/completions"] * 2
    assert [exchange.headers["authorization"] for exchange in server.exchanges] == [f"Bearer {KEY}"] * 2
    assert [exchange.body["model"] for exchange in server.exchanges] == ["gpt-test", "its-own"]


# --- replies --------------------------------------------------------------------------------------------------


async def ask(step: Step, *, stream: bool) -> tuple[ChatReply, list[str]]:
    """The reply to one request, and the text shown on the way."""
    shown: list[str] = []
    async with serving(ScriptedServer([step])) as url, OpenAIChatModel(KEY, base_url=url) as model:
        return await model.complete(request(), shown.append if stream else None), shown


def chunks(*events: object) -> Step:
    return lambda exchange: exchange.events(events)


TEXT = [("whole", answers(completion("Noted."))), ("streamed", chunks(*streamed("Not", "ed.")))]


@pytest.mark.parametrize(("form", "step"), TEXT, ids=[form for form, _ in TEXT])
async def test_text_comes_with_model_and_usage(form: str, step: Step) -> None:
    reply, shown = await ask(step, stream=form == "streamed")

    assert (reply.text, reply.tool_calls, reply.model) == ("Noted.", (), "gpt-test-2027")
    assert parse_usage(reply.usage) == Usage(30, 6)
    assert shown == (["Not", "ed."] if form == "streamed" else [])


async def test_whole_answer_to_a_request_for_a_stream_is_taken() -> None:
    reply, shown = await ask(answers(completion("Noted.")), stream=True)

    assert (reply.text, shown) == ("Noted.", [])


async def test_stream_is_read_however_it_is_cut() -> None:
    """Comments, CRLF, no space after the colon, line separators within the text, and a cut within a character."""
    text = "Grüße\u2028über"
    data = json.dumps(chunk(content=text), ensure_ascii=False).encode()
    content = (
        b": waiting\r\n\r\ndata:"
        + data
        + b"\r\n\r\n"
        + b"data: "
        + json.dumps(chunk(finish="stop")).encode()
        + b"\n\n"
    )
    stream = EventStream()

    events = [event for place in range(len(content)) for event in stream.feed(content[place : place + 1])]

    assert json.loads(events[0])["choices"][0]["delta"]["content"] == text
    assert len(events) == 2


CALLS = {
    "whole": answers(
        completion(
            "Let me see.",
            calls=[
                wire_call("set_budget", '{"amount": 700}'),
                wire_call("look_up", '{"amount": 5}', call_id="call_2"),
            ],
        )
    ),
    "in pieces, side by side": chunks(
        chunk(content="Let me see."),
        chunk(tool_calls=[wire_call("set_budget", "")]),
        chunk(tool_calls=[wire_call("", '{"amount"', call_id=None)]),
        chunk(tool_calls=[wire_call("look_up", '{"amou', call_id="call_2", index=1)]),
        chunk(
            tool_calls=[
                wire_call("", ": 700}", call_id=None),
                wire_call("", 'nt": 5}', call_id=None, index=1),
            ]
        ),
        chunk(content=" Not for the customer."),
        chunk(finish="tool_calls"),
        USAGE_CHUNK,
        DONE,
    ),
    "one index for all": chunks(
        chunk(content="Let me see."),
        chunk(tool_calls=[wire_call("set_budget", '{"amount": 700}')]),
        chunk(tool_calls=[wire_call("look_up", '{"amount": 5}', call_id="call_2")]),
        chunk(finish="tool_calls"),
        DONE,
    ),
    "name in every piece": chunks(
        chunk(content="Let me see."),
        chunk(tool_calls=[wire_call("set_budget", '{"amount": ')]),
        chunk(tool_calls=[wire_call("set_budget", "700}")]),
        chunk(tool_calls=[wire_call("look_up", '{"amount": 5}', call_id="call_2", index=1)]),
        chunk(finish="tool_calls"),
        DONE,
    ),
}


@pytest.mark.parametrize("form", CALLS)
async def test_tool_calls_are_put_together(form: str) -> None:
    reply, shown = await ask(CALLS[form], stream=form != "whole")

    assert reply.tool_calls == (
        ToolCall("call_1", "set_budget", {"amount": 700}),
        ToolCall("call_2", "look_up", {"amount": 5}),
    )
    assert shown == ([] if form == "whole" else ["Let me see."])


async def test_calls_without_ids_get_some() -> None:
    step = answers(
        completion(
            calls=[
                wire_call("a", "{}", call_id=None, index=None),
                wire_call("b", "{}", call_id="", index=None),
            ]
        )
    )

    reply, _ = await ask(step, stream=False)

    assert [call.name for call in reply.tool_calls] == ["a", "b"]
    assert len({call.id for call in reply.tool_calls} - {""}) == 2


ARGUMENTS = [
    ('{"amount": 7', '{"amount": 7'),
    ("seven", "seven"),
    ("[7]", "[7]"),
    ("", {}),
    (" ", {}),
    ('{"amount": 7e999}', {"amount": None}),
    ('{"amount": "a\\u0000\\ud800b"}', {"amount": "ab"}),
]


@pytest.mark.parametrize(("written", "read"), ARGUMENTS, ids=[repr(written) for written, _ in ARGUMENTS])
async def test_arguments_are_an_object_or_the_text_itself(written: str, read: object) -> None:
    reply, _ = await ask(answers(completion(calls=[wire_call("set_budget", written)])), stream=False)

    assert [call.arguments for call in reply.tool_calls] == [read]


async def test_a_name_that_no_tool_has_stays_within_bounds() -> None:
    calls = [wire_call("x" * 500, "{}", call_id="1"), wire_call("a\nb", "{}", call_id="2", index=1)]

    reply, _ = await ask(answers(completion(calls=calls)), stream=False)

    assert [call.name for call in reply.tool_calls] == ["x" * 64, "unnamed"]


async def test_text_in_parts_is_joined() -> None:
    parts = [{"type": "text", "text": "Not"}, {"type": "text", "text": "ed."}, {"type": "image"}, 7]

    reply, _ = await ask(answers(completion(parts)), stream=False)  # type: ignore[arg-type]  # as some servers send it

    assert reply.text == "Noted."


REFUSED_REPLIES: dict[str, tuple[Step, type[ProviderError]]] = {
    "truncated": (answers(completion("I think th", finish="length")), ReplyTruncated),
    "truncated in a call": (
        answers(completion(calls=[wire_call("set_budget", '{"amo')], finish="length")),
        ReplyTruncated,
    ),
    "truncated stream": (chunks(*streamed("I think th", finish="length")), ReplyTruncated),
    "refused": (answers(completion(None, refusal="I cannot help with that.")), ReplyRefused),
    "refused stream": (
        chunks(chunk(refusal="I cannot"), chunk(refusal=" help."), chunk(finish="stop"), USAGE_CHUNK, DONE),
        ReplyRefused,
    ),
    "filtered": (answers(completion("", finish="content_filter")), ReplyRefused),
    "no JSON": (says(b"<html>"), InvalidAnswerError),
    "no choices": (answers({"choices": [], "usage": {}}), InvalidAnswerError),
    "not an object": (answers([1, 2]), InvalidAnswerError),
    "stream without choices": (chunks(USAGE_CHUNK, DONE), InvalidAnswerError),
    "too long": (
        answers({"error": {"message": "Too many tokens.", "code": "context_length_exceeded"}}, status=400),
        ContextTooLong,
    ),
    "too long, in words": (
        answers({"message": "This model's maximum context length is 4096 tokens.", "code": 400}, status=400),
        ContextTooLong,
    ),
    "too long, in a stream": (
        chunks({"error": {"message": "The request exceeds the context window.", "code": 400}}),
        ContextTooLong,
    ),
    "wrong key, in a stream": (
        chunks({"error": {"message": "No such key", "code": 401}}),
        ProviderMisconfigured,
    ),
}


@pytest.mark.parametrize("case", REFUSED_REPLIES)
async def test_replies_that_are_none_are_told_apart(case: str) -> None:
    step, kind = REFUSED_REPLIES[case]

    with pytest.raises(ProviderError) as caught:
        await ask(step, stream="stream" in case)

    assert type(caught.value) is kind
    assert not caught.value.transient
    if kind in (ReplyTruncated, ReplyRefused):
        assert parse_usage(caught.value.usage) == Usage(30, 6), "they cost all the same"


BROKEN_STREAMS: dict[str, Step] = {
    "no end": lambda exchange: exchange.events([chunk(content="Not")]),
    "cut off": lambda exchange: exchange.events([chunk(content="Not")], end=False),
    "overloaded": chunks(chunk(content="Not"), {"error": {"message": "overloaded", "code": 503}}),
    "an error without a code": chunks(chunk(content="Not"), {"error": "oops"}),
}


@pytest.mark.parametrize("case", BROKEN_STREAMS)
async def test_broken_stream_is_worth_another_attempt(case: str) -> None:
    with pytest.raises(ProviderError) as caught:
        await ask(BROKEN_STREAMS[case], stream=True)

    assert caught.value.transient


async def test_stream_that_is_finished_needs_no_last_word() -> None:
    """Not every server says [DONE]."""
    reply, _ = await ask(chunks(chunk(content="Noted."), chunk(finish="stop")), stream=True)

    assert reply.text == "Noted."


async def test_empty_reply_is_a_reply() -> None:
    """The tool loop asks again; it is no error."""
    reply, _ = await ask(answers(completion(None)), stream=False)

    assert (reply.text, reply.tool_calls) == ("", ())
