"""A small catalogue in memory, and a harness that drives the hotel graph on it with scripted models."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, cast
from uuid import UUID

from graph.chat.models import ChatConfig
from graph.decision.providers import DecisionConfig
from graph.errors import ProviderError
from graph.events import TerminalEvent, TurnCompleted
from graph.testing import Harness, InMemoryStore, ScriptedChat, ScriptedDecisions
from hotelsite.concierge import answer_input, choose_input, hotel_graph, search_input
from hotelsite.concierge.desk import (
    AlreadyBooked,
    HotelDesk,
    HotelFacts,
    NearMiss,
    NotBookable,
    Offer,
    PriceChanged,
    Receipt,
    SoldOut,
    StayNow,
)
from hotelsite.concierge.replies import ReplyData
from hotelsite.hotels.criteria import (
    VALUE_TYPES,
    Amenity,
    BudgetValue,
    Criteria,
    Criterion,
    RoomType,
)
from hotelsite.hotels.pricing import price_nights
from hotelsite.hotels.vocabulary import PolicyTopic

TODAY = dt.date(2027, 7, 15)
DOWN = ProviderError("no connection", transient=True)


@dataclass(frozen=True, kw_only=True)
class Hotel:
    slug: str
    name: str
    base: Decimal
    rooms: tuple[RoomType, ...] = tuple(RoomType)
    amenities: tuple[Amenity, ...] = (Amenity.FREE_PARKING, Amenity.FREE_WIFI)
    airport: Decimal = Decimal(9)
    center: Decimal = Decimal("7.5")
    policies: dict[PolicyTopic, str] = field(default_factory=dict)

    @property
    def address(self) -> str:
        return f"{self.slug.capitalize()} Street 1, Portland, Oregon 97201 USA"


RIVERSIDE = Hotel(
    slug="riverside",
    name="Hilton Garden Inn Riverside",
    base=Decimal(100),
    amenities=(Amenity.FREE_BREAKFAST, Amenity.FREE_PARKING, Amenity.FREE_WIFI),
    policies={PolicyTopic.PETS: "Pets up to 20 pounds are welcome."},
)
LAKESIDE = Hotel(slug="lakeside", name="Hampton Inn Portland Lakeside", base=Decimal(110))
HILLTOP = Hotel(slug="hilltop", name="Hampton Inn & Suites Hilltop", base=Decimal(120), airport=Decimal(3))
GRAND = Hotel(slug="grand", name="The Grand Portland", base=Decimal(300), amenities=(Amenity.FREE_WIFI,))
HOTELS = (RIVERSIDE, LAKESIDE, HILLTOP, GRAND)
MANY = tuple(
    Hotel(slug=f"house-{number}", name=f"Hampton Inn House{number:02}", base=Decimal(100 + number))
    for number in range(1, 12)
)


class MemoryDesk:
    """The desk over hotels in memory; tests change its prices and fill its rooms."""

    def __init__(self, hotels: Sequence[Hotel] = HOTELS) -> None:
        self.hotels = {hotel.slug: hotel for hotel in hotels}
        self.full: set[str] = set()
        self.rooms_left: dict[str, int] = {}
        """By slug; 5 where a hotel is absent."""
        self.bookings: dict[UUID, tuple[str, Receipt]] = {}
        self.reservations = 0
        """Calls of `reserve`, refused ones included."""

    async def search(self, criteria: Criteria, *, today: dt.date) -> Sequence[Offer]:
        offers = [offer for hotel in self.hotels.values() if (offer := self._offer(hotel, criteria))]
        return sorted(offers, key=lambda offer: (offer.total, offer.name))

    async def near_misses(self, criteria: Criteria, *, today: dt.date) -> Sequence[NearMiss]:
        relaxed = BudgetValue(min=None, max=None)
        found = await self.search(criteria.with_value(Criterion.BUDGET, relaxed), today=today)
        if not found:
            return []
        value = BudgetValue(min=None, max=found[0].nightly_high)
        message = f"${found[0].nightly_high - (criteria.budget.max or 0)} more a night opens 1 hotel"
        return [NearMiss(criterion=Criterion.BUDGET, relaxed_value=value, hotels=1, message=message)]

    async def facts(self, slugs: Sequence[str]) -> Sequence[HotelFacts]:
        return [_facts(self.hotels[slug]) for slug in slugs if slug in self.hotels]

    async def look_up(
        self, *, session_id: UUID, hotel: str, room_type: RoomType, check_in: dt.date, check_out: dt.date
    ) -> StayNow:
        if session_id in self.bookings:
            slug, receipt = self.bookings[session_id]
            same = (slug, receipt.check_in, receipt.check_out) == (hotel, check_in, check_out)
            return StayNow(booked=receipt, is_this_stay=same)
        if hotel not in self.hotels:
            raise NotBookable(f"{hotel} has closed.")
        nights = price_nights(self.hotels[hotel].base, room_type, check_in, check_out)
        total = sum((night.price for night in nights), Decimal(0))
        return StayNow(full_nights=(check_in,) if hotel in self.full else (), total=total)

    async def reserve(
        self,
        *,
        session_id: UUID,
        hotel: str,
        room_type: RoomType,
        check_in: dt.date,
        check_out: dt.date,
        expected_total: Decimal,
    ) -> Receipt:
        self.reservations += 1
        if session_id in self.bookings:
            slug, receipt = self.bookings[session_id]
            if (slug, receipt.check_in, receipt.check_out) == (hotel, check_in, check_out):
                return receipt
            raise AlreadyBooked(receipt)
        if hotel in self.full:
            raise SoldOut([check_in])
        nights = price_nights(self.hotels[hotel].base, room_type, check_in, check_out)
        total = sum((night.price for night in nights), Decimal(0))
        if total != expected_total:
            raise PriceChanged(expected_total, total)
        receipt = Receipt(
            confirmation="204816",
            hotel=self.hotels[hotel].name,
            check_in=check_in,
            check_out=check_out,
            total=total,
        )
        self.bookings[session_id] = (hotel, receipt)
        return receipt

    def _offer(self, hotel: Hotel, criteria: Criteria) -> Offer | None:
        room_type = criteria.room_type.room_type or hotel.rooms[0]
        dates, budget = criteria.dates, criteria.budget
        assert dates.check_in
        assert dates.check_out
        nights = price_nights(hotel.base, room_type, dates.check_in, dates.check_out)
        low, high = min(night.price for night in nights), max(night.price for night in nights)
        fits = (
            hotel.slug not in self.full
            and room_type in hotel.rooms
            and set(criteria.amenities.amenities) <= set(hotel.amenities)
            and (budget.min is None or low >= budget.min)
            and (budget.max is None or high <= budget.max)
        )
        return (
            Offer(
                slug=hotel.slug,
                name=hotel.name,
                address=hotel.address,
                room_type=room_type,
                nights=nights,
                nightly_low=low,
                nightly_high=high,
                total=sum((night.price for night in nights), Decimal(0)),
                amenities=hotel.amenities,
                airport_miles=hotel.airport,
                city_center_miles=hotel.center,
                rooms_left=self.rooms_left.get(hotel.slug, 5),
            )
            if fits
            else None
        )


def _facts(hotel: Hotel) -> HotelFacts:
    return HotelFacts(
        slug=hotel.slug,
        name=hotel.name,
        address=hotel.address,
        room_types=hotel.rooms,
        amenities=hotel.amenities,
        airport_miles=hotel.airport,
        city_center_miles=hotel.center,
        policies=hotel.policies,
    )


SETTLED: dict[Criterion, dict[str, Any]] = {
    Criterion.DATES: {"check_in": "2027-08-03", "check_out": "2027-08-09"},
    Criterion.BUDGET: {"min": None, "max": "700"},
    Criterion.ROOM_TYPE: {"room_type": "suite"},
    Criterion.AMENITIES: {"amenities": ["free_wifi"]},
    Criterion.DISTANCE: {"airport": None, "city_center": None},
}
"""A value for each criterion that three of the four hotels meet."""


class Talk:
    """One conversation with the hotel graph on a desk in memory."""

    def __init__(
        self, desk: HotelDesk | None = None, *, states: dict[str, Any] | None = None, today: dt.date = TODAY
    ) -> None:
        self.desk = cast("MemoryDesk", desk or MemoryDesk())
        """Of another kind only in the tests that bring their own."""
        self.decisions = ScriptedDecisions()
        self.chat = ScriptedChat()
        self.harness = Harness(
            hotel_graph(
                desk or self.desk,
                decision=DecisionConfig(provider="scripted", model="scripted"),
                chat=ChatConfig(provider="scripted"),
            ),
            decisions=self.decisions,
            chat=self.chat,
            context={"today": today},
            store=InMemoryStore(),
            states=states,
        )
        self._ids = 0

    async def say(self, text: str) -> TurnCompleted:
        """Run one turn of words, which must complete."""
        return _completed(await self.harness.say(text))

    async def answer(self, criterion: Criterion, **value: Any) -> TurnCompleted:
        """Use a criterion's control."""
        made = VALUE_TYPES[criterion].model_validate(value)
        return _completed(await self.harness.run(answer_input(self._id(), criterion, made)))

    async def search(self) -> TurnCompleted:
        return _completed(await self.harness.run(search_input(self._id())))

    async def choose(self, hotel: Hotel) -> TurnCompleted:
        return _completed(await self.harness.run(choose_input(self._id(), hotel.slug, hotel.name)))

    async def settle(self, **changed: dict[str, Any]) -> None:
        """Settle all criteria by their controls; keyword arguments replace the values of `SETTLED`."""
        for criterion, value in SETTLED.items():
            await self.answer(criterion, **changed.get(criterion.value, value))

    async def find(self) -> TurnCompleted:
        """Search with a judge that agrees and a draft that passes."""
        self.decisions.answer(outcome="ready", faithful=0.97)
        self.present()
        return await self.search()

    def present(self, draft: str | None = None) -> None:
        """Script a draft, by default a faithful one, and the judgement that releases it."""
        if draft is None:
            self.chat.steps.append(lambda request: _draft_reply(request.facts))
        else:
            self.chat.call("present_draft", draft=draft)
        self.decisions.answer(grounded=0.97, completeness=2, clarity=2)

    def fail_everything(self) -> None:
        """Take both providers away for all that follows."""
        self.decisions.fail(DOWN, times=99)
        self.chat.fail(DOWN, times=99)

    def done(self) -> None:
        """Check that the scripts were played to their end."""
        self.decisions.assert_done()
        self.chat.assert_done()

    def _id(self) -> str:
        self._ids += 1
        return f"action-{self._ids}"


def _draft_reply(facts: Any) -> Any:
    lines = [f"{hotel['number']}. {hotel['name']}: ${hotel['total']} in total" for hotel in facts["results"]]
    text = "\n".join([*lines, "Tell me a number to book, or what to change."])
    return ScriptedChat().call("present_draft", draft=text).steps[0]


def _completed(ended: TerminalEvent) -> TurnCompleted:
    assert isinstance(ended, TurnCompleted), ended
    return ended


def data_of(turn: TurnCompleted) -> ReplyData:
    """Return what the reply carries beside its text."""
    return ReplyData.model_validate(turn.reply.data)


def criteria_of(turn: TurnCompleted) -> Any:
    return turn.snapshot["criteria"]
