"""Whether the saved criteria say what the customer asked for: the local answer to the question before a search.

The messages of the window are read from the oldest to the newest, and what each says of a part of a criterion replaces
what an earlier one said of it. A saved part that differs is evidence against; a part that nobody mentions is none.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from hotelsite.hotels.criteria import Amenity, Criteria, Criterion, CriterionValue, validate_value
from hotelsite.local_models.facts import criteria_of, today_of
from hotelsite.local_models.reading import Anchor, Reading, apply_reading, read_message

READY: Final = "ready"
UNCLEAR: Final = "unclear"
OUTCOMES: Final = (READY, *(criterion.value for criterion in Criterion), UNCLEAR)

_AGREES: Final = 0.96
"""Probability of being faithful when the window names at least one criterion and nothing differs."""
_SILENT: Final = 0.88
"""The same when the window names none: nothing speaks against it, and nothing for it."""
_DIFFERS: Final = 0.08

_Part = tuple[Criterion, str]


@dataclass(frozen=True, slots=True)
class Faithfulness:
    """What the window says of the saved criteria."""

    faithful: float
    """Probability."""
    outcome: Mapping[str, float]
    """Probability of each outcome."""


def judge(state: Mapping[str, Any]) -> Faithfulness | None:
    """Compare the conversation window with the saved criteria; None when a fact that is needed is not there.

    A criterion that was set by a control of the page is not compared: the control is the customer's newest word.
    """
    today, saved = today_of(state), criteria_of(state)
    if today is None or saved is None:
        return None
    by_control = state.get("by_control") or ()
    said = {
        part: value
        for part, value in _said(_window(state), saved, today).items()
        if part[0].value not in by_control
    }
    differing = [criterion for criterion in Criterion if _differs(criterion, said, saved)]
    if differing:
        return Faithfulness(_DIFFERS, _distribution(differing[0].value, 0.9))
    faithful = _AGREES if said else _SILENT
    return Faithfulness(faithful, _distribution(READY, faithful))


def _window(state: Mapping[str, Any]) -> list[str]:
    earlier = state.get("priorRequests")
    messages = [*(earlier if isinstance(earlier, list) else []), state.get("request")]
    return [message for message in messages if isinstance(message, str)]


def _said(messages: Iterable[str], saved: Criteria, today: date) -> dict[_Part, Any]:
    said: dict[_Part, Any] = {}
    for message in messages:
        reading = read_message(message, saved=saved, today=today)
        for part in _moved(reading):
            said.pop(part, None)
        values = apply_reading(reading, saved)
        for criterion, value in values.items():
            if not validate_value(
                criterion, value, today=today
            ):  # else it was refused, and the old value stayed
                said.update(_parts(criterion, reading, value))
    return said


def _moved(reading: Reading) -> list[_Part]:
    """Return the parts that a message changes from what they were, so that what was said of them before is void."""
    dates, budget = reading.dates, reading.budget
    moved: list[_Part] = []
    if dates and (dates.shift_in or dates.reopens_check_out):
        moved += [(Criterion.DATES, "check_in"), (Criterion.DATES, "check_out")]
    if dates and (dates.shift_out or dates.nights):
        moved.append((Criterion.DATES, "check_out"))
    if budget and budget.raise_by is not None:
        moved.append((Criterion.BUDGET, "max"))
    return moved


def _parts(criterion: Criterion, reading: Reading, value: CriterionValue) -> dict[_Part, Any]:
    """Return the parts of a criterion that a message names outright, with their values.

    What depends on the value before it ("a day later", "50 more") is left out.
    """
    found: dict[str, Any] = {}
    dates, budget, room, amenities, distance = (
        reading.dates,
        reading.budget,
        reading.room_type,
        reading.amenities,
        reading.distance,
    )
    if criterion is Criterion.DATES and dates:
        found = {"check_in": dates.check_in, "check_out": dates.check_out}
        found = {name: day for name, day in found.items() if day is not None}
    elif criterion is Criterion.BUDGET and budget and budget.raise_by is None:
        named = {
            "min": budget.min is not None or budget.no_min,
            "max": budget.max is not None or budget.no_max,
        }
        found = {name: getattr(value, name) for name, is_named in named.items() if is_named}
    elif criterion is Criterion.ROOM_TYPE and room:
        found = {"room_type": room.room_type}
    elif criterion is Criterion.AMENITIES and amenities:
        found = {amenity.value: True for amenity in amenities.wished}
        found |= {amenity.value: False for amenity in amenities.removed | amenities.negated}
        if amenities.no_preference:
            found = {amenity.value: False for amenity in Amenity}
    elif criterion is Criterion.DISTANCE and distance:
        limits = {Anchor.AIRPORT: distance.airport, Anchor.CITY_CENTER: distance.city_center}
        found = {
            anchor.value: miles
            for anchor, miles in limits.items()
            if miles is not None or distance.no_limit or anchor in distance.no_limit_from
        }
    return {(criterion, name): part for name, part in found.items()}


def _differs(criterion: Criterion, said: Mapping[_Part, Any], saved: Criteria) -> bool:
    def has(part: str) -> object:
        if criterion is Criterion.AMENITIES:
            return Amenity(part) in saved.amenities.amenities
        return getattr(saved.get(criterion), part)

    return any(has(part) != wanted for (named, part), wanted in said.items() if named is criterion)


def _distribution(likely: str, probability: float) -> dict[str, float]:
    rest = (1 - probability) / (len(OUTCOMES) - 1)
    return {label: probability if label == likely else rest for label in OUTCOMES}
