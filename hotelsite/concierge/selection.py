"""Which of the current results a customer means: by number, by name, or by an unambiguous part of it. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from hotelsite.concierge.desk import Offer
from hotelsite.concierge.words import plain

_ORDINALS: Final = {
    word: number
    for number, word in enumerate(
        "first second third fourth fifth sixth seventh eighth ninth tenth".split(), start=1
    )
}
_CARDINALS: Final = {
    word: number
    for number, word in enumerate("one two three four five six seven eight nine ten".split(), start=1)
}
_NUMBER: Final = rf"(?P<number>\d{{1,2}}|{'|'.join(_CARDINALS)})"
_BY_NUMBER: Final = (
    re.compile(rf"(?:\b(?:number|no\.?|nr\.?|option|choice|hotel|result)\s*#?\s*|#\s*){_NUMBER}\b"),
    re.compile(
        r"\b(?:book|reserve|choose|pick|select|take|go with|go for)\s+(?:me\s+)?(?P<number>\d{1,2})"
        r"(?=$|[\s,.!]*(?:$|please\b|for me\b|now\b|then\b))"
    ),
)
_EITHER: Final = re.compile(
    rf"\b(?:book|reserve|choose|pick|select|take|go with|go for)\s+(?:me\s+)?(?:either\s+)?(?:number\s+)?{_NUMBER}"
    r"(?:\s*,)?\s+(?:or|and)\s+(?:number\s+)?"
    rf"(?P<other>\d{{1,2}}|{'|'.join(_CARDINALS)})\b(?!\s*(?:nights?|people|adults|guests|rooms?|beds?)\b)"
)
_BY_ORDINAL: Final = re.compile(
    rf"\b(?P<ordinal>{'|'.join(_ORDINALS)}|\d{{1,2}}(?:st|nd|rd|th)|last)"
    r"\s+(?:one|hotel|option|choice|result|(?:in|on|of) the list)\b"
)
_FURTHER_ORDINAL: Final = re.compile(
    rf"\b(?:and|or) the (?P<ordinal>{'|'.join(_ORDINALS)}|last)(?=$|[ ,.!?]+(?:$|please\b))"
)
"""Counts hotels where another word of the message does: "the second one or the third"."""
_ORDINAL_ALONE: Final = re.compile(
    r"(?:(?:i'll|i will|let's|please)\s+)?(?:(?:book|reserve|choose|pick|select|take|go with|go for)\s+)?"
    rf"(?:the\s+)?(?P<ordinal>{'|'.join(_ORDINALS)}|last)(?:\s+please)?"
)
"""Words only: "book the 3rd" may well be a date."""
_ALONE: Final = re.compile(rf"(?:the\s+)?{_NUMBER}(?:\s+please)?")
_CHEAPEST: Final = re.compile(r"\b(?:cheapest|least expensive|lowest[- ]price[d]?|lowest price)\b")
_TOKEN: Final = re.compile(r"[a-z0-9]+")
_FILLERS: Final = frozenset("a an and at by hotel in of on or the to".split())
_WEAK: Final = _FILLERS | frozenset(
    "airport area center centre city collection curio downtown garden hilton hotels inn inns near oregon portland suite "
    "suites tapestry".split()
)
"""Words of names that say a kind or a place; one of them alone may mean many things."""
_RUN: Final = 3
"""So many name words in a row identify a hotel although each is weak: "Hilton Garden Inn"."""
BRANDS: Final = frozenset(
    "canopy curio doubletree embassy hampton home2 homewood tapestry tru waldorf conrad "
    "accor hyatt ihg marriott motel radisson ramada ritz sheraton westin wyndham".split()
)
"""A brand that a hotel's name does not have rules the hotel out: "the Marriott in Beaverton" is not the Hilton there."""
_POLITE: Final = _FILLERS | frozenset(
    "book choose for go i i'd i'll like me now one pick please reserve select take that this us want we with would".split()
)
"""Words that may stand around a name and say nothing of it."""


