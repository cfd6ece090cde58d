"""What the hotel graph asks the decision model: where a message goes, whether a search may start, whether a draft is safe."""

from __future__ import annotations

from graph.decision.questions import Choice, ChoiceLabel, Noul, Questions, Score, choice, noul, score
from hotelsite.hotels.vocabulary import Criterion


class Destination(ChoiceLabel):
    """Where a message belongs. The first five are the criteria, in their order."""

    DATES = "dates", "Set or change the check-in and check-out dates, or the number of nights"
    BUDGET = "budget", "Set or change what a night may cost"
    ROOM_TYPE = "room_type", "Set or change the kind of room: one bed, two beds or a suite"
    AMENITIES = "amenities", "Set or change the amenities the hotel must have"
    DISTANCE = "distance", "Set or change how far the hotel may be from the airport or the city center"
    REVIEW = "review", "See what has been collected so far"
    SEARCH = "search", "Look for hotels now"
    EXIT = "exit", "Leave, or say goodbye"
    UNCLEAR = "unclear", "Ambiguous, a greeting, or nothing that this service does"

    @property
    def criterion(self) -> Criterion | None:
        """The criterion of the same name, None for the labels that are none."""
        return Criterion(self.value) if self.value in list(Criterion) else None


class Delivery(ChoiceLabel):
    """What the message carries for the criterion it is about."""

    APPLY_REQUEST = "apply_request", "The message itself holds a value, or a preference, to be saved"
    PROMPT_NEXT = "prompt_next", "The message holds no value yet; the customer has to be asked"
    NONE = "none", "The message is about no criterion"


class Routing(Questions):
    """Asked by the router of a message that code alone cannot place."""

    destination: Choice[Destination] = choice(
        "Where does the newest request belong? When it concerns several criteria, choose the first of them in the "
        "order of the labels. A request that answers the open question belongs to that criterion."
    )
    request_delivery: Choice[Delivery] = choice(
        "Does the newest request hold something to be saved for that criterion?"
    )


class Outcome(ChoiceLabel):
    """May the search start? If not: what has to be settled first."""

    READY = "ready", "The saved criteria are what the customer asked for"
    DATES = "dates", "The saved dates differ from what the customer asked for"
    BUDGET = "budget", "The saved budget differs from what the customer asked for"
    ROOM_TYPE = "room_type", "The saved room type differs from what the customer asked for"
    AMENITIES = "amenities", "The saved amenities differ from what the customer asked for"
    DISTANCE = "distance", "The saved distances differ from what the customer asked for"
    UNCLEAR = "unclear", "It cannot be told whether the criteria are what the customer asked for"

    @property
    def criterion(self) -> Criterion | None:
        """The criterion of the same name, None for the labels that are none."""
        return Criterion(self.value) if self.value in list(Criterion) else None


class Readiness(Questions):
    """Asked once before each search, after code found nothing wrong."""

    outcome: Choice[Outcome] = choice(
        "Can the search start with the saved criteria, or must one of them be settled with the customer first?"
    )
    faithful: Noul = noul(
        "Do the saved criteria say what the customer asked for, in the newest words on each of them?",
        when_true="Each criterion is as last said, as set by a control, or was said outside the messages shown",
        when_false="A criterion contradicts the customer's newest words on it",
    )


class Draft(Questions):
    """Asked of each drafted presentation before the customer may see it."""

    grounded: Noul = noul("Are all hotel names, addresses and prices in the draft supported by `hotels`?")
    completeness: Score = score(
        [
            "The list of results is missing",
            "Hotels are listed, but an important step is not mentioned",
            "The matching hotels are listed with prices, and how to book or to change the search is said",
        ],
        "How complete is the draft?",
    )
    clarity: Score = score(
        ["Confusing", "Understandable", "Clear, numbered choices"], "How clear is the draft to a customer?"
    )
