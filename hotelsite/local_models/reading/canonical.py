"""A message in one spelling: lower case, plain quotes and dashes, numbers in digits, common slips of the keyboard mended.

Everything else in this package reads the canonical text, so each way of writing a thing is known in one place. Every
canonical character remembers where it came from, so evidence can point into the customer's own words.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from hotelsite.local_models.reading.vocabulary import ALIASES, CORRECTABLE, KNOWN_WORDS

_REPLACED: Final = {
    **dict.fromkeys("‘’ʼ`´", "'"),  # noqa: RUF001 - the quotes that phones type
    **dict.fromkeys("‐‑‒–—−", "-"),  # noqa: RUF001
    **dict.fromkeys("“”„«»", '"'),
}

_CONTRACTIONS: Final = {"d": "would", "ll": "will", "re": "are", "ve": "have"}

_UNITS: Final = {
    word: number
    for number, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
        "seventeen eighteen nineteen".split()
    )
}
_TENS: Final = {
    word: 10 * number
    for number, word in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split(), start=2)
}
_ORDINALS: Final = {
    word: number
    for number, word in enumerate(
        "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth "
        "fifteenth sixteenth seventeenth eighteenth nineteenth twentieth".split(),
        start=1,
    )
} | {"thirtieth": 30}
_MAGNITUDES: Final = {"hundred": 100, "thousand": 1000, "grand": 1000}
_SUFFIXES: Final = {1: "st", 2: "nd", 3: "rd"}

_LONG_MONTHS: Final = ("january", "february", "august", "september", "october", "november", "december")
"""Names that are still known with a letter missing: "agust"."""

_WORD: Final = re.compile(
    r"2n(?:ite|yt)\b|2mor+ow?\b|[a-z]+(?:'[a-z]+)*|\d+(?:,\d{3})+(?!\d)|\d+|.", re.DOTALL
)

# "one" is a pronoun as often as a number ("this one", "a cheaper one"): it counts only where something can be counted.
_COUNTED_NEXT: Final = re.compile(
    r"[\s-]+(?:more|extra|additional|single|double|king|queen|full|twin|big|large|bed|beds|bedroom|bedrooms|night|nights|"
    r"day|days|week|weeks|month|room|rooms|person|people|adult|guest|child|kid|dog|cat|pet|mile|miles|km|kilometers?|hundred|"
    r"thousand|grand|dollars?|bucks|star|and a half)\b"
)
_UNCOUNTED: Final = re.compile(r"(?:few|several|many|some|couple|of|the|\d) $")
"""Before "hundred": it is not one hundred."""
_NUMBERED_BEFORE: Final = re.compile(r"(?:number|option|no\.?|hotel|choice|#) $")
_TIME_BEFORE: Final = re.compile(r"\b(?:at|by) $")
_TIME_AFTER: Final = re.compile(
    r" ?(?:[ap]\.?m\b|in the (?:morning|afternoon|evening)|oclock|minutes?|mins?)"
)
_MONTH_BEFORE: Final = re.compile(r"^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]* $")
_SECOND_NEXT: Final = re.compile(
    r"[\s-]+(?:one|option|hotel|choice|of|to|until|till|through|and|week|night|bed|room)\b"
)

_NOTHING_NEXT: Final = re.compile(r"\W*(?:please|thanks)?\W*$")


@dataclass(frozen=True, slots=True)
class Canonical:
    """A message in canonical spelling, with the way back to the original."""

    text: str
    original: str
    starts: tuple[int, ...]
    """For each canonical character, the index of the first original character that it stands for."""
    ends: tuple[int, ...]
    """The same of the last one; a number word has one digit for all its letters."""

    def original_span(self, start: int, end: int) -> tuple[int, int]:
        """Return where a canonical span lies in the original."""
        if start >= end:
            return (0, 0)
        return self.starts[start], self.ends[end - 1] + 1

    def canonical_span(self, start: int, end: int) -> tuple[int, int]:
        """Return where a span of the original lies in the canonical text."""
        return bisect_left(self.starts, start), bisect_left(self.starts, end)


def canonicalise(message: str) -> Canonical:
    """Return the message in canonical spelling; any text is accepted, whatever it holds."""
    pieces = _spell_numbers(list(_words(*_plain_characters(message))))
    text: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    for piece, start, end in pieces:
        text.append(piece)
        # A rewritten word has another length: its characters stand for as much of it as there is.
        starts.extend(min(start + offset, end) for offset in range(len(piece)))
        ends.extend(min(start + offset, end) for offset in range(len(piece) - 1))
        ends.append(end)
    return Canonical("".join(text), message, tuple(starts), tuple(ends))


_Piece = tuple[str, int, int]
"""Canonical text, and the original indexes of its first and its last character."""


def _plain_characters(message: str) -> tuple[str, list[int]]:
    characters: list[str] = []
    origins: list[int] = []
    for index, character in enumerate(message):
        category = unicodedata.category(character)
        if category in (
            "Cf",
            "Mn",
            "Cs",
        ):  # zero-width, joiners, bidi marks, variation selectors, half surrogates
            continue
        # Fractions and numbers in circles are spaces: nobody writes an amount with them that we could be sure of.
        plain = " " if category[0] in "CZ" or category == "No" else _REPLACED.get(character, character)
        for part in unicodedata.normalize("NFKC", plain).casefold():
            characters.append(_REPLACED.get(part, part))
            origins.append(index)
    return "".join(characters), origins


def _words(text: str, origins: list[int]) -> Iterator[_Piece]:
    for match in _WORD.finditer(text):
        word = match[0]
        if word in ALIASES:
            word = ALIASES[word]
        elif word[0].isascii() and word[0].isalpha():
            word = _spelt_out(word)
        elif word[0].isdecimal():
            word = "".join(str(unicodedata.digit(digit)) for digit in word if digit != ",")
        yield word, origins[match.start()], origins[match.end() - 1]


@lru_cache(maxsize=4096)
def _spelt_out(word: str) -> str:
    """Write "we'll" as "we will", so that it is no other word ("well"); "don't" and "that's" only lose their mark."""
    stem, mark, ending = word.rpartition("'")
    if mark and ending in _CONTRACTIONS:
        return f"{mend(stem.replace(mark, ''))} {_CONTRACTIONS[ending]}"
    return mend(word.replace("'", ""))


@lru_cache(maxsize=4096)
def mend(word: str) -> str:
    """Return the word, or the one word of our trade that is a single slip of the keyboard away."""
    if word in ALIASES:
        return ALIASES[word]
    if len(word) < 5 or word in KNOWN_WORDS:
        return word
    correctable = CORRECTABLE if len(word) > 5 else _LONG_MONTHS
    near = [known for known in correctable if known[0] == word[0] and _one_slip(word, known)]
    return near[0] if len(near) == 1 else word


def _one_slip(word: str, known: str) -> bool:
    """Tell whether one letter was left out, added, changed, or swapped with its neighbour."""
    if abs(len(word) - len(known)) > 1:
        return False
    start = next(
        (i for i, (a, b) in enumerate(zip(word, known, strict=False)) if a != b), min(len(word), len(known))
    )
    rest, wanted = word[start:], known[start:]
    return (
        rest[1:] == wanted
        or rest == wanted[1:]
        or rest[1:] == wanted[1:]
        or (rest[:2] == wanted[1::-1] and rest[2:] == wanted[2:])
    )


def _spell_numbers(pieces: list[_Piece]) -> list[_Piece]:
    """Write number words as digits: "two hundred and fifty" becomes 250, "the fifth" the 5th, "1.5k" 1500."""
    result: list[_Piece] = []
    index = 0
    while index < len(pieces):
        found = _number_at(pieces, index, result)
        if found is None:
            result.append(pieces[index])
            index += 1
        else:
            text, used = found
            result.append((text, pieces[index][1], pieces[index + used - 1][2]))
            index += used
    return result


def _number_at(pieces: list[_Piece], index: int, before: list[_Piece]) -> tuple[str, int] | None:
    word = pieces[index][0]
    if word == "couple" or (word == "a" and _text_at(pieces, index + 2) == "couple"):
        return _couple(pieces, index)
    if word in _ORDINALS:
        return _ordinal(pieces, index, before)
    is_half = "".join(piece[0] for piece in before[-2:]) == "half "
    if word == "a" and not is_half and _text_at(pieces, index + 2) in _MAGNITUDES:
        return _cardinal(pieces, index + 2, 1, used=2)
    if word == "hundred" and not _UNCOUNTED.search("".join(piece[0] for piece in before[-2:])):
        return _cardinal(pieces, index, 1, used=0)
    if word in _UNITS or word in _TENS:
        if (hundreds := _hundreds_unsaid(pieces, index, before)) is not None:
            return hundreds
        if word == "one" and not _counts(pieces, index, before):
            return None
        return _cardinal(pieces, index, 0, used=0)
    if word.isdecimal():
        return _magnified(pieces, index)
    return None


def _text_at(pieces: list[_Piece], index: int) -> str:
    return pieces[index][0] if index < len(pieces) else ""


def _following(pieces: list[_Piece], index: int, count: int = 4) -> str:
    return "".join(piece[0] for piece in pieces[index : index + count])


def _couple(pieces: list[_Piece], index: int) -> tuple[str, int] | None:
    end = index + (3 if pieces[index][0] == "a" else 1)
    if _following(pieces, end, 3).startswith(" of "):
        end += 2
    counted = re.match(r" (?:more )?(?:nights|days|weeks|beds|miles)\b", _following(pieces, end, 4))
    return ("2", end - index) if counted else None


def _counts(pieces: list[_Piece], index: int, before: list[_Piece]) -> bool:
    """Tell whether this "one" is a number."""
    rest = _following(pieces, index + 1, 6)
    if not rest.strip(" .!") and not "".join(piece[0] for piece in before).strip():
        return True
    left = "".join(piece[0] for piece in before[-4:])
    return bool(_NUMBERED_BEFORE.search(left) or _COUNTED_NEXT.match(rest))


def _ordinal(pieces: list[_Piece], index: int, before: list[_Piece]) -> tuple[str, int] | None:
    word = pieces[index][0]
    if word == "second":
        left = "".join(piece[0] for piece in before[-2:])
        is_alone = not "".join(piece[0] for piece in before).strip() and _NOTHING_NEXT.match(
            _following(pieces, index + 1)
        )
        is_day = left == "the " or _MONTH_BEFORE.search(left)
        if not is_day and not is_alone and not _SECOND_NEXT.match(_following(pieces, index + 1)):
            return None
    return _with_suffix(_ORDINALS[word]), 1


def _hundreds_unsaid(pieces: list[_Piece], index: int, before: list[_Piece]) -> tuple[str, int] | None:
    """Read "seven fifty" as 750; after "at" or before "pm" it is a time of day."""
    hundreds = _UNITS.get(pieces[index][0], 0)
    if not 1 <= hundreds <= 9 or _text_at(pieces, index + 1) not in (" ", "-"):
        return None
    if _text_at(pieces, index + 2) not in _TENS:
        return None
    rest, used = _cardinal(pieces, index + 2, 0, used=0)
    left = "".join(piece[0] for piece in before[-2:])
    if _TIME_BEFORE.search(left) or _TIME_AFTER.match(_following(pieces, index + 2 + used)):
        return None
    return (str(100 * hundreds + int(rest)), used + 2) if rest.isdecimal() and int(rest) < 100 else None


def _with_suffix(number: int) -> str:
    return f"{number}{'th' if 10 <= number % 100 <= 20 else _SUFFIXES.get(number % 10, 'th')}"


def _cardinal(pieces: list[_Piece], index: int, value: int, *, used: int) -> tuple[str, int]:
    """Read number words from `index`; `value` and `used` say what was read already ("a" before "hundred")."""
    total, last = 0, "magnitude" if value else ""
    while True:
        word = _text_at(pieces, index)
        if word in _MAGNITUDES and last and (value or total):
            value = (value or 1) * _MAGNITUDES[word]
            total, value, last = total + value, 0, "magnitude"
        elif word in _TENS and last in ("", "magnitude"):
            value, last = value + _TENS[word], "tens"
        elif word in _UNITS and (last in ("", "magnitude") or (last == "tens" and 0 < _UNITS[word] < 10)):
            value, last = value + _UNITS[word], "unit"
        elif word in _ORDINALS and last == "tens" and _ORDINALS[word] < 10:
            return _with_suffix(total + value + _ORDINALS[word]), used + 1
        else:
            return str(total + value), max(used, 1)
        used, index = used + 1, index + 1
        gap = _gap(pieces, index, last)
        if gap is None:
            return str(total + value), used
        used, index = used + gap, index + gap


def _gap(pieces: list[_Piece], index: int, last: str) -> int | None:
    """Return how many pieces lie before the number word that continues the number, None where it ends."""
    for gap in (1, 3):
        between, word = _following(pieces, index, gap), _text_at(pieces, index + gap)
        joined = between in (" ", "-") or (between == " and " and last == "magnitude")
        if not joined:
            continue
        if word in _MAGNITUDES and gap == 1:
            return gap
        if last == "magnitude" and (word in _TENS or word in _UNITS):
            another = "and" in between and _begins_hundreds(pieces, index + gap)
            return None if another else gap
        if last == "tens" and gap == 1 and (0 < _UNITS.get(word, 0) < 10 or 0 < _ORDINALS.get(word, 0) < 10):
            return gap
    return None


def _begins_hundreds(pieces: list[_Piece], index: int) -> bool:
    """Tell whether a number of hundreds of its own begins here, as in "one hundred and two hundred"."""
    return _text_at(pieces, index + 1) in (" ", "-") and _text_at(pieces, index + 2) in _MAGNITUDES


def _magnified(pieces: list[_Piece], index: int) -> tuple[str, int] | None:
    """Read "2 hundred", "1.5k", "3 grand"."""
    used = 1
    digits = pieces[index][0]
    if re.match(r"\.\d", _following(pieces, index + 1, 2)):
        digits += "." + _text_at(pieces, index + 2)
        used = 3
    gap = 1 if _text_at(pieces, index + used) == " " else 0
    word = _text_at(pieces, index + used + gap)
    factor = 1000 if word == "k" and not gap else _MAGNITUDES.get(word)
    if factor is None:
        return None
    whole, _, fraction = digits.partition(".")
    value = int(whole) * factor + (int(fraction) * factor // 10 ** len(fraction) if fraction else 0)
    return str(value), used + gap + 1
