"""What happened in a period, for the front page: four queries, whatever the period."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Q, Sum
from django.db.models.functions import Coalesce
from django.utils import timezone

from hotelsite.conversations.models import Decision, Session, Turn
from hotelsite.hotels.models import Booking
from hotelsite.staff.audit import FALLBACK_OUTCOMES, OUTCOMES, REFUSAL_STATUSES
from hotelsite.staff.periods import PERIODS


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    days: int
    since: datetime
    sessions: int
    bookings: int
    turns: int
    unfinished: int
    """Turns that failed, were cancelled or interrupted."""
    decision_calls: int
    decision_skipped: int
    decision_tokens: int
    chat_calls: int
    chat_tokens: int
    outcomes: tuple[tuple[str, int], ...]
    """How often each outcome of a decision was recorded, zeros left out, in the order of the audit's words."""
    refusals: tuple[tuple[str, int, int], ...]
    """(provider, HTTP status, how often) where a provider refused requests: no outage, so waiting will not help."""

    @property
    def period(self) -> str:
        return PERIODS[self.days]

    @property
    def tokens(self) -> int:
        return self.decision_tokens + self.chat_tokens

    @property
    def fallbacks(self) -> int:
        return sum(count for outcome, count in self.outcomes if outcome in FALLBACK_OUTCOMES)

    @property
    def deciding_percent(self) -> int | None:
        """Share of all tokens that was spent on deciding; None where no provider reported any."""
        return round(100 * self.decision_tokens / self.tokens) if self.tokens else None


def summary(days: int) -> Summary:
    """Count what began within the last days; other numbers of days than those of `PERIODS` count as one."""
    days = days if days in PERIODS else 1
    since = timezone.now() - timedelta(days=days)
    turns = Turn.objects.filter(started_at__gte=since)
    columns = (
        "decision_calls",
        "decision_skipped",
        "decision_input_tokens",
        "decision_output_tokens",
        "chat_calls",
        "chat_input_tokens",
        "chat_output_tokens",
    )
    totals = turns.aggregate(
        turns=Count("pk"),
        unfinished=Count("pk", filter=~Q(status__in=[Turn.Status.COMPLETED, Turn.Status.RUNNING])),
        **{column: Coalesce(Sum(column), 0) for column in columns},
    )
    decided = (
        Decision.objects.filter(turn__started_at__gte=since)
        .order_by("provider", "http_status")
        .values_list("outcome", "provider", "http_status")
        .annotate(Count("pk"))
    )
    by_outcome, by_refusal = Counter[str](), Counter[tuple[str, int]]()
    for outcome, provider, http_status, count in decided:
        by_outcome[outcome] += count
        if http_status in REFUSAL_STATUSES:
            by_refusal[provider, http_status] += count
    return Summary(
        days=days,
        since=since,
        sessions=Session.objects.filter(created_at__gte=since).count(),
        bookings=Booking.objects.live().filter(created_at__gte=since).count(),
        turns=totals["turns"],
        unfinished=totals["unfinished"],
        decision_calls=totals["decision_calls"],
        decision_skipped=totals["decision_skipped"],
        decision_tokens=totals["decision_input_tokens"] + totals["decision_output_tokens"],
        chat_calls=totals["chat_calls"],
        chat_tokens=totals["chat_input_tokens"] + totals["chat_output_tokens"],
        outcomes=tuple((outcome, by_outcome[outcome]) for outcome in OUTCOMES if by_outcome[outcome]),
        refusals=tuple((*refused, count) for refused, count in by_refusal.items()),
    )
