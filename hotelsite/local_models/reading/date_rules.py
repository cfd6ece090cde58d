"""Which day a customer means: the written rules, all of them relative to the business date.

- A day without a year is its next occurrence, today included; a check-out, its next occurrence after the check-in.
- A day without a month is the next month that has it. "The 28th to the 3rd of April" begins in March.
- Numbers with strokes are month first; day first where only that can be, and then for both ends of a range. Where the
  month-first reading of a range makes no stay that can be booked and the day-first reading does, that one is offered.
- A two-digit year is 20yy. A day with a year that lies in the past is named as past, with the next occurrence offered.
- "Friday" and "this Friday" are the coming Friday. "Next Friday" is offered as two days where the coming one and that
  of next week differ. "Friday" on a Friday is in a week, since today would be called today; "this Friday" is today.
  "Friday next week" is next week's, weeks beginning on Monday; "Friday week" is a week after the coming Friday; as a
  check-out, a weekday is the first after check-in. "Friday the 29th" is the next 29th that is a Friday.
- "This weekend" is Friday to Sunday. "Next weekend" is the one of next week; offered as two from Monday to Wednesday,
  when people mean the coming one as often.
"""

from __future__ import annotations

import calendar
from dataclasses import dataclass, replace
from datetime import date, timedelta
from enum import StrEnum
from typing import Final

from hotelsite.hotels.criteria import MAX_NIGHTS
from hotelsite.local_models.reading.date_atoms import AtomKind, DateAtom
from hotelsite.local_models.reading.holidays import holiday_on_or_after


class DateProblem(StrEnum):
    """Why dates were named and yet cannot be taken."""

    IMPOSSIBLE = "impossible"
    """A day that no calendar has; `text` is written like a date, such as 2027-02-30."""
    PAST = "past"
    """A day that is over; an option is what may have been meant, if that can be guessed."""
    AMBIGUOUS = "ambiguous"
    """Two readings; both are options."""
    VAGUE = "vague"
    """A span without days: next week, in March, a long weekend."""
    INCONSISTENT = "inconsistent"
    """Check-in, check-out and number of nights do not fit together."""


Stay = tuple[date | None, date | None]
"""Check-in and check-out, None where open."""


@dataclass(frozen=True, slots=True)
class Day:
    """What one expression of a day comes to."""

    day: date | None = None
    problem: DateProblem | None = None
    text: str = ""
    """The day in question for a problem, as YYYY-MM-DD even if no calendar has it."""
    options: tuple[date, ...] = ()


_LONG_AGO: Final = 300
"""Days: a check-out that only comes round this much later was meant to lie before the check-in."""


def resolve_day(atom: DateAtom, *, today: date, after: date | None = None, day_first: bool = False) -> Day:
    """Return the day that an expression means.

    Args:
        after: The check-in, when the expression names the check-out.
        day_first: Read numbers with strokes as day and month.
    """
    if atom.shift:
        named = resolve_day(replace(atom, shift=0), today=today, after=after, day_first=day_first)
        return _not_past(named.day + timedelta(days=atom.shift), today) if named.day else named
    match atom.kind:
        case AtomKind.OFFSET:
            return _not_past(today + timedelta(days=atom.offset), today)
        case AtomKind.WEEKDAY:
            return _weekday(atom, today, after)
        case AtomKind.HOLIDAY:
            return Day(holiday_on_or_after(atom.name, after or today))
        case AtomKind.NUMERIC:
            month, day = (
                (atom.second, atom.first) if day_first or atom.first > 12 else (atom.first, atom.second)
            )
            return _calendar_day(atom.year, month, day, today, after)
        case AtomKind.DAY:
            return _checked_weekday(atom, _day(atom, today, after), today)
        case AtomKind.WEEKEND | AtomKind.VAGUE:
            return Day(problem=DateProblem.VAGUE, text=atom.name)


def _day(atom: DateAtom, today: date, after: date | None) -> Day:
    day = atom.day or 0
    if atom.modifier in ("this month", "next month"):
        months = today.month + (atom.modifier == "next month")
        return _calendar_day(today.year + (months > 12), (months - 1) % 12 + 1, day, today, after)
    if atom.month is None:
        return _day_of_some_month(day, atom.year, today, after)
    return _calendar_day(atom.year, atom.month, day, today, after)


