"""`DecisionNode`: one bounded judgement. The library owns asking and accounting, the node owns what it means.

One visit, in order (DESIGN.md, "One decision, in order"): `before_decision` may answer from state alone; the
questions are made once and checked; prompt, request and facts become one request; the runner asks; `on_decision`
gets typed answers, or `on_decision_error` what went wrong; one audit entry is written whatever happens.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeAlias, TypeVar, cast, get_args

from graph.decision.audit import DecisionOutcome, DecisionRecord
from graph.decision.providers import DecisionConfig, DecisionRequest
from graph.decision.questions import Answer, QuestionMap, Questions, checked_copy
from graph.decision.runner import DecisionTally
from graph.decision.thresholds import Threshold, margin
from graph.errors import (
    FailureCategory,
    NotJsonError,
    ProviderError,
    ProviderMisconfigured,
    QuestionError,
    ReservedFactError,
)
from graph.events import DecisionMade
from graph.evidence import DecisionEvidence
from graph.jsonvalue import JsonObject, copy_json_object
from graph.nodes import GraphNode
from graph.routing import Route
from graph.scope import NO_CONVERSATION, Conversation, resolved
from graph.state import StateT
from graph.turns import NodeKind
from graph.usage import Usage

if TYPE_CHECKING:
    from graph.scope import Visit

QuestionsT = TypeVar("QuestionsT", bound=Questions)
MaybeAwaitable: TypeAlias = "Route | Awaitable[Route | None] | None"

RESERVED_FACTS = ("request", "priorRequests")
ANSWER_KEYS = ("type", "choice", "score", "noul", "legend", "probabilities", "confidence")
"""What answers are made of on the wire; providers may send more beside it."""
CONFIGURATION_ERRORS = (ProviderMisconfigured, QuestionError, NotJsonError, ReservedFactError)
"""Mistakes of ours rather than trouble of the provider's: no fallback, the turn fails loudly."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionContext:
    """What is known of a decision beside its answers."""

    request: str
    prior_requests: tuple[str, ...]
    provider: str
    model: str | None
    """As the provider reported it."""
    duration_ms: int
    attempts: int
    usage: Usage | None
    request_id: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionFailure:
    """A decision that got no usable answer, as the error hooks see it."""

    node: str
    category: FailureCategory
    attempts: int
    provider: str
    model: str
    usage: Usage | None
    request_id: str | None
    request: str
    prior_requests: tuple[str, ...]
    error: ProviderError
    state: Any
    """The node's own state."""


class DecisionNode(GraphNode[StateT], Generic[StateT, QuestionsT]):
    """One judgement. Subclass as `class Triage(DecisionNode[TriageState, TriageQuestions])`."""

    kind: ClassVar[NodeKind] = "decision"
    questions: ClassVar[type[Questions]] = Questions
    """Taken from the class's second type argument."""
    decision: ClassVar[DecisionConfig] = DecisionConfig()
    """What this node asks differently from its graph."""
    thresholds: ClassVar[tuple[Threshold, ...]] = ()
    """The lines that `on_decision` draws through the answers, for whoever reads the decision later."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        for base in cls.__dict__.get("__orig_bases__", ()):
            for argument in get_args(base):
                if isinstance(argument, type) and issubclass(argument, Questions):
                    cls.questions = argument

    def before_decision(self, visit: Visit[StateT]) -> MaybeAwaitable:
        """Answer from state alone; then no call is made. None asks the provider."""
        return None

    def define_questions(self, visit: Visit[StateT]) -> QuestionMap:
        """The questions of this visit; the declared ones unless overridden."""
        return self.questions.declared()

    def get_prompt(self, visit: Visit[StateT]) -> str:
        """Guidance put before every question's own instructions; '' for none."""
        return ""

    def get_facts(self, visit: Visit[StateT]) -> Mapping[str, object]:
        """The subject to be judged, as plain JSON; `request` and `priorRequests` are added by the library."""
        return {}

    def on_decision(
        self, answers: QuestionsT, context: DecisionContext, visit: Visit[StateT]
    ) -> Route | Awaitable[Route]:
        """Say what valid answers mean."""
        raise NotImplementedError(f"{self.name}: write on_decision()")

    def on_decision_error(self, failure: DecisionFailure, visit: Visit[StateT]) -> MaybeAwaitable:
        """Go on without an answer; None hands over to the graph's own hook, and then the turn fails."""
        return None

    async def run(self, visit: Visit[StateT]) -> Route:
        config = visit.scope.graph.decision_config(self.name)
        asking = _Asking(visit=visit, provider=cast("str", config.provider), model=cast("str", config.model))
        try:
            return await self._decide(visit, config, asking)
        except asyncio.CancelledError:
            asking.ended("cancelled")
            raise
        finally:
            asking.record()

    async def _decide(self, visit: Visit[StateT], config: DecisionConfig, asking: _Asking) -> Route:
        early = await resolved(self.before_decision(visit))
        if early is not None:
            route = visit.checked(early)
            asking.ended("skipped")
            return route
        try:
            questions, request = self._prepare(visit, asking)
            answers = await self._ask(request, questions, config, asking)
        except CONFIGURATION_ERRORS:
            asking.ended("failed", "configuration")
            raise
        except ProviderError as error:
            return await self._recover(error, visit, asking)
        route = visit.checked(await resolved(self.on_decision(answers, asking.context(), visit)))
        asking.ended("success")
        return route

    def _prepare(self, visit: Visit[StateT], asking: _Asking) -> tuple[QuestionMap, DecisionRequest]:
        """Build and check the request once, so that every attempt sends the same."""
        dynamic = type(self).define_questions is not DecisionNode.define_questions
        # Declared questions cannot change, and were checked when the graph was compiled.
        questions = checked_copy(self.define_questions(visit)) if dynamic else self.questions.declared()
        prompt = self.get_prompt(visit).strip()
        asking.conversation = visit.conversation()
        facts = copy_json_object(self.get_facts(visit), "facts")
        for name in RESERVED_FACTS:
            if name in facts:
                raise ReservedFactError(self.name, name)
        facts["request"] = asking.conversation.request
        facts["priorRequests"] = list(asking.conversation.prior_requests)
        wire = {name: question.to_wire(prompt) for name, question in questions.items()}
        return questions, DecisionRequest(node=self.name, model=asking.model, state=facts, questions=wire)

    async def _ask(
        self, request: DecisionRequest, questions: QuestionMap, config: DecisionConfig, asking: _Asking
    ) -> QuestionsT:
        runner = asking.visit.scope.graph.decision_runner
        started = time.perf_counter()
        try:
            answers = await runner.ask(request, questions, config, asking.tally)
        except ProviderError as error:
            asking.status = error.status
            raise
        except Exception:
            asking.ended("failed", "provider")
            raise
        finally:
            asking.duration_ms = round((time.perf_counter() - started) * 1000)
        asking.answered(answers, self.thresholds)
        return cast("QuestionsT", self.questions(**answers))

    async def _recover(self, error: ProviderError, visit: Visit[StateT], asking: _Asking) -> Route:
        asking.ended("fallback_handler_failed", error.category)
        failure = asking.failed(error)
        route = await resolved(self.on_decision_error(failure, visit))
        graph_hook = visit.scope.graph.on_decision_error
        if route is None and graph_hook is not None:
            route = await resolved(graph_hook(failure, visit))
        if route is None:
            asking.ended("failed", error.category)
            raise error
        route = visit.checked(route)
        asking.ended("fallback", error.category)
        return route


