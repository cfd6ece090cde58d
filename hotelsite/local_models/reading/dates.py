"""Reading the dates of a stay: which day is the check-in, which the check-out, how many nights, and what is unsure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Final

from hotelsite.hotels.criteria import Criteria, Criterion
from hotelsite.local_models.reading.asking import Asked, DatePart
from hotelsite.local_models.reading.date_atoms import AtomKind, DateAtom, find_atoms
from hotelsite.local_models.reading.date_rules import (
    DateProblem,
    Day,
    Stay,
    resolve_day,
    resolve_range,
    weekend_stays,
)
from hotelsite.local_models.reading.evidence import Passage
from hotelsite.local_models.reading.stay_length import StayLength, read_stay_length


@dataclass(frozen=True, slots=True, kw_only=True)
class DatesReading:
    """What a message says about the dates; every part is None where it is not said."""

    check_in: date | None = None
    check_out: date | None = None
    nights: int | None = None
    shift_in: int = 0
    """Days by which the saved check-in moves."""
    shift_out: int = 0
    problem: DateProblem | None = None
    problem_text: str | None = None
    """The day at fault as YYYY-MM-DD, also when no calendar has it (2027-02-30)."""
    options: tuple[Stay, ...] = ()
    """The stays to choose from for a problem; None is the half that stays as it is."""
    night_options: tuple[int, ...] = ()
    """Lengths to choose from, where the customer named a vague one."""
    unreadable: bool = False
    """Dates are talked about and nothing certain was said."""
    strong: bool = False
    """The words can hardly be about anything but a stay: a range, nights, an arrival."""

    @property
    def has_value(self) -> bool:
        """Tell whether anything certain was said that changes the dates."""
        return self.problem is None and bool(
            self.check_in or self.check_out or self.nights or self.shift_in or self.shift_out
        )


class _Role:
    IN: Final = "check_in"
    OUT: Final = "check_out"


_IN_BEFORE: Final = (
    r"check(?:ing|ed|s)?[ -]?in(?:to)?|arriv\w*|arrival|start\w*|begin\w*|staring|commenc\w*|as of|beginning|"
    r"get(?:ting)? (?:there|in)|land(?:ing)?|fly(?:ing)? in|reach(?:ing)?|coming? in"
)
_OUT_BEFORE: Final = (
    r"check(?:ing|ed|s)?[ -]?out(?! (?:the |some |a |any |other |more )?(?:hotels?|rooms?|places?|options?|what|if|this|these))|"
    r"leav\w*(?! for\b)|depart\w*|until|untill|till|til|through|thru|ending|ends?|up to|end date|"
    r"(?:com(?:e|ing)|go(?:ing)?|fly(?:ing)?|head(?:ing)?|get(?:ting)?|be|drive|driving) (?:out|back|home)|return\w*"
)
_CUE_BEFORE: Final = re.compile(rf"\b(?:(?P<check_in>{_IN_BEFORE})|(?P<check_out>{_OUT_BEFORE}))\b")
_FROM: Final = re.compile(r"\b(?:from|since) (?:the |this |next )?$")
_TO: Final = re.compile(r"(?:\bto|-|\band(?= leave)) ?(?:the |about |around )?$")
_CUE_AFTER: Final = re.compile(
    r"^ ?[(-]? ?(?:is |as |for |would be |will be )?(?:the |my |our |when (?:we|i) |we |i |(?:is )?when (?:we|i)(?:ll)? |to )?"
    r"(?:(?P<check_in>check(?:ing)?[ -]?in|arriv\w*)|(?P<check_out>check(?:ing)?[ -]?out|depart\w*|leav\w*))\b"
)
_STAY_WORDS: Final = re.compile(
    r"\b(?:check(?:ing)?[ -]?(?:in|out)|arriv\w*|depart\w*|leav\w*|stay\w*|until|till)\b"
)
_NEGATED: Final = re.compile(
    r"\b(?:not|isnt|wasnt|instead of|rather than|no longer|other than|except) (?:on |from |for |until |the )*$"
)
_TIGHT: Final = re.compile(r"^ ?(?:,|and|&|,? ?and(?: the)?|to|-)? ?(?:the )?$")
_CHANGE: Final = re.compile(r"\b(?:mov|chang|switch|push|shift|reschedul|postpon|bring|updat|amend)\w*\b")
_OR: Final = re.compile(r"\bor\b")
_LAST_CLAUSE: Final = re.compile(r"^.*[,;.!?()]|^.* and\b", re.DOTALL)
_TALK_OF_DATES: Final = re.compile(
    r"\b(?:(?:my|our|the|these|those|change|different|other|new|what|which) (?:travel |arrival |departure |check[ -]?in |check[ -]?out )?dates?"
    r"|check[ -]?(?:in|out)(?: date)?|arrival date|departure date|when can i|dates of (?:my|our|the) stay|length of (?:my|our|the) stay|dates)\b"
)
_SAME_DATES: Final = re.compile(
    r"\b(?:same|keep (?:the|my|our|those|these)|dont change (?:the|my|our)) (?:the )?(?:dates?|days|nights)\b"
)
_JUST_TONIGHT: Final = re.compile(
    r"\b(?:just|only|for|just for|only for) (?:just |only )?(?:to ?night)\b|\btonight only\b"
)


def read_dates(passage: Passage, asked: Asked, saved: Criteria | None, today: date) -> DatesReading | None:
    """Return what the message says about the dates, None when it says nothing; claims the words it used.

    Half a stay, a problem or a vague wish is a reading too. The rules are in `date_rules`.
    """
    for match in passage.find(_SAME_DATES):
        passage.claim(match.start(), match.end(), None, "unchanged")
    atoms = [atom for atom in find_atoms(passage, today.year) if not _is_negated(passage.text, atom)]
    for atom in atoms:
        passage.claim(atom.start, atom.end, Criterion.DATES, atom.kind.value)
    length = read_stay_length(passage, dated=bool(atoms), asked=asked.criterion is Criterion.DATES)
    if not atoms and not length.says_something:
        return _without_days(passage, asked)
    reading = _from_atoms(passage.text, atoms, asked, saved, today)
    return _with_length(reading, length, saved)


def _is_negated(text: str, atom: DateAtom) -> bool:
    return bool(_NEGATED.search(text[: atom.start]))


def _without_days(passage: Passage, asked: Asked) -> DatesReading | None:
    if asked.date_part is DatePart.NIGHTS and (
        match := re.fullmatch(r"\W*(?:\w+ ){0,3}?(\d{1,2})\W*(?:please|nights?)?\W*", passage.open_text)
    ):
        passage.claim(match.start(1), match.end(1), Criterion.DATES, "nights")
        return DatesReading(nights=int(match[1]), strong=True)
    for match in passage.find(_TALK_OF_DATES):
        passage.note(match.start(), match.end(), Criterion.DATES, "dates_named")
        return DatesReading(unreadable=True)
    return None


def _from_atoms(
    text: str, atoms: Sequence[DateAtom], asked: Asked, saved: Criteria | None, today: date
) -> DatesReading:
    exact = [atom for atom in atoms if atom.kind not in (AtomKind.VAGUE, AtomKind.WEEKEND)]
    if not exact:
        return _vague(atoms, today) if atoms else DatesReading()
    if replacement := _replaced_day(text, exact, saved, today):
        return replacement
    if len(exact) == 2 and _OR.search(text[exact[0].end : exact[1].start]):
        days = [resolve_day(atom, today=today).day for atom in exact]
        return DatesReading(problem=DateProblem.AMBIGUOUS, options=tuple((day, None) for day in days if day))
    roles = _roles(text, exact, asked)
    first = next((a for a, r in reversed(list(zip(exact, roles, strict=True))) if r == _Role.IN), None)
    last = next((a for a, r in reversed(list(zip(exact, roles, strict=True))) if r == _Role.OUT), None)
    if first and last:
        return _both(text, first, last, today)
    if first:
        return _one(resolve_day(first, today=today), _Role.IN, first, text)
    after = saved.dates.check_in if saved else None
    assert last is not None
    return _one(resolve_day(last, today=today, after=after), _Role.OUT, last, text)


def _roles(text: str, atoms: Sequence[DateAtom], asked: Asked) -> list[str]:
    """Return which end of the stay each expression names."""
    said: list[str | None] = []
    for index, atom in enumerate(atoms):
        begin = atoms[index - 1].end if index else 0
        finish = atoms[index + 1].start if index + 1 < len(atoms) else len(text)
        said.append(_cue(text[begin : atom.start], text[atom.end : finish], first=index == 0, text=text))
    for index, role in enumerate(said):
        if role is None:
            said[index] = _default_role(index, said, asked)
    return [role or _Role.IN for role in said]


def _cue(before: str, after: str, *, first: bool, text: str) -> str | None:
    if not first and _TO.search(before):
        return _Role.OUT
    if _FROM.search(before):
        return _Role.IN
    if first and _TO.search(before) and re.match(r" *(?:to|-)", before) and not _CHANGE.search(text):
        return _Role.OUT
    own = before if first else _LAST_CLAUSE.sub("", before) or before
    cues = [match.lastgroup for match in _CUE_BEFORE.finditer(own)]
    if cues and not (first and len(set(cues)) > 1 and _both_named(own)):
        return cues[-1]
    if match := _CUE_AFTER.match(after):
        return match.lastgroup
    if not first and (cues := [match.lastgroup for match in _CUE_BEFORE.finditer(before)]):
        return cues[-1]
    return None


def _both_named(before: str) -> bool:
    """Tell whether the words announce both ends at once: "check in and check out are the 3rd and the 8th"."""
    return bool(re.search(r"in (?:and|&|/) (?:check[ -]?)?out|arriv\w+ and (?:leav|depart)\w+", before))


def _default_role(index: int, said: Sequence[str | None], asked: Asked) -> str:
    others = [role for position, role in enumerate(said) if position != index and role]
    if _Role.OUT in others and _Role.IN not in others:
        return _Role.IN
    if _Role.IN in others and _Role.OUT not in others and index > 0:
        return _Role.OUT
    if len(said) == 1 and asked.date_part is DatePart.CHECK_OUT:
        return _Role.OUT
    return _Role.IN


def _replaced_day(
    text: str, atoms: Sequence[DateAtom], saved: Criteria | None, today: date
) -> DatesReading | None:
    """Read "move the check-in from the 3rd to the 5th": a saved day and the one that takes its place."""
    if not saved or len(atoms) != 2 or not _CHANGE.search(text):
        return None
    old, new = resolve_day(atoms[0], today=today).day, atoms[1]
    if old is None or not _TO.search(text[atoms[0].end : new.start]):
        return None
    if old == saved.dates.check_in:
        return _one(resolve_day(new, today=today), _Role.IN, new, text)
    if old == saved.dates.check_out:
        return _one(resolve_day(new, today=today, after=saved.dates.check_in), _Role.OUT, new, text)
    return None


def _vague(atoms: Sequence[DateAtom], today: date) -> DatesReading:
    weekend = next((atom for atom in atoms if atom.kind is AtomKind.WEEKEND), None)
    if weekend is None:
        return DatesReading(problem=DateProblem.VAGUE, problem_text=atoms[-1].name)
    stays = weekend_stays(weekend.modifier, today)
    if len(stays) > 1:
        return DatesReading(problem=DateProblem.AMBIGUOUS, options=stays)
    return DatesReading(check_in=stays[0][0], check_out=stays[0][1])


def _one(found: Day, role: str, atom: DateAtom, text: str) -> DatesReading:
    check_in = role == _Role.IN
    strong = bool(_STAY_WORDS.search(text))
    if found.problem is DateProblem.VAGUE or (atom.kind is AtomKind.HOLIDAY and not strong):
        return DatesReading(problem=DateProblem.VAGUE, problem_text=atom.name, strong=strong)
    if found.problem:
        options: tuple[Stay, ...] = tuple((day, None) if check_in else (None, day) for day in found.options)
        return DatesReading(problem=found.problem, problem_text=found.text, options=options, strong=strong)
    if atom.name.endswith("tonight") and check_in and _JUST_TONIGHT.search(text):
        return DatesReading(check_in=found.day, nights=1, strong=True)
    if check_in:
        return DatesReading(check_in=found.day, strong=strong)
    return DatesReading(check_out=found.day, strong=strong)


def _both(text: str, first: DateAtom, last: DateAtom, today: date) -> DatesReading:
    start, end, readings = resolve_range(
        first, last, today=today, adjacent=len(text[first.end : last.start]) <= 8
    )
    if readings:
        return DatesReading(problem=DateProblem.AMBIGUOUS, options=readings, strong=True)
    for found, role in ((start, _Role.IN), (end, _Role.OUT)):
        if found.problem:
            return _range_problem(found, role, start, end)
    check_out = end.day
    if _names_nights(text[first.end : last.start], text[: first.start]) and start.day and check_out:
        # "March 8 and 9": the nights of the 8th and of the 9th.
        check_out += timedelta(days=1) * ((check_out - start.day).days == 1)
    return DatesReading(check_in=start.day, check_out=check_out, strong=True)


def _names_nights(between: str, before: str) -> bool:
    joined = re.fullmatch(r",? ?(?:and|&) ?(?:the )?", between)
    return bool(joined) and not re.search(r"\bbetween\b|\bfrom\b", before) and not _CUE_BEFORE.search(before)


def _range_problem(found: Day, role: str, start: Day, end: Day) -> DatesReading:
    if role == _Role.IN:
        options = tuple(_moved_along(day, start, end) for day in found.options)
    else:
        options = tuple((start.day, day) for day in found.options)
    return DatesReading(problem=found.problem, problem_text=found.text, options=options, strong=True)


def _moved_along(day: date, start: Day, end: Day) -> Stay:
    """Return the stay that begins on the likely day and is as long as the one that was said."""
    said_in = start.day or _date(start.text)
    said_out = end.day or _date(end.text)
    if said_in is None or said_out is None or not 0 < (said_out - said_in).days <= 60:
        return (day, None)
    return (day, day + (said_out - said_in))


def _date(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def _with_length(reading: DatesReading, length: StayLength, saved: Criteria | None) -> DatesReading:
    """Fill the open end from the number of nights, and refuse what does not fit together."""
    strong = reading.strong or length.nights is not None or bool(length.shift_out or length.options)
    reading = replace(reading, strong=strong)
    if reading.problem:
        return replace(reading, nights=length.nights)
    check_in, check_out = reading.check_in, reading.check_out
    if length.options:
        options: tuple[Stay, ...] = ()
        if check_in:
            options = tuple((check_in, check_in + timedelta(days=nights)) for nights in length.options)
        return replace(
            reading, problem=DateProblem.VAGUE, night_options=length.options, options=options, strong=True
        )
    nights = length.nights or reading.nights
    if check_in and length.later:
        nights = length.later
    elif check_in or check_out:
        nights = nights or None
    else:
        return replace(reading, nights=nights, shift_in=length.shift_in, shift_out=length.shift_out)
    if nights is None:
        return replace(reading, shift_in=0, shift_out=length.shift_out if not check_out else 0)
    if check_in and check_out and (check_out - check_in).days != nights:
        options = ((check_in, check_out), (check_in, check_in + timedelta(days=nights)))
        return replace(reading, nights=nights, problem=DateProblem.INCONSISTENT, options=options)
    if nights > 366:
        return replace(reading, nights=nights)
    if check_in:
        return replace(reading, nights=nights, check_out=check_in + timedelta(days=nights))
    assert check_out is not None
    return replace(reading, nights=nights, check_in=check_out - timedelta(days=nights))
