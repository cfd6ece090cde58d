from __future__ import annotations

from typing import Any

import pytest

from hotelsite.hotels.criteria import RoomType
from hotelsite.local_models.reading import RoomReading
from tests.local_models.support import SAVED, asked, read


def room_of(text: str, **known: Any) -> RoomReading:
    found = read(text, **known).room_type
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("text", "room_type"),
    [
        ("one bed", RoomType.ONE_BED),
        ("a king please", RoomType.ONE_BED),
        ("a room with a queen size bed", RoomType.ONE_BED),
        ("single room", RoomType.ONE_BED),
        ("a double room", RoomType.ONE_BED),
        ("two beds", RoomType.TWO_BEDS),
        ("2 queens", RoomType.TWO_BEDS),
        ("twin beds", RoomType.TWO_BEDS),
        ("a two-bed room", RoomType.TWO_BEDS),
        ("two double beds", RoomType.TWO_BEDS),
        ("a suite", RoomType.SUITE),
        ("the honeymoon suite", RoomType.SUITE),
        ("king suite", RoomType.SUITE),
        ("a suite for 2", RoomType.SUITE),
        ("on second thought, a suite", RoomType.SUITE),
        ("two beds instead of a suite", RoomType.TWO_BEDS),
        ("not a suite, one bed", RoomType.ONE_BED),
        ("there is no need for two beds, a king will do", RoomType.ONE_BED),
        ("we don't actually need a suite; two queens", RoomType.TWO_BEDS),
        ("one bed, no wait, two beds", RoomType.TWO_BEDS),
    ],
)
def test_a_room_type_is_read_by_any_of_its_names(text: str, room_type: RoomType) -> None:
    assert room_of(text).room_type is room_type


@pytest.mark.parametrize(
    ("text", "room_type"), [("2", RoomType.TWO_BEDS), ("one", RoomType.ONE_BED), ("just 1", RoomType.ONE_BED)]
)
def test_a_bare_number_counts_beds_after_the_question_about_the_room(text: str, room_type: RoomType) -> None:
    assert room_of(text, **asked("room_type")).room_type is room_type


@pytest.mark.parametrize(
    "text",
    ["any room type", "the room type doesn't matter", "no room preference", "I don't care what kind of room"],
)
def test_any_room_is_read_wherever_it_is_said(text: str) -> None:
    assert room_of(text).any


@pytest.mark.parametrize("text", ["whatever", "I don't mind", "any", "either is fine", "skip"])
def test_no_preference_answers_the_question_about_the_room(text: str) -> None:
    assert room_of(text, **asked("room_type")).any


def test_a_refused_type_is_never_a_wish_for_it() -> None:
    found = room_of("not a suite", saved=SAVED)

    assert (found.room_type, found.negated, found.has_value) == (None, (RoomType.SUITE,), False)


@pytest.mark.parametrize("text", ["one bed or a suite", "a suite with two beds"])
def test_two_types_are_a_question(text: str) -> None:
    found = room_of(text)

    assert found.room_type is None
    assert len(found.options) == 2


@pytest.mark.parametrize("text", ["a family room", "two bedrooms", "what types of room are there?"])
def test_rooms_that_we_call_otherwise_are_asked_about(text: str) -> None:
    found = room_of(text)

    assert found.unreadable
    assert not found.has_value


@pytest.mark.parametrize(
    "text",
    [
        "make it two rooms",
        "the Embassy Suites by Hilton",
        "an ensuite bathroom",
        "a grey suit",
        "room service",
    ],
)
def test_other_rooms_and_suites_are_no_room_type(text: str) -> None:
    assert read(text).room_type is None


@pytest.mark.parametrize("text", ["no", "nah", "no, thank you"])
def test_a_bare_no_chooses_no_room(text: str) -> None:
    assert read(text, **asked("room_type")).room_type is None
