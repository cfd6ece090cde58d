"""Reading what a customer wants to do, apart from the five criteria: search, see what is saved, leave, agree, refuse."""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from hotelsite.local_models.reading.asking import Asked
from hotelsite.local_models.reading.evidence import Passage
from hotelsite.local_models.reading.patterns import all_of_it, at_start, one_of, whole


class Intent(StrEnum):
    """What a message asks of the assistant; a message may hold several."""

    GREETING = "greeting"
    THANKS = "thanks"
    REVIEW = "review"
    """Show what is saved so far."""
    SEARCH = "search"
    """Look for hotels, or for other ones."""
    EXIT = "exit"
    START_OVER = "start_over"
    AFFIRM = "affirm"
    DENY = "deny"
    NEVER_MIND = "never_mind"
    """Leave things as they are."""
    BOOK = "book"
    CHOOSE = "choose"
    MORE = "more"
    """Show further results."""
    NO_PREFERENCE = "no_preference"
    NONE_OF_THESE = "none_of_these"
    """Refuses what was offered, which is not the same as having no preference."""
    ELSEWHERE = "elsewhere"
    """About another trade: flights, a table, the weather."""
    INSTRUCTS = "instructs"
    """Tells the assistant what to be, to ignore or to promise: never a wish."""
    OTHER_HELP = "other_help"
    """Help that only a hotel's desk can give: a booking made earlier, money back, a complaint."""


_LODGING: Final = one_of(
    r"hotels?", r"motels?", r"inns?", r"lodgings?", r"accommodations?", r"guest ?houses?", r"hostels?", r"resorts?",
    r"b&bs?", r"bed and breakfasts?", r"suites?", r"hotel rooms?", r"(?<!meeting )(?<!conference )(?<!living )rooms?(?! service)",
    r"places?(?! to (?:visit|eat|see|go|dine|drink|shop))",
    r"(?:somewhere|anywhere|someplace|spot|house|space) (?:(?:i|we) (?:can|could) |to )(?:stay|sleep|crash)",
)  # fmt: skip
_LOOK_FOR: Final = one_of(
    r"find(?:ing)?", r"search(?:ing)?", r"look(?:ing)?", r"show", r"get", r"book", r"reserve", r"need(?:ing|ed)?",
    r"want(?:ed)?", r"like", r"recommend", r"suggest", r"list", r"have", r"locate", r"help", r"after", r"see",
    r"seek(?:ing)?", r"choose", r"offer", r"(?:is|are) there", r"check", r"arrange", r"require",
)  # fmt: skip
_ELSEWHERE: Final = one_of(
    r"(?<!my )(?<!our )(?<!return )(?<!early )(?<!late )(?<!morning )(?<!her )(?<!his )(?<!their )flights?", r"airlines?", r"trains?", r"taxis?", r"cabs?", r"uber", r"(?<!have a )(?<!have our )(?<!my )(?<!our )(?<!by )(?:rental|(?:rent|hire|renting|hiring)(?: me| us)? an?) cars?", r"car rental",
    r"tickets?", r"doctors?", r"dentists?", r"hospital", r"police", r"appointments?", r"weather", r"forecast", r"(?:be|is it|get) (?:\w+ )?(?:sunny|rainy|raining|snowing|windy|stormy|cloudy)", r"(?:dinner|lunch|coffee|drinks) with", r"museums?",
    r"cinemas?", r"movies?", r"theat(?:er|re)s?", r"attractions?", r"night ?clubs?", r"concerts?", r"weddings? planner",
)  # fmt: skip
_EATERY: Final = one_of(
    r"restaurants?",
    r"cafes?",
    r"diners?",
    r"pubs?",
    r"bistros?",
    r"brewer(?:y|ies)",
    r"eater(?:y|ies)",
    r"steak ?houses?",
    r"coffee shops?",
    r"night ?clubs?",
)
_CUISINE: Final = one_of(
    r"italian", r"thai", r"chinese", r"indian", r"mexican", r"japanese", r"french", r"greek", r"korean", r"spanish", r"turkish", r"vietnamese", r"mediterranean",
    r"lebanese", r"british", r"asian", r"european", r"american", r"african", r"sushi", r"pizza", r"burger", r"seafood", r"steak", r"vegan", r"vegetarian", r"halal", r"tapas", r"barbecue", r"bbq",
)  # fmt: skip
_OTHER: Final = one_of(r"others?", r"another", r"different", r"alternative", r"more", r"additional")
_OPTIONS: Final = one_of(
    r"hotels?", r"options?", r"ones?", r"1", r"places?", r"choices?", r"rooms?", r"results?", r"alternatives?",
    r"suggestions?", r"possibilit(?:y|ies)",
)  # fmt: skip
_THAT: Final = r"(?:that|this|it)(?: (?:is|was|(?:will|would|should) be)|s)?"
_END: Final = r"(?=\W*$|[.,!;]| (?:thank|thanks|thx|for|from|with|bye|good|and|then(?! \$?\d)|so|at|i|today|now|right|really|needed)\b)"
_WE_KNOW: Final = one_of(
    r"have", r"got(?:ten)?", r"know", r"noted?", r"saved?", r"stored?", r"(?:wrote|written|write|put|taken|took|jotted|noted)(?: down)?", r"set", r"sa(?:id|y)",
    r"told", r"tell", r"gave", r"give", r"chosen?", r"chose", r"choose", r"pick(?:ed)?", r"select(?:ed)?", r"ask(?:ed)?(?: for)?", r"enter(?:ed)?", r"mention(?:ed)?",
    r"specif(?:y|ied)", r"request(?:ed)?", r"record(?:ed)?", r"settled?(?: on)?", r"agreed?(?: on)?", r"decided?(?: on)?",
)  # fmt: skip
_SAVED_THINGS: Final = one_of(
    r"criteria", r"preferences", r"choices", r"selections?", r"settings", r"requirements", r"filters?", r"wish(?:es| ?list)?", r"request", r"search",
    r"answers", r"details", r"inputs?", r"entries", r"summary", r"overview",
)  # fmt: skip
_SAVED_CRITERION: Final = one_of(
    r"dates?", r"budget", r"price limit", r"room ?types?", r"amenities", r"distances?", r"check[ -]?(?:in|out)", r"limits?", r"miles", r"nights",
)  # fmt: skip

