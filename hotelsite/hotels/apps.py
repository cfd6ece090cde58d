from __future__ import annotations

from django.apps import AppConfig


class HotelsConfig(AppConfig):
    name = "hotelsite.hotels"
    verbose_name = "Hotels and bookings"
