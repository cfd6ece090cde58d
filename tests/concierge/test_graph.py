"""The graph as a whole: its names, its limits, its edges."""

from __future__ import annotations

from graph.chat.models import ChatConfig
from graph.decision.providers import DecisionConfig
from hotelsite.concierge import graph as hotel
from hotelsite.concierge.actions import request_kind
from tests.concierge.support import Talk

NODES = [
    "Router",
    "DateRange",
    "Budget",
    "RoomType",
    "Amenities",
    "Distance",
    "CriteriaReadiness",
    "SearchHotels",
    "Present",
    "PresentationReview",
    "Terminate",
    "end",
]


def test_nodes_have_the_names_that_other_programs_rely_on() -> None:
    drawn = Talk().harness.graph.as_json()
    nodes = drawn["nodes"]
    assert isinstance(nodes, list)
    assert [node["name"] for node in nodes if isinstance(node, dict)] == NODES


def test_only_the_router_the_list_and_the_goodbye_end_a_session() -> None:
    edges = Talk().harness.graph.edges
    assert [source for source, target in edges if target == "end"] == ["Router", "Present", "Terminate"]
    assert [source for source, target in edges if target == "SearchHotels"] == ["CriteriaReadiness"]
    assert [source for source, target in edges if target == "PresentationReview"] == ["Present"]


def test_every_decision_has_fifteen_seconds_an_attempt_and_twenty_in_all() -> None:
    graph = Talk().harness.graph
    for node in ("Router", "CriteriaReadiness", "PresentationReview"):
        config = graph.decision_config(node)
        assert (config.timeout_s, config.max_retries, config.deadline_s) == (15.0, 2, 20.0)
    assert graph.turn_timeout_s == 45.0


def test_a_search_with_a_hanging_judge_and_a_hanging_chat_model_still_has_time_for_the_list() -> None:
    assert hotel.DECISIONS.deadline_s is not None
    assert hotel.CHAT.deadline_s is not None
    assert hotel.DECISIONS.deadline_s + hotel.CHAT.deadline_s < hotel.TURN_TIMEOUT_S


def test_settings_of_the_site_win_over_the_graph_s_own() -> None:
    definition = hotel.hotel_graph(
        Talk().desk, decision=DecisionConfig(provider="x", timeout_s=1), chat=ChatConfig(model="m")
    )
    assert (definition.decision.provider, definition.decision.timeout_s) == ("x", 1)
    assert definition.decision.max_retries == 2
    assert definition.chat.model == "m"


def test_each_action_is_known_by_the_frame_that_made_it() -> None:
    kinds = {action: request_kind(action) for action in Talk().harness.graph.actions}
    assert kinds == {
        "answer_dates": "answer",
        "answer_budget": "answer",
        "answer_room_type": "answer",
        "answer_amenities": "answer",
        "answer_distance": "answer",
        "search": "search",
        "choose": "choose",
    }
    assert request_kind(None) == "message"
