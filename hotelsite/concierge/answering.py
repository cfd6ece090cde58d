"""Questions about results, answered from saved results and catalogue facts; what is not there is said to be unknown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hotelsite.concierge import texts
from hotelsite.concierge.arguments import AnswerQuestion, QuestionTopic
from hotelsite.concierge.desk import HotelFacts, Offer
from hotelsite.concierge.wording import has, listed, names, nightly, places, priced
from hotelsite.hotels.criteria import Amenity
from hotelsite.hotels.vocabulary import PolicyTopic
from hotelsite.hotels.wording import counted, dollars, long_date


def answer(
    question: AnswerQuestion,
    results: Sequence[Offer],
    numbers: Sequence[int],
    facts: Mapping[str, HotelFacts],
) -> str:
    """Return the answer about some results.

    Args:
        numbers: Of the results asked about; at least one.
        facts: By slug; a hotel without facts has left the catalogue.
    """
    match question.topic:
        case QuestionTopic.AMENITIES if question.amenities and len(numbers) > 1:
            return "\n".join(_who_has(amenity, results, numbers) for amenity in question.amenities)
        case QuestionTopic.OTHER:
            return f"{texts.UNKNOWN_ANSWER} {texts.WHAT_IS_KNOWN}"
    if question.topic is QuestionTopic.PRICE and len(numbers) > 1:
        return "\n".join(
            f"{number}. {results[number - 1].name}: {priced(results[number - 1])}, {nightly(results[number - 1])}."
            for number in numbers
        )
    answers = {number: _of_one(question, results[number - 1], facts) for number in numbers}
    if len(numbers) > 1 and len(set(answers.values())) == 1:
        return f"All of these hotels: {answers[numbers[0]]}"
    return "\n".join(f"{number}. {results[number - 1].name}: {text}" for number, text in answers.items())


def _who_has(amenity: Amenity, results: Sequence[Offer], numbers: Sequence[int]) -> str:
    having = [number for number in numbers if amenity in results[number - 1].amenities]
    label = amenity.label[:1].upper() + amenity.label[1:]
    if not having:
        return f"{label}: none of these hotels lists it."
    if len(having) == len(numbers):
        return f"{label}: all of these hotels list it."
    return f"{label}: {names(results, having)}."


def _of_one(question: AnswerQuestion, offer: Offer, facts: Mapping[str, HotelFacts]) -> str:
    known = facts.get(offer.slug)
    match question.topic:
        case QuestionTopic.AMENITIES if question.amenities:
            return f"it {has(offer, question.amenities)}."
        case QuestionTopic.AMENITIES:
            return f"{listed(amenity.label for amenity in offer.amenities) or 'no amenities are listed'}."
        case QuestionTopic.PRICE:
            nights = ", ".join(f"{long_date(night.date)} {dollars(night.price)}" for night in offer.nights)
            return f"{priced(offer)}, {nightly(offer)} ({nights})."
        case QuestionTopic.DISTANCE:
            return f"{places(offer)}."
        case QuestionTopic.ADDRESS:
            return f"{offer.address}."
        case QuestionTopic.ROOMS:
            kinds = (
                f"; the hotel has {listed(f'a {kind.label}' for kind in known.room_types)}" if known else ""
            )
            return (
                f"a {offer.room_type.label}, {counted(offer.rooms_left, 'room')} left for your stay{kinds}."
            )
        case _:
            return _policies(question.policies, known)


def _policies(topics: Sequence[PolicyTopic], known: HotelFacts | None) -> str:
    """Return stored house rules word for word; never one that is not stored."""
    rules = [known.policies[topic] for topic in topics if topic in known.policies] if known else []
    if not topics or len(rules) < len(topics):
        rules.append(texts.UNKNOWN_ANSWER)
    return " ".join(rules)
