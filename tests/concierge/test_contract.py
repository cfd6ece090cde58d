"""One long conversation with scripted models: every refusal, correction, outage and turn on the way to a booking.

Turn by turn it states where the session rests, what was asked of whom, and at the end what was saved, what it cost and
what the audit says of it.
"""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

from graph.decision.audit import DecisionRecord
from graph.events import MessageDelta, TurnCompleted
from graph.usage import Usage
from hotelsite.concierge import texts
from hotelsite.concierge.nodes.collectors import Amenities, Budget, DateRange, Distance, RoomType
from hotelsite.concierge.nodes.present import Present
from hotelsite.concierge.nodes.readiness import CriteriaReadiness
from hotelsite.hotels.criteria import Criterion
from tests.concierge.support import DOWN, RIVERSIDE, Talk, criteria_of, data_of

READY: dict[str, Any] = {"outcome": "ready", "faithful": 0.97}
SECRETS = ("zebra-one", "zebra-two", "zebra-three", "zebra-four")
"""Odd words that the customer and the models say; they must show up in no audit entry."""


class Story:
    """Runs turns and keeps what happened."""

    def __init__(self) -> None:
        self.talk = Talk()
        self.turns: list[TurnCompleted] = []
        self.audit: list[DecisionRecord] = []
        self.deltas: list[str] = []

    async def say(self, text: str, *, at: str, calls: int = 0) -> TurnCompleted:
        return self._keep(await self.talk.say(text), at=at, calls=calls)

    async def search(self, *, at: str, calls: int) -> TurnCompleted:
        return self._keep(await self.talk.search(), at=at, calls=calls)

    def _keep(self, turn: TurnCompleted, *, at: str, calls: int) -> TurnCompleted:
        assert (turn.node, turn.usage.decisions.calls) == (at, calls), (turn.path, turn.reply.text)
        self.turns.append(turn)
        self.audit.extend(self.talk.harness.audit)
        self.deltas += [event.text for event in self.talk.harness.events if isinstance(event, MessageDelta)]
        return turn

    def routes(self, destination: str, delivery: str = "apply_request") -> None:
        self.talk.decisions.answer(destination=destination, request_delivery=delivery)


async def test_twenty_five_turns_to_a_booking() -> None:
    story = Story()
    talk, chat = story.talk, story.talk.chat

    # 1-4: a greeting, a day that does not exist, a day that has passed, half a stay
    story.routes("unclear", "none")
    turn = await story.say("hello zebra-one", at="DateRange", calls=1)
    assert data_of(turn).form is Criterion.DATES
    chat.call("capture_dates", check_in="2027-02-30", check_out="2027-03-05")
    turn = await story.say("from February 30 until March 5", at="DateRange")
    assert "February" in turn.reply.text
    chat.call("capture_dates", check_in="2027-07-01", check_out="2027-07-05")
    turn = await story.say("July 1 to July 5", at="DateRange")
    assert "already passed" in turn.reply.text
    chat.call("capture_dates", check_in="2027-08-01")
    turn = await story.say("we arrive on August 1", at="DateRange")
    assert criteria_of(turn)["dates"]["answered"] is False

    # 5-7: the other half, an inverted budget, a budget
    chat.call("capture_dates", nights=7)
    turn = await story.say("seven nights", at="Budget")
    assert criteria_of(turn)["dates"]["check_out"] == "2027-08-08"
    chat.call("capture_budget", min="800", max="500")
    await story.say("at least 800 and at most 500", at="Budget")
    chat.call("capture_budget", min=None, max="700")
    await story.say("at most 700", at="RoomType")

    # 8-10: a search too early, a correction out of order, several criteria at once
    turn = await story.say("search", at="RoomType")
    assert turn.path == ("Router",)
    chat.call("reroute_request")
    story.routes("dates")
    chat.call("capture_dates", check_in="2027-08-03", check_out="2027-08-09")
    turn = await story.say("sorry, make it August 3 to 9", at="RoomType", calls=1)
    assert turn.path == ("RoomType", "Router", "DateRange", "Router")
    chat.call("capture_room_type", room_type="suite", also_mentioned=["amenities", "distance"])
    chat.call("capture_amenities", amenities=["free_wifi", "free_parking"])
    chat.call("capture_distance", airport="-2")
    turn = await story.say("a suite with wifi and parking, minus two miles from the airport", at="Distance")
    assert "cannot be below zero" in turn.reply.text
    assert "a suite; Amenities: free parking and free Wi-Fi" in turn.reply.text

    # 11-13: no preference, the review, an outage of the router
    chat.call("capture_distance", airport=None, city_center=None)
    turn = await story.say("anywhere", at="Router")
    assert "August 3, 2027" in turn.reply.text
    story.routes("review", "none")
    turn = await story.say("what do you have so far?", at="Router", calls=1)
    assert "$700" in turn.reply.text
    talk.decisions.fail(DOWN, times=3)
    turn = await story.say("well then zebra-two", at="Router", calls=1)
    assert texts.READY in turn.reply.text

    # 14-16: readiness names a criterion, the customer confirms it, readiness is down and the draft invents a hotel
    talk.decisions.answer(outcome="amenities", faithful=0.5)
    turn = await story.search(at="Amenities", calls=1)
    assert data_of(turn).form is Criterion.AMENITIES
    await story.say("yes", at="Router")
    talk.decisions.fail(DOWN, times=3)
    chat.call("present_draft", draft="1. Hilton Paradise Inn zebra-three: $99. Tell me a number.")
    turn = await story.say("search now", at="Present", calls=1)
    assert "Paradise" not in turn.reply.text
    assert len(data_of(turn).hotels) == 3
    assert talk.harness.state_of(Present).criteria_review_accepted is None

    # 17-19: a budget too small, nothing found, the notice is gone
    chat.call("revise_criteria")
    story.routes("budget")
    chat.call("capture_budget", max="300")
    turn = await story.say("lower the maximum to 300", at="Router", calls=1)
    assert turn.snapshot["results"] == []
    talk.decisions.answer(**READY)
    turn = await story.search(at="Router", calls=1)
    assert "budget" in turn.reply.text.lower()
    assert data_of(turn).hotels == ()
    story.routes("unclear", "none")
    turn = await story.say("hm zebra-four", at="Router", calls=1)
    assert texts.NOTHING_FOUND not in turn.reply.text

    # 20-21: a budget that works, and a presentation whose judge is down
    story.routes("budget")
    chat.call("capture_budget", max="750")
    await story.say("raise it to 750", at="Router", calls=1)
    talk.decisions.answer(**READY)
    talk.present()
    talk.decisions.steps.pop()
    talk.decisions.fail(DOWN, times=3)
    turn = await story.search(at="Present", calls=2)
    assert turn.reply.text.startswith("I found 3 hotels")

    # 22-25: a hotel that was not found, a question, a read-back, the yes that books it
    chat.call("choose_hotel", hotel="Hilton Paradise Inn")
    turn = await story.say("book the Paradise", at="Present")
    assert "not among the ones I found" in turn.reply.text
    chat.call("answer_question", topic="amenities", hotels=["1"], amenities=["free_breakfast"])
    turn = await story.say("does number 1 have free breakfast?", at="Present")
    assert "it lists free breakfast" in turn.reply.text
    chat.call("choose_hotel", hotel="1")
    turn = await story.say("number 1", at="Present")
    assert turn.reply.text.endswith(texts.SHALL_I_BOOK)
    turn = await story.say("yes please", at="end")
    booking = data_of(turn).booking
    assert booking is not None
    assert (booking.hotel, booking.total) == (RIVERSIDE.name, Decimal("2835.00"))
    assert turn.completed

    talk.done()
    assert len(story.turns) == 25
    _check_saved_state(talk)
    _check_usage(story)
    _check_audit(story)


