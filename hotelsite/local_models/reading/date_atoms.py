"""Finding the words that name a day, a weekend or a vague time in a message, without deciding yet which day they mean."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

from hotelsite.local_models.reading.date_words import (
    AFTER_LONE_DAY,
    BEFORE_SHORT_NAME,
    CORRECTED_DAYS,
    COUNTED_FROM,
    EARLIER_END,
    ENDS_IN_MONTH,
    MONTHS,
    NAMES_AND_WORDS,
    OTHER_END,
    PATTERNS,
    WEEKDAYS,
)
from hotelsite.local_models.reading.evidence import Passage


class AtomKind(Enum):
    """How a day is named."""

    DAY = "day"
    """A day of a month, with the month and the year as far as they are said."""
    NUMERIC = "numeric"
    """Two numbers of which one is the month: `first` and `second`, perhaps with a year."""
    WEEKDAY = "weekday"
    OFFSET = "offset"
    """A number of days from today."""
    WEEKEND = "weekend"
    HOLIDAY = "holiday"
    VAGUE = "vague"
    """A span without a day: next week, in March."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DateAtom:
    """One expression of a day, still unresolved."""

    kind: AtomKind
    start: int
    end: int
    day: int | None = None
    month: int | None = None
    year: int | None = None
    first: int = 0
    second: int = 0
    weekday: int = 0
    """0 is Monday."""
    modifier: str = ""
    """What stood with a weekday or weekend (`next`, `this week`), or with a day (`next month`)."""
    offset: int = 0
    """Days from today, or from the weekday when the kind is WEEKDAY."""
    shift: int = 0
    """Days from the named day: 1 in "the day after Christmas"."""
    name: str = ""
    """The holiday, or the words of a vague span."""


_A_MONTH: Final = re.compile(rf"\b(?:{'|'.join(MONTHS)})\b")
_KINDS: Final = {
    "iso": AtomKind.DAY,
    "dotted": AtomKind.DAY,
    "month_day": AtomKind.DAY,
    "day_month": AtomKind.DAY,
    "day_of_month": AtomKind.DAY,
    "day": AtomKind.DAY,
    "numeric": AtomKind.NUMERIC,
    "offset": AtomKind.OFFSET,
    "counted": AtomKind.OFFSET,
    "holiday": AtomKind.HOLIDAY,
    "weekend": AtomKind.WEEKEND,
    "vague": AtomKind.VAGUE,
}


def find_atoms(passage: Passage, this_year: int) -> list[DateAtom]:
    """Return every expression of a day in the order of the message; nothing is claimed yet."""
    text = passage.open_text
    atoms: list[DateAtom] = []
    for name, pattern in PATTERNS:
        for match in pattern.finditer(text):
            if any(match.start() < atom.end and atom.start < match.end() for atom in atoms):
                continue
            if atom := _atom(name, match, text, this_year):
                atoms.append(atom)
                atoms.extend(_unnamed_ends(atom, text, atoms, this_year))
    atoms = _with_corrections(sorted(atoms, key=lambda atom: atom.start), text)
    return [_shifted(atom, text) for atom in _with_weekdays_merged(_in_named_month(atoms), text)]


def _shifted(atom: DateAtom, text: str) -> DateAtom:
    """Join "the day after" to the day that it counts from."""
    counted = COUNTED_FROM.search(text, 0, atom.start)
    if counted is None or atom.kind in (AtomKind.VAGUE, AtomKind.WEEKEND):
        return atom
    days = (int(counted["count"]) if counted["count"].isdecimal() else 1) * (
        7 if counted["unit"] == "week" else 1
    )
    return replace(atom, start=counted.start(), shift=days if counted["way"] == "after" else -days)


def _with_corrections(atoms: list[DateAtom], text: str) -> list[DateAtom]:
    """Put two days that take back earlier ones in their place, in the month of those: "the 3rd to 5th of May, no, 4 to 6"."""
    for match in CORRECTED_DAYS.finditer(text):
        dated = [atom for atom in atoms if atom.month and atom.end <= match.start("day")]
        later = [atom for atom in atoms if atom.start >= match.start("day")]
        if not dated or any(atom.month for atom in later):
            continue
        spans = (match.span("day"), match.span("last"))
        ends = [
            replace(dated[-1], start=start, end=end, day=int(text[start:end]), modifier="")
            for start, end in spans
        ]
        return [*ends, *(atom for atom in later if atom.start >= match.end())]
    return atoms


def _in_named_month(atoms: list[DateAtom]) -> list[DateAtom]:
    """Give days without a month the one that is named apart from them: "in October, from the 12th to the 15th"."""
    months = {atom.month for atom in atoms if atom.kind is AtomKind.VAGUE and atom.month}
    if len(months) != 1 or any(atom.month for atom in atoms if atom.kind is AtomKind.DAY):
        return atoms
    lone = [atom.kind is AtomKind.DAY and not atom.modifier for atom in atoms]
    month = months.pop()
    return [
        replace(atom, month=month) if is_lone else atom for atom, is_lone in zip(atoms, lone, strict=True)
    ]


