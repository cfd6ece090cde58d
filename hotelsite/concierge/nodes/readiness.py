"""The judge before each search: do the saved criteria say what the customer asked for? Code has the last word."""

from __future__ import annotations

from collections.abc import Mapping

from graph.decision.node import DecisionContext, DecisionFailure, DecisionNode
from graph.decision.thresholds import Threshold
from graph.routing import Route, direct_to, go
from graph.scope import Visit
from hotelsite.concierge import policy, texts
from hotelsite.concierge.facts import readiness_facts
from hotelsite.concierge.names import ROUTER, SEARCH
from hotelsite.concierge.prompts import render
from hotelsite.concierge.questioning import question_for
from hotelsite.concierge.questions import Readiness
from hotelsite.concierge.replies import ReplyData
from hotelsite.concierge.snapshot import read_criteria, today_of
from hotelsite.concierge.state import OWNERS, ReadinessReview, ReadinessState
from hotelsite.concierge.wording import in_words
from hotelsite.hotels.criteria import Criterion, Issue, validate


class CriteriaReadiness(DecisionNode[ReadinessState, Readiness]):
    targets = (SEARCH, ROUTER, *(owner.node for owner in OWNERS.values()))
    thresholds = (Threshold(question="faithful", at_least=policy.FAITHFUL),)

    def get_prompt(self, visit: Visit[ReadinessState]) -> str:
        return render("readiness")

    def get_facts(self, visit: Visit[ReadinessState]) -> Mapping[str, object]:
        return readiness_facts(visit.states, today=today_of(visit.context))

    def before_decision(self, visit: Visit[ReadinessState]) -> Route | None:
        issues = self._issues(visit)
        return self._mend(issues[0].criterion, visit) if issues else None

    def on_decision(
        self, answers: Readiness, context: DecisionContext, visit: Visit[ReadinessState]
    ) -> Route:
        issues = self._issues(visit)
        verdict = policy.readiness(answers.outcome.choice, answers.faithful.noul, issues)
        review = ReadinessReview(outcome=answers.outcome.choice.value, faithful=answers.faithful.noul)
        visit.save(ReadinessState(review=review, accepted=verdict.accepted))
        if verdict.accepted:
            return go(SEARCH)
        if verdict.criterion is None:
            return direct_to(ROUTER, f"{texts.summary(read_criteria(visit.states))}\n{texts.WHICH_ONE}")
        return self._mend(verdict.criterion, visit) if issues else self._confirm(verdict.criterion, visit)

    def on_decision_error(self, failure: DecisionFailure, visit: Visit[ReadinessState]) -> Route:
        """Let valid criteria search without the judge: a search only reads."""
        if issues := self._issues(visit):
            return self._mend(issues[0].criterion, visit)
        visit.save(ReadinessState())
        return go(SEARCH)

    def _issues(self, visit: Visit[ReadinessState]) -> list[Issue]:
        return validate(read_criteria(visit.states), today=today_of(visit.context))

    def _mend(self, criterion: Criterion, visit: Visit[ReadinessState]) -> Route:
        question = question_for(visit.states, criterion, today=today_of(visit.context))
        return direct_to(OWNERS[criterion].node, question, ReplyData(form=criterion))

    def _confirm(self, criterion: Criterion, visit: Visit[ReadinessState]) -> Route:
        saved = in_words(read_criteria(visit.states).get(criterion))
        text = f"{texts.LET_ME_CHECK} {texts.is_that_right(criterion.label, saved)}"
        return direct_to(OWNERS[criterion].node, text, ReplyData(form=criterion))
