"""Reading how far the hotel may be from the airport and from the city centre."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import StrEnum
from itertools import takewhile
from typing import Final

from hotelsite.hotels.criteria import Criterion
from hotelsite.local_models.reading.asking import AIRPORT, CITY_CENTER, Anchor, Asked
from hotelsite.local_models.reading.evidence import Passage
from hotelsite.local_models.reading.patterns import all_of_it, one_of, whole


class DistanceProblem(StrEnum):
    """Why a distance was talked about and yet is no limit in miles."""

    UNIT = "unit"
    """Minutes, blocks or walking distance: a search knows miles only."""
    PLACE = "place"
    """A number of miles from a place that was not said; `miles` has it."""
    FARTHER = "farther"
    """Far from a place, or at least so far: a search knows the most miles only."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DistanceReading:
    """What a message says about distances, in miles."""

    airport: Decimal | None = None
    city_center: Decimal | None = None
    near: tuple[Anchor, ...] = ()
    """Places named without a number."""
    excluded: tuple[Anchor, ...] = ()
    """Places to keep away from: never a wish for them."""
    no_limit: bool = False
    no_limit_from: tuple[Anchor, ...] = ()
    """Places from which the distance does not matter, when only some are named."""
    problem: DistanceProblem | None = None
    miles: Decimal | None = None
    """The number whose place is open."""
    kilometers: Decimal | None = None
    """What the customer said, when miles were computed from it."""
    strong: bool = False
    """Miles of a place, or no limit, said in so many words."""

    @property
    def has_value(self) -> bool:
        """Tell whether anything certain was said that changes the limits."""
        return (
            self.airport is not None
            or self.city_center is not None
            or self.no_limit
            or bool(self.no_limit_from)
        )


_MILES_IN_A_KILOMETER: Final = Decimal("0.621371")

_AIRPORT: Final = r"(?:portland(?: international)? |pdx |international )?(?:airport|pdx)(?! shuttle)"
_CENTER: Final = one_of(
    r"down ?town(?: portland)?",
    r"(?:the )?(?:city|town)[ -]?cent(?:er|re)",
    r"cent(?:er|re) of (?:the )?(?:town|city|portland|everything)",
    r"(?:heart|middle) of (?:the )?(?:town|city|portland|downtown)",
    r"the cent(?:er|re)",
    r"central portland",
    r"(?:(?<=from )|(?<=of )|(?<=to )|(?<!fitness )(?<!business )(?<!shopping )(?<!convention )(?<!conference )(?<!medical )(?=cent(?:er|re)(?: ?[:=-])?"
    r"(?: (?:max(?:imum)?|within|up to|under|at most|less than|below))* ?\d))cent(?:er|re)(?! (?:of|for|court))",
)
_PLACE: Final = re.compile(rf"(?<!\w)(?:(?P<airport>{_AIRPORT})|(?P<city_center>{_CENTER}))(?!\w)")
_CENTRAL: Final = whole(
    r"(?<!\w)(?:in|near|to|at|around|by|of|from|is|close to) cent(?:er|re)(?! (?:of|for|court))",
    r"central(?:ly)? (?:located|location|area|place|hotel|spot|situated)",
    r"(?<=as )central|(?<=very )central|(?<=really )central|(?<=quite )central|(?<=fairly )central|(?<=pretty )central",
    r"(?<=is )central|(?<=be )central|(?<=more )central|(?<=something )central|(?<=somewhere )central|(?<=and )central",
    r"cent(?:er|re) area",
    r"^\W*(?:in |the |in the )?cent(?:er|re)(?: please| would be \w+)?(?=\W*$)",
)
_LENGTH: Final = re.compile(
    r"(?P<minus>(?<![\w.])-)?(?<![\w/.])(?:(?P<part>half an?|a half|half|3 quarters of a|(?:a )?quarter(?: of a)?|an?)"
    r"|(?:(?P<number>\d+(?:\.\d+)?)(?P<and_half> and a half| 1/2)?)|(?P<fraction>[13]/[234])) ?-?"
    r"(?P<unit>miles?|mi|kms?|kilomet(?:er|re)s?)\b(?P<half> and a half)?"
)
_LENGTH_UNSAID: Final = re.compile(r"(?<![\w.])(?P<number>\d{1,2}(?:\.\d+)?) (?:from|of|to) (?:the )?")
_BEFORE_ITS_LENGTH: Final = re.compile(
    r" ?(?:[:=-] ?)?(?:(?:is|up to|at most|max(?:imum)?(?: of)?|within|under|below|less than|no more than) )*\d"
)
"""After a place: the length that follows is measured from it."""
_ITS_LENGTH_UNSAID: Final = re.compile(
    r" ?(?:[:=-] ?)?(?:(?:is|up to|at most|max(?:imum)?(?: of)?|within|under|below|less than|no more than) )+"
    r"(?P<number>\d{1,2}(?:\.\d+)?)(?=\W*$|[,.;!]| and\b)"
)
_OTHER_UNIT: Final = whole(
    r"(?:\d+|a few|few|several|a couple of)(?: ?(?:-|to|or) ?\d+)?[ -]?(?:minutes?|mins?|blocks?|feet|ft|met(?:er|re)s?|yards?|hours?)",
    r"walking distance",
    r"walkable",
    r"(?:short|easy|quick) (?:walk|drive|ride)",
    r"(?:walk|drive) (?:to|from|of)",
)

