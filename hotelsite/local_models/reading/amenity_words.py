"""What customers call the amenities of the catalogue, and the things that no hotel of ours can be searched by."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from hotelsite.hotels.criteria import Amenity
from hotelsite.local_models.reading.patterns import one_of, whole

_FREE: Final = (
    r"(?:(?:free|complimentary|included|good|fast|high[ -]speed|strong|reliable|decent|daily|hot|cooked|full|continental|"
    r"on[ -]?site|private|secure|covered|gated|valet|self|overnight|guest) ){0,4}"
)
_OWN: Final = r"(?:my|our|a|an|the|his|her|their|some|own)"
_PET: Final = one_of(r"pets?", r"dogs?", r"cats?", r"animals?", r"pupp(?:y|ies)", r"kittens?", r"pooch(?:es)?", r"doggys?", r"doggies?", r"hounds?", r"terriers?", r"labradors?", r"chihuahuas?", r"parrots?", r"rabbits?", r"hamsters?")  # fmt: skip
_SMALL: Final = r"(?:(?:my|our|a|an|the|his|her|their|two|some|small|large|big|little|tiny|old|new|service|guide|just|of|couple|\d+|furry|well[ -]behaved) ){0,5}"
_OUR_CAR: Final = rf"{_OWN} (?:\w+ )?(?:cars?|van|truck|vehicles?|motorbike|rv|motorcycle|suv|camper|minivan)"
_IN_HOUSE: Final = r"(?:at|in|inside|on) (?:the |your |this )?(?:hotel|house|site|premises|property|building)"

_WORDS: Final[Mapping[Amenity, tuple[str, ...]]] = {
    Amenity.AIRPORT_SHUTTLE: (
        r"(?:free |complimentary )?(?:airport |hotel |pdx )?shuttles?(?: bus| service)?(?: (?:to|from|to and from) (?:the )?airport)?",
        r"(?:airport|pdx) (?:transfers?|transport(?:ation)?|pick[ -]?ups?|ride|bus|drop[ -]?offs?|limo|van)",
        r"(?:pick(?:ed)? (?:me |us |you |people |guests |customers )?up|collect(?:ed)?(?: me| us)?|transport(?:ation)?|transfers?|rides?|lifts?|courtesy bus|bus|van) (?:to|from|at) (?:and from )?(?:the )?(?:airport|pdx)",
    ),
    Amenity.BOUTIQUE: (r"boutique(?:[ -](?:style|hotels?))?",),
    Amenity.BUSINESS_CENTER: (
        r"business (?:cent(?:er|re)|facilit(?:y|ies)|services?|lounge|corner|suite)",
        r"(?:printers?|fax(?: machine)?|photocopiers?|scanner)",
        r"(?:print|scan|photocopy) (?:out )?(?:some|a|my|our|documents?|papers?|boarding|things|stuff|tickets?)",
        r"(?:place|somewhere|where|able|need|have|want)(?: (?:i|we) (?:can|could))? (?:to )?(?:print|scan|photocopy|fax)",
        r"computers? (?:to use|for guests|access|available)|use (?:of )?a computer",
    ),
    Amenity.CONCIERGE: (r"concierges?(?: desk| service)?",),
    Amenity.CONNECTING_ROOMS: (
        r"(?:connect(?:ing|ed)|adjoin(?:ing|ed)|adjacent|inter-?connect(?:ing|ed)|join(?:ing|ed|t)|communicating|neighbou?ring)(?: (?:family|hotel|guest|double|single|twin))* (?:rooms?|suites?|doors?)",
        r"rooms? (?:(?:that|which|to) )?(?:(?:are|be) )?(?:connect(?:ed|ing)?|adjoin(?:ing|ed)?|adjacent|next to (?:each|1 another|one another))",
    ),
    Amenity.DIGITAL_KEY: (
        r"(?:digital|mobile|phone|electronic|smart ?phone|app|virtual|keyless) (?:room )?(?:keys?|entry|check[ -]?in|access)",
        r"keyless",
        r"(?:my|our|the) (?:smart ?)?phone (?:to )?(?:open|unlock)s?(?: as)?(?: (?:the|my|our))?(?: (?:room )?(?:door|key))?",
        r"(?:use|using) (?:my|our) phone (?:as|to)|(?:open|unlock)(?:ing)? (?:the|my|our) (?:room|door) with (?:my|our|a) (?:smart ?)?phone",
    ),
    Amenity.EV_CHARGING: (
        r"(?:ev|electric(?: cars?| vehicles?)?|car|tesla|vehicle)s?[ -]charg(?:ing|ers?)(?: (?:stations?|points?|ports?))?",
        r"charging (?:stations?|points?|ports?|facilit(?:y|ies))(?: for)?(?: (?:electric|ev)(?: cars?| vehicles?)?)?",
        rf"(?:charg(?:e|ing)|plug(?:ging)? in|charger for|charg(?:e|ing) for) (?:up )?(?:{_OWN} )?(?:ev|evs|electric (?:cars?|vehicles?)|tesla|cars?|vehicles?|hybrid)",
        r"chargers?(?! for (?:my|our|a|the) (?:phone|laptop|iphone))",
        r"(?:electric|plug[ -]?in)(?: hybrid)? (?:cars?|vehicles?)|evs?|teslas?",
    ),
    Amenity.EVENING_RECEPTION: (
        r"(?:evening|managers?|cocktail) (?:reception|social|drinks|hour)s?",
        r"happy hours?",
        r"(?:free|complimentary) (?:evening |alcoholic )?(?:drinks|cocktails|wine|beer|snacks)(?: in the evenings?)?",
    ),
    Amenity.FITNESS_CENTER: (
        r"(?:24[ -]hours? )?gym(?:nasium|s)?",
        r"fitness(?:[ -](?:cent(?:er|re)|room|facilit(?:y|ies)|studio|area|club|gym|equipment|suite))?",
        r"(?:work ?out|exercise|weights?|training) (?:room|facilit(?:y|ies)|area|cent(?:er|re)|equipment|space|machines?)",
        r"treadmills?|elliptical|health club|dumbbells",
        r"(?:place|somewhere|where)(?: (?:can|could) (?:i|we)| (?:i|we) can| to)? (?:work ?out|exercise|train|lift)",
        r"lift(?:ing)? weights|work(?:ing)? out|(?:do|get) (?:my|some|a) (?:work ?out|exercise)s?",
    ),
    Amenity.FREE_BREAKFAST: (
        rf"{_FREE}(?:breakfasts?|brekkie|brekky|bed and breakfast rate|morning meals?)(?: (?:included|buffet|provided|for free))?",
    ),
    Amenity.FREE_PARKING: (
        rf"{_FREE}(?:parking|car ?parks?)(?: (?:lot|space|spot|place|facilit(?:y|ies))s?)?(?: for free)?",
        rf"(?:park|leave|store|keep) {_OUR_CAR}",
        r"(?:place|somewhere|space|spot|where|able|room|possible)(?: (?:can|could|do|should) (?:i|we)| (?:i|we) can| to)? park(?: for free| free)?",
        r"(?:can|could|may) (?:i|we) park",
        r"(?:need|want|like|love|have|able|hop(?:e|ing)) to (?:be able to )?park(?: for free| free)?",
        r"park(?:ing)? (?:for free|free(?: of charge)?|at no (?:extra )?(?:cost|charge))",
    ),
    Amenity.FREE_WIFI: (
        rf"{_FREE}(?:wi[ -]?fi|wireless(?: internet| access| connection)?|internet|wlan|broadband)(?: (?:access|connection|internet|service|included))*",
    ),
    Amenity.INDOOR_POOL: (
        r"(?:indoors?|inside|covered)(?: (?:swimming|heated))* ?pools?",
        r"(?:swimming )?pools? (?:(?:that is|thats) )?(?:indoors?|inside)",
        r"swim(?:ming)? (?:indoors|inside)",
    ),
    Amenity.OUTDOOR_POOL: (
        r"(?:outdoors?|outside|roof ?top|open[ -]air)(?: (?:swimming|heated))* ?pools?",
        r"(?:swimming )?pools? (?:(?:that is|thats) )?(?:outdoors?|outside)",
        r"swim(?:ming)? (?:outdoors|outside|in the open)",
    ),
    Amenity.KITCHEN: (
        r"(?:(?:full|small|mini|in[ -]?room|equipped|own|private) )*kitchen(?:ette)?s?(?: facilit(?:y|ies))?",
        r"(?:cook|prepare|make|fix) (?:(?:my|our|some|for) )*(?:own )?(?:ourselves|myself|meals?|food|dinner|breakfast)",
        r"(?:place|somewhere|able|want|like|can|could) (?:to )?cook|self[ -]catering|stove|cooktop",
    ),
    Amenity.MEETING_ROOM: (
        r"(?:meeting|conference|event|board|function|banquet)[ -]?(?:rooms?|spaces?|facilit(?:y|ies)|halls?)",
        rf"(?:room|space|place|somewhere) (?:for|to (?:hold|have|host|run)) (?:{_OWN} )?(?:(?:business|team|small|company) )*(?:meetings?|conferences?|events?)",
    ),
    Amenity.NEW_HOTEL: (
        r"(?:brand )?(?:new|newer|newest|newly built|newly opened|recently built|recently opened) (?:hotels?|building|property)",
        r"(?:hotel|place|building|property) (?:should|must|has to|needs to|ought to)(?: be)? new",
        r"newly (?:built|opened)|recently (?:built|opened)|new construction",
    ),
    Amenity.NON_SMOKING: (
        r"(?:non?|anti)[ -]?smok(?:ing|ers?)(?: (?:room|hotel|floor|area|property)s?)?",
        r"smoke[ -]?free(?: (?:room|hotel|property)s?)?",
        r"(?:doesnt|dont|does not|do not|not) (?:allow(?:s|ed)? |permit(?:s|ted)? )?(?:any )?smok(?:e|ing)",
        r"no smoking|without (?:the )?smok(?:e|ing)(?: smell)?",
        r"(?:permit|allow)(?:s|ed)? (?:guests to )?smok(?:e|ing)|smoking (?:is )?(?:allowed|permitted|policy)|(?:can|may) (?:i|we) smoke",
    ),
    Amenity.ON_SITE_RESTAURANT: (
        r"(?:(?:on[ -]?site|in[ -]?house|hotel|its own|own|attached|good|nice|decent|fancy) )*restaurants?(?! (?:nearby|near|around|close|in the area|reservation|booking|recommendation))",
        r"(?:dining|eatery|food|cafe|meals)(?: (?:options?|available))? (?:on[ -]?site|" + _IN_HOUSE + ")",
        r"(?:on[ -]?site|in[ -]?house) (?:dining|food|eatery|cafe)|dining (?:room|options?|area|facilit(?:y|ies))",
        rf"(?:eat(?: dinner| lunch| supper)?|dine|have (?:dinner|lunch|a meal)|get (?:dinner|lunch|food|a meal)|serve (?:dinner|lunch|food|meals)) {_IN_HOUSE}",
    ),
    Amenity.PET_FRIENDLY: (
        r"(?:pet|dog|cat|animal|puppy)s?[ -]?friendly(?: (?:room|hotel|place)s?)?",
        rf"(?:allow|accept|welcome|permit|tak|bring|hav|travel|keep|got|good for|suitable for|ok(?:ay)? with|with)(?:s|ed|e|ing|ling)?(?: (?:along|in|with))? {_SMALL}{_PET}",
        rf"{_PET} (?:\w+ ){{0,2}}?(?:allowed|welcomed?|accepted|permitted|ok|okay|allowance|policy|fees?|comes?|coming|too|along|stay(?:ing)?|with (?:me|us))",
        rf"(?:my|our|1|\d) {_SMALL}(?:\w+ )?{_PET}",
        r"pets|fido",
    ),
    Amenity.ROOM_SERVICE: (
        r"room[ -]?service|in[ -]?room dining",
        r"(?:food|meals?|dinner|breakfast|lunch|drinks?)(?: be)? (?:delivered|delivery|brought|served|sent) (?:up )?(?:to|in) (?:my|our|the|your)? ?rooms?",
        r"(?:food|meals?|dinner|breakfast|lunch|supper|snacks?) (?:brought|delivered|sent|served) (?:up )?to (?:us|me)",
        r"(?:deliver|bring|serve|order|send)(?: up)? (?:food|meals?|dinner|breakfast|lunch|drinks?) (?:up )?(?:to|in) (?:my|our|the|your)? ?rooms?",
    ),
    Amenity.STREAMING: (
        r"(?:streaming|netflix|hulu|smart tvs?|apple tv|chromecast|roku)(?: (?:services?|entertainment|tvs?|on|the))*",
        r"stream (?:movies|shows|films|tv|netflix|my|our)",
    ),
    Amenity.TENNIS: (r"tennis(?: courts?)?",),
}  # fmt: skip

KNOWN: Final = re.compile(
    r"(?<!\w)(?:"
    + "|".join(f"(?P<{amenity.value}>{one_of(*words)})" for amenity, words in _WORDS.items())
    + r")(?!\w)"
)
"""One named group for each amenity."""

POOL: Final = whole(
    r"(?:swimming |heated )?pools?(?! (?:tables?|halls?|bar))",
    r"(?:place|somewhere|where)(?: (?:can|could) (?:i|we)| to| (?:i|we) can)? swim",
    r"swimming|(?:go for|have|take) a swim|(?:can|could|like to|love to|want to|able to)(?: (?:i|we|the kids))? swim",
)

UNKNOWN: Final = whole(
    r"saunas?", r"spas?", r"steam ?rooms?", r"hot ?tubs?", r"jacuzzis?", r"whirlpools?", r"massages?",
    r"balcon(?:y|ies)", r"terraces?", r"patios?", r"(?:\w+ )?views?", r"fire ?places?",
    r"bath ?tubs?", r"(?:own|private|ensuite) bath(?:room)?s?", r"mini ?bars?", r"(?:hotel|lobby|on[ -]?site|roof ?top) bars?",
    r"casinos?", r"golf(?: course)?", r"beach(?:front)?", r"garden", r"playgrounds?", r"ski(?:ing)?",
    r"(?:kids|childrens?) (?:club|area|play\w*)", r"baby ?sit(?:ting|ters?)", r"cribs?", r"cots?",
    r"laundry(?: service| facilit(?:y|ies))?", r"washing machines?", r"washers?", r"dry cleaning", r"ironing(?: board)?", r"iron",
    r"air[ -]?con(?:ditioning|ditioner|ditioned)?", r"microwaves?", r"(?:mini )?(?:fridges?|refrigerators?)", r"coffee (?:maker|machine)s?",
    r"hair ?dryers?", r"safe(?= in\b)|safety deposit box", r"(?:flat[ -]?screen )?(?:tvs?|televisions?)", r"elevators?", r"(?:a|the|any) lifts?(?! to| from)",
    r"(?:wheel ?chairs?|disabled|handicap(?:ped)?)(?:[ -](?:access(?:ible|ibility)?|friendly|facilit(?:y|ies)|rooms?))?", r"accessib(?:le|ility)",
    r"lounge", r"smoking(?: (?:rooms?|areas?|floors?))?", r"(?:rooms? )?for smokers|smokers? rooms?", r"(?:late|early) check[ -]?(?:out|in)",
    r"bike (?:rental|hire)", r"(?:extra|rollaway|sofa|pull[ -]?out|fold[ -]?out) beds?", r"sound ?proof(?:ed|ing)?",
    r"luggage storage", r"extra (?:pillows?|towels?|blankets?)",
)  # fmt: skip
