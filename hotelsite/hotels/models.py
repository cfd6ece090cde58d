"""The catalogue, the rooms and the bookings.

Rooms are an allotment, not doors: a hotel has so many `RoomUnit`s of a kind, a booking takes one for each night, and the
database allows a unit once a night. It also refuses a live booking that does not hold a unit of its hotel and kind on
every night (the guards of migration 0002). Together that makes overselling impossible, however many servers sell and
whatever they run.
"""

from __future__ import annotations

from datetime import date
from typing import Self
from uuid import UUID

from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.db import models
from django.db.models import F, Q

from hotelsite.hotels import vocabulary


class RoomType(models.TextChoices):
    """`vocabulary.RoomType` as the admin and the database know it."""

    ONE_BED = vocabulary.RoomType.ONE_BED.value, "one bed"
    TWO_BEDS = vocabulary.RoomType.TWO_BEDS.value, "two beds"
    SUITE = vocabulary.RoomType.SUITE.value, "suite"


def _known(kind: type[vocabulary.RoomType | vocabulary.Amenity], values: object) -> None:
    if not isinstance(values, list) or not set(values) <= {member.value for member in kind}:
        raise ValidationError(f"Give a list out of: {', '.join(kind)}.")


def validate_room_types(values: object) -> None:
    _known(vocabulary.RoomType, values)


def validate_amenities(values: object) -> None:
    _known(vocabulary.Amenity, values)


class HotelQuerySet(models.QuerySet["Hotel"]):
    def listed(self) -> Self:
        """Only hotels that can be searched and booked."""
        return self.filter(listed=True)


