"""The booking workflow: a choice from the results, four doubts that may stop it, one reservation, a receipt.

Only `reserve` is a transaction, and it checks everything again: what the decisions looked at before may have changed.
They are there to say early, and for the record, which doubt it was.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, TypeAlias
from uuid import UUID

from graph.scope import Visit
from graph.workflow import Result, action, agent, decision, outcome, trigger
from hotelsite.concierge.desk import (
    AlreadyBooked,
    HotelDesk,
    NotBookable,
    Offer,
    PriceChanged,
    Receipt,
    SoldOut,
    StayNow,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class StayChoice:
    """A hotel of the saved results that the customer settled on."""

    session_id: UUID
    offer: Offer
    """As it was shown, with its price."""
    current: bool
    """The session's criteria are those that found it, and the stay can still begin."""

    @property
    def check_in(self) -> dt.date:
        return self.offer.nights[0].date

    @property
    def check_out(self) -> dt.date:
        return self.offer.nights[-1].date + dt.timedelta(days=1)


@dataclass(frozen=True, slots=True)
class AnotherBooking:
    """The conversation has booked another stay."""

    receipt: Receipt


@dataclass(frozen=True, slots=True)
class Outdated:
    """The results were found with other criteria, or the stay should have begun."""


@dataclass(frozen=True, slots=True)
class NoRoomLeft:
    nights: tuple[dt.date, ...]
    """The nights that are full, in order."""


@dataclass(frozen=True, slots=True)
class PriceMoved:
    """US dollars for the whole stay, as shown and as they are now."""

    old: Decimal
    new: Decimal


@dataclass(frozen=True, slots=True)
class NotOffered:
    reason: str
    """For the customer."""


BookingStop: TypeAlias = AnotherBooking | Outdated | NoRoomLeft | PriceMoved | NotOffered
"""Why nothing was booked."""


@agent(services=(HotelDesk, Visit))
class BookStay:
    """Any doubt stops it. A retry of a turn that got as far as the reservation finds that and confirms it."""

    @trigger
    async def chosen(self, choice: StayChoice, desk: HotelDesk) -> StayNow:
        """Begin with the customer's choice and with what the desk says of it now."""
        return await desk.look_up(
            session_id=choice.session_id,
            hotel=choice.offer.slug,
            room_type=choice.offer.room_type,
            check_in=choice.check_in,
            check_out=choice.check_out,
        )

    @decision
    async def nothing_else_is_booked(self, now: StayNow) -> Result[AnotherBooking]:
        if now.booked is None or now.is_this_stay:
            return Result(True)
        return Result(False, AnotherBooking(now.booked))

    @decision
    async def criteria_still_match(self, choice: StayChoice, now: StayNow) -> Result[Outdated]:
        sound = choice.current or now.is_this_stay
        return Result(sound, None if sound else Outdated())

    @decision
    async def rooms_are_left(self, now: StayNow) -> Result[NoRoomLeft]:
        return Result(False, NoRoomLeft(now.full_nights)) if now.full_nights else Result(True)

    @decision
    async def price_is_as_shown(self, choice: StayChoice, now: StayNow) -> Result[PriceMoved]:
        shown = choice.offer.total
        sound = now.is_this_stay or now.total == shown
        return Result(sound, None if sound else PriceMoved(shown, now.total))

    @action
    async def reserve(self, choice: StayChoice, desk: HotelDesk, visit: Visit[Any]) -> Receipt:
        # The desk commits on its own: from here on the turn can be neither stopped nor timed out.
        visit.shield()
        return await desk.reserve(
            session_id=choice.session_id,
            hotel=choice.offer.slug,
            room_type=choice.offer.room_type,
            check_in=choice.check_in,
            check_out=choice.check_out,
            expected_total=choice.offer.total,
        )

    @outcome
    async def confirm(self, receipt: Receipt) -> Receipt:
        return receipt


async def book(choice: StayChoice, *, desk: HotelDesk, visit: Visit[Any]) -> Receipt | BookingStop:
    """Return the receipt, or why there is none; nothing was booked then."""
    try:
        run = await visit.run_workflow(BookStay, choice, services={HotelDesk: desk, Visit: visit})
    except (AlreadyBooked, SoldOut, PriceChanged, NotBookable) as refusal:
        return _stop(refusal)
    ended = run.value if run.record.end == "completed" else run.record.details
    assert isinstance(ended, Receipt | BookingStop)
    return ended


def _stop(refusal: AlreadyBooked | SoldOut | PriceChanged | NotBookable) -> BookingStop:
    """What the desk refused, as a decision would have put it."""
    match refusal:
        case AlreadyBooked():
            return AnotherBooking(refusal.receipt)
        case SoldOut():
            return NoRoomLeft(refusal.nights)
        case PriceChanged():
            return PriceMoved(refusal.old, refusal.new)
        case NotBookable():
            return NotOffered(refusal.reason)


def next_best(offer: Offer, results: Sequence[Offer]) -> int:
    """Return the number of the result that follows an offer in the list's order; the first where none follows."""
    place = (offer.total, offer.name)
    following = (n for n, result in enumerate(results, start=1) if (result.total, result.name) > place)
    return next(following, 1)
