"""How the local chat model serves a collector: which tool it calls with what, or what it asks.

It says only what the message says. Whether a value may be saved is the node's business, so also an impossible day or a
maximum below the minimum is handed over as it was said.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, Final

from graph.jsonvalue import JsonObject
from hotelsite.hotels.criteria import Criteria, Criterion
from hotelsite.local_models import asking_back, captures, phrases
from hotelsite.local_models.calls import Answer, Call
from hotelsite.local_models.conversation import Exchange
from hotelsite.local_models.facts import criteria_of, criterion_of, today_of
from hotelsite.local_models.reading import (
    Anchor,
    DistanceProblem,
    Intent,
    Reading,
    ResultQuestion,
    read_message,
)
from hotelsite.local_models.routing import holds_something

_REROUTE: Final = Call("reroute_request", {})
_TERMINATE: Final = Call("terminate_session", {})


@dataclass(frozen=True, slots=True)
class Task:
    """What a collector's facts say."""

    asked: Criterion
    forwarded: bool
    """The router sent the message here: it is no answer to this collector's question."""
    half: Mapping[str, Any]
    saved: Criteria
    today: date


def task_of(facts: Mapping[str, Any]) -> Task | None:
    """Return the task, None when the facts are not those of a collector."""
    asked, saved, today = criterion_of(facts, "asked"), criteria_of(facts), today_of(facts)
    if asked is None or saved is None or today is None:
        return None
    half = facts.get("half")
    return Task(asked, bool(facts.get("forwarded")), half if isinstance(half, dict) else {}, saved, today)


def answer(task: Task, exchange: Exchange) -> Answer:
    """Return the tool call for the newest message, or the question that it leaves open."""
    reading = _read(task, exchange)
    if exchange.refused:
        return asking_back.question(task.asked, reading, _ask(task))
    if arguments := captures.arguments(task.asked, reading, task.saved, is_asked=not task.forwarded):
        return Call(f"capture_{task.asked.value}", arguments | _beside(task.asked, reading))
    if reading.get(task.asked) is not None and not _only_asked_about(reading, task.asked):
        return asking_back.question(task.asked, reading, _ask(task))
    if task.forwarded:
        is_named = reading.get(task.asked) is not None
        return asking_back.question(task.asked, reading, _ask(task)) if is_named else _ask(task)
    return _without_value(task.asked, reading, _ask(task))


def _without_value(asked: Criterion, reading: Reading, ask: str) -> Answer:
    """Return what to do with a message that says nothing about the open question."""
    if Intent.EXIT in reading.intents and not reading.mentions:
        return _TERMINATE
    if Intent.NEVER_MIND in reading.intents and not reading.mentions:
        return asking_back.unchanged(ask)
    if _only_asked_about(reading, asked) and asked is Criterion.AMENITIES:
        return asking_back.question(asked, reading, ask)
    bare = {Intent.AFFIRM, Intent.DENY, Intent.NONE_OF_THESE, Intent.NO_PREFERENCE}
    if Intent.DENY in reading.intents:
        bare.add(Intent.THANKS)  # "no, thanks"
    if not reading.mentions and reading.intents and reading.intents <= bare and not reading.off_topic:
        return asking_back.declined(asked, reading, ask)
    return _REROUTE


def _ask(task: Task) -> str:
    """Return the question of a collector: for the missing half, where half of its criterion is known."""
    if task.asked is Criterion.DATES:
        dates = task.saved.dates
        if dates.check_in and not dates.check_out:
            return phrases.ASK_DEPARTURE
        if "nights" in task.half or (dates.check_out and not dates.check_in):
            return phrases.ASK_ARRIVAL
    return phrases.ASK[task.asked]


def _only_asked_about(reading: Reading, criterion: Criterion) -> bool:
    amenities = reading.amenities if criterion is Criterion.AMENITIES else None
    return (
        amenities is not None
        and bool(amenities.asked_about)
        and not (amenities.has_value or amenities.unknown)
    )


# --- reading in the light of the open question --------------------------------------------------------------


def _read(task: Task, exchange: Exchange) -> Reading:
    asked = None if task.forwarded else task.asked
    previous = None if task.forwarded else exchange.previous_reply
    reading = read_message(
        exchange.request, asked=asked, saved=task.saved, today=task.today, previous_reply=previous
    )
    if previous and not reading.mentions and (number := _BARE_NUMBER.fullmatch(exchange.request)):
        in_nights = f"{number[1]} nights" if _offers_lengths(previous, task) else exchange.request
        reading = read_message(
            in_nights, asked=asked, saved=task.saved, today=task.today, previous_reply=previous
        )
    if previous and (proposed := _proposal(previous, exchange.request, reading)):
        reading = read_message(proposed, asked=asked, saved=task.saved, today=task.today)
    return _completed(reading, task)


