"""`python manage.py replay`: conversations from files, checked turn by turn."""

from __future__ import annotations

import asyncio
import json
from argparse import ArgumentParser
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from graph.errors import TurnRefused
from graph.metering import RequestMeter
from hotelsite import runtime
from hotelsite.web.judging import Judge
from hotelsite.web.live import Evaluation, reason_to_skip, unaided_mismatches
from hotelsite.web.replaying import PlayedScenario, play
from hotelsite.web.reporting import Report
from hotelsite.web.scenarios import FOLDER, Scenario, ScenarioError, load_scenario
from hotelsite.web.scratch import NoScratchDatabase, scratch_database


class Command(BaseCommand):
    help = "Drives scenario files through the configured engine, and fails when an expectation does."
    # Run by handle(): a live evaluation without a key is to be skipped, and a check would fail before.
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "files", nargs="*", metavar="FILE", type=Path, help="scenarios (all that the site ships)"
        )
        parser.add_argument(
            "--keep", action="store_true", help="use the site's own database, and leave all in it"
        )
        parser.add_argument("--json", action="store_true", help="print one JSON document instead of text")
        parser.add_argument(
            "--tokens", action="store_true", help="print what each node asked of its models: bytes and tokens"
        )
        live = parser.add_argument_group("live evaluation")
        live.add_argument(
            "--live",
            action="store_true",
            help="play one scenario, or FILEs, on the models over HTTP that settings name; fail where code stood in "
            "for a model; skip where none is named or a key is missing",
        )
        live.add_argument("--judge", action="store_true", help="have each reply judged by the chat model")
        live.add_argument(
            "--artifact", type=Path, metavar="FILE", help="written if all holds (var/live/TIME.json)"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        live = options["live"]
        if live and (reason := reason_to_skip()):
            self.stdout.write(f"skipped: {reason} Nothing was evaluated.")
            return
        self.check()
        self._refuse_what_does_not_go_together(options)
        files = options["files"] or ([FOLDER / "sixteen.json"] if live else sorted(FOLDER.glob("*.json")))
        try:
            scenarios = [load_scenario(path) for path in files]
        except ScenarioError as error:
            raise CommandError(str(error)) from error
        report = None if options["json"] else Report(self.stdout, self.style, tokens=options["tokens"])
        database: AbstractContextManager[None] = nullcontext() if options["keep"] else scratch_database()
        try:
            with database:
                evaluation = asyncio.run(self._play_all(scenarios, options, report))
        except NoScratchDatabase as error:
            raise CommandError(str(error)) from error
        if options["json"]:
            self.stdout.write(json.dumps([played.as_json() for played in evaluation.played], indent=1))
        if evaluation.failures:
            raise CommandError(f"{evaluation.failures} expectations failed.")
        if live:
            path = evaluation.write(options["artifact"])
            if report:
                self.stdout.write(f"All holds; written to {path}")

    def _refuse_what_does_not_go_together(self, options: dict[str, Any]) -> None:
        if (options["judge"] or options["artifact"]) and not options["live"]:
            raise CommandError("--judge and --artifact belong to --live.")
        if options["judge"] and settings.CHAT_PROVIDER == "local":
            raise CommandError("--judge asks the chat model, and CHAT_PROVIDER names none that could judge.")

    async def _play_all(
        self, scenarios: list[Scenario], options: dict[str, Any], report: Report | None
    ) -> Evaluation:
        # Made here, since a provider's connections belong to the event loop that opens them.
        providers, meter = runtime.make_providers(), RequestMeter()
        engine = runtime.build_hotel_engine(providers, meter=meter)
        judge = Judge(providers.chat, model=settings.CHAT_MODEL or "") if options["judge"] else None
        evaluation = Evaluation(providers=providers, meter=meter, judge=judge)

        async def played(scenario: Scenario) -> PlayedScenario:
            tell = report.turn if report else lambda _: None
            try:
                played = await play(scenario, engine, meter=meter, tell=tell)
            except TurnRefused as refused:
                raise CommandError(f"{scenario.name}: a turn was refused, since {refused}") from refused
            if options["live"]:
                played.mismatches += unaided_mismatches(played)
            if judge:
                played.mismatches += await judge.mismatches(played.turns)
            return played

        try:
            for scenario in scenarios:
                if report:
                    report.begin(scenario.name)
                evaluation.played.append(await played(scenario))
                if report:
                    report.end(evaluation.played[-1])
        finally:
            await providers.aclose()
        if options["live"]:
            evaluation.mismatches += evaluation.unasked()
            if report:
                report.mismatches(evaluation.mismatches)
        return evaluation
