"""What the assistant's last words asked for, so that a bare answer can be read in their light."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum
from typing import Final

from hotelsite.hotels.criteria import Criteria, Criterion
from hotelsite.local_models.reading.canonical import canonicalise


class DatePart(Enum):
    """The part of the dates that is asked for."""

    CHECK_IN = "check_in"
    CHECK_OUT = "check_out"
    NIGHTS = "nights"


class Anchor(Enum):
    """A place that distances are measured from."""

    AIRPORT = "airport"
    CITY_CENTER = "city_center"


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """The open question."""

    criterion: Criterion | None = None
    date_part: DatePart | None = None
    anchors: tuple[Anchor, ...] = ()
    """The places that the question speaks of."""
    miles: Decimal | None = None
    """A number of miles that the question repeats: "5 miles of which, the airport or the centre?"."""
    anything_else: bool = False
    """The assistant offered more help, so that a plain no is a goodbye."""
    hotel: bool = False
    """The assistant spoke of hotels or of one of the criteria."""
    question: str = ""
    """The asking sentences in canonical spelling."""


AIRPORT: Final = r"airport|pdx|air port"
CITY_CENTER: Final = r"down ?town|(?:city|town)[ -]?cent(?:er|re)|cent(?:er|re) of (?:the )?(?:town|city|portland)|cent(?:er|re)|central"
_CHECK_IN: Final = re.compile(
    r"\bcheck(?:ing)?[ -]?in\b|\barriv|\bstart(?:ing|s)?\b|\bbegin|\bwhen (?:do|will|would) you (?:come|get)"
)
_CHECK_OUT: Final = re.compile(r"\bcheck(?:ing)?[ -]?out\b|\bleav|\bdepart|\buntil\b|\bend date|\breturn")
_NIGHTS: Final = re.compile(
    r"\bhow (?:long|many (?:nights?|days?))\b|\b(?:number|amount) of (?:nights?|days?)\b|\bduration\b|\blength of"
)
_TOPICS: Final[tuple[tuple[Criterion, re.Pattern[str]], ...]] = (
    (Criterion.DATES, re.compile(r"\bwhen\b|\bdates?\b|\bwhat days?\b|\bwhich days?\b|\bdays? (?:would|do|will|are)\b")),
    (Criterion.BUDGET, re.compile(r"\bbudget|\bprice(?:s|d)? ?range|\bprice\b|\bspend|\bhow much\b|\bafford|\bpay\b|\bnightly\b|\bdollars\b|\$ ?\d[^.!?]*\?|\bcheap|\bexpensive")),
    (Criterion.ROOM_TYPE, re.compile(r"\broom types?\b|\b(?:type|kind|sort)s? of rooms?\b|\bone bed\b|\b1 bed\b|\b2 beds\b|\bhow many beds\b|\bpreference for (?:the |your )?room\b|\bsuite\b|\bbed preference")),
    (Criterion.AMENITIES, re.compile(r"\bamenit|\bfacilit|\bfeatures\b|\bwi-?fi\b|\bparking\b|\bbreakfast\b|\bpool\b")),
    (Criterion.DISTANCE, re.compile(r"\bhow (?:far|close|near)\b|\bdistance|\bmiles?\b|\bclose to\b|\bnear\b|\b(?:airport|city cent)")),
)  # fmt: skip
_ANYTHING_ELSE: Final = re.compile(
    r"\b(?:anything|something|what) (?:else|more)\b|\b(?:further|more|other) (?:help|assistance|questions)\b"
    r"|\bis that (?:all|it|everything)\b|\bis there anything\b|\bassist you (?:with|further)|\bhelp you with\b"
)
_HOTEL: Final = re.compile(
    r"\bhotels?\b|\brooms?\b|\bstay|\bguest ?house|\bnights?\b|\breserv|\bbook|\binn\b|\baccommodat|\blodging|\bresort"
)
_MILES: Final = re.compile(r"\b(\d+(?:\.\d+)?) ?(?:miles?|mi)\b")


def read_question(reply: str | None, asked: Criterion | None, saved: Criteria | None) -> Asked:
    """Return what is being asked, from what the graph says is open and from the assistant's last words.

    Args:
        reply: The assistant's last words, if they are known.
        asked: The criterion whose collector is being answered; it wins over what the words look like.
        saved: The criteria so far; half a stay tells which half is wanted.
    """
    text = canonicalise(reply or "").text
    question = _last_question(text)
    criterion = asked or _topic(question)
    part = _date_part(question) if criterion in (Criterion.DATES, None) else None
    if part and criterion is None:
        criterion = Criterion.DATES
    if criterion is Criterion.DATES and part is None and saved:
        part = _open_half(saved)
    miles = _MILES.search(question)
    return Asked(
        criterion=criterion,
        date_part=part,
        anchors=_anchors(question if criterion is Criterion.DISTANCE else ""),
        miles=Decimal(miles[1]) if miles else None,
        anything_else=bool(_ANYTHING_ELSE.search(text)),
        hotel=asked is not None or criterion is not None or bool(_HOTEL.search(text)),
        question=question,
    )


def _last_question(text: str) -> str:
    """Return the sentences that ask, or all of them when none ends in a question mark."""
    sentences = re.findall(r"[^.!?]+[.!?]*", text)
    asking = [sentence for sentence in sentences if sentence.endswith("?")]
    return " ".join(asking[-2:]) if asking else text[-300:]


def _topic(question: str) -> Criterion | None:
    """Return the one criterion that a question is about, None when it is about none or several."""
    if _date_part(question):
        return Criterion.DATES
    found = [criterion for criterion, pattern in _TOPICS if pattern.search(question)]
    return found[0] if len(found) == 1 else None


def _date_part(question: str) -> DatePart | None:
    check_in, check_out = _CHECK_IN.search(question), _CHECK_OUT.search(question)
    if _NIGHTS.search(question) and not check_in and not check_out:
        return DatePart.NIGHTS
    if bool(check_in) == bool(check_out):
        return None
    return DatePart.CHECK_IN if check_in else DatePart.CHECK_OUT


def _open_half(saved: Criteria) -> DatePart | None:
    if saved.dates.check_in and not saved.dates.check_out:
        return DatePart.CHECK_OUT
    if saved.dates.check_out and not saved.dates.check_in:
        return DatePart.CHECK_IN
    return None


def _anchors(question: str) -> tuple[Anchor, ...]:
    patterns = ((Anchor.AIRPORT, AIRPORT), (Anchor.CITY_CENTER, CITY_CENTER))
    return tuple(anchor for anchor, pattern in patterns if re.search(rf"\b(?:{pattern})\b", question))
