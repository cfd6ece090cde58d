"""The router: places each message, and asks for what is still missing. Its policy is in `policy.py`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from graph.decision.node import DecisionContext, DecisionFailure, DecisionNode
from graph.decision.thresholds import Threshold
from graph.routing import END, Route
from graph.scope import Visit
from hotelsite.concierge import asides, policy, selection, texts, words
from hotelsite.concierge.asides import Aside
from hotelsite.concierge.facts import router_facts
from hotelsite.concierge.names import PRESENT, READINESS, TERMINATE
from hotelsite.concierge.nodes.moves import Moves, taken_offer
from hotelsite.concierge.policy import Situation
from hotelsite.concierge.prompts import render
from hotelsite.concierge.questions import Destination, Routing
from hotelsite.concierge.snapshot import (
    read_criteria,
    results_current,
    results_of,
    said_last,
    today_of,
)
from hotelsite.concierge.state import OWNERS, Errand, RouterState
from hotelsite.hotels.criteria import Criterion, Issue, validate

_INVITES: Final = (texts.INVITATION, texts.READY, texts.SEARCH_AGAIN)
"""Endings of replies after which a bare yes means a search."""


class Router(DecisionNode[RouterState, Routing]):
    targets = (*(owner.node for owner in OWNERS.values()), READINESS, PRESENT, TERMINATE, END)
    thresholds = (
        Threshold(question="destination", label=Destination.EXIT.value, at_least=policy.SURE_OF_LEAVING),
    )

    def get_prompt(self, visit: Visit[RouterState]) -> str:
        return render("router")

    def get_facts(self, visit: Visit[RouterState]) -> Mapping[str, object]:
        return router_facts(visit.states, open_question=_open_question(visit), today=today_of(visit.context))

    def before_decision(self, visit: Visit[RouterState]) -> Route | None:
        errand = _errand(visit)
        message = "" if visit.turn.action else visit.turn.text
        situation = Situation(
            issues=_issues(visit),
            has_notice=visit.own.notice is not None,
            wants_search=_wants_search(visit, message, errand),
            starts_over=words.command(message) == "start_over",
            serves_results=_serves_results(visit, message, errand),
            has_no_list=_has_no_list(visit, message, errand),
            takes_offer=taken_offer(visit, message) is not None,
            declines=_declines(visit, message, errand),
            thanks=asides.aside_of(message) is Aside.THANKS,
            errand=errand,
        )
        move = policy.move_without_asking(situation)
        return Moves(visit, errand).carry_out(move) if move else None

    def on_decision(self, answers: Routing, context: DecisionContext, visit: Visit[RouterState]) -> Route:
        move = policy.move_after_decision(
            answers.destination.choice,
            answers.request_delivery.choice,
            says_goodbye=words.says_goodbye(context.request),
            exit_probability=answers.destination.probabilities[Destination.EXIT],
            answered=frozenset(Criterion) - frozenset(read_criteria(visit.states).unanswered()),
            issues=_issues(visit),
        )
        visit.update(last_route=answers.destination.choice.value)
        return Moves(visit, _errand(visit)).carry_out(move)

    def on_decision_error(self, failure: DecisionFailure, visit: Visit[RouterState]) -> Route:
        move = policy.move_without_decision(_issues(visit))
        return Moves(visit, _errand(visit), trouble=True).carry_out(move)


def _errand(visit: Visit[RouterState]) -> Errand | None:
    """The request in hand, which some node handed over in this very turn."""
    errand = visit.own.errand
    return errand if errand is not None and errand.turn == visit.turn_number else None


def _open_question(visit: Visit[RouterState]) -> Criterion | None:
    errand = _errand(visit)
    return errand.open_question if errand else visit.own.asked


def _issues(visit: Visit[RouterState]) -> list[Issue]:
    return validate(read_criteria(visit.states), today=today_of(visit.context))


def _wants_search(visit: Visit[RouterState], message: str, errand: Errand | None) -> bool:
    """Whether the button was pressed, the command given, or the invitation agreed to right after it was made."""
    if visit.action is not None or words.command(message) == "search":
        return True
    if errand is not None and errand.about_results:
        return False  # what this node said last was not what the customer read last
    return words.agrees_to_search(message) and said_last(visit.history).endswith(_INVITES)


def _serves_results(visit: Visit[RouterState], message: str, errand: Errand | None) -> bool:
    """Whether the message books or chooses one of the current results, and does not come from beside them."""
    if errand is not None and errand.about_results:
        return False
    if not _current(visit):
        return False
    if asides.is_of_listed_hotel(message):
        return True
    results = results_of(visit.states).results
    return words.mentions_booking(message) and bool(selection.mentioned(message, results))


def _has_no_list(visit: Visit[RouterState], message: str, errand: Errand | None) -> bool:
    """Whether the message is about a list and there is none; a place alone only where no question is open."""
    if _current(visit):
        return False
    return asides.is_of_listed_hotel(message) or (errand is None and asides.place_alone(message) is not None)


def _declines(visit: Visit[RouterState], message: str, errand: Errand | None) -> bool:
    """Whether the message refuses an offer to search, a way out of a search that found nothing, or the whole list."""
    if asides.aside_of(message) is Aside.CHANGE:
        return True
    refuses = words.is_bare_no(message) or words.refuses_all(message)
    if errand is not None:
        return refuses and errand.about_results
    last = said_last(visit.history)
    return refuses and (last.endswith(_INVITES) or texts.NOTHING_FOUND in last)


def _current(visit: Visit[RouterState]) -> bool:
    return results_current(visit.states, today=today_of(visit.context))
