"""What customers asked for and did not find: the criteria of searches that found nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.db.models import Exists, OuterRef

from hotelsite.concierge.names import PRESENT, SEARCH
from hotelsite.conversations.models import NodeVisit, Turn
from hotelsite.staff.links import turn_address

READ: Final = 500
"""The newest searches in vain that are counted; enough to see a pattern, and as quick for years as for a day."""
SHOWN: Final = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """One thing asked for in searches that found nothing."""

    what: str
    searches: int
    example: str
    """Address of the newest turn that asked for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unmet:
    searches: int
    """Searches in vain; of more than `READ`, the newest."""
    wishes: tuple[Wish, ...]
    """What most of them asked for, first."""


def unmet(since: datetime) -> Unmet:
    """Return what was asked for in vain in turns that began since then; one query."""
    in_vain = NodeVisit.objects.filter(turn=OuterRef("pk"), node=SEARCH).exclude(target=PRESENT)
    turns = (
        Turn.objects.filter(Exists(in_vain), started_at__gte=since, status=Turn.Status.COMPLETED)
        .order_by("-started_at")
        .values_list("session_id", "number", "snapshot")[:READ]
    )
    counts: Counter[str] = Counter()
    newest: dict[str, tuple[UUID, int]] = {}
    searches = 0
    for session_id, number, snapshot in turns:
        searches += 1
        for wish in wishes(snapshot.get("criteria", {})):
            counts[wish] += 1
            newest.setdefault(wish, (session_id, number))
    return Unmet(
        searches=searches,
        wishes=tuple(
            Wish(what=wish, searches=count, example=turn_address(*newest[wish]))
            for wish, count in counts.most_common(SHOWN)
        ),
    )


def wishes(criteria: Mapping[str, Any]) -> Iterator[str]:
    """Yield what a snapshot's criteria ask for, each in words; dates by month, since few customers share a day."""
    dates, budget = criteria.get("dates", {}), criteria.get("budget", {})
    if dates.get("check_in"):
        yield f"a stay in {dates['check_in'][:7]}"
    if budget.get("max"):
        yield f"at most ${budget['max']} a night"
    if room_type := criteria.get("room_type", {}).get("room_type"):
        yield room_type.replace("_", " ")
    yield from (name.replace("_", " ") for name in criteria.get("amenities", {}).get("amenities", []))
    distance = criteria.get("distance", {})
    for place, words in (("airport", "the airport"), ("city_center", "the city center")):
        if distance.get(place):
            yield f"within {distance[place]} miles of {words}"
