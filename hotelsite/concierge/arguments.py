"""Arguments of the tools: what a chat model, or the customer's page in its place, may say.

Lenient in form and strict in meaning: an impossible date or a negative amount gets as far as the node, which refuses it
in words that a customer understands. In the captures of dates, budget and distance a field that is left out leaves its
half of the criterion as it is, and null says that it is open: "no limit", "not known yet".
"""

from __future__ import annotations

from decimal import Decimal
from enum import StrEnum
from typing import Annotated, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from hotelsite.hotels.vocabulary import Amenity, Criterion, PolicyTopic, RoomType

LooseAmount = Annotated[str | int | float | Decimal | None, Field(union_mode="left_to_right")]
"""A number as text or as a number; whatever else the text says is refused by the node."""


class Arguments(BaseModel):
    """Base of all arguments: surplus keys are refused, and errors do not repeat what was sent."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, hide_input_in_errors=True, use_attribute_docstrings=True
    )


class Capture(Arguments):
    """What every capture tells beside its value."""

    also_mentioned: tuple[Criterion, ...] = ()
    """Other criteria that the same message says something about."""
    also_asks: bool = False
    """The message also asks something that saving criteria does not answer."""
    people: Annotated[int, Field(ge=1, le=999)] | None = None
    """How many people travel, where the message says so."""
    rooms: Annotated[int, Field(ge=1, le=999)] | None = None
    """How many rooms are wanted, where the message says so."""


class PossibleStay(Arguments):
    """One of the stays that the words may mean; what they leave out is null."""

    check_in: str | None = None
    check_out: str | None = None


class CaptureDates(Capture):
    """Dates as the customer means them, resolved to the calendar by the facts' `today`."""

    check_in: str | None = None
    """YYYY-MM-DD, as said, even when there is no such day."""
    check_out: str | None = None
    """YYYY-MM-DD, as said, even when there is no such day."""
    nights: int | None = None
    """Length of the stay, where it was said so instead of a check-out."""
    either: Annotated[tuple[PossibleStay, ...], Field(max_length=4)] = ()
    """Where the days can be read in several ways, or have passed: what may be meant; the customer is asked which."""


class BudgetPeriod(StrEnum):
    """What an amount pays for."""

    NIGHT = "night"
    STAY = "stay"
    UNCLEAR = "unclear"


class CaptureBudget(Capture):
    """Limits as the customer named them, not converted."""

    min: LooseAmount = None
    """The least; null for no lower limit."""
    max: LooseAmount = None
    """The most; null for no upper limit."""
    period: BudgetPeriod = BudgetPeriod.NIGHT
    """Whether the amounts are for a night or for the whole stay; the customer is asked where it is unclear."""
    roughly: bool = False
    """The amount was named as about right, so that the customer is asked whether it is the most."""
    currency: str = "USD"
    """ISO 4217 code, where another currency than US dollars was named."""


class CaptureRoomType(Capture):
    room_type: RoomType | None
    """Null when any will do."""
    either: tuple[RoomType, ...] = ()
    """Where the message leaves open which of several: these; the customer is asked which, and nothing is saved."""


class CaptureAmenities(Capture):
    """Either the whole new list in `amenities`, or what is added to the saved list and removed from it."""

    amenities: tuple[Amenity, ...] | None = None
    """All that is wanted; empty when the customer has no preference; null when only changes were said."""
    add: tuple[Amenity, ...] = ()
    remove: tuple[Amenity, ...] = ()
    """No longer wanted."""
    avoid: tuple[Amenity, ...] = ()
    """Not wanted in the hotel at all; no longer looked for, and the customer is told that hotels cannot be ruled out."""
    either: tuple[Amenity, ...] = ()
    """Where one of several will do: these; the customer is asked which, and nothing is saved."""
    others: bool = False
    """The message also wishes for something that is no known amenity."""

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        changes = self.add or self.remove or self.avoid or self.either or self.others
        if self.amenities is None and not changes:
            raise ValueError("give `amenities`, `add`, `remove`, `avoid`, `either` or `others`")
        return self


class Place(StrEnum):
    """What distances are measured from."""

    AIRPORT = "airport"
    CITY_CENTER = "city_center"


class CaptureDistance(Capture):
    """Miles as the customer named them."""

    airport: LooseAmount = None
    """The most miles to the airport; null for no limit."""
    city_center: LooseAmount = None
    """The most miles to the city center; null for no limit."""
    near: tuple[Place, ...] = ()
    """Places it should be near, where no number of miles was said."""


class RerouteRequest(Arguments):
    """The message is about something else than the criterion at hand."""


class PresentDraft(Arguments):
    draft: Annotated[str, Field(min_length=1, max_length=6000)]
    """The whole presentation, in plain text."""


class ChooseHotel(Arguments):
    hotel: Annotated[str, Field(min_length=1, max_length=200)]
    """Number in the list, name, or an unambiguous part of the name."""


class CompareHotels(Arguments):
    hotels: Annotated[tuple[str, ...], Field(max_length=8)] = ()
    """Numbers or names; empty for all that are shown."""


class QuestionTopic(StrEnum):
    """What a question about hotels is about."""

    AMENITIES = "amenities"
    PRICE = "price"
    DISTANCE = "distance"
    ADDRESS = "address"
    ROOMS = "rooms"
    POLICY = "policy"
    OTHER = "other"


class AnswerQuestion(Arguments):
    topic: QuestionTopic
    hotels: Annotated[tuple[str, ...], Field(max_length=8)] = ()
    """Numbers or names of the hotels asked about; empty for all that are shown."""
    amenities: tuple[Amenity, ...] = ()
    """The amenities asked about; empty asks for all of them."""
    policies: tuple[PolicyTopic, ...] = ()
    """The house rules asked about."""


class ReviseCriteria(Arguments):
    """The customer wants to change what is searched for."""


class ShowMore(Arguments):
    """The customer wants to see further results."""
