"""Measuring the reading of messages against labelled messages of real customers.

A file holds one JSON object a line. A labelled row has `text`, `previous_system` (the assistant's last words or null),
`reference_date`, `destination`, `values` per criterion (null = not touched) and perhaps `also_accept`, `alt_values`,
`amenities_any_of`. A row without a `destination` is a message about anything but hotels: `unclear`, and no value.
A row may name its `part` of the file: `tune` to improve the reading by, `held_out` to measure it by.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any, Final, Literal

from hotelsite.hotels.criteria import Criterion
from hotelsite.local_models.reading import Reading, read_message

Value = Mapping[str, Any]
"""A value as the files write it; see the module's docstring."""
Verdict = Literal["right", "incomplete", "wrong", "spurious", "missed", "absent"]
"""`incomplete`: nothing wrong and something left out. `spurious`: a criterion touched without a value of its own, such as
a price without an amount, where none was labelled. `wrong`: a value that no accepted reading has; it is counted apart."""

_NO_DATE: Final = date(2027, 1, 4)  # for rows that name no business date


@dataclass(frozen=True, slots=True, kw_only=True)
class RowResult:
    """How one message was understood."""

    row_id: str
    expected: str
    got: str
    strict: bool
    lenient: bool
    probability: float
    """Of the destination that was got."""
    verdicts: Mapping[Criterion, Verdict]
    expected_values: Mapping[str, Value | None]
    got_values: Mapping[str, Value | None]

    @property
    def is_faultless(self) -> bool:
        return self.lenient and all(verdict in ("right", "absent") for verdict in self.verdicts.values())


@dataclass(slots=True)
class Evaluation:
    """The figures of a whole file."""

    results: list[RowResult] = field(default_factory=list)

    @property
    def strict_accuracy(self) -> float:
        return _share(sum(result.strict for result in self.results), len(self.results))

    @property
    def lenient_accuracy(self) -> float:
        return _share(sum(result.lenient for result in self.results), len(self.results))

    @property
    def wrong_values(self) -> int:
        return sum(verdict == "wrong" for result in self.results for verdict in result.verdicts.values())

    @property
    def wrong_value_rate(self) -> float:
        """Messages from which at least one wrong value was read, as a share of all messages."""
        return _share(sum("wrong" in result.verdicts.values() for result in self.results), len(self.results))

    def scores(self, criterion: Criterion | None = None) -> dict[str, float]:
        """Return precision, recall and F1 of the values of one criterion, or of all of them together."""
        counts = Counter(
            verdict
            for result in self.results
            for each, verdict in result.verdicts.items()
            if criterion in (None, each)
        )
        right = counts["right"]
        precision = _share(right, right + counts["wrong"] + counts["incomplete"] + counts["spurious"])
        recall = _share(
            right, right + counts["missed"] + counts["incomplete"] + self._wrong_of_labelled(criterion)
        )
        both = precision + recall
        return {
            "precision": precision,
            "recall": recall,
            "f1": 2 * precision * recall / both if both else 0.0,
        }

    def confusion(self) -> dict[str, Counter[str]]:
        """Return, for each expected destination, how often each destination was got."""
        table: dict[str, Counter[str]] = {}
        for result in self.results:
            table.setdefault(result.expected, Counter())[result.got] += 1
        return table

    def calibration(self) -> list[tuple[float, float, int]]:
        """Return, for each tenth of probability, its mean, how often it was right, and the number of messages."""
        tenths: dict[int, list[RowResult]] = {}
        for result in self.results:
            tenths.setdefault(min(int(result.probability * 10), 9), []).append(result)
        return [
            (
                sum(result.probability for result in group) / len(group),
                _share(sum(result.lenient for result in group), len(group)),
                len(group),
            )
            for _, group in sorted(tenths.items())
        ]

    @property
    def calibration_error(self) -> float:
        """Return how far the probabilities are from how often they were right, on average over the messages."""
        return sum(abs(mean - right) * count / len(self.results) for mean, right, count in self.calibration())

    def summary(self) -> dict[str, Any]:
        """Return all figures as plain JSON."""
        return {
            "messages": len(self.results),
            "destination": {"strict": self.strict_accuracy, "lenient": self.lenient_accuracy},
            "values": {"all": self.scores()}
            | {criterion.value: self.scores(criterion) for criterion in Criterion},
            "wrong_values": {"count": self.wrong_values, "rate": self.wrong_value_rate},
            "confusion": {expected: dict(row) for expected, row in self.confusion().items()},
            "calibration": [
                {"probability": mean, "right": right, "messages": count}
                for mean, right, count in self.calibration()
            ],
            "calibration_error": self.calibration_error,
        }

    def _wrong_of_labelled(self, criterion: Criterion | None) -> int:
        return sum(
            verdict == "wrong" and result.expected_values.get(each.value) is not None
            for result in self.results
            for each, verdict in result.verdicts.items()
            if criterion in (None, each)
        )


def _share(part: int, total: int) -> float:
    return part / total if total else 1.0


def evaluate_file(path: Path, *, part: str | None = None) -> Evaluation:
    """Read every message of a file, or of one part of it, and compare.

    Raises:
        ValueError: A line is no JSON object or lacks its text; the message names the line.
    """
    return evaluate_rows(row for row in _rows(path) if part is None or row.get("part") == part)


