"""What the local chat model asks when a message is about a criterion and holds nothing that can surely be saved."""

from __future__ import annotations

from hotelsite.hotels.criteria import Amenity, Criterion
from hotelsite.local_models import phrases
from hotelsite.local_models.reading import (
    AmenitiesReading,
    DateProblem,
    DatesReading,
    DistanceProblem,
    DistanceReading,
    Intent,
    Reading,
)


def unchanged(ask: str) -> str:
    """Return the answer to "never mind"."""
    return f"{phrases.UNCHANGED} {ask}"


def declined(criterion: Criterion, reading: Reading, ask: str) -> str:
    """Return the answer to words that settle nothing: no dates at all, none of what was offered, a bare yes or no."""
    if criterion is Criterion.DATES and reading.no_preference:
        return f"{phrases.DATES_NEEDED} {ask}"
    if {Intent.NONE_OF_THESE, Intent.DENY} & reading.intents and criterion is not Criterion.DATES:
        return f"{phrases.NONE_OF_THOSE} {ask}"
    return question(criterion, reading, ask)


def question(criterion: Criterion, reading: Reading, ask: str) -> str:
    """Return the one question that settles what a message leaves open."""
    match reading.get(criterion):
        case DatesReading(problem=DateProblem.PAST) as dates:
            return f"{phrases.has_passed(dates.problem_text or '')} {ask}"
        case DatesReading(bounded=True):
            return f"{phrases.NO_BOUNDS} {ask}"
        case AmenitiesReading() as amenities if amenities.asked_about:
            return phrases.a_must(amenity for amenity in Amenity if amenity in amenities.asked_about)
        case DistanceReading() as distance:
            return _about_distance(distance, ask)
        case None:
            return f"{phrases.NOT_CAUGHT} {ask}"
    return ask


def _about_distance(distance: DistanceReading, ask: str) -> str:
    match distance.problem:
        case DistanceProblem.PLACE if distance.miles is not None:
            return phrases.miles_from_which(distance.miles)
        case DistanceProblem.UNIT if distance.near:
            return f"{phrases.ONLY_MILES} {phrases.miles_from(distance.near)}"
        case DistanceProblem.UNIT:
            return f"{phrases.ONLY_MILES} {ask}"
        case DistanceProblem.FARTHER:
            return f"{phrases.ONLY_NEAR} {ask}"
    return ask
