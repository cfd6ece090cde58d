"""How a question is asked again after answers of which nothing came: with buttons, then with a way around it."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal

from hotelsite.concierge import texts
from hotelsite.concierge.replies import QuickReply, ReplyData, answers, says
from hotelsite.concierge.wording import in_words
from hotelsite.hotels.criteria import (
    AmenitiesValue,
    BudgetValue,
    Criterion,
    CriterionValue,
    DatesValue,
    DistanceValue,
    RoomType,
    RoomTypeValue,
)

BUTTONS_FROM = 2
_WAY_AROUND_FROM = 3
"""Misses in a row."""


def asked_again(
    criterion: Criterion, question: str, *, misses: int, today: dt.date, reason: str = "", previous: str = ""
) -> tuple[str, ReplyData]:
    """Return what to say and show after an answer of which nothing came.

    Args:
        question: The words that ask, as long as they have not been said over and over.
        misses: Such answers in a row, this one included.
        reason: Why nothing came of it, said before the question; in the end only where it was not said just before.
        previous: What the customer read last.
    """
    buttons: tuple[QuickReply, ...] = ()
    if misses >= BUTTONS_FROM:
        buttons = easy_answers(criterion, today=today)
    if misses >= _WAY_AROUND_FROM:
        question = texts.way_around(criterion, misses - _WAY_AROUND_FROM)
        reason = "" if reason in previous else reason
        buttons = (*buttons, says("Start over", "start over"))
    text = " ".join(filter(None, (reason, question)))
    return text, ReplyData(form=criterion, quick_replies=buttons)


def easy_answers(criterion: Criterion, *, today: dt.date) -> tuple[QuickReply, ...]:
    """Return buttons with likely answers; where the criterion may stay open, the last one says so."""
    return tuple(answers(_label(value), criterion, value) for value in _likely_values(criterion, today=today))


def _label(value: CriterionValue) -> str:
    words = in_words(value)
    return words[:1].upper() + words[1:]


def _likely_values(criterion: Criterion, *, today: dt.date) -> tuple[CriterionValue, ...]:
    match criterion:
        case Criterion.DATES:
            friday = today + dt.timedelta(days=(4 - today.weekday()) % 7)
            stays = ((today, today + dt.timedelta(days=1)), (friday, friday + dt.timedelta(days=2)))
            return tuple(DatesValue(check_in=first, check_out=last) for first, last in stays)
        case Criterion.BUDGET:
            return (BudgetValue(min=None, max=Decimal(200)), BudgetValue(min=None, max=None))
        case Criterion.ROOM_TYPE:
            return tuple(RoomTypeValue(room_type=kind) for kind in (*RoomType, None))
        case Criterion.AMENITIES:
            return (AmenitiesValue(amenities=()),)
        case Criterion.DISTANCE:
            near = (
                DistanceValue(airport=Decimal(5), city_center=None),
                DistanceValue(airport=None, city_center=Decimal(5)),
            )
            return (*near, DistanceValue(airport=None, city_center=None))
