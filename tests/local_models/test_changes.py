"""What a message changes in the saved criteria: only what it names."""

from __future__ import annotations

from typing import Any

import pytest

from hotelsite.hotels.criteria import Criteria, Criterion
from hotelsite.local_models.reading import apply_reading
from tests.local_models.support import SAVED, read

EMPTY = Criteria()


def changed(text: str, saved: Criteria = SAVED, asked: Criterion | None = None) -> dict[str, Any]:
    """Return the new values as plain JSON."""
    reading = read(text, saved=saved, asked=asked)
    values = apply_reading(reading, saved, asked=asked)
    return {criterion.value: value.model_dump(mode="json") for criterion, value in values.items()}


def stay(check_in: str | None, check_out: str | None) -> dict[str, Any]:
    return {"dates": {"check_in": check_in, "check_out": check_out}}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("one more night", stay("2027-08-03", "2027-08-10"), id="a night more"),
        pytest.param("two days later", stay("2027-08-05", "2027-08-11"), id="later as a whole"),
        pytest.param("we leave a day earlier", stay("2027-08-03", "2027-08-08"), id="an earlier end"),
        pytest.param("only four nights", stay("2027-08-03", "2027-08-07"), id="another length"),
        pytest.param("we arrive on August 4", stay("2027-08-04", "2027-08-09"), id="another check-in"),
        pytest.param("until the 12th", stay("2027-08-03", "2027-08-12"), id="another check-out"),
        pytest.param("make it September 1", stay("2027-09-01", None), id="another stay reopens its end"),
        pytest.param("same dates but one bed", {"room_type": {"room_type": "one_bed"}}, id="same dates"),
        pytest.param("under 500", {"budget": {"min": "100", "max": "500"}}, id="the lower limit stays"),
        pytest.param("no lower limit", {"budget": {"min": None, "max": "700"}}, id="the upper limit stays"),
        pytest.param("any price", {"budget": {"min": None, "max": None}}, id="no limit"),
        pytest.param(
            "raise the maximum by 50 dollars", {"budget": {"min": "100", "max": "750"}}, id="by an amount"
        ),
        pytest.param(
            "plus parking",
            {"amenities": {"amenities": ["free_parking", "free_wifi", "indoor_pool"]}},
            id="one more",
        ),
        pytest.param("leave out the pool", {"amenities": {"amenities": ["free_wifi"]}}, id="one less"),
        pytest.param(
            "a gym instead of the pool", {"amenities": {"amenities": ["fitness_center"]}}, id="instead"
        ),
        pytest.param("only a gym", {"amenities": {"amenities": ["fitness_center"]}}, id="only"),
        pytest.param("no amenities needed", {"amenities": {"amenities": []}}, id="none"),
        pytest.param(
            "within 2 miles of the airport",
            {"distance": {"airport": "2", "city_center": "5"}},
            id="the other place stays",
        ),
        pytest.param("any distance", {"distance": {"airport": None, "city_center": None}}, id="anywhere"),
        pytest.param("not a suite", {}, id="a refusal alone sets nothing"),
        pytest.param("does it have a gym?", {}, id="a question sets nothing"),
        pytest.param("from Feb 30 on", {}, id="an impossible day sets nothing"),
        pytest.param("120 euros at most", {}, id="another currency sets nothing"),
        pytest.param("near downtown", {}, id="near sets nothing yet"),
        pytest.param("never mind", {}, id="never mind"),
    ],
)
def test_a_message_touches_only_what_it_names(text: str, expected: dict[str, Any]) -> None:
    assert changed(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("from Dec 12", stay("2026-12-12", None)),
        ("three nights", {}),
        ("a gym and a pool", {"amenities": {"amenities": ["fitness_center", "indoor_pool"]}}),
        ("leave out the pool", {}),
        ("raise it by 50 dollars", {}),
    ],
)
def test_with_nothing_saved_a_change_has_nothing_to_change(text: str, expected: dict[str, Any]) -> None:
    assert changed(text, saved=EMPTY) == expected


def test_amenities_named_in_answer_to_their_question_are_all_of_them() -> None:
    assert changed("a gym", asked=Criterion.AMENITIES) == {"amenities": {"amenities": ["fitness_center"]}}
    assert changed("a gym too", asked=Criterion.AMENITIES) == {
        "amenities": {"amenities": ["fitness_center", "free_wifi", "indoor_pool"]}
    }


def test_one_message_changes_several_criteria_at_once() -> None:
    assert changed("a suite, March 2 to 5, below 300, and is parking free?", saved=EMPTY) == {
        **stay("2027-03-02", "2027-03-05"),
        "budget": {"min": None, "max": "300"},
        "room_type": {"room_type": "suite"},
    }
