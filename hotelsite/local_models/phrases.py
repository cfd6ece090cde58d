"""The few sentences that the local chat model says itself: each asks one thing, and states no price, hotel or booking."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from decimal import Decimal
from typing import Final

from hotelsite.hotels.criteria import Amenity, Criterion
from hotelsite.local_models.reading import Anchor

ASK: Final[Mapping[Criterion, str]] = {
    Criterion.DATES: "Which day would you like to arrive, and which day would you like to leave?",
    Criterion.BUDGET: 'How much may a night cost at most, in US dollars? "No limit" is fine too.',
    Criterion.ROOM_TYPE: "Would you like one bed, two beds or a suite? Any of them is fine too.",
    Criterion.AMENITIES: "Which amenities must the hotel have? You can also have no preference.",
    Criterion.DISTANCE: "Within how many miles of the airport or of the city center should it be? Anywhere is fine too.",
}
ASK_ARRIVAL: Final = "Which day would you like to arrive?"
ASK_DEPARTURE: Final = "Which day would you like to leave?"
NOT_CAUGHT: Final = "I did not quite catch that."
NONE_OF_THOSE: Final = "None of those, then; let me put it another way."
DATES_NEEDED: Final = "I cannot look for hotels without dates, so this one cannot be skipped."
UNCHANGED: Final = "All right, I have changed nothing."
NO_BOUNDS: Final = "I look for hotels on exact days, so I have left the dates as they are."
ONLY_NEAR: Final = "I can only look for hotels near a place, not far from one."
ONLY_MILES: Final = "I measure distances in miles."


def long_day(day: date) -> str:
    return f"{day:%A, %B} {day.day}, {day.year}"


def dollars(amount: Decimal) -> str:
    return f"${amount:,.2f}".removesuffix(".00")


def either(options: Iterable[str]) -> str:
    """Return "a, b or c"."""
    *rest, last = options
    return f"{', '.join(rest)} or {last}" if rest else last


def has_passed(day: str) -> str:
    try:
        return f"{long_day(date.fromisoformat(day))} has already passed."
    except ValueError:
        return "That day has already passed."


def a_must(amenities: Iterable[Amenity]) -> str:
    return (
        "I can tell you that for each hotel once I have found some. "
        f"Must the hotel have {either(amenity.label for amenity in amenities)}?"
    )


_PLACES: Final = {Anchor.AIRPORT: "the airport", Anchor.CITY_CENTER: "the city center"}


def miles_from_which(miles: Decimal) -> str:
    return f"Within {miles.normalize():f} miles of which: {either(_PLACES.values())}?"


def miles_from(places: Iterable[Anchor]) -> str:
    return f"Within how many miles of {either(_PLACES[place] for place in places)} should it be?"
