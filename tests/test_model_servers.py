"""The hotel graph on real HTTP providers whose servers are at fault: the customer always gets a sensible reply."""

from __future__ import annotations

import pytest
from jevcompat.mock import FAULTS

from graph import ChatModel, DecisionProvider, TerminalEvent, TurnCompleted, TurnFailed
from graph.chat.models import ChatConfig
from graph.chat.openai import OpenAIChatModel
from graph.decision.providers import DecisionConfig
from graph.decision.typesafe import TypeSafeProvider
from graph.testing import Harness
from hotelsite.concierge import answer_input, hotel_graph, search_input
from hotelsite.concierge.replies import ReplyData
from hotelsite.hotels.criteria import VALUE_TYPES
from hotelsite.local_models import LocalChatModel, LocalDecisionProvider
from tests.concierge.support import SETTLED, TODAY, MemoryDesk
from tests.graph.providers.support import (
    KEY,
    ScriptedServer,
    Step,
    answers,
    hangs,
    jev_server,
    record_row,
    says,
    serving,
)
from tests.graph.providers.talking import chunk, completion, wire_call

WISH = "A suite with free Wi-Fi for the first week of August, at most 700 dollars a night"
KEY_FAULTS = {"auth-rejects-header", "auth-x-api-key", "auth-invalid-403-text"}
SERVER_KEYS = {"auth-x-api-key": KEY, "auth-plain": KEY, "auth-invalid-403-text": "another"}


def talk_through(decisions: DecisionProvider, chat: ChatModel, *, timeout_s: float = 10.0) -> Harness:
    """A conversation with the hotel graph through these providers, without retries."""
    definition = hotel_graph(
        MemoryDesk(),
        decision=DecisionConfig(
            provider=decisions.id, model="jev-latest", timeout_s=timeout_s, max_retries=0
        ),
        chat=ChatConfig(provider=chat.id, model="gpt-test", timeout_s=timeout_s, max_retries=0),
    )
    return Harness(definition, decisions=decisions, chat=chat, context={"today": TODAY})


async def settle(harness: Harness) -> None:
    """Answer every criterion by its control, which no provider takes part in."""
    for number, (criterion, value) in enumerate(SETTLED.items()):
        made = VALUE_TYPES[criterion].model_validate(value)
        assert isinstance(await harness.run(answer_input(f"answer-{number}", criterion, made)), TurnCompleted)


@pytest.mark.parametrize("fault", sorted(FAULTS))
async def test_faulty_decision_server_leaves_the_customer_with_a_reply(
    fault: str, request: pytest.FixtureRequest
) -> None:
    """Words before anything is known, then a search with everything known."""
    with jev_server(fault, key=SERVER_KEYS.get(fault)) as url:
        async with TypeSafeProvider(KEY, base_url=url) as provider:
            harness = talk_through(provider, LocalChatModel())
            asked = await harness.say(WISH)
            outcomes = [record.outcome for record in harness.audit]
            await settle(harness)
            searched = await harness.run(search_input("search"))
            outcomes += [record.outcome for record in harness.audit]

    texts = [said(turn) for turn in (asked, searched)]
    record_row(
        request, "The hotel graph on a faulty decision server", fault, " ".join(outcomes), repr(texts[0][:60])
    )
    assert all(texts)
    if fault in KEY_FAULTS:
        assert all(
            isinstance(turn, TurnFailed) and turn.code == "provider_misconfigured"
            for turn in (asked, searched)
        )
        assert set(outcomes) == {"skipped", "failed"}
    else:
        assert isinstance(asked, TurnCompleted)
        assert isinstance(searched, TurnCompleted)
        assert set(outcomes) <= {"skipped", "success", "fallback"}


def said(turn: TerminalEvent) -> str:
    """What the customer reads at the end of a turn."""
    return turn.reply.text if isinstance(turn, TurnCompleted) else getattr(turn, "message", "")


CHAT_FAULTS: dict[str, Step] = {
    "hangs": hangs,
    "breaks off": lambda exchange: exchange.events([chunk(content="Well")], end=False),
    "408": answers({}, status=408),
    "429": answers({}, status=429),
    "500": answers({}, status=500),
    "404": answers({}, status=404),
    "no JSON": says(b"<html>"),
    "refuses": answers(completion(None, refusal="No.")),
    "truncates": answers(completion("Wel", finish="length")),
    "is empty": answers(completion("")),
    "makes up tools": answers(completion(calls=[wire_call("open_door", "{}")])),
    "breaks arguments": answers(completion(calls=[wire_call("capture_budget", '{"max": ')])),
}


@pytest.mark.parametrize("fault", CHAT_FAULTS)
async def test_faulty_chat_server_leaves_the_customer_with_a_reply(
    fault: str, request: pytest.FixtureRequest
) -> None:
    """A collector falls back on its question and control, the presentation on the list that code writes."""
    async with (
        serving(ScriptedServer([CHAT_FAULTS[fault]])) as url,
        OpenAIChatModel(KEY, base_url=url) as model,
    ):
        timeout_s = 0.3 if fault == "hangs" else 10.0
        harness = talk_through(LocalDecisionProvider(), model, timeout_s=timeout_s)
        asked = await harness.say("My budget is 700 dollars a night")
        await settle(harness)
        searched = await harness.run(search_input("search"))

    assert isinstance(asked, TurnCompleted)
    assert isinstance(searched, TurnCompleted)
    record_row(
        request,
        "The hotel graph on a faulty chat server",
        fault,
        " > ".join(asked.path),
        repr(asked.reply.text[:40]),
        f"{len(ReplyData.model_validate(searched.reply.data).hotels)} hotels",
    )
    assert asked.reply.text
    assert ReplyData.model_validate(asked.reply.data).form is not None
    assert len(ReplyData.model_validate(searched.reply.data).hotels) == 3


async def test_wrong_chat_key_fails_the_turn_and_says_so() -> None:
    server = ScriptedServer([answers({"error": {"message": "Incorrect API key"}}, status=401)])
    async with serving(server) as url, OpenAIChatModel(KEY, base_url=url) as model:
        harness = talk_through(LocalDecisionProvider(), model)
        asked = await harness.say("My budget is 700 dollars a night")

    assert isinstance(asked, TurnFailed)
    assert (asked.code, asked.retryable) == ("provider_misconfigured", False)
    assert "not set up correctly" in asked.message
