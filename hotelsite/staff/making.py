"""Makes conversations out of nothing, in any number, to try staff pages with: at demos, and for measuring them.

They are written as the engine writes them, so their counts agree with each other as real ones do. Everything in them is
invented: the customers' words are a few fixed sentences, the models are called `example`, and nothing is booked.
"""

from __future__ import annotations

import hashlib
import random
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction
from django.utils import timezone

from graph.chat.audit import ChatRecord
from graph.chat.messages import ToolCall
from graph.decision.audit import DecisionOutcome, DecisionRecord
from graph.evidence import ChatEvidence, DecisionEvidence, Evidence
from graph.turns import NodeVisit
from graph.usage import TurnUsage, Usage
from hotelsite.conversations import models as rows
from hotelsite.conversations import values

OWNER: Final = hashlib.sha256(b"sessions made to try staff pages with").hexdigest()
"""Whose they are: nobody's, since no secret has this digest; and how they are told from real ones."""
BATCH: Final = 200
SPREAD_DAYS: Final = 60
DESTINATIONS: Final = ("dates", "budget", "room_type", "amenities", "distance", "search", "unclear")

OUTCOMES: Final[dict[DecisionOutcome, int]] = {"success": 78, "skipped": 15, "fallback": 6, "failed": 1}
"""How often each comes, in percent."""


@dataclass(frozen=True, slots=True)
class Said:
    """One turn's kind: the customer's words, the reply, and the nodes entered."""

    words: str
    reply: str
    path: tuple[str, ...]
    criteria: dict[str, Any] = field(default_factory=dict)
    """What the turn settles."""


CONVERSATION: Final = (
    Said("Hello there", "Which days would you like to arrive and leave?", ("Router",)),
    Said(
        "From August 3 to August 9",
        "What may a night cost?",
        ("Router", "DateRange", "Router"),
        {"dates": {"answered": True, "check_in": "2027-08-03", "check_out": "2027-08-09"}},
    ),
    Said(
        "at most 500 dollars",
        "Which kind of room?",
        ("Budget", "Router"),
        {"budget": {"answered": True, "min": None, "max": "500"}},
    ),
    Said(
        "A suite please",
        "Which amenities?",
        ("RoomType", "Router"),
        {"room_type": {"answered": True, "room_type": "suite"}},
    ),
    Said(
        "wifi and parking",
        "How far from the center?",
        ("Amenities", "Router"),
        {"amenities": {"answered": True, "amenities": ["free_wifi", "free_parking"]}},
    ),
    Said(
        "anywhere",
        "Say search when you are ready.",
        ("Distance", "Router"),
        {"distance": {"answered": True, "airport": None, "city_center": None}},
    ),
    Said("search", "Nothing fits within $500 a night.", ("CriteriaReadiness", "SearchHotels", "Router")),
    Said(
        "make it 700",
        "Say search when you are ready.",
        ("Router", "Budget", "Router"),
        {"budget": {"answered": True, "min": None, "max": "700"}},
    ),
    Said(
        "search",
        "Four hotels match.",
        ("CriteriaReadiness", "SearchHotels", "Present", "PresentationReview"),
    ),
    Said("Thanks, that is all", "Goodbye.", ("Present", "Terminate")),
)
KINDS: Final = {
    "Router": "decision",
    "CriteriaReadiness": "decision",
    "PresentationReview": "decision",
    "SearchHotels": "graph",
    "Terminate": "terminate",
}


def make_sessions(count: int, *, seed: int = 1, now: datetime | None = None) -> Iterator[int]:
    """Write sessions in batches and yield how many there are so far; a short batch a transaction."""
    chance, moment = random.Random(seed), now or timezone.now()  # noqa: S311 - nothing here is a secret
    made = 0
    while made < count:
        batch = min(BATCH, count - made)
        with transaction.atomic():
            _write([_Made(chance, moment) for _ in range(batch)])
        made += batch
        yield made


