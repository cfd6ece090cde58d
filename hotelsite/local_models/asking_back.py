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


def unchanged(criterion: Criterion) -> str:
    """Return the answer to "never mind"."""
    return f"{phrases.UNCHANGED} {phrases.ASK[criterion]}"


def declined(criterion: Criterion, reading: Reading) -> str:
    """Return the answer to words that settle nothing: no dates at all, none of what was offered, a bare yes or no."""
    if criterion is Criterion.DATES and reading.no_preference:
        return f"{phrases.DATES_NEEDED} {phrases.ASK[criterion]}"
    if Intent.NONE_OF_THESE in reading.intents:
        return f"{phrases.NONE_OF_THOSE} {phrases.ASK[criterion]}"
    return question(criterion, reading)


def question(criterion: Criterion, reading: Reading) -> str:
    """Return the one question that settles what a message leaves open."""
    match reading.get(criterion):
        case DatesReading(problem=DateProblem.PAST) as dates:
            return f"{phrases.has_passed(dates.problem_text or '')} {phrases.ASK[Criterion.DATES]}"
        case DatesReading(bounded=True):
            return f"{phrases.NO_BOUNDS} {phrases.ASK[Criterion.DATES]}"
        case AmenitiesReading() as amenities if amenities.asked_about:
            return phrases.a_must(amenity for amenity in Amenity if amenity in amenities.asked_about)
        case DistanceReading() as distance:
            return _about_distance(distance)
        case None:
            return f"{phrases.NOT_CAUGHT} {phrases.ASK[criterion]}"
    return phrases.ASK[criterion]


def _about_distance(distance: DistanceReading) -> str:
    match distance.problem:
        case DistanceProblem.PLACE if distance.miles is not None:
            return phrases.miles_from_which(distance.miles)
        case DistanceProblem.UNIT if distance.near:
            return f"{phrases.ONLY_MILES} {phrases.miles_from(distance.near)}"
        case DistanceProblem.UNIT:
            return f"{phrases.ONLY_MILES} {phrases.ASK[Criterion.DISTANCE]}"
        case DistanceProblem.FARTHER:
            return f"{phrases.ONLY_NEAR} {phrases.ASK[Criterion.DISTANCE]}"
    return phrases.ASK[Criterion.DISTANCE]
