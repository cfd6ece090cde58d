"""Reading the facts beside a prompt. They come from the graph, so a fact of another shape is simply not there."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any, Final

from pydantic import ValidationError

from graph.jsonvalue import JsonObject
from hotelsite.hotels.criteria import Criteria, Criterion
from hotelsite.local_models.reading import ResultName

_NO_PREFERENCE: Final = "no preference"


def criteria_of(facts: Mapping[str, Any]) -> Criteria | None:
    """Return the criteria, None when there are none.

    Of each criterion the facts hold what is known, or words that say that there is no preference. A criterion of one
    part is that part. Those that still have to be asked for are named in `unresolved`.
    """
    told, unresolved = facts.get("criteria"), facts.get("unresolved", [])
    if not isinstance(told, dict) or not isinstance(unresolved, list):
        return None
    try:
        return Criteria.model_validate(
            {
                criterion.value: {
                    **_parts(criterion, told.get(criterion.value)),
                    "answered": criterion.value not in unresolved,
                }
                for criterion in Criterion
            }
        )
    except ValidationError:
        return None


def _parts(criterion: Criterion, told: object) -> Mapping[str, Any]:
    if told in (None, _NO_PREFERENCE):
        return {}
    return told if isinstance(told, dict) else {criterion.value: told}


def today_of(facts: Mapping[str, Any]) -> date | None:
    """Return the business date, which its weekday follows."""
    try:
        return date.fromisoformat(str(facts.get("today"))[:10])
    except ValueError:
        return None


def criterion_of(facts: Mapping[str, Any], name: str) -> Criterion | None:
    """Return the criterion that a fact names."""
    try:
        return Criterion(str(facts.get(name)))
    except ValueError:
        return None


def hotels_of(facts: Mapping[str, Any], name: str) -> list[JsonObject]:
    """Return the hotels of a fact; each has a number and a name."""
    told = facts.get(name)
    if not isinstance(told, list):
        return []
    return [
        hotel
        for hotel in told
        if isinstance(hotel, dict)
        and isinstance(hotel.get("number"), int)
        and isinstance(hotel.get("name"), str)
    ]


def names_of(hotels: list[JsonObject]) -> list[ResultName]:
    """Return the hotels as the reading wants them, each under its number."""
    return [
        ResultName(int(str(hotel["number"])), str(hotel["number"]), str(hotel["name"])) for hotel in hotels
    ]