class _Made:
    """One session in the making."""

    def __init__(self, chance: random.Random, now: datetime) -> None:
        self.chance = chance
        began = now - timedelta(minutes=chance.uniform(1, SPREAD_DAYS * 24 * 60))
        length = chance.randint(max(1, len(CONVERSATION) // 2), len(CONVERSATION))
        self.id = uuid.uuid4()
        self.turns = [
            self._turn(number, said, began + timedelta(seconds=40 * number))
            for number, said in enumerate(CONVERSATION[:length], 1)
        ]
        usage = TurnUsage()
        for turn in self.turns:
            usage.merge(turn.usage)
        over = length == len(CONVERSATION)
        self.row = rows.Session(
            id=self.id,
            graph="hotel",
            owner=OWNER,
            status=rows.Session.Status.COMPLETED if over else rows.Session.Status.EXPIRED,
            cursor="end" if over else "Router",
            turn_count=length,
            created_at=began,
            last_active_at=self.turns[-1].ended,
            **_columns(usage),
        )

    def _turn(self, number: int, said: Said, began: datetime) -> _MadeTurn:
        return _MadeTurn(self.chance, self.id, number, said, began)


class _MadeTurn:
    """One turn in the making."""

    def __init__(
        self, chance: random.Random, session: uuid.UUID, number: int, said: Said, began: datetime
    ) -> None:
        self.visits: list[NodeVisit] = []
        self.decisions: list[DecisionRecord] = []
        self.chats: list[ChatRecord] = []
        self.evidence: list[Evidence] = []
        self.usage = TurnUsage()
        for order, node in enumerate(said.path, 1):
            self._visit(chance, order, node, said)
        self.ended = began + timedelta(milliseconds=sum(visit.duration_ms for visit in self.visits))
        criteria: dict[str, Any] = {}
        for earlier in CONVERSATION[:number]:
            criteria |= earlier.criteria
        self.row = rows.Turn(
            session_id=session,
            number=number,
            client_id=f"made-{number}",
            fingerprint="",
            request_text=said.words,
            status=rows.Turn.Status.COMPLETED,
            reply_text=said.reply,
            node=said.path[-1],
            path=list(said.path),
            snapshot={"criteria": criteria, "results_turn": None, "results": []},
            started_at=began,
            finished_at=self.ended,
            **_columns(self.usage),
        )

    def _visit(self, chance: random.Random, order: int, node: str, said: Said) -> None:
        kind: Any = KINDS.get(node, "conversation")
        waited = 0
        if kind == "decision":
            waited = self._decide(chance, order, node)
        elif kind == "conversation":
            waited = self._talk(chance, order, node)
        last = order == len(said.path)
        left_by = "finish" if node == "Terminate" else "direct" if last else "go"
        self.visits.append(
            NodeVisit(
                order=order,
                node=node,
                kind=kind,
                left_by=left_by,
                target=None if last else said.path[order],
                duration_ms=waited + chance.randint(1, 9),
            )
        )

    def _decide(self, chance: random.Random, order: int, node: str) -> int:
        outcome = chance.choices(list(OUTCOMES), list(OUTCOMES.values()))[0]
        called = outcome != "skipped"
        answered = outcome == "success"
        waited = round(chance.lognormvariate(5, 0.6)) if called else 0
        usage = Usage(chance.randint(300, 900), chance.randint(20, 60)) if answered else None
        self.decisions.append(
            DecisionRecord(
                visit=order,
                node=node,
                provider="example",
                configured_model="example-decisions",
                actual_model="example-decisions" if answered else None,
                outcome=outcome,
                failure="timeout" if called and not answered else None,
                attempts=1 if answered else 3 if called else 0,
                duration_ms=waited,
                request_id=None,
                usage=usage,
            )
        )
        if not called:
            self.usage.decisions.skipped += 1
            return waited
        self.usage.decisions.add(usage)
        if answered:
            self.evidence.append(_answers(chance, order, node))
        return waited

    def _talk(self, chance: random.Random, order: int, node: str) -> int:
        waited = round(chance.lognormvariate(6, 0.5))
        usage = Usage(chance.randint(500, 1500), chance.randint(30, 120))
        self.usage.chat.add(usage)
        self.chats.append(
            ChatRecord(
                visit=order,
                node=node,
                provider="example",
                configured_model="example-chat",
                actual_model="example-chat",
                failure=None,
                attempts=1,
                duration_ms=waited,
                usage=usage,
            )
        )
        self.evidence.append(
            ChatEvidence(visit=order, node=node, text="", tool_calls=(ToolCall("1", "capture", {}),))
        )
        return waited


def _answers(chance: random.Random, order: int, node: str) -> DecisionEvidence:
    weights = [chance.random() ** 4 + 0.001 for _ in DESTINATIONS]
    shares = [weight / sum(weights) for weight in weights]
    ranked = sorted(shares, reverse=True)
    return DecisionEvidence(
        visit=order,
        node=node,
        answers={
            "destination": {
                "type": "choice",
                "choice": DESTINATIONS[shares.index(ranked[0])],
                "probabilities": dict(zip(DESTINATIONS, shares, strict=True)),
                "confidence": ranked[0],
            }
        },
        thresholds=(),
        margin=ranked[0] - ranked[1],
    )


def _columns(usage: TurnUsage) -> dict[str, int]:
    return {
        "decision_calls": usage.decisions.calls,
        "decision_skipped": usage.decisions.skipped,
        "decision_input_tokens": usage.decisions.input_tokens,
        "decision_output_tokens": usage.decisions.output_tokens,
        "chat_calls": usage.chat.calls,
        "chat_input_tokens": usage.chat.input_tokens,
        "chat_output_tokens": usage.chat.output_tokens,
    }


def _write(batch: list[_Made]) -> None:
    turns = [turn for made in batch for turn in made.turns]
    rows.Session.objects.bulk_create([made.row for made in batch])
    rows.Turn.objects.bulk_create([turn.row for turn in turns], batch_size=500)
    visits, decisions, chats, evidence = [], [], [], []
    for turn in turns:
        visits += values.visit_rows(turn.row.pk, 1, turn.visits)
        decisions += values.decision_rows(turn.row.pk, 1, turn.decisions)
        chats += values.chat_rows(turn.row.pk, 1, turn.chats)
        evidence += values.evidence_rows(turn.row.pk, 1, turn.evidence, turn.ended)
    rows.NodeVisit.objects.bulk_create(visits, batch_size=1000)
    rows.Decision.objects.bulk_create(decisions, batch_size=1000)
    rows.ChatCall.objects.bulk_create(chats, batch_size=1000)
    rows.Evidence.objects.bulk_create(evidence, batch_size=1000)