_PATTERNS: Final[Mapping[Intent, re.Pattern[str]]] = {
    Intent.START_OVER: whole(
        r"start (?:all )?(?:over|again|afresh|anew|from scratch|from the beginning)",
        r"begin (?:again|anew)",
        r"re-?start",
        r"reset(?: everything)?",
        r"clear everything",
        r"new (?:search|session|chat)",
    ),
    Intent.REVIEW: whole(
        rf"what (?:do|have|did) (?:you|we|i) {_WE_KNOW}(?: (?:you|down|in|for|about|me|us|my|our|search|trip|stay|so far|until now|already|now))*(?=\W*$|[?.,])",
        r"so far",
        rf"(?:what|which) (?:dates?|budget|criteria|room type) (?:do|did|have) (?:you|i|we) {_WE_KNOW}(?! (?:available|free|open|left))",
        r"(?:is|was|are) (?:everything|it all|all(?: of it)?|that) (?:\w+ )?(?:noted|saved|recorded|stored|written down)",
        r"on (?:my|our) list",
        rf"what (?:was|were) (?:my|our) (?:price |nightly )?{_SAVED_CRITERION}",
        r"(?:do|did) you (?:still )?(?:remember|recall|know) (?:what|when|which|my|our)(?: (?:i|we))?(?! (?:hotel|room))",
        r"what(?: \w+)? (?:do|have) you (?:have |got )?(?:(?:written|noted|put|saved|stored)(?: down)?|(?:from|about|on) (?:me|us))",
        r"(?:say|read|play|give|repeat) (?:it|that|this|them|everything)(?: all)? back",
        r"(?:is|are) (?:my|our) (?:request|criteria|details|search|information|choices) (?:complete|correct|right|saved|ok(?:ay)?|set)",
        r"did (?:i|we) (?:tell|mention|say|give|ask|pick|choose|set|enter)",
        r"what (?:am|are|were|was) (?:i|we) (?:currently |now )?(?:searching|looking|asking|booking)(?: for)?",
        rf"(?:what|which|how many|how much|how long|when|where)(?: (?!about\b|hotels?\b|else\b)\w+){{0,2}} (?:did|have|had) (?:i|we|you) (?:already |just |originally )?{_WE_KNOW}(?! (?:any|some|more|other|left|free|available|rooms?|hotels?|a|an|on|in|near)\b)",
        rf"(?:show|see|view|display|repeat|list|tell|give|read|check|hear|confirm|remind|know|go over|go through|look at)(?: (?:me|us|you|back|again|to|of|please|over|through))* what (?:you|we|i)(?: have| had| ve)? (?:already |just )?{_WE_KNOW}(?! (?:available|in (?:portland|the))\b)",
        rf"(?<!on )(?<!with )(?<!to )(?<!match )(?<!fit )(?<!by )(?<!for )(?<!meet )(?<!matches )(?<!using )(?<!from )(?<!under )(?<!given )(?:my|our|the (?:current|saved|chosen|selected)|current|saved|chosen) (?:search )?{_SAVED_THINGS}(?= *(?:$|[?.,!;]| (?:again|now|please|so far|is|are|right now|at the moment|once more|before)))",
        rf"in (?:my|our|the) {_SAVED_THINGS} (?:now|right now|at the moment|so far|currently|already)",
        rf"(?:what|which) (?:are|is|were|was) (?:the|my|our) {_SAVED_THINGS}",
        rf"(?:whats?|remind me (?:of|what)|what (?:is|are|was|were)) (?:my|our|the) {_SAVED_CRITERION}(?: limit)?(?: (?:again|now|currently|set to|at the moment|so far))+",
        r"(?:read|say|repeat|play) (?:(?:that|it|this|them|everything|all) )?(?:back|again)(?: to me)?(?! (?:the|a) hotel)",
        rf"(?:show|see|view|display|list|repeat|review|check|go over|go through|double[ -]?check|read)(?: me| us| back| out)?(?: (?:all|all of))?(?: (?:my|our|the|these|those))? (?:current |saved |chosen |search )*{_SAVED_THINGS}(?! (?:for|in|near|of|about) (?!me\b|us\b|my\b|our\b|the (?:trip|stay|search)\b))",
        r"(?:noted|saved|got|recorded|written down|understood) (?:all (?:of )?)?(?:my|our) \w+",
        r"remind me(?: again)? (?:what|which|when|how)",
        r"(?:double[ -]?check|review|go over|look over)(?: \w+){0,3} (?:what|details|choices|information|info|everything|data)",
        r"what did (?:i|we) (?:ask|tell|say|choose|pick|enter|give)(?: (?:you|for|about|again|until now))*(?=\W*$|[?.,])",
        r"(?<!not )what (?:i|we)(?: have| had)? (?:told|asked|said|gave|given|chosen|chose|entered|picked)(?: (?:you|for|about|already|until now))*(?=\W*$|[?.,])",
        r"(?:what (?:are|were|is)|see|know|check|view|display|read|^\W*)(?: me)? ?(?:my|our|the|current|saved) (?:search )?(?:criteria|preferences|choices|selections|settings|requirements|filters)",
        r"(?:summari[sz]e|summary|recap|overview)",
        r"(?:review|repeat|read back|go over|double[ -]?check|confirm|verify|remind me of) (?:what (?:you|we|i)|everything|all (?:of )?(?:it|that|my|the)|my|the details|our)",
        r"(?:show|list|tell|give) (?:me )?(?:what (?:you|we|i) (?:have|know|saved)|everything|(?:my|the) (?:criteria|details|choices|search|request|information|trip|stay|answers|booking|reservation|dates|budget|preferences|requirements))",
        r"where (?:are|were) we",
        r"whats (?:saved|set|stored|noted)",
        r"did you (?:get|note|save) (?:all|everything|that)",
        r"what(?:s| is| are| was| were) (?:my|our) (?:current )?(?:dates|budget|criteria|preferences|choices|room type|amenities)",
        r"(?:when|how long|what|which|how many)(?: \w+)? (?:did|have) (?:i|we) (?:book|booked|reserve|reserved)",
        r"(?:info|information|details|questions?) (?:about|on|of|for|regarding) (?:my|our) (?:current |existing )?(?:booking|reservation|stay)",
        r"(?:details of )?my (?:booking|reservation)(?: details)?(?= (?:is|details|under|was))",
    ),
    Intent.EXIT: whole(
        r"(?:good ?)?bye(?: ?bye)?",
        r"see (?:you|ya)",
        r"farewell",
        rf"{_THAT}(?: really)? (?:all|it|everything)(?: that)?(?: (?:i|we)(?: really)? (?:need|needed|want|wanted|have|had|require|required)(?: to know)?)?{_END}",
        r"that will (?:do|do it|suffice)",
        r"all (?:that )?(?:i|we) (?:need|needed|want|wanted)",
        rf"(?:i am|im|we are) (?:all )?(?:done|finished|good|set|good to go|leaving){_END}",
        r"(?:i|we) have (?:everything|all)(?: that)?(?: (?:i|we) need)?",
        r"have (?:a|an) (?:good|nice|great|lovely|wonderful|pleasant|safe|blessed|fantastic|awesome|amazing|beautiful) (?:1|one|day|night|evening|weekend|time|afternoon|morning|rest)",
        rf"(?:nothing|no) (?:else|more|further)(?: (?:questions|help|assistance))?{_END}",
        r"(?:dont|wont|do not|will not) (?:be )?(?:need|needing|require|want) (?:any ?(?:thing|more|further|help|other)|more help|(?:your )?help any ?more)",
        r"(?:let you go|get going|head off|talk to you later|call it a day|come back later|(?:got|have|gotta|need) (?:to )?go(?: now)?)",
        r"(?:quit|exit|log ?(?:off|out)|(?:end|close|stop|leave|finish) (?:the |this |our )?(?:chat|conversation|session|chatting))",
        r"take care",
        r"you (?:have been|were|are|been)(?: \w+){0,3} help(?:ful)?",
        r"(?:cya|ttyl|ta[ -]?ra|ta[ -]?ta|toodles|toodle[ -]?oo|peace out|hasta la vista|au revoir|ciao|adios|gtg|g2g|gn|laters?(?=\W*$)|so long(?=\W*$)|until next time|signing off|im (?:off|out)(?=\W*$))",
        r"good ?night",
        r"(?:we|i|im|all|were) (?:are |am )?(?:all )?(?:done|finished)(?=\W*$| (?:here|now|for (?:now|today)))",
        r"(?:dont|do not|no longer) want to (?:continue|go on|carry on|proceed)",
        r"(?:i|we) (?:give|gave) up",
        rf"(?:lets|let us) (?:end|stop|finish|leave it)(?: (?:here|there|at that|it|this))*{_END}",
        r"(?:another|some other) time",
        r"(?:thanks|thank you)(?: (?:so|very|a lot|again|much))* for (?:all |your |the |everything|being |helping |that )+(?:\w+ ?){0,4}(?=\W*$|[.,!;])",
    ),
    Intent.NEVER_MIND: whole(
        r"never ?mind",
        r"nvm",
        r"forget (?:it|that|about it)",
        r"(?:leave|keep) (?:it|that|things|everything) (?:as (?:it|they) (?:is|are|was|were)|alone|be)",
        r"dont bother",
        r"scratch that",
        r"ignore that",
        r"cancel that",
    ),
    Intent.MORE: whole(
        r"(?:show|see|list|give)(?: me| us)?(?: some| the| any| a few)? (?:more|others?|the rest|next|further)(?: options| hotels| results| ones)?",
        r"more (?:options|hotels|results|choices)",
        r"next (?:page|ones)",
        r"what else(?: is there| is available| do you have)?",
        r"the rest",
        r"^\W*(?:some |any )?more(?: please| results)*(?=\W*$)",
    ),
    Intent.NONE_OF_THESE: whole(
        r"(?:none|neither|not any|nothing) of (?:these|those|them|the above)",
        r"neither(?: 1| one)?(?=\W*$)",
        r"(?:dont|do not) (?:like|want) (?:any of )?(?:these|those|them|either)",
    ),
    Intent.NO_PREFERENCE: whole(
        r"no (?:\w+ )?(?:preferences?|requirements?|wishes|demands|requests)",
        r"(?:dont|do not|doesnt|does not|didnt) (?:really |particularly |actually )?(?:mind|care|matter|have (?:a|any) (?:\w+ )?preferences?)",
        r"(?:am|im|are|not) (?:easy|flexible|fussed|bothered|picky|fussy|not (?:fussed|bothered|picky|fussy))",
        r"whatever",
        r"whichever",
        r"any(?:thing|where)? (?:will do|is (?:fine|ok|okay|good)|works|goes|would do|you (?:like|want|have|think)|at all)",
        r"(?:either|any|all)(?: of (?:them|those|these)| 1| one)? (?:is|are|works?|will be|would be) ?(?:fine|ok|okay|good)?",
        r"makes no difference",
        r"(?:it is |its )?up to you",
        r"you (?:choose|decide|pick)",
        r"surprise me",
        r"nothing (?:in )?(?:particular|special|specific)",
        r"open to (?:anything|any|all)",
        r"(?:not|isnt) (?:really |that |so )?important",
        r"^\W*(?:skip|pass)(?: (?:it|that|this|this one|the question))?(?=\W*$|[.,!])",
    ),
    Intent.THANKS: whole(r"thanks?", r"thank ?you", r"thx", r"cheers", r"appreciated?", r"grateful"),
    Intent.GREETING: at_start(
        r"hi+", r"hello", r"hey+", r"hiya", r"howdy", r"greetings", r"good (?:morning|afternoon|evening|day)"
    ),
    Intent.BOOK: whole(
        r"(?:book|reserve)(?! (?:an? |another )?(?:flight|table|taxi|train|car|ticket|appointment|meeting))",
        r"(?:confirm|complete|finali[sz]e|make) (?:the |my |this |that |a )?(?:booking|reservation)",
        r"(?:ill|i will|we will|lets|let us) (?:take|have|go (?:with|for)|get) (?:it|this|that|the|number|option|1|\d)",
    ),
    Intent.CHOOSE: whole(
        r"(?:choose|pick|select|prefer|go (?:with|for)|take|i like|id like|i want|ill have)(?: the| number| option| hotel| no\.?| that| this)",
    ),
    Intent.SEARCH: whole(
        r"^\W*(?:(?:please|ok|okay|yes|now|just|can you|could you|go ahead and|lets|so|and|then) )*(?:search|find|look)(?: (?:now|again|please|hotels?|it|them|for (?:it|them|hotels?|me|us)))*(?=\W*$)",
        rf"{_LOOK_FOR}\b(?:(?!\b{_ELSEWHERE}\b)[^.?!]){{0,70}}?\b{_LODGING}",
        rf"{_LODGING}\b[^.?!]{{0,40}}\b(?:available|do you have|are there)",
        rf"^\W*(?:an? |any |some )?{_LODGING}\b[^.?!]{{0,25}}please",
        rf"{_OTHER} (?:(?:available|good|suitable|similar|nice|hotel|possible) )?{_OPTIONS}",
        r"(?:what|any(?:thing|where)?|some(?:thing|where|place)) else",
        r"(?:what|which) (?:hotels?|rooms|places|options)",
        r"(?:try|search|look|check) again",
        r"(?:show|see|view|list|give|display|get)(?: me| us)?(?: (?:the|all|all the|some|your|any))? (?:results?|list|matches|options|choices|hotels|suggestions|recommendations|offers)",
        r"show (?:me|us) what (?:you (?:found|can find)|there is)",
        r"(?:start|begin|go|keep|please|now) (?:looking|searching|the search|search)",
        r"(?:lets|let us|go|ok|okay|ready|now|please|you can|can you|could you|all set)\b[^.?!]{0,15}\bsearch(?=\W*$|[.,!]| (?:now|please|for (?:it|them|me|us|hotels)|hotels?))",
        r"(?:i am|im|we are|were) ready\b[^.?!]{0,15}\b(?:search|find|look|go)",
        r"(?:which|what) (?:hotels?|ones?|places|options) (?:match|fit|are)",
        r"any (?:\w+ ){0,2}hotels?(?! (?:policy|rule|name))",
        r"(?:see|show(?: me| us)?|tell (?:me|us)|check|know) (?:whats|what is) (?:available|there|out there|around|on offer)",
        r"what (?:do you have|have you got|is available|are (?:my|the) options)",
        r"(?:something|anything|anywhere|somewhere) (?:different|similar|available|better|nicer|suitable)",
        r"find (?:me )?(?:something|somewhere|anything)",
        r"what (?:can|could|would|do) you (?:recommend|suggest|offer|have for)",
        r"(?:run|do) (?:it|that|the search) (?:again|once more)",
        r"whats (?:out there|available|on offer|around)",
        r"see what (?:comes up|you get|you can find|you find|there is|turns up)",
        r"look(?:ing)? for (?:something|somewhere|anything|one|1)",
        r"^\W*go(?: for it| now)?(?=\W*$)",
        r"(?:any|some|the) others?(?! (?:than|day|time|date|week|night|people|kind|thing|way|amenit|question))",
        r"(?:choose|pick|select|decide)(?: (?:one|1|any|something|it))? for (?:me|us)",
        r"^\W*(?:(?:no|just|ok|okay|please|well)\W+)*you (?:choose|decide|pick)(?: (?:one|1))?(?=\W*$)",
        r"(?:recommend|suggest)(?: me)? (?:one|1|some|any|something)",
        r"^\W*hotels?\b[^.?!]{0,25}(?=\W*$)",
        r"(?:need|want|like|looking)(?: to (?:book|reserve|make))? an? (?:reservation|booking)",
        r"(?:go ahead|run|start|begin|do|proceed with)\b[^.?!]{0,12}\bsearch",
    ),
    Intent.AFFIRM: at_start(
        r"yes", r"ye[ap]h?", r"yup", r"sure", r"ok(?:ay|ey)?", r"correct", r"right", r"exactly", r"absolutely", r"definitely",
        r"certainly", r"of course", r"please do", r"go ahead", r"do it", r"sounds (?:good|great|fine|perfect)", r"perfect",
        r"great", r"fine", r"thats (?:right|correct|fine|good|great|perfect)", r"that works", r"works for me", r"y",
        r"confirm(?:ed)?", r"al(?:l )?right", r"agreed",
    ),
    Intent.DENY: at_start(
        r"(?:(?:oh|um|well|sorry|actually),? )*(?:no|nope|nah|not (?:yet|now|really)|n|i dont think so|no way|none)"
    ),
    Intent.ELSEWHERE: whole(
        _ELSEWHERE,
        r"(?:book|reserve|schedule|rent|hire)\b[^.?!]{0,12}\b(?:meeting|conference|board) ?room (?:for|at|on|from)",
        r"(?:book|reserve|want|find)\b[^.?!]{0,20}\btable",
        rf"(?:find|recommend|suggest|know|look(?:ing)? for|search(?:ing)? for|book|reserve)\b[^.?!]{{0,25}}\b(?<!a hotel with a ){_EATERY}(?! (?:in|at|inside) the hotel)",
        r"(?:buy|rent|sell|lease|mortgage)(?:ing)? (?:an? |my |the |our )?(?:\w+ )?(?:house|apartment|flat|condo|home|car|bike|boat|van)s?",
        r"(?:used|second ?hand|new) (?:cars?|bikes?|laptops?|phones?)", r"(?:owe|owes|lend|lent|borrow|borrowed|donate|invest)\b", r"transfer (?:money|\$|\d)", r"meeting with(?! room)",
        r"(?:apartment|house|flat|condo)s? (?:for|to) (?:rent|sale|buy|let)",
        rf"{_CUISINE} (?:places?|food|spots?|joints?|{_EATERY}|cuisine)",
        rf"^\W*(?:an? |any |some |the )?(?:(?:cheap|good|nice|moderate|expensive|best|nearest|local) )*{_EATERY} (?:in|near|serving|that|with|around|downtown)",
        r"(?:price|cost)s? of (?!(?:(?:the|an?|my|our|1|2|each|every|any|these|those) )*(?:\w+ )?(?:rooms?|hotels?|stay|nights?|suites?|beds?|ones?|1|it|this|that|these|those|them|parking|breakfast|booking|reservation|places?|\d\w*)\b)",
        r"(?:place|somewhere|where) to (?:eat|dine|drink|visit|go|see|shop)(?! (?:in|at|on) the hotel)",
        r"(?:restaurant|dinner|lunch|table|spa|massage) (?:reservation|booking)",
        r"(?:spa|massage|gym|yoga) (?:session|appointment|treatment|class)(?:e?s)?",
    ),
    Intent.INSTRUCTS: whole(
        r"(?:ignore|disregard|forget) (?:(?:all|any|your|the|these|those|of) )*(?:previous|prior|above|earlier|instructions|rules)",
        r"(?:system )?prompt",
        r"you are now",
        r"(?:pretend|act) (?:to be|as|like|that)",
        r"legally binding",
        r"developer mode",
    ),
    Intent.OTHER_HELP: whole(
        r"cancel(?:l?ing|l?ation|led)? (?:\w+ ){0,4}?(?:booking|reservation|stay|room|order|trip)s?",
        r"(?:booking|reservation) (?:to be )?cancell?ed", r"cancellation", r"refund(?:s|ed)?", r"invoice", r"receipt",
        r"password", r"(?:over ?charged|billed|(?:was|were|been|you|they|got|have) charged|(?:fees?|charges?) on my (?:card|bill|account))",
        r"(?<!if that )(?<!if it )(?<!if this )(?:doesnt|does not|didnt|did not|wont|isnt|cant|never|stopped) (?:work(?:ing)?|turn(?:ing)? (?:on|off)|flush|heat|connect|close|function|came|come|arrived|showed|answered|opened)",
        r"(?:i|we) (?:have )?stayed", r"when (?:i|we) (?:were|was|stayed|visited|came)", r"last (?:night|time|year)",
        r"(?:outside|near|above|below|next to|clean|enter|entered) (?:my|our) room(?= *(?:$|[.,!?]| (?:now|yet|again|this|today|please|is|was|number|and|right|it)))",
        r"(?:clean(?:ed|ing)?|tid(?:y|ied)|made up) (?:up )?(?:my|our) room", r"(?:my|our) room (?:is|was|smells?|smelled|has no|key|number|door|safe|phone|tv)", r"(?:room|rm) (?:number )?\d{3}",
        r"(?:bring|send|need|get|have|want|deliver)\b[^.?!]{0,25}\b(?:towels?|pillows?|blankets?|bed ?sheets|toiletries|soap|shampoo|toilet paper|hangers)",
        r"(?:book|get|schedule|arrange|reserve)\b[^.?!]{0,12}\b(?:massage|facial|manicure|haircut)",
        r"complain(?:t)?", r"gift card", r"(?:not|isnt|arent|stopped) working", r"(?:forgot|lost|left|misplaced) (?:my|our)", r"broken", r"dirty", r"too noisy",
        r"(?:was|were) (?:so |very |too |not |really )?(?:closed|dirty|cold|noisy|broken|rude|slow|bad|terrible|awful)",
        r"(?:my|our|the) (?:final |hotel )?bill", r"(?:last|previous) (?:stay|visit)", r"jobs?", r"hiring", r"vacant position", r"percent off", r"discounts?", r"promo ?code", r"^\W*why",
    ),
}  # fmt: skip

