"""Token counts: what counts as known, and how they add up."""

from __future__ import annotations

from typing import Any

import pytest

from graph import Usage
from graph.usage import Meter, TurnUsage, parse_usage


@pytest.mark.parametrize(
    "raw",
    [
        pytest.param(None, id="missing"),
        pytest.param("12 tokens", id="no object"),
        pytest.param([1, 2], id="a list"),
        pytest.param({}, id="empty"),
        pytest.param({"input_tokens": 1}, id="half"),
        pytest.param({"input_tokens": 1, "output_tokens": None}, id="null"),
        pytest.param({"input_tokens": 1, "output_tokens": "2"}, id="text"),
        pytest.param({"input_tokens": 1.0, "output_tokens": 2}, id="float"),
        pytest.param({"input_tokens": True, "output_tokens": 2}, id="bool"),
        pytest.param({"input_tokens": -1, "output_tokens": 2}, id="negative"),
        pytest.param({"input_tokens": 10**30, "output_tokens": 2}, id="more than a database holds"),
    ],
)
def test_malformed_usage_is_unknown_and_not_zero(raw: Any) -> None:
    assert parse_usage(raw) is None


@pytest.mark.parametrize(
    "raw",
    [
        pytest.param({"input_tokens": 3, "output_tokens": 0}, id="object"),
        pytest.param({"input_tokens": 3, "output_tokens": 0, "cached": 2}, id="with more fields"),
        pytest.param(Usage(3, 0), id="read before"),
    ],
)
def test_well_formed_usage_is_read(raw: Any) -> None:
    assert parse_usage(raw) == Usage(input_tokens=3, output_tokens=0)


def test_usage_adds_up() -> None:
    total = Usage(1, 2) + Usage(10, 20)

    assert (total, total.total_tokens) == (Usage(11, 22), 33)


def test_unknown_usage_counts_as_a_call_without_tokens() -> None:
    meter = Meter()

    meter.add(Usage(5, 1))
    meter.add(None)

    assert meter == Meter(calls=2, input_tokens=5, output_tokens=1)


def test_the_two_meters_merge_and_stay_apart() -> None:
    usage = TurnUsage(decisions=Meter(calls=1, skipped=2, input_tokens=3, output_tokens=4))

    usage.merge(TurnUsage(decisions=Meter(calls=1, skipped=1), chat=Meter(calls=5, input_tokens=6)))

    assert usage.as_json() == {
        "decisions": {"calls": 2, "skipped": 3, "input_tokens": 3, "output_tokens": 4, "total_tokens": 7},
        "chat": {"calls": 5, "input_tokens": 6, "output_tokens": 0, "total_tokens": 6},
    }


def test_json_is_read_back() -> None:
    usage = TurnUsage(decisions=Meter(1, 2, 3, 4), chat=Meter(5, 0, 6, 7))

    assert TurnUsage.from_json(usage.as_json()) == usage
    assert TurnUsage.from_json({}) == TurnUsage()
