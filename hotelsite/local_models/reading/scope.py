"""Whether a message is about a hotel stay at all, and in English: what else it talks about, weighed against what it says."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import Final

from hotelsite.local_models.reading.evidence import Passage
from hotelsite.local_models.reading.vocabulary import (
    CONVERSATION_WORDS,
    EVERYDAY_WORDS,
    FUNCTION_WORDS,
    KNOWN_WORDS,
)

_SURELY_LODGING: Final = re.compile(
    r"\b(?:hotels?|motels?|inns?|lodgings?|accomm?odations?|resorts?|hostels?|guest ?houses?|b&b|check(?:ing)?[ -]?(?:in|out)|"
    r"(?:to|our|my|your|the|for a|i|we|a) stay(?:ing|s)?|stay(?:ing)? (?:at|in|for|from|until|till|there|here|the)|(?:a|per|each|\d+)[ /-]nights?|nightly|nights|guests?|hotel rooms?|overnight|"
    r"(?:place|somewhere) to (?:stay|sleep|crash)|crash pad|concierges?|reservations?|hilton)\b"
)
_PERHAPS_LODGING: Final = re.compile(
    r"\b(?<!living )(?<!dining )(?<!chat )(?<!meeting )(?:rooms?|beds?|suites?|bookings?|book|reserve|stay(?:ing)?|arriv\w+|trip|visit(?:ing)?|places?(?! to (?:visit|eat|see|go|dine|drink|shop))|somewhere|amenit(?:y|ies)|facilit(?:y|ies))\b"
)
_ROOM: Final = re.compile(
    r"\b(?<!living )(?<!dining )(?<!meeting )(?<!conference )(?:rooms?|beds?|suites?)\b(?! service)"
)
_ASKS_GENERALLY: Final = re.compile(r"\W*(?:whats?|who|when|where|how)\b(?! about)")
_WORD: Final = re.compile(r"[^\W\d_]{2,}")
_SOME_FOREIGN: Final = frozenset(
    "de la le el los las du del con sin um est ou il die das van met mars mai ola tag hallo ate dias".split()
)
"""Function words of other languages that also occur in English texts: they count only beside a sure one."""
_FOREIGN_FUNCTION_WORDS: Final = (
    frozenset(
        """
    el la los las un una unos unas para por favor con sin hola gracias quiero quisiera necesito busco habitacion habitación
    noches noche desde hasta del enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre
    cerca aeropuerto centro cuanto cuánto donde dónde buenos buenas dias días tardes desayuno gratis piscina de que
    le les une des du avec sans bonjour merci je voudrais cherche chambre nuits nuit pour janvier fevrier février mars avril
    mai juin juillet aout août septembre octobre novembre decembre décembre près pres aéroport est et ou il nous vous
    ich wir brauche suche möchte moechte ein eine einen zimmer mit ohne bitte danke hallo nächte naechte vom bis zum zur der die
    das und oder für fuer guten tag januar februar märz juni juli oktober dezember nahe flughafen
    um uma quarto noites obrigado obrigada preciso quero olá ola com sem até ate perto janeiro fevereiro março maio junho julho
    setembro outubro novembro dezembro vorrei camera notti grazie buongiorno ciao cerco gennaio febbraio aprile maggio giugno
    luglio agosto settembre ottobre dicembre vicino een kamer nachten graag dank hallo ik wil van tot met zonder
    """.split()
    )
    - _SOME_FOREIGN
)
_ASKING_WORDS: Final = frozenset(
    """
    ok okay yes yeah no please thanks thank hi hello hey good great need needs needed want wanted wants like look looking
    find book come coming go going get travel traveling trip visit visiting would prefer something anything price prices
    cheap cheaper expensive budget moderate affordable near close closer better best try trying different day days date dates
    make change move day time check start starting begin beginning week area place think thinking
    """.split()
)


_CONVERSATION: Final = FUNCTION_WORDS | EVERYDAY_WORDS | CONVERSATION_WORDS | _ASKING_WORDS


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """How much of a message is about a stay and how much about something else."""

    english: bool
    lodging: float
    """Weight of the words that only make sense for a stay."""
    names_lodging: bool
    """A hotel, a room or a bed is named."""
    foreign: int
    """Number of words that have nothing to do with a stay or with conversation as such."""

    asks_generally: bool
    """It asks what, who, when or how."""
    other: int
    """Number of words besides, apart from asking and politeness: "show", "open", "concert"."""

    def is_off_topic(self, evidence: float, *, sure: bool, in_conversation: bool) -> bool:
        """Tell whether what was read is outweighed by what has nothing to do with it.

        Args:
            evidence: The summed weight of what was read.
            sure: No criterion was read, or one that can hardly be about anything but a stay.
            in_conversation: The assistant has just spoken of the stay, which makes it likely that the customer does.
        """
        if not self.english:
            return True
        if self.lodging >= 2:
            return False
        if not sure and not in_conversation and self.lodging < 0.7 and (self.other or self.asks_generally):
            return True  # "what is on tonight?" names a day, and no stay
        support = evidence + self.lodging + (2.0 if in_conversation else 0.0)
        against = self.foreign * (0.6 if in_conversation else 1.0) + (0.5 if self.asks_generally else 0.4)
        return self.foreign > 0 and support <= against


def read_scope(passage: Passage) -> Scope:
    """Weigh the words of a message."""
    text = passage.text
    sure, perhaps = len(_SURELY_LODGING.findall(text)), len(_PERHAPS_LODGING.findall(text))
    return Scope(
        english=_is_english(text),
        names_lodging=bool(sure or _ROOM.search(text)),
        lodging=2.5 * min(sure, 2) + 0.75 * min(perhaps, 2),
        asks_generally=bool(_ASKS_GENERALLY.match(text)),
        foreign=len(foreign_words(passage)),
        other=sum(word not in _CONVERSATION for word in _WORD.findall(passage.open_text)),
    )


def foreign_words(passage: Passage) -> list[str]:
    """Return the words that are neither conversation nor trade, nor names in the middle of a sentence."""
    found = []
    for match in _WORD.finditer(passage.open_text):
        word = match[0]
        if len(word) < 3 or _is_known(word):
            continue
        if not passage.is_name(match.start()):
            found.append(word)
    return found


def _is_known(word: str) -> bool:
    if word in KNOWN_WORDS:
        return True
    return any(
        word.endswith(ending) and word.removesuffix(ending) + repair in KNOWN_WORDS
        for ending, repair in (
            ("s", ""),
            ("es", ""),
            ("ed", ""),
            ("ed", "e"),
            ("ing", ""),
            ("ing", "e"),
            ("ly", ""),
            ("er", ""),
        )
    )


def _is_english(text: str) -> bool:
    letters = [character for character in text if character.isalpha()]
    if not letters:
        return True
    if sum(not unicodedata.name(letter, "").startswith("LATIN") for letter in letters) * 3 > len(letters):
        return False
    words = _WORD.findall(text)
    sure = sum(word in _FOREIGN_FUNCTION_WORDS for word in words)
    foreign = sure + (sum(word in _SOME_FOREIGN for word in words) if sure else 0)
    english = sum(word in KNOWN_WORDS for word in words)
    return foreign == 0 or (foreign == 1 and english >= 1) or english > 2 * foreign
