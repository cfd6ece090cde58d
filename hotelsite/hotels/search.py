"""The search for hotels, and the facts about them that questions are answered from."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from decimal import Decimal

from hotelsite.hotels.models import Hotel
from hotelsite.hotels.near_misses import NearMiss, near_misses
from hotelsite.hotels.rules import InvalidCriteria, require_valid
from hotelsite.hotels.stock import Offer, Stock
from hotelsite.hotels.values import Criteria, Frozen
from hotelsite.hotels.vocabulary import Amenity, PolicyTopic, RoomType

__all__ = [
    "HotelFacts",
    "InvalidCriteria",
    "NearMiss",
    "Offer",
    "hotel_facts",
    "near_misses",
    "search_hotels",
]


def search_hotels(criteria: Criteria, *, today: dt.date) -> list[Offer]:
    """Return every offer that meets all criteria, cheapest stay first, then by name; empty when nothing does.

    Three queries, however many hotels there are. A room type of None is the cheapest that a hotel has left.

    Raises:
        InvalidCriteria: The criteria break a rule or are not all answered.
    """
    require_valid(criteria, today=today)
    dates = criteria.dates
    assert dates.check_in is not None
    assert dates.check_out is not None
    return Stock.read(dates.check_in, dates.check_out).offers(criteria)


class HotelFacts(Frozen):
    """What may be said of a hotel, whatever the dates; round-trips as JSON."""

    slug: str
    name: str
    address: str
    room_types: tuple[RoomType, ...]
    amenities: tuple[Amenity, ...]
    airport_miles: Decimal
    city_center_miles: Decimal
    policies: dict[PolicyTopic, str]
    """House rules in words for customers; a topic that is absent has none, and nothing may be said about it."""


def hotel_facts(slugs: Sequence[str] | None = None) -> list[HotelFacts]:
    """Return facts in the order of `slugs`, without unknown and unlisted hotels; None is all hotels, by name."""
    hotels = Hotel.objects.listed().order_by("name")
    if slugs is None:
        return [_facts(hotel) for hotel in hotels]
    known = {hotel.slug: _facts(hotel) for hotel in hotels.filter(slug__in=slugs)}
    return [known[slug] for slug in slugs if slug in known]


def _facts(hotel: Hotel) -> HotelFacts:
    return HotelFacts(
        slug=hotel.slug,
        name=hotel.name,
        address=hotel.address,
        room_types=hotel.offered,
        amenities=hotel.amenity_list,
        airport_miles=hotel.airport_miles,
        city_center_miles=hotel.city_center_miles,
        policies={PolicyTopic(topic): text for topic, text in hotel.policies.items()},
    )
