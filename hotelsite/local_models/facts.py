"""Reading the facts beside a prompt. They come from the graph, so a fact of another shape is simply not there."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from pydantic import ValidationError

from graph.jsonvalue import JsonObject
from hotelsite.hotels.criteria import Criteria, Criterion
from hotelsite.local_models.reading import ResultName


def criteria_of(facts: Mapping[str, Any]) -> Criteria | None:
    """Return the criteria in PROTOCOL's shape, None when there are none; what stands beside them is left out."""
    told = facts.get("criteria")
    if not isinstance(told, dict) or not all(
        isinstance(told.get(criterion.value), dict) for criterion in Criterion
    ):
        return None
    try:
        return Criteria.model_validate(
            {
                criterion.value: {
                    name: value for name, value in told[criterion.value].items() if name != "source"
                }
                for criterion in Criterion
            }
        )
    except ValidationError:
        return None


def today_of(facts: Mapping[str, Any]) -> date | None:
    """Return the business date."""
    try:
        return date.fromisoformat(str(facts.get("today")))
    except ValueError:
        return None


def criterion_of(facts: Mapping[str, Any], name: str) -> Criterion | None:
    """Return the criterion that a fact names."""
    try:
        return Criterion(str(facts.get(name)))
    except ValueError:
        return None


def hotels_of(facts: Mapping[str, Any], name: str) -> list[JsonObject]:
    """Return the hotels of a fact; each has a number, a slug and a name."""
    told = facts.get(name)
    if not isinstance(told, list):
        return []
    return [
        hotel
        for hotel in told
        if isinstance(hotel, dict)
        and isinstance(hotel.get("number"), int)
        and isinstance(hotel.get("slug"), str)
        and isinstance(hotel.get("name"), str)
    ]


def names_of(hotels: list[JsonObject]) -> list[ResultName]:
    """Return the hotels as the reading wants them."""
    return [ResultName(int(str(hotel["number"])), str(hotel["slug"]), str(hotel["name"])) for hotel in hotels]
