"""Whether what was read outweighs what a message says about other things."""

from __future__ import annotations

from typing import Final

from hotelsite.hotels.criteria import Criterion
from hotelsite.local_models.reading.distance import DistanceProblem
from hotelsite.local_models.reading.intents import Intent
from hotelsite.local_models.reading.message import Reading
from hotelsite.local_models.reading.scope import Scope

_NAMED_IN_PASSING: Final = {
    Criterion.DATES: 1.0,
    Criterion.BUDGET: 0.5,
    Criterion.ROOM_TYPE: 1.0,
    Criterion.AMENITIES: 0.5,
    Criterion.DISTANCE: 1.0,
}
_SAID_STRONGLY: Final = {
    Criterion.DATES: 3.0,
    Criterion.BUDGET: 1.5,
    Criterion.ROOM_TYPE: 2.0,
    Criterion.AMENITIES: 1.5,
    Criterion.DISTANCE: 2.0,
}
_EACH_FURTHER_AMENITY: Final = 1.0
_INTENT: Final = {Intent.REVIEW: 2.5, Intent.EXIT: 2.5, Intent.START_OVER: 2.5, Intent.SEARCH: 1.0}
"""Weights, in words about something else that each of them outweighs."""

_PLAINLY_A_STAY: Final = 4.0
"""So much is read that another trade can only be named beside it: "our flight lands on the 3rd, a suite until the 9th"."""


def _is_near_a_place(reading: Reading) -> bool:
    """Tell whether nothing is read but a place to be near to, or nothing at all."""
    return not reading.mentions or (
        set(reading.mentions) == {Criterion.DISTANCE}
        and bool(reading.distance and reading.distance.problem is not DistanceProblem.PLACE)
    )


def is_off_topic(reading: Reading, scope: Scope, *, in_conversation: bool) -> bool:
    """Tell whether a message is about something else than a stay, so that nothing in it is a wish.

    Args:
        in_conversation: The assistant has just spoken of the stay, which makes it likely that the customer does.
    """
    if Intent.INSTRUCTS in reading.intents:
        return True
    strong = {
        criterion for criterion in reading.mentions if (found := reading.get(criterion)) and found.strong
    }
    evidence = sum(_INTENT.get(intent, 0.0) for intent in reading.intents)
    evidence += sum((_SAID_STRONGLY if c in strong else _NAMED_IN_PASSING)[c] for c in reading.mentions)
    if reading.amenities:
        evidence += _EACH_FURTHER_AMENITY * max(0, len(reading.amenities.named) - 1)
    is_plainly_a_stay = evidence >= _PLAINLY_A_STAY
    if Intent.ELSEWHERE in reading.intents and not scope.names_lodging:
        has_stay = any(c in strong and reading.has_value(c) for c in (Criterion.DATES, Criterion.ROOM_TYPE))
        if not (is_plainly_a_stay and has_stay):
            return True  # "a restaurant downtown under 30 dollars" has a price and a place, and is no stay
    if not is_plainly_a_stay and Intent.OTHER_HELP in reading.intents:
        return True
    # A place is named near which one stays; a day, a price or a thing is named for many reasons.
    sure = bool(strong) or Intent.REVIEW in reading.intents or _is_near_a_place(reading)
    return scope.is_off_topic(evidence, sure=sure, in_conversation=in_conversation)
