"""Reading one message of a customer: what it says about the five criteria, what it asks for, and on what evidence."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Final

from hotelsite.hotels.criteria import Criteria, Criterion
from hotelsite.local_models.reading.amenities import AmenitiesReading, read_amenities
from hotelsite.local_models.reading.asking import Asked, read_question
from hotelsite.local_models.reading.dates import DatesReading, read_dates
from hotelsite.local_models.reading.destination import score_destinations
from hotelsite.local_models.reading.distance import DistanceReading, read_distance
from hotelsite.local_models.reading.evidence import Evidence, Passage
from hotelsite.local_models.reading.intents import Intent, is_plain_no, read_intents
from hotelsite.local_models.reading.money import BudgetReading, read_budget
from hotelsite.local_models.reading.noise import Party, claim_noise
from hotelsite.local_models.reading.rooms import RoomReading, read_room
from hotelsite.local_models.reading.scope import Scope, read_scope
from hotelsite.local_models.reading.selection import ResultName, Selection, read_selection

LONGEST_MESSAGE: Final = 2000


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """Everything that was read in one message; a part that was not touched is None."""

    dates: DatesReading | None = None
    budget: BudgetReading | None = None
    room_type: RoomReading | None = None
    amenities: AmenitiesReading | None = None
    distance: DistanceReading | None = None
    intents: frozenset[Intent] = frozenset()
    selection: Selection = field(default_factory=Selection)
    party: Party = field(default_factory=Party)
    evidence: tuple[Evidence, ...] = ()
    """Spans of the original message, in its order."""
    english: bool = True
    off_topic: bool = False
    """About something else than a stay: then nothing was read as a wish."""
    destination_scores: Mapping[str, float] = field(default_factory=dict)
    """A probability for each of the nine destinations."""

    @property
    def mentions(self) -> tuple[Criterion, ...]:
        """The criteria that the message is about, with or without a value, in the order of asking."""
        return tuple(criterion for criterion in Criterion if self.get(criterion) is not None)

    @property
    def no_preference(self) -> bool:
        """Whether the customer has no preference in what was asked."""
        return Intent.NO_PREFERENCE in self.intents

    def get(
        self, criterion: Criterion
    ) -> DatesReading | BudgetReading | RoomReading | AmenitiesReading | DistanceReading | None:
        """Return what was read about one criterion."""
        found: DatesReading | BudgetReading | RoomReading | AmenitiesReading | DistanceReading | None = (
            getattr(self, criterion.value)
        )
        return found

    def has_value(self, criterion: Criterion) -> bool:
        """Tell whether something certain was said that changes a criterion."""
        found = self.get(criterion)
        return found is not None and found.has_value


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
    reading = _answered_in_general(reading, question, passage)
    return _weighed(
        reading, passage, question, in_conversation=question.hotel or bool(results) or _has_begun(saved)
    )


def _has_begun(saved: Criteria | None) -> bool:
    return saved is not None and any(saved.get(criterion).answered for criterion in Criterion)


def _answered_in_general(reading: Reading, asked: Asked, passage: Passage) -> Reading:
    """Read "any", "no preference" or a plain "no" as the answer to the open question."""
    criterion = asked.criterion
    if criterion is None or criterion is Criterion.DATES or reading.get(criterion) is not None:
        return reading
    if criterion is Criterion.AMENITIES and _only_agrees(reading):
        return replace(reading, amenities=_agreed_amenities(asked))
    if Intent.NONE_OF_THESE in reading.intents or not _declines(reading, passage):
        return reading
    match criterion:
        case Criterion.BUDGET:
            return replace(reading, budget=BudgetReading(no_min=True, no_max=True))
        case Criterion.ROOM_TYPE:
            return replace(reading, room_type=RoomReading(any=True))
        case Criterion.AMENITIES:
            return replace(reading, amenities=AmenitiesReading(no_preference=True))
        case Criterion.DISTANCE:
            return replace(reading, distance=DistanceReading(no_limit=True))


def _only_agrees(reading: Reading) -> bool:
    return Intent.AFFIRM in reading.intents and Intent.DENY not in reading.intents and not reading.mentions


def _agreed_amenities(asked: Asked) -> AmenitiesReading | None:
    """Return the amenities that the question proposed: "yes" to "do you need parking?"."""
    proposed = read_amenities(Passage.of(asked.question))
    return AmenitiesReading(wished=proposed.named, strong=True) if proposed and proposed.named else None


def _declines(reading: Reading, passage: Passage) -> bool:
    if Intent.NO_PREFERENCE in reading.intents:
        return not reading.mentions and not _OF_SOMETHING_ELSE.search(passage.text)
    return is_plain_no(passage.text) or bool(_ANY.match(passage.text))


_ANY: Final = re.compile(
    r"^\W*(?:(?:just|really|honestly|um|well|oh)\W+)*(?:any(?:thing|where)?|none|no limit|no limits|either|all|unlimited|nothing|open|flexible)\b(?: (?:is fine|will do|works|goes|really|please|at all|thanks))*\W*$"
)
_OF_SOMETHING_ELSE: Final = re.compile(r"\b(?:star|stars|area|part of town|name|chain|brand|~)\b")


def _weighed(reading: Reading, passage: Passage, asked: Asked, *, in_conversation: bool) -> Reading:
    scope = read_scope(passage)
    off_topic = _is_off_topic(reading, scope, in_conversation=in_conversation)
    intents = reading.intents
    if Intent.REVIEW in intents and not any(_is_sure(reading, criterion) for criterion in reading.mentions):
        # "What are my dates?" names a criterion only to hear of it.
        reading = replace(reading, dates=None, budget=None, room_type=None, amenities=None, distance=None)
    if off_topic:
        intents = intents - {Intent.SEARCH, Intent.REVIEW}
        reading = replace(
            reading, dates=None, budget=None, room_type=None, amenities=None, distance=None, intents=intents
        )
    mentions = {criterion: _is_sure(reading, criterion) for criterion in reading.mentions}
    scores = score_destinations(
        mentions=mentions, intents=intents, off_topic=off_topic, foreign=scope.foreign
    )
    evidence = tuple(sorted(passage.evidence, key=lambda item: (item.start, item.end)))
    return replace(
        reading, english=scope.english, off_topic=off_topic, destination_scores=scores, evidence=evidence
    )


def _is_sure(reading: Reading, criterion: Criterion) -> bool:
    return reading.has_value(criterion) or _is_strong(reading, criterion)


def _is_strong(reading: Reading, criterion: Criterion) -> bool:
    return bool(getattr(reading.get(criterion), "strong", False))


_NAMED_WEIGHT: Final = {
    Criterion.DATES: (1.0, 3.0),
    Criterion.BUDGET: (0.5, 2.0),
    Criterion.ROOM_TYPE: (1.0, 2.0),
    Criterion.AMENITIES: (0.5, 1.5),
    Criterion.DISTANCE: (1.0, 2.0),
}
"""Weight of a criterion named in passing, and surely."""
_PLAINLY_A_STAY: Final = 4.0
"""So much is read that another trade can only be named beside it: "our flight lands on the 3rd, we leave on the 9th"."""
_INTENT_WEIGHT: Final = {Intent.REVIEW: 2.5, Intent.EXIT: 2.5, Intent.START_OVER: 2.5, Intent.SEARCH: 1.0}


def _is_off_topic(reading: Reading, scope: Scope, *, in_conversation: bool) -> bool:
    evidence = sum(_INTENT_WEIGHT.get(intent, 0.0) for intent in reading.intents) + sum(
        _NAMED_WEIGHT[criterion][_is_strong(reading, criterion)] for criterion in reading.mentions
    )
    if Intent.INSTRUCTS in reading.intents:
        return True
    if Intent.OTHER_HELP in reading.intents and evidence < _PLAINLY_A_STAY:
        return True
    if Intent.ELSEWHERE in reading.intents and not scope.names_lodging and evidence < _PLAINLY_A_STAY:
        return True
    sure = not set(reading.mentions) - {Criterion.DISTANCE} or any(
        _is_strong(reading, criterion) for criterion in reading.mentions
    )
    return scope.is_off_topic(evidence, sure=sure, in_conversation=in_conversation)
