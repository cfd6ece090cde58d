"""How far a provider's probabilities can be believed: measured on decisions that reviewers have marked."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

BINS: Final = 10


@dataclass(slots=True, kw_only=True)
class AtThreshold:
    """One threshold against what would have been right."""

    what: str
    at_least: float
    decided: int = 0
    false_accepts: int = 0
    """Reached, and should not have been."""
    false_rejects: int = 0
    """Not reached, and should have been."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bin:
    """Answers of about the same probability."""

    mean: float
    right: float
    """Share of them that was right."""
    answers: int

    @property
    def mean_x(self) -> str:
        """Percent, in the form that SVG wants whatever the language of the page."""
        return f"{100 * self.mean:.1f}"

    @property
    def right_width(self) -> str:
        return f"{100 * self.right:.1f}"


@dataclass(slots=True, kw_only=True)
class QuestionCalibration:
    """One question of one decision."""

    decision: str
    question: str
    believed: list[tuple[float, bool]] = field(default_factory=list)
    """(probability of what was answered, whether it was right)."""
    thresholds: dict[tuple[str, float], AtThreshold] = field(default_factory=dict)

    @property
    def right(self) -> float:
        return sum(right for _, right in self.believed) / len(self.believed)

    @property
    def bins(self) -> list[Bin]:
        """The reliability table; empty tenths are left out."""
        tenths: defaultdict[int, list[tuple[float, bool]]] = defaultdict(list)
        for probability, right in self.believed:
            tenths[min(int(probability * BINS), BINS - 1)].append((probability, right))
        return [
            Bin(
                mean=sum(probability for probability, _ in answers) / len(answers),
                right=sum(right for _, right in answers) / len(answers),
                answers=len(answers),
            )
            for _, answers in sorted(tenths.items())
        ]

    @property
    def error(self) -> float:
        """Expected calibration error: how far probability is from being right, weighed by the number of answers."""
        return sum(abs(each.mean - each.right) * each.answers for each in self.bins) / len(self.believed)


def calibrate(rows: Iterable[Mapping[str, Any]], *, provider: str) -> list[QuestionCalibration]:
    """Measure one provider's rows, by decision and question.

    Raises:
        ValueError: A row lacks what a labelled row has.
    """
    found: dict[tuple[str, str], QuestionCalibration] = {}
    for row in rows:
        try:
            if row["provider"] != provider:
                continue
            key = row["decision"], row["question"]
            measured = found.setdefault(key, QuestionCalibration(decision=key[0], question=key[1]))
            measured.believed.append(_believed(row["answer"], row["expected"]))
            for line in row["thresholds"]:
                _count(measured, line, row["answer"], row["expected"])
        except (KeyError, TypeError) as error:
            raise ValueError(f"a row lacks {error}") from error
    return [found[key] for key in sorted(found)]


def _believed(answer: Mapping[str, Any], expected: str) -> tuple[float, bool]:
    """The probability of what was answered, and whether it was right."""
    if answer["type"] == "choice":
        return float(answer["probabilities"][answer["choice"]]), answer["choice"] == expected
    if answer["type"] == "noul":
        yes = float(answer["noul"])
        return max(yes, 1 - yes), ("yes" if yes >= 0.5 else "no") == expected
    level = str(round(answer["score"]))
    return float(answer["probabilities"][level]), level == expected


def _count(
    measured: QuestionCalibration, line: Mapping[str, Any], answer: Mapping[str, Any], expected: str
) -> None:
    at_least = float(line["at_least"])
    if line["confidence"]:
        what, value, should = "confidence", float(answer["confidence"]), _believed(answer, expected)[1]
    elif line["label"]:
        label = line["label"]
        what, value, should = label, float(answer["probabilities"][label]), expected == label
    elif answer["type"] == "noul":
        what, value, should = "yes", float(answer["noul"]), expected == "yes"
    else:
        what, value = "score", float(answer["score"])
        should = expected.isdecimal() and int(expected) >= at_least
    at = measured.thresholds.setdefault((what, at_least), AtThreshold(what=what, at_least=at_least))
    at.decided += 1
    at.false_accepts += value >= at_least and not should
    at.false_rejects += value < at_least and should
