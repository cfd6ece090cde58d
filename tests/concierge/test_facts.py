"""Facts say each thing once, and the offline models read from them what was saved."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest

from graph.jsonvalue import JsonObject
from graph.state import StateView
from hotelsite.concierge.facts import collector_facts, readiness_facts, router_facts
from hotelsite.concierge.snapshot import read_criteria
from hotelsite.hotels.criteria import Criterion
from hotelsite.local_models.facts import criteria_of, today_of
from tests.concierge.support import TODAY

STAY = {"check_in": "2027-08-03", "check_out": "2027-08-09"}

SAVED: list[Any] = [
    pytest.param({}, {}, list(Criterion), id="nothing"),
    pytest.param(
        {"DateRange": {"check_in": "2027-08-03"}},
        {"dates": {"check_in": "2027-08-03"}},
        list(Criterion),
        id="half an answer",
    ),
    pytest.param(
        {"DateRange": {"answered": True, **STAY}, "Budget": {"answered": True, "max": "700"}},
        {"dates": STAY, "budget": {"max": "700"}},
        ["room_type", "amenities", "distance"],
        id="some",
    ),
    pytest.param(
        {
            "DateRange": {"answered": True, **STAY},
            "Budget": {"answered": True, "min": "99.50", "max": "700"},
            "RoomType": {"answered": True, "room_type": "two_beds"},
            "Amenities": {"answered": True, "amenities": ["free_parking", "free_wifi"]},
            "Distance": {"answered": True, "airport": "5"},
        },
        {
            "dates": STAY,
            "budget": {"min": "99.50", "max": "700"},
            "room_type": "two_beds",
            "amenities": ["free_parking", "free_wifi"],
            "distance": {"airport": "5"},
        },
        [],
        id="all",
    ),
    pytest.param(
        {node: {"answered": True} for node in ("Budget", "RoomType", "Amenities", "Distance")},
        dict.fromkeys(("budget", "room_type", "amenities", "distance"), "no preference"),
        ["dates"],
        id="no preference",
    ),
]


@pytest.mark.parametrize(("states", "known", "unresolved"), SAVED)
def test_criteria_are_what_is_known_of_them(
    states: dict[str, JsonObject], known: JsonObject, unresolved: list[str]
) -> None:
    facts = router_facts(StateView(states), open_question=Criterion.BUDGET, today=TODAY)

    assert facts == {
        "criteria": known,
        "unresolved": unresolved,
        "open_question": "budget",
        "today": f"{TODAY} {TODAY:%A}",
    }


@pytest.mark.parametrize(("states", "known", "unresolved"), SAVED)
def test_what_was_saved_is_read_back(
    states: dict[str, JsonObject], known: JsonObject, unresolved: list[str]
) -> None:
    view = StateView(states)
    for facts in (
        router_facts(view, open_question=None, today=TODAY),
        collector_facts(view, Criterion.DATES, forwarded=False, today=TODAY),
    ):
        assert criteria_of(facts) == read_criteria(view)
        assert today_of(facts) == TODAY


def test_the_judge_is_told_what_a_control_set() -> None:
    states: dict[str, JsonObject] = {
        "Budget": {"answered": True, "max": "700", "source": "control"},
        "RoomType": {"answered": True, "source": "said"},
    }

    facts = readiness_facts(StateView(states), today=dt.date(2027, 7, 15))

    assert facts == {
        "criteria": {"budget": {"max": "700"}, "room_type": "no preference"},
        "by_control": ["budget"],
        "today": "2027-07-15 Thursday",
    }