_NO: Final = one_of(
    r"no",
    r"nope",
    r"nah",
    r"none",
    r"nothing",
    r"not (?:now|really|today|yet|at (?:this|the) (?:time|moment))",
)
_POLITELY: Final = one_of(
    r"thanks?", r"thank you", r"thx", r"sir", r"maam", r"im (?:good|fine)", r"i am good", r"today", r"so much", r"very much",
    r"thats (?:fine|ok|okay)", r"its (?:fine|ok|okay)", r"for now", r"at all", r"ok(?:ay)?", r"great", r"good", r"really",
    r"all good", r"again", _NO,
)  # fmt: skip
_ONLY_NO: Final = all_of_it(rf"{_NO}(?:[ ,.!]+{_POLITELY})*")


_INVITES_TO_SEARCH: Final = re.compile(
    r"\b(?:shall|should|may|can|could|want me|like me|ready)\b[^.!?]{0,25}\b(?:search|look|find)\b[^.!?]*\?"
)


def read_intents(passage: Passage, asked: Asked) -> frozenset[Intent]:
    """Return what the message asks for, and note the words that say so."""
    found: set[Intent] = set()
    text = passage.text
    for intent, pattern in _PATTERNS.items():
        if match := pattern.search(text):
            passage.note(match.start(), match.end(), None, intent.value)
            found.add(intent)
            if intent is Intent.EXIT:  # "I need nothing else" asks for no other hotels
                text = text[: match.start()] + "~" * len(match[0]) + text[match.end() :]
    if asked.anything_else and is_plain_no(passage.text):
        found.add(Intent.EXIT)
    if Intent.AFFIRM in found and _INVITES_TO_SEARCH.search(asked.question):
        found.add(Intent.SEARCH)
    if Intent.MORE in found and asked.criterion is None:
        found.add(Intent.SEARCH)
    if Intent.NONE_OF_THESE in found:
        found.discard(Intent.NO_PREFERENCE)
    return frozenset(found)


def is_plain_no(text: str) -> bool:
    """Tell whether a canonical message is a refusal and nothing else: "no, thanks"."""
    return bool(_ONLY_NO.match(text))
