"""How the conversation goes on after what is no answer: other words, buttons, a way around, and a plain word on lists."""

from __future__ import annotations

import datetime as dt
from itertools import pairwise

import pytest

from tests.local_models.talking import Conversation

TODAY = dt.date(2026, 11, 30)
FOUND = (
    "a suite from Dec 5 to Dec 8, no budget limit, no amenities, anywhere",
    "search",
)
NOT_FOUND = ("a suite from Dec 5 to Dec 8, at most $90, wifi, anywhere", "search")


def talk() -> Conversation:
    return Conversation(TODAY)


@pytest.mark.parametrize(
    "opening",
    [
        pytest.param([], id="dates"),
        pytest.param(["Dec 5 to 8"], id="budget"),
        pytest.param(["Dec 5 to 8", "200"], id="room type"),
        pytest.param(["Dec 5 to 8", "200", "a suite"], id="amenities"),
        pytest.param(["Dec 5 to 8", "200", "a suite", "wifi"], id="distance"),
    ],
)
async def test_an_answer_of_which_nothing_comes_is_met_in_other_words_each_time(opening: list[str]) -> None:
    conversation = talk()
    await conversation.say("hello", *opening)

    replies = [await conversation.say("hmm")]
    assert conversation.labels == []
    replies.append(await conversation.say("dunno"))
    assert conversation.labels != []
    assert conversation.data.form is not None
    replies.append(await conversation.say("no idea really"))
    assert "Start over" in conversation.labels
    replies += [await conversation.say(text) for text in ("hmm", "well...", "dunno")]

    assert all(one != other for one, other in pairwise(replies))
    assert max(map(replies.count, replies)) < 3


async def test_a_button_of_the_second_question_answers_it() -> None:
    conversation = talk()
    await conversation.say("Dec 5 to 8", "200", "hmm", "dunno")

    await conversation.press(conversation.data.quick_replies[-1])

    assert conversation.saved["room_type"] == {}


async def test_an_answer_begins_the_count_anew() -> None:
    conversation = talk()
    await conversation.say("Dec 5 to 8", "hmm", "dunno", "200", "change the budget")

    await conversation.say("hmm")

    assert conversation.labels == []


@pytest.mark.parametrize("text", ["skip", "I have no preference", "whatever"])
async def test_dates_cannot_be_skipped_and_that_is_said(text: str) -> None:
    conversation = talk()
    await conversation.say("hello")

    assert "cannot be skipped" in await conversation.say(text)


async def test_a_refused_value_is_not_explained_in_the_same_words_over_and_over() -> None:
    conversation = talk()
    await conversation.say("Dec 5 to 8")

    replies = [await conversation.say("0") for _ in range(4)]

    assert max(map(replies.count, replies)) < 3
    assert "No limit" in conversation.labels


async def test_an_ambiguous_day_is_completed_by_the_nights_said_with_it() -> None:
    conversation = talk()

    reply = await conversation.say("arriving next Friday, for two nights, with breakfast and a suite")
    assert reply.startswith("Got it. Room type: a suite; Amenities: free breakfast.")
    assert len(conversation.labels) == 2
    await conversation.say("on the 11th")

    assert conversation.saved["dates"] == {"check_in": "2026-12-11", "check_out": "2026-12-13"}


async def test_half_of_an_ambiguous_stay_is_a_button_that_says_it() -> None:
    conversation = talk()
    await conversation.say("next Friday")

    await conversation.press(conversation.data.quick_replies[0])
    await conversation.say("3 nights")

    assert conversation.saved["dates"] == {"check_in": "2026-12-04", "check_out": "2026-12-07"}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a suite for me and my wife and our 2 kids", "the 4 of you"),
        ("a suite, I travel with my husband and three children", "the 5 of you"),
        ("a suite for 2 adults and 2 children", "the 4 of you"),
        ("a suite for a group of 6 people", "the 6 of you"),
    ],
)
async def test_people_are_counted_right(text: str, said: str) -> None:
    assert said in await talk().say(text)


async def test_people_that_cannot_be_counted_are_not() -> None:
    assert "of you" not in await talk().say("a suite for my wife and 2 kids")


@pytest.mark.parametrize(
    "text",
    [
        "book the homewood suites",
        "does number 3 have a gym?",
        "compare 2 and 4",
        "show me more",
        "how much is the second one?",
        "book the cheapest one",
        "which one is closest to the airport?",
    ],
)
@pytest.mark.parametrize("opening", [["hello"], ["Dec 5 to 8"], ["Dec 5 to 8", "200", "two beds", "wifi"]])
async def test_talk_of_a_list_that_is_not_there_saves_nothing_and_says_so(
    opening: list[str], text: str
) -> None:
    conversation = talk()
    await conversation.say(*opening)
    before = conversation.saved

    reply = await conversation.say(text)

    assert "no list of hotels" in reply
    assert conversation.saved == before
    assert conversation.data.form is not None


async def test_with_nothing_missing_the_search_is_offered_for_the_list() -> None:
    conversation = talk()
    await conversation.say(FOUND[0])

    assert "no list of hotels" in await conversation.say("book number 1")
    assert conversation.labels == ["Search"]


@pytest.mark.parametrize(
    "text", ["can I get a refund?", "what's your cancellation policy", "is there a deposit?"]
)
async def test_house_rules_are_promised_for_when_there_are_hotels(text: str) -> None:
    conversation = talk()

    reply = await conversation.say("hello", text)

    assert "house rules" in reply
    assert conversation.saved == {}


