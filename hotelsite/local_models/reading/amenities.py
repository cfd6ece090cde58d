"""Reading amenities: which are wished, added, removed or asked about, and wishes that no hotel of ours can be searched by."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Final, Literal

from hotelsite.hotels.criteria import Amenity, Criterion
from hotelsite.local_models.reading.amenity_words import KNOWN, POOL, UNKNOWN
from hotelsite.local_models.reading.evidence import Passage
from hotelsite.local_models.reading.patterns import at_start, one_of, whole


@dataclass(frozen=True, slots=True, kw_only=True)
class AmenitiesReading:
    """What a message says about amenities; each is in one of the sets only."""

    wished: frozenset[Amenity] = frozenset()
    removed: frozenset[Amenity] = frozenset()
    """No longer wished, or said not to matter."""
    negated: frozenset[Amenity] = frozenset()
    """Not wanted in the hotel: "no pool". A search cannot exclude, but it is never a wish."""
    asked_about: frozenset[Amenity] = frozenset()
    """Named in a question about a hotel rather than wished."""
    either: frozenset[Amenity] = frozenset()
    """One of these will do, which no search can look for: to be asked about."""
    assumed: frozenset[Amenity] = frozenset()
    """Of the wished: taken from a wider word, "a pool" for an indoor pool. To be said aloud."""
    unknown: tuple[str, ...] = ()
    """Wishes outside the catalogue, in canonical words."""
    adds: bool = False
    """The wished ones come on top of those saved: "also", "add", "and parking"."""
    replaces: bool = False
    """The wished ones take the place of those saved: "only", "instead"."""
    no_preference: bool = False
    unreadable: bool = False
    """Amenities are talked about and none is named."""
    strong: bool = False
    """One of the catalogue is named, or all are declined."""

    @property
    def has_value(self) -> bool:
        """Tell whether anything certain was said that changes the wishes."""
        return bool(self.wished or self.removed or self.negated or self.no_preference)

    @property
    def named(self) -> frozenset[Amenity]:
        """All amenities that are wished or asked about."""
        return self.wished | self.asked_about


_Kind = Literal["wished", "removed", "negated", "asked_about"]
_Named = tuple[int, int, Amenity]
"""Start and end of the words for an amenity."""

_ARTICLE: Final = r"(?: (?:a|an|any|the|for|about|need for|that|of|with|my|our|all|to|have|or|nor|either|necessarily|kids|children))*"
_NOT_WANTED: Final = re.compile(
    r"(?<!\w)"
    + one_of(
        r"no", r"not", r"nor", r"neither", r"without", r"w/o", r"avoid(?:ing)?", r"anything but", r"other than", r"except(?: for)?",
        r"(?:dont|doesnt|do not|does not|wont|will not|arent)(?: (?:really|actually|even))?(?: (?:have|want|like|love|enjoy|do))?",
        r"hate[sd]?", r"dislike[sd]?", r"detests?", r"loathes?", r"despises?", r"(?:cant|cannot|can not|couldnt|never could) (?:stand|bear|abide)",
        r"(?:not|isnt|arent|no) (?:(?:a|an|big|great|much|really|exactly) )*fans? of", r"(?:sick|tired|scared|afraid|terrified) of",
        r"allergic to", r"(?:stay|steer|keep) (?:away|clear) (?:from|of)",
    )
    + rf"{_ARTICLE} ?$"
)  # fmt: skip
_DISLIKED: Final = re.compile(
    r" ?(?:are|is) (?:(?:so|really|very|just|too|kind of|quite|all|pretty|always|usually) )*"
    r"(?:gross|disgusting|awful|terrible|horrible|nasty|yucky|icky|unhygienic|filthy|annoying|scary|revolting|the worst|overrated"
    r"|a (?:turn ?off|deal ?breaker|no[ -]go|nightmare)|not for (?:me|us))\b"
)
_NOT_NEEDED: Final = re.compile(
    r"(?<!\w)"
    + one_of(
        r"(?:dont|do not|doesnt|does not|wont|will not|not|never|didnt|no longer)(?: \w+){0,2}? "
        r"(?:need|require|care|mind|bother|worry|looking|interested|have to have|want)(?: (?:about|for|with|in))?",
        r"drop", r"remove", r"forget", r"skip", r"lose", r"scratch", r"delete", r"cancel", r"take (?:off|out)", r"leave out",
        r"get rid of", r"minus", r"ditch", r"exclude", r"ignore", r"scrap", r"instead of", r"rather than",
        r"no need (?:for|of|to)", r"no longer(?: need)?", r"apart from",
    )
    + rf"{_ARTICLE} ?$"
)  # fmt: skip
_NOT_IMPORTANT: Final = re.compile(
    r" ?(?:(?:really|is|are|does|do|would|that|it|so|too|was) )*"
    r"(?:(?:isnt|arent|not|doesnt|dont|wont|no longer)(?: (?:really|that|so|be|a|an|too|necessarily|all that))*"
    r"(?: (?:important|needed|necessary|required|matter|must|essential|issue|bothered|wanted|relevant|going)|(?=\W*$|[.,;]))"
    r"|optional|unnecessary|can go|anymore)(?!\w)"
)
_CLAUSE_END: Final = re.compile(r"[.!;?]|,?(?<!anything)(?<!everything) but\b|, and\b")
_ALTERNATIVE: Final = re.compile(
    r",? or(?: (?:else|at least|maybe|perhaps|even|just))? ?(?:an? |the |some )?"
)
_SENTENCE_END: Final = re.compile(r"[.!?;]")
_LISTED: Final = re.compile(r"(?:,? ?(?:and|or|nor|&)|,) ?(?:an? |the |any |no |my |our )?")

_PREAMBLE: Final = (
    r"(?:(?:ok(?:ay)?|and|so|great|thanks?|hi|hello|hey|cool|well|sorry|also|but|yes|no|please|actually|oh|perfect|"
    r"thank you|sounds good|nice|good|before i book|1 more thing|excuse me)\b[ ,.!]*)*"
)
_QUESTION: Final = at_start(
    _PREAMBLE
    + one_of(
        r"(?:do|does|is|are|can|could|will|would|has|have|did|may|should|am)(?! you (?:please|find|show|get|book|help|look|suggest|recommend|search|make|add|include|remove))",
        r"which", r"what", r"how", r"where", r"when", r"who", r"if",
    )
)  # fmt: skip
_ASKING: Final = whole(
    r"(?:know|see|wonder|wondering|ask|tell me|check|confirm|sure|curious) (?:if|whether|about|that (?:it|they|the))",
    r"(?:do|does) (?:it|they|the|this|that|you|any|either)",
    r"(?:is|are) (?:there|it|they)",
)
_SEARCHING: Final = whole(
    rf"{one_of(r'(?:do|have) you (?:have|got|know)', r'(?:is|are) there', r'(?:can|could|would) (?:you|i|we) (?:please )?(?:find|show|get|book|have|help|look|suggest|recommend|see)', r'(?:what|how) about', r'which')}"
    r"[^?]{0,60}?\b(?:hotels?|places?|rooms?|somewhere|something|anything|anywhere|one|1|guest ?houses?|options?|ones|another|suites?)\b",
)
_ADDING: Final = whole(
    r"add(?:ing)?", r"also", r"plus", r"too", r"as well", r"in addition", r"additionally", r"on top", r"another", r"includ(?:e|ing)",
    r"^\W*(?:oh )?(?:and|with|\+)",
)  # fmt: skip
_REPLACING: Final = whole(
    r"(?<!not )(?:only|just)(?! (?:add|drop|remove))", r"instead", r"replace", r"nothing (?:but|else)", r"change (?:\w+ )?(?:amenities|them|it|that) to"
)  # fmt: skip
_TALK: Final = whole(
    r"amenit(?:y|ies)", r"facilit(?:y|ies)", r"perks", r"extras", r"features?",
    r"what (?:else )?(?:do|does) (?:they|it|the hotel|this hotel) (?:have|offer|come with)",
)  # fmt: skip
_NAMES: Final = r"(?:amenit(?:y|ies)|facilit(?:y|ies)|features?|extras)"
_NO_PREFERENCE: Final = whole(
    rf"(?:no|without(?: any)?|(?:dont|do not) (?:need|want|care about|mind|have|require)(?: any)?|any|skip|forget(?: about)?)(?: (?:particular|special|specific|extra|the|about))* {_NAMES}(?! (?:do|does|are|is|there|like|in|at|you|they))",
    rf"{_NAMES} (?:do not|dont|doesnt|are not|arent|isnt)(?: really)? (?:matter|important|needed|an issue)",
    rf"no preferences? (?:on|for|about|regarding) (?:the )?{_NAMES}",
    rf"not (?:too |very |so |that )?(?:picky|fussy|fussed|bothered|particular) about (?:the )?{_NAMES}",
    rf"(?:clear|remove|drop|delete) (?:all |every )?(?:of )?(?:the |my |our )?{_NAMES}",
)
_ELSEWHERE: Final = re.compile(
    r" (?:(?:at|in|near|from) (?:the |an? |my |our )?(?:airport|house|home|apartment|flat|neighbou?rhood|street|hometown|mall|station|stadium|store|work|home|office|school|library)"
    r"|for (?:my|our) (?:new |old |own )?(?:house|home|apartment|flat|condo)|garages?|tickets?|fines?|meters?|apps?|(?:is|are|was|were|got|gets|has been|feels) (?:\w+ )?(?:sick|ill|hurt|dead|dying|missing|old))\b"
)
_NOT_A_HOTELS: Final = re.compile(
    r"\b(?:(?:disconnect|connect|turn (?:on|off)|reset|restart|log|switch (?:on|off)|play(?:ing)?|feed|train|buy|adopt|watch|fix|spay|groom)"
    r"(?: \w+){0,2}|public|municipal|community|neighbou?rs?|same (?:area|place|street|part of town) as|near(?:by|er)?|close(?:r)? to|next to|around) (?:the |my |a |an |that )?$"
)


_ALSO_DONE: Final = (Amenity.STREAMING.value, Amenity.TENNIS.value)
"""What customers watch or play at home, and where they stay as well."""


def read_amenities(passage: Passage) -> AmenitiesReading | None:
    """Return what the message says about amenities, None when it says nothing; claims the words it used.

    "A pool" is taken for an indoor pool, which nearly all hotels with a pool have, and marked as assumed. In a
    question about a hotel ("does it have a gym?") an amenity is asked about, in a search ("is there anything with a
    gym?") it is wished.
    """
    for match in passage.find(_NO_PREFERENCE):
        passage.claim(match.start(), match.end(), Criterion.AMENITIES, "no_preference")
        return AmenitiesReading(no_preference=True, strong=True)
    named, assumed = _named(passage)
    unknown = _unknown(passage)
    if not named and not unknown:
        return _without_name(passage)
    either = frozenset(named.get("either", ()))
    wished = frozenset(named["wished"]) - either
    return AmenitiesReading(
        wished=wished,
        either=either,
        removed=frozenset(named["removed"]) - wished,
        negated=frozenset(named["negated"]) - wished,
        asked_about=frozenset(named["asked_about"]) - wished,
        assumed=assumed & wished,
        unknown=unknown,
        adds=bool(_ADDING.search(passage.text)),
        replaces=bool(_REPLACING.search(passage.text)),
        strong=any(named.values()),
    )


def _named(passage: Passage) -> tuple[dict[str, set[Amenity]], frozenset[Amenity]]:
    """Return the amenities by what is said of them, and those that a wider word was taken for."""
    found: dict[str, set[Amenity]] = defaultdict(set)
    assumed = set()
    wished: list[_Named] = []
    refused: tuple[int, _Kind] | None = None
    for match in _matches(passage):
        if _is_elsewhere(passage, match):
            continue
        amenity = Amenity(match.lastgroup) if match.lastgroup else Amenity.INDOOR_POOL
        kind = _kind(passage, match, amenity)
        # "No pool or gym": what was said of the first holds for the one that follows.
        if refused and _LISTED.fullmatch(passage.text[refused[0] : match.start()]):
            kind = refused[1]
        if kind == "negated" and amenity is Amenity.PET_FRIENDLY and "friendly" not in match[0]:
            passage.claim(match.start(), match.end(), None, "no_pets")  # they bring none: no wish either way
            continue
        passage.claim(match.start(), match.end(), Criterion.AMENITIES, kind)
        found[kind].add(amenity)
        if kind == "wished":
            wished.append((match.start(), match.end(), amenity))
        if not match.lastgroup:
            assumed.add(amenity)
        refused = (match.end(), kind) if kind in ("removed", "negated") else None
    if either := _alternatives(passage.text, wished):
        found["either"] = either
    return found, frozenset(assumed)


def _matches(passage: Passage) -> list[re.Match[str]]:
    """Return the words for amenities in the order of the message; a wider word where no other one stands."""
    known = list(passage.find(KNOWN))
    pools = [
        pool
        for pool in passage.find(POOL)
        if not any(pool.start() < match.end() and match.start() < pool.end() for match in known)
    ]
    return sorted((*known, *pools), key=lambda match: match.start())


def _alternatives(text: str, wished: Sequence[_Named]) -> set[Amenity]:
    """Return the wishes of which one will do: "a pool or a gym"."""
    pairs = [
        {one[2], other[2]}
        for one, other in pairwise(wished)
        if one[2] is not other[2] and _ALTERNATIVE.fullmatch(text[one[1] : other[0]])
    ]
    return set().union(*pairs)


def _is_elsewhere(passage: Passage, match: re.Match[str]) -> bool:
    """Tell whether this is a thing of the same name that is no hotel's: the wifi at home, parking at the airport."""
    if match.lastgroup != Amenity.AIRPORT_SHUTTLE.value and _ELSEWHERE.match(passage.text, match.end()):
        return True
    if match.lastgroup in _ALSO_DONE:
        return False
    return bool(_NOT_A_HOTELS.search(passage.before(match.start())))


def _kind(passage: Passage, match: re.Match[str], amenity: Amenity) -> _Kind:
    text = passage.text
    clause = _CLAUSE_END.split(passage.before(match.start()))[-1]
    if amenity is not Amenity.NON_SMOKING:
        if _NOT_NEEDED.search(clause) or _NOT_IMPORTANT.match(text, match.end()):
            return "removed"
        if _NOT_WANTED.search(clause) or _DISLIKED.match(text, match.end()):
            return "negated"
    start = max(text.rfind(mark, 0, match.start()) for mark in ".!?;") + 1
    end = _SENTENCE_END.search(text, match.end())
    return "asked_about" if _is_question(text[start : end.end() if end else len(text)].strip()) else "wished"


@lru_cache(maxsize=16)
def _is_question(sentence: str) -> bool:
    if _SEARCHING.search(sentence):
        return False
    last = re.split(r"[,;] ?(?:and |but )?|\band (?=(?:is|are|does|do|can|will)\b)", sentence)[-1]
    return bool(_QUESTION.match(sentence) or _QUESTION.match(last) or _ASKING.search(sentence))


def _unknown(passage: Passage) -> tuple[str, ...]:
    words: list[str] = []
    for match in passage.find(UNKNOWN):
        if passage.is_name(match.start()):  # "Long Beach"
            continue
        passage.claim(match.start(), match.end(), Criterion.AMENITIES, "unknown")
        words.append(match[0])
    return tuple(dict.fromkeys(words))


def _without_name(passage: Passage) -> AmenitiesReading | None:
    for match in passage.find(_TALK):
        passage.note(match.start(), match.end(), Criterion.AMENITIES, "amenities_named")
        return AmenitiesReading(unreadable=True)
    return None