class Hotel(models.Model):
    """One hotel of the catalogue; `load_catalogue` owns every column."""

    slug = models.SlugField(max_length=100, unique=True)
    name = models.CharField(max_length=120)
    address = models.CharField(max_length=200)
    base_nightly = models.DecimalField(
        max_digits=8, decimal_places=2, help_text="US dollars, before season, room and weekend."
    )
    room_types = models.JSONField(
        validators=[validate_room_types], help_text="Kinds of room, cheapest first."
    )
    airport_miles = models.DecimalField(max_digits=5, decimal_places=2)
    city_center_miles = models.DecimalField(max_digits=5, decimal_places=2)
    amenities = models.JSONField(blank=True, default=list, validators=[validate_amenities])
    policies = models.JSONField(
        blank=True, default=dict, help_text="House rules by topic, in words for customers."
    )
    listed = models.BooleanField(default=True, help_text="Off once the hotel has left the catalogue file.")

    objects = HotelQuerySet.as_manager()

    class Meta:
        ordering = ["name"]
        constraints = [
            models.CheckConstraint(condition=Q(base_nightly__gt=0), name="hotel_base_nightly_above_zero"),
            models.CheckConstraint(
                condition=Q(airport_miles__gte=0, city_center_miles__gte=0), name="hotel_miles_not_negative"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def offered(self) -> tuple[vocabulary.RoomType, ...]:
        """The kinds of room it has, cheapest first."""
        return tuple(kind for kind in vocabulary.RoomType if kind in self.room_types)

    @property
    def amenity_list(self) -> tuple[vocabulary.Amenity, ...]:
        """Its amenities in the order of every list."""
        return tuple(amenity for amenity in vocabulary.Amenity if amenity in self.amenities)


class RoomUnit(models.Model):
    """One room of a kind that a hotel may sell once a night."""

    hotel = models.ForeignKey(Hotel, on_delete=models.CASCADE, related_name="units")
    room_type = models.CharField(max_length=16, choices=RoomType)
    number = models.PositiveSmallIntegerField(
        help_text="Counts from 1 within hotel and kind; not a door number."
    )
    in_service = models.BooleanField(
        default=True, help_text="Off: keeps the nights already booked and sells no more."
    )

    class Meta:
        ordering = ["hotel", "room_type", "number"]
        constraints = [
            models.UniqueConstraint(fields=["hotel", "room_type", "number"], name="unit_once_in_a_hotel"),
            models.CheckConstraint(condition=Q(room_type__in=RoomType.values), name="unit_room_type_known"),
        ]

    def __str__(self) -> str:
        return f"{self.hotel}: {self.room_type} {self.number}"


class BookingStatus(models.TextChoices):
    LIVE = "live", "live"
    CANCELLED = "cancelled", "cancelled"


class BookingQuerySet(models.QuerySet["Booking"]):
    def live(self) -> Self:
        """Without the cancelled ones."""
        return self.filter(status=BookingStatus.LIVE)

    def of_session(self, session_id: UUID) -> Self:
        """What one conversation booked, cancelled ones included."""
        return self.filter(session_id=session_id)


class Booking(models.Model):
    """One room for one stay. Written after its nights, and settled from then on: it is cancelled or it stays."""

    confirmation = models.CharField(max_length=6, unique=True, validators=[RegexValidator(r"^\d{6}$")])
    session_id = models.UUIDField(db_index=True, help_text="The conversation that booked it.")
    hotel = models.ForeignKey(Hotel, on_delete=models.PROTECT, related_name="bookings")
    room_type = models.CharField(max_length=16, choices=RoomType)
    check_in = models.DateField()
    check_out = models.DateField()
    total = models.DecimalField(
        max_digits=10, decimal_places=2, help_text="US dollars; the sum of its nights."
    )
    status = models.CharField(max_length=16, choices=BookingStatus, default=BookingStatus.LIVE)
    created_at = models.DateTimeField(auto_now_add=True)
    cancelled_at = models.DateTimeField(null=True, blank=True)

    objects = BookingQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at", "-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["session_id"],
                condition=Q(status=BookingStatus.LIVE),
                name="booking_one_live_in_a_session",
                violation_error_message="This conversation has a live booking already.",
            ),
            models.CheckConstraint(
                condition=Q(check_out__gt=F("check_in")), name="booking_at_least_one_night"
            ),
            models.CheckConstraint(condition=Q(total__gt=0), name="booking_total_above_zero"),
            models.CheckConstraint(
                condition=Q(room_type__in=RoomType.values), name="booking_room_type_known"
            ),
            models.CheckConstraint(condition=Q(status__in=BookingStatus.values), name="booking_status_known"),
        ]

    def __str__(self) -> str:
        return f"{self.confirmation}: {self.hotel}, {self.check_in} to {self.check_out}"

    def is_of(self, *, hotel: str, room_type: str, check_in: date, check_out: date) -> bool:
        """Whether it books this stay at the hotel with this slug."""
        stay = (self.hotel.slug, self.room_type, self.check_in, self.check_out)
        return stay == (hotel, room_type, check_in, check_out)


class BookedNight(models.Model):
    """One night of a booking at the price agreed, and the unit that it holds; a cancelled booking holds none."""

    booking = models.ForeignKey(
        Booking,
        # The number is known before the booking is written, so the nights can come first.
        to_field="confirmation",
        on_delete=models.CASCADE,
        related_name="nights",
    )
    unit = models.ForeignKey(RoomUnit, on_delete=models.PROTECT, null=True, blank=True, related_name="nights")
    night = models.DateField()
    price = models.DecimalField(max_digits=9, decimal_places=2, help_text="US dollars.")

    class Meta:
        ordering = ["night"]
        constraints = [
            models.UniqueConstraint(fields=["unit", "night"], name="night_sold_once_a_unit"),
            models.UniqueConstraint(fields=["booking", "night"], name="night_once_in_a_booking"),
            models.CheckConstraint(condition=Q(price__gt=0), name="night_price_above_zero"),
        ]
        indexes = [models.Index(fields=["night"], name="night_search")]  # rooms left in a range of nights

    def __str__(self) -> str:
        return f"{self.night}: {self.price}"
