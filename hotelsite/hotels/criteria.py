"""The five criteria of a stay: their words, their values and their rules, without Django, a model or a clock."""

from hotelsite.hotels.rules import (
    MAX_MONTHS_AHEAD,
    MAX_NIGHTS,
    Issue,
    latest_check_in,
    validate,
    validate_value,
)
from hotelsite.hotels.values import (
    VALUE_TYPES,
    AmenitiesCriterion,
    AmenitiesValue,
    AnyCriterion,
    BudgetCriterion,
    BudgetValue,
    Criteria,
    CriterionValue,
    DatesCriterion,
    DatesValue,
    DistanceCriterion,
    DistanceValue,
    RoomTypeCriterion,
    RoomTypeValue,
)
from hotelsite.hotels.vocabulary import Amenity, Criterion, RoomType

__all__ = [
    "MAX_MONTHS_AHEAD",
    "MAX_NIGHTS",
    "VALUE_TYPES",
    "AmenitiesCriterion",
    "AmenitiesValue",
    "Amenity",
    "AnyCriterion",
    "BudgetCriterion",
    "BudgetValue",
    "Criteria",
    "Criterion",
    "CriterionValue",
    "DatesCriterion",
    "DatesValue",
    "DistanceCriterion",
    "DistanceValue",
    "Issue",
    "RoomType",
    "RoomTypeCriterion",
    "RoomTypeValue",
    "latest_check_in",
    "validate",
    "validate_value",
]
