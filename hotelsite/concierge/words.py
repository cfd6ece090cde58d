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
_COURTESIES: Final = frozenset("great just kindly now please pls so then well".split())
"""May stand at either end of a command, of a yes or of a no without changing it."""
_AGREEMENT: Final = frozenset("alright certainly fine ok okay sure y yeah yep yes yup".split())
"""Words that agree, alone or before what `_YES` has."""
_YES: Final = frozenset(
    {
        "absolutely",
        "confirm",
        "confirmed",
        "do",
        "do it",
        "do so",
        "do that",
        "go ahead",
        "go for it",
        "i confirm",
        "let's do it",
        "of course",
        "perfect",
        "sounds good",
        "thanks",
        "thank you",
    }
)
_BOOK_IT: Final = frozenset(
    {"book it", "book that", "book that one", "book this one", "go ahead and book it"}
)
_SEARCH_IT: Final = _SEARCH | {
    "go ahead and search",
    "go",
    "go on",
    "proceed",
    "continue",
    "show me",
    "show them",
    "let's see",
    "let's see them",
}
_NO: Final = frozenset(
    {
        "cancel the booking",
        "changed my mind",
        "forget it",
        "forget that",
        "i changed my mind",
        "i don't want it",
        "i don't want that",
        "i've changed my mind",
        "no way",
        "rather not",
        "i'd rather not",
        "no",
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
_LEAVE_IT: Final = frozenset(
    {
        "forget it",
        "forget that",
        "keep it",
        "keep it as it is",
        "keep that",
        "leave it",
        "leave it as it is",
        "leave that",
        "never mind",
        "nevermind",
        "no change",
        "nvm",
    }
)
_HALTS: Final = frozenset("wait stop hold hang".split())
"""Words that stop somebody, which is a no as well."""
_NO_FILLERS: Final = _HALTS | frozenset("actually ah hm hmm oh on oops sorry um".split())
_REFUSES_ALL: Final = re.compile(
    r"(?:no[ ,]+)?(?:none|neither|nothing|not any) of (?:these|those|them|the above|this)(?: (?:suits?|works?|fits?|will do))?(?: (?:me|us|for me|for us))?(?:,? please)?"
    r"|i (?:don't|do not) (?:like|want) (?:any of )?(?:these|those|them)"
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
_REFUSES_BOOKING: Final = re.compile(
    r"\b(?:don't|dont|do not|never|not|won't|wont|wouldn't|didn't|rather not|cannot|can't)\b(?: (?!but\b)[\w']+){0,4}? "
    r"(?:book|booking|reserve|choose|pick|select|take)\b"
    r"|\b(?:book|reserve|choose|pick|select|take)\b[^.;!?]{0,40}?"
    r"\b(?:(?:any|anything|all|every|everything|whichever)(?: \w+){0,2} but|except|other than|apart from)\b"
)
_ASKS_WHY_NOT: Final = re.compile(r"\b(?:why|how come|if|whether|unless)\b")
_ASKS_WHETHER: Final = re.compile(r"^(?:can't|cannot|don't|won't|wouldn't) (?:you|we|i)\b")
_ASKS: Final = re.compile(r"^(?:can|could|would|will) you\b|^(?:please )?(?:can|could) (?:i|we)\b")
_MORE: Final = re.compile(r"\b(?:more|other|others|rest|next|further)\b")
_COMPARE: Final = re.compile(r"\b(?:compare|comparison|difference|differences|differ|versus|vs)\b")


def plain(text: str) -> str:
    """Return a message in lower case, with single spaces, straight quotes and no punctuation at its ends."""
    text = unicodedata.normalize("NFKC", text).replace("\u2019", "'").casefold()
    return " ".join(text.split()).strip(" .!?,;:\"'")


def _bare(text: str) -> list[str]:
    """Return the words of a message, without those of courtesy at its ends."""
    words = re.sub(r"[,.!;]", " ", plain(text)).split()
    while words and words[-1] in _COURTESIES:
        words.pop()
    while words and words[0] in _COURTESIES:
        words.pop(0)
    return words


def command(text: str) -> Command | None:
    """Return the command that the whole message is, courtesies aside; None where it is anything else."""
    words = _bare(text)
    while words and words[0] in ("ok", "okay", "alright"):
        words.pop(0)
    bare = " ".join(words)
    if bare in _SEARCH:
        return "search"
    return "start_over" if bare in _START_OVER else None


def is_bare_yes(text: str) -> bool:
    """Tell whether the message agrees and says nothing more: "yes, but Friday" does not, nor does "ok?"."""
    return _agrees(text, frozenset())


def agrees_to_search(text: str) -> bool:
    """Tell whether the message is a bare yes to "shall I search?", or "yes, search"."""
    return _agrees(text, _SEARCH_IT)


def agrees_to_book(text: str) -> bool:
    """Tell whether the message is a bare yes to "shall I book it?", or "book it"."""
    return _agrees(text, _BOOK_IT)


def _agrees(text: str, deed: frozenset[str]) -> bool:
    """Tell whether words that agree, or that name the deed, are all there is."""
    if "?" in text:
        return False
    words, agreed = _bare(text), False
    while words and words[0] in _AGREEMENT:
        words.pop(0)
        agreed = True
    rest = " ".join(word for word in words if word not in _COURTESIES)
    if rest.startswith("thank"):
        return agreed and rest in _YES
    return rest in _YES | deed or (agreed and not rest)


def is_bare_no(text: str) -> bool:
    """Tell whether the message declines, or stops what goes on, and says nothing more: "no", "no wait", "cancel that"."""
    said = _bare(text)
    rest = " ".join(word for word in said if word not in _NO_FILLERS)
    if not rest:
        return any(word in _HALTS for word in said)
    rest = rest.removesuffix(" thanks").removesuffix(" thank you")
    return rest in _NO or (rest.startswith("no ") and rest.removeprefix("no ") in _NO)


def leaves_it(text: str) -> bool:
    """Tell whether the message says to leave things as they are, and nothing more."""
    return " ".join(word for word in _bare(text) if word not in _NO_FILLERS) in _LEAVE_IT


def refuses_all(text: str) -> bool:
    """Tell whether the message refuses all that was offered, which is not the same as having no preference."""
    return _REFUSES_ALL.fullmatch(plain(text)) is not None


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


def refuses_booking(text: str) -> bool:
    """Tell whether the message says not to book something, or anything: "don't book the first", "any but number 3"."""
    message = plain(text)
    if _ASKS_WHY_NOT.search(message) or ("?" in text and _ASKS_WHETHER.search(message)):
        return False
    return _REFUSES_BOOKING.search(message) is not None


def asks_for_more(text: str) -> bool:
    """Tell whether a message about results wants to see further ones."""
    return _MORE.search(plain(text)) is not None


def asks_to_compare(text: str) -> bool:
    """Tell whether a message about results wants them compared."""
    return _COMPARE.search(plain(text)) is not None
