"""Words that the reading knows, in the few groups in which it weighs them.

These are the words of English conversation and of the hotel trade, without apostrophes and in lower case. They decide
two things only: whether an unknown word may be a slip of the keyboard, and how much of a message is about something
else than a hotel.
"""

from __future__ import annotations

from typing import Final

FUNCTION_WORDS: Final = frozenset(
    """
    a about above across actually after afterwards again ago ahead all almost along already also although always am an
    and another any anybody anyone anything anyway anywhere are arent around as at away back be because been before
    behind being below besides between beyond both but by can cannot cant could couldnt did didnt do does doesnt doing
    done dont down during each either else enough even ever every everybody everyone everything exactly except far few for
    from further had has hasnt have havent having he hed her here hers herself hes him himself his how however i id if
    ill im in indeed inside instead into is isnt it itd itll its itself ive just kind kinda last least less like likely
    lot lots many may maybe me might mine more most much must my myself near nearly neither never no nobody none nor not
    nothing now of off often on once one ones only onto or other others otherwise our ours ourselves out outside over
    own per perhaps please possible possibly probably quite rather really right same say shall she should shouldnt since
    so some somebody someone something sometime somewhat somewhere soon sort still such than that thats the their them
    then there theres these they theyd theyll theyre theyve thing things this those though through thru till to together
    too toward towards under unless until up upon us very via was wasnt we wed well were werent weve what whatever whats
    when whenever where wheres wherever whether which whichever while who whod whole whom whos whose why will with
    within without wont would wouldnt yet you youd youll your youre yours youve bit little way per lets let u ur
    """.split()
)

CONVERSATION_WORDS: Final = frozenset(
    """
    ok okay okey yes yeah yep yup sure fine no nope nah thanks thank thx please pls plz hello hi hey hiya greetings
    morning afternoon evening good great nice cool perfect awesome excellent lovely wonderful super fantastic amazing
    alright right exactly correct wrong sorry pardon excuse oh ah um uh hmm well wait actually anyway sir madam
    bye goodbye cheers welcome help helpful question answer ask tell know think guess suppose believe hope wonder
    mean see look looking search find found show give get got getting want wanted wants wanting need needed needs
    needing wish prefer preferred preference preferences preferably like liked love interested require required
    requirement requirements consider considering plan planning planned plans try trying trip travel traveling
    travelling travels visit visiting come coming comes go going goes stay staying stays sleep sleeping spend
    spending pay paying paid cost costs price prices priced pricing pricey rate rates book booking booked bookings reserve
    reserving reserved reservation reservations arrange make making made take taking keep keeping change changing
    changed switch move moved moving update set add adding added include includes included including offer offers offered
    offering provide provides provided available availability option options choice choices choose recommend
    recommendation suggestion suggestions suggest important matter matters mind care cares different better best
    cheaper cheap cheapest big bigger small large nearby close closer closest quiet clean comfortable decent suitable
    information info address phone contact email website rating ratings review reviews class information info detail details list start starting starts begin beginning end ending finish done finished
    work works working day days week weeks weekend weekends month months year years night nights today tonight
    tomorrow date dates time early late later long short longer shorter people person persons adult adults child
    children kid kids family families friend friends wife husband partner couple group guest guests baby son
    daughter mother father mom dad parents party two three four first second name number total budget money amount
    dollar dollars bucks maximum minimum max min limit range lower higher high low least most place places area
    location spot side part town city sounds sound works want wanna gonna gotta lemme sounds possible able via
    vacation holiday business meeting conference event wedding work anniversary birthday honeymoon bring bringing
    use using used also either extra free new own sleep sleeps fit fits share sharing forget drop remove skip leave leaving
    arrive arriving arrival depart departing departure return returning check checking checkin checkout until afford
    expensive luxury moderate reasonable inexpensive anything type types sort kind preferred ideal ideally
    definitely absolutely certainly course problem worries worry happy glad fun excited
    """.split()
)

