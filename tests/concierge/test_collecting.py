"""Collecting criteria: several in one message, half answers, refusals, corrections, and what passes on silently."""

from __future__ import annotations

import pytest

from graph.errors import ProviderError
from hotelsite.concierge import texts
from hotelsite.concierge.nodes.collectors import Amenities, Budget, DateRange, Distance
from hotelsite.hotels.criteria import Amenity, Criterion
from tests.concierge.support import Talk, criteria_of, data_of

AUGUST = {"check_in": "2027-08-03", "check_out": "2027-08-09"}


async def asked_for_dates() -> Talk:
    talk = Talk()
    talk.decisions.answer(destination="unclear", request_delivery="none")
    await talk.say("hello")
    return talk


# --- one message, several criteria --------------------------------------------------------------------------


async def test_a_message_with_several_criteria_is_applied_whole_in_one_turn() -> None:
    talk = await asked_for_dates()
    talk.chat.call("capture_dates", **AUGUST, also_mentioned=["room_type", "budget"])
    talk.chat.call("capture_budget", max="700", also_mentioned=["dates", "room_type"])
    talk.chat.call("capture_room_type", room_type="suite", also_mentioned=["dates", "budget"])

    turn = await talk.say("a suite from August 3 to 9 for at most 700")

    assert turn.node == "Amenities"
    assert turn.path == ("DateRange", "Router", "Budget", "Router", "RoomType", "Router")
    assert turn.usage.decisions.calls == 0
    assert "Tuesday, August 3, 2027" in turn.reply.text
    assert "at most $700 a night; Room type: a suite" in turn.reply.text
    assert data_of(turn).form is Criterion.AMENITIES
    talk.done()


async def test_a_request_placed_by_the_router_goes_on_to_what_else_it_mentions() -> None:
    talk = Talk()
    talk.decisions.answer(destination="dates", request_delivery="apply_request")
    talk.chat.call("capture_dates", **AUGUST, also_mentioned=["distance"])
    talk.chat.call("capture_distance", city_center="5")

    turn = await talk.say("August 3 to 9, within 5 miles of the center")

    assert turn.node == "Budget"
    assert turn.path == ("Router", "DateRange", "Router", "Distance", "Router")
    assert criteria_of(turn)["distance"] == {"answered": True, "airport": None, "city_center": "5"}
    talk.done()


async def test_a_mentioned_criterion_that_captures_nothing_passes_on_silently() -> None:
    talk = await asked_for_dates()
    talk.chat.call("capture_dates", **AUGUST, also_mentioned=["budget", "room_type", "amenities"])
    talk.chat.call("reroute_request")
    talk.chat.say("Which room would you like?")
    talk.chat.fail(ProviderError("no such model"))

    turn = await talk.say("August 3 to 9, money, rooms, a pool?")

    assert turn.node == "Budget"
    assert turn.reply.text.startswith("Got it. Dates: Tuesday, August 3, 2027")
    assert "Which room" not in turn.reply.text
    assert texts.TROUBLE not in turn.reply.text
    talk.done()


async def test_a_refusal_amid_a_message_waits_until_the_rest_is_saved() -> None:
    talk = await asked_for_dates()
    talk.chat.call("capture_dates", check_in="2027-02-30", also_mentioned=["budget", "room_type"])
    talk.chat.call("capture_budget", max="700")
    talk.chat.call("capture_room_type", room_type="suite")

    turn = await talk.say("from February 30, at most 700, a suite")

    assert turn.node == "DateRange"
    assert "at most $700 a night; Room type: a suite" in turn.reply.text
    assert "no February 30" in turn.reply.text
    assert criteria_of(turn)["dates"]["answered"] is False
    assert criteria_of(turn)["room_type"]["room_type"] == "suite"
    talk.done()


async def test_a_question_beside_a_value_is_parked_visibly_and_people_are_counted() -> None:
    talk = await asked_for_dates()
    talk.chat.call("capture_dates", **AUGUST, also_asks=True, people=5)

    turn = await talk.say("August 3 to 9 for the five of us. Is breakfast free?")

    assert texts.LATER_QUESTION in turn.reply.text
    assert "suits the 5 of you" in turn.reply.text
    assert turn.node == "Budget"


