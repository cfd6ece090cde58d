"""Numbers that are no wish: telephone and card numbers, people, rooms, stars, ages, times of day, percentages.

They are claimed before anything else is read, so that none of them becomes a date, a price or a distance.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from hotelsite.local_models.reading.date_words import MONTHS
from hotelsite.local_models.reading.evidence import Passage

_PEOPLE: Final = (
    r"people|persons?|adults?|guests?|kids?|child|children|babies|infants?|toddlers?|teens|teenagers?|pax|travell?ers?|"
    r"friends?|ppl|men|women|guys|girls|boys|couples?|family members|of us|visitors?|colleagues|students"
)
_UNIT_AHEAD: Final = (
    r"(?![\d,.]*\d| ?(?:-|to|or|and)? ?\d| ?(?:of )?(?:nights?|days?|weeks?|months?|miles?|mi\b|km|dollars?|bucks|%|/|usd|"
    + "|".join(MONTHS)
    + r")\b)"
)

# Order matters: the longer numbers first, so that no part of them is taken for something shorter.
_PATTERNS: Final[tuple[tuple[str, re.Pattern[str]], ...]] = tuple(
    (kind, re.compile(pattern))
    for kind, pattern in (
        ("markup", r"<(?P<tag>script|style)\b[^<>]{0,200}>.{0,500}?</(?P=tag) ?>|</?[a-z][^<>]{0,200}>"),
        (  # what the site leaves of private numbers
            "masked",
            r"(?:\b(?:my|our|the|and|is|on|at)\b ?)*(?:\b(?:(?:credit|debit|bank) )?(?:card|e-?mails?|mail|tele(?:phone)?|phone|cell|mobile|contact)\b"
            r"(?: (?:number|address|no\.?))?(?: ?(?:is|:))? ?)?\[(?:card number|e-?mail address|phone number)\]",
        ),
        ("address", r"\b(?:https?://|www\.)\S+|\S+@\S+\.\w+"),
        ("private_number", r"(?<![\d$])(?:\d{4}[ -]?){3}\d{1,7}(?!\d)"),
        ("private_number", r"(?<![\w$])(?:\+?\d{1,3}[ .-]?)?(?:\(\d{3}\) ?|\d{3}[ .-])\d{3}[ .-]\d{4}(?!\d)"),
        ("private_number", r"(?<![\w$-])\d{3}-\d{4}(?![\d-])"),
        ("private_number", r"\+\d[\d ().-]{6,}\d"),
        ("private_number", r"(?<![\d$€£¥.])\d{9,}(?!\d)"),
        (
            "reference",
            r"\b(?:(?:reference|confirmation)(?: number| no\.?| code| ?#)?"
            r"|(?:booking|reservation|flight|card|account|phone|passport|ref|zip|pin|cvv)(?: number| no\.?| code| ?#))"
            r"(?: is|:)? #?[a-z]{0,3}-?\d[\w-]*",
        ),
        (
            "street",
            r"\b\d+(?:st|nd|rd|th) (?:ave|avenue|street|st\.?|floor|birthday|anniversary|grade|century|place|time)\b",
        ),
        (
            "time",
            r"\b\d{1,2}:\d{2}(?: ?[ap]\.?m\b\.?)?|\b\d{1,2} ?[ap]\.?m\b\.?|\b\d{1,2} ?oclock\b|\b24/7\b|\b\d{1,2} ?(?:hours?|hrs?|minutes?|mins?)\b(?! ?(?:walk|drive|away|from|to|of|on foot))",
        ),
        ("percent", r"\d+(?:\.\d+)? ?(?:%|percent\b|per cent\b)"),
        ("age", r"\b\d{1,3}[ -]?(?:years?|yrs?|months?|weeks?|days?)[ -]olds?\b|\baged? (?:of )?\d{1,2}\b"),
        (
            "stars",
            r"\b(?:\d(?:\.\d)? ?(?:or|to|and|-|,) ?)?\d(?:\.\d)?(?:[ -]?stars?\b(?:[ -]rat(?:ed|ings?))?| rat(?:ed|ings?)\b)"
            r"(?: or (?:better|more|higher|above|up)| and (?:up|above))?|\brat(?:ed|ings?)(?: of)? (?:at least |above |over )?\d(?:\.\d)?\b"
            r"|\bstar rating\b",
        ),
        (
            "people",
            rf"\b(?:up to )?\d+(?: ?(?:or|to|-) ?\d+)?(?: (?:other|more|young|little|small|old|elderly|big|large|adult))* (?:{_PEOPLE})\b",
        ),
        ("people", r"\b(?:party|group|family|team) of \d+\b"),
        (
            "people",
            rf"\b(?:rooms?|hotel|place|suite|beds?|somewhere|stay|booking|reservation|it|table)\b(?: \w+)? (?P<noise>for (?:just |only )?\d{{1,2}})\b{_UNIT_AHEAD}",
        ),
        ("people", r"\bsleeps? (?:up to )?\d+\b"),
        (
            "rooms",
            r"\b(?:in |for |only |just )?\d+ (?:(?:hotel|guest|separate|different|more) )?rooms?\b",
        ),
        ("rooms", r"\b(?P<noise>\d+) (?:adjoining|connecting|connected|adjacent|interconnecting) rooms?\b"),
    )
)


# A hotel named in full, in a message with capitals: "the Grand Plaza Hotel Downtown" is no wish for the centre.
_HOTEL_NAME: Final = re.compile(
    r"(?:\b[A-Z][\w'&.]*[ -]+(?:(?:by|at|of|on|in|the|and|&)[ -]+)*){1,6}?(?:Hotel|Inn|Suites?|Plaza|Resort|Lodge|House|Motel|Hilton|Marriott|Hyatt)\b"
    r"(?:[ -]+(?:(?:by|at|of|on|the|and|&)[ -]+)?[A-Z][\w'&.]*)*"
)


@dataclass(frozen=True, slots=True)
class Party:
    """How many travel, and in how many rooms; None where it is not said."""

    people: int | None = None
    rooms: int | None = None


def claim_noise(passage: Passage) -> Party:
    """Claim every hotel's name, and every number that says nothing about the five criteria; return who travels."""
    original = passage.canonical.original
    for name in _HOTEL_NAME.finditer(original):
        if not original.isupper():
            passage.claim(*passage.canonical.canonical_span(*name.span()), None, "hotel_name")
    counts: dict[str, int] = {}
    companions = _companions(passage.text)
    for kind, pattern in _PATTERNS:
        for match in passage.find(pattern):
            start, end = match.span("noise") if "noise" in pattern.groupindex else match.span()
            counted = re.findall(r"\d+", passage.text[start:end])
            if kind in ("people", "rooms") and counted:
                is_all = kind == "people" and _WHOLE_PARTY.search(passage.text[start:end])
                counted_as = "party" if is_all else kind  # who a party is made of may be told beside it
                counts[counted_as] = counts.get(counted_as, 0) + int(counted[-1])
            passage.claim(start, end, None, kind)
    people = counts.get("party") or counts.get("people")
    if people is not None and companions and "party" not in counts:
        people = None if companions == _UNCOUNTED else people + companions
    return Party(people=people, rooms=counts.get("rooms"))


