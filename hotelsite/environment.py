"""Typed reading of environment variables: an empty value counts as unset, a wrong one stops the start-up.

Messages name the variable and what it takes, and quote a value only where it can be no secret.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from datetime import date
from decimal import Decimal, InvalidOperation

from django.core.exceptions import ImproperlyConfigured

_FLAGS = {
    "1": True,
    "true": True,
    "yes": True,
    "on": True,
    "0": False,
    "false": False,
    "no": False,
    "off": False,
}


def text(name: str) -> str | None:
    """Return the value without surrounding space, or None when it is unset or empty."""
    return os.environ.get(name, "").strip() or None


def flag(name: str, *, default: bool) -> bool:
    """Return a switch: 1/true/yes/on or 0/false/no/off."""
    value = text(name)
    if value is None:
        return default
    if value.lower() not in _FLAGS:
        raise ImproperlyConfigured(f"{name} is {value!r}. Set it to true or false.")
    return _FLAGS[value.lower()]


def choice(name: str, allowed: Sequence[str]) -> str:
    """Return one of the allowed words; the first is the default."""
    value = text(name) or allowed[0]
    if value not in allowed:
        raise ImproperlyConfigured(f"{name} is {value!r}. Set it to one of: {', '.join(allowed)}.")
    return value


def whole_number(name: str, *, default: int, minimum: int) -> int:
    """Return a whole number that is not below the minimum."""
    value = text(name)
    if value is None:
        return default
    if not value.isdecimal() or int(value) < minimum:
        raise ImproperlyConfigured(f"{name} is {value!r}. Set it to a whole number from {minimum} up.")
    return int(value)


def day(name: str) -> date | None:
    """Return a date written YYYY-MM-DD, or None when it is unset."""
    value = text(name)
    if value is None:
        return None
    try:
        return date.fromisoformat(value)
    except ValueError as error:
        raise ImproperlyConfigured(f"{name} is {value!r}. Set it to a date such as 2027-07-15.") from error


def prices(name: str) -> dict[str, tuple[Decimal, Decimal]]:
    """Return dollars per million tokens by model, (input, output), from `model=0.25/2, other=1/4`."""
    found = {}
    for entry in words(name, default=()):
        model, _, price = entry.rpartition("=")
        per_input, _, per_output = price.partition("/")
        try:
            found[model.strip()] = (Decimal(per_input), Decimal(per_output))
        except InvalidOperation as error:
            raise ImproperlyConfigured(
                f"{name} has {entry!r}. Write model=input/output, in dollars per million tokens."
            ) from error
    return found


def words(name: str, *, default: Sequence[str]) -> list[str]:
    """Return a comma-separated list without empty entries."""
    value = text(name)
    return [word.strip() for word in value.split(",") if word.strip()] if value else list(default)
