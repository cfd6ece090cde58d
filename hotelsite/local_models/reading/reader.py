"""Reading one message of a customer: what it says about the five criteria, what it asks for, and on what evidence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import Final

from hotelsite.hotels.criteria import Criteria, Criterion
from hotelsite.local_models.reading.amenities import read_amenities
from hotelsite.local_models.reading.asking import read_question
from hotelsite.local_models.reading.dates import read_dates
from hotelsite.local_models.reading.destination import score_destinations
from hotelsite.local_models.reading.distance import read_distance
from hotelsite.local_models.reading.evidence import Passage
from hotelsite.local_models.reading.intents import Intent, read_intents
from hotelsite.local_models.reading.message import Reading
from hotelsite.local_models.reading.money import read_budget
from hotelsite.local_models.reading.noise import claim_noise
from hotelsite.local_models.reading.open_question import answered_in_general
from hotelsite.local_models.reading.relevance import is_off_topic
from hotelsite.local_models.reading.rooms import read_room
from hotelsite.local_models.reading.scope import read_scope
from hotelsite.local_models.reading.selection import ResultName, read_selection

LONGEST_MESSAGE: Final = 2000


def read_message(
    text: str,
    *,
    asked: Criterion | None = None,
    saved: Criteria | None = None,
    today: date,
    previous_reply: str | None = None,
    results: Sequence[ResultName] = (),
) -> Reading:
    """Read a customer's message in the light of what was asked and what is saved. Never raises for any text.

    Args:
        asked: The criterion whose question is open. Without it, `previous_reply` may tell.
        saved: The criteria so far.
        today: The business date.
        previous_reply: The assistant's last words.
        results: The hotels that the customer sees now.
    """
    question = read_question(previous_reply, asked, saved)
    passage = Passage.of(text[:LONGEST_MESSAGE])
    selection = read_selection(passage, results, question)
    party = claim_noise(passage)
    dates = read_dates(passage, question, saved, today)
    distance = read_distance(passage, question)
    budget = read_budget(passage, question, saved, dates)
    amenities = read_amenities(passage)  # before the rooms: "connecting rooms" are no room type
    room = read_room(passage, question)
    intents = read_intents(passage, question)
    reading = Reading(
        dates=dates,
        budget=budget,
        room_type=room,
        amenities=amenities,
        distance=distance,
        intents=intents,
        selection=selection,
        party=party,
    )
    in_conversation = question.hotel or bool(results) or _has_begun(saved)
    return _weighed(answered_in_general(reading, question, passage), passage, in_conversation=in_conversation)


def _has_begun(saved: Criteria | None) -> bool:
    return saved is not None and any(saved.get(criterion).answered for criterion in Criterion)


def _weighed(reading: Reading, passage: Passage, *, in_conversation: bool) -> Reading:
    """Take back what is no wish after all, and say where the message leads."""
    scope = read_scope(passage)
    off_topic = is_off_topic(reading, scope, in_conversation=in_conversation)
    if off_topic:
        reading = replace(
            reading.without_criteria(), intents=reading.intents - {Intent.SEARCH, Intent.REVIEW}
        )
    elif Intent.REVIEW in reading.intents and not any(map(reading.is_sure, reading.mentions)):
        reading = reading.without_criteria()  # "what are my dates?" names a criterion only to hear of it
    return replace(
        reading,
        english=scope.english,
        off_topic=off_topic,
        destination_scores=score_destinations(
            mentions={criterion: reading.is_sure(criterion) for criterion in reading.mentions},
            intents=reading.intents,
            off_topic=off_topic,
            foreign=scope.foreign,
        ),
        evidence=tuple(sorted(passage.evidence, key=lambda item: (item.start, item.end))),
    )
