"""Completes one round of chat: attempts, deadlines, breaker and token counts."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from graph.chat.models import ChatConfig, ChatModel, ChatReply, ChatRequest
from graph.errors import ProviderError
from graph.retrying import CircuitBreaker, Clock, Tally, call_provider
from graph.usage import Meter, parse_usage


class ChatRunner:
    """Runs chat rounds against the models of one process; holds a circuit breaker for each."""

    def __init__(self, models: Mapping[str, ChatModel], *, clock: Clock | None = None) -> None:
        self._models = dict(models)
        self._clock = clock or Clock()
        self._breakers = {name: CircuitBreaker(self._clock) for name in models}

    @property
    def breakers(self) -> Mapping[str, CircuitBreaker]:
        """Circuit breakers by chat model id."""
        return self._breakers

    async def complete(
        self,
        request: ChatRequest,
        config: ChatConfig,
        *,
        on_delta: Callable[[str], None] | None,
        meter: Meter,
        tally: Tally,
    ) -> ChatReply:
        """Return one reply; a round that reached the model counts once on the meter, whatever came of it.

        Args:
            on_delta: Gets pieces of the first attempt's text; a later attempt is silent until it is whole.

        Raises:
            ProviderError: Or its kin, saying how the round failed.
        """
        assert config.provider is not None
        model = self._models[config.provider]
        round_tally = Tally()

        async def attempt() -> ChatReply:
            # A second attempt would show the customer the beginning twice.
            streaming = on_delta if round_tally.attempts == 1 else None
            try:
                reply = await model.complete(request, streaming)
            except ProviderError as error:
                meter.add(parse_usage(error.usage), calls=0)
                raise
            meter.add(parse_usage(reply.usage), calls=0)
            return reply

        try:
            return await call_provider(
                attempt,
                policy=config.policy(),
                breaker=self._breakers[config.provider],
                clock=self._clock,
                tally=round_tally,
            )
        finally:
            tally.attempts += round_tally.attempts
            meter.calls += 1 if round_tally.attempts else 0