def _atom(name: str, match: re.Match[str], text: str, this_year: int) -> DateAtom | None:
    found = match.groupdict()
    if name in ("week_on", "weekday_of_week", "weekday"):
        return _weekday(name, match, text)
    if name == "day" and not AFTER_LONE_DAY.match(text, match.end()):
        return None
    atom = DateAtom(
        kind=_KINDS[name], start=match.start(), end=match.end(), year=_year(found.get("year"), this_year)
    )
    match name:
        case "iso" | "dotted":
            return replace(atom, day=int(found["day"]), month=int(found["month"]))
        case "month_day" | "day_month":
            return replace(atom, day=int(found["day"]), month=_month_number(found["month"]))
        case "day_of_month":
            ahead = found["modifier"].split()[-1] in ("next", "following", "coming")
            return replace(atom, day=int(found["day"]), modifier="next month" if ahead else "this month")
        case "day":
            return replace(atom, day=int(found["day"]))
        case "numeric":
            return replace(atom, first=int(found["first"]), second=int(found["second"]))
        case "offset" | "counted":
            return replace(atom, offset=_offset(match), name=match[0])
        case "vague" if named := found.get("month") or _month_in(match[0]):
            return replace(atom, month=_month_number(named), name=match[0])
        case _:
            return replace(atom, modifier=found.get("modifier") or "", name=found.get("holiday") or match[0])


def _offset(match: re.Match[str]) -> int:
    """Return the days from today in "tomorrow", "the day after tomorrow", "in two weeks"."""
    found = match.groupdict()
    days = {"yesterday": -1, "tomorrow": 1}.get(found.get("word") or "", 0)
    if unit := found.get("unit"):
        days += (1 if found["count"] == "a" else int(found["count"])) * (7 if unit == "week" else 1)
    return days + match[0].count("day after")


def _year(text: str | None, this_year: int) -> int | None:
    if text is None:
        return None
    if text.endswith("year"):
        return this_year + text.startswith("next")
    number = int(text.lstrip("'"))
    return number if number > 99 else 2000 + number


def _month_in(words: str) -> str | None:
    found = _A_MONTH.search(words)
    return found[0] if found else None


def _month_number(name: str) -> int:
    return next(number for number, pattern in enumerate(MONTHS, start=1) if re.fullmatch(pattern, name))


def _weekday(name: str, match: re.Match[str], text: str) -> DateAtom | None:
    found = match.groupdict()
    word, modifier = found["weekday"], found.get("modifier") or ""
    if word in NAMES_AND_WORDS and not modifier and not BEFORE_SHORT_NAME.search(text, 0, match.start()):
        return None
    after = (found.get("after") or "").strip()
    return DateAtom(
        kind=AtomKind.WEEKDAY,
        start=match.start(),
        end=match.end(),
        weekday=next(number for number, pattern in enumerate(WEEKDAYS) if re.fullmatch(pattern, word)),
        modifier=after or " ".join(said for said in modifier.split() if said not in ("the", "very")),
        offset=7 if name == "week_on" else 0,
    )


def _unnamed_ends(atom: DateAtom, text: str, known: list[DateAtom], this_year: int) -> list[DateAtom]:
    """Return the other end of a range whose month is said once only: "Dec 24-26", "the 3rd to 9th of May"."""
    if atom.kind is not AtomKind.DAY:
        return []
    ends = []
    plain_number = atom.month is None and not re.search(r"[a-z]", text[atom.start : atom.end])
    later = OTHER_END.match(text, atom.end)
    # "Dec 24 to 2 January": the number belongs to the month that follows.
    if later and not plain_number and not ENDS_IN_MONTH.match(text, later.end()):
        year = _year(later["year"], this_year)
        ends.append(_lone_day(later, later.end(), year))
    if atom.month is not None and (earlier := EARLIER_END.search(text[: atom.start])):
        ends.append(_lone_day(earlier, earlier.end("day"), None))
    return [
        end for end in ends if not any(end.start < other.end and other.start < end.end for other in known)
    ]


def _lone_day(match: re.Match[str], end: int, year: int | None) -> DateAtom:
    return DateAtom(kind=AtomKind.DAY, start=match.start("day"), end=end, day=int(match["day"]), year=year)


def _with_weekdays_merged(atoms: list[DateAtom], text: str) -> list[DateAtom]:
    """Join "Friday" and "the 5th" that stand side by side into one day that remembers its weekday."""
    merged: list[DateAtom] = []
    for atom in atoms:
        last = merged[-1] if merged else None
        if last and _names_one_day(last, atom, text[last.end : atom.start]):
            dated, weekday = (atom, last) if last.kind is AtomKind.WEEKDAY else (last, atom)
            merged[-1] = replace(dated, start=last.start, end=atom.end, modifier=f"weekday {weekday.weekday}")
        else:
            merged.append(atom)
    return merged


def _names_one_day(last: DateAtom, atom: DateAtom, between: str) -> bool:
    if last.kind is AtomKind.WEEKDAY and atom.kind in (AtomKind.DAY, AtomKind.NUMERIC):
        return bool(re.fullmatch(r",? ?(?:\(|on )?(?:the )?", between))
    if atom.kind is AtomKind.WEEKDAY and last.kind in (AtomKind.DAY, AtomKind.NUMERIC):
        return bool(re.fullmatch(r",? ?\(?(?:a |which is a )?", between)) and not atom.modifier
    return False
