"""Neither keys nor what customers, prompts and servers say gets into a log or a representation."""

from __future__ import annotations

import logging
from typing import Any

import pytest

from graph import (
    DecisionConfig,
    DecisionNode,
    DecisionRequest,
    DynamicAnswers,
    GraphDefinition,
    NoulQuestion,
    ProviderError,
    QuestionMap,
    Route,
    Visit,
    direct,
)
from graph.chat.openai import OpenAIChatModel
from graph.decision.typesafe import TypeSafeProvider
from graph.modelserver import ModelServer
from graph.state import NoState
from graph.testing import Harness
from tests.graph.providers.support import KEY, Exchange, ScriptedServer, Step, hangs, says, serving
from tests.graph.providers.talking import Budget, chunk, talking

REQUEST = "My name is Quillfeather and I stay until Sunday"
PRIVATE = (
    KEY,
    "Quillfeather",
    "Guidance of the house",
    "Fact of the house",
    "take down what the customer",
    "USD",
)


class Judge(DecisionNode[NoState, DynamicAnswers]):
    def define_questions(self, visit: Visit[NoState]) -> QuestionMap:
        return {"polite": NoulQuestion(instructions=("Is it so?",))}

    def get_prompt(self, visit: Visit[NoState]) -> str:
        return "Guidance of the house"

    def get_facts(self, visit: Visit[NoState]) -> dict[str, object]:
        return {"house": "Fact of the house"}

    def on_decision(self, answers: DynamicAnswers, context: Any, visit: Visit[NoState]) -> Route:
        return direct("judged")


def judging(timeout_s: float) -> GraphDefinition:
    return GraphDefinition(
        name="judging",
        nodes=[Judge()],
        start=Judge,
        histories={"talk": [Judge]},
        decision=DecisionConfig(provider="typesafe", timeout_s=timeout_s, max_retries=1),
    )


def echoes(status: int) -> Step:
    """A server that quotes the request and its key in its error, in every place that is read."""

    async def answer(exchange: Exchange) -> None:
        quoted = f"{exchange.content.decode()} {exchange.headers['authorization']}"
        faults = [{"loc": ["body", quoted], "msg": quoted, "input": quoted}]
        await exchange.json({"error": {"message": quoted, "code": quoted}, "detail": faults}, status)

    return answer


async def echoes_in_answers(exchange: Exchange) -> None:
    quoted = exchange.content.decode()
    answer = {"type": quoted, "noul": quoted}
    choice = {"message": {"content": quoted}, "finish_reason": "length"}
    await exchange.json({"answers": {"polite": answer, quoted: answer}, "model": quoted, "choices": [choice]})


async def echoes_and_breaks_off(exchange: Exchange) -> None:
    await exchange.events([chunk(content=exchange.content.decode())], end=False)


FAILURES: dict[str, Step] = {
    **{str(status): echoes(status) for status in (400, 401, 403, 404, 408, 422, 429, 500)},
    "hangs": hangs,
    "breaks off": echoes_and_breaks_off,
    "no JSON": says(b"<html>"),
    "answers that break every rule": echoes_in_answers,
    "redirect": says(b"", 302, location="http://127.0.0.1:1/"),
}


@pytest.mark.parametrize("failure", FAILURES)
async def test_failures_tell_no_log_what_was_said(failure: str, caplog: pytest.LogCaptureFixture) -> None:
    """Every logger at its lowest level; no hook, so that the turns fail and are logged."""
    caplog.set_level(logging.DEBUG)
    server = ScriptedServer([FAILURES[failure]])
    timeout_s = 0.5 if failure == "hangs" else 10.0
    async with (
        serving(server) as url,
        TypeSafeProvider(KEY, base_url=url) as provider,
        OpenAIChatModel(KEY, base_url=url) as model,
    ):
        await Harness(judging(timeout_s), decisions=provider).say(REQUEST)
        talk = talking(Budget(falls_back=False), timeout_s=timeout_s, max_retries=1)
        await Harness(talk, chat=model).say(REQUEST)

    said = [exchange.content.decode() for exchange in server.exchanges]
    assert all(any(words in body for body in said) for words in PRIVATE[1:]), (
        "the servers were told all of it"
    )
    assert caplog.records, "something was logged"
    logged = "\n".join(str(vars(record)) for record in caplog.records) + caplog.text
    assert [words for words in PRIVATE if words in logged] == []


async def test_errors_keep_the_servers_words_apart() -> None:
    """The message says what happened; only `detail` quotes the server, for whoever asks for it."""
    request = DecisionRequest(node="Judge", model="m", state={"request": REQUEST}, questions={})
    async with serving(ScriptedServer([echoes(404)])) as url, TypeSafeProvider(KEY, base_url=url) as provider:
        with pytest.raises(ProviderError) as caught:
            await provider.ask(request)

    assert str(caught.value) == "HTTP 404"
    assert "Quillfeather" in caught.value.detail


@pytest.mark.parametrize(
    "kind", [TypeSafeProvider, OpenAIChatModel, lambda key: ModelServer("http://host", key)]
)
async def test_no_representation_shows_the_key(kind: Any) -> None:
    made = kind(KEY)
    try:
        assert KEY not in f"{made!r} {made} {vars(made)} {vars(getattr(made, 'server', made))}"
    finally:
        await made.aclose()
