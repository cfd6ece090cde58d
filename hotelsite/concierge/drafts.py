"""What code itself checks in a draft before any judge is asked: amounts, hotel names and anything like a confirmation.

A coarse net on purpose. What it catches is replaced by the list that code renders, which costs a customer nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from typing import Final

from hotelsite.concierge.desk import Offer
from hotelsite.hotels.criteria import Criteria

_DOLLARS: Final = re.compile(
    r"(?:\$|USD|US\$)\s*(\d[\d,]*(?:\.\d+)?)|(\d[\d,]*(?:\.\d+)?)\s*(?:dollars|USD)\b"
)
_CENTS: Final = re.compile(r"(?<![\d.,])\d[\d,]*\.\d{2}(?!\d|\.\d)")
_CODE: Final = re.compile(
    r"(?<![\d$.,-])\d{6}(?!\d|[.,-]\d)|\b(?=[A-Z0-9]*\d)(?=[A-Z0-9]*[A-Z])[A-Z0-9]{6,8}\b"
)
_CLAIM: Final = re.compile(
    r"\bconfirmation (?:number|code|is)\b|\b(?:is|are|been|have|has) (?:now |already )?(?:booked|reserved|confirmed)\b",
    re.IGNORECASE,
)
_HOTEL: Final = re.compile(
    r"\b(?:[A-Z][\w'&-]*\s+|&\s+|by\s+)+(?:Hilton|Hotel|Inn|Suites|Resort|Lodge|Motel|Plaza)\b|"
    r"\b(?:Hampton|Homewood|DoubleTree|Embassy|Canopy|Home2|Tru by|Marriott|Hyatt|Sheraton|Westin|Waldorf|Conrad)\b"
)


def faults(draft: str, results: Sequence[Offer], shown: int, criteria: Criteria) -> list[str]:
    """Return what in a draft is not in the facts, by kind: `amount`, `hotel`, `confirmation`, `missing`; empty is good.

    Args:
        results: All results, of which the draft presents the first `shown`.
        criteria: The search, whose own limits may be mentioned.
    """
    offers = results[:shown]
    found = []
    if not _amounts(draft) <= _allowed(offers, criteria):
        found.append("amount")
    if _HOTEL.search(_without_known(draft, offers)):
        found.append("hotel")
    if _CODE.search(draft) or _CLAIM.search(draft):
        found.append("confirmation")
    if any(offer.name not in draft for offer in offers):
        found.append("missing")
    return found


def _amounts(draft: str) -> set[Decimal]:
    amounts = {first or second for first, second in _DOLLARS.findall(draft)} | set(_CENTS.findall(draft))
    return {Decimal(amount.replace(",", "").rstrip(".")) for amount in amounts}


def _allowed(offers: Sequence[Offer], criteria: Criteria) -> set[Decimal]:
    limits = {criteria.budget.min, criteria.budget.max} - {None}
    prices = {night.price for offer in offers for night in offer.nights}
    totals = {offer.total for offer in offers}
    return prices | totals | {limit for limit in limits if limit is not None}


def _without_known(draft: str, offers: Sequence[Offer]) -> str:
    """Return the draft without the names and addresses it may hold, longest first, as one name may begin another."""
    known = sorted({text for offer in offers for text in (offer.name, offer.address)}, key=len, reverse=True)
    for text in known:
        draft = draft.replace(text, " ")
    return draft
