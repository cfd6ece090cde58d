"""What a turn changed, in words."""

from __future__ import annotations

import pytest

from graph.jsonvalue import JsonObject
from hotelsite.staff.changes import Change, changes


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ({}, {}, []),
        ({}, {"criteria": {"budget": {"max": None}, "issues": [{"message": "no"}]}, "results": []}, []),
        (
            {"criteria": {"budget": {"max": "500"}}},
            {"criteria": {"budget": {"max": "700"}}},
            [("budget max", "500", "700")],
        ),
        (
            {"criteria": {"amenities": {"answered": False, "amenities": []}}},
            {"criteria": {"amenities": {"answered": True, "amenities": ["free_wifi", "indoor_pool"]}}},
            [("amenities answered", "—", "yes"), ("amenities", "—", "free wifi, indoor pool")],
        ),
        ({"results_turn": 3}, {"results_turn": None}, [("results turn", "3", "—")]),
        ({"criteria": {"budget": {"max": "500"}}}, {}, [("budget max", "500", "—")]),
        (
            {},
            {"results": [str(n) for n in range(10)]},
            [("results", "—", "0, 1, 2, 3, 4, 5, 6, 7, and 2 more")],
        ),
    ],
)
def test_says_what_differs(
    before: JsonObject, after: JsonObject, expected: list[tuple[str, str, str]]
) -> None:
    assert changes(before, after) == [Change(what=what, before=old, after=new) for what, old, new in expected]
