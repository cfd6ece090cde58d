"""The audit entry of one chat call: what it cost and how it ended, never what was said."""

from __future__ import annotations

from dataclasses import dataclass

from graph.errors import FailureCategory
from graph.usage import Usage


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatRecord:
    """One entry for each round of a tool loop that was to be answered by a chat model."""

    visit: int
    """Order of the node visit that asked."""
    node: str
    provider: str
    configured_model: str
    actual_model: str | None
    """As the provider reported it; None where it did not."""
    failure: FailureCategory | None
    """None where the model replied, and where the turn was stopped meanwhile."""
    attempts: int
    """0 where the circuit breaker spared the call."""
    duration_ms: int
    usage: Usage | None
    """None means unknown, which is not zero."""
    status: int | None = None
    """HTTP status of the provider's error, where there was one."""
