"""The days of the holidays that customers name, by year."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date, timedelta
from typing import Final

from dateutil.easter import easter

_FIXED: Final[Mapping[str, tuple[int, int]]] = {
    "christmas eve": (12, 24),
    "christmas day": (12, 25),
    "christmas": (12, 25),
    "boxing day": (12, 26),
    "new years eve": (12, 31),
    "new years day": (1, 1),
    "new years": (1, 1),
    "new year": (1, 1),
    "valentines day": (2, 14),
    "halloween": (10, 31),
    "independence day": (7, 4),
}


def _nth_weekday(year: int, month: int, weekday: int, nth: int) -> date:
    first = date(year, month, 1)
    return first + timedelta(days=(weekday - first.weekday()) % 7 + 7 * (nth - 1))


def _last_monday_of_may(year: int) -> date:
    last = date(year, 5, 31)
    return last - timedelta(days=last.weekday())


_MOVING: Final[Mapping[str, Callable[[int], date]]] = {
    "thanksgiving": lambda year: _nth_weekday(year, 11, 3, 4),
    "labor day": lambda year: _nth_weekday(year, 9, 0, 1),
    "memorial day": _last_monday_of_may,
    "good friday": lambda year: easter(year) - timedelta(days=2),
    "easter": easter,
    "easter sunday": easter,
    "easter monday": lambda year: easter(year) + timedelta(days=1),
}


def holiday_on_or_after(name: str, day: date) -> date:
    """Return the next time that a holiday falls on, `day` included."""
    for year in (day.year, day.year + 1):
        found = date(year, *_FIXED[name]) if name in _FIXED else _MOVING[name](year)
        if found >= day:
            return found
    raise AssertionError("a yearly holiday falls within a year")