def _rows(path: Path) -> Iterable[Mapping[str, Any]]:
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if not line.strip():
            continue
        row = json.loads(line)
        if not isinstance(row, dict) or not isinstance(row.get("text"), str):
            raise ValueError(f"Line {number} of {path.name} is no labelled message: it needs a `text`.")
        yield row


def evaluate_rows(rows: Iterable[Mapping[str, Any]]) -> Evaluation:
    """Read every message and compare it with its labels."""
    return Evaluation([evaluate_row(row) for row in rows])


def evaluate_row(row: Mapping[str, Any]) -> RowResult:
    """Read one message and compare it with its labels."""
    today = date.fromisoformat(row["reference_date"]) if row.get("reference_date") else _NO_DATE
    reading = read_message(row["text"], today=today, previous_reply=row.get("previous_system"))
    got, probability = max(reading.destination_scores.items(), key=lambda item: item[1])
    expected = row.get("destination", "unclear")
    expected_values = row.get("values") or {}
    values = read_values(reading)
    return RowResult(
        row_id=str(row.get("id", "")),
        expected=expected,
        got=got,
        strict=got == expected,
        lenient=got == expected or got in (row.get("also_accept") or ()),
        probability=probability,
        verdicts={c: _verdict(c, values[c.value], expected_values.get(c.value), row) for c in Criterion},
        expected_values=expected_values,
        got_values=values,
    )


def read_values(reading: Reading) -> dict[str, Value | None]:
    """Return a reading in the shapes of the files; what would be asked about has no value."""
    return {
        "dates": _dates(reading),
        "budget": _budget(reading),
        "room_type": _room_type(reading),
        "amenities": _amenities(reading),
        "distance": _distance(reading),
    }


def _dates(reading: Reading) -> Value | None:
    dates = reading.dates
    if dates is None or dates.problem or not (dates.check_in or dates.check_out or dates.nights):
        return None
    return {"check_in": _iso(dates.check_in), "check_out": _iso(dates.check_out), "nights": dates.nights}


def _iso(day: date | None) -> str | None:
    return day.isoformat() if day else None


def _budget(reading: Reading) -> Value | None:
    return None if reading.budget is None else {"min": reading.budget.min, "max": reading.budget.max}


def _room_type(reading: Reading) -> Value | None:
    room = reading.room_type
    if room is None or not room.has_value:
        return None
    return {"room_type": room.room_type.value if room.room_type else None}


def _amenities(reading: Reading) -> Value | None:
    amenities = reading.amenities
    if amenities is None:
        return None
    return {"amenities": sorted(amenity.value for amenity in amenities.named)}


def _distance(reading: Reading) -> Value | None:
    distance = reading.distance
    if distance is None or (distance.excluded and not distance.near and not distance.has_value):
        return None
    return {
        "airport": distance.airport,
        "city_center": distance.city_center,
        "near": sorted(anchor.value for anchor in distance.near),
    }


def _verdict(
    criterion: Criterion, got: Value | None, expected: Value | None, row: Mapping[str, Any]
) -> Verdict:
    accepted = [expected] if expected is not None else []
    accepted += (row.get("alt_values") or {}).get(criterion.value) or []
    if got is None:
        return "absent" if expected is None else "missed"
    if criterion is Criterion.AMENITIES and _is_any_of(got, row.get("amenities_any_of")):
        return "right"
    if any(_is_same(criterion, got, value) for value in accepted):
        return "right"
    if not _says_something(got):
        return "spurious" if expected is None else "incomplete"
    if any(_is_part(criterion, got, value) for value in accepted):
        return "incomplete"
    return "wrong" if _is_set(got) else "spurious"


def _is_any_of(got: Value, any_of: Any) -> bool:
    if not any_of:
        return False
    names: Iterable[str] = any_of["amenities"] if isinstance(any_of, dict) else any_of
    return any(name in got["amenities"] for name in names)


def _is_same(criterion: Criterion, got: Value, expected: Value) -> bool:
    keys: tuple[str, ...] = tuple(got)
    if criterion is Criterion.DATES and expected.get("check_in") and expected.get("check_out"):
        keys = ("check_in", "check_out")  # the nights are then no more than another way of saying the same
    return all(_plain(got.get(key)) == _plain(expected.get(key)) for key in keys)


def _is_part(criterion: Criterion, got: Value, expected: Value) -> bool:
    """Tell whether everything that was got is right as far as it goes."""
    if criterion is Criterion.AMENITIES:
        return set(got["amenities"]) <= set(expected["amenities"])
    keys = (
        ("check_in", "check_out") if criterion is Criterion.DATES and expected.get("check_in") else tuple(got)
    )
    return all(_plain(got[key]) in (None, (), _plain(expected.get(key))) for key in keys)


def _says_something(got: Value) -> bool:
    return any(value not in (None, [], ()) for value in got.values())


def _is_set(got: Value) -> bool:
    """Tell whether a value would be saved, rather than a question asked about a place that was named."""
    return any(value not in (None, [], ()) for key, value in got.items() if key != "near")


def _plain(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return tuple(sorted(value))
    if isinstance(value, int | float | Decimal) and not isinstance(value, bool):
        return Decimal(str(value))
    return value
