"""One session as staff read it: the transcript, and beneath each turn what happened in it.

The number of queries does not depend on the number of turns: one each for a page's turns, their visits, decisions,
chat calls and evidence, one for the session's marks, and one for the turn before the page.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final, TypeAlias, TypeVar

from graph.jsonvalue import JsonObject
from hotelsite import runtime
from hotelsite.conversations.models import ChatCall, Decision, Evidence, NodeVisit, Session, Turn
from hotelsite.conversations.references import turn_reference
from hotelsite.staff.changes import Change, changes
from hotelsite.staff.evidence import Answered, answered
from hotelsite.staff.graph_picture import Picture, Step, picture, steps_of
from hotelsite.staff.models import Mark
from hotelsite.staff.waterfall import Bar, bars

TURNS_PER_PAGE: Final = 50

VisitKey: TypeAlias = tuple[int, int, int]
"""Turn, run, and order of the visit in it."""
RowT = TypeVar("RowT", Decision, ChatCall, Evidence)


@dataclass(frozen=True, slots=True, kw_only=True)
class VisitLine:
    """One node visit, with the decision that it made and the move by which it was left, where there were any."""

    visit: NodeVisit
    step: Step | None
    decision: Decision | None
    bar: Bar
    chats: tuple[ChatCall, ...]
    answers: tuple[Answered, ...]
    """What the decision model answered; empty where no evidence is kept, or may be seen."""
    replies: tuple[Evidence, ...]
    """What the chat model replied, round by round; the same."""
    marks: tuple[Mark, ...]
    """What reviewers said of the decision, oldest first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """One run of a turn; a retried turn has several."""

    number: int
    lines: tuple[VisitLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnCard:
    row: Turn
    runs: tuple[Run, ...]
    changes: tuple[Change, ...]

    @property
    def duration(self) -> timedelta | None:
        return self.row.finished_at - self.row.started_at if self.row.finished_at else None

    @property
    def reference(self) -> str:
        """What the customer's page shows beneath the reply."""
        return turn_reference(self.row.session_id, self.row.number)

    @property
    def form(self) -> str:
        """What the customer got a control for; empty if nothing."""
        return str(self.row.reply_data.get("form") or "").replace("_", " ")

    @property
    def hotels(self) -> list[str]:
        """Names of the hotels whose cards the customer got."""
        cards = self.row.reply_data.get("hotels", [])
        return [f"{card.get('number', '')}. {card.get('name', '')}" for card in cards]


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionPage:
    cards: tuple[TurnCard, ...]
    number: int
    pages: int
    only_turn: int | None
    """The turn whose path alone is lit; None lights that of the whole page."""
    picture: Picture | None
    """None where the session's graph is not among today's."""
    marks: tuple[Mark, ...]
    """What reviewers said of the session as a whole, oldest first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Below:
    """What lies beneath the visits of a page."""

    decisions: Mapping[VisitKey, Sequence[Decision]]
    chats: Mapping[VisitKey, Sequence[ChatCall]]
    evidence: Mapping[VisitKey, Sequence[Evidence]]
    marks: Mapping[int | None, Sequence[Mark]]
    """By decision."""

    def decision(self, key: VisitKey) -> Decision | None:
        return next(iter(self.decisions.get(key, ())), None)

    def marks_of(self, key: VisitKey) -> tuple[Mark, ...]:
        decision = self.decision(key)
        return tuple(self.marks.get(decision.pk, ())) if decision else ()

    def model_ms(self, key: VisitKey) -> int:
        """Time for which a visit waited for models."""
        asked: list[Decision | ChatCall] = [*self.decisions.get(key, ()), *self.chats.get(key, ())]
        return sum(call.duration_ms for call in asked)

    def answers(self, key: VisitKey) -> tuple[Answered, ...]:
        decided = [item for item in self.evidence.get(key, ()) if item.kind == Evidence.Kind.DECISION]
        return tuple(question for item in decided for question in answered(item))

    def replies(self, key: VisitKey) -> tuple[Evidence, ...]:
        return tuple(item for item in self.evidence.get(key, ()) if item.kind == Evidence.Kind.CHAT)


def page_of(turn: int) -> int:
    """The page on which a turn is found."""
    return (turn - 1) // TURNS_PER_PAGE + 1


def session_page(
    session: Session, *, number: int = 1, only_turn: int | None = None, with_evidence: bool = False
) -> SessionPage:
    """Read one page of a session, in six queries; one more reads the evidence.

    Args:
        number: Page from 1; beyond the ends, the nearest one is read.
        only_turn: Turn whose path alone is lit; its page is read, whatever `number` says.
    """
    pages = max(1, page_of(session.turn_count))
    number = min(max(page_of(only_turn) if only_turn else number, 1), pages)
    first = (number - 1) * TURNS_PER_PAGE + 1
    turns = list(
        session.turns.filter(number__gte=first, number__lt=first + TURNS_PER_PAGE).order_by("number")
    )
    visits = _by_run(NodeVisit.objects.filter(turn__in=turns).order_by("turn", "run", "order"))
    marks: defaultdict[int | None, list[Mark]] = defaultdict(list)
    for mark in Mark.objects.filter(session=session).select_related("reviewer").order_by("pk"):
        marks[mark.decision_id].append(mark)
    below = _Below(
        marks=marks,
        decisions=_by_visit(Decision.objects.filter(turn__in=turns)),
        chats=_by_visit(ChatCall.objects.filter(turn__in=turns).order_by("order")),
        evidence=_by_visit(Evidence.objects.filter(turn__in=turns).order_by("order"))
        if with_evidence
        else {},
    )
    changed = _changes(turns, _snapshot_before(session, first))

    cards, steps, lit, numbers = [], list[Step](), list[NodeVisit](), itertools.count(1)
    for turn in turns:
        runs = []
        for run in sorted(visits.get(turn.pk, {})):
            entered = visits[turn.pk][run]
            is_lit = only_turn in (None, turn.number)
            moves = steps_of(entered, numbers if is_lit else None)
            if is_lit:
                steps += [move for move in moves if move]
                lit += entered
            runs.append(Run(number=run, lines=_lines(entered, moves, below)))
        cards.append(TurnCard(row=turn, runs=tuple(runs), changes=tuple(changed.get(turn.pk, ()))))
    return SessionPage(
        cards=tuple(cards),
        number=number,
        pages=pages,
        only_turn=only_turn,
        picture=_picture(session, lit, steps),
        marks=tuple(marks.get(None, ())),
    )


def _by_run(visits: Iterable[NodeVisit]) -> Mapping[int, Mapping[int, list[NodeVisit]]]:
    """Visits by turn and run, in order."""
    found: defaultdict[int, defaultdict[int, list[NodeVisit]]] = defaultdict(lambda: defaultdict(list))
    for visit in visits:
        found[visit.turn_id][visit.run].append(visit)
    return found


def _by_visit(rows: Iterable[RowT]) -> dict[VisitKey, list[RowT]]:
    """Rows by the visit that they belong to, in their order."""
    found: defaultdict[VisitKey, list[RowT]] = defaultdict(list)
    for row in rows:
        found[row.turn_id, row.run, row.visit].append(row)
    return found


def _lines(visits: Sequence[NodeVisit], steps: Sequence[Step | None], below: _Below) -> tuple[VisitLine, ...]:
    keys = [(visit.turn_id, visit.run, visit.order) for visit in visits]
    spent = [below.model_ms(key) for key in keys]
    return tuple(
        VisitLine(
            visit=visit,
            step=step,
            decision=below.decision(key),
            marks=below.marks_of(key),
            bar=bar,
            chats=tuple(below.chats.get(key, ())),
            answers=below.answers(key),
            replies=below.replies(key),
        )
        for visit, step, key, bar in zip(visits, steps, keys, bars(visits, spent), strict=True)
    )


def _snapshot_before(session: Session, first: int) -> JsonObject:
    """Snapshot of the last turn before a page that completed; empty at the beginning."""
    if first == 1:
        return {}
    earlier = session.turns.filter(number__lt=first, status=Turn.Status.COMPLETED)
    return earlier.order_by("-number").values_list("snapshot", flat=True).first() or {}


def _changes(turns: Sequence[Turn], before: JsonObject) -> dict[int, list[Change]]:
    """What each completed turn changed, in the order in which they were completed: a retried turn ends late."""
    found = {}
    completed = [turn for turn in turns if turn.status == Turn.Status.COMPLETED and turn.finished_at]
    for turn in sorted(completed, key=lambda turn: (turn.finished_at, turn.number)):
        found[turn.pk] = changes(before, turn.snapshot)
        before = turn.snapshot
    return found


def _picture(session: Session, visits: Sequence[NodeVisit], steps: Sequence[Step]) -> Picture | None:
    if session.graph not in runtime.graph_names():
        return None
    return picture(runtime.graph_json(session.graph), visits, steps)
