"""Reading the dates of a stay: which day is the check-in, which the check-out, how many nights, and what is unsure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Final

from hotelsite.hotels.criteria import MAX_NIGHTS, Criteria, Criterion, DatesValue
from hotelsite.local_models.reading.asking import Asked, DatePart
from hotelsite.local_models.reading.date_atoms import AtomKind, DateAtom, find_atoms
from hotelsite.local_models.reading.date_roles import (
    STAY_WORDS,
    Role,
    complete_roles,
    end_named,
    is_moved_to,
    is_surely_a_day,
    names_both_nights,
    roles_said,
)
from hotelsite.local_models.reading.date_rules import (
    DateProblem,
    Day,
    Stay,
    near_stay,
    resolve_day,
    resolve_range,
    weekend_stays,
)
from hotelsite.local_models.reading.evidence import Passage
from hotelsite.local_models.reading.patterns import all_of_it, whole
from hotelsite.local_models.reading.stay_length import StayLength, read_stay_length


@dataclass(frozen=True, slots=True, kw_only=True)
class DatesReading:
    """What a message says about the dates; every part is None where it is not said."""

    check_in: date | None = None
    check_out: date | None = None
    nights: int | None = None
    reopens_check_out: bool = False
    """The whole stay moves to another check-in, so that a saved check-out no longer holds."""
    shift_in: int = 0
    """Days by which the saved check-in moves."""
    shift_out: int = 0
    problem: DateProblem | None = None
    problem_text: str | None = None
    """The day at fault as YYYY-MM-DD, also when no calendar has it (2027-02-30)."""
    options: tuple[Stay, ...] = ()
    """The stays to choose from for a problem; None is the half that stays as it is."""
    bounded: bool = False
    """A least or greatest number of nights was named, which is no length to look for."""
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


_NEGATED: Final = re.compile(
    r"\b(?:not|isnt|wasnt|instead of|rather than|no longer|other than|except) (?:on |from |for |until |the )*$"
)
_MEANT_OTHERWISE: Final = re.compile(
    r",? (?:but|though)?,? ?(?:i |we )?(?:meant|mean|should have (?:said|been))\b"
)
"""After a day that was said by mistake: "the 16th but I meant the 17th"."""
_FOR_THE_CHAT: Final = re.compile(
    r"\b(?:all|everything|thats it|it is it|done|finished|enough|nothing(?: else| more)?)\b[^.?!]{0,22}\b(?:for|need(?:ed)?|want(?:ed)?) $"
    r"|\b(?:get back|talk|speak|write|be back|see|call|contact|think about it|decide|let you know|continue|try again)(?: to)?(?: you| it| again| later)*"
    r"(?: on| by)? $"
)
"""Before "today": the end of the conversation, and no arrival."""
_OCCASION: Final = re.compile(
    r"\b(?:anniversary|birthday|b-?day|wedding|graduation|concert|conference|convention|meeting|seminar|reunion|funeral|"
    r"interview|marathon|race|game|exam|party|show|festival|surgery|appointment)\b(?: itself)?"
    r" (?:is|was|falls|takes place|will be|would be|happens)(?: (?:actually|also|only|always))? (?:on )?(?:the )?$"
)
"""Before a day: it is that of an occasion, and not yet one of the stay."""
_OR: Final = whole(r"or")
_TALK_OF_DATES: Final = whole(
    r"(?:my|our|the|these|those|change|different|other|new|what|which) (?:(?:travel|arrival|departure|check[ -]?in|check[ -]?out) )?dates?",
    r"(?<!digital )(?<!mobile )(?<!online )(?<!late )(?<!early )check[ -]?(?:in|out)(?! (?:time|late|early|policy))(?: date)?",
    r"(?:arrival|departure) date",
    r"(?:dates|length) of (?:my|our|the) stay",
    r"(?:different|another|other) (?:days?|nights?)",
    r"dates",
    r"(?:change|move|switch) (?:when|the days?|what day|which day)",
    r"any (?:day|date|weekend)s?",
)
_UNDECIDED: Final = whole(
    r"(?:not|isnt|arent|havent|hasnt|havnt)(?: \w+){0,2} (?:sure|certain|decided?|fixed|set|settled|known|clear)",
    r"(?:dont|do not|doesnt) know(?: yet)?",
    r"undecided",
    r"no idea",
    r"flexible",
    r"not yet",
    r"whenever",
)
_ABOUT_THE_TIME: Final = whole(
    r"what time", r"how (?:late|early)", r"check[ -]?(?:in|out) times?", r"(?:late|early) check"
)
_SAME_DATES: Final = whole(
    r"(?:same|keep (?:the|my|our|those|these)|dont change (?:the|my|our)) (?:the )?(?:dates?|days|nights)"
)
_MOST_BARE_NIGHTS: Final = 14
"""A bare number up to this, said when asked for the check-out, may be days as well as a day of the month."""
_JUST_TONIGHT: Final = whole(r"(?:just|only|for)(?: just| only| for)* tonight", r"tonight only")
_PLACE_IN_A_LIST: Final = re.compile(
    r"^\W*(?:the )?\d(?:st|nd|rd|th)(?: (?:one|1))?(?: please)?(?=\W*$)"
    r"|\b(?:at|about|book|reserve|take|choose|does|is|has) the \d(?:st|nd|rd|th)\b(?! of)|(?<=~)(?:,| and| or)+ the \d(?:st|nd|rd|th)(?=\W*$)"
)
"""A day only where days were asked for: "the second" means one of several things as often."""
_BARE_NUMBER: Final = all_of_it(
    r"(?:(?:just|only|about|for|maybe|probably|i think|it will be) )*(?P<number>\d{1,2})(?: please)?"
)


def read_dates(passage: Passage, asked: Asked, saved: Criteria | None, today: date) -> DatesReading | None:
    """Return what the message says about the dates, None when it says nothing; claims the words it used.

    Half a stay, a problem or a vague wish is a reading too. The rules are in `date_rules`.
    """
    if asked.criterion is not Criterion.DATES:
        for match in passage.find(_PLACE_IN_A_LIST):
            passage.claim(match.start(), match.end(), None, "list_place")
    for match in passage.find(_SAME_DATES):
        passage.claim(match.start(), match.end(), None, "unchanged")
    atoms = [
        atom
        for atom in find_atoms(passage, today.year)
        if not _NEGATED.search(passage.before(atom.start))
        and not _MEANT_OTHERWISE.match(passage.open_text, atom.end)
        and not _FOR_THE_CHAT.search(passage.before(atom.start))
    ]
    occasions = [atom for atom in atoms if _OCCASION.search(passage.before(atom.start))]
    if occasions and len(occasions) == len(atoms):
        return _of_an_occasion(passage, occasions, saved)
    atoms = [atom for atom in atoms if atom not in occasions]
    if len(atoms) == 1 and _is_place_in_list(passage, atoms[0], asked, saved):
        atoms = []
    for atom in atoms:
        passage.claim(atom.start, atom.end, Criterion.DATES, atom.kind.value)
    length = read_stay_length(
        passage,
        dated=bool(atoms),
        asked=asked.criterion is Criterion.DATES,
        settled=bool(saved and saved.dates.check_in and saved.dates.check_out),
    )
    if not atoms and not length.says_something:
        return _bare_day(passage, asked, saved, today) or _without_days(passage, asked)
    days = _from_atoms(passage.text, atoms, asked, saved, today, has_length=bool(length.nights))
    if length.says_something and STAY_WORDS.search(passage.text):
        days = replace(days, strong=True)
    return _with_length(days, length)


def _bare_day(passage: Passage, asked: Asked, saved: Criteria | None, today: date) -> DatesReading | None:
    """Read a number as a day of the month where a day was asked for; a small one may be nights when it is the end."""
    match = _BARE_NUMBER.match(passage.open_text)
    if match is None or asked.date_part not in (DatePart.CHECK_IN, DatePart.CHECK_OUT):
        return None
    arrives, number = asked.date_part is DatePart.CHECK_IN, int(match["number"])
    if not (1 if arrives else _MOST_BARE_NIGHTS + 1) <= number <= 31:
        return None
    passage.claim(*match.span("number"), Criterion.DATES, "day")
    atom = DateAtom(kind=AtomKind.DAY, start=match.start("number"), end=match.end("number"), day=number)
    after = saved.dates.check_in if saved and not arrives else None
    role = Role.CHECK_IN if arrives else Role.CHECK_OUT
    return _one(resolve_day(atom, today=today, after=after), role, atom, passage.text)


def _without_days(passage: Passage, asked: Asked) -> DatesReading | None:
    if asked.date_part is DatePart.NIGHTS and (match := _BARE_NUMBER.match(passage.open_text)):
        passage.claim(*match.span("number"), Criterion.DATES, "nights")
        return DatesReading(nights=int(match["number"]), strong=True)
    if _ABOUT_THE_TIME.search(passage.text):
        return None
    if asked.criterion is Criterion.DATES:
        for match in passage.find(_UNDECIDED):
            passage.note(match.start(), match.end(), Criterion.DATES, "undecided")
            return DatesReading(unreadable=True)
    for match in passage.find(_TALK_OF_DATES):
        passage.note(match.start(), match.end(), Criterion.DATES, "dates_named")
        return DatesReading(unreadable=True)
    return None


def _of_an_occasion(
    passage: Passage, atoms: Sequence[DateAtom], saved: Criteria | None
) -> DatesReading | None:
    """Take the day of a birthday for no end of a stay: it says nothing beside a saved stay, and has to be asked about before."""
    for atom in atoms:
        passage.claim(atom.start, atom.end, Criterion.DATES, "occasion")
    return None if saved is not None and saved.dates.answered else DatesReading(unreadable=True, strong=True)


def _is_place_in_list(passage: Passage, atom: DateAtom, asked: Asked, saved: Criteria | None) -> bool:
    """Tell whether "the second" can be no day: only where the dates are still open may a lone number be one."""
    if atom.kind is not AtomKind.DAY or atom.month or atom.year or atom.modifier:
        return False
    if is_surely_a_day(passage.text, atom):
        return False
    is_answered = saved is not None and saved.dates.answered
    return is_answered or asked.criterion not in (None, Criterion.DATES)


# --- days ---------------------------------------------------------------------------------------------------


def _from_atoms(
    text: str,
    atoms: Sequence[DateAtom],
    asked: Asked,
    saved: Criteria | None,
    today: date,
    *,
    has_length: bool,
) -> DatesReading:
    exact = [atom for atom in atoms if atom.kind not in (AtomKind.VAGUE, AtomKind.WEEKEND)]
    if any(atom.kind is AtomKind.WEEKEND for atom in atoms):
        exact = [
            atom for atom in exact if atom.kind is not AtomKind.WEEKDAY
        ]  # "next weekend, Friday to Sunday"
    if len(exact) > 2:  # "from Dec 30 over New Year to Jan 2"
        exact = [atom for atom in exact if atom.kind is not AtomKind.HOLIDAY] or exact
    stay = saved.dates if saved else DatesValue(check_in=None, check_out=None)
    if not exact:
        return _vague(atoms, today) if atoms else DatesReading()
    if len(exact) == 2 and is_moved_to(text, *exact):
        return _replaced_day(text, exact[0], exact[1], stay, today)
    if len(exact) == 2 and _OR.search(text[exact[0].end : exact[1].start]):
        days = [resolve_day(atom, today=today).day for atom in exact]
        return DatesReading(problem=DateProblem.AMBIGUOUS, options=tuple((day, None) for day in days if day))
    said = roles_said(text, exact)
    if stay.check_in and stay.check_out and said == [None]:
        return _moved_stay(exact[0], stay.check_in, stay.check_out, text, today)
    # Of two days for one end the later one corrects the earlier.
    roles = complete_roles(said, asked)
    named = dict(zip(roles, exact, strict=True))
    if (
        len(exact) > 2
        and roles[:2] == [Role.CHECK_IN] * 2
        and Role.CHECK_IN not in roles[2:]
        and names_both_nights(text, exact[0], exact[1])
    ):
        named[Role.CHECK_IN] = exact[0]  # "for the 17th and 18th, I leave on the 19th"
    first, last = named.get(Role.CHECK_IN), named.get(Role.CHECK_OUT)
    if first and last:
        return _both(text, first, last, today)
    if first:
        day = (
            near_stay(first, stay.check_in, today=today) if stay.check_in else resolve_day(first, today=today)
        )
        return _one(day, Role.CHECK_IN, first, text, has_length=has_length)
    assert last is not None
    found = resolve_day(last, today=today, after=stay.check_in)
    return _one(found, Role.CHECK_OUT, last, text)


def _replaced_day(text: str, old: DateAtom, new: DateAtom, stay: DatesValue, today: date) -> DatesReading:
    """Read "move the check-in from the 3rd to the 5th": which end changes is told by name, else by the saved stay."""
    day = resolve_day(old, today=today).day
    role = end_named(text)
    if role is None and day and day in (stay.check_in, stay.check_out):
        role = Role.CHECK_IN if day == stay.check_in else Role.CHECK_OUT
    if role is Role.CHECK_OUT:
        return _one(resolve_day(new, today=today, after=stay.check_in), role, new, text)
    return replace(
        _one(resolve_day(new, today=today), Role.CHECK_IN, new, text), reopens_check_out=role is None
    )


def _moved_stay(atom: DateAtom, check_in: date, check_out: date, text: str, today: date) -> DatesReading:
    """Read a day that is said to be neither end, when a whole stay is saved: a new check-in, or either end of the old."""
    day = near_stay(atom, check_in, today=today)
    if day.day and check_in < day.day < check_out + timedelta(days=7) and atom.kind is AtomKind.WEEKDAY:
        return DatesReading(problem=DateProblem.AMBIGUOUS, options=((day.day, None), (None, day.day)))
    if day.day and day.day < check_in and atom.kind is AtomKind.WEEKDAY:
        # Earlier by some days: the whole stay, or its beginning alone.
        whole = (day.day, day.day + (check_out - check_in))
        return DatesReading(problem=DateProblem.AMBIGUOUS, options=(whole, (day.day, check_out)))
    return replace(_one(day, Role.CHECK_IN, atom, text), reopens_check_out=day.day is not None)


def _vague(atoms: Sequence[DateAtom], today: date) -> DatesReading:
    weekend = next((atom for atom in atoms if atom.kind is AtomKind.WEEKEND), None)
    if weekend is None or any(atom.month for atom in atoms):
        return DatesReading(problem=DateProblem.VAGUE, problem_text=atoms[-1].name)
    stays = weekend_stays(weekend.modifier, today)
    if len(stays) > 1:
        return DatesReading(problem=DateProblem.AMBIGUOUS, options=stays)
    return DatesReading(check_in=stays[0][0], check_out=stays[0][1])


def _one(found: Day, role: Role, atom: DateAtom, text: str, *, has_length: bool = False) -> DatesReading:
    """Return the reading of one day; a holiday is a span of days unless the words make it an end of the stay."""
    arrives = role is Role.CHECK_IN
    strong = bool(STAY_WORDS.search(text))
    is_span = atom.kind is AtomKind.HOLIDAY and not atom.shift and not has_length
    if found.problem is DateProblem.VAGUE or (is_span and not strong):
        return DatesReading(problem=DateProblem.VAGUE, problem_text=atom.name, strong=strong)
    if found.problem:
        options: tuple[Stay, ...] = tuple((day, None) if arrives else (None, day) for day in found.options)
        return DatesReading(problem=found.problem, problem_text=found.text, options=options, strong=strong)
    if not arrives:
        return DatesReading(check_out=found.day, strong=strong)
    if atom.name.endswith("tonight") and _JUST_TONIGHT.search(text):
        return DatesReading(check_in=found.day, nights=1, strong=True)
    return DatesReading(check_in=found.day, strong=strong)


def _both(text: str, first: DateAtom, last: DateAtom, today: date) -> DatesReading:
    adjacent = last.start - first.end <= len(" through")
    start, end, readings = resolve_range(first, last, today=today, adjacent=adjacent)
    if readings:
        return DatesReading(problem=DateProblem.AMBIGUOUS, options=readings, strong=True)
    for found, role in ((start, Role.CHECK_IN), (end, Role.CHECK_OUT)):
        if found.problem:
            return _range_problem(found, role, start, end)
    check_out = end.day
    if start.day and check_out == start.day + timedelta(days=1) and names_both_nights(text, first, last):
        check_out += timedelta(days=1)
    return DatesReading(check_in=start.day, check_out=check_out, strong=True)


def _range_problem(found: Day, role: Role, start: Day, end: Day) -> DatesReading:
    if role is Role.CHECK_IN:
        options = tuple(_moved_along(day, start, end) for day in found.options)
    else:
        options = tuple((start.day, day) for day in found.options)
    return DatesReading(problem=found.problem, problem_text=found.text, options=options, strong=True)


def _moved_along(day: date, start: Day, end: Day) -> Stay:
    """Return the stay that begins on the likely day and is as long as the one that was said."""
    said_in, said_out = start.day or _date(start.text), end.day or _date(end.text)
    if said_in is None or said_out is None or not 0 < (said_out - said_in).days <= MAX_NIGHTS:
        return (day, None)
    return (day, day + (said_out - said_in))


def _date(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


# --- nights -------------------------------------------------------------------------------------------------


def _with_length(reading: DatesReading, length: StayLength) -> DatesReading:
    """Put the length of the stay to the days that were named."""
    if length.nights or length.options or length.counts_nights:
        reading = replace(reading, strong=True)
    if length.bounded:
        reading = replace(reading, bounded=True, strong=True)
    if reading.problem:
        return replace(reading, nights=length.nights)
    if length.options:
        return _vague_length(reading, length.options)
    if not reading.check_in and not reading.check_out:
        nights = length.nights or reading.nights
        return replace(reading, nights=nights, shift_in=length.shift_in, shift_out=length.shift_out)
    nights = (length.later if reading.check_in else None) or length.nights or reading.nights
    if nights is None:
        return replace(reading, shift_out=0 if reading.check_out else length.shift_out)
    return _completed(reading, nights)


def _vague_length(reading: DatesReading, options: tuple[int, ...]) -> DatesReading:
    stays: tuple[Stay, ...] = ()
    if start := reading.check_in:
        stays = tuple((start, start + timedelta(days=nights)) for nights in options)
    return replace(reading, problem=DateProblem.VAGUE, night_options=options, options=stays)


def _completed(reading: DatesReading, nights: int) -> DatesReading:
    """Fill the open end of the stay, and refuse to choose where days and nights do not fit together."""
    reading = replace(reading, nights=nights, reopens_check_out=False)
    check_in, check_out = reading.check_in, reading.check_out
    if check_in and check_out:
        if (check_out - check_in).days == nights:
            return reading
        by_nights = check_in + timedelta(days=nights)
        return replace(
            reading,
            problem=DateProblem.INCONSISTENT,
            options=((check_in, check_out), (check_in, by_nights)),
        )
    if check_in:
        return replace(reading, check_out=check_in + timedelta(days=nights))
    assert check_out is not None
    return replace(reading, check_in=check_out - timedelta(days=nights))
