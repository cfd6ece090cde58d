"""Whether a drafted presentation is supported by the facts, and how well it serves: the local review of a draft."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final

from graph.jsonvalue import JsonObject
from hotelsite.local_models.facts import criteria_of, hotels_of

_SUPPORTED: Final = 0.97
_UNSUPPORTED: Final = 0.04
_NOTHING_TO_CHECK: Final = 0.5

_AMOUNT: Final = re.compile(
    r"\$ ?(\d[\d,]*(?:\.\d+)?)|(?<![\d.,])(\d[\d,]*\.\d\d)(?![\d.])|(\d[\d,]*(?:\.\d+)?) (?:dollars|USD)\b"
)
_NAME: Final = re.compile(r"(?:[A-Z][\w'&.-]*|by|&|at|of|the)(?:[ -]+(?:[A-Z][\w'&.-]*|by|&|at|of|the))*")
_LODGING: Final = re.compile(
    r"\b(?:Hotel|Inn|Suites|Hilton|Resort|Lodge|Motel|Plaza|Hyatt|Marriott|Sheraton|DoubleTree|Hampton)\b"
)
_ADDRESS: Final = re.compile(
    r"\b\d{1,5} (?:[NSEW]{1,2}\.? )?(?:[A-Z0-9][\w.]*\.? ){1,4}(?:St|Street|Ave|Avenue|Rd|Road|Blvd|Drive|Dr|Parkway|Pkwy|Way|Ct|Court|Place|Pl|Lane|Ln|Highway|Hwy)\b"
)
_CLAIM: Final = re.compile(
    r"\bconfirmation (?:number|code)\b|\b(?:is|are|been|have|has) (?:now |already )?(?:booked|reserved|confirmed)\b|\bdiscount|\bupgrade|\bguarantee",
    re.IGNORECASE,
)
_NEXT_STEPS: Final = (
    re.compile(r"\bbook", re.IGNORECASE),
    re.compile(r"\b(?:chang|adjust|differ|search|filter|refin)", re.IGNORECASE),
)


@dataclass(frozen=True, slots=True)
class Review:
    """What the facts say of a draft."""

    grounded: float
    """Probability that every name, address and price is supported, at the right hotel."""
    quality: float
    """0 to 1: every hotel on a numbered line with its name and a price of its own, and how to go on."""


def review(state: Mapping[str, Any]) -> Review | None:
    """Check a draft against the hotels; None when a fact that is needed is not there."""
    draft = state.get("draft")
    if not isinstance(draft, str):
        return None
    hotels = hotels_of(state, "hotels")
    return Review(_grounded(draft, hotels, state), _quality(draft, hotels))


def _grounded(draft: str, hotels: Sequence[JsonObject], state: Mapping[str, Any]) -> float:
    if not draft.strip() or not hotels:
        return _NOTHING_TO_CHECK
    limits = _limits(state)
    sections = _sections(draft, hotels)
    supported = (
        not _CLAIM.search(draft)
        and not _unknown_names(draft, hotels)
        and all(
            address[0] in _known(hotel) for hotel, text in sections for address in _ADDRESS.finditer(text)
        )
        and all(_amounts(text) <= _prices(hotel) | limits for hotel, text in sections)
    )
    return _SUPPORTED if supported else _UNSUPPORTED


def _limits(state: Mapping[str, Any]) -> set[Decimal]:
    criteria = criteria_of(state)
    limits = (criteria.budget.min, criteria.budget.max) if criteria else ()
    return {limit for limit in limits if limit is not None}


def _sections(draft: str, hotels: Sequence[JsonObject]) -> list[tuple[JsonObject | None, str]]:
    """Cut a draft where hotels are named: what follows a name is about that hotel, what precedes all names about none."""
    longest_first = sorted((str(hotel["name"]) for hotel in hotels), key=len, reverse=True)
    by_name = {str(hotel["name"]): hotel for hotel in hotels}
    pieces = re.split(f"({'|'.join(map(re.escape, longest_first))})", draft)
    sections: list[tuple[JsonObject | None, str]] = [(None, pieces[0])]
    sections += [(by_name[name], text) for name, text in zip(pieces[1::2], pieces[2::2], strict=True)]
    return sections


def _unknown_names(draft: str, hotels: Sequence[JsonObject]) -> bool:
    """Tell whether something that is called like a hotel is left when the known names are taken away."""
    for known in sorted(
        (text for hotel in hotels for text in (str(hotel["name"]), _known(hotel))), key=len, reverse=True
    ):
        draft = draft.replace(known, " ~ ") if known else draft
    return any(_LODGING.search(name[0]) and " " in name[0].strip() for name in _NAME.finditer(draft))


def _known(hotel: JsonObject | None) -> str:
    return str(hotel.get("address") or "") if hotel else ""


def _amounts(text: str) -> set[Decimal]:
    found = ("".join(groups).replace(",", "") for groups in _AMOUNT.findall(text))
    return {Decimal(amount) for amount in found}


def _prices(hotel: JsonObject | None) -> set[Decimal]:
    if hotel is None:
        return set()
    told = (hotel.get(name) for name in ("nightly_low", "nightly_high", "total"))
    return {Decimal(str(price)) for price in told if price is not None}


def _quality(draft: str, hotels: Sequence[JsonObject]) -> float:
    if not hotels:
        return 0.0
    sections = [(hotel, text) for hotel, text in _sections(draft, hotels) if hotel is not None]
    priced = {hotel["number"] for hotel, text in sections if _amounts(text) & _prices(hotel)}
    numbered = {
        hotel["number"]
        for hotel in hotels
        if re.search(rf"^\W*{hotel['number']}\b.{{0,10}}{re.escape(str(hotel['name']))}", draft, re.MULTILINE)
    }
    listed = (len(priced) + len(numbered)) / (2 * len(hotels))
    steps = sum(bool(step.search(draft)) for step in _NEXT_STEPS) / len(_NEXT_STEPS)
    return 0.7 * listed + 0.3 * steps
