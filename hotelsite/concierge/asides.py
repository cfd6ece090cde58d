"""What a message is beside a wish: thanks, a greeting, talk of a list or of house rules. Pure, and with no effect of its own.

It only picks the sentence that answers, or the node that can. Whole messages count, or forms that hold no other number,
so that nothing a customer wishes for is passed over.
"""

from __future__ import annotations

import re
from enum import Enum
from typing import Final

from hotelsite.concierge.selection import BRANDS
from hotelsite.concierge.words import plain


class Aside(Enum):
    """What kind of aside it is."""

    THANKS = "thanks"
    """Thanks or praise, and nothing else."""
    GREETING = "greeting"
    LIST = "list"
    """About hotels of a list: one of its places, more of it, a comparison, a booking."""
    RULES = "rules"
    """About house rules, such as refunds."""
    CANCEL = "cancel"
    """To cancel a booking that was made earlier."""
    CHANGE = "change"
    """Something shall change; it is not said what."""


_COUNTED: Final = r"(?: (?!(?:miles?|mi|km|nights?|days?|people|adults|guests|kids|dollars|bucks|beds?|stars?|percent)\b)|$|[?.,!])"
_PLACE: Final = (
    rf"(?:\b(?:number|no\.?|nr\.?|option|hotel|choice|result)\s*#?\s*\d{{1,2}}(?={_COUNTED})|#\s*\d{{1,2}}\b"
    r"|\bthe (?:first|second|third|fourth|fifth|sixth|seventh|eighth|last|\d{1,2}(?:st|nd|rd|th))"
    r" (?:one|hotel|option|choice|result)\b"
    r"|\b(?:at|about|does|is|has) the (?:first|second|third|fourth|fifth|sixth|seventh|eighth|last)(?=$|[?.!,]| (?:have|has|offer|near|close))"
    r"|\b(?:how far is|is|does) \d{1,2}(?= (?:from|far|near|close|have|offer|cheaper|better)\b))"
)
_PLACE_IN_LIST: Final = re.compile(_PLACE)
_COMPARISON: Final = re.compile(
    r"\b(?:compare|difference between)\b.{0,20}?\b\d{1,2},? (?:and|with|to|or|vs\.?|versus) (?:number )?\d{1,2}\b"
)
_ASKS_OF_PLACE: Final = re.compile(
    r"\b(?:does|do|is|are|has|have|can|what|what's|whats|how|where|which|who|when|book|reserve|compare|cost|price|"
    r"tell me|about)\b"
)
_LIST_ALONE: Final = re.compile(
    r"(?:please )?(?:(?:show|see|list|give)(?: me| us)?(?: the| some)? )?(?:more|rest|next|next page|list|others?|results|"
    r"(?:more|other|next) (?:hotels|ones|results|options))(?: again)?(?: please)?"
)
_BOOKING: Final = re.compile(
    r"\b(?:book|reserve)\b(?! (?:(?:me|us|an?|the|my|our) )*(?:flight|table|car|taxi|cab|train|bus|ticket|restaurant|tour|appointment|dinner)s?\b)"
    r"|\bcompare\b|\bhow much (?:is|does|would|for) the\b"
)
_SUPERLATIVE: Final = r"(?:cheapest|closest|nearest|least expensive|most expensive|best|top)"
_OF_NO_PLACE: Final = re.compile(
    rf"(?:(?:ok|okay|yes|please|now|then|just|can you|could you|i'll|i will|let's|we'll) )*(?:book|reserve|take|choose|pick)"
    rf"(?: me| us)? (?:the )?{_SUPERLATIVE}(?: one| hotel| option)?(?: please| then| for me)?"
    r"|(?:please )?(?:(?:show|see|give|list)(?: me| us)? )?(?:(?:some|the|any) )?(?:more|rest|next(?: page)?)(?: (?:hotels|ones|results|options))?(?: please)?"
    r"|which (?:one|1|of (?:them|these|those))\b(?! (?:bed|night|room))[^\d]*"
)
"""About hotels of a list without naming a place in it: "book the cheapest", "which one has a pool?"."""
_BY_NAME: Final = re.compile(
    r"(?:(?:ok|okay|yes|please|now|then|can you|could you|i want to|i'd like to|let's) )*(?:book|reserve)(?: me| us)? (?:the |a room at the |that )"
    r"(?P<name>(?:(?!(?:with|for|near|under|from|on|and|but|if)\b)[a-z0-9&/-]+ ?){1,8}?)(?: please| then| now)?"
)
_PLACE_ALONE: Final = re.compile(
    rf"(?:(?:ok|okay|i'll|i will|please|let's|give me|i want|i like|i'd like|take|choose|pick|go (?:with|for)|then) )*"
    rf"(?:{_PLACE}|(?:the )?(?P<ordinal>first|second|third|fourth|fifth|last|latter|former))(?: one| option)?(?: please| then| sounds good| is fine)?"
)
_ORDINALS: Final = {
    "first": 1,
    "second": 2,
    "third": 3,
    "fourth": 4,
    "fifth": 5,
    "sixth": 6,
    "seventh": 7,
    "eighth": 8,
    "former": 1,
    "latter": 2,
    "last": 0,
}
_RULES: Final = re.compile(
    r"\b(?:refund\w*|cancel(?:l?ation| policy|l?ing| later| free)|free cancel\w*|can i cancel|deposits?|discounts?|coupons?|"
    r"(?:house )?rules|polic(?:y|ies)|(?:late|early) check(?:[ -]?(?:in|out))?|check[ -]?(?:in|out) times?|what time|"
    r"age (?:limit|requirement)|minimum age|pay (?:at|on|later|upfront|now)|smok\w+ (?:allowed|ok)|"
    r"(?:charge|fee|cost|extra)s? (?:for|to bring) (?:(?:a|an|my|our|the) )?(?:dog|cat|pet)s?)\b"
)
_COURTESY: Final = (
    r"thanks?(?: you)?|thx|ty|cheers|much appreciated|i appreciate (?:it|that|this)|appreciated|ta|"
    r"(?:so|very|a lot|so much|very much|a million|again|for (?:that|this|your help|the help|helping|all your help))|"
    r"(?:you(?:'re| are)|that(?:'s| is| was)|this is|it(?:'s| is)) (?:(?:so|very|really|quite|pretty|just|the|a|an|too) )*"
    r"(?:great|good|helpful|kind|nice|the best|best|awesome|amazing|wonderful|lovely|brilliant|star|lifesaver|cool|funny|fast|quick|perfect|help)|"
    r"nice work|good job|well done|great job|good bot|great service|(?:i )?love (?:it|this|you)|"
    r"how (?:nice|lovely|kind)(?: of you)?"
)
_MILD: Final = r"wow|great|awesome|amazing|perfect|cool|nice|lovely|super|brilliant|excellent|wonderful|oh|ah|aw+|haha|lol|ok|okay|alright|and|well|man|really|all good|no worries"
_THANKS: Final = re.compile(
    rf"(?:(?:{_MILD})[ ,.!]+)*(?:{_COURTESY})(?:[ ,.!]+(?:{_COURTESY}|{_MILD}|man|mate|dear))*"
)
_PRAISE: Final = re.compile(
    r"(?:wow|awesome|amazing|brilliant|lovely|cool|excellent|wonderful|great|perfect|nice|super|good|fantastic)(?:[ ,.!]+(?:wow|awesome|cool|great|one|work))*"
)
_GREETING: Final = re.compile(
    r"(?:hi+|hello|hey+|hiya|howdy|greetings|yo|good (?:morning|afternoon|evening|day))(?:[ ,.!]+(?:there|everyone|all|you|friend|again|bot|how are you(?: doing)?(?: today)?))*"
)
_CANCEL: Final = re.compile(
    r"\bcancel(?:ling|ing)? (?:(?:my|our|a|the|an|earlier|existing|previous|hotel) )+(?:booking|reservation|stay|room)s?\b"
)
_CHANGE: Final = re.compile(
    r"(?:(?:please|can i|could i|let me|i(?:'d| would) like to|i want to|i need to|actually|can we|let's) )*"
    r"(?:change|edit|adjust|modify|revise) (?:something|the search|my search|things?|it|my (?:criteria|answers|choices))(?: else)?(?: please)?"
)


