"""Answers to the open question that would fit any question: "any", "no preference", a plain yes or no."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from hotelsite.hotels.criteria import Criterion
from hotelsite.local_models.reading.amenities import AmenitiesReading, read_amenities
from hotelsite.local_models.reading.asking import Asked
from hotelsite.local_models.reading.distance import DistanceReading
from hotelsite.local_models.reading.evidence import Passage
from hotelsite.local_models.reading.intents import Intent, is_plain_no
from hotelsite.local_models.reading.message import Reading
from hotelsite.local_models.reading.money import BudgetReading
from hotelsite.local_models.reading.patterns import all_of_it, one_of, whole
from hotelsite.local_models.reading.rooms import RoomReading

_ANYTHING: Final = one_of(
    r"any(?:thing|where)?", r"none", r"no limits?", r"either", r"all", r"unlimited", r"nothing", r"open", r"flexible"
)  # fmt: skip
_ONLY_ANY: Final = all_of_it(
    rf"(?:(?:just|really|honestly|um|well|oh)\W+)*{_ANYTHING}(?: (?:is fine|will do|works|goes|really|please|at all|thanks))*"
)
_SOMETHING_ELSE: Final = whole(r"stars?", r"area", r"part of town", r"name", r"chain", r"brand")
"""What customers have no preference for and we never ask about."""


def answered_in_general(reading: Reading, asked: Asked, passage: Passage) -> Reading:
    """Read "any", "no preference" or a plain "no" as the answer to the open question."""
    criterion = asked.criterion
    if criterion is None or criterion is Criterion.DATES or reading.get(criterion) is not None:
        return reading
    if criterion is Criterion.AMENITIES and _only_agrees(reading):
        return replace(reading, amenities=_agreed_amenities(asked))
    if Intent.NONE_OF_THESE in reading.intents or not _declines(reading, passage, criterion):
        return reading
    match criterion:
        case Criterion.BUDGET:
            return replace(reading, budget=BudgetReading(no_min=True, no_max=True))
        case Criterion.ROOM_TYPE:
            return replace(reading, room_type=RoomReading(any=True))
        case Criterion.AMENITIES:
            return replace(reading, amenities=AmenitiesReading(no_preference=True))
        case Criterion.DISTANCE:
            return replace(reading, distance=DistanceReading(no_limit=True))


def _only_agrees(reading: Reading) -> bool:
    return Intent.AFFIRM in reading.intents and Intent.DENY not in reading.intents and not reading.mentions


def _agreed_amenities(asked: Asked) -> AmenitiesReading | None:
    """Return the amenities that the question proposed: "yes" to "do you need parking?"."""
    proposed = read_amenities(Passage.of(asked.question))
    return AmenitiesReading(wished=proposed.named, strong=True) if proposed and proposed.named else None


def _declines(reading: Reading, passage: Passage, criterion: Criterion) -> bool:
    if Intent.NO_PREFERENCE in reading.intents:
        return not reading.mentions and not _SOMETHING_ELSE.search(passage.text)
    if _ONLY_ANY.match(passage.text):
        return True
    # "No" to "which amenities?" wishes for none; to "how much?" and "which room?" it refuses the question.
    return criterion in (Criterion.AMENITIES, Criterion.DISTANCE) and is_plain_no(passage.text)
