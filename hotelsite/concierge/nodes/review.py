"""The judge of drafted presentations: releases a draft, or puts the list that code renders in its place."""

from __future__ import annotations

from collections.abc import Mapping

from graph.decision.node import DecisionContext, DecisionFailure, DecisionNode
from graph.decision.thresholds import Threshold
from graph.routing import Route, direct_to
from graph.scope import Visit
from hotelsite.concierge import drafts, policy, texts
from hotelsite.concierge.facts import draft_facts
from hotelsite.concierge.listing import listing, results_data, shown_numbers
from hotelsite.concierge.names import PRESENT
from hotelsite.concierge.policy import DraftEvidence
from hotelsite.concierge.prompts import render
from hotelsite.concierge.questions import Draft
from hotelsite.concierge.snapshot import read_criteria, results_of
from hotelsite.concierge.state import DraftReview, ReviewState


class PresentationReview(DecisionNode[ReviewState, Draft]):
    targets = (PRESENT,)
    thresholds = (
        Threshold(question="grounded", at_least=policy.GROUNDED),
        Threshold(question="completeness", at_least=policy.GOOD_SCORE),
        Threshold(question="completeness", at_least=policy.SURE_OF_SCORE, confidence=True),
        Threshold(question="clarity", at_least=policy.GOOD_SCORE),
        Threshold(question="clarity", at_least=policy.SURE_OF_SCORE, confidence=True),
    )

    def get_prompt(self, visit: Visit[ReviewState]) -> str:
        return render("review")

    def get_facts(self, visit: Visit[ReviewState]) -> Mapping[str, object]:
        return draft_facts(visit.states)

    def before_decision(self, visit: Visit[ReviewState]) -> Route | None:
        """Refuse what code sees to be wrong; there is nothing left to judge then."""
        present = results_of(visit.states)
        criteria = read_criteria(visit.states)
        if present.draft and not drafts.faults(present.draft, present.results, present.shown, criteria):
            return None
        visit.save(ReviewState(accepted=False))
        return self._list(visit)

    def on_decision(self, answers: Draft, context: DecisionContext, visit: Visit[ReviewState]) -> Route:
        evidence = DraftEvidence(
            grounded=answers.grounded.noul,
            completeness=answers.completeness.score,
            completeness_confidence=answers.completeness.confidence,
            clarity=answers.clarity.score,
            clarity_confidence=answers.clarity.confidence,
        )
        accepted = policy.may_release(evidence)
        review = DraftReview(
            grounded=evidence.grounded, completeness=evidence.completeness, clarity=evidence.clarity
        )
        visit.save(ReviewState(review=review, accepted=accepted))
        return self._release(visit) if accepted else self._list(visit)

    def on_decision_error(self, failure: DecisionFailure, visit: Visit[ReviewState]) -> Route:
        visit.save(ReviewState())
        return self._list(visit)

    def _release(self, visit: Visit[ReviewState]) -> Route:
        present = results_of(visit.states)
        assert present.draft is not None
        data = results_data(present, shown_numbers(present))
        return direct_to(PRESENT, present.draft, data).with_state({"drafting": False})

    def _list(self, visit: Visit[ReviewState]) -> Route:
        present = results_of(visit.states)
        text, data = listing(present, shown_numbers(present), texts.found(present.results))
        return direct_to(PRESENT, text, data).with_state({"drafting": False, "draft": None})
