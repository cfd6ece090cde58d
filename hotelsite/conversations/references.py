"""Short references of turns, which a customer can read out and staff can look up: `7K2QDM-4` is turn 4 of a session.

The six characters are the first 30 bits of the session's id in Crockford's base 32 (https://www.crockford.com/base32.html),
which has no letters that read like digits. So a page can make them without asking, and nothing needs to be stored.
`static/web/js/reference.js` makes the same.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final
from uuid import UUID

ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
LENGTH: Final = 6
_BITS: Final = 5 * LENGTH
_READ_ALIKE: Final = str.maketrans("OIL", "011")
_REFERENCE: Final = re.compile(rf"(?:REF[ .:]*)?([0-9A-Z]{{{LENGTH}}})-(\d{{1,6}})")


@dataclass(frozen=True, slots=True)
class TurnReference:
    """A range of session ids, nearly always of one, and the number of a turn."""

    first: UUID
    last: UUID
    turn: int


def turn_reference(session_id: UUID, turn: int) -> str:
    """Return the reference of a turn."""
    bits = session_id.int >> (128 - _BITS)
    characters = [ALPHABET[bits >> (5 * place) & 31] for place in reversed(range(LENGTH))]
    return f"{''.join(characters)}-{turn}"


def parse_reference(text: str) -> TurnReference | None:
    """Read a reference as people write it, in any case and with O for 0; None where the text is none."""
    found = _REFERENCE.fullmatch(text.strip().upper())
    if found is None:
        return None
    characters = found[1].translate(_READ_ALIKE)
    if not set(characters) <= set(ALPHABET):
        return None
    bits = 0
    for character in characters:
        bits = bits << 5 | ALPHABET.index(character)
    first = bits << (128 - _BITS)
    return TurnReference(UUID(int=first), UUID(int=first | (1 << (128 - _BITS)) - 1), int(found[2]))
