"""Plays a stored session again on today's graph, from what its models answered then: without keys, cost or traces.

The search reads today's catalogue and rooms, on the day on which each turn was; nothing is booked, and nothing is stored.
"""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Final

from asgiref.sync import async_to_sync, sync_to_async
from django.conf import settings
from django.utils import timezone

from graph.chat.messages import ToolCall
from graph.chat.models import ChatReply, ChatRequest
from graph.decision.providers import DecisionReply, DecisionRequest
from graph.errors import ProviderError
from graph.events import Event, TerminalEvent, TurnCompleted
from graph.testing import InMemoryStore
from graph.turns import ActionCall, TurnInput
from hotelsite import runtime
from hotelsite.concierge.desk import DatabaseDesk, Receipt, StayNow
from hotelsite.conversations.models import Decision, Evidence, Session, Turn
from hotelsite.hotels.criteria import RoomType

PROVIDER: Final = "recorded"
MOST_TURNS: Final = 200
"""A page answers in time for so many; longer sessions are rehearsed up to there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RehearsedTurn:
    """One turn, then and now."""

    number: int
    words: str
    then: tuple[str, ...]
    now: tuple[str, ...]
    """Nodes entered; empty where the turn did not come to an end."""
    rests_then: str
    rests_now: str
    reply_differs: bool
    unanswered: tuple[str, ...]
    """Nodes that asked what nobody had asked then, or what nobody answered; code decided in the model's place."""

    @property
    def differs(self) -> bool:
        return self.then != self.now or self.rests_then != self.rests_now

    @property
    def parted_at(self) -> int:
        """How many nodes both paths have in common at their beginning."""
        pairs = zip(self.then, self.now, strict=False)
        return next(
            (place for place, (a, b) in enumerate(pairs) if a != b), min(len(self.then), len(self.now))
        )


@dataclass(slots=True)
class Recorded:
    """Both models of a rehearsal: each node gets what it was answered in the same turn then, in the same order."""

    id: str = PROVIDER
    decisions: list[tuple[str, Mapping[str, Any] | None]] = field(default_factory=list)
    """(node, answers), None where it got none."""
    replies: list[tuple[str, Mapping[str, Any]]] = field(default_factory=list)
    unanswered: list[str] = field(default_factory=list)

    async def ask(self, request: DecisionRequest) -> DecisionReply:
        answers = self._next(self.decisions, request.node)
        if answers is None:
            raise self._nothing(request.node)
        return DecisionReply(answers=dict(answers), model=PROVIDER)

    async def complete(self, request: ChatRequest, on_delta: Callable[[str], None] | None) -> ChatReply:
        reply = self._next(self.replies, request.node)
        if reply is None:
            raise self._nothing(request.node)
        calls = tuple(ToolCall(**call) for call in reply["tool_calls"])
        return ChatReply(text=reply["text"], tool_calls=calls, model=PROVIDER)

    def _next(self, recorded: list[Any], node: str) -> Any:
        place = next((place for place, (asked, _) in enumerate(recorded) if asked == node), None)
        return None if place is None else recorded.pop(place)[1]

    def _nothing(self, node: str) -> ProviderError:
        self.unanswered.append(node)
        return ProviderError("nothing is recorded for this", transient=False)


class RehearsalDesk(DatabaseDesk):
    """Searches as the site does, and books nothing: a reservation stands for the rehearsal alone."""

    def __init__(self, in_thread: Callable[[Callable[..., Any]], Callable[..., Awaitable[Any]]]) -> None:
        super().__init__(in_thread)
        self._receipt: Receipt | None = None

    async def look_up(
        self, *, session_id: uuid.UUID, hotel: str, room_type: RoomType, check_in: dt.date, check_out: dt.date
    ) -> StayNow:
        if self._receipt is not None:
            return StayNow(booked=self._receipt)
        return await super().look_up(
            session_id=session_id, hotel=hotel, room_type=room_type, check_in=check_in, check_out=check_out
        )

    async def reserve(
        self,
        *,
        session_id: uuid.UUID,
        hotel: str,
        room_type: RoomType,
        check_in: dt.date,
        check_out: dt.date,
        expected_total: Decimal,
    ) -> Receipt:
        (facts,) = await self.facts([hotel])
        self._receipt = Receipt(
            confirmation="000000",
            hotel=facts.name,
            check_in=check_in,
            check_out=check_out,
            total=expected_total,
        )
        return self._receipt