def _check_saved_state(talk: Talk) -> None:
    harness = talk.harness
    dates, budget = harness.state_of(DateRange), harness.state_of(Budget)
    assert (str(dates.check_in), str(dates.check_out), dates.answered) == ("2027-08-03", "2027-08-09", True)
    assert (budget.min, budget.max, budget.source) == (None, Decimal(750), "said")
    assert harness.state_of(RoomType).room_type == "suite"
    assert len(harness.state_of(Amenities).amenities) == 2
    assert harness.state_of(Distance).answered
    present = harness.state_of(Present)
    assert (present.results_turn, present.selection, present.drafting) == (21, "riverside", False)
    assert harness.state_of(CriteriaReadiness).accepted is True
    assert harness.status == "completed"


def _check_usage(story: Story) -> None:
    calls = sum(turn.usage.decisions.calls for turn in story.turns)
    skipped = sum(turn.usage.decisions.skipped for turn in story.turns)
    outcomes = [entry.outcome for entry in story.audit]
    assert calls == outcomes.count("success") + outcomes.count("fallback") == 12
    assert skipped == outcomes.count("skipped")
    tokens = sum(turn.usage.decisions.input_tokens for turn in story.turns)
    assert tokens == 10 * outcomes.count("success")
    assert sum(turn.usage.chat.calls for turn in story.turns) == len(story.talk.chat.requests)


def _check_audit(story: Story) -> None:
    assert {entry.outcome for entry in story.audit} == {"success", "skipped", "fallback"}
    first = story.audit[0]
    assert first == DecisionRecord(
        visit=1,
        node="Router",
        provider="scripted",
        configured_model="scripted",
        actual_model="scripted-1",
        outcome="success",
        failure=None,
        attempts=1,
        duration_ms=first.duration_ms,
        request_id="req-1",
        usage=Usage(10, 2),
        status=None,
    )
    down = [entry for entry in story.audit if entry.outcome == "fallback"]
    assert [(entry.node, entry.failure, entry.attempts) for entry in down] == [
        ("Router", "provider", 3),
        ("CriteriaReadiness", "provider", 3),
        ("PresentationReview", "provider", 3),
    ]
    written = json.dumps([str(entry) for entry in story.audit])
    for secret in (*SECRETS, "August", "Paradise", "suite", "typed routing", "criteria", "unclear"):
        assert secret not in written
    assert story.deltas == []
