"""What code can read in a request about results while the chat model is away: little, and nothing by guessing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, TypeAlias

from hotelsite.concierge import selection, words
from hotelsite.concierge.arguments import AnswerQuestion, ChooseHotel, CompareHotels, QuestionTopic, ShowMore
from hotelsite.concierge.desk import Offer
from hotelsite.concierge.words import plain
from hotelsite.hotels.criteria import Amenity

PlainRequest: TypeAlias = ChooseHotel | CompareHotels | AnswerQuestion | ShowMore

_TOPICS: Final = {
    QuestionTopic.PRICE: re.compile(r"\b(?:price|prices|cost|costs|how much|total)\b"),
    QuestionTopic.DISTANCE: re.compile(
        r"\b(?:far|distance|miles|close|closer|closest|near|nearer|nearest)\b"
    ),
    QuestionTopic.ADDRESS: re.compile(r"\b(?:address|where|street)\b"),
    QuestionTopic.AMENITIES: re.compile(r"\b(?:amenities|facilities)\b"),
}


def read_plainly(request: str, results: Sequence[Offer]) -> PlainRequest | None:
    """Return what a request asks for, None where code cannot tell."""
    text = plain(request)
    numbers = selection.mentioned(request, results)
    hotels = tuple(str(number) for number in numbers)
    if words.asks_to_compare(request):
        return CompareHotels(hotels=hotels)
    amenities = tuple(amenity for amenity in Amenity if _named(amenity, text))
    if amenities:
        return AnswerQuestion(topic=QuestionTopic.AMENITIES, hotels=hotels, amenities=amenities)
    for topic, pattern in _TOPICS.items():
        if pattern.search(text):
            return AnswerQuestion(topic=topic, hotels=hotels)
    if numbers:
        return ChooseHotel(hotel=str(numbers[0]))
    return ShowMore() if words.asks_for_more(request) else None


def _named(amenity: Amenity, text: str) -> bool:
    label = amenity.label.casefold().removeprefix("free ").removeprefix("on-site ")
    spellings = {label, label.replace("-", ""), amenity.value.replace("_", " ")}
    return any(re.search(rf"\b{re.escape(spelling)}\b", text) for spelling in spellings)
