"""How far customers come: from the first question to the booking, over the sessions that began in a period."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Exists, OuterRef, Q

from hotelsite.concierge.names import PRESENT, SEARCH
from hotelsite.conversations.models import NodeVisit, Session, Turn
from hotelsite.hotels.models import Booking


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    name: str
    sessions: int
    """That came so far, and through every stage before."""
    of_all: int
    """Percent of the first stage."""
    query: str
    """What the list of sessions shows them by."""


def funnel(since: datetime) -> list[Stage]:
    """Return the stages in order, the first being all sessions that began since then; one query."""

    def visited(node: str) -> Exists:
        return Exists(NodeVisit.objects.filter(turn__session=OuterRef("pk"), node=node))

    asked = Q(Exists(Turn.objects.filter(session=OuterRef("pk"))))
    searched = asked & Q(visited(SEARCH))
    presented = searched & Q(visited(PRESENT))
    booked = presented & Q(Exists(Booking.objects.live().filter(session_id=OuterRef("pk"))))
    begun = Session.objects.filter(created_at__gte=since)
    counts = begun.aggregate(
        begun=Count("pk"),
        asked=Count("pk", filter=asked),
        searched=Count("pk", filter=searched),
        presented=Count("pk", filter=presented),
        booked=Count("pk", filter=booked),
    )
    began = f"created_at__gte={since.isoformat().replace('+', '%2B')}"
    queries = {
        "begun": began,
        "asked": f"{began}&asked=yes",
        "searched": f"{began}&visited={SEARCH}",
        "presented": f"{began}&visited={PRESENT}",
        "booked": f"{began}&booked=yes",
    }
    all_of_them = counts["begun"] or 1
    return [
        Stage(name=name, sessions=counts[name], of_all=round(100 * counts[name] / all_of_them), query=query)
        for name, query in queries.items()
    ]
