"""Results: drafted, judged, listed, asked about; and nothing shown that was not reviewed."""

from __future__ import annotations

from typing import Any

import pytest

from graph.events import MessageDelta
from hotelsite.concierge import texts
from hotelsite.concierge.nodes.present import Present
from hotelsite.concierge.nodes.review import PresentationReview
from hotelsite.hotels.criteria import Criterion
from tests.concierge.support import GRAND, HILLTOP, LAKESIDE, MANY, RIVERSIDE, MemoryDesk, Talk, data_of

READY: dict[str, Any] = {"outcome": "ready", "faithful": 0.97}
INVENTED = "1. Hilton Paradise Inn: $99 in total. Tell me a number to book."


async def found(desk: MemoryDesk | None = None) -> Talk:
    """A conversation beside its results."""
    talk = Talk(desk)
    await talk.settle()
    await talk.find()
    return talk


# --- the draft ----------------------------------------------------------------------------------------------


async def test_a_good_draft_is_released_with_the_cards_of_the_saved_results() -> None:
    talk = Talk()
    await talk.settle()
    turn = await talk.find()

    data = data_of(turn)
    assert [(card.number, card.name) for card in data.hotels] == [
        (1, RIVERSIDE.name),
        (2, LAKESIDE.name),
        (3, HILLTOP.name),
    ]
    assert len(data.hotels[0].nights) == 6
    assert turn.reply.text.startswith(f"1. {RIVERSIDE.name}: $2835.00 in total")
    assert turn.snapshot["results"] == ["riverside", "lakeside", "hilltop"]
    assert turn.snapshot["results_turn"] == turn.turn
    talk.done()


async def test_the_judge_gets_the_draft_and_the_hotels_it_may_speak_of() -> None:
    talk = await found()
    state = talk.decisions.requests[-1].state
    assert set(state) == {"draft", "hotels", "criteria", "request", "priorRequests"}
    hotels = state["hotels"]
    assert isinstance(hotels, list)
    assert hotels[0] == {
        "number": 1,
        "name": RIVERSIDE.name,
        "address": RIVERSIDE.address,
        "nightly_low": "450.00",
        "nightly_high": "517.50",
        "total": "2835.00",
    }
    assert state["request"] == "Search now"


async def test_a_draft_with_a_hotel_never_found_is_never_seen_nor_judged() -> None:
    talk = Talk()
    await talk.settle()
    talk.decisions.answer(**READY)
    talk.chat.call("present_draft", draft=INVENTED)
    turn = await talk.search()

    assert "Paradise" not in turn.reply.text
    assert f"1. {RIVERSIDE.name}: $450 to $517.50 a night, $2,835 for 6 nights" in turn.reply.text
    assert len(data_of(turn).hotels) == 3
    assert turn.usage.decisions.calls == 1
    assert turn.usage.decisions.skipped == 2
    assert talk.harness.state_of(PresentationReview).accepted is False
    assert all("Paradise" not in message.text for message in talk.harness.history("hotel-present"))


@pytest.mark.parametrize(
    "judgement",
    [
        {"grounded": 0.84, "completeness": 2, "clarity": 2},
        {"grounded": 0.97, "completeness": 1.4, "clarity": 2},
        {"grounded": 0.97, "completeness": 2, "clarity": 1},
        {"grounded": 0.97, "completeness": 2, "clarity": 2, "confidence": 0.7},
    ],
    ids=["ungrounded", "incomplete", "unclear", "unsure"],
)
async def test_a_draft_that_misses_a_threshold_gives_way_to_the_list(judgement: dict[str, Any]) -> None:
    talk = Talk()
    await talk.settle()
    talk.decisions.answer(**READY)
    talk.present()
    talk.decisions.steps.pop()
    talk.decisions.answer(**judgement)
    turn = await talk.search()

    assert turn.reply.text.startswith(texts.found(talk.harness.state_of(Present).results))
    assert turn.node == "Present"
    review = talk.harness.state_of(PresentationReview)
    assert review.accepted is False
    assert review.review is not None


