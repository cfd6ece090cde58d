"""What the hotels have in a range of nights, read in three queries and matched in pure code."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Self

from django.db.models import Count

from hotelsite.hotels.models import BookedNight, Hotel, RoomUnit
from hotelsite.hotels.pricing import NightPrice, nights_between, price_nights
from hotelsite.hotels.values import Criteria, Frozen
from hotelsite.hotels.vocabulary import Amenity, RoomType


class Offer(Frozen):
    """One kind of room in one hotel for the whole stay, with its price. Money in US dollars; round-trips as JSON."""

    slug: str
    name: str
    address: str
    room_type: RoomType
    nights: tuple[NightPrice, ...]
    """Each night from check-in on; the check-out day is not among them."""
    nightly_low: Decimal
    nightly_high: Decimal
    total: Decimal
    amenities: tuple[Amenity, ...]
    airport_miles: Decimal
    city_center_miles: Decimal
    rooms_left: int
    """Rooms of this kind that are free on every night of the stay; at least 1."""


@dataclass(frozen=True)
class Stock:
    """The hotels on offer and the rooms left in them, for any stay within the range that was read."""

    hotels: tuple[Hotel, ...]
    units: Mapping[tuple[int, RoomType], int]
    """Rooms in service, by hotel id and kind."""
    sold: Mapping[tuple[int, RoomType, dt.date], int]
    """Of these, the ones taken on a night; nights without any are absent."""

    @classmethod
    def read(cls, first: dt.date, last: dt.date) -> Self:
        """Read the nights from `first` up to but not including `last`."""
        units = RoomUnit.objects.filter(in_service=True).values("hotel_id", "room_type")
        sold = BookedNight.objects.filter(unit__in_service=True, night__gte=first, night__lt=last)
        return cls(
            hotels=tuple(Hotel.objects.listed().order_by("name")),
            units={
                (row["hotel_id"], RoomType(row["room_type"])): row["count"]
                for row in units.annotate(count=Count("id")).order_by()
            },
            sold={
                (row["unit__hotel_id"], RoomType(row["unit__room_type"]), row["night"]): row["count"]
                for row in sold.values("unit__hotel_id", "unit__room_type", "night")
                .annotate(count=Count("id"))
                .order_by()
            },
        )

    def rooms_left(self, hotel: Hotel, room_type: RoomType, nights: Collection[dt.date]) -> int:
        """Return how many rooms of a kind are free on the fullest of these nights."""
        units = self.units.get((hotel.pk, room_type), 0)
        return units - max((self.sold.get((hotel.pk, room_type, night), 0) for night in nights), default=0)

    def offers(self, criteria: Criteria) -> list[Offer]:
        """Return what meets every criterion, cheapest stay first, then by name.

        The dates have to be complete and inside the range that was read.
        """
        budget = criteria.budget
        offers = [
            offer
            for offer in self._within_reach(criteria)
            if (budget.min is None or offer.nightly_low >= budget.min)
            and (budget.max is None or offer.nightly_high <= budget.max)
        ]
        return sorted(offers, key=lambda offer: (offer.total, offer.name))

    def _within_reach(self, criteria: Criteria) -> Iterator[Offer]:
        """Yield what meets every criterion but the budget, by name of the hotel."""
        check_in, check_out = criteria.dates.check_in, criteria.dates.check_out
        if check_in is None or check_out is None:
            raise ValueError("both dates are needed")
        airport, city_center = criteria.distance.airport, criteria.distance.city_center
        for hotel in self.hotels:
            if (
                set(criteria.amenities.amenities) <= set(hotel.amenity_list)
                and (airport is None or hotel.airport_miles <= airport)
                and (city_center is None or hotel.city_center_miles <= city_center)
                and (offer := self._offer(hotel, criteria.room_type.room_type, check_in, check_out))
            ):
                yield offer

    def _offer(
        self, hotel: Hotel, wanted: RoomType | None, check_in: dt.date, check_out: dt.date
    ) -> Offer | None:
        """Offer the kind of room that is wanted, or the cheapest there is; None when none is left."""
        nights = nights_between(check_in, check_out)
        for room_type in hotel.offered if wanted is None else (wanted,):
            left = self.rooms_left(hotel, room_type, nights) if room_type in hotel.offered else 0
            if left > 0:
                prices = price_nights(hotel.base_nightly, room_type, check_in, check_out)
                return Offer(
                    slug=hotel.slug,
                    name=hotel.name,
                    address=hotel.address,
                    room_type=room_type,
                    nights=prices,
                    nightly_low=min(night.price for night in prices),
                    nightly_high=max(night.price for night in prices),
                    total=sum((night.price for night in prices), Decimal(0)),
                    amenities=hotel.amenity_list,
                    airport_miles=hotel.airport_miles,
                    city_center_miles=hotel.city_center_miles,
                    rooms_left=left,
                )
        return None
