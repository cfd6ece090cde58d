"""Every sentence that code itself says to a customer, in one voice: short, warm, plain, and honest about what it cannot do."""

from __future__ import annotations

import calendar
from collections.abc import Iterable, Sequence
from datetime import date
from decimal import Decimal
from typing import Final

from hotelsite.concierge.arguments import Place
from hotelsite.concierge.desk import Offer, Receipt
from hotelsite.concierge.wording import few_left, labelled, listed, names, nightly, places, priced
from hotelsite.hotels.criteria import MAX_NIGHTS, Criteria, Criterion, DatesCriterion, DatesValue
from hotelsite.hotels.wording import counted, dollars, long_date

# --- the router ---------------------------------------------------------------------------------------------

HELP: Final = "I can help you find and book a hotel around Portland, Oregon, in English only."
HELP_AGAIN: Final = (
    "Sorry, I could not make that out. What I can do is find and book hotels around Portland, Oregon."
)
WELCOME: Final = "You are very welcome!"
HELLO: Final = f"Hello! {HELP}"
NO_LIST: Final = (
    "I have no list of hotels for you yet; I can search as soon as I know what you are looking for."
)
NO_LIST_YET: Final = "I have no list of hotels for you yet, but I have all I need to search."
RULES_LATER: Final = (
    "I do not have an answer to that yet: house rules differ from hotel to hotel, and I can only promise what is written. "
    "Once I have found hotels I can read theirs to you."
)
CANCEL_ON_RECEIPT: Final = (
    "I cannot cancel a booking in this chat; its receipt page has all that can be done about it."
)
KEPT: Final = "All right, I have changed nothing."
LIST_KEPT: Final = "All right. Nothing is booked, and your list of hotels still stands."
WHAT_TO_CHANGE: Final = "What would you like to change: dates, budget, room type, amenities or distance?"
INVITATION: Final = "Shall I search for hotels now?"
RESULTS_STAND: Final = "The hotels I found still match. Would you like to book one, or change something?"
READY: Final = 'I have everything I need. Say "search" or press the button, and I will look for hotels.'
TROUBLE: Final = "I have trouble reading messages at the moment; the buttons and controls still work."
CONFIRM_LEAVING: Final = 'Would you like to end here? Say "goodbye" to leave, or simply go on.'
GOODBYE: Final = "Thank you for stopping by. Goodbye, and safe travels!"
STARTED_OVER: Final = "All right, this conversation is closed. A new one starts with a clean sheet."
LATER_QUESTION: Final = "I can tell you more about each hotel once I have found some."
SUMMARY: Final = "Here is what I have so far:"
NOT_SETTLED: Final = "not settled yet"


def got_it(values: Iterable[str]) -> str:
    return f"Got it. {'; '.join(values)}."


def summary(criteria: Criteria) -> str:
    """Return all five criteria, a line each, the open ones marked."""
    lines = [SUMMARY]
    for criterion in Criterion:
        value = criteria.get(criterion)
        if value.answered:
            lines.append(f"- {labelled(criterion, value)}")
        elif isinstance(value, DatesCriterion) and (value.check_in or value.check_out):
            lines.append(f"- {labelled(criterion, value)}, the rest {NOT_SETTLED}")
        else:
            lines.append(f"- {criterion.label.capitalize()}: {NOT_SETTLED}")
    return "\n".join(lines)


def one_room(people: int | None, rooms: int | None) -> str:
    """Return what to say of numbers of people and rooms, '' when there is nothing to say."""
    if rooms is not None and rooms > 1:
        return f"I book one room in a conversation, so for {rooms} rooms please come back for each of them."
    if people is not None and people > 1:
        return f"I book one room; please choose one that suits the {people} of you."
    return ""


# --- the collectors -----------------------------------------------------------------------------------------


def arrival_for(nights: int) -> str:
    return f"{counted(nights, 'night')}, good. Which day would you like to arrive?"


def how_near(near: Sequence[Place]) -> str:
    where = listed((f"the {place.value.replace('_', ' ')}" for place in near), "or")
    return f"Within how many miles of {where} should it be?"


def stay(value: DatesValue) -> str:
    """Return a stay, or the known half of one, in words that are read back as the same."""
    if value.check_in and value.check_out:
        return f"{long_date(value.check_in)} to {long_date(value.check_out)}"
    if value.check_out:
        return f"a check-out on {long_date(value.check_out)}"
    return long_date(value.check_in) if value.check_in else "other dates"


def did_you_mean(stays: Iterable[str]) -> str:
    return f"Did you mean {listed(stays, 'or')}?"