async def test_no_draft_is_streamed() -> None:
    talk = await found()
    assert not any(isinstance(event, MessageDelta) for event in talk.harness.events)


async def test_a_model_that_does_not_present_is_told_to_and_then_replaced_by_the_list() -> None:
    talk = Talk()
    await talk.settle()
    talk.decisions.answer(**READY)
    for _ in range(4):
        talk.chat.call("choose_hotel", hotel="1")
    turn = await talk.search()

    assert len(data_of(turn).hotels) == 3
    assert talk.harness.state_of(Present).drafting is False
    assert talk.desk.reservations == 0


# --- beside the list ----------------------------------------------------------------------------------------


async def test_eight_are_shown_and_more_shows_the_next_under_their_numbers() -> None:
    talk = Talk(MemoryDesk(MANY))
    await talk.settle()
    turn = await talk.find()
    assert [card.number for card in data_of(turn).hotels] == list(range(1, 9))
    assert data_of(turn).more == 3

    talk.chat.call("show_more")
    turn = await talk.say("show more")
    assert [card.number for card in data_of(turn).hotels] == [9, 10, 11]
    assert data_of(turn).more == 0

    talk.chat.call("show_more")
    turn = await talk.say("and more?")
    assert turn.reply.text.startswith(texts.NO_MORE)

    talk.chat.call("choose_hotel", hotel="10")
    turn = await talk.say("book number 10")
    assert data_of(turn).booking is not None
    assert data_of(turn).booking.hotel == "Hampton Inn House10"  # type: ignore[union-attr]  # just checked


async def test_the_list_and_what_is_read_back_say_how_many_rooms_are_left_where_few_are() -> None:
    talk = Talk()
    talk.desk.rooms_left = {"riverside": 1, "lakeside": 3, "hilltop": 4}
    await talk.settle()
    talk.fail_everything()
    listed = (await talk.search()).reply.text.splitlines()

    assert [line.partition("nights")[2] for line in listed[1:4]] == [
        ", only 1 room left",
        ", only 3 rooms left",
        "",
    ]
    assert "in total, only 3 rooms left. Shall I book it?" in (await talk.say("number 2")).reply.text


async def test_hotels_are_compared_from_what_is_saved() -> None:
    talk = await found()
    talk.chat.call("compare_hotels", hotels=["1", "3"])
    turn = await talk.say("compare 1 and 3")

    assert f"1. {RIVERSIDE.name}: $2,835 for 6 nights" in turn.reply.text
    assert f"3. {HILLTOP.name}: $3,402 for 6 nights" in turn.reply.text
    assert "3 miles from the airport" in turn.reply.text
    assert "not at all of them: free breakfast" in turn.reply.text
    assert LAKESIDE.name not in turn.reply.text


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ({"topic": "amenities", "amenities": ["free_breakfast"]}, f"Free breakfast: 1. {RIVERSIDE.name}."),
        ({"topic": "amenities", "amenities": ["tennis"]}, "none of these hotels lists it"),
        ({"topic": "amenities", "amenities": ["free_wifi"]}, "all of these hotels list it"),
        (
            {"topic": "amenities", "hotels": ["2"], "amenities": ["free_wifi", "tennis"]},
            "it lists free Wi-Fi and does not list tennis court",
        ),
        ({"topic": "price", "hotels": ["1"]}, "Saturday, August 7, 2027 $517.50"),
        ({"topic": "address", "hotels": ["hilltop"]}, HILLTOP.address),
        ({"topic": "distance", "hotels": ["1"]}, "9 miles from the airport, 7.5 miles from the city center"),
        ({"topic": "rooms", "hotels": ["1"]}, "5 rooms left"),
        ({"topic": "policy", "hotels": ["1"], "policies": ["pets"]}, "Pets up to 20 pounds are welcome."),
        ({"topic": "policy", "hotels": ["2"], "policies": ["pets"]}, texts.UNKNOWN_ANSWER),
        ({"topic": "policy", "hotels": ["1"], "policies": ["cancellation"]}, texts.UNKNOWN_ANSWER),
        ({"topic": "policy", "policies": ["cancellation"]}, f"All of these hotels: {texts.UNKNOWN_ANSWER}"),
        ({"topic": "other", "hotels": ["1"]}, texts.UNKNOWN_ANSWER),
        ({"topic": "address", "hotels": ["Ritz"]}, "not among the ones I found"),
    ],
)
async def test_questions_are_answered_from_the_catalogue_or_not_at_all(
    question: dict[str, object], words: str
) -> None:
    talk = await found()
    talk.chat.call("answer_question", **question)
    turn = await talk.say("a question")

    assert words in turn.reply.text
    assert turn.node == "Present"
    assert turn.usage.decisions.calls == 0


