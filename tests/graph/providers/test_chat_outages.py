"""What a conversation comes to when its chat server is slow, busy, broken, or talks nonsense."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import pytest

from graph import (
    GraphEngine,
    MessageDelta,
    ToolCalled,
    TurnCancelled,
    TurnCompleted,
    TurnControl,
    TurnFailed,
    TurnInput,
    compile_graph,
)
from graph.chat.openai import OpenAIChatModel
from graph.retrying import Clock
from graph.testing import Harness, InMemoryStore, no_sleep
from graph.usage import Meter
from tests.graph.providers.support import (
    KEY,
    Exchange,
    ScriptedServer,
    Step,
    answers,
    hangs,
    record_row,
    says,
    serving,
)
from tests.graph.providers.talking import (
    Budget,
    BudgetState,
    ForcedBudget,
    chunk,
    completion,
    streamed,
    talking,
    wire_call,
)


def stream(events: Sequence[object], *, end: bool = True) -> Step:
    return lambda exchange: exchange.events(events, end=end)


async def is_slow(exchange: Exchange) -> None:
    """Begins at once, and then takes longer than an attempt may."""
    await exchange.begin(200, {"content-type": "text/event-stream"})
    await exchange.piece(b": wait\n\n")
    await exchange.hang()


def call(name: str, arguments: str) -> Step:
    return answers(completion(calls=[wire_call(name, arguments)]))


NOTED = stream(streamed("Not", "ed."))
CAPTURED = call("set_budget", '{"amount": 700}')
TEXT = answers(completion("Seven hundred, noted."))
BUSY = answers({"error": {"message": "busy"}}, status=429)


@dataclass(frozen=True)
class Fault:
    steps: list[Step]
    reply: str
    attempts: int
    failure: str | None = None
    """Type of the error that the hook was given."""
    forced: bool = False
    calls: int = 1
    """Rounds that reached the server, as the meter counts them."""


FELL_BACK = "fell back"
SLACK_S = 1.0
"""What a busy machine may add; far below another attempt of the site's."""
FAULTS = {
    "none: text": Fault([NOTED], "Noted.", 1),
    "none: a tool call": Fault([CAPTURED], "At most 700", 1),
    "slow": Fault([is_slow], FELL_BACK, 3, "ProviderTimeout"),
    "slow once": Fault([is_slow, TEXT], "Seven hundred, noted.", 2),
    "cut in mid-stream": Fault([stream([chunk(content="Not")], end=False), TEXT], "Seven hundred, noted.", 2),
    "cut in mid-stream, always": Fault(
        [stream([chunk(content="Not")], end=False)], FELL_BACK, 3, "ProviderError"
    ),
    "408 once": Fault([answers({}, status=408), TEXT], "Seven hundred, noted.", 2),
    "429 once": Fault([BUSY, TEXT], "Seven hundred, noted.", 2),
    "429 always": Fault([BUSY], FELL_BACK, 3, "ProviderError"),
    "429, wait 1 s": Fault([answers({}, status=429, retry_after="1"), TEXT], "Seven hundred, noted.", 2),
    "429, wait past the deadline": Fault(
        [answers({}, status=429, retry_after="60")], FELL_BACK, 1, "ProviderError"
    ),
    "500 once": Fault([answers({}, status=500), TEXT], "Seven hundred, noted.", 2),
    "500 always": Fault([says(b"<h1>Oops</h1>", 500)], FELL_BACK, 3, "ProviderError"),
    "404": Fault(
        [answers({"error": {"message": "no such model"}}, status=404)], FELL_BACK, 1, "ProviderError"
    ),
    "invalid JSON": Fault([says(b'{"choices": [')], FELL_BACK, 1, "InvalidAnswerError"),
    "wrong arguments": Fault([call("set_budget", '{"amount": -5}'), CAPTURED], "At most 700", 2, calls=2),
    "arguments that are no JSON": Fault(
        [call("set_budget", '{"amount": 7'), CAPTURED], "At most 700", 2, calls=2
    ),
    "a tool that is not there": Fault([call("open_door", "{}"), CAPTURED], "At most 700", 2, calls=2),
    "two calls, one wrong": Fault(
        [
            answers(
                completion(
                    calls=[
                        wire_call("set_budget", '{"amount": "much"}'),
                        wire_call("set_budget", '{"amount": 650}', call_id="call_2", index=1),
                    ]
                )
            )
        ],
        "At most 650",
        1,
    ),
    "text where a tool was due": Fault([TEXT, CAPTURED], "At most 700", 2, forced=True, calls=2),
    "text where a tool was due, always": Fault([TEXT], FELL_BACK, 4, "ChatLoopError", forced=True, calls=4),
    "refusal": Fault([answers(completion(None, refusal="No."))], FELL_BACK, 1, "ReplyRefused"),
    "truncation": Fault([answers(completion("I wou", finish="length"))], FELL_BACK, 1, "ReplyTruncated"),
    "context too long": Fault(
        [answers({"error": {"code": "context_length_exceeded"}}, status=400)], FELL_BACK, 1, "ContextTooLong"
    ),
    "empty once": Fault([answers(completion("  ")), NOTED], "Noted.", 2, calls=2),
    "empty always": Fault([answers(completion(""))], FELL_BACK, 4, "ChatLoopError", calls=4),
    "endless tool calls": Fault([call("look_up", '{"amount": 700}')], FELL_BACK, 4, "ChatLoopError", calls=4),
}