EVERYDAY_WORDS: Final = frozenset(
    """
    absolute accept accepted accommodate according advance advise afraid age agree agreed allowing alone alternative
    amazing amount appreciate appreciated approximate around aside asap aspect assist assistance assume attend attending
    average avoid awful awkward basic basically basics beautiful become begin bigger bother bothered brief bring brought
    budgeted bunch busy buy buddy bro calm cap carry catch ceiling celebrate celebrating certain chance changes charming cheers
    chill choosing chose chosen clear clearly colleague colleagues comfort comfy commence commencing complete completely
    compulsory concern concerned concerning concluding confirm consist convenience convenient conveniently correct correction
    cosy cover covered cozy criteria cross current currently cut daily dates daughters deal dear decide decided deciding delay demand
    desirable desire desired despite direct directly dirty disregard dollar dont double doubt drive driving dude earliest ease easier
    easily easy else end ends enjoy ensure entire entirely equipped especially essential essentially estimate evening
    evenings everybody except exceed excellent excess excluding exclude expand expect expecting expensive experience express extend extended
    fairly fancy far farther fast favorite favourite fewer fiance fiancee figure finally fit flexible folks follow following
    forever forgot forward found frankly free fully further furthest gents girlfriend boyfriend given glad gladly gonna
    grand grandma grandpa grandparents group grown guarantee guy guys half handy happen happens happily hard hate hated head
    hence hoping horrible huge hurry idea identify ill imagine immediately impossible improve inclusive incorporate increase
    indicate instead intend intending intent interest introduce involve issue item items job join keen kept kindly knew known
    ladies lads large larger largest late lately later latest latter lead least leaves left lengthen less lesser lets level light lighter
    limits linked listed literally live lock locked lol lose lost loud love lovely luck lucky luggage mad main mainly majority
    manage mate mates matching maybe meantime meant mention mentioned merely met middle mile minds minor miss missed mistake mixed
    modern modest modify mums must name namely nationwide necessarily necessary need neither nephew niece nicer nicest noise noisy
    none normal normally note noted notice obliged obvious obviously occasion odd offered often old older opt ordinary organise
    organize original originally ought outer overall overlook pack pair parent partly partner parties pass past pay peaceful per
    period permit personal personally pick picked plain plenty plus point pop popular positive postpone practical practically
    precise precisely prepared present presumably pretty previous previously primarily principle prior private proceed
    promise promised proper properly property premises provided pull purely purpose purposes push put quality quick quickly quote raise range ready real
    realize realise reason reasonable reasons recall recap recently reduce refer reference regard regarding regards region regular
    regularly related relative relatively relax relaxed relaxing relevant remain remaining remember remind remote remotely removed repeat replace
    reply request requested requests respect respond rest restrict restriction result results retain revise rid roughly round run runs running rush
    sadly safe safely sake satisfied satisfactory save saved says scrap scratch search seem seems select selected selection sense
    separate serious seriously serve set settle settings several share shift shorten sick silly similar simple simply single
    sister sit site situated situation size sized sleepy slightly slow smoke smoker smokers solely solid solo somehow sooner sounds
    space spacious speak special specific specifically spoil spouse squeeze stand standard cigarette cigarettes stick stick stop straight strict strictly strong strongly
    stuff stupid style subject such sufficient suggest summarise summarize summary super surely surprise surprised sweet
    swap talk talking tend tends terms terrible test therefore thirsty thinking third thought tidy tight timing tiny tired told toddler top
    tops totally touch tough tourist tourists tourism touring traveler traveller travelers travellers treat tricky true truly turn twice typical
    typically unable understand understood unfortunately unless unlike unnecessary upgrade upon upper upset urgent urgently useful user
    usual usually vacay vague value vary various verify vibe wait waiting walked wanting watch ways weird whichever whilst whoever wide
    willing willingly wise wished wishes wishing wont wonderful word words working workout worse worst worth wow write wrong wrote yea
    young younger yourself yours zero aunt uncle cousin cousins brother brothers sisters sons grandson granddaughter in-laws
    colleague coworker coworkers boss crew team client clients mum mums dads mama papa babe honey toddler teenager teenagers
    teen teens newborn elderly senior seniors wedding weddings reunion festival marathon graduation getaway
    break honeymooners anniversary interview conference seminar training congress convention exhibition workshop
    document documents paper papers dream drink drinks coffee tea beer wine lunch dinner supper meal meals food anymore keyless entry secure obliged bump
    lap court courts downstairs upstairs rental towel smartphone device door doors lobby floor floors
    student students length duration
    summer winter spring autumn fall season holiday holidays easter christmas xmas thanksgiving
    noon midnight sunrise sunset dawn dusk
    haha hehe omg btw fyi imo tbh idk nvm thx ty tysm welp welp gosh geez jeez yay hooray yikes oops whoops aye ay nay meh erm uhh umm
    """.split()
)
"""Words that people use about anything at all: they tell nothing of what a message is about."""

LODGING_WORDS: Final = frozenset(
    """
    hotel hotels motel motels inn inns lodge lodging lodgings hostel guesthouse guesthouses accommodation accommodations
    accomodation accomodations resort resorts room rooms roomtype suite suites bed beds bedroom bedrooms king queen twin
    double single stay staying stays night nights nightly checkin checkout overnight reservation reservations
    guest guests hilton bnb
    """.split()
)

