"""The booking workflow: still current? -> reserve, where rooms and price are checked again -> confirm."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias
from uuid import UUID

from graph.workflow import Result, action, agent, decision, outcome, run_workflow, trigger
from hotelsite.concierge.desk import (
    AlreadyBooked,
    HotelDesk,
    NotBookable,
    Offer,
    PriceChanged,
    Receipt,
    SoldOut,
)
from hotelsite.hotels.criteria import Criteria


@dataclass(frozen=True, slots=True, kw_only=True)
class StayChoice:
    """A hotel that the customer settled on."""

    session_id: UUID
    offer: Offer
    """As it was shown, with its price."""
    criteria: Criteria
    current: bool
    """The offer was found with these criteria, and the stay can still begin."""


@dataclass(frozen=True, slots=True)
class Outdated:
    """The offer was found with other criteria, or the stay should have begun; nothing was tried."""


class Reservations:
    """The desk as a service of the workflow."""

    def __init__(self, desk: HotelDesk) -> None:
        self._desk = desk

    async def reserve(self, choice: StayChoice) -> Receipt:
        dates = choice.criteria.dates
        assert dates.check_in is not None
        assert dates.check_out is not None
        return await self._desk.reserve(
            session_id=choice.session_id,
            hotel=choice.offer.slug,
            room_type=choice.offer.room_type,
            check_in=dates.check_in,
            check_out=dates.check_out,
            expected_total=choice.offer.total,
        )


@agent(services=(Reservations,))
class BookStay:
    """Any doubt stops it. Whether rooms are left at the price shown is for `reserve`, in one transaction."""

    @trigger
    async def chosen(self, choice: StayChoice) -> None:
        """Begin with the customer's choice."""

    @decision
    async def still_current(self, choice: StayChoice) -> Result[Outdated]:
        return Result(choice.current, None if choice.current else Outdated())

    @action
    async def reserve(self, choice: StayChoice, reservations: Reservations) -> Receipt:
        return await reservations.reserve(choice)

    @outcome
    async def confirm(self, receipt: Receipt) -> Receipt:
        return receipt


BookingOutcome: TypeAlias = Receipt | Outdated | AlreadyBooked | SoldOut | PriceChanged | NotBookable


async def book(choice: StayChoice, desk: HotelDesk) -> BookingOutcome:
    """Return the receipt, or why there is none; nothing was booked then."""
    try:
        run = await run_workflow(BookStay, choice, services={Reservations: Reservations(desk)})
    except (AlreadyBooked, SoldOut, PriceChanged, NotBookable) as refusal:
        return refusal
    if isinstance(run.value, Receipt):
        return run.value
    return Outdated()