def has_passed(day: date) -> str:
    return f"{long_date(day)} has already passed."


def no_such_day(year: int, month: int, day: int) -> str:
    name, days = calendar.month_name[month], calendar.monthrange(year, month)[1]
    return f"{name} {year} has {days} days, so there is no {name} {day}. Which day did you mean?"


def too_many_nights(nights: int) -> str:
    return (
        f"One booking covers at most {MAX_NIGHTS} nights, and that would be {nights:,}. How many may it be?"
    )


def at_most_a_night(amount: Decimal) -> str:
    return f"At most {dollars(amount)} a night"


def should_it_be_the_most(amount: Decimal) -> str:
    return f"Should a night cost at most {dollars(amount)}?"


def night_or_stay(amount: Decimal) -> str:
    return f"Is {dollars(amount)} meant for each night, or for the whole stay?"


def which_shall_it_be(kinds: Iterable[str]) -> str:
    return f"Which shall it be: {listed(kinds, 'or')}?"


FOR_EACH_NIGHT: Final = "For each night"
FOR_THE_STAY: Final = "For the whole stay"
UNREADABLE_DATE: Final = (
    "I could not make a calendar day of that. Which day do you mean? August 3, for instance."
)
NIGHTS_BELOW_ONE: Final = "A stay is at least one night. How many nights would you like?"
UNREADABLE_AMOUNT: Final = "I could not read that amount. Please give it in US dollars a night, such as 250."
UNREADABLE_MILES: Final = "I could not read that distance. Please give it in miles, such as 5."
NOT_DOLLARS: Final = (
    "All prices here are in US dollars, and I do not convert. How many US dollars a night may it be?"
)
STAY_WITHOUT_NIGHTS: Final = (
    "That is for the whole stay, and I do not know its nights yet. How much may a night cost, in US dollars?"
)
UNKNOWN_AMENITY: Final = "That is nothing I can search by. The amenities I know are on the list below."
WHICH_AMENITIES: Final = "Which amenities would you like, if any?"
SOME_UNKNOWN: Final = "One of your wishes is nothing I can search by, so I left it out."


def cannot_exclude(labels: Iterable[str]) -> str:
    return f"I cannot rule hotels out for having {listed(labels, 'or')}; I only look for what you want."


def spread_over_nights(total: Decimal, nights: int, nightly_amount: Decimal) -> str:
    return (
        f"{dollars(total)} for {counted(nights, 'night')} is {dollars(nightly_amount)} a night at the most."
    )


_AROUND_DATES: Final = (
    "I cannot look for hotels without dates, so this is the one thing we cannot skip. Please pick the two days below, or "
    "start over.",
    "Let us try the calendar instead: choose the day you arrive and the day you leave.",
    'Two days such as "December 5 to December 8" are all I need here; the calendar below does it too.',
)
_AROUND: Final = (
    "We can skip the {label}: take the last answer below, and I will look without it. Or start over.",
    "Let us not get stuck on the {label}. Any of the buttons moves us on.",
    'If the {label} should stay open, just say "no preference", and we go on.',
)


def way_around(criterion: Criterion, time: int) -> str:
    """Return how to get past a question that nothing comes of; in other words each `time`, from 0."""
    ways = _AROUND_DATES if criterion is Criterion.DATES else _AROUND
    return ways[time % len(ways)].format(label=criterion.label)


# --- readiness and search -----------------------------------------------------------------------------------

LET_ME_CHECK: Final = "Before I search, let me make sure."
WHICH_ONE: Final = "Before I search: which of these should I change?"
NOTHING_FOUND: Final = "No hotel meets all of that."
NOTHING_NEAR: Final = (
    "Easing just one of them would not help. Which would you like to change first: dates, budget, room type, "
    "amenities or distance?"
)


def is_that_right(criterion: str, saved: str) -> str:
    return f"For {criterion} I have: {saved}. Is that right, or what should it be?"


def nothing_found(nearest: Sequence[tuple[Criterion, str]]) -> str:
    """Return what stands in the way and what would help; nothing is relaxed unasked."""
    if not nearest:
        return f"{NOTHING_FOUND} {NOTHING_NEAR}"
    steps = "\n".join(f"- {criterion.label.capitalize()}: {message}." for criterion, message in nearest)
    if len(nearest) == 1:
        return f"{NOTHING_FOUND} This alone would help:\n{steps}\nSay yes or press the button to take it, or tell me what to change."
    return f"{NOTHING_FOUND} One of these alone would help:\n{steps}\nWhich one suits you?"


