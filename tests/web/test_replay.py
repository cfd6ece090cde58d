"""Scenario files: read strictly, played through the real graph, and compared to the letter."""

from __future__ import annotations

import json
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection

from graph.metering import NodeRequests
from graph.usage import Usage
from hotelsite.conversations.models import Session
from hotelsite.web.expectations import turn_mismatches, whole_mismatches
from hotelsite.web.reporting import request_table
from hotelsite.web.scenarios import FOLDER, Expectation, ScenarioError, WholeExpectation, load_scenario

Write = Callable[[dict[str, Any]], Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write a scenario, completed with a name and one turn where it has none."""

    def write(scenario: dict[str, Any]) -> Path:
        path = tmp_path / "scenario.json"
        path.write_text(json.dumps({"name": "a try", "turns": [turn()], **scenario}))
        return path

    return write


def turn(**fields: Any) -> dict[str, Any]:
    return {"label": "hello", "text": "hello", **fields}


# --- reading ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.json")), ids=lambda path: path.stem)
def test_the_shipped_scenarios_are_well_formed(path: Path) -> None:
    assert load_scenario(path).turns


@pytest.mark.parametrize(
    ("scenario", "named"),
    [
        ({"surprise": 1}, "'surprise'"),
        ({"turns": [turn(colour="red")]}, "'colour'"),
        ({"turns": [turn(id="3f1c3f7e-0c1e-4c1e-9a55-0123456789ab")]}, "'id'"),
        ({"turns": [turn(expect={"nodes": "Router"})]}, "'nodes'"),
        ({"turns": [turn(expect={"criteria": {"weather": {}}})]}, "'weather'"),
        ({"turns": [turn(expect={"criteria": {"budget": {"maximum": 1}}})]}, "'maximum'"),
        ({"turns": [turn(expect={"booking": {"name": "x"}})]}, "'name'"),
        ({"expect": {"outcomes": {"won": 1}}}, "'won'"),
        ({"expect": {"decisions": 1}}, "'decisions'"),
        ({"turns": [{"label": "a", "type": "search", "text": "x"}]}, "'text'"),
        ({"turns": [{"label": "a", "type": "shout"}]}, "'shout'"),
        ({"turns": [{"label": "a", "type": "answer", "criterion": "weather", "value": {}}]}, "`criterion`"),
        ({"turns": [{"label": "a"}]}, "`text`"),
        ({"turns": []}, "turns"),
        ({"turns": [turn(), turn()]}, "'hello'"),
        ({"current_date": "soon"}, "current_date"),
        ({"turns": [turn(expect={"completed": "yes"})]}, "completed"),
    ],
)
def test_what_does_not_belong_is_an_error_that_names_it(
    write: Write, scenario: dict[str, Any], named: str
) -> None:
    with pytest.raises(ScenarioError) as refused:
        load_scenario(write(scenario))

    assert named in str(refused.value)
    assert "scenario.json" in str(refused.value)


def test_a_file_that_is_not_there_or_no_json_is_named(tmp_path: Path) -> None:
    broken = tmp_path / "broken.json"
    broken.write_text("{")
    for path in (broken, tmp_path / "missing.json"):
        with pytest.raises(ScenarioError, match=path.name):
            load_scenario(path)


# --- comparing ----------------------------------------------------------------------------------------------

DONE: dict[str, Any] = {
    "type": "turn.completed",
    "node": "Budget",
    "completed": False,
    "message": {
        "text": "Two hotels in August",
        "hotels": [{"name": "First"}, {"name": "Second"}],
        "booking": {"hotel": "First", "total": "2891.70"},
    },
    "criteria": {
        "budget": {"answered": True, "min": None, "max": "700.00"},
        "amenities": {"answered": True, "amenities": ["free_wifi", "free_parking"]},
        "dates": {"answered": False, "check_in": "2027-08-03", "check_out": None},
    },
    "usage": {"decisions": {"calls": 2}},
}


@pytest.mark.parametrize(
    "expected",
    [
        {},
        {"node": "Budget", "completed": False},
        {"criteria": {"budget": {"max": "700", "min": None}}},
        {"criteria": {"budget": {"max": 700}}},
        {"criteria": {"amenities": {"amenities": ["free_parking", "free_wifi"]}}},
        {"criteria": {"dates": {"answered": False, "check_in": "2027-08-03"}}},
        {"includes": ["august", "TWO"], "excludes": ["September"]},
        {"hotels": ["First", "Second"]},
        {"booking": {"total": "2891.7"}},
        {"max_decision_calls": 2},
    ],
)
def test_what_is_as_expected_passes(expected: dict[str, Any]) -> None:
    assert list(turn_mismatches(Expectation.model_validate(expected), DONE)) == []


@pytest.mark.parametrize(
    "expected",
    [
        {"node": "Router"},
        {"completed": True},
        {"criteria": {"budget": {"max": "700.01"}}},
        {"criteria": {"budget": {"min": "700"}}},
        {"criteria": {"budget": {"answered": False}}},
        {"criteria": {"amenities": {"amenities": ["free_wifi"]}}},
        {"criteria": {"amenities": {"amenities": ["free_wifi", "free_parking", "kitchen"]}}},
        {"criteria": {"dates": {"check_in": None}}},
        {"criteria": {"distance": {"airport": "5"}}},
        {"includes": ["July"]},
        {"excludes": ["HOTELS"]},
        {"hotels": ["Second", "First"]},
        {"hotels": []},
        {"booking": {"total": "2891.71"}},
        {"booking": {"confirmation": "123456"}},
        {"max_decision_calls": 1},
    ],
)
def test_what_differs_is_one_line_each(expected: dict[str, Any]) -> None:
    assert len(list(turn_mismatches(Expectation.model_validate(expected), DONE))) == 1


def test_a_turn_that_did_not_complete_fails_whatever_was_expected() -> None:
    failed = {"type": "turn.failed", "code": "internal", "message": "Sorry."}

    assert list(turn_mismatches(Expectation(), failed)) == ["the turn ended as turn.failed internal"]


def test_outcomes_are_exact_and_calls_are_a_limit() -> None:
    expected = WholeExpectation(max_decision_calls=3, outcomes={"failed": 0, "success": 2})

    assert list(whole_mismatches(expected, decision_calls=3, outcomes={"success": 2, "skipped": 9})) == []
    assert len(list(whole_mismatches(expected, decision_calls=4, outcomes={"success": 1, "failed": 1}))) == 3


# --- playing ------------------------------------------------------------------------------------------------

BOOKING: dict[str, Any] = {
    "current_date": "2027-07-15",
    "turns": [
        {
            "label": "everything at once",
            "text": "A suite from August 3 to August 9, 2027, at most $700 a night, free wifi and parking, anywhere",
            "expect": {
                "criteria": {
                    "dates": {"check_in": "2027-08-03", "check_out": "2027-08-09"},
                    "budget": {"min": None, "max": "700"},
                    "room_type": {"room_type": "suite"},
                }
            },
        },
        {
            "label": "the distance",
            "type": "answer",
            "criterion": "distance",
            "value": {"airport": None, "city_center": None},
        },
        {
            "label": "the search",
            "type": "search",
            "expect": {"node": "Present", "max_decision_calls": 2, "includes": ["beaverton"]},
        },
        {
            "label": "the booking",
            "type": "choose",
            "hotel": "hilton-garden-inn-beaverton",
            "expect": {
                "node": "end",
                "completed": True,
                "booking": {
                    "hotel": "Hilton Garden Inn Beaverton",
                    "total": "2891.7",
                    "check_in": "2027-08-03",
                },
            },
        },
    ],
    "expect": {"outcomes": {"failed": 0, "fallback": 0}},
}


def replay(*args: str) -> str:
    output = StringIO()
    call_command("replay", *args, stdout=output, no_color=True)
    return output.getvalue()


@pytest.fixture
def _site_database(transactional_db: None) -> None:
    call_command("load_catalogue", verbosity=0)


@pytest.mark.usefixtures("_site_database")
def test_a_scenario_leaves_the_sites_database_and_date_as_they_were(write: Write) -> None:
    name, today = connection.settings_dict["NAME"], settings.HOTEL_CURRENT_DATE
    said = replay(str(write(BOOKING)))

    assert (connection.settings_dict["NAME"], settings.HOTEL_CURRENT_DATE) == (name, today)
    assert Session.objects.count() == 0
    assert "customer: Book Hilton Garden Inn Beaverton" in said
    assert (
        "path: Router > CriteriaReadiness > SearchHotels > Present > PresentationReview; decision calls: 2"
        in said
    )
    assert "session: completed at end" in said
    assert "== a try: passed" in said


@pytest.mark.usefixtures("_site_database")
def test_keep_uses_the_sites_own_database(write: Write) -> None:
    replay("--keep", str(write(BOOKING)))

    assert Session.objects.get().status == "completed"


@pytest.mark.usefixtures("_site_database")
def test_a_failed_expectation_is_said_and_fails_the_command(write: Write) -> None:
    output = StringIO()
    wrong = turn(expect={"node": "Terminate", "includes": ["quixotic"]})
    with pytest.raises(CommandError, match="2 expectations failed"):
        call_command("replay", "--keep", str(write({"turns": [wrong]})), stdout=output, no_color=True)

    assert "FAILED: node is DateRange, not Terminate" in output.getvalue()
    assert "FAILED: the reply lacks 'quixotic'" in output.getvalue()


@pytest.mark.usefixtures("_site_database")
def test_tokens_show_what_each_node_asked(write: Write) -> None:
    said = replay("--keep", "--tokens", str(write(BOOKING)))
    (played,) = json.loads(replay("--keep", "--json", str(write(BOOKING))))

    heading = next(
        number for number, line in enumerate(said.splitlines()) if line.split()[:2] == ["asked", "node"]
    )
    rows = [line.split() for line in said.splitlines()[heading + 1 :]]
    asked = {node["node"]: node for node in played["requests"]}
    assert asked["CriteriaReadiness"]["kind"] == "decision"
    for row, node in zip(rows, played["requests"], strict=False):
        assert row == [
            node["kind"],
            node["node"],
            f"{node['requests']}",
            f"{node['request_bytes']:,}",
            "0",
            "0",
        ]
    decided = sum(node["request_bytes"] for node in played["requests"] if node["kind"] == "decision")
    assert ["decision", "all", "3", f"{decided:,}", "0", "0"] in rows


def test_tokens_that_nobody_reported_are_unknown_not_zero() -> None:
    silent = NodeRequests(kind="chat", node="Budget", requests=2, request_bytes=1200, unreported=2)
    partly = NodeRequests(kind="chat", node="Present", requests=3, usage=Usage(70, 5), unreported=1)

    _, first, second, total = request_table([silent, partly])

    assert first[-2:] == ("unknown", "unknown")
    assert second[-2:] == ("70 (1 unknown)", "5 (1 unknown)")
    assert total == ("chat", "all", "5", "1,200", "70 (3 unknown)", "5 (3 unknown)")


@pytest.mark.usefixtures("_site_database")
def test_json_is_one_document(write: Write) -> None:
    (played,) = json.loads(replay("--keep", "--json", str(write(BOOKING))))

    assert (played["name"], played["failures"]) == ("a try", 0)
    assert [step["label"] for step in played["turns"]] == [step["label"] for step in BOOKING["turns"]]
    assert played["state"]["status"] == "completed"
    assert played["usage"]["decisions"]["calls"] == sum(step["decision_calls"] for step in played["turns"])


@pytest.mark.usefixtures("_site_database")
def test_a_file_that_is_no_scenario_fails_before_anything_runs(write: Write) -> None:
    with pytest.raises(CommandError, match="unknown key 'surprise' in the scenario"):
        replay("--keep", str(write({"surprise": 1})))

    assert Session.objects.count() == 0
