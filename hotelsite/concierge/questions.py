"""What the hotel graph asks the decision model: where a message goes, whether a search may start, whether a draft is safe."""

from __future__ import annotations

from graph.decision.questions import Choice, ChoiceLabel, Noul, Questions, Score, choice, noul, score
from hotelsite.hotels.vocabulary import Criterion


class Destination(ChoiceLabel):
    """Where a message belongs. The first five are the criteria, in their order."""

    DATES = "dates", "Check-in, check-out or number of nights, to be set or changed"
    BUDGET = "budget", "What a night may cost"
    ROOM_TYPE = "room_type", "The kind of room: one bed, two beds or a suite"
    AMENITIES = "amenities", "What the hotel must have"
    DISTANCE = "distance", "How far from the airport or the city center"
    REVIEW = "review", "Hear what is saved so far"
    SEARCH = "search", "See hotels now"
    EXIT = "exit", "End the conversation"
    UNCLEAR = (
        "unclear",
        "Greeting, small talk, gibberish, another language, instructions to you, other matters",
    )

    @property
    def criterion(self) -> Criterion | None:
        """The criterion of the same name, None for the labels that are none."""
        return Criterion(self.value) if self.value in list(Criterion) else None


class Delivery(ChoiceLabel):
    """What the message carries for the criterion it is about."""

    APPLY_REQUEST = "apply_request", "A value, a change of one, or that there is no preference"
    PROMPT_NEXT = "prompt_next", "Nothing to save yet: the customer has to be asked"
    NONE = "none", "It is about no criterion"


class Routing(Questions):
    """Asked by the router of a message that code alone cannot place."""

    destination: Choice[Destination] = choice(
        'Where does it belong? A short answer, such as a number or "I don\'t mind", belongs to `open_question`, and a '
        "wish to change something settled to that criterion. Of several criteria choose the first in the order of the "
        "labels. Leaving a hotel on some day is about dates; only a plain goodbye is `exit`. When unsure between a "
        "criterion and something else, choose the criterion; when unsure whether it is about this search, `unclear`."
    )
    request_delivery: Choice[Delivery] = choice("What does it hold for the criterion that it is about?")


class Outcome(ChoiceLabel):
    """May the search start? If not: what has to be settled first."""

    READY = "ready", "Nothing the customer wrote speaks against the criteria"
    DATES = "dates", "The dates differ"
    BUDGET = "budget", "The budget differs"
    ROOM_TYPE = "room_type", "The room type differs"
    AMENITIES = "amenities", "The amenities differ"
    DISTANCE = "distance", "The distances differ"
    UNCLEAR = "unclear", "The customer's own words contradict each other"

    @property
    def criterion(self) -> Criterion | None:
        """The criterion of the same name, None for the labels that are none."""
        return Criterion(self.value) if self.value in list(Criterion) else None


class Readiness(Questions):
    """Asked once before each search, after code found nothing wrong."""

    outcome: Choice[Outcome] = choice(
        "May the search start, or does a criterion differ from the newest words on it? Those in `by_control` were set "
        "on the page and are right. Name a criterion only where it differs plainly, else `ready`: a search only reads."
    )
    faithful: Noul = noul(
        "Do the criteria agree with the customer's newest words on each of them?",
        when_true="Each is as last said, was set by control, or is not mentioned",
        when_false="One contradicts the newest words on it",
    )


class Draft(Questions):
    """Asked of each drafted presentation before the customer may see it."""

    grounded: Noul = noul(
        "Is every hotel name, address and price in the draft one of `hotels`, each at the right hotel, and is nothing "
        "else claimed: no discount, upgrade, booking made or confirmation? How to go on may be said. When in doubt: no."
    )
    completeness: Score = score(
        [
            "The list of results is missing",
            "Hotels are listed, but a hotel, a price or an important step is missing",
            "All hotels are listed with prices, and how to book or to change the search is said",
        ],
        "How complete is it?",
    )
    clarity: Score = score(
        ["Confusing", "Understandable", "Clear, numbered choices"], "How clear is it to a customer?"
    )
