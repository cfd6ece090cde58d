"""The chat page, which also gives a browser the cookie that its sessions belong to."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from hotelsite.hotels.calendar import business_today
from hotelsite.hotels.rules import MAX_NIGHTS, latest_check_in
from hotelsite.hotels.vocabulary import Amenity
from hotelsite.web.identity import browser_owner, set_browser_cookie


@never_cache  # a page from a cache would come without the cookie
@require_safe
async def chat(request: HttpRequest) -> HttpResponse:
    """Show the chat. The socket opens after this, so it finds the cookie."""
    today = business_today()
    last_check_in = latest_check_in(today)
    context = {
        "inspector": settings.CHAT_INSPECTOR,
        "hotel_today": today.isoformat(),
        "max_check_in": last_check_in.isoformat(),
        "amenity_labels": {amenity.value: amenity.label for amenity in Amenity},
        "max_check_out": (last_check_in + timedelta(days=MAX_NIGHTS)).isoformat(),
    }
    response = render(request, "web/chat.html", context)
    if browser_owner(request.COOKIES) is None:
        set_browser_cookie(response)
    return response
