"""`manage.py evaluate_understanding FILE`: how well messages of real customers are understood."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from hotelsite.local_models.evaluation import Evaluation, RowResult, evaluate_file
from hotelsite.local_models.reading.destination import DESTINATIONS


class Command(BaseCommand):
    help = "Measure the reading of messages against a file of labelled messages (JSON lines)."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file", type=Path, metavar="FILE", help="labelled messages, one JSON object a line"
        )
        parser.add_argument("--part", help="measure only the rows of this part, such as held_out")
        parser.add_argument("--json", action="store_true", help="print the figures as JSON")
        parser.add_argument("--errors", action="store_true", help="list the messages that were missed, by id")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        try:
            evaluation = evaluate_file(file, part=options["part"])
        except (OSError, ValueError) as error:
            raise CommandError(f"{file} cannot be measured: {error}") from error
        if options["json"]:
            summary = evaluation.summary()
            if options["errors"]:
                summary["errors"] = [
                    _error(result) for result in evaluation.results if not result.is_faultless
                ]
            self.stdout.write(json.dumps(summary, indent=1, default=str))
            return
        self._print(evaluation)
        if options["errors"]:
            for result in evaluation.results:
                if not result.is_faultless:
                    self.stdout.write(json.dumps(_error(result), default=str))

    def _print(self, evaluation: Evaluation) -> None:
        say = self.stdout.write
        say(f"{len(evaluation.results)} messages")
        say(
            f"destination: {evaluation.strict_accuracy:.1%} strictly, {evaluation.lenient_accuracy:.1%} with what is "
            "also right"
        )
        say(f"wrong values: {evaluation.wrong_values}, in {evaluation.wrong_value_rate:.1%} of the messages")
        say(f"\n{'values':<12}{'precision':>10}{'recall':>10}{'F1':>10}")
        for name, scores in evaluation.summary()["values"].items():
            say(f"{name:<12}{scores['precision']:>10.3f}{scores['recall']:>10.3f}{scores['f1']:>10.3f}")
        say("\nexpected (down) and got (across)")
        say(" " * 12 + "".join(f"{label[:9]:>10}" for label in DESTINATIONS))
        for expected, row in evaluation.confusion().items():
            say(f"{expected:<12}" + "".join(f"{row[label] or '.':>10}" for label in DESTINATIONS))
        say("\nprobability of the destination, and how often it was right")
        for mean, right, count in evaluation.calibration():
            say(f"{mean:>6.2f} {right:>6.1%} of {count}")
        say(f"expected calibration error: {evaluation.calibration_error:.3f}")


def _error(result: RowResult) -> dict[str, Any]:
    """Return a missed message by its id: what was expected and what was got, without its words."""
    missed = {
        criterion.value: {
            "verdict": verdict,
            "expected": result.expected_values.get(criterion.value),
            "got": result.got_values[criterion.value],
        }
        for criterion, verdict in result.verdicts.items()
        if verdict not in ("right", "absent")
    }
    return {"id": result.row_id, "expected": result.expected, "got": result.got, "values": missed}
