"""What the runner asks of a decision model, and how it is configured."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Protocol

from graph.jsonvalue import JsonObject
from graph.retrying import RetryPolicy


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionRequest:
    """One request as it goes over the wire. The same for every attempt."""

    node: str
    """Name of the asking node, for logs; no part of the wire form."""
    model: str
    state: JsonObject
    """Facts beside `request` and `priorRequests`."""
    questions: Mapping[str, JsonObject]
    """Wire form by question name: `type`, `criteria`, `instructions`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionReply:
    """What a provider sent back, unchecked."""

    answers: object
    model: str | None = None
    usage: object = None
    """Token counts in whatever form they came; malformed counts as unknown."""
    request_id: str | None = None


class DecisionProvider(Protocol):
    """Answers one request, once. Deadlines, retries, checks and accounting are the runner's."""

    @property
    def id(self) -> str:
        """The name by which configuration refers to it."""

    async def ask(self, request: DecisionRequest) -> DecisionReply:
        """Ask the model.

        Raises:
            ProviderError: With `transient` set where another attempt may help; ProviderMisconfigured where no
                attempt ever will.
        """


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionConfig:
    """How a graph or a node asks. None leaves a setting to the level above: node, graph, library."""

    provider: str | None = None
    model: str | None = None
    timeout_s: float | None = None
    """Seconds for each attempt."""
    max_retries: int | None = None
    """Further attempts after the first."""
    deadline_s: float | None = None
    """Seconds for all attempts and waits together."""

    def over(self, base: DecisionConfig) -> DecisionConfig:
        """This configuration, completed from the level above it."""
        merged = {
            item.name: own if (own := getattr(self, item.name)) is not None else getattr(base, item.name)
            for item in fields(self)
        }
        return DecisionConfig(**merged)

    def policy(self) -> RetryPolicy:
        """How often and how long a merged configuration tries."""
        assert self.timeout_s is not None
        assert self.max_retries is not None
        return RetryPolicy(timeout_s=self.timeout_s, max_retries=self.max_retries, deadline_s=self.deadline_s)


LIBRARY_DECISION_CONFIG = DecisionConfig(
    provider="typesafe", model="jev-latest", timeout_s=30.0, max_retries=0
)
