"""The HTTP addresses of the page and the receipts."""

from __future__ import annotations

from django.urls import URLPattern, path

from hotelsite.web import pages, receipts

urlpatterns: list[URLPattern] = [
    path("", pages.chat, name="chat"),
    path("bookings/<str:confirmation>/", receipts.receipt, name="receipt"),
    path("bookings/<str:confirmation>.ics", receipts.calendar, name="receipt-calendar"),
    path("bookings/<str:confirmation>/cancel/", receipts.cancel, name="receipt-cancel"),
]