_LIMITING: Final = re.compile(
    r"\b(?:within|under|below|less than|fewer than|max(?:imum)?(?: of)?|at most|up to|(?:no|not) (?:more|further|farther) than|make it|distance|radius|about|around|make that|closer than)(?: (?:a|of|is|to|about))* ?$"
    r"|^\W*(?:only |just |maybe |ok(?:ay)? |yes |no )*$"
)
"""Before a length whose place is not said: it limits something, and is not how far one runs every day."""
_AT_LEAST: Final = re.compile(
    r"\b(?:at least|more than|over|minimum(?: of)?|(?:no|not) (?:closer|nearer|less) than|beyond) (?:about )?$"
)
_NEGATION: Final = re.compile(r"\b(?:no|not|nothing|never|dont|cant)\b[^,.;]{0,20}$")
_AWAY: Final = re.compile(
    r"(?<!\w)"
    + one_of(
        r"not(?: too)?(?: (?:near|close to|in|by|at|next to|around))?",
        r"(?:anything|anywhere|everything) (?:but|except|other than)(?: in| near)?",
        r"far(?: away)? from",
        r"away from",
        r"outside(?: of)?",
        r"avoid(?:ing)?",
        r"except(?: for)?",
        r"dont want (?:to (?:be|stay) |it )?(?:in|near|at|by)",
    )
    + r" (?:the )?$"
)
_NOT_FAR: Final = re.compile(r"\b(?:not|isnt|nothing)(?: too| very| so| that)? far(?: away)? from (?:the )?$")

# People stay in the centre; an airport they also fly from, park at and are met at.
_NEAR: Final = re.compile(
    r"(?<!\w)"
    + one_of(
        r"near(?:by|er|est)?", r"clos(?:e|er|est)(?: by)?", r"next", r"beside", r"by", r"around", r"at", r"in", r"far(?: away)?",
        r"convenient", r"proximity", r"adjacent", r"access", r"distance", r"walk", r"drive", r"minutes", r"vicinity", r"from",
        r"how (?:far|close|near) is",
    )
    + r"(?: to| from| of| for)? (?:the )?$"
)  # fmt: skip
_CLEARLY_NEAR: Final = re.compile(
    r"\b(?:near|close|closer|next|distance|far|right (?:by|at|beside|on)|just (?:by|off)) [^,.]{0,12}$"
)
_TRAVEL: Final = re.compile(
    r"\b(?:get|getting|com(?:e|ing)|travel\w*|taxi|cab|shuttle|transport\w*|transfer|pick\w*|ride|bus|train|land\w*|fly\w*|"
    r"flight|park\w*|meet\w*|am|are|be|waiting|lost|left)\b[^.,;]{0,25}$"
)
_NOT_A_PLACE_TO_STAY: Final = re.compile(
    r"[ -](?:shuttle|parking|transfer|transport\w*|pick ?up|taxi|restaurants?|garage|attractions)\b"
)
_AIRPORT_HOTEL: Final = re.compile(r" (?:hotels?|area|location|rooms?|inn|motel|side)\b")