_BARE_NUMBER: Final = re.compile(r"\W*(\d{1,2}|two|three|four|five|six|seven)\W*", re.IGNORECASE)


def _offers_lengths(previous: str, task: Task) -> bool:
    """Tell whether the assistant asked which of several lengths a stay has whose beginning is known."""
    dates = task.saved.dates
    is_begun = dates.check_in is not None and dates.check_out is None
    return task.asked is Criterion.DATES and is_begun and "did you mean" in previous.casefold()


_OFFERED: Final = re.compile(
    r"\b(?P<verb>did you mean|should|must|which shall it be:?|is) (?P<what>.+)\?", re.IGNORECASE
)
_CHOICE: Final = re.compile(
    r"\W*(?:(?!\d|(?:arriv|leav|depart|check|from|until|till|on|for|in|by|night|may|not|neither)\w*\b)[a-z']+\W+){0,6}?"
    r"(?:(?P<first>first|former|earlier|1st|(?:option|number) (?:1|one))"
    r"|(?P<second>second|latter|later|last|2nd|(?:option|number) (?:2|two)))"
    r"(?: (?:one|option|date|stay))?(?:,? (?:please|then|thanks|is right|is better|works))*\W*",
    re.IGNORECASE,
)
_BOTH: Final = re.compile(
    r"\W*(?:(?:i|we|want|would like|need|yes)\W+)*both(?: of them)?(?: please)?\W*", re.IGNORECASE
)
_EACH_NIGHT: Final = re.compile(r"\b(?:night|nightly|each)\b", re.IGNORECASE)
_WHOLE_STAY: Final = re.compile(r"\b(?:stay|whole|total|all|trip)\b", re.IGNORECASE)
_DOLLARS: Final = re.compile(r"\$[\d,]+(?:\.\d+)?")


def _proposal(previous: str, request: str, reading: Reading) -> str | None:
    """Return what the assistant had proposed, if this message takes it up: "yes", "the second one", "for each night"."""
    sentence = re.split(r"(?<=[.!?])\s+", previous.strip())[-1]
    offered = _OFFERED.search(sentence)
    if offered is None:
        return None
    if amount := _DOLLARS.search(sentence):
        night, whole = _EACH_NIGHT.search(request), _WHOLE_STAY.search(request)
        if bool(night) != bool(whole) and not reading.has_value(Criterion.BUDGET):
            return f"at most {amount[0]} {'a night' if night else 'for the whole stay'}"
        if "whole stay" in sentence:
            return None
    options = offered["what"].split(" or ")
    if len(options) == 2 and _BOTH.fullmatch(request) and "which shall it be" in offered["verb"].lower():
        return offered["what"].replace(" or ", " and ")
    if len(options) == 2 and (choice := _CHOICE.fullmatch(request)):
        return options[0] if choice["first"] else options[1]
    one_thing = len(options) == 1 or offered["verb"].lower() in ("must", "should")
    agrees = Intent.AFFIRM in reading.intents and Intent.DENY not in reading.intents and not reading.mentions
    return offered["what"] if one_thing and agrees else None


def _completed(reading: Reading, task: Task) -> Reading:
    """Put a number of miles to the places that an earlier message named."""
    distance, near = reading.distance, task.half.get("near")
    if distance is None or distance.problem is not DistanceProblem.PLACE or not isinstance(near, list):
        return reading
    places = {anchor for anchor in Anchor if anchor.value in near}
    return replace(
        reading,
        distance=replace(
            distance,
            airport=distance.miles if Anchor.AIRPORT in places else None,
            city_center=distance.miles if Anchor.CITY_CENTER in places else None,
            problem=None,
        ),
    )


# --- what goes beside a value -------------------------------------------------------------------------------


def _beside(asked: Criterion, reading: Reading) -> JsonObject:
    """Return what a capture tells beside its value."""
    beside: JsonObject = {}
    others = [
        criterion.value
        for criterion in reading.mentions
        if criterion is not asked and holds_something(reading, criterion)
    ]
    if others:
        beside["also_mentioned"] = list(others)
    asks = reading.amenities is not None and bool(reading.amenities.asked_about)
    if asks or ResultQuestion.POLICY in reading.selection.questions:
        beside["also_asks"] = True
    for name, number in (("people", reading.party.people), ("rooms", reading.party.rooms)):
        if number is not None and 1 <= number <= 999:
            beside[name] = number
    return beside
