"""`python manage.py replay`: conversations from files, checked turn by turn."""

from __future__ import annotations

import asyncio
import json
import tempfile
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import Any
from uuid import uuid4

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection

from graph.errors import TurnRefused
from hotelsite import runtime
from hotelsite.conversations.dbthreads import close_connections
from hotelsite.web.replaying import PlayedScenario, PlayedTurn, play
from hotelsite.web.scenarios import FOLDER, Scenario, ScenarioError, load_scenario


class Command(BaseCommand):
    help = "Drives scenario files through the configured engine, and fails when an expectation does."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "files", nargs="*", metavar="FILE", type=Path, help="scenarios (all that the site ships)"
        )
        parser.add_argument(
            "--keep", action="store_true", help="use the site's own database, and leave all in it"
        )
        parser.add_argument("--json", action="store_true", help="print one JSON document instead of text")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            scenarios = [load_scenario(path) for path in options["files"] or sorted(FOLDER.glob("*.json"))]
        except ScenarioError as error:
            raise CommandError(str(error)) from error
        database: AbstractContextManager[None] = nullcontext() if options["keep"] else _scratch_database()
        with database:
            played = asyncio.run(self._play_all(scenarios, aloud=not options["json"]))
        failures = sum(scenario.failures for scenario in played)
        if options["json"]:
            self.stdout.write(json.dumps([scenario.as_json() for scenario in played], indent=1))
        if failures:
            raise CommandError(f"{failures} expectations failed.")

    async def _play_all(self, scenarios: list[Scenario], *, aloud: bool) -> list[PlayedScenario]:
        # Made here, since a provider's connections belong to the event loop that opens them.
        providers = runtime.make_providers()
        engine = runtime.build_hotel_engine(providers)
        played = []
        try:
            for scenario in scenarios:
                if aloud:
                    self.stdout.write(self.style.MIGRATE_HEADING(f"== {scenario.name}"))
                try:
                    played.append(
                        await play(scenario, engine, tell=self._print_turn if aloud else lambda _: None)
                    )
                except TurnRefused as refused:
                    raise CommandError(f"{scenario.name}: a turn was refused, since {refused}") from refused
                if aloud:
                    self._print_end(played[-1])
        finally:
            await providers.aclose()
        return played

    def _print_turn(self, turn: PlayedTurn) -> None:
        self.stdout.write(self.style.MIGRATE_LABEL(f"-- {turn.label}"))
        self.stdout.write(f"   customer: {turn.request}")
        self.stdout.write(f"   path: {' > '.join(turn.path) or '-'}; decision calls: {turn.decision_calls}")
        self.stdout.write(f"   reply: {turn.reply}".replace("\n", "\n          "))
        self._print_mismatches(turn.mismatches)

    def _print_end(self, played: PlayedScenario) -> None:
        decisions, chat = played.usage["decisions"], played.usage["chat"]
        self.stdout.write(
            f"-- usage: {decisions['calls']} decision calls, {decisions['skipped']} skipped, "
            f"{decisions['total_tokens']} tokens; {chat['calls']} chat calls, {chat['total_tokens']} tokens"
        )
        self.stdout.write(f"   outcomes: {played.outcomes}")
        self.stdout.write(f"   session: {played.state['status']} at {played.state['node']}")
        self.stdout.write(f"   criteria: {json.dumps(played.state['criteria'])}")
        self._print_mismatches(played.mismatches)
        verdict = (
            self.style.ERROR(f"{played.failures} failed") if played.failures else self.style.SUCCESS("passed")
        )
        self.stdout.write(f"== {played.name}: {verdict}\n")

    def _print_mismatches(self, mismatches: list[str]) -> None:
        for mismatch in mismatches:
            self.stdout.write(self.style.ERROR(f"   FAILED: {mismatch}"))


@contextmanager
def _scratch_database() -> Iterator[None]:
    """Make a database of the site's own vendor, migrated and with the catalogue, and drop it at the end."""
    site_name = connection.settings_dict["NAME"]
    with tempfile.TemporaryDirectory() as folder:
        name = f"replay-{uuid4().hex[:12]}"
        connection.settings_dict["TEST"]["NAME"] = (
            str(Path(folder) / f"{name}.sqlite3") if connection.vendor == "sqlite" else name
        )
        _disconnect()
        try:
            connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
        except DatabaseError as error:
            raise CommandError(
                f"A scratch database cannot be made: {type(error).__name__}. --keep uses the site's own."
            ) from error
        try:
            call_command("load_catalogue", verbosity=0)
            yield
        finally:
            _disconnect()
            connection.creation.destroy_test_db(site_name, verbosity=0)


def _disconnect() -> None:
    """Let go of the database in every thread, and of the pool, which would go on handing out connections to it."""
    close_connections()
    connection.close()
    if connection.vendor == "postgresql":
        connection.close_pool()  # type: ignore[attr-defined]  # PostgreSQL's alone has it