_DISTANCES: Final = r"(?:distances?|how far(?: away)?(?: it is)?)"
_NO_LIMIT: Final = whole(
    r"(?:(?<=, )|(?<=; )|(?<=and )|(?<=or )|^)anywhere(?: (?:is fine|works|will do|is ok|in (?:portland|town|the city)))?(?=\W*$|[,;.])",
    r"(?:can|could|may|might|would) be anywhere|wherever(?! (?:i|we|you|they))|anywhere(?= (?:in|around) (?:portland|town|the city|the area))",
    rf"{_DISTANCES} (?:doesnt|does not|isnt|is not|dont|is)(?: really)? (?:matter|important|irrelevant|an (?:issue|factor|concern)|a (?:factor|concern|problem))(?: at all)?(?: to (?:us|me))?",
    r"any distances?",
    r"no (?:limit|preference|restriction)s? (?:on|for|about|in|regarding) (?:the )?distances?",
    r"no (?:distance|mileage) (?:limit|preference|restriction)s?",
    rf"(?:dont|do not) (?:really )?(?:care|mind)(?: about)? (?:the )?{_DISTANCES}",
    r"(?:doesnt|does not|wont|isnt|not)(?: really)? (?:matter|important)(?: to (?:us|me))?(?: at all)? how far(?: away)?"
    r"(?: (?:it is|we are|the hotel is|out))?(?! (?:from|to)\b)",
    r"(?:no matter how far|regardless of (?:the )?distance|however far|whatever the distance)",
    r"(?:forget|ignore|drop|remove|delete|skip|lift) (?:about )?(?:the )?distances?(?: (?:limits?|requirements?|restrictions?))?",
    rf"(?:no|without|forget|ignore|drop|remove|delete|lift)(?: about)?(?: the| any)?(?= (?:{AIRPORT}|{CITY_CENTER})(?: distance)? (?:limit|restriction|requirement|radius))",
)
_TALK: Final = whole(r"distances?", r"how (?:far|close)", r"miles", r"kilometers?")
_NAMED_ALONE: Final = re.compile(
    r"\W*(?:(?:please|i want to|i would like to|can we|lets|change|edit|adjust|update|modify|the|my|our) )*distances?(?: please| limits?)*\W*$"
)
_BARE: Final = re.compile(
    r"\W*(?:(?:about|around|within|under|below|up to|at most|no more than|not more than|less than|max(?:imum)?|say|maybe|make it|"
    r"lets say|like|i would say|i think|the|of|a|radius|it|is|should be|can be|ok|okay|yes|and|only|just|roughly|please)\W+)*"
    r"-?\d+(?:\.\d+)?(?: or (?:less|so|closer|under)| max(?:imum)?| tops| at most| please)*\W*"
)
_NUMBER: Final = re.compile(
    r"(?<![\w.])-?\d+(?:\.\d+)?(?![\d.]*\d| ?-?(?!(?:or|from|to|of|away|max|maximum|tops|at|and|but|please|is|would|for|if)\b)[a-z])"
)
_BOTH: Final = whole(r"both", r"either")
_ONLY_BOTH: Final = all_of_it(r"(?:both|each)(?: of (?:them|those))?(?: please)?")


def read_distance(passage: Passage, asked: Asked) -> DistanceReading | None:
    """Return what the message says about distances, None when it says nothing; claims the words it used.

    A kilometre is 0.621371 miles, rounded to tenths. A bare number counts only when the distance is the open question.
    """
    is_asked = asked.criterion is Criterion.DISTANCE
    reading = _no_limit(passage) or _with_unit(passage, asked)
    if is_asked and not reading.has_value and reading.problem is None:
        reading = _bare_answer(passage, asked, reading)
    reading = _near(passage, reading, is_asked=is_asked)
    if reading != DistanceReading():
        return reading
    for match in passage.find(_TALK):
        if is_asked or asked.hotel or _NAMED_ALONE.match(passage.text):
            passage.note(match.start(), match.end(), Criterion.DISTANCE, "distance_named")
            return reading
    return None


