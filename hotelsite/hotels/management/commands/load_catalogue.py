"""Load or refresh the catalogue of hotels."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from hotelsite.hotels.catalogue import CATALOGUE_FILE, CatalogueError, load_catalogue, read_catalogue


class Command(BaseCommand):
    help = "Loads or refreshes the catalogue of hotels; run again, it changes nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--file", type=Path, default=CATALOGUE_FILE, help="another catalogue file")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            result = load_catalogue(read_catalogue(options["file"]))
        except CatalogueError as error:
            raise CommandError(f"The catalogue was not loaded, and nothing was changed.\n{error}") from error
        if options["verbosity"] > 0:
            self.stdout.write(
                f"{result.created} hotels added, {result.updated} refreshed, {result.unlisted} no longer offered."
            )
