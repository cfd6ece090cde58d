"""The shapes of the criteria: what can be built, what cannot, and how it is written."""

from __future__ import annotations

import json
from datetime import date, datetime
from decimal import Decimal
from typing import Any

import pytest
from pydantic import ValidationError

from hotelsite.hotels.criteria import (
    VALUE_TYPES,
    AmenitiesValue,
    Amenity,
    BudgetValue,
    Criteria,
    Criterion,
    DatesCriterion,
    DatesValue,
    RoomType,
    RoomTypeValue,
)

WELL_FORMED: list[tuple[Criterion, dict[str, Any]]] = [
    (Criterion.DATES, {"check_in": "2027-08-03", "check_out": "2027-08-09"}),
    (Criterion.DATES, {"check_in": "2027-08-03", "check_out": None}),
    (Criterion.BUDGET, {"min": None, "max": "700"}),
    (Criterion.BUDGET, {"min": "99.50", "max": None}),
    (Criterion.ROOM_TYPE, {"room_type": "suite"}),
    (Criterion.ROOM_TYPE, {"room_type": None}),
    (Criterion.AMENITIES, {"amenities": ["free_parking", "free_wifi"]}),
    (Criterion.AMENITIES, {"amenities": []}),
    (Criterion.DISTANCE, {"airport": None, "city_center": "5"}),
]

MALFORMED: list[tuple[Criterion, Any]] = [
    (Criterion.DATES, {"check_in": "2027-02-30", "check_out": None}),
    (Criterion.DATES, {"check_in": "2027-8-3", "check_out": None}),
    (Criterion.DATES, {"check_in": "2027-08-03T00:00:00", "check_out": None}),
    (Criterion.DATES, {"check_in": 1817251200, "check_out": None}),
    (Criterion.DATES, {"check_in": datetime(2027, 8, 3), "check_out": None}),  # noqa: DTZ001 - that is the point
    (Criterion.DATES, {"check_in": "2027-08-03"}),
    (Criterion.BUDGET, {"min": None, "max": "about 700"}),
    (Criterion.BUDGET, {"min": None, "max": True}),
    (Criterion.BUDGET, {"min": None, "max": "NaN"}),
    (Criterion.BUDGET, {"min": None, "max": "1e5"}),
    (Criterion.BUDGET, {"min": None, "max": "1_000"}),
    (Criterion.BUDGET, {"min": None, "max": "\u0667\u0660\u0660"}),
    (Criterion.BUDGET, {"min": None, "max": "700.005"}),
    (Criterion.BUDGET, {"min": None, "max": "9" * 20}),
    (Criterion.BUDGET, {"min": None, "max": ["700"]}),
    (Criterion.ROOM_TYPE, {"room_type": "penthouse"}),
    (Criterion.ROOM_TYPE, {"room_type": None, "beds": 2}),
    (Criterion.AMENITIES, {"amenities": ["helipad"]}),
    (Criterion.AMENITIES, {"amenities": "free_wifi"}),
    (Criterion.AMENITIES, {"amenities": None}),
    (Criterion.DISTANCE, {"airport": "near", "city_center": None}),
    (Criterion.DISTANCE, []),
    (Criterion.DISTANCE, None),
]


@pytest.mark.parametrize(("criterion", "value"), WELL_FORMED)
def test_a_value_is_written_as_it_was_read(criterion: Criterion, value: dict[str, Any]) -> None:
    read = VALUE_TYPES[criterion].model_validate(value)

    assert json.loads(read.model_dump_json()) == value


@pytest.mark.parametrize(("criterion", "value"), MALFORMED)
def test_a_value_of_the_wrong_shape_cannot_be_built(criterion: Criterion, value: object) -> None:
    with pytest.raises(ValidationError):
        VALUE_TYPES[criterion].model_validate(value)


def test_an_error_does_not_quote_what_was_written() -> None:
    with pytest.raises(ValidationError) as caught:
        BudgetValue.model_validate({"min": None, "max": "my card is 4111"})

    assert "4111" not in str(caught.value)


def test_amenities_are_unique_and_in_the_order_of_every_list() -> None:
    value = AmenitiesValue(amenities=(Amenity.FREE_WIFI, Amenity.BOUTIQUE, Amenity.FREE_WIFI))

    assert value.amenities == (Amenity.BOUTIQUE, Amenity.FREE_WIFI)


def test_values_cannot_be_changed() -> None:
    with pytest.raises(ValidationError):
        RoomTypeValue(room_type=None).room_type = RoomType.SUITE  # type: ignore[misc]  # the point of the test


def test_large_round_amounts_are_written_in_digits() -> None:
    assert BudgetValue(min=None, max=Decimal("1E+4")).model_dump_json() == '{"min":null,"max":"10000"}'


def test_the_snapshot_starts_with_nothing_answered() -> None:
    assert Criteria().unanswered() == list(Criterion)
    assert json.loads(Criteria().model_dump_json())["dates"] == {
        "answered": False,
        "check_in": None,
        "check_out": None,
    }


def test_settling_one_criterion_leaves_the_others() -> None:
    before = Criteria(dates=DatesCriterion(check_in=date(2027, 8, 3)))

    after = before.with_value(Criterion.ROOM_TYPE, RoomTypeValue(room_type=RoomType.SUITE))

    assert after.room_type.answered
    assert after.room_type.room_type is RoomType.SUITE
    assert after.dates == before.dates
    assert not before.room_type.answered


def test_half_an_answer_does_not_settle_the_dates_by_itself() -> None:
    assert DatesCriterion(check_in=date(2027, 8, 3)).answered is False
    assert DatesValue(check_in=date(2027, 8, 3), check_out=None).check_out is None


def test_every_word_has_a_label_of_its_own() -> None:
    words: list[Criterion | RoomType | Amenity] = [*Criterion, *RoomType, *Amenity]
    labels = [word.label for word in words]

    assert len(set(labels)) == len(labels)
    assert not any("_" in label for label in labels)
