"""What tests of running servers do to the site's database from beside it. A process of its own: `python -m tests.web.backoffice`.

Orders come as one JSON object on the command line; the answer is JSON too.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import django

from tests.web.children import ROOT

SETTLED: dict[str, dict[str, Any]] = {
    "dates": {"check_in": "2027-08-03", "check_out": "2027-08-09"},
    "budget": {"min": None, "max": "700"},
    "room_type": {"room_type": "suite"},
    "amenities": {"amenities": ["free_wifi", "free_parking"]},
    "distance": {"airport": None, "city_center": None},
}
"""Four hotels have such a suite."""


def order(env: dict[str, str], **orders: Any) -> Any:
    """Carry out an order in the site's environment and return the answer."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.web.backoffice", json.dumps(orders)],
        cwd=ROOT,
        env=env,
        check=True,
        stdout=subprocess.PIPE,
    )
    return json.loads(done.stdout)


def main(orders: dict[str, Any]) -> Any:
    if rooms := orders.get("leave_rooms"):
        leave_rooms(**rooms)
    if sessions := orders.get("sessions"):
        return open_sessions(**sessions)
    return report() if orders.get("report") else None


def leave_rooms(hotel: str, room_type: str, count: int) -> None:
    """Take all rooms of a kind but so many out of service."""
    from hotelsite.hotels.models import RoomUnit  # noqa: PLC0415 - needs Django set up

    units = RoomUnit.objects.filter(hotel__slug=hotel, room_type=room_type)
    units.filter(number__gt=count).update(in_service=False)


def open_sessions(count: int, criteria: dict[str, dict[str, Any]]) -> list[tuple[str, str]]:
    """Begin a session for each of so many browsers, with criteria that were settled before; returns (secret, session)."""
    from hotelsite.concierge.state import OWNERS  # noqa: PLC0415
    from hotelsite.conversations.sessions import begin_session  # noqa: PLC0415
    from hotelsite.hotels.criteria import Criterion  # noqa: PLC0415
    from hotelsite.runtime import GRAPH_NAME  # noqa: PLC0415
    from hotelsite.web.identity import new_secret, owner_of  # noqa: PLC0415

    states = {}
    for name, value in criteria.items():
        owner = OWNERS[Criterion(name)]
        state = owner.state.model_validate({"answered": True, "source": "control", **value})
        states[owner.node] = state.model_dump(mode="json")
    secrets = [new_secret() for _ in range(count)]
    return [
        (secret, str(begin_session(owner_of(secret), graph=GRAPH_NAME, states=states).pk))
        for secret in secrets
    ]


def report() -> dict[str, Any]:
    """Count what was sold and what became of the turns."""
    from django.db.models import Count, F, Max  # noqa: PLC0415
    from django.utils import timezone  # noqa: PLC0415

    from hotelsite.conversations.models import NodeVisit, Session, Turn  # noqa: PLC0415
    from hotelsite.hotels.models import BookedNight, Booking  # noqa: PLC0415

    live = Booking.objects.live()
    lengths = live.annotate(held=Count("nights__unit")).values_list("check_in", "check_out", "held")
    return {
        "bookings": {str(booking.session_id): booking.confirmation for booking in live},
        "bookings_short_of_a_room": sum((last - first).days != held for first, last, held in lengths),
        "rooms_held_by_no_booking": BookedNight.objects.filter(unit__isnull=False)
        .exclude(booking__status="live")
        .count(),
        "units_sold_twice": BookedNight.objects.filter(unit__isnull=False)
        .values("unit", "night")
        .annotate(times=Count("pk"))
        .filter(times__gt=1)
        .count(),
        "turns": dict(
            Turn.objects.values_list("status").annotate(number=Count("pk")).values_list("status", "number")
        ),
        "turns_run_again": Turn.objects.filter(runs__gt=1).count(),
        "most_runs": {
            str(session): runs
            for session, runs in Session.objects.annotate(most=Max("turns__runs")).values_list("pk", "most")
        },
        "turns_of_sessions": list(Session.objects.values_list("turn_count", flat=True)),
        "gaps_in_turns": Session.objects.annotate(rows=Count("turns")).exclude(turn_count=F("rows")).count(),
        "workflows": [run for runs in NodeVisit.objects.values_list("workflows", flat=True) for run in runs],
        "sessions_locked": Session.objects.filter(lease_expires_at__gt=timezone.now()).count(),
    }


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "hotelsite.settings")
    django.setup()
    sys.stdout.write(json.dumps(main(json.loads(sys.argv[1]))))
