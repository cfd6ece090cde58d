"""One session as staff read it: the transcript, and beneath each turn what happened in it.

The number of queries does not depend on the number of turns: one each for a page's turns, their visits and their
decisions, and one for the turn before the page.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from graph.jsonvalue import JsonObject
from hotelsite import runtime
from hotelsite.conversations.models import Decision, NodeVisit, Session, Turn
from hotelsite.staff.changes import Change, changes
from hotelsite.staff.graph_picture import Picture, Step, picture, steps_of

TURNS_PER_PAGE: Final = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class VisitLine:
    """One node visit, with the decision that it made and the move by which it was left, where there were any."""

    visit: NodeVisit
    step: Step | None
    decision: Decision | None
    share: int
    """Percent of its run's time."""


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


def page_of(turn: int) -> int:
    """The page on which a turn is found."""
    return (turn - 1) // TURNS_PER_PAGE + 1


def session_page(session: Session, *, number: int = 1, only_turn: int | None = None) -> SessionPage:
    """Read one page of a session, in four queries.

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
    decisions = {
        (entry.turn_id, entry.run, entry.visit): entry for entry in Decision.objects.filter(turn__in=turns)
    }
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
            runs.append(Run(number=run, lines=_lines(entered, moves, decisions)))
        cards.append(TurnCard(row=turn, runs=tuple(runs), changes=tuple(changed.get(turn.pk, ()))))
    return SessionPage(
        cards=tuple(cards),
        number=number,
        pages=pages,
        only_turn=only_turn,
        picture=_picture(session, lit, steps),
    )


def _by_run(visits: Iterable[NodeVisit]) -> Mapping[int, Mapping[int, list[NodeVisit]]]:
    """Visits by turn and run, in order."""
    found: defaultdict[int, defaultdict[int, list[NodeVisit]]] = defaultdict(lambda: defaultdict(list))
    for visit in visits:
        found[visit.turn_id][visit.run].append(visit)
    return found


def _lines(
    visits: Sequence[NodeVisit],
    steps: Sequence[Step | None],
    decisions: Mapping[tuple[int, int, int], Decision],
) -> tuple[VisitLine, ...]:
    # A nested visit's time is part of that of the node that ran it.
    total = sum(visit.duration_ms for visit in visits if visit.nested_in is None) or 1
    return tuple(
        VisitLine(
            visit=visit,
            step=step,
            decision=decisions.get((visit.turn_id, visit.run, visit.order)),
            share=min(100, round(100 * visit.duration_ms / total)),
        )
        for visit, step in zip(visits, steps, strict=True)
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
