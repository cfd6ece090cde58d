"""Turns, node visits and decisions: lists across all sessions, each row leading to its place in the transcript."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.text import Truncator

from hotelsite.conversations.models import Decision, NodeVisit, Turn
from hotelsite.staff.audit import CODES, FAILURES, KINDS, OUTCOMES
from hotelsite.staff.filters import NodeFilter, value_filter
from hotelsite.staff.read_only import ReadOnlyAdmin


@admin.display(description="in the transcript")
def transcript_link(row: Any) -> str:
    """A link to the turn that the row is, or belongs to."""
    turn: Turn = row if isinstance(row, Turn) else row.turn
    address = reverse("admin:conversations_session_change", args=[turn.session_id])
    return format_html(
        '<a href="{}?turn={}#turn-{}">turn {}</a>', address, turn.number, turn.number, turn.number
    )


@admin.register(Turn)
class TurnAdmin(ReadOnlyAdmin):
    list_display = ("started_at", transcript_link, "status", "request", "nodes", "duration", "calls", "runs")
    list_filter = ("status", "started_at", value_filter("code", CODES, title="failure"))
    ordering = ("-started_at", "-pk")
    search_fields = ("request_text", "=client_id")
    search_help_text = "Words that a customer wrote, or the client's id of the turn."

    def get_queryset(self, request: HttpRequest) -> QuerySet[Turn]:
        return super().get_queryset(request).defer("reply_data", "snapshot", "reply_text")

    @admin.display(description="request")
    def request(self, turn: Turn) -> str:
        return Truncator(turn.request_text).chars(80)

    @admin.display(description="path")
    def nodes(self, turn: Turn) -> str:
        return " > ".join(turn.path)

    @admin.display(description="seconds")
    def duration(self, turn: Turn) -> str | None:
        if turn.finished_at is None:
            return None
        return f"{(turn.finished_at - turn.started_at).total_seconds():.2f}"

    @admin.display(description="decision + chat calls", ordering="decision_calls")
    def calls(self, turn: Turn) -> str:
        return f"{turn.decision_calls} + {turn.chat_calls}"


class OfTurnAdmin(ReadOnlyAdmin):
    """Rows below a turn; of the turn, a list needs what its link says and no more."""

    ordering = ("-pk",)
    of_turn: ClassVar = ("turn__number", "turn__session_id", "turn__started_at")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        own = [field.name for field in self.opts.concrete_fields]
        return super().get_queryset(request).select_related("turn").only(*own, *self.of_turn)

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """`?turn__session=` is how a session's page leads to its rows."""
        return lookup == "turn__session" or super().lookup_allowed(lookup, value, request)

    @admin.display(description="turn began", ordering="pk")
    def began(self, row: Any) -> Any:
        return row.turn.started_at


@admin.register(NodeVisit)
class NodeVisitAdmin(OfTurnAdmin):
    list_display = (
        "node",
        "kind",
        transcript_link,
        "began",
        "left_by",
        "target",
        "tool",
        "tool_accepted",
        "duration_ms",
        "nested_in",
    )
    list_filter = (NodeFilter, value_filter("kind", KINDS), "tool_accepted", "turn__started_at")
    search_fields = ("=tool",)
    search_help_text = "The name of a tool."


@admin.register(Decision)
class DecisionAdmin(OfTurnAdmin):
    list_display = (
        "node",
        "outcome",
        "failure",
        transcript_link,
        "began",
        "provider",
        "which_model",
        "attempts",
        "duration_ms",
        "tokens",
        "http_status",
        "request_id",
    )
    list_filter = (
        value_filter("outcome", OUTCOMES),
        value_filter("failure", FAILURES),
        NodeFilter,
        "turn__started_at",
    )
    search_fields = ("=request_id",)
    search_help_text = "A provider's id of the request."

    @admin.display(description="model", ordering="configured_model")
    def which_model(self, decision: Decision) -> str:
        answered_by = decision.actual_model
        if answered_by in (None, decision.configured_model):
            return decision.configured_model
        return f"{decision.configured_model} ({answered_by})"

    @admin.display(description="tokens", ordering="input_tokens", empty_value="unknown")
    def tokens(self, decision: Decision) -> str | None:
        if decision.input_tokens is None:
            return None
        return f"{decision.input_tokens} + {decision.output_tokens}"
