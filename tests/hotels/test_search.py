"""The search: what each criterion lets through, the order, the prices, and what it costs in queries."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from uuid import uuid4

import pytest
from pytest_django import DjangoAssertNumQueries

from hotelsite.hotels.bookings import reserve
from hotelsite.hotels.criteria import Amenity, Criteria, RoomType
from hotelsite.hotels.rules import InvalidCriteria
from hotelsite.hotels.search import Offer, hotel_facts, search_hotels
from tests.hotels.support import TODAY, hotel, settled, stock_up

AUGUST = (date(2027, 8, 3), date(2027, 8, 9))  # Tuesday to Monday: six nights, two of them on the weekend
FAMILY = [Amenity.FREE_WIFI, Amenity.FREE_PARKING]


def names(criteria: Criteria) -> list[str]:
    return [offer.name for offer in search_hotels(criteria, today=TODAY)]


def book(slug: str, check_in: date, check_out: date, total: str) -> None:
    reserve(
        session_id=uuid4(),
        hotel=slug,
        room_type=RoomType.ONE_BED,
        check_in=check_in,
        check_out=check_out,
        expected_total=Decimal(total),
    )


def test_suites_with_wifi_and_parking_in_august(portland: None) -> None:
    """The check figures of DESIGN.md, "Pricing"."""
    suite = settled(stay=AUGUST, room=RoomType.SUITE, amenities=FAMILY, most="700")

    found = [(offer.name, offer.total) for offer in search_hotels(suite, today=TODAY)]

    assert found == [
        ("Hilton Garden Inn Beaverton", Decimal("2891.70")),
        ("Hampton Inn Sherwood Portland", Decimal("3061.80")),
        ("Hampton Inn & Suites Portland Tigard", Decimal("3288.60")),
        ("Hilton Garden Inn Portland Airport", Decimal("3628.80")),
    ]
    assert names(settled(stay=AUGUST, room=RoomType.SUITE, amenities=FAMILY, most="500")) == []


def test_an_offer_says_everything_that_a_card_shows(portland: None) -> None:
    first = search_hotels(
        settled(stay=AUGUST, room=RoomType.SUITE, amenities=FAMILY, most="700"), today=TODAY
    )[0]

    assert first.slug == "hilton-garden-inn-beaverton"
    assert first.address == "15520 NW Gateway Ct, Beaverton, OR 97006"
    assert [(night.date.day, str(night.price)) for night in first.nights] == [
        (3, "459.00"),
        (4, "459.00"),
        (5, "459.00"),
        (6, "459.00"),
        (7, "527.85"),
        (8, "527.85"),
    ]
    assert (first.nightly_low, first.nightly_high) == (Decimal("459.00"), Decimal("527.85"))
    assert first.total == sum(night.price for night in first.nights)
    assert set(FAMILY) <= set(first.amenities)
    assert (first.airport_miles, first.city_center_miles) == (Decimal(22), Decimal(10))
    assert first.rooms_left == 5


def test_offers_survive_being_stored(portland: None) -> None:
    offers = search_hotels(settled(), today=TODAY)

    assert [Offer.model_validate_json(offer.model_dump_json()) for offer in offers] == offers


def test_without_preferences_every_hotel_is_found_with_its_cheapest_room(portland: None) -> None:
    offers = search_hotels(settled(), today=TODAY)

    assert len(offers) == 32
    assert {offer.room_type for offer in offers} == {RoomType.ONE_BED}
    assert [(offer.total, offer.name) for offer in offers] == sorted(
        (offer.total, offer.name) for offer in offers
    )


@pytest.mark.django_db
def test_equal_totals_are_ordered_by_name() -> None:
    stock_up(hotel("Cedar"), hotel("Alder"), hotel("Birch", base="90"))

    assert names(settled()) == ["Birch", "Alder", "Cedar"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("least", "most", "found"),
    [
        pytest.param(None, "207", True, id="the dearest night is exactly the most"),
        pytest.param(None, "206.99", False, id="the dearest night is a cent over"),
        pytest.param("180", None, True, id="the cheapest night is exactly the least"),
        pytest.param("180.01", None, False, id="the cheapest night is a cent under"),
        pytest.param("180", "207", True, id="between both"),
    ],
)
def test_every_night_has_to_fit_the_budget(least: str | None, most: str | None, found: bool) -> None:
    stock_up(hotel("Alder"))  # 180 on weekdays and 207 on the weekend, in August

    assert names(settled(stay=AUGUST, least=least, most=most)) == (["Alder"] if found else [])


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("airport", "city_center", "found"),
    [
        pytest.param("2.5", None, True, id="exactly as far as the airport may be"),
        pytest.param("2.4", None, False, id="too far from the airport"),
        pytest.param(None, "11.1", True, id="exactly as far as the center may be"),
        pytest.param(None, "11", False, id="too far from the center"),
        pytest.param("2.5", "11", False, id="both have to hold"),
    ],
)
def test_distances_may_not_exceed_the_limits(
    airport: str | None, city_center: str | None, found: bool
) -> None:
    stock_up(hotel("Alder", airport="2.5", city_center="11.1"))

    assert names(settled(airport=airport, city_center=city_center)) == (["Alder"] if found else [])


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ([], ["Alder", "Birch"]),
        ([Amenity.KITCHEN], ["Alder", "Birch"]),
        ([Amenity.KITCHEN, Amenity.TENNIS], ["Birch"]),
        ([Amenity.BOUTIQUE], []),
    ],
)
def test_a_hotel_needs_every_amenity_that_is_wanted(wanted: Sequence[Amenity], found: list[str]) -> None:
    stock_up(
        hotel("Alder", amenities=[Amenity.KITCHEN]),
        hotel("Birch", amenities=[Amenity.KITCHEN, Amenity.TENNIS]),
    )

    assert names(settled(amenities=wanted)) == found


@pytest.mark.django_db
def test_only_hotels_that_offer_the_kind_of_room_are_found() -> None:
    stock_up(hotel("Alder"), hotel("Birch", rooms={RoomType.ONE_BED: 1, RoomType.SUITE: 1}))

    assert names(settled(room=RoomType.SUITE)) == ["Birch"]
    assert names(settled(room=RoomType.TWO_BEDS)) == []


@pytest.mark.django_db
def test_a_room_has_to_be_left_on_every_night() -> None:
    stock_up(hotel("Alder"))
    book("alder", date(2027, 8, 5), date(2027, 8, 6), "180")

    assert names(settled(stay=(date(2027, 8, 3), date(2027, 8, 5)))) == ["Alder"]
    assert names(settled(stay=(date(2027, 8, 3), date(2027, 8, 6)))) == []
    assert names(settled(stay=(date(2027, 8, 5), date(2027, 8, 6)))) == []
    assert names(settled(stay=(date(2027, 8, 6), date(2027, 8, 8)))) == ["Alder"]


@pytest.mark.django_db
def test_rooms_left_are_those_of_the_fullest_night() -> None:
    stock_up(hotel("Alder", rooms={RoomType.ONE_BED: 3}))
    book("alder", date(2027, 8, 3), date(2027, 8, 5), "360")
    book("alder", date(2027, 8, 4), date(2027, 8, 5), "180")

    (offer,) = search_hotels(settled(stay=(date(2027, 8, 3), date(2027, 8, 6))), today=TODAY)

    assert offer.rooms_left == 1


@pytest.mark.django_db
def test_any_room_is_the_next_kind_up_when_the_cheapest_is_sold_out() -> None:
    stock_up(hotel("Alder", rooms={RoomType.ONE_BED: 1, RoomType.TWO_BEDS: 1}))
    book("alder", date(2027, 8, 3), date(2027, 8, 4), "180")

    (offer,) = search_hotels(settled(stay=(date(2027, 8, 3), date(2027, 8, 4))), today=TODAY)

    assert (offer.room_type, offer.total) == (RoomType.TWO_BEDS, Decimal("288.00"))


def test_open_questions_and_broken_rules_are_not_searched() -> None:
    with pytest.raises(InvalidCriteria) as unanswered:
        search_hotels(Criteria(), today=TODAY)
    with pytest.raises(InvalidCriteria) as past:
        search_hotels(settled(stay=(date(2026, 11, 29), date(2026, 12, 1))), today=TODAY)

    assert len(unanswered.value.issues) == 5
    assert [issue.code for issue in past.value.issues] == ["past"]


def test_a_search_costs_three_queries_for_any_number_of_hotels(
    portland: None, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    # 1. hotels  2. rooms in service by hotel and kind  3. of these, the ones sold by night
    with django_assert_num_queries(3):
        assert len(search_hotels(settled(), today=TODAY)) == 32

    stock_up(hotel("Alder"))
    with django_assert_num_queries(3):
        assert len(search_hotels(settled(), today=TODAY)) == 1


def test_facts_come_in_the_order_asked_for_without_strangers(
    portland: None, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    slugs = ["hilton-portland-downtown", "no-such-hotel", "canopy-by-hilton-portland-pearl-district"]

    with django_assert_num_queries(1):
        facts = hotel_facts(slugs)

    assert [one.name for one in facts] == [
        "Hilton Portland Downtown",
        "Canopy by Hilton Portland Pearl District",
    ]
    assert Amenity.EV_CHARGING in facts[0].amenities
    assert Amenity.EV_CHARGING not in facts[1].amenities
    assert facts[1].room_types == (RoomType.ONE_BED, RoomType.TWO_BEDS)