def resolve(selection: str, results: Sequence[Offer]) -> tuple[int, ...]:
    """Return the numbers of the results that a selection may mean; empty means none of them.

    Args:
        selection: A slug, a number, a name or a part of one: what a tool call or a button gives.
    """
    for number, offer in enumerate(results, start=1):
        if offer.slug == selection:
            return (number,)
    text = plain(selection)
    if alone := _ALONE.fullmatch(text):
        return _existing({_value(alone["number"])}, results)
    return mentioned(selection, results) or _by_name(text, results, weak_is_enough=True)


def mentioned(message: str, results: Sequence[Offer]) -> tuple[int, ...]:
    """Return the numbers of the results that a message names; several where it names several or is ambiguous.

    Stricter than `resolve`: a number counts only where it counts hotels, and a word such as "airport" is no name.
    """
    text = plain(message)
    if alone := _ALONE.fullmatch(text):
        return _existing({_value(alone["number"])}, results)
    numbers = {_value(found["number"]) for pattern in _BY_NUMBER for found in pattern.finditer(text)}
    for either in _EITHER.finditer(text):
        numbers |= {_value(either["number"]), _value(either["other"])}
    numbers |= {_ordinal(found["ordinal"], results) for found in _BY_ORDINAL.finditer(text)}
    if numbers:
        numbers |= {_ordinal(found["ordinal"], results) for found in _FURTHER_ORDINAL.finditer(text)}
    if alone := _ORDINAL_ALONE.fullmatch(text):
        numbers.add(_ordinal(alone["ordinal"], results))
    if _CHEAPEST.search(text):
        lowest = min((offer.total for offer in results), default=None)
        numbers |= {number for number, offer in enumerate(results, start=1) if offer.total == lowest}
    named = _by_name(text, results, weak_is_enough=False)
    contradict = numbers and named and not numbers & set(named)
    if contradict or not numbers:
        numbers |= set(named)
    return _existing(numbers, results)


def _value(number: str) -> int:
    return _CARDINALS.get(number) or int(number)


def _ordinal(word: str, results: Sequence[Offer]) -> int:
    if word == "last":
        return len(results)
    return _ORDINALS.get(word) or int(re.sub(r"\D", "", word))


def _existing(numbers: set[int], results: Sequence[Offer]) -> tuple[int, ...]:
    return tuple(number for number in sorted(numbers) if 1 <= number <= len(results))


def _by_name(text: str, results: Sequence[Offer], *, weak_is_enough: bool) -> tuple[int, ...]:
    """Return the results whose names share the longest run of words with the text."""
    words = _TOKEN.findall(text)
    best = (0, 0)
    numbers: list[int] = []
    for number, offer in enumerate(results, start=1):
        overlap = _overlap(words, _TOKEN.findall(offer.name.casefold()), weak_is_enough=weak_is_enough)
        if overlap > best:
            best, numbers = overlap, []
        if overlap == best and overlap > (0, 0):
            numbers.append(number)
    return tuple(numbers)


def _overlap(words: Sequence[str], name: Sequence[str], *, weak_is_enough: bool) -> tuple[int, int]:
    """Return (strong words shared, longest run of name words in the text); (0, 0) where nothing identifies the hotel."""
    if any(word in BRANDS and word not in name for word in words):
        return (0, 0)
    strong = len({word for word in words if word in name and word not in _WEAK})
    run = max((_run(words[start:], name) for start in range(len(words))), default=0)
    if strong or run >= _RUN:
        return (strong, run)
    told = {word for word in words if word not in _POLITE}
    return (0, len(told)) if weak_is_enough and told and told <= set(name) else (0, 0)


def _run(words: Sequence[str], name: Sequence[str]) -> int:
    """Return how many words at the start of the text follow each other in the name too."""
    return max(
        (
            sum(1 for _ in _common_start(words, name[start:]))
            for start in range(len(name))
            if name[start] not in _FILLERS
        ),
        default=0,
    )


def _common_start(left: Sequence[str], right: Sequence[str]) -> list[str]:
    shared = []
    for one, other in zip(left, right, strict=False):
        if one != other:
            break
        shared.append(one)
    return shared
