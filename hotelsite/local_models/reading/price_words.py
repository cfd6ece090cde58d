"""What customers say around an amount of money, and about prices without one."""

from __future__ import annotations

import re
from typing import Final

from hotelsite.local_models.reading.patterns import one_of, whole
from hotelsite.local_models.reading.vocabulary import FUNCTION_WORDS

_CURRENCY: Final = one_of(r"us ?\$", r"ca\$", r"au?\$", r"c\$", r"\$", "€", "£", "¥", "₹", "usd", "eur", "gbp", "jpy", "cad", "aud", "chf")  # fmt: skip
_CURRENCY_WORD: Final = one_of(
    r"us dollars?", r"canadian dollars?", r"australian dollars?", r"dollars?", r"bucks?", "usd", r"euros?", "eur",
    r"pounds?(?: sterling)?", "quid", "gbp", "yen", "jpy", r"rupees?", "inr", r"pesos?", r"francs?", "chf", "cad", "aud",
    "kroner", "kronor", "yuan", "rmb", "won", "€", "£", "¥", r"\$",
)  # fmt: skip
DOLLARS: Final = frozenset(
    ("$", "us$", "us $", "usd", "dollar", "dollars", "buck", "bucks", "us dollars", "us dollar")
)

_GROUPED: Final = r"(?P<grouped>\d{1,3}(?:\.\d{3})+(?![.\d])|(?<![\d~] )[1-9]\d{0,2}(?: \d{3})+(?! ?\d))"
"""Thousands set apart by points or spaces, which are something else to other readers: asked about rather than taken."""
_BROKEN: Final = r"(?P<broken>\d+,\d{1,2}(?![,\d])|\d+ 0\d\b|\d+\.\d{3,})"
"""Digits that make no amount as they stand."""
AMOUNT: Final = re.compile(
    rf"(?P<minus>(?<![\w)~])(?<![\d~] )-)?(?:(?<![\w$])(?P<currency>{_CURRENCY}) ?(?P<minus_after>-(?=\d))?)?"
    rf"(?<![\w.])(?P<number>{_GROUPED}|{_BROKEN}|\d+(?:\.\d{{1,2}})?)(?!\d|[/:]\d)(?P<science>e\+?\d+\b)?"
    rf"(?: ?(?P<word>{_CURRENCY_WORD})(?![a-z]))?(?P<plus> ?\+)?"
)

PER_NIGHT: Final = re.compile(
    r" ?(?:(?:/|per|an?|each|every|for (?:each|an?|the|1|one|every)) ?-?(?:night|nt|day)|nightly|pn|p/n|/n|(?:per|a|each) room)\b"
)
NIGHTLY: Final = whole(r"(?:per|a|each|every) night", r"nightly", r"/ ?night")

_STAY: Final = r"(?:stay|trip|visit|time|vacation|holiday)"
TOTAL_AFTER: Final = re.compile(
    r" ?(?:or less |max(?:imum)? |tops )?(?:in )?"
    + one_of(
        r"total",
        r"altogether",
        r"all together",
        r"in all",
        r"all in",
        r"overall",
        rf"(?:for|over) (?:the|my|our) (?:\w+ )?{_STAY}",
        r"(?:for|over) (?:the|my|our) (?:whole|entire|full|complete)",
        r"for everything",
        r"(?:for|over) (?:the|all|those|these|both|all the) (?:\d+ )?(?:nights|days|weekend|week)",
    )
    + r"\b"
)
TOTAL_BEFORE: Final = re.compile(
    r"\btotal(?: (?:budget|price|cost|of|spend|is|at|about|under|below|up to|at most))* ?\$?$"
    rf"|\b(?:whole|entire) {_STAY}\b[^.;]{{0,25}}$"
)
FOR_NIGHTS: Final = re.compile(
    r" ?(?:max(?:imum)? |total )?for (?:an? )?(?:\d+ (?:nights|days|weeks?)|week)\b"
)

