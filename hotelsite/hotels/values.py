"""The five criteria of a stay as frozen values, in the shapes of PROTOCOL.md (`value` and `criteria`).

A value of the wrong shape cannot be built (pydantic raises, without quoting the input); whether a well-formed value
keeps the rules is for `rules.py`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date, datetime
from decimal import Decimal
from typing import Annotated, Final

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field

from hotelsite.hotels.vocabulary import Amenity, Criterion, RoomType


def _plain_date(value: object) -> object:
    """Refuse what pydantic would turn into a date by guessing: timestamps, numbers, dates with a time."""
    if isinstance(value, str) and not re.fullmatch(r"\d{4}-\d{2}-\d{2}", value, re.ASCII):
        raise ValueError("a date is written YYYY-MM-DD")
    if isinstance(value, (int, float, Decimal, datetime)):
        raise ValueError("a date is written YYYY-MM-DD")
    return value


def _plain_number(value: object) -> object:
    """Refuse spellings that only a programmer would use: `1e5`, `1_000`."""
    if isinstance(value, str) and not re.fullmatch(r"[-+]?\d+(\.\d+)?", value, re.ASCII):
        raise ValueError("an amount is written in digits, such as 700 or 99.50")
    return value


def _plain_decimal(value: Decimal) -> Decimal:
    """Write `1E+3` as `1000`, so that an amount prints and serialises as people write it."""
    return value if value.as_tuple().exponent in (0, -1, -2) else value.quantize(Decimal(1))


def _unique_in_order(amenities: tuple[Amenity, ...]) -> tuple[Amenity, ...]:
    return tuple(amenity for amenity in Amenity if amenity in amenities)


PlainDate = Annotated[date, BeforeValidator(_plain_date)]
# Two places are cents, and hundredths of a mile. The digits only keep absurd numbers out of sums and of the database.
Amount = Annotated[
    Decimal,
    BeforeValidator(_plain_number),
    Field(max_digits=15, decimal_places=2),
    AfterValidator(_plain_decimal),
]
AmenityChoice = Annotated[tuple[Amenity, ...], AfterValidator(_unique_in_order)]


class Frozen(BaseModel):
    """The base of every value: immutable, no unknown keys, and no customer's input in the text of an error."""

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)


class DatesValue(Frozen):
    """Check-in and check-out; None is the half that is still open."""

    check_in: PlainDate | None
    check_out: PlainDate | None


class BudgetValue(Frozen):
    """US dollars a night; None is no limit."""

    min: Amount | None
    max: Amount | None


class RoomTypeValue(Frozen):
    """None is any: the cheapest that a hotel offers."""

    room_type: RoomType | None


class AmenitiesValue(Frozen):
    """All of these are wanted, each once, in the order of `Amenity`; empty is no preference."""

    amenities: AmenityChoice


class DistanceValue(Frozen):
    """The most miles to the airport and to the city centre; None is no limit."""

    airport: Amount | None
    city_center: Amount | None


CriterionValue = DatesValue | BudgetValue | RoomTypeValue | AmenitiesValue | DistanceValue


class _Answerable(Frozen):
    answered: bool = False
    """True once the customer has settled it, which tells "no preference" from "not asked yet"."""


class DatesCriterion(DatesValue, _Answerable):
    check_in: PlainDate | None = None
    check_out: PlainDate | None = None


class BudgetCriterion(BudgetValue, _Answerable):
    min: Amount | None = None
    max: Amount | None = None


class RoomTypeCriterion(RoomTypeValue, _Answerable):
    room_type: RoomType | None = None


class AmenitiesCriterion(AmenitiesValue, _Answerable):
    amenities: AmenityChoice = ()


class DistanceCriterion(DistanceValue, _Answerable):
    airport: Amount | None = None
    city_center: Amount | None = None


AnyCriterion = DatesCriterion | BudgetCriterion | RoomTypeCriterion | AmenitiesCriterion | DistanceCriterion

VALUE_TYPES: Final[Mapping[Criterion, type[CriterionValue]]] = {
    Criterion.DATES: DatesValue,
    Criterion.BUDGET: BudgetValue,
    Criterion.ROOM_TYPE: RoomTypeValue,
    Criterion.AMENITIES: AmenitiesValue,
    Criterion.DISTANCE: DistanceValue,
}


class Criteria(Frozen):
    """The snapshot that every reader goes through."""

    dates: DatesCriterion = DatesCriterion()
    budget: BudgetCriterion = BudgetCriterion()
    room_type: RoomTypeCriterion = RoomTypeCriterion()
    amenities: AmenitiesCriterion = AmenitiesCriterion()
    distance: DistanceCriterion = DistanceCriterion()

    def get(self, criterion: Criterion) -> AnyCriterion:
        """Return one criterion by name."""
        found: AnyCriterion = getattr(self, criterion.value)
        return found

    def with_value(self, criterion: Criterion, value: CriterionValue) -> Criteria:
        """Return the snapshot as it is once the customer has settled on this value."""
        settled = type(self.get(criterion))(**value.model_dump(exclude={"answered"}), answered=True)
        return self.model_copy(update={criterion.value: settled})

    def unanswered(self) -> list[Criterion]:
        """Return what is still to be asked, in the order of asking."""
        return [criterion for criterion in Criterion if not self.get(criterion).answered]
