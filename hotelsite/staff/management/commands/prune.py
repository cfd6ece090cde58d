"""Deletes conversations that are older than they need to be kept; bookings are the hotels' and stay."""

from __future__ import annotations

import re
from argparse import ArgumentTypeError
from datetime import timedelta
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from hotelsite.conversations.retention import prune, prune_evidence
from hotelsite.conversations.statistics import refresh_statistics
from hotelsite.hotels.calendar import business_today
from hotelsite.hotels.models import Booking

_AGE: Final = re.compile(r"(\d{1,4})([dh])")


def age(text: str) -> timedelta:
    """Read `30d` or `12h`."""
    found = _AGE.fullmatch(text)
    if found is None or not int(found[1]):
        raise ArgumentTypeError(f"{text!r} is no age. Write 30d for thirty days, or 12h for twelve hours.")
    return timedelta(days=int(found[1])) if found[2] == "d" else timedelta(hours=int(found[1]))


class Command(BaseCommand):
    help = (
        "Deletes conversations in which nothing happened for as long as said, with their messages, audit and "
        "evidence. Bookings stay. Where a stay is still to come, the conversation's row stays without its content, so "
        "that the customer can go on opening the receipt."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--older-than", type=age, metavar="AGE", help="30d, or 12h: conversations, whole."
        )
        parser.add_argument(
            "--evidence-older-than",
            type=age,
            metavar="AGE",
            help="What models gave, sooner than all the rest.",
        )

    def handle(
        self, *args: Any, older_than: timedelta | None, evidence_older_than: timedelta | None, **options: Any
    ) -> None:
        if older_than is None and evidence_older_than is None:
            raise CommandError(
                "Say what is old enough to go: --older-than 30d, --evidence-older-than 7d, or both."
            )
        if older_than is not None:
            to_come = Booking.objects.live().filter(check_out__gte=business_today())
            pruned = prune(timezone.now() - older_than, keep_owner=to_come.values("session_id"))
            self.stdout.write(
                f"Deleted {pruned.deleted} conversations, emptied {pruned.emptied} with a stay to come."
            )
        if evidence_older_than is not None:
            gone = prune_evidence(timezone.now() - evidence_older_than)
            self.stdout.write(f"Deleted {gone} pieces of evidence from conversations that stay.")
        refresh_statistics()
