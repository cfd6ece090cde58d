"""What happens next, decided from plain data: the router's policy, the readiness policy and the presentation's release.

Pure on purpose: no model, no clock, no state store. Probabilities come in as evidence; every threshold stands here.
Source: DESIGN.md, section 4.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final, assert_never

from hotelsite.concierge.questions import Delivery, Destination, Outcome
from hotelsite.concierge.state import Errand
from hotelsite.hotels.criteria import Criterion, Issue

SURE_OF_LEAVING: Final = 0.9
FAITHFUL: Final = 0.75
GROUNDED: Final = 0.85
GOOD_SCORE: Final = 1.5
SURE_OF_SCORE: Final = 0.75


class Step(Enum):
    """What the router does."""

    NOTICE = "notice"
    START_OVER = "start_over"
    CHECK_READINESS = "check_readiness"
    SERVE_RESULTS = "serve_results"
    """Hand a request about the results to the node that shows them."""
    FORWARD = "forward"
    """Let the collector of `.criterion` read the request."""
    ASK = "ask"
    """Ask for `.criterion`."""
    SUMMARY = "summary"
    HELP = "help"
    """Say in one line what this service does, then ask the open question again."""
    LEAVE = "leave"
    CONFIRM_LEAVING = "confirm_leaving"
    THANK = "thank"
    """Return the courtesy, and ask the open question again."""
    NO_LIST = "no_list"
    """There is no list that the request could be about: say so, and go on towards one."""
    ASK_CHANGE = "ask_change"
    """Keep everything, and ask what to change."""
    TAKE_OFFER = "take_offer"
    """Save the answer that the last notice offered and the customer takes."""
    TELL_READY = "tell_ready"
    """Nothing is missing, and the message could not be read: say how to search."""


@dataclass(frozen=True, slots=True)
class Move:
    step: Step
    criterion: Criterion | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """What the router knows before it asks anybody."""

    issues: Sequence[Issue]
    """Broken rules and open questions, in their fixed order."""
    has_notice: bool = False
    wants_search: bool = False
    """The exact command, the button, or a bare yes right after the invitation."""
    starts_over: bool = False
    serves_results: bool = False
    """The words book, choose or ask about one of results that are current."""
    has_no_list: bool = False
    """The words are about a place in a list, and no results are current."""
    takes_offer: bool = False
    """The words take one of the answers that the last notice offered."""
    declines: bool = False
    """The words refuse what was just offered, or ask for a change without saying of what."""
    thanks: bool = False
    """The words are thanks and nothing else."""
    errand: Errand | None = None
    """The request in hand, None where it has just come in."""


def move_without_asking(situation: Situation) -> Move | None:
    """Return the move that needs no decision; None where the decision model has to place the request."""
    errand = situation.errand
    if situation.has_notice:
        return Move(Step.NOTICE)
    if errand is None or not errand.tried:
        return _move_on_arrival(situation)
    if errand.pending:
        return Move(Step.FORWARD, errand.pending[0])
    return move_on(situation.issues, unfinished=errand.unfinished)


def _move_on_arrival(situation: Situation) -> Move | None:
    """Return the move for a request that nobody has placed yet."""
    if situation.takes_offer:
        return Move(Step.TAKE_OFFER)
    if situation.wants_search:
        return _search(situation.issues)
    for applies, step in (
        (situation.starts_over, Step.START_OVER),
        (situation.serves_results, Step.SERVE_RESULTS),
        (situation.has_no_list, Step.NO_LIST),
        (situation.declines, Step.ASK_CHANGE),
        (situation.thanks, Step.THANK),
    ):
        if applies:
            return Move(step)
    return None


def _search(issues: Sequence[Issue]) -> Move:
    return Move(Step.ASK, issues[0].criterion) if issues else Move(Step.CHECK_READINESS)


def move_on(issues: Sequence[Issue], *, unfinished: Criterion | None = None) -> Move:
    """Return the next question from state, or the summary once nothing is missing."""
    if unfinished is not None:
        return Move(Step.ASK, unfinished)
    return Move(Step.ASK, issues[0].criterion) if issues else Move(Step.SUMMARY)


def move_after_decision(
    destination: Destination,
    delivery: Delivery,
    *,
    says_goodbye: bool,
    exit_probability: float,
    answered: frozenset[Criterion],
    issues: Sequence[Issue],
) -> Move:
    """Return what a decision leads to.

    Args:
        says_goodbye: Code found a word of leaving in the request.
        exit_probability: Of the label `exit`.
        answered: Criteria that the customer has settled.
    """
    match destination:
        case Destination.UNCLEAR:
            return Move(Step.HELP)
        case Destination.EXIT:
            sure = says_goodbye or exit_probability >= SURE_OF_LEAVING
            return Move(Step.LEAVE if sure else Step.CONFIRM_LEAVING)
        case Destination.REVIEW:
            return Move(Step.SUMMARY)
        case Destination.SEARCH:
            return move_on(issues)
        case (
            Destination.DATES
            | Destination.BUDGET
            | Destination.ROOM_TYPE
            | Destination.AMENITIES
            | Destination.DISTANCE
        ):
            criterion = Criterion(destination.value)
            forwarded = delivery is Delivery.APPLY_REQUEST or criterion in answered
            return Move(Step.FORWARD if forwarded else Step.ASK, criterion)
        case _:
            assert_never(destination)


def move_without_decision(issues: Sequence[Issue]) -> Move:
    """Return what to do when the decision model cannot be asked: never search, never forward."""
    return Move(Step.ASK, issues[0].criterion) if issues else Move(Step.TELL_READY)


@dataclass(frozen=True, slots=True)
class Readiness:
    """What follows from the judge's answer: a search, a question about `.criterion`, or about any."""

    accepted: bool
    criterion: Criterion | None = None


def readiness(outcome: Outcome, faithful: float, issues: Sequence[Issue]) -> Readiness:
    """Return whether the search may start. Issues win over any judgement."""
    if issues:
        return Readiness(accepted=False, criterion=issues[0].criterion)
    if outcome is Outcome.READY and faithful >= FAITHFUL:
        return Readiness(accepted=True)
    return Readiness(accepted=False, criterion=outcome.criterion)


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftEvidence:
    """What the judge said of a draft."""

    grounded: float
    completeness: float
    completeness_confidence: float
    clarity: float
    clarity_confidence: float


def may_release(evidence: DraftEvidence) -> bool:
    """Return whether the customer may see the draft."""
    return (
        evidence.grounded >= GROUNDED
        and min(evidence.completeness, evidence.clarity) >= GOOD_SCORE
        and min(evidence.completeness_confidence, evidence.clarity_confidence) >= SURE_OF_SCORE
    )
