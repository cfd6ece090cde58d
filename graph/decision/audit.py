"""The audit entry of one decision: what it cost and how it ended, never what was asked or answered."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from graph.errors import FailureCategory
from graph.usage import Usage

DecisionOutcome = Literal[
    "success", "skipped", "fallback", "handler_failed", "fallback_handler_failed", "failed", "cancelled"
]


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionRecord:
    """One entry, made exactly once for each entry into a decision node."""

    visit: int
    """Order of the node visit that asked."""
    node: str
    provider: str
    configured_model: str
    actual_model: str | None
    """As the provider reported it; None where it did not, or no call was made."""
    outcome: DecisionOutcome
    failure: FailureCategory | None
    """Null for success, skipped, handler_failed and cancelled."""
    attempts: int
    duration_ms: int
    request_id: str | None
    usage: Usage | None
    """None means unknown, which is not zero."""
    status: int | None = None
    """HTTP status of the provider's error, where there was one."""
