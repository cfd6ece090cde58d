"""Sessions: the list to find one in, its page, and its audit as a file."""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.contrib import admin, messages
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.db.models import Count, Exists, F, IntegerField, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed, JsonResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.formats import date_format

from hotelsite import runtime
from hotelsite.conversations.lifecycle import status_at
from hotelsite.conversations.models import Decision, Evidence, Session, Turn
from hotelsite.conversations.references import parse_reference
from hotelsite.hotels.models import Booking
from hotelsite.staff import exports
from hotelsite.staff.audit import FALLBACK_OUTCOMES
from hotelsite.staff.filters import AskedFilter, BookedFilter, FailedTurnFilter, FallbackFilter, StatusFilter
from hotelsite.staff.links import session_address, turn_address
from hotelsite.staff.marking import MarkForm
from hotelsite.staff.read_only import ReadOnlyAdmin
from hotelsite.staff.rehearsal import as_scenario, rehearse
from hotelsite.staff.session_filters import SESSION_FILTERS
from hotelsite.staff.session_page import page_of, session_page

CONFIRMATION = re.compile(r"\d{6}")


@admin.register(Session)
class SessionAdmin(ReadOnlyAdmin):
    list_display = (
        "started",
        "standing",
        "turn_total",
        "last_node",
        "confirmation",
        "fallbacks",
        "deciding",
        "talking",
        "graph",
        "short_id",
    )
    list_filter = (
        StatusFilter,
        "created_at",
        AskedFilter,
        BookedFilter,
        FallbackFilter,
        FailedTurnFilter,
        *SESSION_FILTERS,
    )
    ordering = ("-created_at",)
    kept_back = ("owner", "lease_token", "lease_expires_at", "history_lengths")
    exported_beside = ("booked", "fallback_count")
    search_fields = ("pk",)  # shows the box; `get_search_results` is what searches
    search_help_text = "A turn's reference (7K2QDM-4), a session's id, a confirmation number, or words that a customer wrote."

    def get_queryset(self, request: HttpRequest) -> QuerySet[Session]:
        """Sessions with `.booked` (confirmation number of the live booking, or None) and `.fallback_count`.

        For whoever may read evidence also with `.closest`, the smallest margin on their path, or None.
        """
        booked = Booking.objects.live().filter(session_id=OuterRef("pk"))
        fallbacks = (
            Decision.objects.filter(turn__session=OuterRef("pk"), outcome__in=FALLBACK_OUTCOMES)
            .order_by()
            .values("turn__session")
            .annotate(number=Count("pk"))
        )
        sessions: QuerySet[Session] = super().get_queryset(request)
        sessions = sessions.annotate(
            booked=Subquery(booked.values("confirmation")[:1]),
            fallback_count=Coalesce(Subquery(fallbacks.values("number")), 0, output_field=IntegerField()),
        )
        if not request.user.has_perm("conversations.view_evidence"):
            return sessions
        margins = Evidence.objects.filter(turn__session=OuterRef("pk"), margin__isnull=False)
        return sessions.annotate(closest=Subquery(margins.order_by("margin").values("margin")[:1]))

    def get_list_display(self, request: HttpRequest) -> tuple[Any, ...]:
        may_read = request.user.has_perm("conversations.view_evidence")
        return (*self.list_display, "closest_call") if may_read else tuple(self.list_display)

    def exported_columns(self, request: HttpRequest) -> list[str]:
        may_read = request.user.has_perm("conversations.view_evidence")
        return [*super().exported_columns(request), *(["closest"] if may_read else [])]

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, str] | None = None
    ) -> HttpResponse:
        """The list; a turn's reference leads straight to the turn."""
        reference = parse_reference(request.GET.get("q", ""))
        if reference and self.has_view_permission(request):
            found = Session.objects.filter(pk__range=(reference.first, reference.last))[:2]
            if len(found) == 1:
                return redirect(turn_address(found[0].pk, reference.turn))
        return super().changelist_view(request, extra_context)

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Session], search_term: str
    ) -> tuple[QuerySet[Session], bool]:
        term = search_term.strip()
        if not term:
            return queryset, False
        if reference := parse_reference(term):
            return queryset.filter(pk__range=(reference.first, reference.last)), False
        said = Exists(Turn.objects.filter(session=OuterRef("pk"), request_text__icontains=term))
        if CONFIRMATION.fullmatch(term):
            booked = Booking.objects.filter(confirmation=term).values("session_id")
            return queryset.filter(Q(pk__in=booked) | said), False
        try:
            return queryset.filter(pk=uuid.UUID(term)), False
        except ValueError:
            return queryset.filter(said), False

    @admin.display(description="started", ordering="created_at")
    def started(self, session: Session) -> datetime:
        return session.created_at

    @admin.display(description="turns", ordering="turn_count")
    def turn_total(self, session: Session) -> int:
        return session.turn_count

    @admin.display(description="status")
    def standing(self, session: Session) -> str:
        return status_at(session, timezone.now()).value

    @admin.display(description="resumes at", ordering="cursor", empty_value="start")
    def last_node(self, session: Session) -> str | None:
        return session.cursor or None

    @admin.display(description="booked", ordering="booked")
    def confirmation(self, session: Any) -> str | None:
        booked: str | None = session.booked
        return booked

    @admin.display(description="fallbacks", ordering="fallback_count")
    def fallbacks(self, session: Any) -> int:
        return int(session.fallback_count)

    @admin.display(description="deciding", ordering="decision_calls")
    def deciding(self, session: Session) -> str:
        return _meter(session.decision_calls, session.usage.decisions.as_json()["total_tokens"])

    @admin.display(description="talking", ordering="chat_calls")
    def talking(self, session: Session) -> str:
        return _meter(session.chat_calls, session.usage.chat.as_json()["total_tokens"])

    @admin.display(description="closest call", ordering=F("closest").asc(nulls_last=True), empty_value="")
    def closest_call(self, session: Any) -> str | None:
        return None if session.closest is None else f"{session.closest:.2f}"

    @admin.display(description="id")
    def short_id(self, session: Session) -> str:
        return str(session.pk)[:8]

    def get_urls(self) -> list[URLPattern]:
        exported = [
            path(
                f"<uuid:session_id>/audit.{kind}",
                self.admin_site.admin_view(self._export(kind)),
                name=f"conversations_session_{kind}",
            )
            for kind in ("json", "csv")
        ]
        mark = path(
            "<uuid:session_id>/mark/",
            self.admin_site.admin_view(self.mark_view),
            name="conversations_session_mark",
        )
        rehearsal = path(
            "<uuid:session_id>/rehearsal/",
            self.admin_site.admin_view(self.rehearsal_view),
            name="conversations_session_rehearsal",
        )
        scenario = path(
            "<uuid:session_id>/scenario.json",
            self.admin_site.admin_view(self.scenario_view),
            name="conversations_session_scenario",
        )
        return [*exported, mark, rehearsal, scenario, *super().get_urls()]

    def rehearsal_view(self, request: HttpRequest, session_id: uuid.UUID) -> HttpResponse:
        """The session played again on today's graph, and where its path differs."""
        session = self._viewed(request, str(session_id))
        if not request.user.has_perm("conversations.view_evidence"):
            raise PermissionDenied
        known = session.graph in runtime.graph_names()
        turns = rehearse(session) if known else []
        context: dict[str, Any] = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": "The same again, on today's graph",
            "session": session,
            "known": known,
            "turns": turns,
            "differing": sum(turn.differs for turn in turns),
        }
        return TemplateResponse(request, "admin/conversations/session/rehearsal.html", context)

    def scenario_view(self, request: HttpRequest, session_id: uuid.UUID) -> HttpResponse:
        """The session as a file for `manage.py replay`."""
        session = self._viewed(request, str(session_id))
        name = f"session-{str(session.pk)[:8]}"
        response = JsonResponse(as_scenario(session, name), json_dumps_params={"indent": 2})
        response["Content-Disposition"] = f'attachment; filename="{name}.json"'
        return response

    def mark_view(self, request: HttpRequest, session_id: uuid.UUID) -> HttpResponse:
        """Write a reviewer's word, and go back to what it was said of."""
        session = self._viewed(request, str(session_id))
        if not request.user.has_perm("staff.add_mark"):
            raise PermissionDenied
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        assert isinstance(request.user, User)
        form = MarkForm(request.POST, session=session, reviewer=request.user)
        if not form.is_valid():
            problems = "; ".join(str(problem) for found in form.errors.values() for problem in found)
            messages.error(request, f"Not marked: {problems}")
            return redirect(session_address(session.pk))
        mark = form.save()
        messages.success(request, "Marked.")
        if mark.decision is None:
            return redirect(session_address(session.pk))
        number = mark.decision.turn.number
        return redirect(f"{session_address(session.pk)}?page={page_of(number)}#turn-{number}")

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """The session's page; `?page=2` reads further, `?turn=7` lights the path of one turn alone."""
        session = self._viewed(request, object_id)
        if request.method not in ("GET", "HEAD"):
            return HttpResponseNotAllowed(["GET", "HEAD"])
        context: dict[str, Any] = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": f"Session of {date_format(timezone.localtime(session.created_at), 'F j, Y, H:i')}",
            "session": session,
            "standing": status_at(session, timezone.now()).value,
            "bookings": Booking.objects.of_session(session.pk).select_related("hotel"),
            "page": session_page(
                session,
                number=_number(request, "page") or 1,
                only_turn=_number(request, "turn"),
                with_evidence=request.user.has_perm("conversations.view_evidence"),
            ),
        }
        return TemplateResponse(request, "admin/conversations/session/page.html", context)

    def _viewed(self, request: HttpRequest, object_id: str) -> Session:
        session = self.get_object(request, object_id)
        if not self.has_view_permission(request, session):
            raise PermissionDenied
        if not isinstance(session, Session):
            raise Http404
        return session

    def _export(self, kind: str) -> Callable[..., HttpResponse]:
        def view(request: HttpRequest, session_id: uuid.UUID) -> HttpResponse:
            session = self._viewed(request, str(session_id))
            if kind == "json":
                response: HttpResponse = JsonResponse(
                    exports.as_json(session), json_dumps_params={"indent": 2}
                )
            else:
                response = HttpResponse(exports.as_csv(session), content_type="text/csv; charset=utf-8")
            response["Content-Disposition"] = f'attachment; filename="session-{session.pk}.{kind}"'
            return response

        return view


def _meter(calls: int, tokens: int) -> str:
    return f"{calls:,} calls, {tokens:,} tokens" if tokens else f"{calls:,} calls"


def _number(request: HttpRequest, name: str) -> int | None:
    text = request.GET.get(name, "")
    return int(text) if text.isdecimal() and len(text) < 10 else None