_FILLER: Final = r"(?: (?:a|of|is|at|to|be|about|around|the|price|budget|rate|amount|my|our|total|only|exactly|like|than|was|and|maybe))*"
BOUND_BEFORE: Final = re.compile(
    "(?P<max>(?<!\\w)"
    + one_of(
        "under", "below", "beneath", r"less (?:than|then)", r"lower (?:than|then)", r"cheaper (?:than|then)", r"at (?:the )?most",
        "up ?to", r"as (?:high|much) as", "within", r"max(?:imum)?", r"upper (?:limit|bound)", "limit", r"cap(?:ped)?", "ceiling", "budget", "afford",
        r"spend(?:ing)?", r"pay(?:ing)?", "most",
    )
    + rf"(?!\w){_FILLER}|<=?|≤)|(?P<min>(?<!\w)"
    + one_of(
        r"at (?:the )?least", "over", "above", r"more (?:than|then)", r"min(?:imum)?", r"lower (?:limit|bound)", "starting(?: from)?",
        r"upwards?", r"higher (?:than|then)", r"exceed(?:ing)?", "beyond", "from",
    )
    + rf"(?!\w){_FILLER}|>=?|≥)"
)  # fmt: skip
TURNABLE: Final = whole(
    "over",
    "above",
    "more",
    "under",
    "below",
    "less",
    "lower",
    "higher",
    r"exceed(?:ing)?",
    "beyond",
    "cheaper",
)
"""Bounds that a "not" turns round: "not over 200" is the most."""
NEGATION: Final = re.compile(
    r"\b(?:no|not|nothing|never|dont|doesnt|shouldnt|cant|cannot|wont|without|nor|isnt)\b[^,.;]{0,30}$"
)
GAP_TO_AMOUNT: Final = re.compile(rf"{_FILLER} ?(?:us ?)?\$? ?")
SET_TO: Final = re.compile(r"\b(?:to|at|is|be|of|as) (?:us ?)?\$? ?$")
BOUND_AFTER: Final = re.compile(
    r"(?: ?(?:/|per|an?|each|every) ?night| nightly)?[ ,]*(?:(?:is|as|for|being|my|the|our|an?|absolute) )*(?:"
    r"(?P<max>max(?:imum)?|or (?:less|under|below|lower|cheaper)|tops?|at (?:the )?most|and (?:under|below|less)|upper limit|limit|cap|ceiling|budget)"
    r"|(?P<min>min(?:imum)?|or (?:more|above|over|higher|up)|and (?:up(?! to)|upwards?|above|over|more)|at (?:the )?least|lower limit)"
    r")\b"
)
BOUND_OF_NEXT: Final = re.compile(r" ?(?:of |is )?\$?\d")
"""After a bound: it belongs to the amount that follows rather than to the one before."""
RANGE_MARK: Final = re.compile(
    r" ?(?:/ ?night )?(?:-|to|and|through|up to|until) ?(?:(?:a maximum of|at most|max(?:imum)?(?: of)?|about) )?(?:us ?)?\$? ?"
)
RANGE_AHEAD: Final = re.compile(
    r" ?(?:-|to|and) ?(?:us ?)?\$? ?\d+(?:\.\d\d)? ?(?:dollars|bucks|usd|/ ?night|per night|a night|nightly)"
)
BETWEEN: Final = re.compile(r"\b(?:between|somewhere from|in the range) (?:of )?$")
OTHER_AMOUNT: Final = re.compile(r" (?:and|to) \$?\d{2,4}(?! ?(?:[-/:]|\d|miles?|km|people|minutes))")
"""After a number: "between 100 and 180" is a price, where nothing is counted."""
APPROXIMATELY: Final = re.compile(
    r"(?:\b(?:about|around|roughly|approximately|approx\.?|circa|close to|somewhere around|in the region of)|~) ?(?:us ?)?\$? ?$"
)
APPROXIMATELY_AFTER: Final = re.compile(r" ?-?(?:ish|or so|more or less|give or take|range)\b")

