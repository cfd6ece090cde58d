"""Building patterns out of short phrases, so that each way of saying a thing stands on a line of its own."""

from __future__ import annotations

import re


def one_of(*phrases: str) -> str:
    """Return the source of a group that matches any of the phrases, the first that fits winning."""
    return "(?:" + "|".join(phrases) + ")"


def whole(*phrases: str) -> re.Pattern[str]:
    """Compile the phrases so that they match whole words only."""
    return re.compile(rf"(?<!\w){one_of(*phrases)}(?!\w)")


def at_start(*phrases: str) -> re.Pattern[str]:
    """Compile the phrases so that they match whole words at the start of a message only."""
    return re.compile(rf"^\W*{one_of(*phrases)}(?!\w)")


def all_of_it(*phrases: str) -> re.Pattern[str]:
    """Compile the phrases so that each must be the whole message, apart from marks around it."""
    return re.compile(rf"^\W*{one_of(*phrases)}\W*$")
