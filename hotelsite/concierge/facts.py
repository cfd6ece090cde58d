"""The facts that models are shown beside a prompt: plain JSON, the same for every provider.

| node | facts |
| --- | --- |
| `Router` | `criteria`, `unresolved` (names), `open_question` (name or null), `today` |
| `CriteriaReadiness` | `criteria` (each with its `source`), `issues`, `today` |
| `PresentationReview` | `draft`, `hotels`, `criteria` |
| collectors | `asked` (name), `half` (what is known of it already), `forwarded`, `criteria`, `today` |
| `Present` | `task` (`present` or `serve`), `results`, `more`, `offer` (of `results`, or null), `criteria`, `today` |

`criteria` is PROTOCOL's object. A hotel is `number`, `slug`, `name`, `address`, `room_type`, `nightly_low`,
`nightly_high`, `total`, `nights` (how many), `amenities`, `airport_miles`, `city_center_miles`, `rooms_left`; money and
miles are decimal strings.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence

from graph.jsonvalue import JsonObject, JsonValue
from graph.state import StateView
from hotelsite.concierge.desk import Offer
from hotelsite.concierge.snapshot import (
    collector_state,
    criteria_object,
    issue_objects,
    read_criteria,
    results_of,
)
from hotelsite.concierge.state import DatesState, DistanceState
from hotelsite.hotels.criteria import Criterion, validate


def router_facts(states: StateView, *, open_question: Criterion | None, today: dt.date) -> JsonObject:
    criteria = read_criteria(states)
    return {
        "criteria": criteria_object(criteria, today=today),
        "unresolved": [criterion.value for criterion in criteria.unanswered()],
        "open_question": open_question.value if open_question else None,
        "today": today.isoformat(),
    }


def readiness_facts(states: StateView, *, today: dt.date) -> JsonObject:
    criteria = read_criteria(states)
    described: JsonObject = {
        criterion.value: {
            **criteria.get(criterion).model_dump(mode="json"),
            "source": collector_state(states, criterion).source,
        }
        for criterion in Criterion
    }
    return {
        "criteria": described,
        "issues": issue_objects(validate(criteria, today=today)),
        "today": today.isoformat(),
    }


def draft_facts(states: StateView, *, today: dt.date) -> JsonObject:
    present = results_of(states)
    return {
        "draft": present.draft or "",
        "hotels": hotels(present.results, range(1, min(present.shown, len(present.results)) + 1)),
        "criteria": criteria_object(read_criteria(states), today=today),
    }


def collector_facts(
    states: StateView, criterion: Criterion, *, forwarded: bool, today: dt.date
) -> JsonObject:
    """Facts for one collector; `forwarded` where the router sent the request rather than the customer answering here."""
    return {
        "asked": criterion.value,
        "half": _half(states, criterion),
        "forwarded": forwarded,
        "criteria": criteria_object(read_criteria(states), today=today),
        "today": today.isoformat(),
    }


def _half(states: StateView, criterion: Criterion) -> JsonObject:
    """Return what half an answer left behind that has no place among the criteria."""
    match collector_state(states, criterion):
        case DatesState(nights=int(nights)):
            return {"nights": nights}
        case DistanceState(near=near) if near:
            return {"near": [place.value for place in near]}
    return {}


def present_facts(states: StateView, *, offer: str | None, today: dt.date) -> JsonObject:
    """Facts for `Present`; `offer` is the slug of the hotel that was just read back."""
    present = results_of(states)
    shown = hotels(present.results, range(1, min(present.shown, len(present.results)) + 1))
    return {
        "task": "present" if present.drafting else "serve",
        "results": shown,
        "more": max(len(present.results) - present.shown, 0),
        "offer": next((hotel for hotel in shown if isinstance(hotel, dict) and hotel["slug"] == offer), None),
        "criteria": criteria_object(read_criteria(states), today=today),
        "today": today.isoformat(),
    }


def hotels(results: Sequence[Offer], numbers: Iterable[int]) -> list[JsonValue]:
    """Return the facts of some results, by their numbers."""
    return [_hotel(results[number - 1], number) for number in numbers]


def _hotel(offer: Offer, number: int) -> JsonValue:
    facts: JsonObject = offer.model_dump(mode="json", exclude={"nights"})
    return {"number": number, **facts, "nights": len(offer.nights)}
