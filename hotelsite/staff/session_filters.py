"""Filters of the list of sessions: by what happened in their turns. Each is a query string, as are all filters.

`days` bounds them all: with it, a condition means "in a turn that began within so many days". The dashboard's links
carry it, so that what they open is what was counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import timedelta
from typing import Any, Final

from django.contrib import admin
from django.db.models import Exists, F, Model, OuterRef, Q, QuerySet
from django.http import HttpRequest

from graph.routing import END
from hotelsite import runtime
from hotelsite.conversations.models import ChatCall, Decision, Evidence, NodeVisit, Turn
from hotelsite.staff.audit import FAILURES, OUTCOMES
from hotelsite.staff.filters import known_nodes
from hotelsite.staff.graph_layout import Edge
from hotelsite.staff.periods import PERIODS, days_asked, since

MARGINS: Final = ("0.05", "0.15", "0.3")
SECONDS: Final = ("1", "5", "15")
ARROW: Final = ">"


class TurnsFilter(admin.SimpleListFilter):
    """Sessions with a row, below some turn of the asked period, that fits the value."""

    known: Sequence[str] = ()
    """Values that are offered; others are taken from a link too."""

    def values(self, request: HttpRequest) -> Iterable[str]:
        return self.known

    def name_of(self, value: str) -> str:
        return value.replace("_", " ")

    def condition(self, value: str, turns: Q) -> Exists | Q | None:
        """Return what must hold of a session; None where the value makes no sense.

        Args:
            turns: Of the period, as seen from rows below a turn.
        """
        raise NotImplementedError

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        values = list(self.values(request))
        asked = request.GET.get(str(self.parameter_name))
        if values and asked and asked not in values:
            values.append(asked)
        return [(value, self.name_of(value)) for value in values]

    def queryset(self, request: HttpRequest, queryset: QuerySet) -> QuerySet:
        value = self.value()
        condition = self.condition(value, below(days_asked(request))) if value else None
        return queryset if condition is None else queryset.filter(condition)


def below(days: int | None) -> Q:
    """Rows below turns of the session at hand, and of the period if there is one."""
    of_session = Q(turn__session=OuterRef("pk"))
    return of_session & Q(turn__started_at__gte=since(days)) if days else of_session


def having(model: type[Model], turns: Q, found: Q) -> Exists:
    return Exists(model._default_manager.filter(turns, found))


class DaysFilter(TurnsFilter):
    title = "turns in the last"
    parameter_name = "days"
    known = tuple(str(days) for days in PERIODS)

    def name_of(self, value: str) -> str:
        return PERIODS.get(int(value), value) if value.isdecimal() else value

    def queryset(self, request: HttpRequest, queryset: QuerySet) -> QuerySet:
        days = days_asked(request)
        if not days:
            return queryset
        return queryset.filter(
            Exists(Turn.objects.filter(session=OuterRef("pk"), started_at__gte=since(days)))
        )


class OutcomeFilter(TurnsFilter):
    title = "a decision's outcome"
    parameter_name = "outcome"
    known = OUTCOMES

    def condition(self, value: str, turns: Q) -> Exists:
        return having(Decision, turns, Q(outcome=value))


class FailureFilter(TurnsFilter):
    """Of decisions and of chat calls."""

    title = "failure of a provider"
    parameter_name = "failure"
    known = FAILURES

    def condition(self, value: str, turns: Q) -> Q:
        found = Q(failure=value)
        return Q(having(Decision, turns, found)) | Q(having(ChatCall, turns, found))


class VisitedFilter(TurnsFilter):
    title = "node visited"
    parameter_name = "visited"

    def values(self, request: HttpRequest) -> list[str]:
        return known_nodes()

    def name_of(self, value: str) -> str:
        return value

    def condition(self, value: str, turns: Q) -> Exists:
        return having(NodeVisit, turns, Q(node=value))


class EdgeFilter(TurnsFilter):
    """`Router>Budget`: sessions in which this move was made."""

    title = "edge taken"
    parameter_name = "edge"

    def values(self, request: HttpRequest) -> list[str]:
        graphs: list[Any] = [runtime.graph_json(name) for name in runtime.graph_names()]
        return [ARROW.join(edge) for graph in graphs for edge in graph["edges"]]

    def name_of(self, value: str) -> str:
        return value.replace(ARROW, " → ")

    def condition(self, value: str, turns: Q) -> Exists | None:
        source, arrow, target = value.partition(ARROW)
        return having(NodeVisit, turns, moved((source, target))) if arrow else None


def moved(edge: Edge) -> Q:
    """Visits by which an edge was taken; `graph_picture.edge_of` says the same of one visit."""
    source, target = edge
    finished = Q(left_by="finish")
    led_on = Q(left_by="finish") if target == END else ~finished & Q(target=target)
    return Q(node=source, nested_in=None) & led_on | Q(nested_in=source, node=target)


class MarginFilter(TurnsFilter):
    """Nearly went the other way; for those who may read evidence."""

    title = "smallest margin below"
    parameter_name = "margin"

    def values(self, request: HttpRequest) -> Sequence[str]:
        return MARGINS if request.user.has_perm("conversations.view_evidence") else ()

    def queryset(self, request: HttpRequest, queryset: QuerySet) -> QuerySet:
        if not request.user.has_perm("conversations.view_evidence"):
            return queryset
        return super().queryset(request, queryset)

    def condition(self, value: str, turns: Q) -> Exists | None:
        limit = _number(value)
        return None if limit is None else having(Evidence, turns, Q(margin__lt=limit))


class SlowFilter(TurnsFilter):
    title = "a turn took longer than"
    parameter_name = "slow"
    known = SECONDS

    def name_of(self, value: str) -> str:
        return f"{value} s"

    def queryset(self, request: HttpRequest, queryset: QuerySet) -> QuerySet:
        seconds = _number(self.value() or "")
        if seconds is None:
            return queryset
        late = Turn.objects.filter(
            session=OuterRef("pk"), finished_at__gt=F("started_at") + timedelta(seconds=seconds)
        )
        if days := days_asked(request):
            late = late.filter(started_at__gte=since(days))
        return queryset.filter(Exists(late))


class ProviderFilter(TurnsFilter):
    """Of decisions or of chat."""

    title = "provider asked"
    parameter_name = "provider"

    def values(self, request: HttpRequest) -> list[str]:
        return runtime.provider_ids()

    def condition(self, value: str, turns: Q) -> Q:
        asked = Q(provider=value, attempts__gt=0)
        return Q(having(Decision, turns, asked)) | Q(having(ChatCall, turns, asked))


class ModelFilter(TurnsFilter):
    """As configured, or as the provider reported it."""

    title = "model asked"
    parameter_name = "model"

    def values(self, request: HttpRequest) -> list[str]:
        return runtime.model_names()

    def name_of(self, value: str) -> str:
        return value

    def condition(self, value: str, turns: Q) -> Q:
        asked = (Q(configured_model=value) | Q(actual_model=value)) & Q(attempts__gt=0)
        return Q(having(Decision, turns, asked)) | Q(having(ChatCall, turns, asked))


SESSION_FILTERS: Final = (
    DaysFilter,
    OutcomeFilter,
    FailureFilter,
    VisitedFilter,
    EdgeFilter,
    MarginFilter,
    SlowFilter,
    ProviderFilter,
    ModelFilter,
)


def _number(text: str) -> float | None:
    """A number above 0 that a person would write; anything else is None."""
    try:
        value = float(text)
    except ValueError:
        return None
    return value if 0 < value < 1e6 else None
