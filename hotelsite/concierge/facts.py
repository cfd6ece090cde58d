"""The facts that models are shown beside a prompt: plain JSON, the same for every provider, each thing said once.

| node | facts |
| --- | --- |
| `Router` | `criteria`, `unresolved`, `open_question` (name or null), `today` |
| `CriteriaReadiness` | `criteria`, `by_control` (names of those that a control of the page set), `today` |
| `PresentationReview` | `draft`, `hotels`, `criteria` |
| collectors | `asked` (name), `half` (what is known of it already), `forwarded`, `criteria`, `unresolved`, `today` |
| `Present` | `task` (`present` or `serve`), `results`, `more`, `offer` (a number of `results`, or null), `criteria`, `today` |

`criteria` holds what is known of each criterion by its name: `dates` `{"check_in", "check_out"}`, `budget` `{"min", "max"}`,
`room_type` its name, `amenities` a list of names, `distance` `{"airport", "city_center"}`, without what is open; or
`"no preference"`. `unresolved` names the criteria that still have to be asked for; absent, there is none. `today` is an ISO
date and its weekday.

A hotel is `number`, `name`, `address`, `room_type`, `nightly_low`, `nightly_high`, `total`, `nights` (how many),
`amenities`, `airport_miles`, `city_center_miles`, `rooms_left`; to the judge of a draft no more of it than a draft may
say. Money and miles are decimal strings.
"""

from __future__ import annotations

import datetime as dt
from typing import Final

from graph.jsonvalue import JsonObject, JsonValue
from graph.state import StateView
from hotelsite.concierge.desk import Offer
from hotelsite.concierge.listing import shown_numbers
from hotelsite.concierge.snapshot import collector_state, read_criteria, results_of
from hotelsite.concierge.state import DatesState, DistanceState
from hotelsite.hotels.criteria import Criteria, Criterion

NO_PREFERENCE: Final = "no preference"
_REVIEWED: Final = {"name", "address", "nightly_low", "nightly_high", "total"}


def router_facts(states: StateView, *, open_question: Criterion | None, today: dt.date) -> JsonObject:
    criteria = read_criteria(states)
    return {
        "criteria": _known(criteria),
        "unresolved": _unresolved(criteria),
        "open_question": open_question.value if open_question else None,
        "today": _day(today),
    }


def readiness_facts(states: StateView, *, today: dt.date) -> JsonObject:
    return {
        "criteria": _known(read_criteria(states)),
        "by_control": [
            criterion.value
            for criterion in Criterion
            if collector_state(states, criterion).source == "control"
        ],
        "today": _day(today),
    }


def draft_facts(states: StateView) -> JsonObject:
    present = results_of(states)
    return {
        "draft": present.draft or "",
        "hotels": [
            _hotel(present.results[number - 1], number, only=_REVIEWED) for number in shown_numbers(present)
        ],
        "criteria": _known(read_criteria(states)),
    }


def collector_facts(
    states: StateView, criterion: Criterion, *, forwarded: bool, today: dt.date
) -> JsonObject:
    """Facts for one collector; `forwarded` where the router sent the request rather than the customer answering here."""
    criteria = read_criteria(states)
    return {
        "asked": criterion.value,
        "half": _half(states, criterion),
        "forwarded": forwarded,
        "criteria": _known(criteria),
        "unresolved": _unresolved(criteria),
        "today": _day(today),
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
    numbered = [(number, present.results[number - 1]) for number in shown_numbers(present)]
    return {
        "task": "present" if present.drafting else "serve",
        "results": [{**_hotel(result, number), "nights": len(result.nights)} for number, result in numbered],
        "more": max(len(present.results) - present.shown, 0),
        "offer": next((number for number, result in numbered if result.slug == offer), None),
        "criteria": _known(read_criteria(states)),
        "today": _day(today),
    }


def _hotel(offer: Offer, number: int, *, only: set[str] | None = None) -> JsonObject:
    return {"number": number, **offer.model_dump(mode="json", include=only, exclude={"slug", "nights"})}


def _known(criteria: Criteria) -> JsonObject:
    """Return what is known of each criterion, and nothing of one that nothing is known of."""
    known: JsonObject = {}
    for criterion in Criterion:
        value = criteria.get(criterion)
        said = value.model_dump(mode="json", exclude={"answered"}, exclude_defaults=True)
        if said:
            # A criterion of one part is that part.
            known[criterion.value] = said.get(criterion.value, said)
        elif value.answered:
            known[criterion.value] = NO_PREFERENCE
    return known


def _unresolved(criteria: Criteria) -> list[JsonValue]:
    return [criterion.value for criterion in criteria.unanswered()]


def _day(day: dt.date) -> str:
    return f"{day} {day:%A}"
