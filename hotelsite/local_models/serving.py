"""How the local chat model serves the customer beside results: which tool it picks for a message."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from typing import Final

from graph.jsonvalue import JsonValue
from hotelsite.hotels.criteria import Amenity, Criterion
from hotelsite.hotels.vocabulary import PolicyTopic
from hotelsite.local_models.calls import Call
from hotelsite.local_models.conversation import Exchange
from hotelsite.local_models.facts import names_of
from hotelsite.local_models.presenting import Results, draft
from hotelsite.local_models.reading import Intent, Reading, ResultQuestion, read_message

_REVISE: Final = Call("revise_criteria", {})
_ANAPHOR: Final = re.compile(r"\b(?:it|this|that|this one|that one|this hotel|that hotel)\b", re.IGNORECASE)
_ROOMS_LEFT: Final = re.compile(
    r"\brooms?(?: are| is)?(?: still)? (?:left|available)\b|\bhow many rooms\b", re.IGNORECASE
)
_JUST_BOOK: Final = re.compile(
    r"\W*(?:(?:yes|ok|okay|please|now|lets|then|book|reserve|go|ahead|and)\b\W*)+$", re.IGNORECASE
)
_SHOW_AGAIN: Final = re.compile(
    r"\b(?:show|see|list|view|back to)\b.{0,20}\b(?:list|them|hotels|results|options)\b(?:.{0,10}\bagain)?|\bagain\b",
    re.IGNORECASE,
)
_TELL_ABOUT: Final = re.compile(
    r"\b(?:tell me|more|details?|information|info|know)\b.{0,20}\b(?:about|on|of|for)\b", re.IGNORECASE
)
_REQUEST_FOR_CHANGE: Final = re.compile(
    r"\b(?:can|could|would|will) (?:you|we|i) (?:please )?(?:make|change|switch|move|have|get|do|add|find|show|search|include|remove|drop)\b|\b(?:what|how) about\b|\binstead\b",
    re.IGNORECASE,
)
_POLICY_WORDS: Final[Mapping[PolicyTopic, re.Pattern[str]]] = {
    PolicyTopic.LATE_CHECK_OUT: re.compile(r"\blate check|\bcheck[ -]?out late|\bstay later", re.IGNORECASE),
    PolicyTopic.CHECK_IN: re.compile(r"\bcheck[ -]?in\b", re.IGNORECASE),
    PolicyTopic.CHECK_OUT: re.compile(r"(?<!late )\bcheck[ -]?out\b(?! late)", re.IGNORECASE),
    PolicyTopic.PETS: re.compile(r"\b(?:pets?|dogs?|cats?|animals?)\b", re.IGNORECASE),
    PolicyTopic.SMOKING: re.compile(r"\bsmok", re.IGNORECASE),
    PolicyTopic.CANCELLATION: re.compile(r"\bcancel|\brefund", re.IGNORECASE),
    PolicyTopic.PAYMENT: re.compile(r"\bpay(?:ment|ing)?\b|\bdeposit|\bcredit card|\bcharge", re.IGNORECASE),
    PolicyTopic.DISCOUNTS: re.compile(
        r"\bdiscount|\bpromo|\bspecial rate|\bmember|\bpercent off", re.IGNORECASE
    ),
}


def serve(results: Results, exchange: Exchange) -> Call:
    """Return the tool call that the newest message asks for."""
    request = exchange.request
    reading = read_message(
        request,
        saved=results.saved,
        today=results.today,
        results=names_of(list(results.hotels)),
    )
    is_question = _is_question(request, reading)
    if Intent.EXIT in reading.intents and not reading.mentions and not _chosen(results, reading, request):
        return Call("terminate_session", {})
    is_question = is_question or ResultQuestion.UNKNOWN in reading.selection.questions
    if is_question and (question := _question(results, reading, request)):
        return question
    if _changes(reading):
        return _REVISE
    if chosen := _chosen(results, reading, request):
        return chosen
    if results.offer and {Intent.DENY, Intent.NEVER_MIND} & reading.intents:
        return Call("present_draft", draft(results).arguments)
    if Intent.MORE in reading.intents and not _TELL_ABOUT.search(request):
        return Call("show_more", {})
    if reading.selection.questions and (question := _question(results, reading, request)):
        return question
    if _SHOW_AGAIN.search(request) and not reading.off_topic:
        return Call("present_draft", draft(results).arguments)
    return _REVISE


def _is_question(request: str, reading: Reading) -> bool:
    if _REQUEST_FOR_CHANGE.search(request):
        return False
    asks = "?" in request or bool(
        re.match(r"\W*(?:is|are|do|does|has|have|what|which|how|where|when|who)\b", request, re.IGNORECASE)
    )
    return asks or bool(_TELL_ABOUT.search(request)) or ResultQuestion.COMPARE in reading.selection.questions


def _changes(reading: Reading) -> bool:
    """Tell whether the message says what to search for, rather than which of the results is meant."""
    if reading.off_topic:
        return True
    dates, budget = reading.dates, reading.budget
    asks_for_cheapest = budget is not None and not budget.has_value
    named = [c for c in reading.mentions if not (c is Criterion.BUDGET and asks_for_cheapest)]
    return bool(named) or (dates is not None and dates.has_value) or Intent.START_OVER in reading.intents


def _named(results: Results, reading: Reading) -> list[str]:
    """Return the hotels that a message names, as numbers of the list."""
    numbers = [str(number) for number in reading.selection.list_numbers]
    return list(dict.fromkeys([*numbers, *reading.selection.hotels]))


def _chosen(results: Results, reading: Reading, request: str) -> Call | None:
    """Return the call that chooses a hotel; the words go along where they fit several hotels, or none."""
    if reading.selection.ambiguous:
        return Call("choose_hotel", {"hotel": request[:200]})
    named = _named(results, reading)
    wants = {Intent.BOOK, Intent.CHOOSE} & reading.intents
    if len(named) == 1:
        return Call("choose_hotel", {"hotel": named[0]})
    if (
        ResultQuestion.CHEAPEST in reading.selection.questions
        and not named
        and (cheapest := _least(results, "total"))
    ):
        return Call("choose_hotel", {"hotel": cheapest})
    if not wants:
        return None
    if len(named) > 1:
        return Call("choose_hotel", {"hotel": request[:200]})
    if results.offer and (_ANAPHOR.search(request) or Intent.AFFIRM in reading.intents):
        return Call("choose_hotel", {"hotel": str(results.offer)})
    names_nothing = bool(_ANAPHOR.search(request) or _JUST_BOOK.match(request))
    if len(results.hotels) == 1 and names_nothing:
        return Call("choose_hotel", {"hotel": str(results.hotels[0]["number"])})
    if names_nothing:
        return Call("present_draft", draft(results).arguments)
    if Intent.SEARCH in reading.intents:
        return None
    return Call("choose_hotel", {"hotel": request[:200]})


def _question(results: Results, reading: Reading, request: str) -> Call | None:
    """Return the call that answers a question about the hotels."""
    hotels: list[JsonValue] = list(_asked_hotels(results, reading, request))
    questions = reading.selection.questions
    amenities = [
        amenity.value for amenity in Amenity if reading.amenities and amenity in reading.amenities.named
    ]
    if ResultQuestion.COMPARE in questions:
        return Call("compare_hotels", {"hotels": hotels})
    if ResultQuestion.UNKNOWN in questions and not amenities:
        return _answered("other", hotels)
    policies = [topic.value for topic, words in _POLICY_WORDS.items() if words.search(request)]
    if ResultQuestion.POLICY in questions and policies:
        return _answered("policy", hotels, policies=list(policies))
    if amenities:
        return _answered("amenities", hotels, amenities=list(amenities))
    for question, topic in _TOPICS:
        if question in questions:
            return _answered(topic, hotels or _superlative(results, question, request))
    if reading.room_type is not None or _ROOMS_LEFT.search(request):
        return _answered("rooms", hotels)
    if reading.amenities is not None or (_TELL_ABOUT.search(request) and hotels):
        return _answered("amenities", hotels)
    if ResultQuestion.POLICY in questions or (hotels and not reading.off_topic and _ANAPHOR.search(request)):
        return _answered("other", hotels)
    return None


_TOPICS: Final = (
    (ResultQuestion.CLOSEST, "distance"),
    (ResultQuestion.CHEAPEST, "price"),
    (ResultQuestion.TOTAL, "price"),
    (ResultQuestion.ADDRESS, "address"),
)


_SUPERLATIVE: Final = re.compile(r"\b(?:cheapest|least expensive|lowest|closest|nearest)\b", re.IGNORECASE)


def _superlative(results: Results, question: ResultQuestion, request: str) -> list[JsonValue]:
    """Return the one hotel that "the cheapest" or "the closest to the airport" is; none where no such word is used."""
    if not _SUPERLATIVE.search(request):
        return []
    measure = "total"
    if question is ResultQuestion.CLOSEST:
        measure = (
            "airport_miles"
            if re.search(r"\b(?:airport|pdx)\b", request, re.IGNORECASE)
            else "city_center_miles"
        )
    least = _least(results, measure)
    return [least] if least else []


def _least(results: Results, measure: str) -> str | None:
    """Return the number of the hotel with the smallest total or distance."""
    measured = [hotel for hotel in results.hotels if hotel.get(measure) is not None]
    if not measured:
        return None
    return str(min(measured, key=lambda hotel: Decimal(str(hotel[measure])))["number"])


def _asked_hotels(results: Results, reading: Reading, request: str) -> list[str]:
    named = _named(results, reading)
    if not named and results.offer and _ANAPHOR.search(request):
        return [str(results.offer)]
    return named


def _answered(topic: str, hotels: list[JsonValue], **asked: JsonValue) -> Call:
    return Call("answer_question", {"topic": topic, "hotels": hotels, **asked})
