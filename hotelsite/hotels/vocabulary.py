"""The closed sets of words that a stay is described in: criteria, kinds of room, amenities, topics of house rules.

The values are those of PROTOCOL.md and of the catalogue file; the labels are what customers read.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final


class Criterion(StrEnum):
    """What a search needs to know. The order of the members is the order of asking and of every list of issues."""

    DATES = "dates"
    BUDGET = "budget"
    ROOM_TYPE = "room_type"
    AMENITIES = "amenities"
    DISTANCE = "distance"

    @property
    def label(self) -> str:
        """Words for a customer: `room type`."""
        return self.value.replace("_", " ")


class RoomType(StrEnum):
    """The kinds of room a hotel may offer, cheapest first."""

    ONE_BED = "one_bed"
    TWO_BEDS = "two_beds"
    SUITE = "suite"

    @property
    def label(self) -> str:
        """Words for a customer that follow "a": `room with one bed`, `suite`."""
        return _ROOM_TYPE_LABELS[self]


_ROOM_TYPE_LABELS: Final[Mapping[RoomType, str]] = {
    RoomType.ONE_BED: "room with one bed",
    RoomType.TWO_BEDS: "room with two beds",
    RoomType.SUITE: "suite",
}


class Amenity(StrEnum):
    """Everything the catalogue can say of a hotel. The order of the members is the order of every list."""

    AIRPORT_SHUTTLE = "airport_shuttle"
    BOUTIQUE = "boutique"
    BUSINESS_CENTER = "business_center"
    CONCIERGE = "concierge"
    CONNECTING_ROOMS = "connecting_rooms"
    DIGITAL_KEY = "digital_key"
    EV_CHARGING = "ev_charging"
    EVENING_RECEPTION = "evening_reception"
    FITNESS_CENTER = "fitness_center"
    FREE_BREAKFAST = "free_breakfast"
    FREE_PARKING = "free_parking"
    FREE_WIFI = "free_wifi"
    INDOOR_POOL = "indoor_pool"
    KITCHEN = "kitchen"
    MEETING_ROOM = "meeting_room"
    NEW_HOTEL = "new_hotel"
    NON_SMOKING = "non_smoking"
    ON_SITE_RESTAURANT = "on_site_restaurant"
    OUTDOOR_POOL = "outdoor_pool"
    PET_FRIENDLY = "pet_friendly"
    ROOM_SERVICE = "room_service"
    STREAMING = "streaming"
    TENNIS = "tennis"

    @property
    def label(self) -> str:
        """Words for a customer: `free Wi-Fi`, `on-site restaurant`."""
        return _SPECIAL_AMENITY_LABELS.get(self, self.value.replace("_", " "))


_SPECIAL_AMENITY_LABELS: Final[Mapping[Amenity, str]] = {
    Amenity.BOUTIQUE: "boutique style",
    Amenity.CONCIERGE: "concierge desk",
    Amenity.EV_CHARGING: "EV charging",
    Amenity.FREE_WIFI: "free Wi-Fi",
    Amenity.KITCHEN: "kitchen in the room",
    Amenity.NON_SMOKING: "non-smoking rooms",
    Amenity.ON_SITE_RESTAURANT: "on-site restaurant",
    Amenity.PET_FRIENDLY: "pet-friendly rooms",
    Amenity.TENNIS: "tennis court",
}


class PolicyTopic(StrEnum):
    """What a hotel may have a written house rule about."""

    CHECK_IN = "check_in"
    CHECK_OUT = "check_out"
    LATE_CHECK_OUT = "late_check_out"
    PETS = "pets"
    SMOKING = "smoking"
    CANCELLATION = "cancellation"
    PAYMENT = "payment"
    DISCOUNTS = "discounts"
