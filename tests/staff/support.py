"""Sessions, turns and bookings for staff to read."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from django.utils import timezone

from graph.chat.audit import ChatRecord
from graph.chat.messages import ToolCall
from graph.decision.audit import DecisionOutcome
from graph.decision.thresholds import Threshold
from graph.evidence import ChatEvidence, DecisionEvidence
from graph.jsonvalue import JsonObject
from graph.routing import Reply
from graph.turns import NodeVisit as Visit
from graph.turns import TurnClosure, TurnCommit
from graph.usage import Usage
from hotelsite.conversations import recording
from hotelsite.conversations.models import Session
from hotelsite.hotels.models import BookedNight, Booking, Hotel, RoomUnit
from tests.conversations.support import begin, commit_of, decision, failure_of, new_session, said

NASTY = "<script>alert(1)</script><img src=x onerror=alert(2)>"


CHOICE: JsonObject = {
    "type": "choice",
    "choice": "budget",
    "probabilities": {"exit": 0.4, "budget": 0.5, "dates": 0.1},
    "confidence": 0.5,
}
EXIT = Threshold(question="destination", label="exit", at_least=0.9)


def go(order: int, node: str, target: str, *, ms: int = 10) -> Visit:
    return Visit(order=order, node=node, kind="decision", left_by="go", target=target, duration_ms=ms)


def replied(order: int, node: str, *, ms: int = 10) -> Visit:
    return Visit(order=order, node=node, kind="conversation", left_by="direct", duration_ms=ms)


def take_turn(
    session: Session,
    words: str = "hello",
    *,
    visits: Sequence[Visit] = (),
    snapshot: JsonObject | None = None,
    reply: str = "Which dates?",
    data: JsonObject | None = None,
    outcome: DecisionOutcome = "success",
    http_status: int | None = None,
) -> None:
    """Run a turn over the visits; the first made a decision that ended as said."""
    visits = visits or [go(1, "Router", "Budget"), replied(2, "Budget")]
    entry = replace(decision(visits[0].order, visits[0].node), outcome=outcome)
    if outcome == "skipped":
        entry = replace(entry, attempts=0, actual_model=None, request_id=None, usage=None)
    if outcome == "fallback":
        entry = replace(entry, failure="timeout", status=http_status, usage=None)
    done: TurnCommit = replace(
        commit_of(*[visit.node for visit in visits if visit.nested_in is None]),
        visits=tuple(visits),
        decisions=(entry,),
        snapshot=snapshot or {},
        reply=Reply(reply, data or {}),
    )
    lease = begin(session, said(str(uuid.uuid4()), words)).lease
    recording.commit(lease, done, now=timezone.now())


def fail_turn(session: Session, words: str = "hello", closure: TurnClosure | None = None) -> str:
    """Run a turn that fails; returns its id, under which it can be sent again."""
    turn_id = str(uuid.uuid4())
    lease = begin(session, said(turn_id, words)).lease
    recording.close(lease, closure or failure_of("Router"), now=timezone.now())
    return turn_id


def a_session_with_evidence(*, keep: bool = True) -> Session:
    session = new_session()
    done = replace(
        commit_of("Router", "Budget"),
        chat_calls=(
            ChatRecord(
                visit=2,
                node="Budget",
                provider="openai",
                configured_model="gpt",
                actual_model="gpt-5",
                failure=None,
                attempts=1,
                duration_ms=7,
                usage=Usage(50, 5),
            ),
        ),
        evidence=(
            DecisionEvidence(
                visit=1, node="Router", answers={"destination": CHOICE}, thresholds=(EXIT,), margin=0.1
            ),
            ChatEvidence(
                visit=2,
                node="Budget",
                text="",
                tool_calls=(ToolCall("1", "capture_budget", f'{{"max": "{NASTY}"}}'),),
            ),
        ),
    )
    lease = begin(session, said("first")).lease
    recording.commit(lease, done, now=timezone.now(), keep_evidence=keep)
    return session


def hotel(name: str = "River Inn") -> Hotel:
    made, _ = Hotel.objects.get_or_create(
        slug=name.lower().replace(" ", "-"),
        defaults={
            "name": name,
            "address": "1 Water Street",
            "base_nightly": Decimal(100),
            "room_types": ["suite"],
            "airport_miles": Decimal(5),
            "city_center_miles": Decimal(1),
        },
    )
    return made


def book(
    session_id: uuid.UUID,
    confirmation: str = "123456",
    *,
    at: Hotel | None = None,
    arriving_in: dt.timedelta = dt.timedelta(days=30),
) -> Booking:
    """Two nights in a suite."""
    at = at or hotel()
    unit, _ = RoomUnit.objects.get_or_create(hotel=at, room_type="suite", number=int(confirmation) % 1000)
    first = timezone.localdate() + arriving_in
    for days, price in enumerate(("250.00", "260.50")):
        BookedNight.objects.create(
            booking_id=confirmation, unit=unit, night=first + dt.timedelta(days=days), price=Decimal(price)
        )
    return Booking.objects.create(
        confirmation=confirmation,
        session_id=session_id,
        hotel=at,
        room_type="suite",
        check_in=first,
        check_out=first + dt.timedelta(days=2),
        total=Decimal("510.50"),
    )
