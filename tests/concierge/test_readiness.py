"""The judge before the search, and what code makes of it."""

from __future__ import annotations

from typing import Any

from hotelsite.concierge import texts
from hotelsite.concierge.nodes.present import Present
from hotelsite.concierge.nodes.readiness import CriteriaReadiness
from hotelsite.hotels.criteria import Criterion
from tests.concierge.support import TODAY, Talk, data_of


async def test_the_judge_sees_criteria_their_sources_and_the_customer_s_words() -> None:
    talk = Talk()
    await talk.settle()
    await talk.find()

    request = talk.decisions.requests[0]
    assert request.node == "CriteriaReadiness"
    assert request.state["request"] == "Search now"
    assert request.state["priorRequests"] == [
        "Budget: at most $700 a night",
        "Room type: a suite",
        "Amenities: free Wi-Fi",
        "Distance: anywhere",
    ]
    assert request.state["criteria"] == {
        "dates": {"check_in": "2027-08-03", "check_out": "2027-08-09"},
        "budget": {"max": "700"},
        "room_type": "suite",
        "amenities": ["free_wifi"],
        "distance": "no preference",
    }
    assert request.state["by_control"] == list(Criterion)
    assert request.state["today"] == f"{TODAY} {TODAY:%A}"


async def test_accepted_criteria_are_searched_and_the_review_is_kept_with_the_results() -> None:
    talk = Talk()
    await talk.settle()
    turn = await talk.find()

    assert turn.path == ("Router", "CriteriaReadiness", "SearchHotels", "Present", "PresentationReview")
    assert talk.harness.state_of(CriteriaReadiness).accepted is True
    assert talk.harness.state_of(Present).criteria_review_accepted is True


async def test_a_named_criterion_is_asked_about_and_a_bare_yes_confirms_it() -> None:
    talk = Talk()
    await talk.settle()
    talk.decisions.answer(outcome="budget", faithful=0.4)
    turn = await talk.search()

    assert turn.node == "Budget"
    assert "at most $700 a night" in turn.reply.text
    assert data_of(turn).form is Criterion.BUDGET

    turn = await talk.say("yes")
    assert turn.path == ("Budget", "Router")
    assert turn.reply.text.endswith(texts.INVITATION)

    await talk.find()
    judged = next(request for request in talk.decisions.requests[1:] if request.node == "CriteriaReadiness")
    prior = judged.state["priorRequests"]
    assert isinstance(prior, list)
    assert prior[-2:] == ["yes", "Budget: at most $700 a night"]
    talk.done()


async def test_an_unclear_or_unfaithful_verdict_shows_the_summary_and_asks_what_to_change() -> None:
    verdicts: list[dict[str, Any]] = [
        {"outcome": "unclear", "faithful": 0.99},
        {"outcome": "ready", "faithful": 0.74},
    ]
    for answers in verdicts:
        talk = Talk()
        await talk.settle()
        talk.decisions.answer(**answers)
        turn = await talk.search()

        assert (turn.node, turn.path) == ("Router", ("Router", "CriteriaReadiness"))
        assert "- Room type: a suite" in turn.reply.text
        assert turn.reply.text.endswith(texts.WHICH_ONE)
        assert talk.harness.state_of(CriteriaReadiness).accepted is False


async def test_dates_that_have_passed_since_are_asked_again_without_a_call() -> None:
    settled = Talk()
    await settled.settle()
    session = settled.harness.store.sessions[settled.harness.session_id]
    later = Talk(states=dict(session.states), today=TODAY.replace(month=9))

    turn = await later.search()

    assert turn.node == "DateRange"
    assert "already passed" in turn.reply.text
    assert turn.usage.decisions.calls == 0
