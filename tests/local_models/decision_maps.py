"""What the hotel graph asks and shows its models, built here by its shape, with texts of our own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from graph.decision.questions import ChoiceQuestion, NoulQuestion, Question, ScoreQuestion
from graph.jsonvalue import JsonObject
from hotelsite.hotels.criteria import Criteria, Criterion

CRITERIA: Final = ("dates", "budget", "room_type", "amenities", "distance")


def _choice(*labels: str) -> ChoiceQuestion:
    return ChoiceQuestion(labels=dict.fromkeys(labels, "whatever it says"))


ROUTING: Final[dict[str, Question]] = {
    "destination": _choice(*CRITERIA, "review", "search", "exit", "unclear"),
    "request_delivery": _choice("apply_request", "prompt_next", "none"),
}
READINESS: Final[dict[str, Question]] = {
    "outcome": _choice("ready", *CRITERIA, "unclear"),
    "faithful": NoulQuestion(instructions=("Is it so?",)),
}
DRAFT: Final[dict[str, Question]] = {
    "grounded": NoulQuestion(instructions=("Is it so?",)),
    "completeness": ScoreQuestion(levels=("no", "half", "full")),
    "clarity": ScoreQuestion(levels=("bad", "fair", "good")),
}

HOTELS: Final[list[dict[str, Any]]] = [
    {
        "number": 1,
        "name": "Hilton Garden Inn Riverside",
        "address": "1 Water St, Portland, Oregon 97201 USA",
        "room_type": "suite",
        "nightly_low": "100.00",
        "nightly_high": "120.00",
        "total": "640.00",
        "nights": 6,
        "amenities": ["free_wifi", "indoor_pool"],
        "airport_miles": "9",
        "city_center_miles": "2.5",
        "rooms_left": 5,
    },
    {
        "number": 2,
        "name": "Hampton Inn Lakeside",
        "address": "2 Shore Rd, Portland, Oregon 97202 USA",
        "room_type": "suite",
        "nightly_low": "110.00",
        "nightly_high": "110.00",
        "total": "660.00",
        "nights": 6,
        "amenities": ["free_breakfast", "free_wifi"],
        "airport_miles": "3",
        "city_center_miles": "7",
        "rooms_left": 1,
    },
]


def criteria_facts(saved: Criteria) -> dict[str, Any]:
    """Return criteria as the graph's facts hold them: what is known of each, and which are still open."""
    known: dict[str, Any] = {}
    for criterion in Criterion:
        value = saved.get(criterion)
        said = {
            name: part for name, part in value.model_dump(mode="json").items() if part and name != "answered"
        }
        if said:
            known[criterion.value] = said.get(criterion.value, said)
        elif value.answered:
            known[criterion.value] = "no preference"
    return {"criteria": known, "unresolved": [criterion.value for criterion in saved.unanswered()]}


def wire(questions: Mapping[str, Question], prompt: str = "") -> dict[str, JsonObject]:
    """Return a map as it goes over the wire."""
    return {name: question.to_wire(prompt) for name, question in questions.items()}
