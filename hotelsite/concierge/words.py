"""The few words that code itself looks for in a customer's message. Everything else is for the models to read.

A list is short on purpose where a match has effects (searching, booking, leaving): what is not matched costs a
question, what is matched wrongly costs the customer.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final, Literal

Command = Literal["search", "start_over"]

_SEARCH: Final = frozenset(
    {
        "search",
        "search now",
        "search please",
        "please search",
        "search again",
        "search hotels",
        "search for hotels",
        "search for a hotel",
        "start search",
        "start searching",
        "start the search",
        "run the search",
        "do the search",
        "find hotels",
        "find hotels now",
        "find me hotels",
        "find me a hotel",
        "find a hotel",
        "show hotels",
        "show me hotels",
        "show me the hotels",
        "look for hotels",
    }
)
_START_OVER: Final = frozenset(
    {
        "start over",
        "start over please",
        "start again",
        "start anew",
        "start from scratch",
        "begin again",
        "begin anew",
        "let's start over",
        "lets start over",
        "i want to start over",
        "restart",
        "reset",
        "new conversation",
    }
)
_YES: Final = frozenset(
    {
        "yes",
        "yes please",
        "yes go ahead",
        "yes do it",
        "yes book it",
        "yes search",
        "yes please search",
        "yep",
        "yeah",
        "yup",
        "y",
        "sure",
        "sure go ahead",
        "ok",
        "okay",
        "ok go ahead",
        "okay go ahead",
        "go ahead",
        "please do",
        "do it",
        "go for it",
        "sounds good",
        "of course",
        "absolutely",
        "confirm",
        "confirmed",
        "i confirm",
        "book it",
        "please book it",
        "book it please",
    }
)
_NO: Final = frozenset(
    {
        "no",
        "no thanks",
        "no thank you",
        "nope",
        "nah",
        "not now",
        "not yet",
        "not that one",
        "cancel",
        "cancel that",
        "cancel it",
        "never mind",
        "nevermind",
        "don't",
        "do not",
        "don't book it",
        "do not book it",
    }
)
_GOODBYE: Final = re.compile(
    r"\b(?:good ?bye|bye|farewell|quit|exit|see (?:you|ya)|good night|have a (?:nice|good|great) (?:day|one|evening)|"
    r"(?:i|we)(?:'m| am|'re| are) (?:done|finished|leaving now)|that(?:'s| is|'ll be| will be) (?:all|it)|"
    r"not interested|(?:end|close|stop) (?:the |this )?(?:chat|conversation|session)|talk to you later)\b"
)
_BOOKING: Final = re.compile(
    r"\b(?:book|reserve|choose|pick|select|take|go(?:ing)? (?:with|for)|i(?:'d| would) (?:like|prefer)|i want|i'll have)\b"
)
_DOUBT: Final = re.compile(
    r"\b(?:not|no|never|don't|dont|doesn't|won't|can't|cannot|if|unless|but|or|before|until|instead|except|rather than|"
    r"how|what|when|which|why|whether|who|maybe|perhaps|think|thinking|consider|compare|cancel|wait|versus|vs)\b"
)
_ASKS: Final = re.compile(r"^(?:can|could|would|will) you\b|^(?:please )?(?:can|could) (?:i|we)\b")
_MORE: Final = re.compile(r"\b(?:more|other|others|rest|next|further)\b")
_COMPARE: Final = re.compile(r"\b(?:compare|comparison|difference|differences|differ|versus|vs)\b")


def plain(text: str) -> str:
    """Return a message in lower case, with single spaces, straight quotes and no punctuation at its ends."""
    text = unicodedata.normalize("NFKC", text).replace("\u2019", "'").casefold()
    return " ".join(text.split()).strip(" .!?,;:\"'")


def _bare(text: str) -> str:
    """Also drop commas, so that "yes, please" is as bare as "yes please"."""
    return plain(" ".join(text.replace(",", " ").split()))


def command(text: str) -> Command | None:
    """Return the command that the whole message is, None where it is anything else."""
    if plain(text) in _SEARCH:
        return "search"
    if plain(text) in _START_OVER:
        return "start_over"
    return None


def is_bare_yes(text: str) -> bool:
    """Tell whether the message agrees and says nothing more: "yes, but Friday" does not."""
    return _bare(text) in _YES


def is_bare_no(text: str) -> bool:
    """Tell whether the message declines and says nothing more."""
    return _bare(text) in _NO


def says_goodbye(text: str) -> bool:
    """Tell whether the message holds a word of leaving."""
    return _GOODBYE.search(plain(text)) is not None


def mentions_booking(text: str) -> bool:
    """Tell whether the message holds a word of booking or choosing, in whatever sense."""
    return _BOOKING.search(plain(text)) is not None


def asks_to_book(text: str) -> bool:
    """Tell whether the message plainly asks to book: a word of booking, no doubt, no condition, no question.

    "Can you book ...?" is a request; any other question is not.
    """
    message = plain(text)
    if not _BOOKING.search(message) or _DOUBT.search(message):
        return False
    return "?" not in text or _ASKS.search(message) is not None


def asks_for_more(text: str) -> bool:
    """Tell whether a message about results wants to see further ones."""
    return _MORE.search(plain(text)) is not None


def asks_to_compare(text: str) -> bool:
    """Tell whether a message about results wants them compared."""
    return _COMPARE.search(plain(text)) is not None
