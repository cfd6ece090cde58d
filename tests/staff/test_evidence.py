"""What models gave, as staff see it: every option, the line that code drew, and how near the runner-up was."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client
from django.urls import reverse

from graph.decision.thresholds import Threshold
from graph.jsonvalue import JsonObject
from hotelsite.conversations.models import Evidence, NodeVisit, Session
from hotelsite.staff.evidence import Answered, Option, answered
from hotelsite.staff.waterfall import bars
from tests.staff.support import CHOICE, EXIT, NASTY, a_session_with_evidence

pytestmark = pytest.mark.django_db


def evidence_of(answers: JsonObject, *thresholds: Threshold) -> Evidence:
    return Evidence(given=answers, thresholds=[threshold.as_json() for threshold in thresholds])


def page_of(client: Client, session: Session) -> str:
    return client.get(reverse("admin:conversations_session_change", args=[session.pk])).content.decode()


def test_every_option_of_a_choice_is_shown_with_its_probability_the_likeliest_first() -> None:
    (found,) = answered(evidence_of({"destination": CHOICE}, EXIT))

    assert found.options == (
        Option(label="budget", value="budget", share=0.5, chosen=True),
        Option(label="exit", value="exit", share=0.4, chosen=False, line=0.9),
        Option(label="dates", value="dates", share=0.1, chosen=False),
    )
    assert (found.answer, found.runner_up, found.close) == ("budget", "exit", True)
    assert found.margin == pytest.approx(0.1)
    assert [(line.what, line.at_least, line.reached) for line in found.lines] == [
        ("probability of exit", 0.9, False)
    ]


def test_a_choice_that_was_not_the_likeliest_has_a_margin_below_zero() -> None:
    (found,) = answered(evidence_of({"destination": {**CHOICE, "choice": "dates"}}))

    assert found.margin == pytest.approx(-0.4)


def test_a_noul_is_read_as_yes_and_no_with_the_line_through_yes() -> None:
    (found,) = answered(
        evidence_of(
            {"faithful": {"type": "noul", "noul": 0.8}}, Threshold(question="faithful", at_least=0.75)
        )
    )

    assert [(option.label, option.chosen, option.line) for option in found.options] == [
        ("yes", True, 0.75),
        ("no", False, None),
    ]
    assert [line.reached for line in found.lines] == [True]


def test_a_score_keeps_its_levels_in_order_and_both_its_lines() -> None:
    score: JsonObject = {
        "type": "score",
        "score": 1.4,
        "legend": {"0": "none", "1": "some", "2": "all"},
        "probabilities": {"2": 0.5, "0": 0.1, "1": 0.4},
        "confidence": 0.8,
    }
    found: Answered
    (found,) = answered(
        evidence_of(
            {"clarity": score},
            Threshold(question="clarity", at_least=1.5),
            Threshold(question="clarity", at_least=0.75, confidence=True),
        )
    )

    assert [option.label for option in found.options] == ["0: none", "1: some", "2: all"]
    assert [(line.what, line.reached) for line in found.lines] == [("score", False), ("confidence", True)]


def test_the_page_shows_it_beneath_its_node_and_what_models_wrote_as_text(staff: Client) -> None:
    page = page_of(staff, a_session_with_evidence())

    assert "0.10 ahead of exit" in page
    assert "code asks for at least 0.90" in page
    assert "capture_budget" in page
    assert NASTY not in page


def test_who_may_read_sessions_but_no_evidence_sees_the_audit_alone(nadia: User) -> None:
    nadia.user_permissions.add(
        Permission.objects.get(codename="view_session", content_type__app_label="conversations")
    )
    client = Client()
    client.force_login(nadia)

    page = page_of(client, a_session_with_evidence())

    assert "Provider</dt><dd>openai" in page
    assert "ahead of exit" not in page
    assert "capture_budget" not in page


def test_nothing_is_kept_unless_asked_for(staff: Client) -> None:
    session = a_session_with_evidence(keep=False)

    assert Evidence.objects.count() == 0
    assert "ahead of exit" not in page_of(staff, session)


class TestWaterfall:
    def test_nodes_follow_each_other_and_say_how_long_they_waited_for_models(self) -> None:
        visits = [
            NodeVisit(order=1, node="Router", duration_ms=100),
            NodeVisit(order=2, node="Present", duration_ms=300),
            NodeVisit(order=3, node="Search", duration_ms=150, nested_in="Present"),
        ]

        found = bars(visits, [50, 0, 0])

        assert [(bar.start, bar.share, bar.model_share) for bar in found] == [
            (0, 25, 12.5),
            (25, 75, 0),
            (25, 37.5, 0),
        ]

    def test_a_run_without_measurable_time_divides_nothing_by_zero(self) -> None:
        assert [bar.share for bar in bars([NodeVisit(order=1, node="Router", duration_ms=0)], [3])] == [0]
