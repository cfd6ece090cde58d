"""Where a request belongs and whether it holds something to save: the local answer to the router's questions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hotelsite.hotels.criteria import Criterion
from hotelsite.local_models.facts import criteria_of, criterion_of, today_of
from hotelsite.local_models.reading import (
    AmenitiesReading,
    BudgetProblem,
    BudgetReading,
    DateProblem,
    DatesReading,
    DistanceReading,
    Reading,
    RoomReading,
    read_message,
)

DELIVERIES = ("apply_request", "prompt_next", "none")
_UNSURE_OF_VALUE = 0.85


def read_request(state: Mapping[str, Any]) -> Reading | None:
    """Read the newest request by the facts beside it; None when a fact that is needed is not there."""
    today, saved = today_of(state), criteria_of(state)
    request = state.get("request")
    if today is None or saved is None or not isinstance(request, str):
        return None
    return read_message(request, asked=criterion_of(state, "open_question"), saved=saved, today=today)


def destination(reading: Reading) -> dict[str, float]:
    """Return the probabilities of the nine destinations.

    The first criterion of a message leads, unless it holds nothing to save and a later one does: then that one takes
    its place, so that what can be saved is saved before the customer is asked anything.
    """
    scores = dict(reading.destination_scores)
    first = next(iter(reading.mentions), None)
    saved_first = next(
        (criterion for criterion in reading.mentions if holds_something(reading, criterion)), None
    )
    if first and saved_first and first is not saved_first:
        scores[first], scores[saved_first] = scores[saved_first], scores[first]
    return scores


def delivery(reading: Reading) -> dict[str, float]:
    """Return the probabilities of what the message carries for the criterion it is about."""
    if not reading.mentions:
        likely = "none"
    elif any(holds_something(reading, criterion) for criterion in reading.mentions):
        likely = "apply_request"
    else:
        likely = "prompt_next"
    certain = max(reading.destination_scores.values()) if reading.mentions else 0.95
    top = max(certain, _UNSURE_OF_VALUE)
    return {label: top if label == likely else (1 - top) / 2 for label in DELIVERIES}


def holds_something(reading: Reading, criterion: Criterion) -> bool:
    """Tell whether a collector can do something with what was said: save it, save half of it, or ask about it in turn."""
    match reading.get(criterion):
        case DatesReading() as dates:
            can_ask = dates.problem not in (None, DateProblem.VAGUE) or bool(dates.options or dates.nights)
            return dates.has_value or can_ask or dates.bounded
        case BudgetReading() as budget:
            return budget.has_value or budget.problem not in (None, BudgetProblem.VAGUE)
        case RoomReading() as room:
            return room.has_value or bool(room.negated or room.options)
        case AmenitiesReading() as amenities:
            return amenities.has_value or bool(amenities.unknown or amenities.either)
        case DistanceReading() as distance:
            return distance.has_value or bool(distance.near) or distance.problem is not None
    return False