def rehearse(session: Session) -> list[RehearsedTurn]:
    """Play the session's completed turns again, in the order in which they ended; three queries, and the searches'."""
    turns = list(
        session.turns.filter(status=Turn.Status.COMPLETED).order_by("finished_at", "number")[:MOST_TURNS]
    )
    recorded = _recorded(turns)
    return async_to_sync(_play)(session.graph, turns, recorded)


def as_scenario(session: Session, name: str) -> dict[str, Any]:
    """The session's completed turns as a scenario file, each expecting what came of it (PROTOCOL.md, "Scenario files")."""
    turns = list(session.turns.filter(status=Turn.Status.COMPLETED).order_by("finished_at", "number"))
    return {
        "name": name,
        "current_date": day_of(turns[0]).isoformat() if turns else None,
        "turns": [_step(turn) for turn in turns],
    }


def day_of(turn: Turn) -> dt.date:
    """The business date on which a turn ran."""
    pinned: dt.date | None = settings.HOTEL_CURRENT_DATE
    return pinned or timezone.localdate(turn.started_at)


def _step(turn: Turn) -> dict[str, Any]:
    said: dict[str, Any] = {"text": turn.request_text}
    if turn.action:
        kind, _, criterion = turn.action.partition("_")
        said = {"type": kind, **turn.arguments}
        if kind == "answer":
            said = {"type": kind, "criterion": criterion, "value": turn.arguments}
    criteria = {name: value for name, value in turn.snapshot.get("criteria", {}).items() if name != "issues"}
    expected: dict[str, Any] = {"node": turn.node, "completed": turn.completed_session}
    return {
        "label": f"turn {turn.number}",
        **said,
        "expect": expected | ({"criteria": criteria} if criteria else {}),
    }


def _recorded(turns: Sequence[Turn]) -> dict[int, Recorded]:
    """What the models gave in the last run of each turn."""
    runs = {turn.pk: turn.runs for turn in turns}
    found = {turn.pk: Recorded() for turn in turns}
    answers: dict[tuple[int, int], Any] = {}
    for row in Evidence.objects.filter(turn__in=turns).order_by("turn", "order"):
        if row.run != runs[row.turn_id]:
            continue
        if row.kind == Evidence.Kind.DECISION:
            answers[row.turn_id, row.visit] = row.given
        else:
            found[row.turn_id].replies.append((row.node, row.given))
    asked = Decision.objects.filter(turn__in=turns).exclude(outcome="skipped").order_by("turn", "visit")
    for decision in asked:
        if decision.run == runs[decision.turn_id]:
            given = answers.get((decision.turn_id, decision.visit))
            found[decision.turn_id].decisions.append((decision.node, given))
    return found


async def _play(graph: str, turns: Sequence[Turn], recorded: Mapping[int, Recorded]) -> list[RehearsedTurn]:
    models, store, today = Recorded(), InMemoryStore(), dt.date.min

    def on_this_thread(work: Callable[..., Any]) -> Callable[..., Awaitable[Any]]:
        return sync_to_async(work, thread_sensitive=True)

    engine = runtime.rehearsal_engine(
        models, models, RehearsalDesk(on_this_thread), store, today=lambda: today
    )
    session_id = store.begin_session(graph)
    played = []
    for turn in turns:
        then, today = recorded[turn.pk], day_of(turn)
        models.decisions, models.replies, models.unanswered = then.decisions, then.replies, []
        action = ActionCall(turn.action, turn.arguments) if turn.action else None
        ended = await engine.run_turn(
            session_id, TurnInput(id=turn.client_id, text=turn.request_text, action=action), emit=_silent
        )
        played.append(_compared(turn, ended, tuple(models.unanswered)))
        if isinstance(ended, TurnCompleted) and ended.completed:
            break
    return played


def _silent(event: Event) -> None:
    """Nobody watches a rehearsal."""


def _compared(turn: Turn, ended: TerminalEvent, unanswered: tuple[str, ...]) -> RehearsedTurn:
    completed = ended if isinstance(ended, TurnCompleted) else None
    return RehearsedTurn(
        number=turn.number,
        words=turn.request_text,
        then=tuple(turn.path),
        now=completed.path if completed else (),
        rests_then=turn.node,
        rests_now=completed.node if completed else "",
        reply_differs=completed is None or completed.reply.text != turn.reply_text,
        unanswered=unanswered,
    )
