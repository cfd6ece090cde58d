"""Hotels, rooms and bookings. The catalogue file owns the first two, customers the third; here they are read."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import Count, IntegerField, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html

from hotelsite.hotels.calendar import business_today
from hotelsite.hotels.models import BookedNight, Booking, Hotel, RoomUnit
from hotelsite.staff.read_only import ReadOnlyAdmin, ReadOnlyInline


class NightInline(ReadOnlyInline):
    model = BookedNight
    fields = ("night", "price", "room")
    readonly_fields = ("room",)
    verbose_name_plural = "nights"

    def get_queryset(self, request: HttpRequest) -> QuerySet[BookedNight]:
        return super().get_queryset(request).select_related("unit")

    @admin.display(description="room of the allotment", empty_value="given back")
    def room(self, night: BookedNight) -> int | None:
        return night.unit.number if night.unit else None


@admin.register(Booking)
class BookingAdmin(ReadOnlyAdmin):
    list_display = (
        "confirmation",
        "status",
        "hotel",
        "room_type",
        "check_in",
        "check_out",
        "nights",
        "total",
        "conversation",
        "created_at",
    )
    list_filter = ("status", "room_type", "check_in", "created_at", "hotel")
    list_select_related = ("hotel",)
    search_fields = ("=confirmation", "hotel__name", "=session_id")
    search_help_text = "A confirmation number, a hotel's name, or the id of a session."
    inlines: ClassVar = [NightInline]
    fields = (
        "confirmation",
        "status",
        "hotel",
        "room_type",
        ("check_in", "check_out", "nights"),
        "total",
        "conversation",
        "created_at",
        "cancelled_at",
    )
    readonly_fields = ("nights", "conversation")

    @admin.display(description="nights")
    def nights(self, booking: Booking) -> int:
        return (booking.check_out - booking.check_in).days

    @admin.display(description="conversation")
    def conversation(self, booking: Booking) -> str:
        address = reverse("admin:conversations_session_change", args=[booking.session_id])
        return format_html('<a href="{}">{}</a>', address, str(booking.session_id)[:8])


@admin.register(Hotel)
class HotelAdmin(ReadOnlyAdmin):
    list_display = (
        "name",
        "listed",
        "base_nightly",
        "kinds",
        "rooms",
        "stays_to_come",
        "airport_miles",
        "city_center_miles",
    )
    list_filter = ("listed",)
    search_fields = ("name", "address", "slug")
    ordering = ("name",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Hotel]:
        """Hotels with `.room_count` (in service) and `.stay_count` (booked, not over yet)."""
        rooms = RoomUnit.objects.filter(hotel=OuterRef("pk"), in_service=True)
        stays = Booking.objects.live().filter(hotel=OuterRef("pk"), check_out__gt=business_today())
        hotels: QuerySet[Hotel] = super().get_queryset(request)
        return hotels.annotate(room_count=_count(rooms), stay_count=_count(stays))

    @admin.display(description="room types")
    def kinds(self, hotel: Hotel) -> str:
        return ", ".join(kind.value.replace("_", " ") for kind in hotel.offered)

    @admin.display(description="rooms", ordering="room_count")
    def rooms(self, hotel: Any) -> int:
        return int(hotel.room_count)

    @admin.display(description="stays to come", ordering="stay_count")
    def stays_to_come(self, hotel: Any) -> int:
        return int(hotel.stay_count)


def _count(rows: QuerySet) -> Coalesce:
    """The number of rows that belong to a hotel, as a column."""
    counted = rows.order_by().values("hotel").annotate(number=Count("pk")).values("number")
    return Coalesce(Subquery(counted), 0, output_field=IntegerField())


@admin.register(RoomUnit)
class RoomUnitAdmin(ReadOnlyAdmin):
    list_display = ("hotel", "room_type", "number", "in_service")
    list_filter = ("in_service", "room_type", "hotel")
    list_select_related = ("hotel",)
    search_fields = ("hotel__name",)
