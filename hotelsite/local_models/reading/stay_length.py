"""How long a stay is, and how a saved stay is to be moved, lengthened or shortened."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from hotelsite.hotels.criteria import Criterion
from hotelsite.local_models.reading.evidence import Passage


@dataclass(frozen=True, slots=True, kw_only=True)
class StayLength:
    """What is said about the length of the stay; days and nights are whole numbers."""

    nights: int | None = None
    options: tuple[int, ...] = ()
    """Numbers of nights to choose from, where the customer named a vague length."""
    shift_in: int = 0
    """Days by which the saved check-in moves; negative is earlier."""
    shift_out: int = 0
    later: int | None = None
    """Days after the check-in at which to leave: "leaving two days later" in a message that names the check-in."""

    @property
    def says_something(self) -> bool:
        return self != StayLength()


_N: Final = r"(?P<n>\d{1,3}|an?|another|an extra)"
_UNIT: Final = r"(?P<unit>night|day|week|fortnight)s?"
_LONGER: Final = re.compile(
    rf"\b(?:(?P<n>\d{{1,3}}|a|an) (?:more|extra|additional|further) {_UNIT}(?: longer| more)?"
    rf"|(?:another|an extra|an additional|1 more) (?P<n2>\d{{1,3}} )?{_UNIT.replace('unit', 'unit2')}(?: longer)?"
    rf"|(?P<n3>\d{{1,3}}|an?) {_UNIT.replace('unit', 'unit3')} (?:more|longer|extra)"
    rf"|extra (?P<n4>\d{{1,3}} )?{_UNIT.replace('unit', 'unit4')}"
    rf"|(?:extend|lengthen|prolong)\w*\b[^.,;]{{0,30}}?\bby (?P<n5>\d{{1,3}}|an?) {_UNIT.replace('unit', 'unit5')}"
    rf"|add(?:ing)? (?P<n6>\d{{1,3}}|an?) {_UNIT.replace('unit', 'unit6')})\b"
)
_SHORTER: Final = re.compile(
    rf"\b(?:(?P<n>\d{{1,3}}|an?) (?:less|fewer) {_UNIT}"
    rf"|(?P<n2>\d{{1,3}}|an?) {_UNIT.replace('unit', 'unit2')} (?:less|fewer|shorter)"
    rf"|(?:shorten|reduce|cut)\w*\b[^.,;]{{0,30}}?\bby (?P<n3>\d{{1,3}}|an?) {_UNIT.replace('unit', 'unit3')}"
    rf"|(?:drop|remove|take off|lose) (?P<n4>\d{{1,3}}|an?) {_UNIT.replace('unit', 'unit4')})\b"
)
_MOVED: Final = re.compile(
    rf"\b(?P<n>\d{{1,3}}|an?) {_UNIT} (?P<way>later|earlier|sooner|before that|after that)\b"
    rf"|\b(?P<verb>push|move|shift|delay|postpone|bring|pull)\w*\b[^.,;]{{0,30}}?(?P<particle>\bback|\bforward|\bup|\bout)? ?"
    rf"\b(?:by )(?P<n2>\d{{1,3}}|an?) {_UNIT.replace('unit', 'unit2')}\b(?: (?P<way2>later|earlier|sooner))?"
    rf"|\b(?P<verb3>push|delay|postpone)\w*\b[^.,;]{{0,30}}?(?:back )?(?P<n3>\d{{1,3}}|an?) {_UNIT.replace('unit', 'unit3')}\b"
)
_RANGE: Final = re.compile(r"\b(?P<low>\d{1,2}) ?(?:-|to|or|maybe) ?(?P<high>\d{1,2}) ?-?(?:nights?|days?)\b")
_VAGUE: Final = re.compile(r"\b(?:a few|several|some|a couple of|few) (?:nights|days)\b")
_LONG_WEEKEND: Final = re.compile(r"\b(?:a )?long weekend\b")
_NIGHTS: Final = re.compile(
    r"\b(?:for |of |in )?(?:the |a |all |just |only |about )?(?P<n>\d{1,3})[ -]?(?:full |whole |total )?nights?\b(?! (?:ago|from now|before|earlier|later|in advance))"
)
_DAYS: Final = re.compile(
    r"\b(?:for |of )?(?:the |a |all |just |only |about )?(?P<n>\d{1,3})[ -]?(?:full |whole )?(?P<unit>days?|weeks?)\b(?! (?:ago|from (?:now|today)|before|earlier|later|in advance|notice|of (?:january|march|may)|a week|per week))"
)
_ONE_NIGHT: Final = re.compile(
    r"\b(?:for|just|only|stay|staying|spend) (?:just |only |the |about )?(?:a |the |1 )?(?:single )?night\b(?!s|ly)|\ba single night\b|\b(?:stay\w* over ?night|over ?night stay|1 over ?night)\b|\ba night'?s? stay\b"
)
_ONE_WEEK: Final = re.compile(
    r"\b(?:for|stay|staying|spend|spending|about) (?:just |only |about )?(?:a|the|the whole|a whole|1) (?P<unit>week|fortnight)\b|\ba week(?:long| long| stay|(?= (?:starting|beginning)))\b|\b(?P<unit2>fortnight)\b"
)
_PRICE_QUESTION: Final = re.compile(r"\b(?:how much|price|cost|rate|charge)s?\b[^.?!]*$")
_DAYS_OF_STAY: Final = re.compile(
    r"\b(?:for|stay\w*|spend\w*|total of|last\w*|only|just|book\w*|reserv\w*) (?:it |us |me |a room |the room |about |just |only |there |here |in total |a total of )*$"
)
_LEAVING: Final = re.compile(
    r"\b(?:leav\w+|check(?:ing)?[ -]?out|depart\w*|check-?out|departure|end|go(?:ing)? home)\b[^.;]{0,20}$"
)
_ARRIVING: Final = re.compile(
    r"\b(?:arriv\w+|check(?:ing)?[ -]?in|check-?in|arrival|start|begin|come|coming)\b[^.;]{0,20}$"
)


def read_stay_length(passage: Passage, *, dated: bool, asked: bool) -> StayLength:
    """Return what the message says about the length of the stay, and claim its words.

    Args:
        dated: The message also names a day, so that "for 3 days" can only be the stay.
        asked: The dates, or the number of nights, are the open question.
    """
    for reader in (_read_moved, _read_longer, _read_vague):
        if found := reader(passage):
            return found
    return StayLength(nights=_read_nights(passage, dated=dated, asked=asked))


def _count(word: str | None, unit: str) -> int:
    number = int(word) if word and word.strip().isdecimal() else 1
    return number * {"week": 7, "fortnight": 14}.get(unit, 1)


def _group(match: re.Match[str], name: str) -> str | None:
    """Return the group of the branch that matched: `unit`, `unit2`, ..."""
    return next(
        (value for key, value in match.groupdict().items() if key.rstrip("0123456789") == name and value),
        None,
    )


def _claim(passage: Passage, match: re.Match[str], kind: str) -> None:
    passage.claim(match.start(), match.end(), Criterion.DATES, kind)


def _read_moved(passage: Passage) -> StayLength | None:
    for match in passage.find(_MOVED):
        days = _count(_group(match, "n"), _group(match, "unit") or "")
        way, particle = _group(match, "way") or "", _group(match, "particle")
        verb = _group(match, "verb") or ""
        if way in ("earlier", "sooner", "before that"):
            days = -days
        elif not way and (verb in ("bring", "pull") or particle in ("forward", "up")):
            if particle == "forward" and verb in ("move", "push", "shift"):
                return None  # half of the world means earlier by it
            days = -days
        before = passage.text[: match.start() + len(verb)]
        _claim(passage, match, "shift")
        subject = passage.text[match.start() : match.end()] if verb else before
        if _LEAVING.search(before) or re.search(r"check[ -]?out|departure", subject if verb else ""):
            return StayLength(shift_out=days, later=days if days > 0 else None)
        if _ARRIVING.search(before) or re.search(r"check[ -]?in|arrival", subject if verb else ""):
            return StayLength(shift_in=days)
        return StayLength(shift_in=days, shift_out=days, later=days if days > 0 else None)
    return None


def _read_longer(passage: Passage) -> StayLength | None:
    for pattern, sign in ((_LONGER, 1), (_SHORTER, -1)):
        for match in passage.find(pattern):
            _claim(passage, match, "nights")
            return StayLength(shift_out=sign * _count(_group(match, "n"), _group(match, "unit") or ""))
    return None


def _read_vague(passage: Passage) -> StayLength | None:
    for match in passage.find(_RANGE):
        low, high = int(match["low"]), int(match["high"])
        _claim(passage, match, "nights")
        return StayLength(options=(low, high))
    for pattern, options in ((_VAGUE, (2, 3)), (_LONG_WEEKEND, (3, 4))):
        for match in passage.find(pattern):
            _claim(passage, match, "nights")
            return StayLength(options=options)
    return None


def _read_nights(passage: Passage, *, dated: bool, asked: bool) -> int | None:
    for match in passage.find(_NIGHTS):
        _claim(passage, match, "nights")
        return int(match["n"])
    for match in passage.find(_DAYS):
        alone = not passage.open_text[: match.start()].strip() and not passage.open_text[match.end() :].strip(
            " .!?"
        )
        said = (
            alone
            or match[0].startswith(("for ", "of "))
            or _DAYS_OF_STAY.search(passage.text[: match.start()])
        )
        if dated or asked or said:
            _claim(passage, match, "nights")
            return _count(match["n"], match["unit"].rstrip("s"))
    for match in passage.find(_ONE_WEEK):
        _claim(passage, match, "nights")
        return _count(None, match["unit"] or match["unit2"] or "week")
    for match in passage.find(_ONE_NIGHT):
        if not _PRICE_QUESTION.search(passage.text[: match.start()]):
            _claim(passage, match, "nights")
            return 1
    return None