def _calendar_day(year: int | None, month: int, day: int, today: date, after: date | None) -> Day:
    start = after or today
    if year is None:
        year = start.year if not 1 <= month <= 12 else _year_of_next(month, day, start)
        if after and not _exists(year, month, day):
            return Day(problem=DateProblem.IMPOSSIBLE, text=_iso(year, month, day))
        if after and (date(year, month, day) - after).days > _LONG_AGO:
            year -= 1
    if not _exists(year, month, day):
        return Day(problem=DateProblem.IMPOSSIBLE, text=_iso(year, month, day))
    return _not_past(date(year, month, day), today)


def _year_of_next(month: int, day: int, start: date) -> int:
    """Return the year in which this month's day comes round; the month decides where the day does not exist."""
    last = calendar.monthrange(start.year, month)[1]
    return start.year if date(start.year, month, min(max(day, 1), last)) >= start else start.year + 1


def _day_of_some_month(day: int, year: int | None, today: date, after: date | None) -> Day:
    start = (after + timedelta(days=1)) if after else today
    if not 1 <= day <= 31:
        return Day(problem=DateProblem.IMPOSSIBLE, text=_iso(start.year, start.month, day))
    month = date(year or start.year, start.month, 1)
    while not (_exists(month.year, month.month, day) and month.replace(day=day) >= start):
        month = (month + timedelta(days=31)).replace(day=1)
    return Day(month.replace(day=day))


def _exists(year: int, month: int, day: int) -> bool:
    return 1 <= month <= 12 and 1 <= day <= calendar.monthrange(year, month)[1]


def _iso(year: int, month: int, day: int) -> str:
    return f"{year:04}-{month:02}-{day:02}"


def _not_past(day: date, today: date) -> Day:
    if day >= today:
        return Day(day)
    years = (year for year in (today.year, today.year + 1) if _exists(year, day.month, day.day))
    likely = next((again for year in years if (again := day.replace(year=year)) >= today), None)
    # "Yesterday" next year is nobody's wish.
    recent = (today - day).days <= 14
    return Day(
        problem=DateProblem.PAST, text=day.isoformat(), options=() if recent or not likely else (likely,)
    )


def _checked_weekday(atom: DateAtom, found: Day, today: date) -> Day:
    """Refuse to choose between a weekday and a date that do not belong together."""
    if not atom.modifier.startswith("weekday ") or found.day is None:
        return found
    wanted = int(atom.modifier.removeprefix("weekday "))
    if found.day.weekday() == wanted:
        return found
    if atom.month is None and atom.day is not None and not atom.modifier.endswith("month"):
        return _day_on_weekday(atom.day, wanted, found.day)
    near = found.day + timedelta(days=(wanted - found.day.weekday() + 3) % 7 - 3)
    return Day(problem=DateProblem.AMBIGUOUS, options=(found.day, near) if near >= today else (found.day,))


def _day_on_weekday(day: int, weekday: int, first: date) -> Day:
    """Return the next such day of a month that falls on a weekday; within a few years every one does."""
    later = first
    while later.weekday() != weekday:
        later = _day_of_some_month(day, None, later, later).day or later
    return Day(later)


def _weekday(atom: DateAtom, today: date, after: date | None) -> Day:
    coming = today + timedelta(days=(atom.weekday - today.weekday()) % 7)
    monday = today - timedelta(days=today.weekday())
    next_week = monday + timedelta(days=7 + atom.weekday)
    if atom.offset:
        return Day(coming + timedelta(days=atom.offset))
    match atom.modifier.split():
        case ["last" | "past"]:
            return Day(problem=DateProblem.PAST, text=(coming - timedelta(days=7)).isoformat())
        case ["after", "next"]:
            return Day(problem=DateProblem.VAGUE)
        case ["this", "week"]:
            return _not_past(monday + timedelta(days=atom.weekday), today)
        case [*_, "week"]:
            return Day(next_week)
        case ["this", *_]:
            return Day(coming)
    if after is not None:
        return Day(after + timedelta(days=(atom.weekday - after.weekday() - 1) % 7 + 1))
    if atom.modifier == "next":
        coming += timedelta(days=7) * (coming == today)
        return (
            Day(coming)
            if coming == next_week
            else Day(problem=DateProblem.AMBIGUOUS, options=(coming, next_week))
        )
    return Day(coming + timedelta(days=7) * (coming == today))


