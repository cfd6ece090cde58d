"""Two meters, deciding and talking: one set of groups from which every table is summed, so that all of them add up.

The groups are as fine as any table needs: day, node, provider, model, outcome and failure. A table is their sum by one
of these, and its total is the sum of its rows.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Literal, TypeAlias

from django.db.models import Count, Model, Q, Sum, Value
from django.db.models.functions import Coalesce, NullIf, TruncDate

from hotelsite.conversations.models import ChatCall, Decision
from hotelsite.runtime import OFFLINE_PROVIDERS
from hotelsite.staff.audit import FALLBACK_OUTCOMES
from hotelsite.staff.prices import cost

MeterName: TypeAlias = Literal["deciding", "talking"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """Audit entries that are alike."""

    meter: MeterName
    day: date
    node: str
    provider: str
    model: str
    """As the provider reported it, else as configured."""
    outcome: str
    """Empty for chat calls."""
    failure: str
    """Empty where nothing failed."""
    entries: int
    calls: int
    """Entries of which a call reached the provider."""
    input_tokens: int
    output_tokens: int
    unknown: int
    """Calls of which the provider did not say how many tokens they took."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Total:
    """A sum over groups."""

    entries: int = 0
    calls: int = 0
    skipped: int = 0
    """Decisions that were settled without a call."""
    fallbacks: int = 0
    failures: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    unknown: int = 0
    offline: int = 0
    """Calls of models in this process, whose tokens are zeros by nature."""
    cost: Decimal = Decimal(0)
    unpriced: int = 0
    """Calls of models that settings have no price for; `cost` leaves them out."""

    @property
    def tokens(self) -> int:
        return self.input_tokens + self.output_tokens

    def percent(self, part: int) -> int:
        """Share of all entries."""
        return round(100 * part / self.entries) if self.entries else 0

    @property
    def skipped_percent(self) -> int:
        return self.percent(self.skipped)

    @property
    def fallback_percent(self) -> int:
        return self.percent(self.fallbacks)

    @property
    def failure_percent(self) -> int:
        return self.percent(self.failures)

    @property
    def label(self) -> str:
        """What must be said beside the numbers, so that nobody takes a zero for a measurement."""
        said = []
        if self.calls and self.offline == self.calls:
            said.append("offline: no tokens, no cost")
        elif self.offline:
            said.append(f"{self.offline:,} calls offline")
        if self.unknown:
            said.append(f"tokens of {self.unknown:,} calls unknown")
        if self.unpriced:
            said.append(f"no price for {self.unpriced:,} calls")
        return "; ".join(said)


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One line of a table of meters."""

    key: str
    deciding: Total
    talking: Total

    @property
    def cost(self) -> Decimal:
        return self.deciding.cost + self.talking.cost

    @property
    def deciding_percent(self) -> int | None:
        """Share of the tokens spent on deciding; None where there were none."""
        tokens = self.deciding.tokens + self.talking.tokens
        return round(100 * self.deciding.tokens / tokens) if tokens else None

    @property
    def label(self) -> str:
        return "; ".join(dict.fromkeys(filter(None, (self.deciding.label, self.talking.label))))


def groups_since(since: datetime) -> list[Group]:
    """Read the groups of turns that began since then; two queries."""
    return [*_groups("deciding", Decision, since, outcome="outcome"), *_groups("talking", ChatCall, since)]


def table(groups: Iterable[Group], key: Callable[[Group], str]) -> list[Row]:
    """Sum the groups by a key, sorted by it."""
    found: defaultdict[str, list[Group]] = defaultdict(list)
    for group in groups:
        found[key(group)].append(group)
    return [row(name, found[name]) for name in sorted(found)]


def row(key: str, groups: Sequence[Group]) -> Row:
    """Sum groups into one line."""
    return Row(
        key=key,
        deciding=_total(group for group in groups if group.meter == "deciding"),
        talking=_total(group for group in groups if group.meter == "talking"),
    )


def _groups(meter: MeterName, model: type[Model], since: datetime, *, outcome: str = "") -> list[Group]:
    keys = ("day", "node", "provider", "model", *([outcome] if outcome else []), "failed")
    counted = (
        model._default_manager.filter(turn__started_at__gte=since)
        .order_by()
        .annotate(
            day=TruncDate("turn__started_at"),
            model=Coalesce(NullIf("actual_model", Value("")), "configured_model"),
            failed=Coalesce("failure", Value("")),
        )
        .values(*keys)
        .annotate(
            entries=Count("pk"),
            calls=Count("pk", filter=Q(attempts__gt=0)),
            input_sum=Coalesce(Sum("input_tokens"), 0),
            output_sum=Coalesce(Sum("output_tokens"), 0),
            unknown=Count("pk", filter=Q(attempts__gt=0, input_tokens=None)),
        )
    )
    return [
        Group(
            meter=meter,
            day=found["day"],
            node=found["node"],
            provider=found["provider"],
            model=found["model"],
            outcome=found[outcome] if outcome else "",
            failure=found["failed"],
            entries=found["entries"],
            calls=found["calls"],
            input_tokens=found["input_sum"],
            output_tokens=found["output_sum"],
            unknown=found["unknown"],
        )
        for found in counted
    ]


def _total(groups: Iterable[Group]) -> Total:
    sums: defaultdict[str, int] = defaultdict(int)
    spent = Decimal(0)
    for group in groups:
        for name in ("entries", "calls", "input_tokens", "output_tokens", "unknown"):
            sums[name] += getattr(group, name)
        sums["skipped"] += group.entries if group.outcome == "skipped" else 0
        sums["fallbacks"] += group.entries if group.outcome in FALLBACK_OUTCOMES else 0
        sums["failures"] += group.entries if group.failure else 0
        sums["offline"] += group.calls if group.provider in OFFLINE_PROVIDERS else 0
        estimate = cost(group.model, group.input_tokens, group.output_tokens, provider=group.provider)
        if estimate is None:
            sums["unpriced"] += group.calls
        else:
            spent += estimate
    return Total(cost=spent, **sums)