TALK_OF_MONEY: Final = re.compile(
    r"\b(?:budget|price[sd]?|pricing|spend|spending|pay|paying|costs?|costing|rates?|afford|cheap\w*|expensive|money|range|"
    r"limit|bucks|dollars|a night|per night|nightly|each night|fee)\b|\$"
)
NO_PRICE_AFTER: Final = re.compile(
    r"(?: ?(?:dollars?|bucks|usd))?(?: (?:hotel|travel|hilton|store))?"
    r" (?:vouchers?|coupons?|gift ?(?:cards?|certificates?)|(?:resort |store )?credits?\b(?! card)|rebates?|refunds?|cash ?back|off\b)"
)
NO_PRICE_BEFORE: Final = re.compile(
    r"\b(?:vouchers?|coupons?|gift ?(?:cards?|certificates?)|rebates?|refunds?)(?: (?:for|of|worth|over|with))? (?:us ?)?\$? ?$"
)
"""An amount that pays for a stay, or comes off it, is no limit of its price."""
MORE: Final = re.compile(
    r"\b(?:rais|increas|bump|up|add|extend|stretch|go)\w*\b[^.;]{0,40}\bby (?:us ?)?\$? ?$"
    r"|\b(?:spend|pay|go) (?:another|an extra|up to another|an additional) \$? ?$"
)
LESS: Final = re.compile(r"\b(?:lower|reduc|cut|decreas|drop|bring)\w*\b[^.;]{0,40}\bby (?:us ?)?\$? ?$")
MORE_AFTER: Final = re.compile(r" ?(?:(?P<more>more|higher|extra)|less|lower|cheaper)\b(?! than \$?\d)")

_NEXT_WORD: Final = re.compile(r" ?-?([a-z]{2,})")
_GOES_ON: Final = FUNCTION_WORDS | frozenset(
    """
    max maximum min minimum total tops night nightly altogether budget limit works work pp pn plus ish higher lower cheaper extra
    okay ok sounds please pls plz thanks thank thx ty cheers lol haha man bro mate dude dear sir madam honestly ideally preferably
    absolute absolutely definitely sorry yes yeah no nope fine good great ideal perfect hotel hotels price rate cap ceiling including
    incl excluding included looking need want cause cuz cos tbh imo roughly approx approximately all-in incl tax taxes
    """.split()
)


def counts_other_things(after: str) -> bool:
    """Tell whether the words after a number are what it counts, rather than how the sentence goes on."""
    word = _NEXT_WORD.match(after)
    return word is not None and word[1] not in _GOES_ON


NUMBERS_A_THING: Final = re.compile(r"(?:\b(?:number|option|no\.|room|hotel|floor) ?|#) ?$")

_GIVEN_UP: Final = r"(?:no|without(?: an?)?|(?:dont|do not) (?:need|have|want|care about) an?|(?:remove|drop|forget|skip|ignore|delete|lift)(?: about)? (?:the|my|our|any)|any)"
NO_MIN: Final = whole(rf"{_GIVEN_UP} (?:min(?:imum)?|lower (?:limit|bound|end)|floor)")
NO_MAX: Final = whole(
    rf"{_GIVEN_UP} (?:max(?:imum)?|upper (?:limit|bound|end)|cap|ceiling)(?! (?:(?:price|limit|budget) )?(?:to|by) \$?\d)"
)
_PRICE: Final = r"(?:the |my |our )?(?:prices?|costs?|money|budgets?|price ?range|it costs|rates?|\${2,})"
NO_LIMIT: Final = whole(
    rf"{_GIVEN_UP} (?:set |particular |specific )?(?:budget|price|spending|cost)(?! to \$?\d)(?: ?(?:limits?|constraints?|restrictions?|range|cap|preferences?|in mind))?",
    r"any (?:price|budget|price range|cost)",
    rf"(?:whatever|regardless of|no matter|irrespective of)(?: what)? {_PRICE}",
    rf"{_PRICE} (?:is|are|does|do)?(?: ?(?:not|nt|really|isnt|doesnt|dont|wont be|an?|my|at all))* ?(?:no object|no issue|matter|issue|concern|problem|important|factor|unlimited|open|flexible|irrelevant|unimportant|secondary)",
    rf"(?:dont|do not|not) (?:really |particularly )?(?:care|mind|worry|worried|fussed|concerned|bothered)(?: about| what| how much)? {_PRICE}",
    r"(?:doesnt|does not|dont|no|not) matter(?: to (?:me|us))? (?:what|how much) (?:it|they|this|that|the (?:room|hotel)) costs?",
    r"skys? (?:is )?the limit",
    r"unlimited(?: budget)?",
    r"no limit (?:on|to|for) (?:the )?(?:price|budget|cost|spending)",
)  # fmt: skip

BARE_NO_LIMIT: Final = re.compile(r"(?<=[,;] )no limits?(?=\W*(?:$|[,;.!]|and\b))|^\W*no limits?(?=[,;] )")
"""One thing of a list of wishes; it is the price that has a limit, unless the distance is asked for."""

