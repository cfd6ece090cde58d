"""Filters of the lists. Each is a query string, so a filtered list can be sent to a colleague.

Their choices come from code: asking the database for them would read a whole table each time a list is opened.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.contrib import admin
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone

from graph.routing import END
from hotelsite import runtime
from hotelsite.conversations.lifecycle import has_status
from hotelsite.conversations.models import Decision, Session, Turn
from hotelsite.hotels.models import Booking
from hotelsite.staff.audit import FALLBACK_OUTCOMES
from hotelsite.staff.graph_layout import layout


class ValueFilter(admin.SimpleListFilter):
    """Rows whose column has one of the known values."""

    def values(self) -> Iterable[str]:
        raise NotImplementedError

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(value, value.replace("_", " ")) for value in self.values()]

    def queryset(self, request: HttpRequest, queryset: QuerySet) -> QuerySet:
        value = self.value()
        return queryset.filter(**{str(self.parameter_name): value}) if value else queryset


def value_filter(column: str, known: Iterable[str], *, title: str | None = None) -> type[ValueFilter]:
    """Make a filter of a column with a closed set of values."""
    listed = tuple(known)
    members = {
        "title": title or column.replace("_", " "),
        "parameter_name": column,
        "values": lambda self: listed,
    }
    return type(f"{column.title()}Filter", (ValueFilter,), members)


class NodeFilter(ValueFilter):
    """The nodes of today's graphs."""

    title = "node"
    parameter_name = "node"

    def values(self) -> list[str]:
        return known_nodes()


def known_nodes() -> list[str]:
    """Names of the nodes of today's graphs."""
    drawn = [layout(runtime.graph_json(name)) for name in runtime.graph_names()]
    return sorted({box.name for graph in drawn for box in graph.boxes} - {END})


class StatusFilter(admin.SimpleListFilter):
    """What a session's status is by now, whether or not its row already says that it expired."""

    title = "status"
    parameter_name = "status"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(status.value, status.value) for status in Session.Status]

    def queryset(self, request: HttpRequest, queryset: QuerySet) -> QuerySet:
        value = self.value()
        if value not in Session.Status.values:
            return queryset
        return queryset.filter(has_status(Session.Status(value), timezone.now()))


class YesFilter(admin.SimpleListFilter):
    """Sessions with, or without, rows of some kind."""

    def condition(self) -> Exists:
        raise NotImplementedError

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("yes", "yes"), ("no", "no")]

    def queryset(self, request: HttpRequest, queryset: QuerySet) -> QuerySet:
        if self.value() not in ("yes", "no"):
            return queryset
        return queryset.filter(self.condition() if self.value() == "yes" else ~Q(self.condition()))


class AskedFilter(YesFilter):
    title = "the customer said something"
    parameter_name = "asked"

    def condition(self) -> Exists:
        return Exists(Turn.objects.filter(session=OuterRef("pk")))


class BookedFilter(YesFilter):
    title = "booked"
    parameter_name = "booked"

    def condition(self) -> Exists:
        return Exists(Booking.objects.live().filter(session_id=OuterRef("pk")))


class FallbackFilter(YesFilter):
    title = "fell back"
    parameter_name = "fell_back"

    def condition(self) -> Exists:
        fallbacks = Decision.objects.filter(turn__session=OuterRef("pk"), outcome__in=FALLBACK_OUTCOMES)
        return Exists(fallbacks)


class FailedTurnFilter(YesFilter):
    title = "a turn did not complete"
    parameter_name = "unfinished"

    def condition(self) -> Exists:
        unfinished = [Turn.Status.FAILED, Turn.Status.CANCELLED, Turn.Status.INTERRUPTED]
        return Exists(Turn.objects.filter(session=OuterRef("pk"), status__in=unfinished))
