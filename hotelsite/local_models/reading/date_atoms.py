"""Finding the words that name a day, a weekend or a vague time in a message, without deciding yet which day they mean."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

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
    name: str = ""
    """The holiday, or the words of a vague span."""


_MONTH_NAMES: Final = (
    "jan(?:uary)? feb(?:ruary)? mar(?:ch)? apr(?:il)? may june? july? aug(?:ust)? sept?(?:ember)? oct(?:ober)? "
    "nov(?:ember)? dec(?:ember)?"
).split()
_MONTH: Final = "(?P<month>" + "|".join(_MONTH_NAMES) + ")"
_WEEKDAY_NAMES: Final = (
    "mon(?:day)? tue(?:s|sday)? wed(?:nesday)? thu(?:rs|rsday)? fri(?:day)? sat(?:urday)? sun(?:day)?"
).split()
_WEEKDAY: Final = "(?P<weekday>" + "|".join(_WEEKDAY_NAMES) + ")s?"
_SHORT: Final = frozenset(("may", "mar", "march", "mon", "wed", "sat", "sun", "dec", "jan"))
"""Month and weekday names that are also other words or names."""

_NOT_COUNTING: Final = r"(?![\d:]|,\d{3}|\.\d| ?(?:%|percent|nights?|days?|weeks?|hours?|miles?|mi\b|km|dollars?|bucks|usd|people|beds?))"
_DAY: Final = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_YEAR: Final = r"(?:,? ?(?:of |in )?(?P<year>(?:19|20)\d\d\b|'\d\d\b|(?:next|this) year\b))?"

HOLIDAYS: Final = (
    "christmas eve|christmas day|christmas|boxing day|new years eve|new years day|new years?|valentines day|halloween|"
    "independence day|thanksgiving|labor day|memorial day|easter"
)

_PATTERNS: Final[tuple[tuple[str, re.Pattern[str]], ...]] = tuple(
    (name, re.compile(pattern))
    for name, pattern in (
        ("iso", r"\b(?P<year>(?:19|20)\d\d)[-/.](?P<month>\d{1,2})[-/.](?P<day>\d{1,2})\b"),
        (
            "numeric",
            r"(?<![\d/.$])(?P<first>\d{1,2})(?P<mark>[/.-])(?P<second>\d{1,2})(?P=mark)(?P<year>\d{4}|\d{2})(?![\d/])",
        ),
        (
            "numeric",
            r"(?<![\d/.$])(?P<first>\d{1,2})/(?P<second>\d{1,2})(?![\d/]|\.\d| ?(?:miles?|star|bath))",
        ),
        (
            "vague",
            rf"\b(?:the )?(?:\d(?:st|nd|rd|th)|last) (?:week|weekend|half|part|days) (?:of|in) {_MONTH}\b|\b(?:the )?week of (?:the )?(?:\d{{1,2}}(?:st|nd|rd|th)?|{_MONTH.replace('month', 'month2')} \d{{1,2}}(?:st|nd|rd|th)?)\b",
        ),
        ("month_day", rf"\b{_MONTH}\b\.?,? ?(?:the )?{_DAY}\b{_NOT_COUNTING}{_YEAR}"),
        ("day_month", rf"(?:\bthe )?(?<![\d$./-]){_DAY}(?: day)?[ -]?(?:of )?{_MONTH}\b\.?{_YEAR}"),
        (
            "day_of_month",
            rf"(?:\bthe )?(?<![\d$.]){_DAY} (?:of )?(?P<modifier>this|next|the (?:next|following|current|same|coming)) month\b",
        ),
        ("offset", r"\b(?:the )?day after (?P<word>tomorrow)\b"),
        (
            "offset",
            r"\b(?:later )?(?P<word>today|tonight|tomorrow|yesterday)(?:s)?(?: (?:night|evening|morning|afternoon))?\b",
        ),
        ("offset", r"\b(?:later )?(?P<word>this) (?:evening|afternoon|morning)\b"),
        ("offset", r"(?<=from )(?P<word>now)\b|(?<=starting )(?P<word2>now)\b"),
        (
            "counted",
            r"\b(?:in|within) (?:about )?(?P<count>a|\d{1,3}) (?P<unit>day|week)s?(?: time)?\b(?! (?:of|stay))",
        ),
        ("offset", r"(?<=from )(?P<word>now)\b|(?<=starting )(?P<word2>now)\b"),
        (
            "counted",
            r"\b(?P<count>a|\d{1,3}) (?P<unit>day|week)s? (?:from|after) (?:now|(?P<word>today|tomorrow))\b",
        ),
        (
            "week_on",
            rf"\b(?:a|1) week (?:(?:from|on|after) )?(?:this |next )?{_WEEKDAY}\b|\b{_WEEKDAY.replace('weekday', 'weekday2')} week\b(?! ?ends?)",
        ),
        (
            "weekday_of_week",
            rf"\b(?:on )?{_WEEKDAY}(?:,)? (?:of )?(?P<modifier>(?:this|next|the following|the next|the coming|following|coming) week)\b(?! ?ends?)",
        ),
        ("weekday_of_week", rf"\b(?P<modifier>(?:this|next) week),?(?: on)? {_WEEKDAY}\b"),
        (
            "weekday",
            rf"\b(?:(?P<modifier>this(?: (?:coming|upcoming|next))?|(?:the |that )?(?:coming|upcoming|next|following|same|very next)|that|last|past) )?{_WEEKDAY}\b"
            r"(?P<after> after next| after(?= *(?:$|[.,;!?]))| coming)?(?: (?:night|evening|morning|afternoon))?",
        ),
        ("holiday", rf"\b(?P<holiday>{HOLIDAYS})\b"),
        (
            "weekend",
            r"\b(?<!long )(?:(?P<modifier>this(?: coming)?|next|the|coming|the coming|the following|following|that|last|over the) )?weekend\b",
        ),
        (
            "vague",
            r"\b(?:(?:next|this|the following|the same|all|early|later this|sometime this) (?:week|month|year|summer|winter|spring|fall|autumn)"
            r"|the holidays|(?:over|during|for|around) (?:the )?(?:summer|winter|spring|fall|autumn|holidays)"
            rf"|(?:in|during|for|early|mid|late|around|sometime in|end of|beginning of|start of|middle of|all of)[ -]?(?:early |mid |late |mid-)?{_MONTH}(?: (?P<year>20\d\d))?"
            r"|flexible (?:on |with )?(?:my |our |the )?dates?|dates? (?:is|are) flexible)\b",
        ),
        ("day", rf"\b(?:the )(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\b{_NOT_COUNTING}"),
        ("day", rf"\b(?P<day>\d{{1,2}})(?:st|nd|rd|th)\b{_NOT_COUNTING}"),
    )
)

_KINDS: Final = {
    "iso": AtomKind.DAY,
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

# A day of the month on its own counts only where a sentence can go on after a date: "the 1st of all" is none.
_AFTER_DAY: Final = re.compile(
    r" *(?:$|[.,;!?)\-&:]|(?:to|until|untill|till|til|through|thru|and|or|for|please|if|with|is|at|in|instead|thanks|then|"
    r"would|will|works?|i|we|my|so|but|when|as|on|until|check\w*|arriv\w*|leav\w*|depart\w*|returning|staying)\b)"
)
_RANGE: Final = r" ?(?:-|to|until|untill|till|til|through|thru|and|&|up to) ?"
_OTHER_END: Final = re.compile(
    rf"^{_RANGE}(?:the )?{_DAY}\b{_NOT_COUNTING}(?! ?/| of (?!this|next|the )){_YEAR}"
)
_EARLIER_END: Final = re.compile(rf"(?<![\d$./-])(?:\bthe )?\b{_DAY}{_RANGE}(?:the )?$")
_BEFORE_SHORT: Final = re.compile(
    r"(?:^|\b(?:on|this|next|from|until|untill|till|til|to|thru|through|and|by|for|starting|arriving|leaving|of|in|or|between|every|&|-|,) ?|[-,(&] ?)$"
)


def find_atoms(passage: Passage, this_year: int) -> list[DateAtom]:
    """Return every expression of a day in the order of the message; nothing is claimed yet."""
    text = passage.open_text
    atoms: list[DateAtom] = []
    for name, pattern in _PATTERNS:
        for match in pattern.finditer(text):
            if any(match.start() < atom.end and atom.start < match.end() for atom in atoms):
                continue
            if atom := _atom(name, match, text, this_year):
                atoms.append(atom)
                atoms.extend(_unnamed_ends(atom, text, atoms, this_year))
    atoms.sort(key=lambda atom: atom.start)
    return _with_weekdays_merged(atoms, text)


def _atom(name: str, match: re.Match[str], text: str, this_year: int) -> DateAtom | None:
    found = match.groupdict()
    if name in ("week_on", "weekday_of_week", "weekday"):
        return _weekday(name, match, text)
    if name == "day" and not _AFTER_DAY.match(text, match.end()):
        return None
    atom = DateAtom(
        kind=_KINDS[name], start=match.start(), end=match.end(), year=_year(found.get("year"), this_year)
    )
    match name:
        case "iso":
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


def _month_number(name: str) -> int:
    return next(number for number, pattern in enumerate(_MONTH_NAMES, start=1) if re.fullmatch(pattern, name))


def _weekday(name: str, match: re.Match[str], text: str) -> DateAtom | None:
    found = match.groupdict()
    word = found["weekday"] or found["weekday2"]
    start, end = match.span()
    if (
        word in _SHORT
        and name == "weekday"
        and not found["modifier"]
        and not _BEFORE_SHORT.search(text[:start])
    ):
        return None
    number = next(n for n, pattern in enumerate(_WEEKDAY_NAMES) if re.fullmatch(pattern, word))
    modifier = " ".join(w for w in (found.get("modifier") or "").split() if w not in ("the", "very"))
    after = (found.get("after") or "").strip()
    return DateAtom(
        kind=AtomKind.WEEKDAY,
        start=start,
        end=end,
        weekday=number,
        modifier=after or modifier,
        offset=7 if name == "week_on" else 0,
    )


def _unnamed_ends(atom: DateAtom, text: str, known: list[DateAtom], this_year: int) -> list[DateAtom]:
    """Return the other end of a range whose month is said once only: "Dec 24-26", "the 3rd to 9th of May"."""
    if atom.kind is not AtomKind.DAY:
        return []
    ends = []
    if found := _OTHER_END.match(text[atom.end :]):
        start, end = atom.end + found.start("day"), atom.end + found.end()
        # "Dec 24 to 2 January": the number belongs to the month that follows.
        rest = re.match(rf" ?(?:of )?{_MONTH}\b", text[end:])
        if not rest and not (
            atom.month is None and not re.search(r"(?:st|nd|rd|th)$|the", text[atom.start : atom.end])
        ):
            ends.append(
                DateAtom(
                    kind=AtomKind.DAY,
                    start=start,
                    end=end,
                    day=int(found["day"]),
                    year=_year(found["year"], this_year),
                )
            )
    if atom.month is not None and (found := _EARLIER_END.search(text[: atom.start])):
        ends.append(
            DateAtom(kind=AtomKind.DAY, start=found.start("day"), end=found.end("day"), day=int(found["day"]))
        )
    return [
        end for end in ends if not any(end.start < other.end and other.start < end.end for other in known)
    ]


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