def _claim(passage: Passage, start: int, end: int, kind: str) -> None:
    passage.claim(start, end, Criterion.DISTANCE, kind)


def _no_limit(passage: Passage) -> DistanceReading | None:
    for match in passage.find(_NO_LIMIT):
        _claim(passage, match.start(), match.end(), "no_limit")
        places = _places(passage.open_text, match.end())
        for place in places:
            _claim(passage, place.start(), place.end(), "place")
        named = _anchors(places)
        return DistanceReading(no_limit=not named, no_limit_from=named, strong=True)
    return None


def _places(text: str, start: int) -> list[re.Match[str]]:
    """Return the places named from `start` on, before the sentence ends or another length begins."""
    stop = re.compile(r"[.;!?~]|(?<!instead of )(?<!rather than )(?<!not )\d").search(text, start)
    places = _places_between(text, start, stop.start() if stop else len(text))
    return [place for place in places if not _BEFORE_ITS_LENGTH.match(text, place.end())]


def _places_between(text: str, start: int, end: int) -> list[re.Match[str]]:
    return list(takewhile(lambda place: place.end() <= end, _PLACE.finditer(text, start)))


def _anchors(places: list[re.Match[str]]) -> tuple[Anchor, ...]:
    return tuple(Anchor(place.lastgroup) for place in places)


def _places_of(length: re.Match[str], text: str) -> list[re.Match[str]]:
    """Return the places that a length is measured from: named after it, else before it."""
    if places := _places(text, length.end()):
        return places
    begin = max(text.rfind(mark, 0, length.start()) for mark in ".;!?~") + 1
    return _places_between(text, begin, length.start())[-1:]


def _without_unit(passage: Passage, reading: DistanceReading) -> DistanceReading:
    """Read a further limit whose unit was said with the first: "5 miles from the airport and 2 from downtown"."""
    for match in passage.find(_LENGTH_UNSAID):
        place = _PLACE.match(passage.open_text, match.end())
        if place is None:
            continue
        _claim(passage, *match.span("number"), "miles")
        _claim(passage, *place.span(), "place")
        reading = _limited(reading, _anchors([place]), Decimal(match["number"]), None)
    for place in passage.find(_PLACE):
        if number := _ITS_LENGTH_UNSAID.match(passage.open_text, place.end()):
            _claim(passage, *number.span("number"), "miles")
            _claim(passage, *place.span(), "place")
            reading = _limited(reading, _anchors([place]), Decimal(number["number"]), None)
    return reading


def _with_unit(passage: Passage, asked: Asked) -> DistanceReading:
    reading = DistanceReading()
    for match in passage.find(_LENGTH):
        text = passage.open_text
        places = _places_of(match, text)
        anchors = _anchors(places) or (asked.anchors if len(asked.anchors) == 1 else ())
        before = text[max(0, match.start() - 100) : match.start()]
        is_limit = asked.hotel or _LIMITING.search(before)
        is_elsewhere = not is_limit or _from_elsewhere(text[match.end() :])
        if not anchors and asked.criterion is not Criterion.DISTANCE and is_elsewhere:
            continue
        _claim(passage, match.start(), match.end(), "miles")
        for place in places:
            _claim(passage, place.start(), place.end(), "place")
        if _AT_LEAST.search(before) and not _NEGATION.search(_AT_LEAST.sub("", before)):
            reading = replace(reading, problem=DistanceProblem.FARTHER, excluded=anchors)
        else:
            reading = _limited(reading, anchors, *_miles(match))
    return _without_unit(passage, reading) if reading.has_value else reading


def _from_elsewhere(after: str) -> bool:
    return bool(re.match(r" (?:of|from|to|away from|radius of|around) (?!it\b|there\b)", after))