async def test_an_edit_voids_the_results_at_once() -> None:
    talk = await found()
    turn = await talk.answer(Criterion.BUDGET, min=None, max="600")

    assert turn.snapshot["results"] == []
    assert turn.snapshot["results_turn"] is None
    assert turn.node == "Router"


async def test_saying_the_same_again_voids_nothing() -> None:
    talk = await found()
    turn = await talk.answer(Criterion.BUDGET, min=None, max="700.00")

    assert turn.node == "Present"
    assert turn.snapshot["results"] == ["riverside", "lakeside", "hilltop"]


async def test_a_change_said_beside_the_list_reaches_its_collector_with_the_customer_s_words() -> None:
    talk = await found()
    talk.chat.call("revise_criteria")
    talk.decisions.answer(destination="budget", request_delivery="apply_request")
    talk.chat.call("capture_budget", max="500")

    turn = await talk.say("lower the maximum to 500 a night")

    assert turn.path == ("Present", "Router", "Budget", "Router")
    assert turn.node == "Router"
    assert turn.usage.decisions.calls == 1
    assert talk.decisions.requests[-1].state["request"] == "lower the maximum to 500 a night"
    assert talk.chat.requests[-1].messages[-1].text == "lower the maximum to 500 a night"


# --- nothing found ------------------------------------------------------------------------------------------


async def test_nothing_found_names_what_would_help_and_relaxes_nothing() -> None:
    talk = Talk()
    await talk.settle(budget={"min": None, "max": "300"})
    talk.decisions.answer(**READY)
    turn = await talk.search()

    assert turn.path == ("Router", "CriteriaReadiness", "SearchHotels", "Router")
    assert turn.node == "Router"
    assert "Budget: $217.50 more a night opens 1 hotel" in turn.reply.text
    assert turn.snapshot["criteria"]["budget"]["max"] == "300"  # type: ignore[index,call-overload]  # JSON of a known shape
    button = data_of(turn).quick_replies[0]
    assert button.frame == {
        "type": "answer",
        "criterion": "budget",
        "value": {"min": None, "max": "517.50"},
    }

    talk.decisions.answer(destination="budget", request_delivery="apply_request")
    talk.chat.call("capture_budget", max="600")
    turn = await talk.say("raise it to 600")
    assert talk.decisions.requests[-1].state["open_question"] == "budget"
    assert "No hotel meets" not in turn.reply.text

    talk.decisions.answer(destination="unclear", request_delivery="none")
    await talk.say("hmm")
    assert talk.decisions.requests[-1].state["open_question"] is None


async def test_nothing_found_and_nothing_near_says_so() -> None:
    talk = Talk(MemoryDesk([GRAND]))
    await talk.settle(amenities={"amenities": ["tennis"]})
    talk.decisions.answer(**READY)
    turn = await talk.search()

    assert texts.NOTHING_NEAR in turn.reply.text
