"""Asks one question map and returns answers that fit it: attempts, breaker, checks, accounting."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from graph.decision.providers import DecisionConfig, DecisionProvider, DecisionReply, DecisionRequest
from graph.decision.questions import Answer, QuestionMap
from graph.decision.validation import validate_answers
from graph.errors import ProviderError
from graph.jsonvalue import JsonObject
from graph.retrying import CircuitBreaker, Clock, Tally, call_provider
from graph.usage import Usage, parse_usage


@dataclass(slots=True)
class DecisionTally(Tally):
    """What is known of a decision's call, whether it succeeded or not."""

    usage: Usage | None = None
    actual_model: str | None = None
    request_id: str | None = None
    raw_answers: Mapping[str, JsonObject] | None = None
    """The answers in wire form, set only once they were found valid."""

    def observe(self, usage: object, request_id: str | None) -> None:
        """Add the usage of one attempt; an attempt may cost although it failed."""
        parsed = parse_usage(usage)
        if parsed is not None:
            self.usage = parsed if self.usage is None else self.usage + parsed
        self.request_id = request_id or self.request_id


class DecisionRunner:
    """Runs decisions against the providers of one process; holds a circuit breaker for each."""

    def __init__(self, providers: Mapping[str, DecisionProvider], *, clock: Clock | None = None) -> None:
        self._providers = dict(providers)
        self._clock = clock or Clock()
        self._breakers = {name: CircuitBreaker(self._clock) for name in providers}

    @property
    def breakers(self) -> Mapping[str, CircuitBreaker]:
        """Circuit breakers by provider id."""
        return self._breakers

    async def ask(
        self, request: DecisionRequest, questions: QuestionMap, config: DecisionConfig, tally: DecisionTally
    ) -> dict[str, Answer]:
        """Return answers checked against the questions, and fill in the tally whatever happens.

        An invalid answer is not retried. Nothing but the provider is called, and nothing is recorded here.

        Raises:
            ProviderError: Or its kin, saying how the call failed.
        """
        assert config.provider is not None
        provider = self._providers[config.provider]
        reply = await call_provider(
            lambda: _attempt(provider, request, tally),
            policy=config.policy(),
            breaker=self._breakers[config.provider],
            clock=self._clock,
            tally=tally,
        )
        tally.actual_model = reply.model
        answers = validate_answers(questions, reply.answers)
        assert isinstance(reply.answers, dict)
        tally.raw_answers = reply.answers
        return answers


async def _attempt(
    provider: DecisionProvider, request: DecisionRequest, tally: DecisionTally
) -> DecisionReply:
    try:
        reply = await provider.ask(request)
    except ProviderError as error:
        tally.observe(error.usage, error.request_id)
        raise
    tally.observe(reply.usage, reply.request_id)
    return reply