def near_stay(atom: DateAtom, check_in: date, *, today: date) -> Day:
    """Return the day that an expression means to someone who has a stay in mind: of weekdays, the one nearest to it."""
    found = resolve_day(atom, today=today)
    if atom.kind is not AtomKind.WEEKDAY or (atom.modifier not in ("", "that") or atom.offset):
        return found
    nearest = check_in + timedelta(days=(atom.weekday - check_in.weekday() + 3) % 7 - 3)
    return Day(nearest) if nearest >= today else found


def weekend_stays(modifier: str, today: date) -> tuple[Stay, ...]:
    """Return the stays that a weekend may mean, Friday to Sunday: one, or two to choose from."""
    friday = today + timedelta(days=4 - today.weekday())
    sunday = friday + timedelta(days=2)
    following = (friday + timedelta(days=7), sunday + timedelta(days=7))
    this = (max(friday, today), sunday) if today < sunday else following
    if "next" in modifier or "following" in modifier:
        return (this, following) if today.weekday() < 3 and this != following else (following,)
    return (this,)


def resolve_range(
    first: DateAtom, second: DateAtom, *, today: date, adjacent: bool
) -> tuple[Day, Day, tuple[Stay, ...]]:
    """Return check-in and check-out of two expressions, and the stay to offer where the numbers make none as they stand.

    Args:
        adjacent: They stand side by side ("Monday to Friday next week"), so that what is said of one holds for both.
    """
    if adjacent and first.kind is second.kind is AtomKind.WEEKDAY and not first.modifier:
        first = replace(first, modifier=second.modifier if second.modifier.endswith(" week") else "")
    first, second = _shared_month(first, second)
    day_first = any(atom.kind is AtomKind.NUMERIC and atom.first > 12 for atom in (first, second))
    start, end = _ends(first, second, today, day_first=day_first)
    if AtomKind.NUMERIC in (first.kind, second.kind) and not day_first and not _is_stay(start, end):
        other_start, other_end = _ends(first, second, today, day_first=True)
        if _is_stay(other_start, other_end):
            return start, end, ((other_start.day, other_end.day),)
    return start, end, ()


def _is_stay(start: Day, end: Day) -> bool:
    return bool(start.day and end.day and 0 < (end.day - start.day).days <= MAX_NIGHTS)


def _ends(first: DateAtom, second: DateAtom, today: date, *, day_first: bool) -> tuple[Day, Day]:
    start = resolve_day(first, today=today, day_first=day_first)
    if first.year is None and second.year is not None and first.kind in (AtomKind.DAY, AtomKind.NUMERIC):
        # "Dec 28 to Jan 3, 2028": the year belongs to the end; the start is the last such day before it.
        end = resolve_day(second, today=today, day_first=day_first)
        return _last_before(first, end, start, today, day_first=day_first), end
    return start, resolve_day(second, today=today, after=start.day, day_first=day_first)


def _last_before(first: DateAtom, end: Day, start: Day, today: date, *, day_first: bool) -> Day:
    year = _said_year(end)
    if year is None or (first.month is None and first.kind is AtomKind.DAY):
        return start
    same = resolve_day(_with_year(first, year), today=today, day_first=day_first)
    if end.day and same.day and same.day > end.day and (same.day - end.day).days > 180:
        return resolve_day(_with_year(first, year - 1), today=today, day_first=day_first)
    return same


def _said_year(day: Day) -> int | None:
    if day.day:
        return day.day.year
    return int(day.text[:4]) if day.text[:4].isdecimal() else None


def _with_year(atom: DateAtom, year: int) -> DateAtom:
    return replace(atom, year=year)


def _shared_month(first: DateAtom, second: DateAtom) -> tuple[DateAtom, DateAtom]:
    """Give a day without a month the month of the other end."""
    if first.kind is not AtomKind.DAY or second.kind is not AtomKind.DAY or not first.day or not second.day:
        return first, second
    if second.month is None and second.year is not None:  # "August 3 to 9, 2027": the year is that of both
        return replace(first, year=first.year or second.year), replace(second, year=None)
    if first.month is None and second.month is not None:
        month = second.month if first.day < second.day else (second.month - 2) % 12 + 1
        year = second.year - (month > second.month) if second.year else None
        first = replace(first, month=month, year=year)
    elif first.modifier == "" and second.modifier in ("this month", "next month") and first.month is None:
        first = replace(first, modifier=second.modifier)
    return first, second
