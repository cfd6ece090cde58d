"""A customer's words, cleaned once at the door: before their length is checked, stored, logged or sent anywhere."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

MAX_CHARACTERS: Final = 2000
"""Of one message, after cleaning. Source: PROTOCOL.md, `message`."""

_LINE_BREAK = re.compile("\r\n|[\r\v\f\x1c-\x1e\x85\u2028\u2029]")
# NUL is refused by PostgreSQL, a lone surrogate by every UTF-8 encoder; no control character but these two has a meaning.
_UNWRITABLE = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f\ud800-\udfff]")
_INVISIBLE_CATEGORIES = frozenset({"Cc", "Cf", "Zs", "Zl", "Zp", "Mn", "Me"})
# Fillers that Unicode files under letters and symbols although nothing of them shows.
_BLANK_LETTERS = frozenset("\u115f\u1160\u2800\u3164\uffa0")


def clean(text: str) -> str:
    """Return the text without what cannot be stored or seen; '' when nothing visible is left.

    Line breaks become newlines. Joiners within emoji, accents and bidirectional marks stay as the customer typed them.
    """
    text = _UNWRITABLE.sub("", _LINE_BREAK.sub("\n", text)).strip()
    return text if any(_shows(character) for character in text) else ""


def _shows(character: str) -> bool:
    return unicodedata.category(character) not in _INVISIBLE_CATEGORIES and character not in _BLANK_LETTERS
