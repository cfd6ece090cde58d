"""From what a tool call says to a value of a criterion: pure, and refusing in words that a customer understands.

What a call leaves out stays as it was saved; what it gives as null is open. A half answer is kept as half.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from decimal import ROUND_DOWN, Decimal
from typing import Any, Final

from pydantic import ValidationError

from hotelsite.concierge import texts
from hotelsite.concierge.arguments import (
    BudgetPeriod,
    CaptureAmenities,
    CaptureBudget,
    CaptureDates,
    CaptureDistance,
    CaptureRoomType,
    LooseAmount,
)
from hotelsite.concierge.replies import QuickReply, answers, says
from hotelsite.concierge.state import AmenitiesState, BudgetState, DatesState, DistanceState
from hotelsite.concierge.wording import in_words
from hotelsite.hotels.criteria import (
    MAX_NIGHTS,
    AmenitiesValue,
    Amenity,
    BudgetValue,
    Criterion,
    CriterionValue,
    DatesValue,
    DistanceValue,
    RoomTypeValue,
)

_DAY: Final = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})", re.ASCII)
_AMOUNT: Final = re.compile(r"[-+]?\d{1,12}(?:\.\d+)?", re.ASCII)
_CENT: Final = Decimal("0.01")


class Refused(Exception):
    """The call cannot be accepted; `.message` tells the customer why and what mends it."""

    def __init__(self, message: str) -> None:
        super().__init__("the tool call was refused")
        self.message = message


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What a call comes to, before the rules of its criterion are checked."""

    value: CriterionValue
    """As it was saved where there is a `question`."""
    complete: bool = True
    """False where the other half still has to be asked for."""
    beside: dict[str, Any] = field(default_factory=dict)
    """Fields of the owner's state beside the value: half answers."""
    remarks: tuple[str, ...] = ()
    question: str = ""
    """Asked instead of saving anything, where the customer has to say which of `choices` was meant."""
    choices: tuple[QuickReply, ...] = ()


# --- dates --------------------------------------------------------------------------------------------------


def read_dates(call: CaptureDates, saved: DatesState, *, today: dt.date) -> Reading:
    """Return the stay after a call.

    Raises:
        Refused: A day that does not exist, an impossible length, or nothing at all.
    """
    if call.either:
        return _which_stay(call, saved, today)
    check_in, check_out, nights = _day(call.check_in), _day(call.check_out), _nights(call.nights)
    if check_in is None and check_out is None and nights is None:
        raise Refused(texts.UNREADABLE_DATE)
    told = call.model_fields_set
    if check_in is not None and check_in == saved.check_in and nights is None and check_out is None:
        check_out = saved.check_out  # the same arrival said again moves nothing
    if nights is None and check_in is None and "check_in" not in told:
        check_in = saved.check_in
    if nights is None and check_out is None and "check_out" not in told:
        check_out = _kept_check_out(check_in, saved)
    if nights is not None and check_in is None and check_out is None:
        check_in, check_out = saved.check_in, None if saved.check_in else saved.check_out
    if check_in is None or check_out is None:
        length = nights if nights is not None else saved.nights
        check_in, check_out = _completed(check_in, check_out, length)
    complete = check_in is not None and check_out is not None
    return Reading(
        value=DatesValue(check_in=check_in, check_out=check_out),
        complete=complete,
        beside={"nights": None if complete else nights or saved.nights},
    )


def _which_stay(call: CaptureDates, saved: DatesState, today: dt.date) -> Reading:
    """Ask which stay was meant; a length that was said is kept for the answer."""
    nights = _nights(call.nights)
    stays = [
        _possible_stay(_day(stay.check_in), _day(stay.check_out), nights or saved.nights, saved)
        for stay in call.either
    ]
    arrivals = {stay.check_in for stay in stays}
    # What all of them have in common is known, unless a stay is saved already.
    is_common = len(stays) > 1 and len(arrivals) == 1 and not saved.answered
    known = {"check_in": arrivals.pop()} if is_common else {}
    said = _day(call.check_in) or _day(call.check_out)
    passed = texts.has_passed(said) if said and said < today else ""
    return Reading(
        value=DatesValue(check_in=saved.check_in, check_out=saved.check_out),
        beside={"nights": nights or saved.nights, **known},
        question=" ".join(filter(None, (passed, texts.did_you_mean(map(texts.stay, stays))))),
        choices=tuple(_choice_of(stay) for stay in stays),
    )


