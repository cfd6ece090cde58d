"""The admin site: its names, and a front page that says what happened."""

from __future__ import annotations

from typing import Any

from django.contrib.admin import AdminSite
from django.http import HttpRequest
from django.template.response import TemplateResponse

from hotelsite.staff.dashboard.page import dashboard
from hotelsite.staff.periods import PERIODS, days_asked
from hotelsite.staff.summary import summary


class StaffSite(AdminSite):
    site_title = "Portland Concierge"
    site_header = "Portland Concierge: staff"
    index_title = "Overview"
    index_template = "admin/overview.html"

    def get_app_list(self, request: HttpRequest, app_label: str | None = None) -> list[dict[str, Any]]:
        """Conversations and hotels first; who may sign in is asked for least."""
        apps: list[dict[str, Any]] = super().get_app_list(request, app_label)
        return sorted(apps, key=lambda app: app["app_label"] == "auth")

    def index(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> TemplateResponse:
        """The list of models; for whoever may read conversations, also the numbers of a period (`?days=7`)."""
        context = dict(extra_context or {})
        if request.user.has_perm("conversations.view_session"):
            days = days_asked(request) or 1
            context |= {"summary": summary(days), "dashboard": dashboard(days), "periods": PERIODS}
        return super().index(request, context)
