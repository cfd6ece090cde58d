"""How amounts, dates and miles are written for a customer, in one place so that all replies agree."""

from __future__ import annotations

from datetime import date
from decimal import Decimal


def dollars(amount: Decimal) -> str:
    """Return US dollars: `$700`, `$2,891.70`, `-$5`; cents only when there are any."""
    sign = "-" if amount < 0 else ""
    digits = f"{abs(amount):,.2f}".removesuffix(".00")
    return f"{sign}${digits}"


def long_date(day: date) -> str:
    """Return the date with its weekday and year, so that a wrong reading shows: `Tuesday, August 3, 2027`."""
    return f"{day:%A}, {day:%B} {day.day}, {day.year}"


def miles(distance: Decimal) -> str:
    """Return a distance without needless zeros: `5 miles`, `1 mile`, `0.5 miles`."""
    digits = f"{distance:,.2f}".rstrip("0").rstrip(".")
    return f"{digits} {'mile' if distance == 1 else 'miles'}"


def counted(number: int, noun: str, plural: str | None = None) -> str:
    """Return a number with its noun: `1 night`, `6 nights`."""
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"
