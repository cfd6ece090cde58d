"""What reviewers said: the list, the labelled sets that come of it, and how far probabilities can be believed."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.conf import settings
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.utils.html import format_html

from hotelsite.staff.calibration import calibrate
from hotelsite.staff.links import session_address, turn_address
from hotelsite.staff.marking import labelled, understanding_rows
from hotelsite.staff.models import Mark
from hotelsite.staff.read_only import ReadOnlyAdmin


@admin.register(Mark)
class MarkAdmin(ReadOnlyAdmin):
    change_list_template = "admin/staff/marks_list.html"
    list_display = ("created_at", "verdict", "of_what", "question", "expected", "note", "reviewer")
    list_filter = ("verdict", "created_at")
    list_select_related = ("decision__turn", "reviewer")
    search_fields = ("note", "=session__id")
    search_help_text = "Words of a note, or the id of a session."
    ordering = ("-created_at", "-pk")

    @admin.display(description="of")
    def of_what(self, mark: Mark) -> str:
        if mark.decision is None:
            return format_html('<a href="{}">the session</a>', session_address(mark.session_id))
        turn = mark.decision.turn
        return format_html(
            '<a href="{}">{} in turn {}</a>',
            turn_address(mark.session_id, turn.number),
            mark.decision.node,
            turn.number,
        )

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view
        return [
            path(
                "calibration.jsonl", view(self._labels(_calibration_rows)), name="staff_mark_calibration_set"
            ),
            path(
                "understanding.jsonl",
                view(self._labels(understanding_rows)),
                name="staff_mark_understanding_set",
            ),
            path("calibration/", view(self.calibration_view), name="staff_mark_calibration"),
            *super().get_urls(),
        ]

    def calibration_view(self, request: HttpRequest) -> HttpResponse:
        """Reliability of the configured provider, as far as it was marked."""
        self._require_evidence(request)
        provider = settings.DECISION_PROVIDER
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": f"How far the probabilities of {provider} can be believed",
            "provider": provider,
            "measured": calibrate(_calibration_rows(), provider=provider),
        }
        return TemplateResponse(request, "admin/staff/calibration.html", context)

    def _labels(
        self, rows: Callable[[], Iterable[Mapping[str, Any]]]
    ) -> Callable[[HttpRequest], HttpResponse]:
        def view(request: HttpRequest) -> HttpResponse:
            self._require_evidence(request)
            lines = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows())
            response = HttpResponse(lines, content_type="application/jsonl; charset=utf-8")
            name = request.path.rsplit("/", 1)[-1]
            response["Content-Disposition"] = f'attachment; filename="{name}"'
            return response

        return view

    def _require_evidence(self, request: HttpRequest) -> None:
        """Labelled sets hold answers and customers' words, so they ask for the right to both."""
        if not (
            self.has_view_permission(request)
            and request.user.has_perms(["conversations.view_evidence", "conversations.view_session"])
        ):
            raise PermissionDenied


def _calibration_rows() -> list[dict[str, Any]]:
    return [item.as_json() for item in labelled()]