PRICE_WORD: Final = whole(
    r"cheap(?:er|est|ish|ly)?", r"inexpensive", r"affordabl[ey]", r"expensive", r"pricey", r"pricier", r"costly",
    r"moderate(?:ly)?(?:[ -](?:price range|priced?|cost))?", r"mid(?:dle)?[ -]?(?:range|priced?)",
    r"(?:low|high)(?:er|est)?[ -](?:cost|price[ds]?|budget|end|rates?)", r"economical", r"economy", r"(?:on a )?budget",
    r"price[ -]?range", r"prices?", r"priced", r"pricing", r"luxur(?:y|ious)", r"upscale", r"upmarket", r"fancy", r"splurge",
    r"bargain", r"reasonabl[ey](?:[ -]priced?)?", r"(?:spend|pay|cost)(?:ing)? (?:a (?:bit|little) )?(?:more|less)",
    r"(?:over|above|beyond|exceeds?|out of|outside|more than) (?:my|our) (?:budget|price ?range|limit|means)",
    r"too much(?: money| for (?:me|us))", r"dont have (?:much|a lot of) money", r"(?:good|best) (?:deal|value)", r"less money", r"nightly rates?",
    r"(?:cant|cannot) afford (?:much|a lot|more|that)",
)  # fmt: skip
PRICE_NOUN: Final = re.compile(
    r"price[ -]?range|prices?|pricing|priced|nightly rates?|best (?:deal|value)|budget"
)
REFUSED_BEFORE: Final = re.compile(r"\b(?:not|instead of|rather than|isnt|wasnt) (?:us ?)?\$? ?$")
REFUSED_AFTER: Final = re.compile(
    r" ?(?:dollars |bucks |usd )?(?:a night |per night )?(?:is|was|are|would be|seems|sounds) (?:\w+ )?(?:too|more than|above|over|out of)\b"
)
"""An amount set against another one: "130, not 230", "250 is too much"."""
MOVED_TO: Final = re.compile(
    r"\b(?:rais(?:e|ing)|increas(?:e|ing)|lower(?:ing)?|reduc(?:e|ing)|drop(?:ping)?|bump(?:ing)?|push(?:ing)?|cut(?:ting)?|"
    r"bring(?:ing)?|(?:go|move|take|put)(?: (?:it|that|this))? (?:up|down))"
    r"(?: (?:it|that|this|mine|ours|(?:the|my|our) (?:limit|cap|max(?:imum)?|price|top|amount)))?(?: (?:up|down|back))? to (?:about |like )?$"
    r"|\b(?:(?:make|call) (?:it|that)|more like)(?: more like| about| around| up to)? \$?$"
)
"""Before an amount: the limit that is saved moves there."""
INFORM: Final = re.compile(
    r"\b(?:whats?|how|give|tell|know|need|get|send|includ\w+|do|does|is|are|for|about|their|its|your|provide|look up)\b[^.;]{0,40}$"
)
"""Before a noun such as "prices": it is asked for, not wished."""
COMPARED: Final = re.compile(
    r"(?:^|[.!?;,]|\b(?:ok|okay|and|but|so)\b) ?(?:is|are|why|how come)\b(?! there)[^.!?;]{0,40}$"
)
"""Before an adjective such as "expensive": a question about a hotel, no wish."""

_CODES: Final = {
    "EUR": ("€", "eur", "euro", "euros"),
    "GBP": ("£", "gbp", "pound", "pounds", "quid", "pound sterling", "pounds sterling"),
    "JPY": ("¥", "yen", "jpy"),
    "INR": ("₹", "inr", "rupee", "rupees"),
    "CAD": ("ca$", "c$", "cad", "canadian dollar", "canadian dollars"),
    "AUD": ("a$", "au$", "aud", "australian dollar", "australian dollars"),
    "CHF": ("chf", "franc", "francs"),
    "MXN": ("peso", "pesos"),
}
_CODE_OF: Final = {word: code for code, spellings in _CODES.items() for word in spellings}
_NO_CURRENCY: Final = "XXX"
"""ISO 4217's code for a currency that is none of the known."""


def currency_code(word: str) -> str:
    """Return the ISO 4217 code of a foreign currency as customers write it."""
    return _CODE_OF.get(word, _NO_CURRENCY)