# --- half answers -------------------------------------------------------------------------------------------


async def test_half_a_stay_is_kept_and_the_other_half_asked() -> None:
    talk = await asked_for_dates()
    talk.chat.call("capture_dates", check_in="2027-08-06")
    turn = await talk.say("we arrive on Friday August 6")

    assert turn.node == "DateRange"
    assert turn.reply.text == "You arrive on Friday, August 6, 2027. Which day would you like to leave?"
    assert criteria_of(turn)["dates"] == {"answered": False, "check_in": "2027-08-06", "check_out": None}

    talk.chat.call("capture_dates", nights=2)
    turn = await talk.say("two nights")

    assert turn.node == "Budget"
    assert criteria_of(turn)["dates"] == {
        "answered": True,
        "check_in": "2027-08-06",
        "check_out": "2027-08-08",
    }


async def test_nights_before_an_arrival_are_kept_and_shown_to_the_model() -> None:
    talk = await asked_for_dates()
    talk.chat.call("capture_dates", nights=3)
    turn = await talk.say("three nights")
    assert "3 nights" in turn.reply.text
    assert "arrive" in turn.reply.text

    talk.chat.call("capture_dates", check_in="2027-08-06")
    turn = await talk.say("from August 6")

    assert talk.chat.requests[-1].facts["half"] == {"nights": 3}
    assert criteria_of(turn)["dates"]["check_out"] == "2027-08-09"
    assert talk.harness.state_of(DateRange).nights is None


async def test_near_without_miles_asks_for_them() -> None:
    talk = Talk()
    talk.decisions.answer(destination="distance", request_delivery="apply_request")
    talk.chat.call("capture_distance", near=["city_center"])
    turn = await talk.say("near downtown")

    assert turn.node == "Distance"
    assert turn.reply.text == "Within how many miles of the city center should it be?"
    assert criteria_of(turn)["distance"]["answered"] is False

    talk.chat.call("capture_distance", city_center="5")
    turn = await talk.say("5")

    assert turn.node == "DateRange"
    assert talk.harness.state_of(Distance).near == ()
    assert criteria_of(turn)["distance"]["city_center"] == "5"


async def test_words_without_an_amount_are_asked_about_with_the_control() -> None:
    talk = Talk()
    talk.decisions.answer(destination="budget", request_delivery="apply_request")
    talk.chat.say("How much may a night cost, in dollars?")

    turn = await talk.say("something cheap")

    assert (turn.node, turn.reply.text) == ("Budget", "How much may a night cost, in dollars?")
    assert data_of(turn).form is Criterion.BUDGET
    assert criteria_of(turn)["budget"]["answered"] is False


# --- refusals keep the old value ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tool", "arguments", "criterion", "words"),
    [
        ("capture_dates", {"check_in": "2027-07-01", "check_out": "2027-07-05"}, "dates", "already passed"),
        ("capture_dates", {"check_in": "2027-08-09", "check_out": "2027-08-03"}, "dates", "not after"),
        ("capture_dates", {"check_in": "2027-08-01", "check_out": "2027-10-01"}, "dates", "at most 30"),
        ("capture_dates", {"check_in": "2029-08-01", "check_out": "2029-08-02"}, "dates", "18 months"),
        ("capture_budget", {"min": "800", "max": "500"}, "budget", "more than the most"),
        ("capture_budget", {"max": "0"}, "budget", "above zero"),
        ("capture_budget", {"max": "-5"}, "budget", "above zero"),
        ("capture_budget", {"max": "150", "currency": "EUR"}, "budget", "US dollars"),
        ("capture_distance", {"airport": "-3"}, "distance", "below zero"),
    ],
)
async def test_a_broken_rule_is_refused_in_code_s_words_and_the_old_value_stays(
    tool: str, arguments: dict[str, str], criterion: str, words: str
) -> None:
    talk = Talk()
    await talk.settle()
    before = (await talk.answer(Criterion.DATES, **AUGUST)).snapshot["criteria"]
    talk.decisions.answer(destination=criterion, request_delivery="apply_request")
    talk.chat.call(tool, **arguments)

    turn = await talk.say("a change that cannot be")

    assert words in turn.reply.text
    assert criteria_of(turn) == before
    assert data_of(turn).form == criterion
    assert len(talk.chat.requests) == 1
    refused = next(visit for visit in talk.harness.turns[-1].commit.visits if visit.tool)  # type: ignore[union-attr]  # the turn completed
    assert (refused.tool, refused.tool_accepted) == (tool, False)


