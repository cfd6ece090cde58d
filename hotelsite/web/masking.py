"""Private numbers and addresses that a booking never needs, masked before anything stores, logs or sends them.

A wrong mask would damage a date or a price, so each pattern asks for more than digits: a card number for its grouping, its
first digit and its check digit, a telephone number for a country code or the North American grouping.
"""

from __future__ import annotations

import re
from typing import Final

CARD: Final = "[card number]"
EMAIL: Final = "[e-mail address]"
PHONE: Final = "[phone number]"

_NOT_IN_NUMBER = r"(?<![\d.,$])"
_NUMBER_ENDS = r"(?![\d]|[.,]\d)"
# In one piece, or grouped as on the cards themselves; the separator is the same throughout. First digits: ISO/IEC 7812.
_CARD = re.compile(
    rf"{_NOT_IN_NUMBER}(?:"
    r"[2-6]\d{12,18}"
    r"|[2-6]\d{3}(?P<four>[ -])\d{4}(?P=four)\d{4}(?P=four)\d{4}(?:(?P=four)\d{1,3})?"
    r"|3\d{3}(?P<amex>[ -])\d{6}(?P=amex)\d{4,5}"
    rf"){_NUMBER_ENDS}"
)
_EMAIL = re.compile(r"(?<![\w.+-])[\w.+-]{1,64}@(?:[\w-]{1,63}\.){1,8}[^\W\d_]{2,24}(?![\w-])")
_PHONE = re.compile(
    rf"{_NOT_IN_NUMBER}(?:"
    r"\+\d{1,3}(?:[ .-]?\(?\d{1,4}\)?){2,6}"
    r"|\([2-9]\d{2}\)[ -]?[2-9]\d{2}[ .-]?\d{4}"
    r"|(?:1[.-])?[2-9]\d{2}(?P<us>[.-])[2-9]\d{2}(?P=us)\d{4}"
    rf"){_NUMBER_ENDS}"
)
_SHORTEST_PHONE = 8
"""Digits with the country code; fewer after a plus sign are a sum, such as "+2 +3"."""


def mask_private(text: str) -> str:
    """Return the text with card numbers, e-mail addresses and telephone numbers replaced by what they were."""
    text = _CARD.sub(lambda found: CARD if _passes_check_digit(found[0]) else found[0], text)
    text = _EMAIL.sub(EMAIL, text)
    return _PHONE.sub(lambda found: PHONE if _digits(found[0]) >= _SHORTEST_PHONE else found[0], text)


def _digits(text: str) -> int:
    return sum(character.isdecimal() for character in text)


def _passes_check_digit(number: str) -> bool:
    """Tell whether the digits pass the Luhn test, which nine of ten random numbers fail."""
    digits = [int(character) for character in reversed(number) if character.isdecimal()]
    doubled = (sum(divmod(2 * digit, 10)) for digit in digits[1::2])
    return (sum(digits[::2]) + sum(doubled)) % 10 == 0
