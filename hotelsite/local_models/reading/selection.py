"""Reading which of the shown hotels a customer means, and what is asked about them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from hotelsite.local_models.reading.asking import Asked
from hotelsite.local_models.reading.canonical import canonicalise
from hotelsite.local_models.reading.evidence import Passage


@dataclass(frozen=True, slots=True)
class ResultName:
    """One of the hotels that the customer sees."""

    number: int
    """Its place in the list, from 1."""
    slug: str
    name: str


class ResultQuestion(StrEnum):
    """What is asked about the shown hotels."""

    AMENITY = "amenity"
    CLOSEST = "closest"
    COMPARE = "compare"
    CHEAPEST = "cheapest"
    TOTAL = "total"
    ADDRESS = "address"
    POLICY = "policy"
    """Cancellation, check-in times, deposits: what only stored policies can answer."""
    UNKNOWN = "unknown"
    """Telephone numbers, names of people, ages, reviews: what no catalogue of ours holds."""


@dataclass(frozen=True, slots=True)
class Selection:
    """What a message says about the hotels on the screen."""

    list_numbers: tuple[int, ...] = ()
    """Places in the list that are named, from 1, whether or not the list is that long."""
    hotels: tuple[str, ...] = ()
    """Slugs of the hotels that are named; several when a name fits several."""
    ambiguous: bool = False
    """The one name that was said fits all of `hotels`."""
    questions: frozenset[ResultQuestion] = frozenset()


_ITEM: Final = r"(?:one|option|hotel|choice|result|place|1)"
_NUMBERED: Final = re.compile(
    r"(?:\b(?:number|option|hotel|choice|result|no\.?) ?#? ?|#)(?P<a>\d{1,2})\b(?! ?(?:nights?|miles?|people|dollars))"
    rf"|\b(?:the )?(?P<b>\d{{1,2}})(?:st|nd|rd|th) {_ITEM}\b|\bthe (?P<last>last) {_ITEM}\b"
    r"|\b(?:how far is|is|does) (?P<c>\d{1,2})(?= (?:from|far|near|close|have|offer|cheaper|better)\b)"
)
_CHOSEN: Final = re.compile(
    r"^\W*(?:(?:yes|ok|okay|please|lets|ill|i will|i would|id|we will|can you|could you|book|reserve|choose|pick|select|take|have|go with|like|want|to|me|with|for|the|hotel|go)\b[ ,]*)*"
    r"(?P<number>\d{1,2})(?:st|nd|rd|th)?(?: (?:please|thanks|thank you|for me|it is|then|looks? (?:good|great|nice|fine)|sounds? (?:good|great|nice)))*\W*$"
)
_DAY_NAME: Final = (
    r"(?:jan|feb|mar(?:ch)?|apr|may|june?|july?|aug|sept?|oct|nov|dec|mon|tues?|wed|thu|fri|sat|sun)[a-z]*\b"
)
_ORDINAL: Final = re.compile(
    r"\b(?:the )?(?P<place>\d{1,2})(?:st|nd|rd|th)\b"
    rf"(?! ?(?:-|/|to\b|untill?\b|till?\b|through\b|thru\b) ?(?:the )?(?:\d|{_DAY_NAME})| ?,?(?: for)? \d+ (?:night|day)"
    r"| (?:of (?!the list|these|those|them)|floor|time|night|day|week|street|avenue))"
)
"""A place such as "the 2nd", unless a range, a month or another thing that is counted follows."""
_OF_TIME: Final = re.compile(
    rf"\b{_DAY_NAME}\W*(?:the )?$"
    r"|(?:\bon|(?<!go )(?<!going )\bfor|\bfrom|\buntill?|\btill?|\bby|\bto|\bthrough|\bthru|\bstarting|-|/) ?(?:the )?$"
    r"|\b(?:arriv|leav|depart|check|stay|com(?:e|ing)|mov|push|shift|postpon|reschedul|dates?|days?|nights?)\w*\b[^.;!?]{0,20}$"
)
"""Before such a number: it is a day."""
_PAIR: Final = re.compile(
    r"\b(\d{1,2})(?:st|nd|rd|th)?(?: one)? (?:and|or|with|to|vs\.?|versus|&) (?:the |number )?(\d{1,2})(?:st|nd|rd|th)?\b"
)
_EITHER: Final = re.compile(
    r"\b(?:book|reserve|choose|pick|select|take|go (?:with|for)) (?:me )?(?:either )?(?:number )?(?P<one>\d{1,2}),? (?:or|and)"
    r" (?:number )?(?P<other>\d{1,2})\b(?! ?(?:nights?|people|adults|guests|rooms?|beds?)\b)"
)
_FIRST_FEW: Final = re.compile(r"\bthe (?:1st|top) (?P<count>[2-8])\b(?! ?(?:nights?|days?|weeks?))")
_COMPARING: Final = re.compile(r"\b(?:compar\w*|difference|versus|vs|between|better)\b")

_GENERIC: Final = frozenset(
    "the by hotel hotels hilton portland and or collection a at of in an on s inn".split()
)
_FILLERS: Final = frozenset("the by and or a at of in an on s hotel hotels".split())
_ALSO_WISHES: Final = frozenset(
    "airport downtown suites suite garden pearl district river center city".split()
)
"""Words of hotel names that customers also use for what they wish."""
_NAMING: Final = re.compile(
    r"\b(?:book|reserve|choose|pick|select|take|want|like|prefer|go with|go for|tell me about|about|does|is|at|compare|and|versus|vs|with|for|the) (?:the )?$"
)

_QUESTIONS: Final[tuple[tuple[ResultQuestion, re.Pattern[str]], ...]] = tuple(
    (kind, re.compile(pattern))
    for kind, pattern in (
        (ResultQuestion.COMPARE, r"\b(?:compar\w+|difference|differ|versus|vs|(?:which|what) (?:one |1 |hotel )?(?:is|would be) (?:better|best|nicer)|better (?:one|1|deal)|pros and cons)\b"),
        (ResultQuestion.CHEAPEST, r"\b(?:cheap(?:est|er)|least expensive|(?:more|less) expensive|pricier|dearer|lowest(?: price| rate| total| cost)?|best (?:price|deal|value)|most affordable|most expensive|priciest)\b"),
        (ResultQuestion.CLOSEST, r"\b(?:clos(?:est|er)|near(?:est|er)|how (?:far|close|near)|far from|distance (?:from|to|of)|farthest|furthest)\b"),
        (ResultQuestion.TOTAL, r"\b(?:total|how much|what(?:s| is| would be| does| will)?(?: it| the)?(?: total| full| whole| overall)? ?(?:cost|price|bill)|what (?:does|do|would|will) [^.?!]{1,40}? cost|price (?:of|for)|per night|a night|taxes|(?:extra|hidden|resort|any|additional) fees?|breakdown)\b"),
        (ResultQuestion.ADDRESS, r"\b(?:address|where (?:is|are|exactly)|located|location|street|which part)\b"),
        (ResultQuestion.UNKNOWN, r"\b(?:phone number|(?:tele)?phone|contact|website|web ?site|url|email|(?:what|which|minimum|min|how old)(?: \w+)? (?:age|old)|how old|age (?:limit|requirement)|managers?(?! reception)|owners?|who (?:runs|owns|manages|works)|reviews?|how many (?:floors|stars|employees)|(?:built|founded|opened|renovated))\b"),
        (ResultQuestion.POLICY, r"\b(?:polic(?:y|ies)|cancel\w*|refund\w*|deposit|check[ -]?(?:in|out) (?:time|policy)|(?:what time|when|how (?:early|late)) (?:is|can|may|must|should|do|does|could|would)[^.?!]{0,15}check|(?:late|early) check|age (?:limit|requirement)|discounts?|pay (?:at|on|later|now|upfront)|rules|smok\w+ allowed|terms|(?:charge|fee|cost|extra)s? (?:for|to bring) (?:(?:a|an|my|our|the) )?(?:dog|cat|pet)s?)\b"),
    )
)  # fmt: skip


def read_selection(passage: Passage, results: Sequence[ResultName], asked: Asked) -> Selection:
    """Return which of the results the message names, by place or by part of a name; claims the words it used."""
    questions = frozenset(kind for kind, pattern in _QUESTIONS if pattern.search(passage.text))
    if not results:
        return Selection(questions=questions)
    hotels, ambiguous = _by_name(passage, results)
    numbers = () if asked.criterion is not None else _by_number(passage, len(results))
    return Selection(numbers, hotels, ambiguous, questions)


def _by_number(passage: Passage, count: int) -> tuple[int, ...]:
    numbers: list[int] = []
    if (match := _CHOSEN.match(passage.open_text)) or (
        _COMPARING.search(passage.text) and (match := _PAIR.search(passage.open_text))
    ):
        for group in range(1, (match.lastindex or 0) + 1):
            passage.claim(match.start(group), match.end(group), None, "list_number")
            numbers.append(int(match[group]))
        return tuple(numbers)
    for match in passage.find(_EITHER):
        passage.claim(*match.span(), None, "list_number")
        numbers += [int(match["one"]), int(match["other"])]
    for match in passage.find(_FIRST_FEW):
        passage.claim(match.start(), match.end(), None, "list_number")
        numbers.extend(range(1, min(int(match["count"]), count) + 1))
    for match in passage.find(_NUMBERED):
        passage.claim(match.start(), match.end(), None, "list_number")
        numbers.append(count if match["last"] else int(match["a"] or match["b"] or match["c"]))
    for match in passage.find(_ORDINAL):
        if not _OF_TIME.search(passage.before(match.start())):
            passage.claim(match.start(), match.end(), None, "list_number")
            numbers.append(int(match["place"]))
    return tuple(dict.fromkeys(numbers))


def _by_name(passage: Passage, results: Sequence[ResultName]) -> tuple[tuple[str, ...], bool]:
    """Return the slugs whose names best fit the words of the message, and whether one name fits several."""
    words = list(re.finditer(r"[a-z0-9]+", passage.open_text))
    runs = _runs(words, {word for result in results for word in _name_words(result)})
    chosen: list[str] = []
    ambiguous = False
    for run in runs:
        said = {words[index][0] for index in run}
        telling = said - _GENERIC
        start, end = words[run[0]].start(), words[run[-1]].end()
        if not telling or not _is_name(telling, said, passage.open_text[:start], passage.open_text[end:]):
            continue
        scores = {result.slug: len(telling & _name_words(result)) for result in results}
        best = max(scores.values())
        fitting = [slug for slug, score in scores.items() if score == best]
        exact = [r.slug for r in results if r.slug in fitting and not (_name_words(r) - said - _GENERIC)]
        fitting = exact if len(exact) == 1 else fitting
        passage.claim(start, end, None, "hotel_name")
        ambiguous = ambiguous or len(fitting) > 1
        chosen.extend(fitting)
    return tuple(dict.fromkeys(chosen)), ambiguous


def _name_words(result: ResultName) -> frozenset[str]:
    return frozenset(re.findall(r"[a-z0-9]+", canonicalise(result.name).text))


def _runs(words: list[re.Match[str]], names: set[str]) -> list[list[int]]:
    """Return the stretches of words that occur in names, which may be joined by a filler such as "in"."""
    runs: list[list[int]] = []
    for index, word in enumerate(words):
        if word[0] not in names or (word[0] in _GENERIC and not runs):
            continue
        if runs and index - runs[-1][-1] <= 1 + (words[index - 1][0] in ("in", "at", "one", "the", "of")):
            runs[-1].append(index)
        elif word[0] not in _GENERIC:
            start = index  # "Hilton Portland Downtown" begins with words that begin many names
            while (
                start > 0 and words[start - 1][0] in _GENERIC & names and words[start - 1][0] not in _FILLERS
            ):
                start -= 1
            runs.append(list(range(start, index + 1)))
    for run in runs:
        while len(run) > 1 and words[run[-1]][0] in _GENERIC:
            run.pop()
    return runs


def _is_name(telling: set[str], said: set[str], before: str, after: str) -> bool:
    if telling - _ALSO_WISHES:
        return True
    if len(telling) >= 2 or "hilton" in said:
        return True
    return bool(re.match(r" (?:one|1|hotel)\b", after) and _NAMING.search(before))
