"""The results as the facts give them, and the draft that presents them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from graph.jsonvalue import JsonObject, JsonValue
from hotelsite.hotels.criteria import Criteria
from hotelsite.local_models.calls import Call
from hotelsite.local_models.facts import criteria_of, hotels_of, today_of


@dataclass(frozen=True, slots=True)
class Results:
    """What the facts of `Present` say."""

    is_drafting: bool
    hotels: Sequence[JsonObject]
    more: int
    offer: int | None
    """Number of the hotel that was read back with the question whether to book it."""
    saved: Criteria
    today: date


def results_of(facts: Mapping[str, Any]) -> Results | None:
    """Return the results, None when the facts are not those of `Present`."""
    task, saved, today = facts.get("task"), criteria_of(facts), today_of(facts)
    if task not in ("present", "serve") or saved is None or today is None:
        return None
    more, offer = facts.get("more"), facts.get("offer")
    return Results(
        is_drafting=task == "present",
        hotels=hotels_of(facts, "results"),
        more=more if isinstance(more, int) else 0,
        offer=offer if isinstance(offer, int) else None,
        saved=saved,
        today=today,
    )


def draft(results: Results) -> Call:
    """Return the presentation: a numbered line for each hotel, whether there are more, and how to go on."""
    lines = [f"Here is what I found, {_many(len(results.hotels), results.more)}:"]
    lines += [_line(hotel) for hotel in results.hotels]
    if results.more:
        lines.append('Say "show more" to see the next ones.')
    lines.append(
        'To book one, say "book number 1" or press its button. You can also ask me about them, compare them, or change '
        "what I search for."
    )
    return Call("present_draft", {"draft": "\n".join(lines)})


def _many(shown: int, more: int) -> str:
    if more:
        return f"{shown + more} hotels, the lowest total first; these are the first {shown}"
    return "one hotel" if shown == 1 else f"{shown} hotels, the lowest total first"


def _line(hotel: JsonObject) -> str:
    low, high, total = (_money(hotel.get(name)) for name in ("nightly_low", "nightly_high", "total"))
    nightly = f"{low} a night" if low == high else f"{low} to {high} a night"
    return f"{hotel['number']}. {hotel['name']}: {nightly}, {total} in total"


def _money(value: JsonValue) -> str:
    return f"${Decimal(str(value)):,.2f}"
