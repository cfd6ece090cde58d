"""From tool calls to values: leniently read, strictly refused."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal
from typing import Any

import pytest
from pydantic import ValidationError

from hotelsite.concierge import capturing
from hotelsite.concierge.arguments import (
    CaptureAmenities,
    CaptureBudget,
    CaptureDates,
    CaptureDistance,
    CaptureRoomType,
    Place,
)
from hotelsite.concierge.capturing import Refused
from hotelsite.concierge.state import AmenitiesState, BudgetState, DatesState, DistanceState
from hotelsite.hotels.criteria import AmenitiesValue, Amenity, BudgetValue, DatesValue, DistanceValue
from tests.concierge.support import TODAY

AUGUST = DatesState(answered=True, check_in="2027-08-03", check_out="2027-08-09")
ARRIVING = DatesState(check_in="2027-08-03")
LEAVING = DatesState(check_out="2027-08-09")
TWO_NIGHTS = DatesState(nights=2)


@pytest.mark.parametrize(
    ("saved", "call", "check_in", "check_out"),
    [
        pytest.param(DatesState(), {"check_in": "2027-08-03", "check_out": "2027-08-09"}, 3, 9, id="both"),
        pytest.param(DatesState(), {"check_in": "2027-08-03", "nights": 2}, 3, 5, id="arrival and nights"),
        pytest.param(DatesState(), {"check_out": "2027-08-09", "nights": 2}, 7, 9, id="departure and nights"),
        pytest.param(ARRIVING, {"nights": 2}, 3, 5, id="nights complete an arrival"),
        pytest.param(ARRIVING, {"check_out": "2027-08-07"}, 3, 7, id="a departure completes an arrival"),
        pytest.param(LEAVING, {"nights": 2}, 7, 9, id="nights complete a departure"),
        pytest.param(TWO_NIGHTS, {"check_in": "2027-08-03"}, 3, 5, id="an arrival completes nights"),
        pytest.param(AUGUST, {"nights": 4}, 3, 7, id="another length keeps the arrival"),
        pytest.param(AUGUST, {"check_out": "2027-08-08"}, 3, 8, id="another departure keeps the arrival"),
        pytest.param(AUGUST, {"check_in": "2027-08-04"}, 4, 9, id="another arrival keeps the departure"),
        pytest.param(AUGUST, {"check_in": "2027-08-20"}, 20, None, id="unless it makes it meaningless"),
        pytest.param(DatesState(), {"check_in": "2027-08-03"}, 3, None, id="half"),
        pytest.param(AUGUST, {"check_in": "2027-08-04", "check_out": None}, 4, None, id="open on purpose"),
    ],
)
def test_dates(saved: DatesState, call: dict[str, Any], check_in: int, check_out: int | None) -> None:
    reading = capturing.read_dates(CaptureDates(**call), saved, today=TODAY)

    leaving = dt.date(2027, 8, check_out) if check_out else None
    assert reading.value == DatesValue(check_in=dt.date(2027, 8, check_in), check_out=leaving)
    assert reading.complete is (check_out is not None)


def test_nights_alone_are_kept_as_half_an_answer() -> None:
    reading = capturing.read_dates(CaptureDates(nights=2), DatesState(), today=TODAY)
    assert (reading.complete, reading.beside) == (False, {"nights": 2})


@pytest.mark.parametrize(
    ("call", "words"),
    [
        ({"check_in": "2027-02-30"}, "no February 30"),
        ({"check_in": "2027-02-29"}, "28 days"),
        ({"check_in": "2027-13-01"}, "calendar day"),
        ({"check_in": "next week"}, "calendar day"),
        ({"check_in": "0000-01-01"}, "calendar day"),
        ({"check_in": "9999-12-31", "nights": 2}, "calendar day"),
        ({"nights": 0}, "at least one night"),
        ({"nights": 31}, "at most 30"),
        ({}, "calendar day"),
    ],
)
def test_dates_that_cannot_be(call: dict[str, Any], words: str) -> None:
    with pytest.raises(Refused) as refused:
        capturing.read_dates(CaptureDates(**call), DatesState(), today=TODAY)
    assert words in refused.value.message


LIMITED = BudgetState(answered=True, min="100", max="700")


@pytest.mark.parametrize(
    ("call", "least", "most"),
    [
        ({"max": "500"}, "100", "500"),
        ({"min": None, "max": "500"}, None, "500"),
        ({"min": "$1,200.50"}, "1200.50", "700"),
        ({"max": 650}, "100", "650"),
        ({"max": 99.9}, "100", "99.90"),
        ({"min": None, "max": None}, None, None),
    ],
)
def test_budget_keeps_what_is_left_out_and_drops_what_is_null(
    call: dict[str, Any], least: str | None, most: str | None
) -> None:
    reading = capturing.read_budget(CaptureBudget(**call), LIMITED, nights=None)
    assert reading.value == BudgetValue(min=least, max=most)


def test_an_amount_for_the_stay_is_spread_over_its_nights_and_never_rounded_up() -> None:
    reading = capturing.read_budget(CaptureBudget(max="1000", period="stay"), BudgetState(), nights=3)
    assert reading.value == BudgetValue(min=None, max="333.33")
    assert "$1,000 for 3 nights" in reading.remarks[0]


@pytest.mark.parametrize(
    ("call", "words"),
    [
        ({"max": "cheap"}, "could not read"),
        ({"max": "1e5"}, "could not read"),
        ({"max": "1" * 40}, "could not read"),
        ({"max": "150", "currency": "EUR"}, "US dollars"),
        ({"max": "600", "period": "stay"}, "whole stay"),
        ({}, "could not read"),
    ],
)
def test_budgets_that_cannot_be_read(call: dict[str, Any], words: str) -> None:
    with pytest.raises(Refused) as refused:
        capturing.read_budget(CaptureBudget(**call), BudgetState(), nights=None)
    assert words in refused.value.message


def test_near_without_miles_is_half_an_answer_that_a_number_completes() -> None:
    half = capturing.read_distance(CaptureDistance(near=["city_center"]), DistanceState())
    assert (half.complete, half.beside) == (False, {"near": (Place.CITY_CENTER,)})

    whole = capturing.read_distance(
        CaptureDistance(city_center="5"), DistanceState(near=[Place.CITY_CENTER], airport="9")
    )
    assert (whole.complete, whole.beside) == (True, {"near": ()})
    assert whole.value == DistanceValue(airport=Decimal(9), city_center=Decimal(5))


WIFI, POOL, PARKING = Amenity.FREE_WIFI, Amenity.INDOOR_POOL, Amenity.FREE_PARKING


@pytest.mark.parametrize(
    ("call", "wanted"),
    [
        ({"amenities": [PARKING]}, [PARKING]),
        ({"amenities": []}, []),
        ({"add": [PARKING]}, [PARKING, WIFI, POOL]),
        ({"remove": [POOL]}, [WIFI]),
        ({"add": [PARKING], "remove": [WIFI]}, [PARKING, POOL]),
        ({"remove": [Amenity.TENNIS]}, [WIFI, POOL]),
    ],
)
def test_amenities_are_replaced_added_and_removed(call: dict[str, Any], wanted: list[Amenity]) -> None:
    saved = AmenitiesState(answered=True, amenities=[WIFI, POOL])
    reading = capturing.read_amenities(CaptureAmenities(**call), saved)
    assert reading.value == AmenitiesValue(amenities=wanted)


def test_what_was_never_wanted_cannot_be_excluded_and_this_is_said() -> None:
    saved = AmenitiesState(answered=True, amenities=[WIFI])
    reading = capturing.read_amenities(CaptureAmenities(remove=[POOL]), saved)
    assert "rule hotels out for having indoor pool" in reading.remarks[0]

    with pytest.raises(Refused, match="refused"):
        capturing.read_amenities(CaptureAmenities(remove=[POOL]), AmenitiesState())


def test_only_unknown_wishes_are_refused_and_known_ones_beside_them_kept() -> None:
    with pytest.raises(Refused):
        capturing.read_amenities(CaptureAmenities(others=True), AmenitiesState())

    reading = capturing.read_amenities(CaptureAmenities(add=[WIFI], others=True), AmenitiesState())
    assert reading.value == AmenitiesValue(amenities=[WIFI])
    assert reading.remarks


def test_a_call_for_amenities_that_says_nothing_is_no_call() -> None:
    with pytest.raises(ValidationError):
        CaptureAmenities()


def test_stays_that_may_be_meant_are_asked_about_and_nothing_is_saved() -> None:
    call = CaptureDates(either=[{"check_in": "2027-08-06"}, {"check_in": "2027-08-13"}], nights=2)

    reading = capturing.read_dates(call, DatesState(), today=TODAY)

    assert reading.value == DatesValue(check_in=None, check_out=None)
    assert reading.beside == {"nights": 2}
    assert "Did you mean Friday, August 6, 2027 to Sunday, August 8, 2027 or" in reading.question
    assert [choice.frame["value"] for choice in reading.choices] == [
        {"check_in": "2027-08-06", "check_out": "2027-08-08"},
        {"check_in": "2027-08-13", "check_out": "2027-08-15"},
    ]


def test_half_a_stay_that_may_be_meant_is_completed_by_what_is_saved_else_said_as_half() -> None:
    call = CaptureDates(either=[{"check_in": "2027-08-06"}])
    saved = DatesState(answered=True, check_in=dt.date(2027, 8, 2), check_out=dt.date(2027, 8, 9))

    whole = capturing.read_dates(call, saved, today=TODAY).choices[0].frame
    half = capturing.read_dates(call, DatesState(), today=TODAY).choices[0].frame

    assert whole["value"] == {"check_in": "2027-08-06", "check_out": "2027-08-09"}
    assert half == {"type": "message", "text": "arriving Friday, August 6, 2027"}


def test_the_arrival_that_all_of_them_share_is_kept_while_the_length_is_asked_for() -> None:
    stays = [{"check_in": "2027-08-06", "check_out": f"2027-08-{day:02}"} for day in (8, 9)]
    call = CaptureDates(either=stays)

    assert capturing.read_dates(call, DatesState(), today=TODAY).beside["check_in"] == dt.date(2027, 8, 6)
    assert "check_in" not in capturing.read_dates(call, AUGUST, today=TODAY).beside


def test_a_length_said_before_changes_no_stay_that_is_said_whole() -> None:
    stays = [{"check_in": "2027-08-06", "check_out": f"2027-08-0{day}"} for day in (8, 9)]
    reading = capturing.read_dates(CaptureDates(either=stays), DatesState(nights=7), today=TODAY)

    assert [reply.label for reply in reading.choices] == [
        "Friday, August 6, 2027 to Sunday, August 8, 2027",
        "Friday, August 6, 2027 to Monday, August 9, 2027",
    ]


def test_a_day_that_has_passed_is_named_before_the_likely_one_is_offered() -> None:
    call = CaptureDates(check_in="2026-08-06", either=[{"check_in": "2027-08-06"}])

    question = capturing.read_dates(call, DatesState(), today=TODAY).question

    assert question == "Thursday, August 6, 2026 has already passed. Did you mean Friday, August 6, 2027?"


@pytest.mark.parametrize(
    ("call", "nights", "labels", "values"),
    [
        pytest.param(
            {"max": "200", "roughly": True}, None, ["At most $200 a night"], [{"min": None, "max": "200"}], id="roughly"
        ),
        pytest.param(
            {"max": "600", "period": "unclear"},
            3,
            ["For each night", "For the whole stay"],
            [{"min": None, "max": "600"}, {"min": None, "max": "200.00"}],
            id="for a night or for three",
        ),
        pytest.param(
            {"max": "600", "period": "unclear"},
            None,
            ["For each night", "For the whole stay"],
            [{"min": None, "max": "600"}, None],
            id="for a night or for so many",
        ),
    ],
)  # fmt: skip
def test_an_amount_that_may_mean_two_things_is_asked_about(
    call: dict[str, Any], nights: int | None, labels: list[str], values: list[Any]
) -> None:
    saved = BudgetState(answered=True, max=Decimal(150))

    reading = capturing.read_budget(CaptureBudget(**call), saved, nights=nights)

    assert reading.question
    assert reading.value == BudgetValue(min=None, max=Decimal(150))
    assert [choice.label for choice in reading.choices] == labels
    assert [choice.frame.get("value") for choice in reading.choices] == values


def test_of_several_kinds_of_room_the_customer_chooses() -> None:
    reading = capturing.read_room_type(CaptureRoomType(room_type=None, either=("two_beds", "suite")))

    assert reading.question == "Which shall it be: a room with two beds or a suite?"
    assert [choice.frame["value"] for choice in reading.choices] == [
        {"room_type": "two_beds"},
        {"room_type": "suite"},
    ]


def test_what_is_avoided_is_dropped_and_said_to_rule_nothing_out() -> None:
    saved = AmenitiesState(answered=True, amenities=(Amenity.TENNIS, Amenity.FREE_WIFI))

    reading = capturing.read_amenities(CaptureAmenities(avoid=[Amenity.TENNIS]), saved)

    assert reading.value == AmenitiesValue(amenities=(Amenity.FREE_WIFI,))
    assert len(reading.remarks) == 1
    assert Amenity.TENNIS.label in reading.remarks[0]


def test_what_is_avoided_settles_nothing_before_a_wish() -> None:
    with pytest.raises(Refused) as refusal:
        capturing.read_amenities(CaptureAmenities(avoid=[Amenity.TENNIS]), AmenitiesState())

    assert Amenity.TENNIS.label in refusal.value.message


def test_of_several_amenities_that_would_do_it_is_asked_which() -> None:
    call = CaptureAmenities(add=[Amenity.FREE_WIFI], either=[Amenity.TENNIS, Amenity.KITCHEN])

    reading = capturing.read_amenities(call, AmenitiesState())

    assert reading.question == f"Which shall it be: {Amenity.TENNIS.label} or {Amenity.KITCHEN.label}?"
    assert reading.value == AmenitiesValue(amenities=())
    assert [choice.frame["value"] for choice in reading.choices] == [
        {"amenities": ["free_wifi", "tennis"]},
        {"amenities": ["free_wifi", "kitchen"]},
        {"amenities": ["free_wifi", "kitchen", "tennis"]},
    ]
