"""`python manage.py serve`: what `make demo` and a deployment run."""

from __future__ import annotations

import asyncio
import os
from argparse import ArgumentParser
from typing import Any

from channels.routing import get_default_application
from django.core.management.base import BaseCommand, CommandError
from django.db import connections

from graph.errors import GraphError, ProviderMisconfigured
from hotelsite import runtime
from hotelsite.hotels.models import Hotel
from hotelsite.web.health import pending_migrations


class Command(BaseCommand):
    help = "Checks that the site is ready, then serves it until SIGTERM, which lets running turns end."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="address to listen on (127.0.0.1)")
        parser.add_argument("--port", type=int, default=8000, help="port, 0 for any free one (8000)")

    def handle(self, *args: Any, **options: Any) -> None:
        self._check_database()
        self._check_providers()
        connections.close_all()  # the checks' own; the server's threads open theirs
        self._serve(options["host"], options["port"])

    def _check_database(self) -> None:
        if pending := pending_migrations():
            raise CommandError(f"{len(pending)} migrations are pending. Run `python manage.py migrate`.")
        if not Hotel.objects.listed().exists():
            self._warn("There is no hotel to book. Run `python manage.py load_catalogue`.")

    def _check_providers(self) -> None:
        try:
            runtime.get_engine()
            for warning in asyncio.run(runtime.probe_providers()):
                self._warn(warning)
        except ProviderMisconfigured as error:
            raise CommandError(f"A provider cannot be used as it is set up: {error}") from error
        except GraphError as error:
            raise CommandError(f"The graph cannot be put together: {error}") from error

    def _serve(self, host: str, port: int) -> None:
        from hotelsite.web.serving import SiteServer  # noqa: PLC0415 - sets up what a mere check must not

        try:
            SiteServer(get_default_application(), host=host, port=port, announce=self._announce).run()
        except OSError as error:
            raise CommandError(f"{error}, port {port}. Choose another with --port.") from error

    def _announce(self, address: str) -> None:
        self.stdout.write(f"Serving on {address} (process {os.getpid()}; Ctrl+C stops it)")
        self.stdout.flush()

    def _warn(self, text: str) -> None:
        self.stderr.write(self.style.WARNING(f"Warning: {text}"))
