"""Turns, node visits and decisions: lists across all sessions, each row leading to its place in the transcript."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.text import Truncator

from hotelsite.conversations.models import ChatCall, Decision, Evidence, NodeVisit, Turn
from hotelsite.staff.audit import CODES, FAILURES, KINDS, OUTCOMES
from hotelsite.staff.filters import NodeFilter, value_filter
from hotelsite.staff.links import turn_address
from hotelsite.staff.read_only import ReadOnlyAdmin


@admin.display(description="in the transcript")
def transcript_link(row: Any) -> str:
    """A link to the turn that the row is, or belongs to."""
    turn: Turn = row if isinstance(row, Turn) else row.turn
    return format_html('<a href="{}">turn {}</a>', turn_address(turn.session_id, turn.number), turn.number)


@admin.register(Turn)
class TurnAdmin(ReadOnlyAdmin):
    list_display = ("started_at", transcript_link, "status", "request", "nodes", "duration", "calls", "runs")
    list_filter = ("status", "started_at", value_filter("code", CODES, title="failure"))
    ordering = ("-started_at", "-pk")
    kept_back = ("fingerprint", "reply_data", "earlier_runs_usage", "last_seq")
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
    exported_beside = of_turn

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


class OfModelsAdmin(OfTurnAdmin):
    """Audit entries of calls of models."""

    @admin.display(description="model", ordering="configured_model")
    def which_model(self, call: Any) -> str:
        configured, answered_by = call.configured_model, call.actual_model
        if answered_by in (None, configured):
            return str(configured)
        return f"{configured} ({answered_by})" if configured else str(answered_by)

    @admin.display(description="tokens", ordering="input_tokens", empty_value="unknown")
    def tokens(self, call: Any) -> str | None:
        if call.input_tokens is None:
            return None
        return f"{call.input_tokens} + {call.output_tokens}"


@admin.register(ChatCall)
class ChatCallAdmin(OfModelsAdmin):
    list_display = (
        "node",
        "failure",
        transcript_link,
        "began",
        "provider",
        "which_model",
        "attempts",
        "duration_ms",
        "tokens",
        "http_status",
    )
    list_filter = (value_filter("failure", FAILURES), NodeFilter, "turn__started_at")


@admin.register(Evidence)
class EvidenceAdmin(OfTurnAdmin):
    """What models gave; sorted by margin, the decisions that nearly went the other way come first."""

    list_display = ("node", "kind", "margin", transcript_link, "began")
    list_filter = ("kind", NodeFilter, "turn__started_at")


@admin.register(Decision)
class DecisionAdmin(OfModelsAdmin):
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
