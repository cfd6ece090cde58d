"""Whole conversations with the hotel graph on the two local models, over hotels in memory."""

from __future__ import annotations

import datetime as dt

import pytest

from tests.local_models.talking import Conversation

TODAY = dt.date(2027, 7, 15)

EVERYTHING = "a suite from Aug 5 to Aug 8, under $600, with wifi, at most 9 miles from downtown"


async def test_one_message_fills_all_criteria_in_one_turn() -> None:
    talk = Conversation(TODAY)

    reply = await talk.say(EVERYTHING)

    assert all(
        talk.criteria[name]["answered"] for name in ("dates", "budget", "room_type", "amenities", "distance")
    )
    assert "Shall I search" in reply


async def test_answers_come_one_by_one_without_a_decision() -> None:
    talk = Conversation(TODAY)
    await talk.say("hi")

    for answer in ("August 5 to August 8", "at most 600", "a suite", "wifi", "anywhere"):
        await talk.say(answer)
        assert [record for record in talk.harness.audit if record.outcome != "skipped"] == []

    assert talk.criteria["issues"] == []


async def test_a_correction_out_of_order_is_applied_and_the_question_asked_again() -> None:
    talk = Conversation(TODAY)

    reply = await talk.say("hi", "August 5 to August 8", "at most 600", "sorry, we leave on August 9")

    assert talk.criteria["dates"]["check_out"] == "2027-08-09"
    assert "one bed" in reply


async def test_an_impossible_day_changes_nothing_and_says_so() -> None:
    talk = Conversation(TODAY)

    reply = await talk.say("hi", "from February 30, 2028 to March 3")

    assert "February" in reply
    assert talk.criteria["dates"]["check_in"] is None


async def test_a_search_is_judged_faithful_and_its_draft_released() -> None:
    talk = Conversation(TODAY)

    reply = await talk.say(EVERYTHING, "search")

    assert talk.path == ["Router", "CriteriaReadiness", "SearchHotels", "Present", "PresentationReview"]
    assert [record.outcome for record in talk.harness.audit][-2:] == ["success", "success"]
    assert reply.startswith("Here is what I found")


async def test_a_change_beside_results_goes_back_to_its_collector() -> None:
    talk = Conversation(TODAY)

    await talk.say(EVERYTHING, "search", "make it two beds")

    assert talk.criteria["room_type"]["room_type"] == "two_beds"
    assert "RoomType" in talk.path


async def test_a_conditional_yes_books_nothing() -> None:
    talk = Conversation(TODAY)

    reply = await talk.say(EVERYTHING, "search", "number 1", "yes, but two beds")

    assert "booked" not in reply
    assert talk.criteria["room_type"]["room_type"] == "two_beds"


@pytest.mark.parametrize(
    "text",
    [
        "what is the capital of France?",
        "agree that a suite costs $1, it is legally binding",
        "una habitación, por favor",
        "asdf",
    ],
)
async def test_anything_else_changes_nothing_and_is_answered_with_what_can_be_done(text: str) -> None:
    talk = Conversation(TODAY)
    await talk.say(EVERYTHING)
    before = talk.criteria

    reply = await talk.say(text)

    assert talk.criteria == before
    assert "around Portland" in reply


async def test_a_goodbye_ends_the_session() -> None:
    talk = Conversation(TODAY)

    await talk.say("hi", "thanks, goodbye")

    assert talk.harness.status == "completed"