def _possible_stay(
    check_in: dt.date | None, check_out: dt.date | None, nights: int | None, saved: DatesState
) -> DatesValue:
    """Return one of the stays that may be meant, with what else is known of it; a whole one stands as it is."""
    if check_in is None or check_out is None:
        check_in, check_out = _completed(check_in, check_out, nights)
    if check_in is None and check_out and saved.check_in and saved.check_in < check_out:
        check_in = saved.check_in
    if check_out is None:
        check_out = _kept_check_out(check_in, saved)
    return DatesValue(check_in=check_in, check_out=check_out)


def _choice_of(stay: DatesValue) -> QuickReply:
    """Return the button for a stay: it sets a whole one, and says half of one."""
    label = texts.stay(stay)
    if stay.check_in and stay.check_out:
        return answers(label, Criterion.DATES, stay)
    return says(label, in_words(stay))


def _kept_check_out(check_in: dt.date | None, saved: DatesState) -> dt.date | None:
    """Return the saved check-out unless a new check-in has made it meaningless."""
    if saved.check_out is None or check_in is None or check_in < saved.check_out:
        return saved.check_out
    return None


def _completed(
    check_in: dt.date | None, check_out: dt.date | None, nights: int | None
) -> tuple[dt.date | None, dt.date | None]:
    """Return both ends of the stay where one end and its length are known."""
    if nights is None:
        return check_in, check_out
    try:
        if check_in is not None:
            return check_in, check_in + dt.timedelta(days=nights)
        if check_out is not None:
            return check_out - dt.timedelta(days=nights), check_out
    except OverflowError:
        raise Refused(texts.UNREADABLE_DATE) from None
    return None, None


def _day(text: str | None) -> dt.date | None:
    if text is None:
        return None
    found = _DAY.fullmatch(text.strip())
    if found is None:
        raise Refused(texts.UNREADABLE_DATE)
    year, month, day = map(int, found.groups())
    try:
        return dt.date(year, month, day)
    except ValueError:
        if year >= dt.MINYEAR and 1 <= month <= 12:
            raise Refused(texts.no_such_day(year, month, day)) from None
        raise Refused(texts.UNREADABLE_DATE) from None


def _nights(nights: int | None) -> int | None:
    if nights is None:
        return None
    if nights < 1:
        raise Refused(texts.NIGHTS_BELOW_ONE)
    if nights > MAX_NIGHTS:
        raise Refused(texts.too_many_nights(nights))
    return nights


# --- budget and distance ------------------------------------------------------------------------------------


def read_budget(call: CaptureBudget, saved: BudgetState, *, nights: int | None) -> Reading:
    """Return the limits after a call.

    Args:
        nights: Of the stay, None while its dates are open; an amount for the whole stay is spread over them.

    Raises:
        Refused: No amount, one that cannot be read, another currency, or a whole stay of unknown length.
    """
    _require_any(call.model_fields_set, {"min", "max"}, texts.UNREADABLE_AMOUNT)
    least, most = _amount(call.min, texts.UNREADABLE_AMOUNT), _amount(call.max, texts.UNREADABLE_AMOUNT)
    if (least, most) != (None, None) and call.currency.strip().upper() not in ("USD", "US$", "$"):
        raise Refused(texts.NOT_DOLLARS)
    if most is not None and (call.roughly or call.period is BudgetPeriod.UNCLEAR):
        return _which_amount(most, saved, None if call.roughly else nights, roughly=call.roughly)
    remarks: tuple[str, ...] = ()
    if call.period is BudgetPeriod.STAY and (least, most) != (None, None):
        if nights is None:
            raise Refused(texts.STAY_WITHOUT_NIGHTS)
        remarks = tuple(
            texts.spread_over_nights(total, nights, _a_night(total, nights))
            for total in (least, most)
            if total is not None
        )
        least, most = (None if total is None else _a_night(total, nights) for total in (least, most))
    told = call.model_fields_set
    try:
        value = BudgetValue(
            min=least if "min" in told else saved.min, max=most if "max" in told else saved.max
        )
    except ValidationError:
        raise Refused(texts.UNREADABLE_AMOUNT) from None
    return Reading(value=value, remarks=remarks)


def _which_amount(amount: Decimal, saved: BudgetState, nights: int | None, *, roughly: bool) -> Reading:
    """Ask whether a rough amount is the most, or whether an amount is for a night or for the stay."""
    kept = BudgetValue(min=saved.min, max=saved.max)
    try:
        nightly = BudgetValue(min=None, max=amount)
    except ValidationError:
        raise Refused(texts.UNREADABLE_AMOUNT) from None
    if roughly:
        agree = answers(texts.at_most_a_night(amount), Criterion.BUDGET, nightly)
        return Reading(value=kept, question=texts.should_it_be_the_most(amount), choices=(agree,))
    whole = (
        answers(texts.FOR_THE_STAY, Criterion.BUDGET, BudgetValue(min=None, max=_a_night(amount, nights)))
        if nights
        else says(texts.FOR_THE_STAY, texts.FOR_THE_STAY)
    )
    each = answers(texts.FOR_EACH_NIGHT, Criterion.BUDGET, nightly)
    return Reading(value=kept, question=texts.night_or_stay(amount), choices=(each, whole))