def aside_of(text: str) -> Aside | None:
    """Return what a message is beside a wish; None where it is nothing of the kind."""
    message = plain(text)
    if _THANKS.fullmatch(message) or _PRAISE.fullmatch(message):
        return Aside.THANKS
    if _GREETING.fullmatch(message):
        return Aside.GREETING
    if _CHANGE.fullmatch(message):
        return Aside.CHANGE
    if _CANCEL.search(message):
        return Aside.CANCEL
    if _RULES.search(message):
        return Aside.RULES
    about_list = (
        _PLACE_IN_LIST.search(message)
        or _LIST_ALONE.fullmatch(message)
        or _COMPARISON.search(message)
        or _BOOKING.search(message)
    )
    return Aside.LIST if about_list else None


def is_of_listed_hotel(text: str) -> bool:
    """Tell whether a message asks about a place in a list, or books one, and holds no other number.

    "Does number 1 have a pool?" does; "the second one" alone may answer any question, and "number 2, for 3 nights" says
    more than that.
    """
    message = plain(text)
    if _OF_NO_PLACE.fullmatch(message) or _books_by_name(message):
        return True
    if _COMPARISON.search(message):
        rest = _COMPARISON.sub(" ", message)
    elif _PLACE_IN_LIST.search(message):
        if not _ASKS_OF_PLACE.search(message):
            return False
        rest = _PLACE_IN_LIST.sub(" ", message)
    else:
        return False
    return not re.search(r"\d", re.sub(r"\b(?:and|or|vs\.?|versus|,) \d{1,2}\b", " ", rest))


def _books_by_name(message: str) -> bool:
    """Tell whether a message books a hotel by a name with a known brand, and says nothing besides."""
    named = _BY_NAME.fullmatch(message)
    return named is not None and not BRANDS.isdisjoint(re.findall(r"[a-z0-9]+", named["name"]))


def place_alone(text: str) -> int | None:
    """Return the place that the whole message names: 2 for "the second one, please", 0 for the last; None for none."""
    message = plain(text)
    named = _PLACE_ALONE.fullmatch(message)
    if named is None:
        return None
    if digits := re.search(r"\d+", message):
        return int(digits[0])
    return next(place for word, place in _ORDINALS.items() if re.search(rf"\b{word}\b", message))