TRADE_WORDS: Final = frozenset(
    """
    amenity amenities facility facilities feature features breakfast parking wifi internet pool swimming gym fitness
    restaurant restaurants kitchen shuttle pet pets dog dogs cat cats smoking concierge tennis business center centre
    airport downtown central distance mile miles kilometer kilometers kilometre kilometres walking walk minutes blocks
    portland vancouver oregon star stars rated rating adjoining connecting charging electric ev key streaming tv
    permit permitted allow allowed car cars site heated tight limited charge fee password open closed serve boutique flight flights fly flying flies plane land landing lands reception lobby resort housekeeping happy hour service cheerio january february march april june july august september october november
    december monday tuesday wednesday thursday friday saturday sunday spa sauna balcony view bar laundry
    """.split()
)

CORRECTABLE: Final = frozenset(
    """
    january february august september october november december monday tuesday wednesday thursday saturday sunday
    tomorrow tonight breakfast parking restaurant kitchen shuttle amenities downtown airport minimum maximum budget
    distance kilometers suites starting arriving leaving checkout reservation fitness concierge smoking connecting
    swimming preference charging indoor outdoor weekend
    """.split()
)
"""Words of the trade that customers mistype; each is at least six letters long."""

ALIASES: Final = {
    **dict.fromkeys(("tmrw", "tmr", "tomoz", "tommorow", "tomorro", "tmw", "2moro", "2morrow"), "tomorrow"),
    **dict.fromkeys(("tonite", "2nite", "2nyt"), "tonight"),
    **dict.fromkeys(("wensday", "wendsday", "weds"), "wednesday"),
    **dict.fromkeys(("nite", "nigt", "nght"), "night"),
    **dict.fromkeys(("nites", "nigts", "nghts"), "nights"),
    **dict.fromkeys(("dwntwn", "dwntown", "dntn"), "downtown"),
    **dict.fromkeys(("arpt", "airprt"), "airport"),
    **dict.fromkeys(("bfast", "brkfast", "brkfst", "breakfest", "brekfast"), "breakfast"),
    **dict.fromkeys(("ctr", "cntr", "centr"), "center"),
    **dict.fromkeys(("accom", "acomodation", "accomadation"), "accommodation"),
    **dict.fromkeys(("prking", "prkg"), "parking"),
    **dict.fromkeys(("nts", "nyts"), "nights"),
    **dict.fromkeys(("wkend", "wknd"), "weekend"),
    **dict.fromkeys(("hotle", "hotell", "hottel", "hotal"), "hotel"),
    **dict.fromkeys(("serch", "seach", "sarch", "saerch", "searh"), "search"),
    **dict.fromkeys(("aprl", "apirl", "appril"), "april"),
    **dict.fromkeys(("dolar", "doller", "dollr"), "dollar"),
    **dict.fromkeys(("dolars", "dollers", "dollrs", "dollas"), "dollars"),
    **dict.fromkeys(("wify", "wifii", "wiffi", "wfi"), "wifi"),
    **dict.fromkeys(("smth", "sth", "smthing", "somthing"), "something"),
    **dict.fromkeys(("amenites", "ammenities", "amenties"), "amenities"),
    **dict.fromkeys(("bugdet", "buget", "budjet", "budgit"), "budget"),
    "nr": "near",
    "htl": "hotel",
    "rm": "room",
    "rms": "rooms",
    "dbl": "double",
    "sgl": "single",
    "chk": "check",
    "chkin": "checkin",
    "chkout": "checkout",
    "thurs": "thursday",
    "tues": "tuesday",
    "feburary": "february",
    "starring": "starting",
    "resturant": "restaurant",
    "accomodation": "accommodation",
    "accomodations": "accommodations",
}
"""Short forms, and frequent slips that are more than one letter away."""

_FALSE_FRIENDS: Final = frozenset(
    """
    packing parting parkings soaking staring starling learning heaving leading stating restaurants sundae sundays mondays
    tuesdays wednesdays thursdays saturdays airports budgets weekends kitchens shuttles breakfasts distances
    """.split()
) - {"staring"}
"""English words one slip away from a word of the trade."""

KNOWN_WORDS: Final = (
    FUNCTION_WORDS
    | CONVERSATION_WORDS
    | EVERYDAY_WORDS
    | LODGING_WORDS
    | TRADE_WORDS
    | CORRECTABLE
    | _FALSE_FRIENDS
)
