"""What hosts show of a session, and what a new session takes over."""

from __future__ import annotations

from typing import Any

from graph.state import StateView
from hotelsite.concierge import carry_over, describe
from hotelsite.concierge.snapshot import read_criteria
from hotelsite.hotels.criteria import Criteria, Criterion
from tests.concierge.support import TODAY, Talk, criteria_of


def saved(talk: Talk) -> dict[str, Any]:
    return dict(talk.harness.store.sessions[talk.harness.session_id].states)


def test_a_fresh_session_has_open_criteria_and_no_results() -> None:
    shown = describe({}, today=TODAY)

    criteria: Any = shown["criteria"]
    assert [criteria[name]["answered"] for name in Criterion] == [False] * 5
    assert [issue["criterion"] for issue in criteria["issues"]] == list(Criterion)
    assert criteria["distance"] == {"answered": False, "airport": None, "city_center": None}
    assert (shown["results_turn"], shown["results"]) == (None, [])
    assert read_criteria(StateView({})) == Criteria()


async def test_what_is_described_from_storage_is_what_the_turn_showed() -> None:
    talk = Talk()
    await talk.settle()
    turn = await talk.find()

    assert describe(saved(talk), today=TODAY) == turn.snapshot
    assert criteria_of(turn)["issues"] == []


async def test_half_an_answer_shows_unanswered() -> None:
    talk = Talk()
    turn = await talk.answer(Criterion.DATES, check_in="2027-08-03", check_out=None)
    assert criteria_of(turn)["dates"] == {"answered": False, "check_in": "2027-08-03", "check_out": None}


async def test_results_are_void_once_the_stay_should_have_begun() -> None:
    talk = Talk()
    await talk.settle()
    await talk.find()

    later: Any = describe(saved(talk), today=TODAY.replace(month=8, day=4))

    assert later["results"] == []
    assert [issue["criterion"] for issue in later["criteria"]["issues"]] == ["dates"]


async def test_a_new_session_takes_over_the_criteria_and_nothing_else() -> None:
    talk = Talk()
    await talk.settle()
    before = await talk.find()

    taken = carry_over(saved(talk))

    after = describe(taken, today=TODAY)
    assert after["criteria"] == before.snapshot["criteria"]
    assert after["results"] == []
    assert set(taken) == {"DateRange", "Budget", "RoomType", "Amenities", "Distance"}
    assert (await Talk(states=taken).answer(Criterion.BUDGET, min=None, max="600")).node == "Router"
