"""`manage.py calibrate FILE`: whether the provider's probabilities mean what they say, on decisions that were marked."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from hotelsite.staff.calibration import QuestionCalibration, calibrate


class Command(BaseCommand):
    help = (
        "Measures the configured decision provider on marked decisions, as the admin's list of marks exports them "
        "(calibration.jsonl): per decision and threshold false accepts and false rejects, a reliability table, and "
        "the expected calibration error."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE")
        parser.add_argument(
            "--provider", default=settings.DECISION_PROVIDER, help="another provider's rows of the file"
        )

    def handle(self, *args: Any, file: Path, provider: str, **options: Any) -> None:
        try:
            lines = file.read_text(encoding="utf-8").splitlines()
            measured = calibrate((json.loads(line) for line in lines if line.strip()), provider=provider)
        except (OSError, ValueError) as error:
            raise CommandError(f"{file} cannot be measured: {error}") from error
        if not measured:
            raise CommandError(f"{file} has no marked decision of the provider {provider}.")
        for question in measured:
            self._print(question)

    def _print(self, question: QuestionCalibration) -> None:
        say = self.stdout.write
        say(
            f"{question.decision}, {question.question}: {len(question.believed)} marked, {question.right:.1%} right"
        )
        for at in question.thresholds.values():
            say(
                f"  {at.what} at least {at.at_least}: {at.false_accepts} false accepts, "
                f"{at.false_rejects} false rejects of {at.decided}"
            )
        say("  probability, and how often it was right")
        for each in question.bins:
            say(f"  {each.mean:>6.2f} {each.right:>7.1%} of {each.answers}")
        say(f"  expected calibration error: {question.error:.3f}\n")
