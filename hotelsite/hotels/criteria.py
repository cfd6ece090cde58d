"""The five criteria of a stay as frozen values, and the one place of the rules that they must keep.

Shapes are those of PROTOCOL.md (`value` in the `answer` frame, `criteria` in the `session` frame). A value of the wrong
shape cannot be built (pydantic raises); a well-formed value that breaks a rule yields `Issue`s in customers' words.
Nothing here knows Django, a model or the clock: the business date is always passed in.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import date, datetime, timedelta
from decimal import Decimal
from enum import StrEnum
from typing import Annotated, Final

from dateutil.relativedelta import relativedelta
from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field

from hotelsite.hotels.wording import counted, dollars, long_date

MAX_NIGHTS: Final = 30
MAX_MONTHS_AHEAD: Final = 18


class Criterion(StrEnum):
    """What a search needs to know. The order of the members is the order of asking and of every list of issues."""

    DATES = "dates"
    BUDGET = "budget"
    ROOM_TYPE = "room_type"
    AMENITIES = "amenities"
    DISTANCE = "distance"

    @property
    def label(self) -> str:
        """Words for a customer: `room type`."""
        return self.value.replace("_", " ")


class RoomType(StrEnum):
    """The kinds of room a hotel may offer, cheapest first."""

    ONE_BED = "one_bed"
    TWO_BEDS = "two_beds"
    SUITE = "suite"

    @property
    def label(self) -> str:
        """Words for a customer that follow "a": `room with one bed`, `suite`."""
        return _ROOM_TYPE_LABELS[self]


_ROOM_TYPE_LABELS: Final[Mapping[RoomType, str]] = {
    RoomType.ONE_BED: "room with one bed",
    RoomType.TWO_BEDS: "room with two beds",
    RoomType.SUITE: "suite",
}


class Amenity(StrEnum):
    """Everything the catalogue can say of a hotel. The order of the members is the order of every list."""

    AIRPORT_SHUTTLE = "airport_shuttle"
    BOUTIQUE = "boutique"
    BUSINESS_CENTER = "business_center"
    CONCIERGE = "concierge"
    CONNECTING_ROOMS = "connecting_rooms"
    DIGITAL_KEY = "digital_key"
    EV_CHARGING = "ev_charging"
    EVENING_RECEPTION = "evening_reception"
    FITNESS_CENTER = "fitness_center"
    FREE_BREAKFAST = "free_breakfast"
    FREE_PARKING = "free_parking"
    FREE_WIFI = "free_wifi"
    INDOOR_POOL = "indoor_pool"
    KITCHEN = "kitchen"
    MEETING_ROOM = "meeting_room"
    NEW_HOTEL = "new_hotel"
    NON_SMOKING = "non_smoking"
    ON_SITE_RESTAURANT = "on_site_restaurant"
    OUTDOOR_POOL = "outdoor_pool"
    PET_FRIENDLY = "pet_friendly"
    ROOM_SERVICE = "room_service"
    STREAMING = "streaming"
    TENNIS = "tennis"

    @property
    def label(self) -> str:
        """Words for a customer: `free Wi-Fi`, `on-site restaurant`."""
        return _SPECIAL_AMENITY_LABELS.get(self, self.value.replace("_", " "))


_SPECIAL_AMENITY_LABELS: Final[Mapping[Amenity, str]] = {
    Amenity.BOUTIQUE: "boutique style",
    Amenity.CONCIERGE: "concierge desk",
    Amenity.EV_CHARGING: "EV charging",
    Amenity.FREE_WIFI: "free Wi-Fi",
    Amenity.KITCHEN: "kitchen in the room",
    Amenity.NON_SMOKING: "non-smoking rooms",
    Amenity.ON_SITE_RESTAURANT: "on-site restaurant",
    Amenity.PET_FRIENDLY: "pet-friendly rooms",
    Amenity.TENNIS: "tennis court",
}


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


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class DatesValue(_Frozen):
    """Check-in and check-out; None is the half that is still open."""

    check_in: PlainDate | None
    check_out: PlainDate | None


class BudgetValue(_Frozen):
    """US dollars a night; None is no limit."""

    min: Amount | None
    max: Amount | None


class RoomTypeValue(_Frozen):
    """None is any: the cheapest that a hotel offers."""

    room_type: RoomType | None


class AmenitiesValue(_Frozen):
    """All of these are wanted, each once, in the order of `Amenity`; empty is no preference."""

    amenities: AmenityChoice


class DistanceValue(_Frozen):
    """The most miles to the airport and to the city centre; None is no limit."""

    airport: Amount | None
    city_center: Amount | None


CriterionValue = DatesValue | BudgetValue | RoomTypeValue | AmenitiesValue | DistanceValue


class _Answerable(_Frozen):
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


class Criteria(_Frozen):
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

    def unanswered(self) -> list[Criterion]:
        """Return what is still to be asked, in the order of asking."""
        return [criterion for criterion in Criterion if not self.get(criterion).answered]


class Issue(_Frozen):
    """One broken rule or open question."""

    criterion: Criterion
    code: str
    """Stable and for code: `past`, `too_far`, `order`, `too_long`, `amount`, `min_above_max`, `negative`, `unanswered`."""
    message: str
    """For the customer: what is wrong and what mends it."""


def latest_check_in(today: date) -> date:
    """Return the last day on which a stay may begin."""
    return today + relativedelta(months=MAX_MONTHS_AHEAD)


def validate(criteria: Criteria, *, today: date) -> list[Issue]:
    """Return every broken rule and open question, in the order of `Criterion`; empty means ready to search.

    Args:
        today: The business date, in the hotels' own time zone.
    """
    issues: list[Issue] = []
    for criterion in Criterion:
        state = criteria.get(criterion)
        broken = validate_value(criterion, state, today=today)
        if not broken and (not state.answered or _is_half(state)):
            broken = [Issue(criterion=criterion, code="unanswered", message=_open_question(state))]
        issues.extend(broken)
    return issues


def validate_value(criterion: Criterion, value: CriterionValue, *, today: date) -> list[Issue]:
    """Return the rules that a value breaks; half an answer is judged by the half that is there.

    Args:
        value: A value of the criterion, or the criterion itself.
        today: The business date, in the hotels' own time zone.
    """
    match value:
        case DatesValue():
            found = _date_issues(value, today)
        case BudgetValue():
            found = _budget_issues(value)
        case DistanceValue():
            found = _distance_issues(value)
        case RoomTypeValue() | AmenitiesValue():
            found = ()  # the type admits known values only, and each of them is allowed
    return [Issue(criterion=criterion, code=code, message=message) for code, message in found]


_Found = Iterable[tuple[str, str]]


def _date_issues(value: DatesValue, today: date) -> _Found:
    check_in, check_out, last = value.check_in, value.check_out, latest_check_in(today)
    if check_in and check_in < today:
        yield (
            "past",
            f"{long_date(check_in)} has already passed. Which day from today, {long_date(today)}, "
            "would you like to arrive?",
        )
    elif check_in and check_in > last:
        yield (
            "too_far",
            f"I can book up to {MAX_MONTHS_AHEAD} months ahead, and {long_date(check_in)} is further away than that. "
            f"Please choose a check-in no later than {long_date(last)}.",
        )
    if check_out and check_in is None:
        yield from _lone_check_out_issues(check_out, today)
    if check_in and check_out:
        yield from _stay_issues(check_in, check_out)


def _lone_check_out_issues(check_out: date, today: date) -> _Found:
    last = latest_check_in(today) + timedelta(days=MAX_NIGHTS)
    if check_out <= today:
        yield (
            "past",
            f"A check-out on {long_date(check_out)} leaves no night from today on. "
            f"Please choose one after today, {long_date(today)}.",
        )
    elif check_out > last:
        yield (
            "too_far",
            f"I can book up to {MAX_MONTHS_AHEAD} months ahead, and {long_date(check_out)} is further away than that. "
            f"Please choose a check-out no later than {long_date(last)}.",
        )


def _stay_issues(check_in: date, check_out: date) -> _Found:
    nights = (check_out - check_in).days
    if nights < 1:
        yield (
            "order",
            f"The check-out, {long_date(check_out)}, is not after the check-in, {long_date(check_in)}. "
            "A stay is at least one night: which day would you like to leave?",
        )
    elif nights > MAX_NIGHTS:
        yield (
            "too_long",
            f"That would be {counted(nights, 'night')}, and one booking covers at most {MAX_NIGHTS}. "
            f"From {long_date(check_in)}, please leave by {long_date(check_in + timedelta(days=MAX_NIGHTS))}.",
        )


def _budget_issues(value: BudgetValue) -> _Found:
    for amount in (value.min, value.max):
        if amount is not None and amount <= 0:
            yield (
                "amount",
                f"A nightly budget has to be above zero, and I have {dollars(amount)}. "
                'Which amount in US dollars suits you? "No limit" is fine too.',
            )
            return
    if value.min is not None and value.max is not None and value.min > value.max:
        yield (
            "min_above_max",
            f"The least, {dollars(value.min)}, is more than the most, {dollars(value.max)}. "
            "Between which two amounts a night should I look?",
        )


def _distance_issues(value: DistanceValue) -> _Found:
    for place, distance in (("the airport", value.airport), ("the city center", value.city_center)):
        if distance is not None and distance < 0:
            yield (
                "negative",
                f"A distance to {place} cannot be below zero. Within how many miles should it be? "
                '"Anywhere" is fine too.',
            )


def _is_half(state: AnyCriterion) -> bool:
    return isinstance(state, DatesCriterion) and (state.check_in is None or state.check_out is None)


def _open_question(state: AnyCriterion) -> str:
    match state:
        case DatesCriterion(check_in=date() as check_in, check_out=None):
            return f"You arrive on {long_date(check_in)}. Which day would you like to leave?"
        case DatesCriterion(check_in=None, check_out=date() as check_out):
            return f"You leave on {long_date(check_out)}. Which day would you like to arrive?"
        case DatesCriterion():
            return "Which days would you like to arrive and leave?"
        case BudgetCriterion():
            return "How much would you like to spend a night, in US dollars?"
        case RoomTypeCriterion():
            return "Would you like one bed, two beds or a suite? Any of them is fine too."
        case AmenitiesCriterion():
            return "Which amenities matter to you? You can also have no preference."
        case DistanceCriterion():
            return "How many miles from the airport or the city center may it be? Anywhere is fine too."
