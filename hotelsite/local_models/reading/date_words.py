"""The patterns of words that name a day, a weekend or a vague time."""

from __future__ import annotations

import re
from typing import Final

from hotelsite.local_models.reading.patterns import one_of

MONTHS: Final = (
    "jan(?:uary)?", "feb(?:ruary)?", "mar(?:ch)?", "apr(?:il)?", "may", "june?", "july?", "aug(?:ust)?", "sept?(?:ember)?",
    "oct(?:ober)?", "nov(?:ember)?", "dec(?:ember)?",
)  # fmt: skip
WEEKDAYS: Final = ("mon(?:day)?", "tue(?:s|sday)?", "wed(?:nesday)?", "thu(?:rs|rsday)?", "fri(?:day)?", "sat(?:urday)?", "sun(?:day)?")  # fmt: skip
HOLIDAYS: Final = (
    "christmas eve", "christmas day", "christmas", "boxing day", "new years eve", "new years day", "new years?",
    "valentines day", "halloween", "independence day", "thanksgiving", "labor day", "memorial day", "good friday",
    "easter monday", "easter(?: sunday)?",
)  # fmt: skip

_A_MONTH: Final = one_of(*MONTHS)
MONTH: Final = f"(?P<month>{'|'.join(MONTHS)})"
WEEKDAY: Final = f"(?P<weekday>{'|'.join(WEEKDAYS)})"
NAMES_AND_WORDS: Final = frozenset(("mon", "wed", "sat", "sun"))
"""Short names of weekdays that are other words as well: they count only where a day can be named."""

_SUFFIX: Final = "(?:st|nd|rd|th)"
DAY: Final = rf"(?P<day>\d{{1,2}}){_SUFFIX}?"
NOT_COUNTING: Final = r"(?![\d:]|,\d{3}|\.\d| ?(?:%|percent|nights?|days?|weeks?|hours?|miles?|mi\b|km|dollars?|bucks|usd|people|beds?))"
"""After a number that is a day: it counts nothing."""
YEAR: Final = r"(?:,? ?(?:of |in )?(?P<year>(?:19|20)\d\d\b|'\d\d\b|(?:next|this) year\b))?"
_TIME_OF_DAY: Final = r"(?: (?:night|evening|morning|afternoon))?"

_TO_NUMERIC: Final = r" (?:to|untill?|till?|through|thru|and|-) "
_AFTER_TO: Final = one_of(
    *(rf"(?<=\d-\d\d {mark} )" for mark in ("to", "until", "till", "til", "through", "thru", "and", "-"))
)
"""Numbers joined by a dash are two days of a month, unless there are two such pairs."""
_THE_WEEK: Final = r"(?P<modifier>(?:this|(?:the )?(?:next|following|coming)) week)"
_MODIFIER: Final = one_of(
    r"this(?: (?:coming|upcoming|next))?", r"(?:the |that )?(?:coming|upcoming|next|following|same|very next)", "that", "last", "past"
)  # fmt: skip
_VAGUE_SPAN: Final = one_of(
    r"(?:next|this|the following|the same|all|early|later this|sometime this) (?:week|month|year|summer|winter|spring|fall|autumn)",
    r"the holidays",
    r"(?:over|during|for|around|in) (?:the )?(?:summer|winter|spring|fall|autumn|holidays)",
    rf"(?:in|during|for|early|mid|late|around|sometime in|end of|beginning of|start of|middle of|all of)[ -]?(?:early |mid |late |mid-)?{MONTH}",
    r"flexible (?:on |with )?(?:my |our |the )?dates?",
    r"dates? (?:is|are) flexible",
)
_PART_OF_MONTH: Final = one_of(
    rf"(?:the )?(?:\d{_SUFFIX}|last) (?:week|weekend|half|part|days) (?:of|in) {_A_MONTH}",
    rf"(?:the )?(?:week|weekend) of (?:the )?(?:\d{{1,2}}{_SUFFIX}?|{_A_MONTH} \d{{1,2}}{_SUFFIX}?)",
)

