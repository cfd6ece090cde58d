"""A chat model that fails: what is tried again, who takes over, and how the turn ends."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from pydantic import BaseModel

from graph import (
    ChatConfig,
    ChatFailure,
    ChatReply,
    ChatRequest,
    ConversationNode,
    GraphEngine,
    NoState,
    ProviderError,
    ProviderMisconfigured,
    ProviderTimeout,
    Route,
    TurnCompleted,
    TurnControl,
    TurnFailed,
    TurnInput,
    Visit,
    compile_graph,
    direct,
    stay,
    tool,
)
from graph.errors import ChatLoopError
from graph.testing import Harness, InMemoryStore, ScriptedChat
from graph.usage import Meter
from tests.graph.support import graph_of

BUSY = ProviderError("503", transient=True, status=503)


class NoArguments(BaseModel):
    pass


class Talk(ConversationNode[NoState]):
    terminate_target = None

    @tool
    def check(self, arguments: NoArguments, visit: Visit[NoState]) -> Route:
        return stay("checked")


class Falling(Talk):
    """Goes on without a reply, whatever happened."""

    name = "Talk"

    def __init__(self) -> None:
        self.failures: list[ChatFailure] = []

    def on_chat_error(self, failure: ChatFailure, visit: Visit[NoState]) -> Route:
        self.failures.append(failure)
        return direct("fallback")


def harness_of(node: Talk, chat: Any, *, retries: int = 0, **settings: Any) -> Harness:
    config = ChatConfig(provider="scripted", max_retries=retries, max_rounds=2)
    return Harness(graph_of(node, **{"chat": config, **settings}), chat=chat)


def meter_of(harness: Harness) -> Meter:
    ended = harness.turns[-1].commit or harness.turns[-1].closure
    assert ended is not None
    return ended.usage.chat


async def test_late_and_transient_attempts_are_repeated_within_one_call() -> None:
    chat = ScriptedChat().fail(BUSY).fail(ProviderTimeout(30)).say("here")
    harness = harness_of(Talk(), chat, retries=2)

    assert await harness.reply_to("hello") == "here"
    assert chat.requests[0] == chat.requests[1] == chat.requests[2]
    assert meter_of(harness) == Meter(calls=1, input_tokens=20, output_tokens=5)


async def test_tokens_of_failed_attempts_count_too() -> None:
    charged = ProviderError("503", transient=True, usage={"input_tokens": 4, "output_tokens": 0})
    harness = harness_of(Talk(), ScriptedChat().fail(charged, times=2).say("here"), retries=2)

    await harness.say("hello")

    assert meter_of(harness) == Meter(calls=1, input_tokens=28, output_tokens=5)


@pytest.mark.parametrize(
    ("error", "retries", "category", "attempts"),
    [
        pytest.param(BUSY, 2, "provider", 3, id="transient"),
        pytest.param(ProviderTimeout(30), 1, "timeout", 2, id="late"),
        pytest.param(ProviderError("404", status=404), 2, "provider", 1, id="not found"),
    ],
)
async def test_a_terminal_failure_goes_to_the_node_s_hook(
    error: ProviderError, retries: int, category: str, attempts: int
) -> None:
    node = Falling()
    harness = harness_of(node, ScriptedChat().fail(error, times=retries + 1), retries=retries)

    assert await harness.reply_to("hello") == "fallback"
    assert node.failures == [
        ChatFailure(
            node="Talk",
            category=category,  # type: ignore[arg-type]  # one of the literals, from the table
            attempts=attempts,
            request="hello",
            error=error,
            state=NoState(),
        )
    ]
    assert meter_of(harness).calls == 1


async def test_so_does_a_loop_without_an_end_and_attempts_add_up_over_its_rounds() -> None:
    node = Falling()
    harness = harness_of(node, ScriptedChat().call("check").fail(BUSY).call("check"), retries=1)

    assert await harness.reply_to("hello") == "fallback"
    (failure,) = node.failures
    assert isinstance(failure.error, ChatLoopError)
    assert (failure.category, failure.attempts) == ("validation", 3)
    assert meter_of(harness).calls == 2


async def test_a_node_that_passes_leaves_it_to_the_graph() -> None:
    asked: list[str] = []

    class Passing(Talk):
        def on_chat_error(self, failure: ChatFailure, visit: Visit[NoState]) -> None:
            asked.append("node")

    async def of_graph(failure: ChatFailure, visit: Visit[Any]) -> Route:
        asked.append(f"graph: {failure.category} at {visit.node}")
        return direct("the graph's")

    harness = harness_of(Passing(), ScriptedChat().fail(BUSY), on_chat_error=of_graph)

    assert await harness.reply_to("hello") == "the graph's"
    assert asked == ["node", "graph: provider at Passing"]


@pytest.mark.parametrize(
    ("error", "retryable"),
    [(BUSY, True), (ProviderError("404", status=404), False)],
    ids=["transient", "not found"],
)
@pytest.mark.parametrize("of_graph", [None, lambda failure, visit: None], ids=["no hook", "passing hook"])
async def test_without_a_hook_the_turn_fails(
    error: ProviderError, retryable: bool, of_graph: Callable[..., Any] | None
) -> None:
    harness = harness_of(Talk(), ScriptedChat().fail(error), on_chat_error=of_graph)

    failed = await harness.say("hello")

    assert isinstance(failed, TurnFailed)
    assert (failed.code, failed.retryable) == ("internal", retryable)


async def test_a_model_that_cannot_work_never_falls_back() -> None:
    node = Falling()
    harness = harness_of(
        node,
        ScriptedChat().fail(ProviderMisconfigured("401", status=401)),
        retries=2,
        on_chat_error=lambda failure, visit: direct("no"),
    )

    failed = await harness.say("hello")

    assert isinstance(failed, TurnFailed)
    assert (failed.code, failed.retryable) == ("provider_misconfigured", False)
    assert node.failures == []


async def test_trouble_inside_a_handler_is_not_the_chat_model_s() -> None:
    class Nested(Falling):
        @tool
        def check(self, arguments: NoArguments, visit: Visit[NoState]) -> Route:
            raise ProviderError("a provider that the handler asked", transient=True)

    node = Nested()
    harness = harness_of(node, ScriptedChat().call("check"))

    assert isinstance(await harness.say("hello"), TurnFailed)
    assert node.failures == []


async def test_an_open_breaker_goes_to_the_hook_without_a_call() -> None:
    node, chat = Falling(), ScriptedChat().fail(BUSY, times=3)
    harness = harness_of(node, chat)
    for _ in range(3):
        await harness.say("hello")

    assert await harness.reply_to("once more") == "fallback"
    assert len(chat.requests) == 3
    assert (node.failures[-1].category, node.failures[-1].attempts) == ("circuit_open", 0)
    assert meter_of(harness) == Meter()
    assert harness.graph.chat_runner.breakers["scripted"].is_open


class Waiting:
    """Never replies; says when it was asked, and whether its request was aborted."""

    id = "scripted"

    def __init__(self) -> None:
        self.asked = asyncio.Event()
        self.aborted = False

    async def complete(self, request: ChatRequest, on_delta: Callable[[str], None] | None) -> ChatReply:
        self.asked.set()
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            self.aborted = True
            raise
        raise AssertionError("never replies")


async def test_stopping_the_turn_aborts_the_request_and_asks_no_hook() -> None:
    node, model, control = Falling(), Waiting(), TurnControl()
    harness = harness_of(node, model)

    running = asyncio.create_task(harness.say("hello", control=control))
    await model.asked.wait()
    control.cancel()
    await running

    assert harness.turns[0].status == "cancelled"
    assert model.aborted
    assert node.failures == []
    assert meter_of(harness) == Meter(calls=1)


# --- the alternate ------------------------------------------------------------------------------------------


async def run_with_alternate(
    node: Talk, first: ScriptedChat, second: ScriptedChat, **config: Any
) -> TurnCompleted | TurnFailed:
    chat = ChatConfig(provider="first", model="first-model", alternate="second", **config)
    graph = compile_graph(
        graph_of(node, chat=chat), decision_providers={}, chat_models={"first": first, "second": second}
    )
    store = InMemoryStore()
    ended = await GraphEngine([graph], store).run_turn(
        store.begin_session("test"), TurnInput(id="1", text="hello"), emit=lambda event: None
    )
    assert isinstance(ended, TurnCompleted | TurnFailed)
    return ended


async def test_an_alternate_takes_over_for_the_rest_of_the_turn() -> None:
    first = ScriptedChat(id="first").call("check").fail(BUSY)
    second = ScriptedChat(id="second").call("check").say("from the second")

    ended = await run_with_alternate(Talk(), first, second)

    assert isinstance(ended, TurnCompleted)
    assert ended.reply.text == "from the second"
    assert [request.model for request in first.requests] == ["first-model", "first-model"]
    assert [request.model for request in second.requests] == ["", ""]
    assert ended.usage.chat.calls == 4


async def test_where_both_fail_the_hook_gets_the_second_failure() -> None:
    node = Falling()
    last = ProviderError("404", status=404)

    ended = await run_with_alternate(
        node, ScriptedChat(id="first").fail(BUSY), ScriptedChat(id="second").fail(last)
    )

    assert isinstance(ended, TurnCompleted)
    assert [failure.error for failure in node.failures] == [last]


async def test_a_wrong_key_is_not_covered_up_by_the_alternate() -> None:
    second = ScriptedChat(id="second").say("not asked")

    ended = await run_with_alternate(
        Falling(), ScriptedChat(id="first").fail(ProviderMisconfigured("no key")), second
    )

    assert isinstance(ended, TurnFailed)
    assert ended.code == "provider_misconfigured"
    assert second.requests == []
