"""Compares what happened with what a scenario expects, in pure code; each mismatch is one readable line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal, InvalidOperation
from typing import Any

from hotelsite.web.scenarios import Expectation, WholeExpectation
from hotelsite.web.server_frames import Frame


def turn_mismatches(expected: Expectation, frame: Frame) -> Iterator[str]:
    """Yield what is wrong with the last frame of a turn."""
    if frame["type"] != "turn.completed":
        yield f"the turn ended as {frame['type']} {frame.get('code', '')}".rstrip()
        return
    message, text = frame["message"], frame["message"]["text"].casefold()
    if expected.node is not None and frame["node"] != expected.node:
        yield f"node is {frame['node']}, not {expected.node}"
    if expected.completed is not None and frame["completed"] != expected.completed:
        yield f"completed is {frame['completed']}, not {expected.completed}"
    if expected.criteria is not None:
        yield from _subset(expected.criteria, frame["criteria"], "criteria")
    yield from (f"the reply lacks {part!r}" for part in expected.includes if part.casefold() not in text)
    yield from (f"the reply has {part!r}" for part in expected.excludes if part.casefold() in text)
    hotels = [card["name"] for card in message["hotels"]]
    if expected.hotels is not None and hotels != expected.hotels:
        yield f"hotels are {hotels}, not {expected.hotels}"
    if expected.booking is not None:
        yield from _subset(expected.booking, message["booking"], "booking")
    yield from _too_many_calls(expected.max_decision_calls, frame["usage"]["decisions"]["calls"])


def whole_mismatches(
    expected: WholeExpectation, *, decision_calls: int, outcomes: Mapping[str, int]
) -> Iterator[str]:
    """Yield what is wrong with a conversation as a whole.

    Args:
        outcomes: Number of audit entries by outcome; an outcome that never occurred may be absent.
    """
    yield from _too_many_calls(expected.max_decision_calls, decision_calls)
    for outcome, count in expected.outcomes.items():
        if outcomes.get(outcome, 0) != count:
            yield f"{outcomes.get(outcome, 0)} decisions ended as {outcome}, not {count}"


def _too_many_calls(allowed: int | None, calls: int) -> Iterator[str]:
    if allowed is not None and calls > allowed:
        yield f"{calls} decision calls, at most {allowed} expected"


def _subset(expected: object, actual: object, where: str) -> Iterator[str]:
    if isinstance(expected, dict) and isinstance(actual, dict):
        for key, value in expected.items():
            yield from _subset(value, actual.get(key), f"{where}.{key}")
    elif not _same(expected, actual):
        yield f"{where} is {actual!r}, not {expected!r}"


def _same(expected: Any, actual: Any) -> bool:
    """Tell whether two values are the same: amounts as decimals, lists as sets."""
    if isinstance(expected, list) and isinstance(actual, list):
        return sorted(map(str, expected)) == sorted(map(str, actual))
    amounts = _amount(expected), _amount(actual)
    if None not in amounts:
        return amounts[0] == amounts[1]
    return type(expected) is type(actual) and bool(expected == actual)


def _amount(value: Any) -> Decimal | None:
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    try:
        amount = Decimal(str(value))
    except InvalidOperation:
        return None
    return amount if amount.is_finite() else None
