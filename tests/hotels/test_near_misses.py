"""Near misses: the one criterion in the way, by how much, and what relaxing it would open."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from uuid import uuid4

import pytest
from pytest_django import DjangoAssertNumQueries

from hotelsite.hotels.bookings import reserve
from hotelsite.hotels.criteria import (
    AmenitiesValue,
    Amenity,
    BudgetValue,
    Criteria,
    Criterion,
    CriterionValue,
    DatesValue,
    DistanceValue,
    RoomType,
    RoomTypeValue,
)
from hotelsite.hotels.rules import InvalidCriteria
from hotelsite.hotels.search import NearMiss, near_misses, search_hotels
from tests.hotels.support import TODAY, hotel, settled, stock_up

WEEKDAYS = (date(2027, 8, 3), date(2027, 8, 5))  # 1.8 times the base on both nights


def misses(criteria: Criteria) -> list[NearMiss]:
    assert search_hotels(criteria, today=TODAY) == []
    found = near_misses(criteria, today=TODAY)
    for miss in found:  # what a near miss promises, the search keeps
        relaxed = criteria.with_value(miss.criterion, miss.relaxed_value)
        assert len(search_hotels(relaxed, today=TODAY)) == miss.hotels > 0
    return found


def only(criteria: Criteria) -> tuple[Criterion, CriterionValue, int, str]:
    (miss,) = misses(criteria)
    return miss.criterion, miss.relaxed_value, miss.hotels, miss.message


def test_the_suites_of_august_are_a_few_dollars_away(portland: None) -> None:
    """None of them within 500 a night; the dearest night of the nearest is 527.85."""
    criteria = settled(room=RoomType.SUITE, amenities=[Amenity.FREE_WIFI, Amenity.FREE_PARKING], most="500")

    found = {miss.criterion: miss for miss in misses(criteria)}

    assert found[Criterion.BUDGET].relaxed_value == BudgetValue(min=None, max=Decimal(528))
    assert found[Criterion.BUDGET].message == "$28 more a night opens 1 hotel"
    assert Criterion.AMENITIES not in found, "no suite at all is within 500, with or without parking"


@pytest.mark.django_db
def test_more_money() -> None:
    stock_up(hotel("Alder", base="100"), hotel("Birch", base="100.10"), hotel("Cedar", base="150"))

    assert only(settled(stay=WEEKDAYS, most="169")) == (
        Criterion.BUDGET,
        BudgetValue(min=None, max=Decimal(180)),
        1,
        "$11 more a night opens 1 hotel",
    )


@pytest.mark.django_db
def test_whole_dollars_open_all_hotels_within_them() -> None:
    stock_up(hotel("Alder", base="100.20"), hotel("Birch", base="100.50"))  # 180.36 and 180.90

    assert only(settled(stay=WEEKDAYS, most="170"))[1:] == (
        BudgetValue(min=None, max=Decimal(181)),
        2,
        "$11 more a night opens 2 hotels",
    )


@pytest.mark.django_db
def test_less_money() -> None:
    stock_up(hotel("Alder", base="100.20"))

    assert only(settled(stay=WEEKDAYS, least="300", most="400"))[1:] == (
        BudgetValue(min=Decimal(180), max=Decimal(400)),
        1,
        "A lower limit of $180 instead of $300 a night opens 1 hotel",
    )


@pytest.mark.django_db
def test_another_kind_of_room() -> None:
    stock_up(hotel("Alder"), hotel("Birch"))

    assert only(settled(room=RoomType.SUITE)) == (
        Criterion.ROOM_TYPE,
        RoomTypeValue(room_type=None),
        2,
        "Any kind of room instead of a suite opens 2 hotels",
    )


@pytest.mark.django_db
def test_as_few_amenities_less_as_possible() -> None:
    stock_up(
        hotel("Alder", amenities=[Amenity.KITCHEN]),
        hotel("Birch", amenities=[Amenity.KITCHEN, Amenity.FREE_WIFI]),
        hotel("Cedar", amenities=[Amenity.TENNIS, Amenity.FREE_WIFI]),
        hotel("Doyle", amenities=[Amenity.KITCHEN, Amenity.FREE_WIFI]),
    )

    assert only(settled(amenities=[Amenity.FREE_WIFI, Amenity.KITCHEN, Amenity.TENNIS])) == (
        Criterion.AMENITIES,
        AmenitiesValue(amenities=(Amenity.FREE_WIFI, Amenity.KITCHEN)),
        2,
        "Going without tennis court opens 2 hotels",
    )


@pytest.mark.django_db
def test_further_away() -> None:
    stock_up(hotel("Alder", airport="7.4", city_center="3"), hotel("Birch", airport="20", city_center="3"))

    assert only(settled(airport="5", city_center="3")) == (
        Criterion.DISTANCE,
        DistanceValue(airport=Decimal("7.4"), city_center=Decimal(3)),
        1,
        "2.4 miles further from the airport opens 1 hotel",
    )


@pytest.mark.django_db
def test_further_away_on_both_sides() -> None:
    stock_up(hotel("Alder", airport="6", city_center="4"))

    assert only(settled(airport="5", city_center="3"))[3] == (
        "1 mile further from the airport and 1 mile further from the city center opens 1 hotel"
    )


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("stay", "near", "message"),
    [
        pytest.param(
            (date(2027, 8, 3), date(2027, 8, 5)),
            (date(2027, 8, 2), date(2027, 8, 4)),
            "Arriving 1 day earlier, on Monday, August 2, 2027, opens 1 hotel",
            id="a day earlier rather than two days later",
        ),
        pytest.param(
            (date(2027, 8, 4), date(2027, 8, 5)),
            (date(2027, 8, 5), date(2027, 8, 6)),
            "Arriving 1 day later, on Thursday, August 5, 2027, opens 1 hotel",
            id="later when both are as near",
        ),
    ],
)
def test_other_dates_as_near_as_possible(
    stay: tuple[date, date], near: tuple[date, date], message: str
) -> None:
    stock_up(hotel("Alder"))
    reserve(
        session_id=uuid4(),
        hotel="alder",
        room_type=RoomType.ONE_BED,
        check_in=date(2027, 8, 4),
        check_out=date(2027, 8, 5),
        expected_total=Decimal(180),
    )

    assert only(settled(stay=stay)) == (
        Criterion.DATES,
        DatesValue(check_in=near[0], check_out=near[1]),
        1,
        message,
    )


@pytest.mark.django_db
def test_other_dates_are_never_in_the_past() -> None:
    stock_up(hotel("Alder"))
    reserve(
        session_id=uuid4(),
        hotel="alder",
        room_type=RoomType.ONE_BED,
        check_in=TODAY,
        check_out=date(2026, 12, 4),
        expected_total=Decimal(480),
    )

    assert only(settled(stay=(TODAY, date(2026, 12, 1))))[1] == DatesValue(
        check_in=date(2026, 12, 4), check_out=date(2026, 12, 5)
    )


@pytest.mark.django_db
def test_several_criteria_that_are_each_alone_in_the_way_come_in_their_order() -> None:
    stock_up(hotel("Alder", base="200", amenities=[Amenity.KITCHEN]), hotel("Birch", base="100", airport="9"))

    found = misses(settled(stay=WEEKDAYS, most="200", amenities=[Amenity.KITCHEN], airport="5"))

    assert [miss.criterion for miss in found] == [Criterion.BUDGET]
    assert misses(settled(stay=WEEKDAYS, most="200", airport="5"))[1:] == [
        NearMiss(
            criterion=Criterion.DISTANCE,
            relaxed_value=DistanceValue(airport=Decimal(9), city_center=None),
            hotels=1,
            message="4 miles further from the airport opens 1 hotel",
        )
    ]


@pytest.mark.django_db
def test_nothing_is_near_when_two_criteria_are_in_the_way() -> None:
    stock_up(hotel("Alder"))

    assert misses(settled(room=RoomType.SUITE, amenities=[Amenity.TENNIS])) == []


@pytest.mark.django_db
def test_nothing_is_missed_when_hotels_are_found() -> None:
    stock_up(hotel("Alder"))

    assert near_misses(settled(), today=TODAY) == []


def test_near_misses_cost_three_queries(
    portland: None, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(3):
        assert near_misses(settled(most="5"), today=TODAY)


def test_open_questions_have_no_near_misses() -> None:
    with pytest.raises(InvalidCriteria):
        near_misses(Criteria(), today=TODAY)
