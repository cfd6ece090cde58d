"""What a reply carries beside its text: PROTOCOL.md, `message`."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence
from decimal import Decimal

from pydantic import JsonValue

from hotelsite.concierge.desk import Offer, Receipt
from hotelsite.hotels.criteria import Amenity, Criterion, CriterionValue, RoomType
from hotelsite.hotels.pricing import NightPrice
from hotelsite.hotels.values import Frozen


class HotelCard(Frozen):
    """One result, under the number by which the customer may name it."""

    slug: str
    number: int
    """Place in the whole list of results, from 1; stays the same until the next search."""
    name: str
    address: str
    room_type: RoomType
    nightly_low: Decimal
    nightly_high: Decimal
    total: Decimal
    nights: tuple[NightPrice, ...]
    amenities: tuple[Amenity, ...]
    airport_miles: Decimal
    city_center_miles: Decimal
    rooms_left: int


class BookingCard(Frozen):
    confirmation: str
    hotel: str
    check_in: dt.date
    check_out: dt.date
    total: Decimal


class QuickReply(Frozen):
    """A button; `frame` is the client frame that it sends, without an id."""

    label: str
    frame: dict[str, JsonValue]


class ReplyData(Frozen):
    """The whole of it. Money and miles become decimal strings in JSON."""

    hotels: tuple[HotelCard, ...] = ()
    more: int = 0
    """How many results are not shown yet."""
    booking: BookingCard | None = None
    quick_replies: tuple[QuickReply, ...] = ()
    form: Criterion | None = None
    """The criterion whose control the page shows."""


def cards(results: Sequence[Offer], numbers: Iterable[int]) -> tuple[HotelCard, ...]:
    """Return the cards of some results, by their numbers."""
    return tuple(
        HotelCard(number=number, **{name: getattr(results[number - 1], name) for name in Offer.model_fields})
        for number in numbers
    )


def booking_card(receipt: Receipt) -> BookingCard:
    return BookingCard(
        confirmation=receipt.confirmation,
        hotel=receipt.hotel,
        check_in=receipt.check_in,
        check_out=receipt.check_out,
        total=receipt.total,
    )


def says(label: str, text: str) -> QuickReply:
    """A button that sends words."""
    return QuickReply(label=label, frame={"type": "message", "text": text})


def searches(label: str) -> QuickReply:
    """A button that searches."""
    return QuickReply(label=label, frame={"type": "search"})


def books(label: str, slug: str) -> QuickReply:
    """A button that books a result."""
    return QuickReply(label=label, frame={"type": "choose", "hotel": slug})


def answers(label: str, criterion: Criterion, value: CriterionValue) -> QuickReply:
    """A button that sets a criterion."""
    frame: dict[str, JsonValue] = {
        "type": "answer",
        "criterion": criterion.value,
        "value": value.model_dump(mode="json"),
    }
    return QuickReply(label=label, frame=frame)
