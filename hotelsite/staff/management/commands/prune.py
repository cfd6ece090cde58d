"""Deletes conversations that are older than they need to be kept; bookings are the hotels' and stay."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from hotelsite.conversations.retention import prune
from hotelsite.hotels.calendar import business_today
from hotelsite.hotels.models import Booking


class Command(BaseCommand):
    help = (
        "Deletes conversations in which nothing happened for DAYS days, with their messages and audit. Bookings stay. "
        "Where a stay is still to come, the conversation's row stays without its content, so that the customer can "
        "go on opening the receipt."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--days", type=int, required=True, help="Keep what happened within so many days.")

    def handle(self, *args: Any, days: int, **options: Any) -> None:
        if days < 1:
            raise CommandError("--days must be 1 or more.")
        to_come = Booking.objects.live().filter(check_out__gte=business_today())
        pruned = prune(timezone.now() - timedelta(days=days), keep_owner=to_come.values("session_id"))
        self.stdout.write(
            f"Deleted {pruned.deleted} conversations, emptied {pruned.emptied} with a stay to come."
        )
