"""Figures: each a ratio, with what it is measured against and what limits it; one table and one JSON document."""

from __future__ import annotations

import json
import os
import platform
import statistics
import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Self


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """One line of the table."""

    name: str
    against: str
    """The peer or floor, measured in the same run."""
    ratio: float
    """Ours divided by theirs; the median of the rounds."""
    low: float
    high: float
    """The middle half of the rounds; equal to the ratio where the figure is a count, which no machine changes."""
    limited_by: str
    """What keeps it from being better."""
    measured: dict[str, Any] = field(default_factory=dict)
    """What the ratio was made of, with units in the names; for the JSON alone, since it holds for one machine."""

    @classmethod
    def of_rounds(
        cls,
        name: str,
        ours: Sequence[float],
        theirs: Sequence[float],
        *,
        against: str,
        unit: str,
        limited_by: str,
        **measured: Any,
    ) -> Self:
        """Compare what was measured side by side, round by round.

        Args:
            unit: Ends the names of the two medians in the JSON.
        """
        ratios = [a / b for a, b in zip(ours, theirs, strict=True)]
        low, ratio, high = statistics.quantiles(ratios, n=4, method="inclusive")
        medians = {f"ours_{unit}": statistics.median(ours), f"theirs_{unit}": statistics.median(theirs)}
        return cls(
            name=name,
            against=against,
            ratio=ratio,
            low=low,
            high=high,
            limited_by=limited_by,
            measured={**medians, **measured},
        )

    @classmethod
    def of_counts(
        cls,
        name: str,
        ours: float,
        theirs: float,
        *,
        against: str,
        unit: str,
        limited_by: str,
        **measured: Any,
    ) -> Self:
        """Compare two numbers that the same code gives on any machine."""
        ratio = ours / theirs
        return cls(
            name=name,
            against=against,
            ratio=ratio,
            low=ratio,
            high=ratio,
            limited_by=limited_by,
            measured={f"ours_{unit}": ours, f"theirs_{unit}": theirs, **measured},
        )


def machine() -> dict[str, Any]:
    """Return what the run ran on."""
    return {"cores": os.cpu_count(), "python": platform.python_version(), "system": platform.platform()}


def write_json(path: Path, figures: Iterable[Figure], *, seconds: float) -> None:
    document = {
        "machine": machine(),
        "seconds": round(seconds),
        "figures": [_rounded(asdict(figure)) for figure in figures],
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")


def table(figures: Sequence[Figure]) -> str:
    """Return the figures as a Markdown table that reads well in a terminal, and below it what limits each."""
    rows = [(figure.name, f"{_short(figure.ratio)} x", _spread(figure), figure.against) for figure in figures]
    heads = ("figure", "ratio", "middle half", "against")
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]

    def line(cells: Sequence[str]) -> str:
        return "| " + " | ".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True)) + " |"

    rule = "|" + "|".join("-" * (width + 2) for width in widths) + "|"
    return "\n".join([line(heads), rule, *map(line, rows), "", "What limits them:", *_limits(figures)])


def _limits(figures: Iterable[Figure]) -> Iterable[str]:
    reasons: dict[str, list[str]] = {}
    for figure in figures:
        reasons.setdefault(figure.limited_by, []).append(figure.name)
    for reason, names in reasons.items():
        yield textwrap.fill(
            f"{'; '.join(dict.fromkeys(names))}: {reason}", 118, initial_indent="- ", subsequent_indent="  "
        )


def _spread(figure: Figure) -> str:
    return "exact" if figure.low == figure.high else f"{_short(figure.low)} - {_short(figure.high)}"


def _short(number: float) -> str:
    return f"{number:,.0f}" if number >= 100 else f"{number:.3g}"


def _rounded(value: Any) -> Any:
    match value:
        case float():
            return float(f"{value:.4g}")
        case dict():
            return {key: _rounded(item) for key, item in value.items()}
        case _:
            return value