# --- results ------------------------------------------------------------------------------------------------

HOW_TO_GO_ON: Final = 'To book one, say "book number 1" or press its button. You can also ask about them, or change what I look for.'
NO_MORE: Final = "Those are all the hotels I found."
OUTDATED: Final = "Something has changed since I found those hotels, so I would rather look again first."
NOTHING_BOOKED: Final = "All right, nothing is booked. Your hotels are still here."
SHALL_I_BOOK: Final = "Shall I book it?"
UNKNOWN_ANSWER: Final = "I do not have that in my records, so I would rather not guess."
WHAT_IS_KNOWN: Final = "I know each hotel's address, prices, rooms left, amenities, distances and house rules such as check-in times."
WHICH_HOTEL: Final = "Which hotel do you mean?"


def results_list(results: Sequence[Offer], numbers: Sequence[int], *, heading: str, more: int) -> str:
    """Return results as a numbered list with what to do next; the list that code stands for."""
    lines = [heading]
    for number in numbers:
        offer = results[number - 1]
        lines.append(f"{number}. {offer.name}: {nightly(offer)}, {priced(offer)}{few_left(offer)}")
    if more:
        lines.append(f'There are {more} more; say "show more" to see them.')
    lines.append(HOW_TO_GO_ON)
    return "\n".join(lines)


def found(results: Sequence[Offer]) -> str:
    return f"I found {counted(len(results), 'hotel')} for you, the lowest total first:"


FURTHER: Final = "Here are further hotels:"
STILL_THERE: Final = "These are the hotels I have for you:"


def read_back(offer: Offer, number: int) -> str:
    """Return the hotel with its total, and the question that a bare yes answers."""
    check_in = offer.nights[0].date
    return (
        f"{number}. {offer.name}: a {offer.room_type.label} from {long_date(check_in)} for "
        f"{counted(len(offer.nights), 'night')}, {dollars(offer.total)} in total{few_left(offer)}. {SHALL_I_BOOK}"
    )


def which_of(results: Sequence[Offer], numbers: Sequence[int]) -> str:
    return f"Which one do you mean: {names(results, numbers, 'or')}?"


def not_offered(results: Sequence[Offer]) -> str:
    return (
        "That hotel is not among the ones I found, and I only book from those: "
        f"{names(results, range(1, min(len(results), 8) + 1))}. Would you like one of them, or another search?"
    )


def booked(receipt: Receipt) -> str:
    return (
        f"It is booked: {receipt.hotel}, {long_date(receipt.check_in)} to {long_date(receipt.check_out)}, "
        f"{dollars(receipt.total)} in total. Your confirmation number is {receipt.confirmation}. Enjoy your stay!"
    )


def already_booked(receipt: Receipt) -> str:
    return (
        f"This conversation holds a booking already: {receipt.hotel}, {long_date(receipt.check_in)} to "
        f"{long_date(receipt.check_out)}, confirmation number {receipt.confirmation}. "
        "One conversation books one stay; for another, please begin a new one."
    )


def sold_out(offer: Offer, nights: Sequence[date]) -> str:
    when = f" on {listed(long_date(night) for night in nights)}" if nights else ""
    return f"I am sorry, the last such room at {offer.name} has gone{when}."


def next_best(offer: Offer, number: int) -> str:
    return f"The next best of your list is {read_back(offer, number)}"


def price_changed(offer: Offer, old: Decimal, new: Decimal) -> str:
    return (
        f"The price at {offer.name} has changed: the stay is now {dollars(new)} instead of {dollars(old)}. "
        "Nothing is booked yet."
    )


NO_LONGER_FITS: Final = "That is no longer within what you asked for."


SEARCH_AGAIN: Final = "Shall I search again?"


def compared(results: Sequence[Offer], numbers: Sequence[int]) -> str:
    """Return results side by side, a line each, and what only some of them have."""
    offers = [results[number - 1] for number in numbers]
    shared = set.intersection(*(set(offer.amenities) for offer in offers))
    lines = ["Side by side:"]
    for number, offer in zip(numbers, offers, strict=True):
        own = listed(amenity.label for amenity in offer.amenities if amenity not in shared)
        only = f"; not at all of them: {own}" if own else ""
        lines.append(f"{number}. {offer.name}: {priced(offer)}, {nightly(offer)}; {places(offer)}{only}")
    if shared and len(offers) > 1:
        common = listed(amenity.label for amenity in offers[0].amenities if amenity in shared)
        lines.append(f"All of them list {common}.")
    return "\n".join(lines)
