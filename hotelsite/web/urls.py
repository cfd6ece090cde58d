"""The HTTP addresses of the page, the receipts, the health checks and the API."""

from __future__ import annotations

from django.urls import URLPattern, path

from hotelsite.web import api, health, pages, receipts

urlpatterns: list[URLPattern] = [
    path("", pages.chat, name="chat"),
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("api/graphs", api.graphs, name="api-graphs"),
    path("api/run", api.run, name="api-run"),
    path("api/session", api.session, name="api-session"),
    path("api/end", api.end, name="api-end"),
    path("bookings/<str:confirmation>/", receipts.receipt, name="receipt"),
    path("bookings/<str:confirmation>.ics", receipts.calendar, name="receipt-calendar"),
    path("bookings/<str:confirmation>/cancel/", receipts.cancel, name="receipt-cancel"),
]