@pytest.mark.parametrize(
    "text",
    [
        "what's the phone number of the second one?",
        "who is the manager at number 1?",
        "how old must I be to check in at number 2?",
        "does the first one have a website?",
    ],
)
async def test_what_no_record_holds_is_said_to_be_unknown_with_what_is_known(text: str) -> None:
    conversation = talk()
    await conversation.say(*FOUND)

    reply = await conversation.say(text)

    assert "rather not guess" in reply
    assert "I know each hotel's" in reply
    assert "Street" not in reply


@pytest.mark.parametrize(
    "text", ["thanks!", "thank you so much", "wow, you're really helpful", "great, thanks a lot"]
)
@pytest.mark.parametrize("opening", [["hello"], ["Dec 5 to 8"], [*FOUND]])
async def test_thanks_get_a_friendly_line_and_end_nothing(opening: list[str], text: str) -> None:
    conversation = talk()
    await conversation.say(*opening)

    reply = await conversation.say(text)

    assert reply.startswith("You are very welcome!")
    assert conversation.harness.status == "active"


async def test_help_is_said_in_other_words_the_second_time() -> None:
    conversation = talk()
    await conversation.say(FOUND[0])

    first, second = await conversation.say("sing to me"), await conversation.say("tell me a joke")

    assert first != second


@pytest.mark.parametrize(
    "text",
    ["could you remind me what I've told you?", "what did I ask for?", "what did we choose so far?"],
)
async def test_what_was_said_so_far_is_summed_up(text: str) -> None:
    conversation = talk()
    await conversation.say("Dec 5 to 8", "200")

    assert "at most $200 a night" in await conversation.say(text)


async def test_a_near_miss_is_taken_by_a_plain_yes() -> None:
    conversation = talk()
    await conversation.say(*NOT_FOUND)
    relaxed = conversation.data.quick_replies[0].frame["value"]

    reply = await conversation.say("yes please")

    assert conversation.saved["budget"] == {"max": relaxed["max"]}  # type: ignore[index,call-overload]  # JSON of a known shape
    assert "Shall I search" in reply


async def test_a_near_miss_is_declined_and_everything_kept() -> None:
    conversation = talk()
    await conversation.say(*NOT_FOUND)
    before = conversation.saved

    reply = await conversation.say("no")

    assert "What would you like to change" in reply
    assert conversation.saved == before
    assert len(conversation.labels) == 5
    await conversation.press(conversation.data.quick_replies[1])
    assert conversation.path[-1] == "Budget"


async def test_after_nothing_was_found_an_amount_changes_the_budget() -> None:
    conversation = talk()
    await conversation.say(*NOT_FOUND, "raise it to 900")

    assert conversation.saved["budget"] == {"max": "900"}


async def test_the_whole_list_is_refused_and_stands() -> None:
    conversation = talk()
    await conversation.say(*FOUND)

    reply = await conversation.say("none of these")

    assert "your list of hotels still stands" in reply
    assert "What would you like to change" in reply
    assert (await conversation.say("number 1")).startswith("1. ")


async def test_a_question_that_opened_a_settled_criterion_is_left_by_never_mind() -> None:
    conversation = talk()
    await conversation.say(*FOUND, "change the distance")

    await conversation.say("never mind")

    assert conversation.harness.store.sessions[conversation.harness.session_id].cursor == "Present"


@pytest.mark.parametrize(
    "change", ["one more night", "make it 4 nights", "a day longer", "everything a week later"]
)
async def test_what_is_changed_by_so_much_is_no_contradiction_before_the_search(change: str) -> None:
    conversation = talk()

    await conversation.say(FOUND[0], change, "search")

    assert conversation.path[-1] == "PresentationReview"


async def test_nights_in_a_vague_month_are_kept_and_the_arrival_asked() -> None:
    conversation = talk()

    reply = await conversation.say("three nights some time in February")
    await conversation.say("February 12")

    assert "3 nights, good" in reply
    assert conversation.saved["dates"] == {"check_in": "2027-02-12", "check_out": "2027-02-15"}


async def test_only_the_missing_half_of_a_stay_is_asked_for_again() -> None:
    conversation = talk()

    reply = await conversation.say("we arrive on Dec 12", "yes")

    assert "leave" in reply
    assert "arrive" not in reply


async def test_a_settled_criterion_is_kept_when_nothing_comes_of_changing_it() -> None:
    conversation = talk()
    await conversation.say("Dec 5 to 8", "200", "change the budget")

    await conversation.say("0")
    reply = await conversation.say("-5")

    assert reply.startswith("All right, I have changed nothing.")
    assert conversation.saved["budget"] == {"max": "200"}
    assert conversation.data.form == "room_type"


async def test_the_same_arrival_said_again_moves_nothing() -> None:
    conversation = talk()

    await conversation.say("Friday to Sunday", "this Friday")

    assert conversation.saved["dates"] == {"check_in": "2026-12-04", "check_out": "2026-12-06"}


async def test_a_question_about_an_amenity_without_a_list_is_answered_by_another() -> None:
    conversation = talk()
    await conversation.say(FOUND[0])

    reply = await conversation.say("does it have free parking?")

    assert "once I have found some" in reply
    assert conversation.saved["amenities"] == {}


async def test_an_earlier_booking_is_cancelled_elsewhere() -> None:
    conversation = talk()

    assert "receipt page" in await conversation.say("I would like to cancel my reservation")
    assert conversation.saved == {}
