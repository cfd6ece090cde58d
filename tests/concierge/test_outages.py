"""Providers that are down degrade a conversation and never end it."""

from __future__ import annotations

from typing import Any

import pytest

from graph.errors import ProviderError, ProviderMisconfigured, ProviderTimeout
from graph.events import TurnFailed
from hotelsite.concierge import texts
from hotelsite.concierge.nodes.present import Present
from hotelsite.hotels.criteria import Criterion
from tests.concierge.support import DOWN, LAKESIDE, RIVERSIDE, Talk, data_of

READY: dict[str, Any] = {"outcome": "ready", "faithful": 0.97}
REFUSED = ProviderError("no such model", status=404)


async def test_a_customer_books_by_controls_alone_while_both_providers_are_down() -> None:
    talk = Talk()
    talk.fail_everything()

    turn = await talk.say("hello there")
    assert turn.node == "DateRange"
    await talk.settle()
    turn = await talk.search()
    assert [card.slug for card in data_of(turn).hotels] == ["riverside", "lakeside", "hilltop"]
    turn = await talk.choose(LAKESIDE)

    assert turn.completed
    assert data_of(turn).booking is not None


@pytest.mark.parametrize("error", [DOWN, REFUSED, ProviderTimeout(15)], ids=["down", "refused", "late"])
async def test_the_router_asks_the_next_question(error: Exception) -> None:
    talk = Talk()
    talk.decisions.fail(error, times=3)
    turn = await talk.say("a suite for August, please")

    assert turn.node == "DateRange"
    assert turn.reply.text.startswith(texts.TROUBLE)
    assert data_of(turn).form is Criterion.DATES
    [entry] = talk.harness.audit
    assert (entry.outcome, entry.node) == ("fallback", "Router")


async def test_the_router_with_nothing_open_says_how_to_search_and_searches_nothing() -> None:
    talk = Talk()
    await talk.settle()
    talk.decisions.fail(REFUSED)
    turn = await talk.say("find me something nice then")

    assert turn.path == ("Router",)
    assert texts.READY in turn.reply.text
    assert data_of(turn).quick_replies[0].frame == {"type": "search"}


async def test_readiness_lets_valid_criteria_search() -> None:
    talk = Talk()
    await talk.settle()
    talk.decisions.fail(REFUSED)
    talk.present()
    turn = await talk.search()

    assert turn.node == "Present"
    assert talk.harness.state_of(Present).criteria_review_accepted is None


async def test_an_unjudged_draft_stays_unseen() -> None:
    talk = Talk()
    await talk.settle()
    talk.decisions.answer(**READY)
    talk.present()
    talk.decisions.steps.pop()
    talk.decisions.fail(REFUSED)
    turn = await talk.search()

    assert turn.reply.text.startswith("I found 3 hotels")
    assert [entry.outcome for entry in talk.harness.audit] == ["skipped", "success", "fallback"]


async def test_a_collector_asks_its_fixed_question_with_its_control() -> None:
    talk = Talk()
    talk.decisions.answer(destination="unclear", request_delivery="none")
    await talk.say("hello")
    talk.chat.fail(DOWN, times=3)
    turn = await talk.say("August 3 to 9")

    assert turn.node == "DateRange"
    assert turn.reply.text == f"{texts.TROUBLE} Which days would you like to arrive and leave?"
    assert data_of(turn).form is Criterion.DATES


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ("which of them has free breakfast?", f"Free breakfast: 1. {RIVERSIDE.name}."),
        ("compare number 1 and number 2", "Side by side:"),
        ("how much is number 2?", f"2. {LAKESIDE.name}: $3,118.50 for 6 nights"),
        ("how far is number 1 from the airport", "9 miles from the airport"),
        ("where is number 2", LAKESIDE.address),
        ("number 2", texts.SHALL_I_BOOK),
        ("show me more", texts.NO_MORE),
        ("is it nice there in spring", texts.STILL_THERE),
    ],
)
async def test_beside_the_list_code_reads_what_it_can(message: str, words: str) -> None:
    talk = Talk()
    await talk.settle()
    await talk.find()
    talk.chat.fail(DOWN, times=3)
    turn = await talk.say(message)

    assert words in turn.reply.text
    assert turn.node == "Present"
    assert talk.desk.reservations == 0


async def test_beside_the_list_a_plain_request_books_without_a_model() -> None:
    talk = Talk()
    await talk.settle()
    await talk.find()
    talk.chat.fail(DOWN, times=3)
    turn = await talk.say("book number 2")

    assert data_of(turn).booking is not None
    assert data_of(turn).booking.hotel == LAKESIDE.name  # type: ignore[union-attr]  # just checked


async def test_a_wrong_key_is_no_outage() -> None:
    talk = Talk()
    talk.decisions.fail(ProviderMisconfigured("401"))
    ended = await talk.harness.say("hello")

    assert isinstance(ended, TurnFailed)
    assert ended.code == "provider_misconfigured"
