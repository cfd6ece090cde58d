"""Where a message leads: honest probabilities over the nine destinations of the router.

The destination is the criterion to apply first, in the order dates, budget, room type, amenities, distance; else
review, search or exit; else unclear. Evidence is added up for each label as log-odds, and a softmax makes it
probabilities; with no evidence at all they are close to uniform, with `unclear` a little ahead.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final

from hotelsite.hotels.criteria import Criterion
from hotelsite.local_models.reading.intents import Intent

DESTINATIONS: Final = (*(criterion.value for criterion in Criterion), "review", "search", "exit", "unclear")

# Log-odds. With the first criterion surely named, the top label gets about 0.95, which is how often it is right on
# messages of real customers; less evidence gives visibly less.
_BASE: Final = {"unclear": 0.6}
_FIRST: Final = {True: 5.2, False: 3.6}
_LATER: Final = 1.6
_INTENT: Final = {Intent.REVIEW: 4.6, Intent.SEARCH: 4.2, Intent.EXIT: 5.0}
_WEAK_EXIT: Final = 2.2
_OFF_TOPIC: Final = 5.0
_FOREIGN_WORD: Final = 0.5


def score_destinations(
    *,
    mentions: Mapping[Criterion, bool],
    intents: frozenset[Intent],
    off_topic: bool,
    foreign: int,
) -> dict[str, float]:
    """Return a probability for each of the nine destinations.

    Args:
        mentions: The criteria that the message is about, with whether that is sure.
        foreign: How many words have nothing to do with a stay.
    """
    weights = {label: _BASE.get(label, 0.0) for label in DESTINATIONS}
    if off_topic:
        weights["unclear"] += _OFF_TOPIC
        weights["exit"] += _INTENT[Intent.EXIT] + 1.0 if Intent.EXIT in intents else 0.0
        return _softmax(weights)
    first = True
    for criterion in Criterion:
        if criterion in mentions:
            weights[criterion.value] += _FIRST[mentions[criterion]] if first else _LATER
            first = False
    if first:
        _add_intents(weights, intents)
        weights["unclear"] += _FOREIGN_WORD * min(foreign, 4)
    return _softmax(weights)


def _add_intents(weights: dict[str, float], intents: frozenset[Intent]) -> None:
    for label, intent in (("review", Intent.REVIEW), ("search", Intent.SEARCH), ("exit", Intent.EXIT)):
        if intent in intents:
            weights[label] += _INTENT[intent]
    if Intent.REVIEW in intents:
        weights["search"] -= 2.0
    if Intent.SEARCH in intents and Intent.EXIT in intents:
        weights["exit"] -= 2.0  # "that's all for the car; now find me a hotel"
    if Intent.THANKS in intents and not {Intent.SEARCH, Intent.REVIEW, Intent.EXIT} & intents:
        weights["exit"] += _WEAK_EXIT


def _softmax(weights: Mapping[str, float]) -> dict[str, float]:
    highest = max(weights.values())
    exponents = {label: math.exp(weight - highest) for label, weight in weights.items()}
    total = sum(exponents.values())
    return {label: value / total for label, value in exponents.items()}


def ranked(scores: Mapping[str, float]) -> list[tuple[str, float]]:
    """Return the destinations from the most to the least probable; equal ones in the order of asking."""
    return sorted(scores.items(), key=lambda item: -item[1])
