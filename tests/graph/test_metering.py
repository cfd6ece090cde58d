"""Requests are weighed as they go over the wire, node by node."""

from __future__ import annotations

from graph.chat.openai import OpenAIChatModel
from graph.decision.providers import DecisionConfig
from graph.decision.typesafe import TypeSafeProvider
from graph.errors import ProviderError
from graph.metering import NodeRequests, RequestMeter, summed
from graph.testing import Harness, ScriptedDecisions
from graph.usage import Usage
from tests.graph.providers.judging import Judge, judging
from tests.graph.providers.support import KEY, ScriptedServer, answers, jev_server, serving
from tests.graph.providers.talking import Budget, completion, streamed, talking, wire_call
from tests.graph.support import Judge as AskingJudge
from tests.graph.support import graph_of


async def test_decision_weighs_what_reaches_the_server() -> None:
    meter, server = (
        RequestMeter(),
        ScriptedServer([answers({"usage": {"input_tokens": 90, "output_tokens": 4}})]),
    )
    async with serving(server) as url, TypeSafeProvider(KEY, base_url=url) as provider:
        harness = Harness(judging(Judge()), decisions=meter.decisions(provider))
        await harness.say("A café, 6 €, 🙂")

    (exchange,) = server.exchanges
    assert meter.take() == [
        NodeRequests(
            kind="decision",
            node="Judge",
            requests=1,
            request_bytes=len(exchange.content),
            usage=Usage(90, 4),  # known, although the answer was none
        )
    ]


async def test_chat_weighs_what_reaches_the_server_in_every_round() -> None:
    meter = RequestMeter()
    server = ScriptedServer(
        [
            answers(completion(calls=[wire_call("look_up", '{"amount": 700}')])),
            lambda exchange: exchange.events(streamed("700 it is")),
        ]
    )
    async with serving(server) as url, OpenAIChatModel(KEY, base_url=url) as model:
        assert await Harness(talking(Budget()), chat=meter.chat(model)).reply_to("700 €") == "700 it is"

    (account,) = meter.take()
    assert (account.kind, account.node, account.requests, account.unreported) == ("chat", "Budget", 2, 0)
    assert account.request_bytes == sum(len(exchange.content) for exchange in server.exchanges)
    assert account.usage == Usage(60, 12)
    assert meter.models == {"gpt-test-2027"}


async def test_an_attempt_without_reported_tokens_counts_and_is_said_to_be_unknown() -> None:
    meter, script = RequestMeter(), ScriptedDecisions()
    script.fail(ProviderError("away", transient=True)).answer(mood="calm")
    patient = DecisionConfig(provider="scripted", model="any", max_retries=1)
    harness = Harness(graph_of(AskingJudge(), decision=patient), decisions=meter.decisions(script))
    await harness.reply_to("hello")

    (account,) = meter.take()
    assert (account.requests, account.unreported, account.usage) == (2, 1, Usage(10, 2))


async def test_a_meter_begins_anew_once_it_was_read() -> None:
    meter = RequestMeter()
    with jev_server() as url:
        async with TypeSafeProvider(KEY, base_url=url) as provider:
            harness = Harness(judging(Judge()), decisions=meter.decisions(provider))
            await harness.say("one")
            (first,) = meter.take()
            await harness.say("two")

    (second,) = meter.take()
    assert (first.requests, second.requests) == (1, 1)
    total = summed("decision", [first, second])
    assert (total.requests, total.request_bytes) == (2, first.request_bytes + second.request_bytes)
    assert total.usage == first.usage + second.usage