_WHOLE_PARTY: Final = re.compile(
    r"(?:people|persons?|guests?|pax|travell?ers?|ppl|of us)$|\b(?:party|group|family|team) of"
)
_PERSON: Final = r"(?:my |our |the )?(?:me|myself|i|wife|husband|partner|spouse|girlfriend|boyfriend|fiancee?|mum|mom|mother|dad|father|son|daughter|sister|brother|grandmother|grandfather|friend|boss|colleague)"
_JOINED: Final = re.compile(
    rf"\b(?P<persons>{_PERSON}(?:(?: and|,|, and| plus| with|&)+ {_PERSON})*)(?: and|,|, and| plus| with| &)+ (?:our |my |the |his |her )?"
    r"\d+ (?:(?:young|little|small|teenage|grown|other|older|adult) )*(?:kids?|child|children|babies|infants?|toddlers?|teens|teenagers?|friends?|girls|boys|colleagues|students)\b"
)
_UNCOUNTED: Final = -1
_A_PERSON: Final = re.compile(rf"\b{_PERSON}\b")
_SPEAKER: Final = re.compile(r"\b(?:me|myself|i)\b")


def _companions(text: str) -> int:
    """Return how many people are named one by one beside a number of others: 2 in "my wife and me and our 2 kids".

    Who travels "with my wife and 2 kids" is one more. Whether the speaker of "for my wife and 2 kids" comes along nobody
    can tell, which is `_UNCOUNTED`.
    """
    joined = _JOINED.search(text)
    if joined is None:
        return 0
    named = len(_A_PERSON.findall(joined["persons"]))
    if _SPEAKER.search(joined["persons"]):
        return named
    return named + 1 if text[: joined.start()].endswith("with ") else _UNCOUNTED