@pytest.mark.parametrize("name", FAULTS)
async def test_fault_ends_as_designed(name: str, request: pytest.FixtureRequest) -> None:
    fault = FAULTS[name]
    node = ForcedBudget() if fault.forced else Budget()
    server = ScriptedServer(list(fault.steps))
    async with serving(server) as url, OpenAIChatModel(KEY, base_url=url) as model:
        definition = talking(node, timeout_s=0.5 if name.startswith("slow") else 5.0)
        ended = await Harness(definition, chat=model).say("700 at most")

    assert isinstance(ended, TurnCompleted)
    failure = type(node.failures[-1].error).__name__ if node.failures else None
    record_row(
        request,
        "Faults of a chat server",
        name,
        f"{len(server.exchanges)} requests",
        failure or "-",
        f"{ended.usage.chat.calls} rounds",
        repr(ended.reply.text),
    )
    assert (ended.reply.text, failure) == (fault.reply, fault.failure)
    assert len(server.exchanges) == fault.attempts
    assert ended.usage.chat.calls == fault.calls


async def test_refused_calls_are_told_to_the_model_and_audited() -> None:
    server = ScriptedServer([call("set_budget", '{"amount": -5}'), CAPTURED])
    async with serving(server) as url, OpenAIChatModel(KEY, base_url=url) as model:
        harness = Harness(talking(Budget()), chat=model)
        await harness.say("700 at most")

    asked, result = server.exchanges[1].body["messages"][-2:]
    assert asked["tool_calls"][0]["id"] == result["tool_call_id"] == "call_1"
    assert '"accepted": false' in result["content"]
    assert "amount" in result["content"]
    called = [event for event in harness.events if isinstance(event, ToolCalled)]
    assert [event.accepted for event in called] == [False, True]
    assert harness.state_of(Budget) == BudgetState(amount=Decimal(700))


async def test_failed_turn_changes_nothing_and_keeps_its_cost() -> None:
    """Without a hook the turn fails after a round that cost tokens; only its row tells of it."""
    server = ScriptedServer([CAPTURED, call("look_up", '{"amount": 5}'), answers({}, status=404)])
    async with serving(server) as url, OpenAIChatModel(KEY, base_url=url) as model:
        harness = Harness(talking(Budget(falls_back=False)), chat=model)
        await harness.say("700 at most")
        before = (harness.state_of(Budget), harness.history("talk"), harness.cursor)
        ended = await harness.say("Is 5 usual?")

    assert isinstance(ended, TurnFailed)
    assert (harness.state_of(Budget), harness.history("talk"), harness.cursor) == before
    closure = harness.turns[-1].closure
    assert closure is not None
    assert closure.usage.chat == Meter(calls=2, input_tokens=30, output_tokens=6)
    assert [(visit.node, visit.left_by) for visit in closure.visits] == [("Budget", "failed")]


@pytest.mark.parametrize("status", [401, 403])
async def test_wrong_key_fails_the_turn_and_no_hook_is_asked(status: int) -> None:
    node = Budget()
    server = ScriptedServer([answers({"error": {"message": "Incorrect API key"}}, status=status)])
    async with serving(server) as url, OpenAIChatModel(KEY, base_url=url) as model:
        ended = await Harness(talking(node), chat=model).say("700 at most")

    assert isinstance(ended, TurnFailed)
    assert (ended.code, ended.retryable) == ("provider_misconfigured", False)
    assert not node.failures
    assert len(server.exchanges) == 1


# --- text as it comes -----------------------------------------------------------------------------------------


def shown(harness: Harness) -> list[str]:
    return [event.text for event in harness.events if isinstance(event, MessageDelta)]


async def test_text_is_shown_as_it_comes() -> None:
    async with serving(ScriptedServer([NOTED])) as url, OpenAIChatModel(KEY, base_url=url) as model:
        harness = Harness(talking(Budget()), chat=model)
        await harness.say("700 at most")

    assert shown(harness) == ["Not", "ed."]


async def test_no_text_is_shown_where_a_tool_is_due() -> None:
    server = ScriptedServer([CAPTURED])
    async with serving(server) as url, OpenAIChatModel(KEY, base_url=url) as model:
        harness = Harness(talking(ForcedBudget()), chat=model)
        await harness.say("700 at most")

    assert shown(harness) == []
    assert "stream" not in server.exchanges[0].body


async def test_text_of_a_failed_attempt_is_not_shown_twice() -> None:
    """What was shown cannot be taken back: the next attempt keeps still, and the reply replaces it."""
    server = ScriptedServer([stream([chunk(content="Not")], end=False), answers(completion("Noted."))])
    async with serving(server) as url, OpenAIChatModel(KEY, base_url=url) as model:
        harness = Harness(talking(Budget()), chat=model)
        reply = await harness.reply_to("700 at most")

    assert (shown(harness), reply) == (["Not"], "Noted.")
    assert ["stream" in exchange.body for exchange in server.exchanges] == [True, False]


