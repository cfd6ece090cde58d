"""Which result a customer means."""

from __future__ import annotations

from decimal import Decimal

import pytest

from hotelsite.concierge import selection
from hotelsite.concierge.desk import Offer
from hotelsite.hotels.criteria import RoomType
from hotelsite.hotels.pricing import NightPrice
from tests.concierge.support import TODAY


def offer(slug: str, name: str, total: int) -> Offer:
    price = Decimal(total)
    return Offer(
        slug=slug,
        name=name,
        address=f"{slug} street",
        room_type=RoomType.SUITE,
        nights=(NightPrice(date=TODAY, price=price),),
        nightly_low=price,
        nightly_high=price,
        total=price,
        amenities=(),
        airport_miles=Decimal(9),
        city_center_miles=Decimal(7),
        rooms_left=5,
    )


RESULTS = [
    offer("beaverton", "Hilton Garden Inn Beaverton", 100),
    offer("sherwood", "Hampton Inn Sherwood Portland", 120),
    offer("tigard", "Hampton Inn & Suites Portland Tigard", 130),
    offer("airport", "Hilton Garden Inn Portland Airport", 140),
    offer("porter", "The Porter Portland, Curio Collection by Hilton", 150),
]


@pytest.mark.parametrize(
    ("selected", "numbers"),
    [
        ("tigard", (3,)),
        ("1", (1,)),
        ("#2", (2,)),
        ("number 4", (4,)),
        ("two", (2,)),
        ("the second one", (2,)),
        ("last", (5,)),
        ("Hilton Garden Inn Beaverton", (1,)),
        ("hampton inn sherwood", (2,)),
        ("HAMPTON", (2, 3)),
        ("Hilton Garden Inn", (1, 4)),
        ("the airport one", (4,)),
        ("please reserve a Hilton for us", (1, 4, 5)),
        ("porter", (5,)),
        ("cheapest", (1,)),
        ("the second one or the third", (2, 3)),
        ("0", ()),
        ("6", ()),
        ("The Ritz", ()),
        ("Marriott Downtown Waterfront", ()),
        ("hotel", ()),
        ("", ()),
    ],
)
def test_a_number_or_a_part_of_a_name_is_resolved(selected: str, numbers: tuple[int, ...]) -> None:
    assert selection.resolve(selected, RESULTS) == numbers


@pytest.mark.parametrize(
    ("message", "numbers"),
    [
        ("book number 1", (1,)),
        ("Book 2 please", (2,)),
        ("I'll take the third one", (3,)),
        ("the Beaverton hotel, please", (1,)),
        ("take the sherwood", (2,)),
        ("book the cheapest", (1,)),
        ("second", (2,)),
        ("number 1 or number 2", (1, 2)),
        ("number 2, the Beaverton one", (1, 2)),
        ("choose 3 or 4", (3, 4)),
        ("take 1 or 2 nights", ()),
        ("book for 2 people", ()),
        ("book 3 nights", ()),
        ("book from August 3rd", ()),
        ("book the 3rd", ()),
        ("book something near the airport", ()),
        ("I want a hotel in Portland", ()),
        ("book a Hampton", (2, 3)),
        ("book the Marriott in Beaverton", ()),
        ("book the Embassy Suites Beaverton", ()),
        ("something with a pool", ()),
    ],
)
def test_only_what_counts_or_names_hotels_is_mentioned(message: str, numbers: tuple[int, ...]) -> None:
    assert selection.mentioned(message, RESULTS) == numbers


def test_without_results_nothing_is_meant() -> None:
    assert selection.resolve("1", []) == ()
    assert selection.mentioned("book the cheapest", []) == ()