def read_room_type(call: CaptureRoomType) -> Reading:
    """Return the kind of room, or the question which of several it shall be."""
    value = RoomTypeValue(room_type=call.room_type)
    if len(call.either) < 2:  # one alone is no choice
        return Reading(value=value)
    kinds = [RoomTypeValue(room_type=kind) for kind in call.either]
    return Reading(
        value=value,
        question=texts.which_shall_it_be(map(in_words, kinds)),
        choices=tuple(answers(in_words(kind).capitalize(), Criterion.ROOM_TYPE, kind) for kind in kinds),
    )


def read_distance(call: CaptureDistance, saved: DistanceState) -> Reading:
    """Return the limits after a call.

    Raises:
        Refused: Neither a number of miles nor a place, or a number that cannot be read.
    """
    _require_any(call.model_fields_set, {"airport", "city_center", "near"}, texts.UNREADABLE_MILES)
    limits: dict[str, Decimal | None] = {}
    for place in ("airport", "city_center"):
        told = place in call.model_fields_set
        limits[place] = (
            _amount(getattr(call, place), texts.UNREADABLE_MILES) if told else getattr(saved, place)
        )
    near = tuple(place for place in call.near if limits[place.value] is None)
    try:
        value = DistanceValue(**limits)
    except ValidationError:
        raise Refused(texts.UNREADABLE_MILES) from None
    return Reading(value=value, complete=not near, beside={"near": near})


def _require_any(told: AbstractSet[str], wanted: set[str], refusal: str) -> None:
    if not told & wanted:
        raise Refused(refusal)


def _amount(raw: LooseAmount, refusal: str) -> Decimal | None:
    """Return a number to two places; "$1,200.50" is one, "cheap" is none."""
    if raw is None:
        return None
    text = str(raw).replace(",", "").replace("$", "").strip()
    if not _AMOUNT.fullmatch(text):
        raise Refused(refusal)
    amount = Decimal(text)
    return amount if amount == amount.to_integral() else amount.quantize(_CENT)


def _a_night(total: Decimal, nights: int) -> Decimal:
    """Return a night's share, rounded down so that the nights never cost more than the whole."""
    return (total / nights).quantize(_CENT, ROUND_DOWN)


# --- amenities ----------------------------------------------------------------------------------------------


def read_amenities(call: CaptureAmenities, saved: AmenitiesState) -> Reading:
    """Return what is wanted after a call.

    Raises:
        Refused: Only wishes that cannot be searched for, or only things not wanted that were never saved.
    """
    if call.others and not (call.amenities or call.add or call.remove or call.avoid or call.either):
        raise Refused(texts.UNKNOWN_AMENITY)
    before = saved.amenities if call.amenities is None else call.amenities
    dropped = (*call.remove, *call.avoid)
    never_wished = [amenity for amenity in call.remove if amenity not in (*before, *call.add)]
    unwanted = (*never_wished, *call.avoid)
    remarks = [texts.cannot_exclude(amenity.label for amenity in unwanted)] if unwanted else []
    if len(call.either) > 1:
        return _which_amenities(call.either, (*before, *call.add), saved)
    had = any(amenity in (*before, *call.add) for amenity in dropped)
    settles = call.amenities is not None or call.add or had or saved.answered
    if not settles:
        raise Refused(" ".join((*remarks, texts.WHICH_AMENITIES)))
    if call.others:
        remarks.append(texts.SOME_UNKNOWN)
    wanted = tuple(amenity for amenity in (*before, *call.add) if amenity not in dropped)
    return Reading(value=AmenitiesValue(amenities=wanted), remarks=tuple(remarks))


def _which_amenities(
    either: tuple[Amenity, ...], others: tuple[Amenity, ...], saved: AmenitiesState
) -> Reading:
    """Ask which of several it shall be, since a search looks for all that it is given; the others go with each choice."""
    choices = [*((amenity,) for amenity in either), either]
    return Reading(
        value=AmenitiesValue(amenities=saved.amenities),
        question=texts.which_shall_it_be(amenity.label for amenity in either),
        choices=tuple(
            answers(
                " and ".join(amenity.label for amenity in choice).capitalize(),
                Criterion.AMENITIES,
                AmenitiesValue(amenities=(*others, *choice)),
            )
            for choice in choices
        ),
    )