# --- waiting, stopping, standing in ---------------------------------------------------------------------------


async def test_hanging_server_costs_the_deadline_and_then_nothing(request: pytest.FixtureRequest) -> None:
    table = "Waiting for a chat server that hangs: 0.3 s an attempt, 0.65 s over all"
    server = ScriptedServer([hangs])
    async with serving(server) as url, OpenAIChatModel(KEY, base_url=url) as model:
        definition = talking(Budget(), timeout_s=0.3, max_retries=2, deadline_s=0.65)
        harness = Harness(definition, chat=model, clock=Clock(jitter=lambda: 0.0))

        async def waits(case: str) -> float:
            started = time.perf_counter()
            assert await harness.reply_to("700 at most") == FELL_BACK
            waited_s = time.perf_counter() - started
            record_row(request, table, case, f"{waited_s:.3f} s")
            return waited_s

        for number in range(1, 4):
            assert 0.3 <= await waits(f"round {number}") < 0.65 + SLACK_S
        asked = len(server.exchanges)
        assert await waits("breaker open") < 0.3
        assert len(server.exchanges) == asked


async def test_customers_stop_closes_the_connection() -> None:
    server, control = ScriptedServer([is_slow]), TurnControl()
    async with serving(server) as url, OpenAIChatModel(KEY, base_url=url) as model:
        harness = Harness(talking(Budget()), chat=model)
        turn = asyncio.create_task(harness.say("700 at most", control=control))
        exchange = await server.next_exchange()
        control.cancel()

        assert isinstance(await turn, TurnCancelled)
        await asyncio.wait_for(exchange.left.wait(), 5)


class Conversation:
    """A graph with a main and an alternate chat model, each with a server of its own."""

    def __init__(self, main: OpenAIChatModel, alternate: OpenAIChatModel) -> None:
        graph = compile_graph(
            talking(Budget(), max_retries=0, alternate="alternate"),
            decision_providers={},
            chat_models={"openai": main, "alternate": alternate},
            clock=Clock(sleep=no_sleep),
        )
        store = InMemoryStore()
        self._engine = GraphEngine([graph], store)
        self._session = store.begin_session("talking")

    async def say(self, turn_id: str) -> Any:
        return await self._engine.run_turn(
            self._session, TurnInput(id=turn_id, text="700 at most"), emit=lambda _: None
        )


@pytest.mark.parametrize(
    "fault",
    [answers({}, status=500), answers({}, status=404), answers(completion("I wou", finish="length"))],
    ids=["500", "404", "truncated"],
)
async def test_alternate_takes_over_for_the_rest_of_the_turn_and_no_longer(fault: Step) -> None:
    main, alternate = ScriptedServer([fault]), ScriptedServer([call("look_up", '{"amount": 5}'), TEXT])
    async with (
        serving(main) as main_url,
        serving(alternate) as alternate_url,
        OpenAIChatModel(KEY, base_url=main_url) as main_model,
        OpenAIChatModel(KEY, base_url=alternate_url, model="small", id="alternate") as alternate_model,
    ):
        conversation = Conversation(main_model, alternate_model)
        ended = await conversation.say("first")
        assert ended.reply.text == "Seven hundred, noted."
        assert (len(main.exchanges), len(alternate.exchanges)) == (1, 2)
        assert [exchange.body["model"] for exchange in alternate.exchanges] == ["small", "small"]

        await conversation.say("second")
        assert len(main.exchanges) == 2, "the next turn asks the main model again"


async def test_alternate_answers_at_once_while_the_main_models_breaker_is_open() -> None:
    main, alternate = ScriptedServer([answers({}, status=500)]), ScriptedServer([TEXT])
    async with (
        serving(main) as main_url,
        serving(alternate) as alternate_url,
        OpenAIChatModel(KEY, base_url=main_url) as main_model,
        OpenAIChatModel(KEY, base_url=alternate_url, model="small", id="alternate") as alternate_model,
    ):
        conversation = Conversation(main_model, alternate_model)
        replies = [(await conversation.say(f"turn {number}")).reply.text for number in range(5)]

    assert replies == ["Seven hundred, noted."] * 5
    assert (len(main.exchanges), len(alternate.exchanges)) == (3, 5)


async def test_alternate_does_not_stand_in_for_a_wrong_key() -> None:
    main, alternate = ScriptedServer([answers({}, status=401)]), ScriptedServer([TEXT])
    async with (
        serving(main) as main_url,
        serving(alternate) as alternate_url,
        OpenAIChatModel(KEY, base_url=main_url) as main_model,
        OpenAIChatModel(KEY, base_url=alternate_url, model="small", id="alternate") as alternate_model,
    ):
        ended = await Conversation(main_model, alternate_model).say("first")

    assert isinstance(ended, TurnFailed)
    assert ended.code == "provider_misconfigured"
    assert not alternate.exchanges
