"""Reading the room type: one bed, two beds, a suite, any, or what it must not be."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from hotelsite.hotels.criteria import Criterion, RoomType
from hotelsite.local_models.reading.asking import Asked
from hotelsite.local_models.reading.evidence import Passage
from hotelsite.local_models.reading.patterns import all_of_it, one_of, whole


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomReading:
    """What a message says about the room type."""

    room_type: RoomType | None = None
    any: bool = False
    """No preference, said explicitly."""
    negated: tuple[RoomType, ...] = ()
    """Types the customer does not want: never a wish for them."""
    options: tuple[RoomType, ...] = ()
    """Types to choose from, where the customer named several."""
    unreadable: bool = False
    """The room is talked about without a type that we know."""
    strong: bool = False
    """A type is named, or all are declined."""

    @property
    def has_value(self) -> bool:
        """Tell whether anything certain was said that sets the room type."""
        return self.room_type is not None or self.any


_BED: Final = r"(?:size[d]?[ -])?(?:beds?|bedded)(?!-?rooms?)"
_ADJECTIVES: Final = (
    r"(?:(?:separate|single|double|queen|king|twin|full|big|large|comfortable|comfy|size[d]?)[ -])*"
)
_GRADE: Final = one_of(
    r"junior", r"family", r"executive", r"presidential", r"master", r"honeymoon", r"bridal", r"deluxe", r"premium",
    r"corner", r"penthouse", r"luxury", r"king", r"queen", r"studio", r"big", r"nice",
)  # fmt: skip
_ALONE: Final = r"(?= (?:please|pls|is|would|will|should|for|with|at|room|instead|rather|not|and|or|but|if|would|thanks)\b|[,.!?]|\W*$)"

_TYPES: Final = {
    RoomType.TWO_BEDS: one_of(
        rf"(?:2|twin|separate|a pair of)[ -]{_ADJECTIVES}{_BED}",
        rf"double[ -](?:(?:single|queen|king|twin|full)[ -])+{_BED}",
        r"double[ -](?:size[d]?[ -])?beds",
        r"2 (?:queens|kings|doubles|singles|twins|fulls)",
        r"2 ?x (?:(?:king|queen|single|double|twin|full)s?|beds?)",
        r"double queens?",
        r"twin(?:[ -](?:bedded )?rooms?|-bedded)",
        rf"twins?{_ALONE}",
        r"a bed each",
    ),
    RoomType.ONE_BED: one_of(
        rf"(?:a |1 |just 1 |only 1 )?(?:king|queen|single|full)(?:[ -](?:size|sized))?[ -]{_ADJECTIVES}{_BED}",
        rf"1[ -]{_BED}",
        r"(?:a |1 )?double[ -](?:size[d]?[ -])?bed(?!-?rooms?)",
        rf"(?:just )?(?:1|an?)[ -](?:(?:big|large|huge|comfy|comfortable|nice|proper|normal|regular|standard|double|good|soft)[ -])+{_BED}",
        r"1 ?x (?:king|queen|single|double|twin)s?",
        r"(?:single|double|king|queen|king[ -]sized?|queen[ -]sized?)(?:[ -]occupancy)?[ -]rooms?",
        r"(?:a|1) (?:king|queen)(?! suite)",
        rf"(?:king|queen|single|double)s?(?! (?:suite|beds?)){_ALONE}",
    ),
    RoomType.SUITE: rf"(?:{_GRADE} )*(?<!en )(?<!en-)(?<!home2 )(?<!embassy )(?<!inn & )(?<!homewood )suites?(?! (?:by|hotel|inn|#|no\.?|number|\d{{2,}})\b)",
}  # fmt: skip
_NOT_OURS: Final = one_of(
    r"[1-4][ -]?bed-?rooms?", r"triple[ -]rooms?", r"[3-9] (?:(?:single|double|queen|king|twin) )?beds?", r"family[ -]rooms?", r"studios?(?: room)?", r"bunk beds?",
    r"apartment", r"standard room", r"deluxe room",
)  # fmt: skip
_NAMED: Final = re.compile(
    r"(?<!\w)(?:"
    + "|".join(f"(?P<{kind.value}>{pattern})" for kind, pattern in _TYPES.items())
    + rf"|(?P<not_ours>{_NOT_OURS}))(?!\w)"
)
_NOT_WANTED: Final = re.compile(
    r"(?<!\w)"
    + one_of(
        r"no", r"not", r"isnt", r"(?:doesnt|does not|dont|do not) (?:have|need) to be", r"(?:dont|do not)(?: really| actually)? (?:need|want|like|require)", r"no need (?:for|of|to (?:have|get|book|take))", r"without", r"instead of", r"rather than",
        r"any(?:thing|where)?(?: room)? (?:but|except)", r"other than", r"neither", r"nor", r"avoid", r"than",
        r"no longer (?:need|want)", r"hate", r"forget(?: about)?", r"never ?mind", r"skip", r"drop", r"no more", r"scratch", r"in place of", r"(?:chang|switch|swap|mov|go)\w*(?: (?:it|that|the room|my room|room type))? from",
    )
    + r"(?: (?:a|an|the|any|have|be|in|really|necessarily|another|of))* ?$"
)  # fmt: skip
_ROOMS: Final = r"(?:rooms?|beds?)(?: ?(?:types?|sizes?|kinds?))?"
_ANY: Final = whole(
    r"any (?:room|type|kind|sort|bed)(?: ?type| of (?:room|bed))?s?(?: (?:will do|is fine|works|size))?(?! (?:available|left|in|near|for|with|at|on|under|from|that|which|in))",
    rf"{_ROOMS} (?:does not|doesnt|dont|isnt|is not|do not)(?: really)? (?:matter|important|an issue)",
    r"no (?:room|bed)(?: ?type| size)? preferences?",
    r"no preference (?:on|for|about|regarding|in|as to) (?:the )?(?:room|bed)s?",
    rf"(?:dont|do not) (?:really )?(?:care|mind)(?: about)?(?: the| what| which)? (?:(?:kind|type|sort) of )?{_ROOMS}",
    r"whatever (?:kind of )?(?:room|bed)",
    r"(?:doesnt|does not|dont|no|not) matter(?: to (?:me|us))? (?:what|which) (?:(?:kind|type|sort|size) of )?(?:room|bed)s?",
    r"(?:either|all) (?:room|bed|type)s? (?:is|are|will be|would be|works?)",
)
_TALK: Final = whole(
    r"room ?types?",
    r"(?:types?|kinds?|sorts?) of (?:(?:the|your) )?(?:rooms?|beds?)",
    r"bed (?:sizes?|types?|options?)",
    r"(?:change|different|bigger|smaller|larger|upgrade)(?: (?:my|the|to|a))* room",
    r"room (?:sizes?|options|upgrade)",
    r"(?:what|which) (?:kind of |sort of )?beds?",
)
_COUNT: Final = all_of_it(r"(?:just |only )?(?P<beds>[12])(?: please)?")
_RATHER: Final = re.compile(
    r"~,? ?(?:but |just |only |rather )*(?P<beds>[12]|one|two)(?: is enough| please)?\W*$"
)
"""After a type that is refused: "not two beds, one"."""
_CORRECTED: Final = whole(
    r"actually", r"sorry", r"i mean", r"make (?:that|it)", r"instead", r"no wait", r"scratch that"
)
_OR: Final = whole(r"or")


def read_room(passage: Passage, asked: Asked) -> RoomReading | None:
    """Return what the message says about the room type, None when it says nothing; claims the words it used.

    A double room is one with a double bed. One and two bedrooms, family and triple rooms are asked about.
    """
    for match in passage.find(_ANY):
        passage.claim(match.start(), match.end(), Criterion.ROOM_TYPE, "any")
        return RoomReading(any=True, strong=True)
    wanted: list[RoomType] = []
    negated: list[RoomType] = []
    others = False
    for match in passage.find(_NAMED):
        before = passage.before(match.start())
        passage.claim(match.start(), match.end(), Criterion.ROOM_TYPE, match.lastgroup or "")
        if match.lastgroup == "not_ours":
            others = True
        else:
            (negated if _NOT_WANTED.search(before) else wanted).append(RoomType(match.lastgroup or ""))
    if negated and not wanted and (rather := _RATHER.search(passage.open_text)):
        passage.claim(*rather.span("beds"), Criterion.ROOM_TYPE, "beds")
        wanted.append(RoomType.TWO_BEDS if rather["beds"] in ("2", "two") else RoomType.ONE_BED)
    if wanted or negated:
        return _settled(passage.text, wanted, tuple(dict.fromkeys(negated)))
    return RoomReading(unreadable=True, strong=True) if others else _without_type(passage, asked)


def _settled(text: str, wanted: list[RoomType], negated: tuple[RoomType, ...]) -> RoomReading:
    types = list(dict.fromkeys(kind for kind in wanted if kind not in negated))
    if not types:
        return RoomReading(negated=negated, strong=True)
    if len(types) == 1 or (_CORRECTED.search(text) and not _OR.search(text)):
        return RoomReading(room_type=types[-1], negated=negated, strong=True)
    return RoomReading(options=tuple(types), negated=negated, strong=True)


def _without_type(passage: Passage, asked: Asked) -> RoomReading | None:
    if asked.criterion is Criterion.ROOM_TYPE and (match := _COUNT.match(passage.open_text)):
        passage.claim(match.start("beds"), match.end("beds"), Criterion.ROOM_TYPE, "beds")
        return RoomReading(
            room_type=RoomType.ONE_BED if match["beds"] == "1" else RoomType.TWO_BEDS, strong=True
        )
    for match in passage.find(_TALK):
        passage.note(match.start(), match.end(), Criterion.ROOM_TYPE, "room_named")
        return RoomReading(unreadable=True)
    return None
