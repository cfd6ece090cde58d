"""How the audit's closed sets of words are read by staff pages."""

from __future__ import annotations

from typing import Final, get_args

from graph.decision.audit import DecisionOutcome
from graph.errors import FailureCategory
from graph.turns import FailureCode, NodeKind

OUTCOMES: Final[tuple[str, ...]] = get_args(DecisionOutcome)
FAILURES: Final[tuple[str, ...]] = get_args(FailureCategory)
CODES: Final[tuple[str, ...]] = get_args(FailureCode)
KINDS: Final[tuple[str, ...]] = get_args(NodeKind)

REFUSAL_STATUSES: Final = (401, 403, 404, 422)
"""HTTP statuses by which a provider says that it will not work like this: its key, address, model or our requests."""

FALLBACK_OUTCOMES: Final = ("fallback", "fallback_handler_failed")
"""Outcomes of decisions that code made because the provider could not."""