# Named after what is built of them; of two that overlap, the earlier in this list wins.
PATTERNS: Final[tuple[tuple[str, re.Pattern[str]], ...]] = tuple(
    (name, re.compile(pattern))
    for name, pattern in (
        ("iso", r"\b(?P<year>(?:19|20)\d\d)[-/.](?P<month>\d{1,2})[-/.](?P<day>\d{1,2})\b"),
        (
            "numeric",
            r"(?<![\d/.$])(?P<first>\d{1,2})(?P<mark>[/.-])(?P<second>\d{1,2})(?P=mark)(?P<year>\d{4}|\d{2})(?![\d/])",
        ),
        (
            "numeric",
            r"(?<![\d/.$])(?P<first>\d{1,2})/(?P<second>\d{1,2})(?![\d/]|\.\d| ?(?:miles?|star|bath))",
        ),
        ("numeric", rf"(?<![\d/.$-])(?P<first>\d\d)-(?P<second>\d\d)(?={_TO_NUMERIC}\d\d-\d\d\b(?!-))"),
        ("numeric", rf"(?<![\d/.$-])(?:{_AFTER_TO})(?P<first>\d\d)-(?P<second>\d\d)\b(?!-)"),
        ("dotted", r"(?<![\d/.$])(?P<day>\d\d)\.(?P<month>\d\d?)\.(?!\d)"),
        ("dotted", r"(?<![\d/.$])(?P<day>\d)\.(?P<month>\d\d)\.(?!\d)"),
        ("vague", rf"\b{_PART_OF_MONTH}\b"),
        (
            "month_day",
            rf"\b{MONTH}\b(?:\.? ?|, ?(?=(?:the )?\d{{1,2}}{_SUFFIX}))(?:the )?{DAY}\b{NOT_COUNTING}{YEAR}",
        ),
        (
            "day_month",
            rf"(?:\bthe )?(?<![\d$./])(?<![./-]\d\d-)(?<!\d{{4}}-){DAY}(?: day)?[ -]?(?:of )?{MONTH}\b\.?{YEAR}",
        ),
        (
            "day_of_month",
            rf"(?:\bthe )?(?<![\d$.]){DAY} (?:of )?(?P<modifier>this|next|the (?:next|following|current|same|coming)) month\b",
        ),
        ("holiday", rf"\b(?P<holiday>{'|'.join(HOLIDAYS)})\b"),
        (
            "counted",
            r"\b(?:in|within) (?:about )?(?P<count>a|\d{1,3}) (?P<unit>day|week)s?(?: time)?\b(?! (?:of|stay))",
        ),
        (
            "counted",
            r"\b(?P<count>a|\d{1,3}) (?P<unit>day|week)s? (?:from|after) (?:now|(?P<word>today|tomorrow))\b",
        ),
        ("offset", r"\b(?:the )?day after (?P<word>tomorrow)\b"),
        ("offset", rf"\b(?:later )?(?P<word>today|tonight|tomorrow|yesterday)s?{_TIME_OF_DAY}\b"),
        ("offset", r"\b(?:later )?(?P<word>this) (?:evening|afternoon|morning)\b"),
        ("offset", r"(?:(?<=from )|(?<=starting ))(?P<word>now)\b"),
        ("week_on", rf"\b(?:a|1) week (?:(?:from|on|after) )?(?:this |next )?{WEEKDAY}\b"),
        ("week_on", rf"\b{WEEKDAY} week\b(?! ?ends?)"),
        ("weekday_of_week", rf"\b{WEEKDAY},? (?:of )?{_THE_WEEK}\b(?! ?ends?)"),
        ("weekday_of_week", rf"\b{_THE_WEEK},?(?: on)? {WEEKDAY}\b"),
        (
            "weekday",
            rf"\b(?:(?P<modifier>{_MODIFIER}) )?{WEEKDAY}\b"
            rf"(?P<after> after next| after(?= *(?:$|[.,;!?]))| coming)?{_TIME_OF_DAY}",
        ),
        (
            "weekend",
            r"\b(?<!long )(?:(?P<modifier>this(?: coming)?|(?:the )?(?:next|coming|following)|the|that|last) )?weekend\b",
        ),
        ("vague", rf"\b{_VAGUE_SPAN}\b"),
        ("day", rf"\bthe (?P<day>\d{{1,2}}){_SUFFIX}?\b{NOT_COUNTING}"),
        ("day", rf"\b(?P<day>\d{{1,2}}){_SUFFIX}\b{NOT_COUNTING}"),
    )
)

AFTER_LONE_DAY: Final = re.compile(
    r" *(?:$|[.,;!?)\-&:]|(?:to|untill?|till?|through|thru|and|or|for|please|if|with|is|at|in|instead|thanks|then|would|will|"
    r"works?|i|we|my|so|but|when|as|on|now|not|too|actually|rather|because|since|maybe|only|also|our|it|this|that|are|was|can|could|"
    r"should|hopefully|sorry|pls|plz|check\w*|arriv\w*|leav\w*|depart\w*|returning|staying)\b)"
)
"""How a sentence goes on after a day of the month on its own: "the 1st of all" names none."""

_RANGE_MARK: Final = r" ?(?:-|to|untill?|till?|through|thru|and|&|up to) ?"
OTHER_END: Final = re.compile(
    rf"{_RANGE_MARK}(?:the )?{DAY}\b{NOT_COUNTING}(?!/| of (?!this|next|the )){YEAR}"
)
EARLIER_END: Final = re.compile(rf"(?<![\d$./-])(?:\bthe )?\b{DAY}{_RANGE_MARK}(?:the )?$")
ENDS_IN_MONTH: Final = re.compile(rf" ?(?:of )?{_A_MONTH}\b")
CORRECTED_DAYS: Final = re.compile(
    rf"\b(?:sorry|no|actually|rather|wait|oops|i mean(?:t)?|make (?:it|that)|should be)\b[ ,.:-]*"
    rf"(?:(?:no|sorry|actually|rather|i mean(?:t)?|make (?:it|that)|from|the)\b[ ,]*)*{DAY}(?P<mark>{_RANGE_MARK})"
    rf"(?:the )?(?P<last>\d{{1,2}}){_SUFFIX}?\b{NOT_COUNTING}"
)
"""Days without a month that take back days named before: "no, sorry, the 4th to the 6th"."""
BEFORE_SHORT_NAME: Final = re.compile(
    r"(?:^|\b(?:on|this|next|from|untill?|till?|to|thru|through|and|by|for|starting|arriving|leaving|of|in|out|or|between|every) ?"
    r"|[-,(&] ?)$"
)
COUNTED_FROM: Final = re.compile(
    r"\b(?P<count>a|the|\d{1,2}) (?P<unit>day|week)s? (?P<way>after|before) (?:the )?$"
)
"""Before a day: another one is meant, counted from it."""