@dataclass(slots=True, kw_only=True)
class _Asking:
    """One decision in the making, and the one audit entry that comes of it."""

    visit: Visit[Any]
    provider: str
    model: str
    tally: DecisionTally = field(default_factory=DecisionTally)
    conversation: Conversation = NO_CONVERSATION
    duration_ms: int = 0
    outcome: DecisionOutcome = "handler_failed"
    """Holds until something else is known: a hook that raises leaves it as it is."""
    failure: FailureCategory | None = None
    status: int | None = None

    def ended(self, outcome: DecisionOutcome, failure: FailureCategory | None = None) -> None:
        self.outcome, self.failure = outcome, failure

    def answered(self, answers: Mapping[str, Answer], thresholds: tuple[Threshold, ...]) -> None:
        """Keep what the model gave, whatever the node will make of it."""
        assert self.tally.raw_answers is not None
        evidence = DecisionEvidence(
            visit=self.visit.record.order,
            node=self.visit.node,
            answers={name: _known_part(self.tally.raw_answers[name]) for name in answers},
            thresholds=thresholds,
            margin=margin(answers, thresholds),
        )
        self.visit.scope.evidence.append(evidence)

    def context(self) -> DecisionContext:
        return DecisionContext(
            request=self.conversation.request,
            prior_requests=self.conversation.prior_requests,
            provider=self.provider,
            model=self.tally.actual_model,
            duration_ms=self.duration_ms,
            attempts=self.tally.attempts,
            usage=self.tally.usage,
            request_id=self.tally.request_id,
        )

    def failed(self, error: ProviderError) -> DecisionFailure:
        return DecisionFailure(
            node=self.visit.node,
            category=error.category,
            attempts=self.tally.attempts,
            provider=self.provider,
            model=self.model,
            usage=self.tally.usage,
            request_id=self.tally.request_id,
            request=self.conversation.request,
            prior_requests=self.conversation.prior_requests,
            error=error,
            state=self.visit.own,
        )

    def record(self) -> None:
        scope, tally = self.visit.scope, self.tally
        if self.outcome == "skipped":
            scope.usage.decisions.skipped += 1
        elif tally.attempts:
            scope.usage.decisions.add(tally.usage)
        scope.decisions.append(
            DecisionRecord(
                visit=self.visit.record.order,
                node=self.visit.node,
                provider=self.provider,
                configured_model=self.model,
                actual_model=tally.actual_model,
                outcome=self.outcome,
                failure=self.failure,
                attempts=tally.attempts,
                duration_ms=self.duration_ms,
                request_id=tally.request_id,
                usage=tally.usage,
                status=self.status,
            )
        )
        scope.emit(
            DecisionMade,
            node=self.visit.node,
            outcome=self.outcome,
            failure=self.failure,
            attempts=tally.attempts,
            duration_ms=self.duration_ms,
            answers=tally.raw_answers,
        )


def _known_part(answer: JsonObject) -> JsonObject:
    return {key: answer[key] for key in ANSWER_KEYS if key in answer}
