"""Fills staff pages with invented conversations, for demos and for measuring."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from hotelsite.conversations.models import Session
from hotelsite.conversations.statistics import refresh_statistics
from hotelsite.staff.making import OWNER, make_sessions


class Command(BaseCommand):
    help = (
        "Makes N invented conversations, spread over the last sixty days. They belong to nobody, their models are "
        "called `example`, and they book nothing. --remove takes them all away again."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("count", nargs="?", type=int, default=0, metavar="N")
        parser.add_argument("--seed", type=int, default=1, help="The same seed says the same again.")
        parser.add_argument("--remove", action="store_true", help="Delete all that this command ever made.")

    def handle(self, *args: Any, count: int, seed: int, remove: bool, **options: Any) -> None:
        if remove:
            made = Session.objects.filter(owner=OWNER)
            number = made.count()
            made.delete()
            self.stdout.write(f"Removed {number} made conversations.")
            return
        if count < 1:
            raise CommandError("Say how many to make, from 1 up, or --remove.")
        done = 0
        for done in make_sessions(count, seed=seed):  # noqa: B007 - the last number is what is said
            pass
        refresh_statistics()
        self.stdout.write(f"Made {done} conversations.")