async def test_a_control_with_a_broken_rule_leaves_no_words_of_the_customer() -> None:
    talk = Talk()
    turn = await talk.answer(Criterion.BUDGET, min="800", max="500")

    assert (turn.node, turn.path) == ("Budget", ("Budget",))
    assert criteria_of(turn)["budget"]["answered"] is False
    assert [message.role for message in talk.harness.history("hotel-intake")] == ["assistant"]


# --- corrections and controls -------------------------------------------------------------------------------


async def test_a_correction_out_of_order_changes_its_criterion_alone_and_asks_the_open_question_again() -> (
    None
):
    talk = Talk()
    for criterion, value in (("dates", AUGUST), ("budget", {"min": None, "max": "700"})):
        await talk.answer(Criterion(criterion), **value)
    talk.chat.call("reroute_request")
    talk.decisions.answer(destination="dates", request_delivery="apply_request")
    talk.chat.call("capture_dates", check_in="2027-08-04")

    turn = await talk.say("sorry, we arrive on the 4th")

    assert turn.node == "RoomType"
    assert turn.path == ("RoomType", "Router", "DateRange", "Router")
    assert turn.usage.decisions.calls == 1
    assert talk.decisions.requests[-1].state["open_question"] == "room_type"
    assert criteria_of(turn)["dates"]["check_in"] == "2027-08-04"
    assert criteria_of(turn)["dates"]["check_out"] == "2027-08-09"


async def test_a_request_that_its_own_collector_hands_back_is_asked_about_and_goes_round_no_further() -> None:
    talk = Talk()
    talk.decisions.answer(destination="budget", request_delivery="apply_request")
    talk.chat.call("reroute_request")

    turn = await talk.say("money is a strange thing")

    assert turn.path == ("Router", "Budget")
    assert turn.node == "Budget"
    assert "US dollars" in turn.reply.text


async def test_adding_and_removing_amenities_leaves_the_others() -> None:
    talk = Talk()
    await talk.answer(Criterion.AMENITIES, amenities=["free_wifi", "indoor_pool"])
    talk.chat.call("reroute_request")
    talk.decisions.answer(destination="amenities", request_delivery="apply_request")
    talk.chat.call("capture_amenities", add=["free_parking"], remove=["indoor_pool"])

    await talk.say("and parking, and drop the pool")

    wanted = talk.harness.state_of(Amenities).amenities
    assert wanted == (Amenity.FREE_PARKING, Amenity.FREE_WIFI)


async def test_a_control_enters_its_node_from_anywhere_and_stands_in_words_in_the_history() -> None:
    talk = await asked_for_dates()
    turn = await talk.answer(Criterion.BUDGET, min=None, max="700")

    assert turn.path == ("Budget", "Router")
    assert turn.node == "DateRange"
    assert talk.harness.history("hotel-intake")[-2].text == "Budget: at most $700 a night"
    assert talk.harness.state_of(Budget).source == "control"

    talk.chat.call("reroute_request")
    talk.decisions.answer(destination="budget", request_delivery="apply_request")
    talk.chat.call("capture_budget", max="600")
    await talk.say("make it 600")
    assert talk.harness.state_of(Budget).source == "said"


async def test_a_control_completes_half_an_answer_like_words() -> None:
    talk = Talk()
    turn = await talk.answer(Criterion.DATES, check_in="2027-08-06", check_out=None)
    assert (turn.node, criteria_of(turn)["dates"]["answered"]) == ("DateRange", False)

    turn = await talk.answer(Criterion.DATES, check_in="2027-08-06", check_out="2027-08-08")
    assert (turn.node, criteria_of(turn)["dates"]["answered"]) == ("Budget", True)
