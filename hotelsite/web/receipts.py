"""The receipt of a booking, its calendar entry, and its cancellation: for the browser or API client that booked it."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from icalendar import Calendar, Event

from graph.errors import SessionNotFound
from hotelsite.conversations import sessions
from hotelsite.conversations.dbthreads import on_database_thread
from hotelsite.hotels.bookings import cancel_booking
from hotelsite.hotels.calendar import business_today
from hotelsite.hotels.models import Booking, BookingStatus, Hotel
from hotelsite.hotels.vocabulary import RoomType
from hotelsite.web.identity import bearer_owner, browser_owner


@dataclass(frozen=True, slots=True, kw_only=True)
class Night:
    date: dt.date
    price: Decimal


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """A booking as its page shows it; money in US dollars."""

    confirmation: str
    status: Literal["confirmed", "cancelled"]
    hotel: Hotel
    room_type_label: str
    check_in: dt.date
    check_out: dt.date
    nights: tuple[Night, ...]
    total: Decimal
    policies: str
    """House rules, a paragraph each; '' where there are none."""
    booked_at: dt.datetime
    cancellable: bool
    """Until the day of arrival is over."""

    @property
    def ics_url(self) -> str:
        return reverse("receipt-calendar", args=[self.confirmation])

    @property
    def cancel_url(self) -> str:
        return reverse("receipt-cancel", args=[self.confirmation]) if self.cancellable else ""

    @property
    def new_chat_url(self) -> str:
        return reverse("chat")


@never_cache
@require_safe
async def receipt(request: HttpRequest, confirmation: str) -> HttpResponse:
    """Show a receipt; 404 for everybody but its owner, so that guessing numbers tells nothing."""
    return render(request, "web/receipt.html", {"booking": await _own_receipt(request, confirmation)})


@never_cache
@require_safe
async def calendar(request: HttpRequest, confirmation: str) -> HttpResponse:
    """Return the stay as an iCalendar file (RFC 5545), one entry over whole days."""
    found = await _own_receipt(request, confirmation)
    entry = Event()
    entry.add("uid", f"booking-{found.confirmation}@{request.get_host().partition(':')[0]}")
    entry.add("dtstamp", found.booked_at.astimezone(dt.UTC))
    entry.add("dtstart", found.check_in)
    entry.add("dtend", found.check_out)  # exclusive, as a check-out is
    entry.add("summary", found.hotel.name)
    entry.add("location", found.hotel.address)
    entry.add(
        "description",
        f"Confirmation {found.confirmation}, {found.room_type_label}, ${found.total:,.2f} in all",
    )
    entry.add("status", "CONFIRMED" if found.status == "confirmed" else "CANCELLED")
    file = Calendar()
    file.add("prodid", "-//Portland Concierge//Booking//EN")
    file.add("version", "2.0")
    file.add_component(entry)
    headers = {"Content-Disposition": f'attachment; filename="booking-{found.confirmation}.ics"'}
    return HttpResponse(file.to_ical(), content_type="text/calendar; charset=utf-8", headers=headers)


@require_POST
async def cancel(request: HttpRequest, confirmation: str) -> HttpResponse:
    """Cancel the booking, as far as it still can be, and go back to the receipt, which then says so."""
    found = await _own_receipt(request, confirmation)
    if found.cancellable:
        await on_database_thread(cancel_booking)(found.confirmation)
    return HttpResponseRedirect(reverse("receipt", args=[found.confirmation]))


def receipt_path(session_id: str) -> str | None:
    """Return the address of the newest receipt of a session, None where it booked nothing. Synchronous."""
    booking = Booking.objects.of_session(UUID(session_id)).order_by("-created_at").first()
    return reverse("receipt", args=[booking.confirmation]) if booking else None


async def _own_receipt(request: HttpRequest, confirmation: str) -> Receipt:
    owners = (browser_owner(request.COOKIES), bearer_owner(request.headers.get("Authorization", "")))
    found = await on_database_thread(_read)(confirmation, {owner for owner in owners if owner})
    if found is None:
        raise Http404
    return found


def _read(confirmation: str, owners: set[str]) -> Receipt | None:
    booking = Booking.objects.select_related("hotel").filter(confirmation=confirmation).first()
    if booking is None or not any(_owns(owner, booking.session_id) for owner in owners):
        return None
    live = booking.status == BookingStatus.LIVE
    return Receipt(
        confirmation=booking.confirmation,
        status="confirmed" if live else "cancelled",
        hotel=booking.hotel,
        room_type_label=RoomType(booking.room_type).label,
        check_in=booking.check_in,
        check_out=booking.check_out,
        nights=tuple(Night(date=night.night, price=night.price) for night in booking.nights.all()),
        total=booking.total,
        policies="\n\n".join(booking.hotel.policies.values()),
        booked_at=booking.created_at,
        cancellable=live and booking.check_in >= business_today(),
    )


def _owns(owner: str, session_id: UUID) -> bool:
    try:
        sessions.own_session(str(session_id), owner)
    except SessionNotFound:
        return False
    return True
