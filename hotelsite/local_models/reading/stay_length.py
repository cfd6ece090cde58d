"""How long a stay is, and how a saved stay is to be moved, lengthened or shortened."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from hotelsite.hotels.criteria import Criterion
from hotelsite.local_models.reading.evidence import Passage
from hotelsite.local_models.reading.patterns import all_of_it, one_of, whole


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
    counts_nights: bool = False
    """Nights are named, which only a stay has."""

    bounded: bool = False
    """A least or greatest length is named, and no length: "at most five nights"."""

    @property
    def says_something(self) -> bool:
        """Tell whether the message speaks of the length at all."""
        return self != StayLength()


_N: Final = r"(?P<n>\d{1,3}|an?)"
_UNIT: Final = r"(?P<unit>night|day|week|fortnight)s?"
_ONE_SENTENCE: Final = r"[^.,;]{0,30}?"
_TO_ANOTHER: Final = (
    r"(?:to|from|for|on|until|make (?:it|that)|arriv\w+|leav\w+|com(?:e|ing)|start\w*|rather|prefer)"
)
_CLAUSE_ENDS: Final = r"(?= *(?:$|[.,;!?]| (?:instead|please)))"

_LONGER: Final = (
    whole(rf"{_N} (?:more|extra|additional|further) {_UNIT}(?: longer| more)?"),
    whole(rf"(?:another|an extra|an additional|extra)(?: {_N})? {_UNIT}(?: longer)?"),
    whole(rf"{_N} {_UNIT} (?:more|longer|extra)"),
    whole(rf"(?:extend|lengthen|prolong)\w*\b{_ONE_SENTENCE}\bby {_N} {_UNIT}"),
    whole(rf"add(?:ing)? {_N} {_UNIT}"),
)
_SHORTER: Final = (
    whole(rf"{_N} (?:less|fewer) {_UNIT}"),
    whole(rf"{_N} {_UNIT} (?:less|fewer|shorter)"),
    whole(rf"(?:shorten|reduce|cut)\w*\b{_ONE_SENTENCE}\bby {_N} {_UNIT}"),
    whole(rf"(?:drop|remove|take off|lose) {_N} {_UNIT}"),
)
_LATER: Final = (
    whole(rf"{_N} {_UNIT} (?:later|after that)"),
    whole(rf"(?:push|delay|postpone)\w*\b{_ONE_SENTENCE}(?: back| out)? (?:by )?{_N} {_UNIT}"),
    whole(rf"(?:move|shift)\w*\b{_ONE_SENTENCE}\bback (?:by )?{_N} {_UNIT}"),
    whole(rf"(?:move|shift)\w*\b{_ONE_SENTENCE}\bby {_N} {_UNIT} later"),
    whole(rf"the (?P<n>next|following) {_UNIT} instead"),
    whole(rf"{_TO_ANOTHER} the (?P<n>)(?P<unit>day|week) after{_CLAUSE_ENDS}"),
)
_EARLIER: Final = (
    whole(rf"{_N} {_UNIT} (?:earlier|sooner|before that)"),
    whole(rf"{_TO_ANOTHER} the (?P<n>)(?P<unit>day|week) before{_CLAUSE_ENDS}"),
    whole(rf"(?:bring|pull)\w*\b{_ONE_SENTENCE}\b(?:forward|up)\b{_ONE_SENTENCE}\bby {_N} {_UNIT}"),
    whole(rf"(?:move|shift)\w*\b{_ONE_SENTENCE}\bup (?:by )?{_N} {_UNIT}"),
)
"""To move something forward is earlier to half of the world and later to the other half: it is not read."""

_LEAVING: Final = re.compile(
    r"\b(?:leav\w+|check(?:ing)?[ -]?out|depart\w*|check-?out|departure|end|go(?:ing)? home)\b[^.;]{0,30}$"
)
_ARRIVING: Final = re.compile(
    r"\b(?:arriv\w+|check(?:ing)?[ -]?in|check-?in|arrival|start|begin|come|coming)\b[^.;]{0,30}$"
)

_EITHER_LENGTH: Final = whole(r"(?P<low>\d{1,2}) ?(?:-|to|or|maybe) ?(?P<high>\d{1,2}) ?-?(?:nights?|days?)")
_A_FEW: Final = whole(r"(?:a few|several|some|few) (?:nights|days)")
_LONG_WEEKEND: Final = whole(r"(?:a )?long weekend")

_BEFORE_LENGTH: Final = r"(?:for |of |in )?(?:(?:the|a|all|just|only|about) )?"
_NIGHTS: Final = re.compile(
    rf"\b{_BEFORE_LENGTH}(?P<n>\d{{1,3}})[ -]?(?:(?:full|whole|total) )?(?P<unit>night)s?\b"
    r"(?! (?:ago|from now|before|earlier|later|in advance))"
)
_DAYS: Final = re.compile(
    rf"\b{_BEFORE_LENGTH}(?P<n>\d{{1,3}})[ -]?(?:(?:full|whole) )?(?P<unit>day|week)s?\b"
    r"(?! (?:ago|from (?:now|today)|before|earlier|later|in advance|notice|of (?:january|march|may)|a week|per week))"
)
_DAYS_OF_STAY: Final = re.compile(
    r"\b(?:for|stay\w*|spend\w*|total of|last\w*|only|just|book\w*|reserv\w*) "
    r"(?:(?:it|us|me|a|the|room|about|just|only|there|here|in|total|of) )*$"
)
_ONE_NIGHT: Final = whole(
    r"(?:for|just|only|stay|staying|spend)(?: just| only)?(?: the| about| a| 1)?(?: single)? night",
    r"a single night",
    r"the night of(?= ~)",
    r"stay\w* over ?night|over ?night stay",
)
_ONE_WEEK: Final = whole(
    rf"(?:for|stay|staying|spend|spending|about)(?: just| only| about)? {one_of('a', 'the', 'the whole', 'a whole', '1')} (?P<unit>week|fortnight)(?! (?:after|before|of)\b)",
    r"a (?P<lasting>week|fortnight)(?:long| long| stay|(?= (?:starting|beginning|from|in|at|of)\b| ~))",
    r"(?P<long>fortnight)",
)
_BOUND_BEFORE: Final = re.compile(
    r"\b(?:(?:no|not) (?:more|less|fewer|longer|shorter) than|(?:more|less|fewer|longer|shorter) than|at (?:the )?(?:most|least)"
    r"|up to|max(?:imum)?(?: of)?|min(?:imum)?(?: of)?) $"
)
_BOUND_AFTER: Final = re.compile(
    r" ?(?:at (?:the )?(?:most|least)|max(?:imum)?|min(?:imum)?|tops|or (?:more|less|fewer|longer))\b(?! ?(?:of )?\$?\d)"
)
_CORRECTED: Final = whole(
    r"actually",
    r"sorry",
    r"no",
    r"wait",
    r"rather",
    r"i mean",
    r"make (?:it|that)",
    r"instead",
    r"scratch that",
)
_AMOUNT_AHEAD: Final = re.compile(r"\d(?: ?(?:dollars|bucks|usd))?(?: (?:total|max|tops))? $")
_ONLY_A_WEEK: Final = all_of_it(
    r"(?:(?:for|just|only|about|maybe|probably|exactly) )*(?:a|1) (?:whole |full )?(?P<unit>week|fortnight|night|day)(?: please)?"
)
_OF_A_PRICE: Final = re.compile(
    r"\b(?:how much|price|cost|rate|charge)s?\b[^.?!]*$|(?:\$ ?\d+|\d ?(?:dollars?|bucks|usd))(?: max(?:imum)?| tops)? $"
)
"""Before "a night": what a night costs, and not how many of them."""


def read_stay_length(passage: Passage, *, dated: bool, asked: bool, settled: bool) -> StayLength:
    """Return what the message says about the length of the stay, and claim its words.

    Args:
        dated: The message also names a day, so that "for 3 days" can only be the stay.
        asked: The dates, or the number of nights, are the open question.
        settled: Both ends of the stay are saved.
    """
    for reader in (_read_moved, _read_longer, _read_vague):
        if found := reader(passage):
            return found
    if _read_bound(passage):
        return StayLength(bounded=True)
    return StayLength(nights=_read_nights(passage, dated=dated, asked=asked, settled=settled))


def _claim(passage: Passage, match: re.Match[str], kind: str) -> None:
    passage.claim(match.start(), match.end(), Criterion.DATES, kind)


def _days(match: re.Match[str]) -> int:
    number = match["n"]
    return (int(number) if number and number.isdecimal() else 1) * _DAYS_IN.get(match["unit"], 1)


_DAYS_IN: Final = {"week": 7, "fortnight": 14}


def _first(passage: Passage, patterns: tuple[re.Pattern[str], ...]) -> re.Match[str] | None:
    return next((match for pattern in patterns for match in passage.find(pattern)), None)


def _read_moved(passage: Passage) -> StayLength | None:
    for patterns, sign in ((_LATER, 1), (_EARLIER, -1)):
        match = _first(passage, patterns)
        if match is None:
            continue
        days = sign * _days(match)
        until_number = passage.before(match.start("n"))
        _claim(passage, match, "shift")
        later = days if days > 0 else None
        if _LEAVING.search(until_number):
            return StayLength(shift_out=days, later=later)
        if _ARRIVING.search(until_number):
            return StayLength(shift_in=days)
        return StayLength(shift_in=days, shift_out=days, later=later)
    return None


def _read_longer(passage: Passage) -> StayLength | None:
    for patterns, sign in ((_LONGER, 1), (_SHORTER, -1)):
        if match := _first(passage, patterns):
            _claim(passage, match, "nights")
            return StayLength(shift_out=sign * _days(match), counts_nights=match["unit"] == "night")
    return None


def _read_vague(passage: Passage) -> StayLength | None:
    for match in passage.find(_EITHER_LENGTH):
        _claim(passage, match, "nights")
        return StayLength(options=(int(match["low"]), int(match["high"])))
    for pattern, options in ((_A_FEW, (2, 3)), (_LONG_WEEKEND, (2, 3))):
        for match in passage.find(pattern):
            _claim(passage, match, "nights")
            return StayLength(options=options)
    return None


def _read_bound(passage: Passage) -> bool:
    """Claim a limit of the length; it is no length to save."""
    for match in passage.find(_NIGHTS):
        after = passage.text[match.end() :]
        if _BOUND_BEFORE.search(passage.before(match.start())) or _BOUND_AFTER.match(after):
            _claim(passage, match, "bound")
            return True
    return False


def _read_nights(passage: Passage, *, dated: bool, asked: bool, settled: bool) -> int | None:
    said = [
        match
        for match in passage.find(_NIGHTS)
        if not (match["n"] == "1" and _OF_A_PRICE.search(passage.before(match.start())))
    ]
    if said:
        is_corrected = len(said) > 1 and _CORRECTED.search(passage.text, said[-2].end(), said[-1].start())
        chosen = said[-1] if is_corrected else said[0]
        _claim(passage, chosen, "nights")
        return _days(chosen)
    for match in passage.find(_DAYS):
        if dated or asked or _is_length_of_stay(passage, match):
            _claim(passage, match, "nights")
            return _days(match)
    if asked and (only := _ONLY_A_WEEK.match(passage.open_text)):
        _claim(passage, only, "nights")
        return _DAYS_IN.get(only["unit"], 1)
    for match in passage.find(_ONE_WEEK):
        if settled and _AMOUNT_AHEAD.search(passage.before(match.start())):
            continue  # "1000 for the week" says what the saved stay may cost
        _claim(passage, match, "nights")
        return _DAYS_IN[match["unit"] or match["lasting"] or match["long"] or "week"]
    for match in passage.find(_ONE_NIGHT):
        if not _OF_A_PRICE.search(passage.before(match.start())):
            _claim(passage, match, "nights")
            return 1
    return None


def _is_length_of_stay(passage: Passage, match: re.Match[str]) -> bool:
    """Tell whether a number of days is that of the stay: "for 3 days", "we stay 3 days", or the whole message."""
    if match[0].startswith(("for ", "of ")) or _DAYS_OF_STAY.search(passage.before(match.start())):
        return True
    rest = passage.open_text[: match.start()] + passage.open_text[match.end() :]
    return not rest.strip(" .!?")