def _limited(
    reading: DistanceReading, anchors: tuple[Anchor, ...], miles: Decimal, kilometers: Decimal | None
) -> DistanceReading:
    if not anchors:
        return replace(reading, problem=DistanceProblem.PLACE, miles=miles, kilometers=kilometers)
    return replace(
        reading,
        airport=miles if Anchor.AIRPORT in anchors else reading.airport,
        city_center=miles if Anchor.CITY_CENTER in anchors else reading.city_center,
        kilometers=kilometers or reading.kilometers,
        strong=True,
    )


def _miles(match: re.Match[str]) -> tuple[Decimal, Decimal | None]:
    """Return a length in miles, and in kilometres where it was said so."""
    match match["part"]:
        case None if match["fraction"]:
            above, below = match["fraction"].split("/")
            number = (Decimal(above) / Decimal(below)).quantize(Decimal("0.01")).normalize()
        case None:
            number = Decimal(match["number"])
        case part if "half" in part:
            number = Decimal("0.5")
        case part if "quarters" in part:
            number = Decimal("0.75")
        case part if "quarter" in part:
            number = Decimal("0.25")
        case _:
            number = Decimal(1)
    number += Decimal("0.5") if match["half"] or match["and_half"] else 0
    number = -number if match["minus"] else number
    if not match["unit"].startswith("k"):
        return number, None
    return (number * _MILES_IN_A_KILOMETER).quantize(Decimal("0.1")), number


def _bare_answer(passage: Passage, asked: Asked, reading: DistanceReading) -> DistanceReading:
    """Read "5" or "10 or less" after a question about miles, and "downtown" after "5 miles of which?"."""
    text = passage.open_text
    places = list(_PLACE.finditer(text))
    anchors = _anchors(places) or ((Anchor.AIRPORT, Anchor.CITY_CENTER) if _BOTH.search(text) else ())
    numbers = list(_NUMBER.finditer(text))
    if len(numbers) == 1 and (anchors or _BARE.fullmatch(text)):
        _claim(passage, *numbers[0].span(), "miles")
        miles = Decimal(numbers[0][0])
        anchors = anchors or (asked.anchors if len(asked.anchors) == 1 else ())
    elif asked.miles is not None and anchors and not numbers:
        miles = asked.miles
    else:
        return reading
    for place in places:
        _claim(passage, place.start(), place.end(), "place")
    return _limited(reading, anchors, miles, None)


def _near(passage: Passage, reading: DistanceReading, *, is_asked: bool) -> DistanceReading:
    near: list[Anchor] = []
    excluded = list(reading.excluded)
    for pattern in (_PLACE, _CENTRAL):
        for match in passage.find(pattern):
            anchor = Anchor(match.lastgroup) if match.lastgroup else Anchor.CITY_CENTER
            before = passage.open_text[max(0, match.start() - 100) : match.start()]
            if is_asked or _is_wish(anchor, before, passage.open_text[match.end() :]):
                _claim(passage, match.start(), match.end(), "place")
                away = _AWAY.search(before) and not _NOT_FAR.search(before)
                (excluded if away else near).append(anchor)
    if is_asked and not near and _ONLY_BOTH.match(passage.open_text):
        near = list(Anchor)
    reading = replace(reading, near=tuple(dict.fromkeys(near)), excluded=tuple(dict.fromkeys(excluded)))
    if near or (is_asked and not reading.has_value):
        for match in passage.find(_OTHER_UNIT):
            _claim(passage, match.start(), match.end(), "unit")
            reading = replace(reading, problem=DistanceProblem.UNIT)
    if excluded and reading.problem is None:
        reading = replace(reading, problem=DistanceProblem.FARTHER)
    return reading


def _is_wish(anchor: Anchor, before: str, after: str) -> bool:
    """Tell whether a place is named as one to be near to, or to keep away from."""
    if _NOT_A_PLACE_TO_STAY.match(after):
        return False
    if anchor is Anchor.CITY_CENTER or _AWAY.search(before) or _AIRPORT_HOTEL.match(after):
        return True
    return bool(_NEAR.search(before)) and (not _TRAVEL.search(before) or bool(_CLEARLY_NEAR.search(before)))
