"""Reviewers mark decisions right or wrong; what they marked becomes a labelled set that measurements read."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from django.contrib.auth.models import Group, User
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import Settings

from hotelsite.conversations.append_only import AppendOnlyError
from hotelsite.conversations.models import Decision, Session
from hotelsite.local_models.evaluation import evaluate_file
from hotelsite.staff.calibration import calibrate
from hotelsite.staff.models import Mark
from tests.conversations.support import new_session
from tests.staff.support import CHOICE, EXIT, NASTY, a_session_with_evidence, take_turn

pytestmark = pytest.mark.django_db


@pytest.fixture
def rita() -> Client:
    """A reviewer's browser."""
    user = User.objects.create_user("rita", is_staff=True)
    user.groups.set(Group.objects.all())
    client = Client()
    client.force_login(user)
    return client


def mark(client: Client, session: Session, **fields: object) -> int:
    return client.post(reverse("admin:conversations_session_mark", args=[session.pk]), fields).status_code


def page_of(client: Client, session: Session) -> str:
    return client.get(reverse("admin:conversations_session_change", args=[session.pk])).content.decode()


def labels(client: Client, name: str) -> list[dict[str, object]]:
    response = client.get(reverse(f"admin:staff_mark_{name}_set"))
    assert response.status_code == 200
    return [json.loads(line) for line in response.content.decode().splitlines()]


def wrong(client: Client, session: Session, expected: str = "dates") -> None:
    decision = Decision.objects.filter(turn__session=session).earliest("pk")
    assert (
        mark(
            client,
            session,
            decision=decision.pk,
            question="destination",
            verdict="wrong",
            expected=expected,
            note="they named a day",
        )
        == 302
    )


def test_a_mark_is_shown_where_it_was_made_with_who_made_it(rita: Client) -> None:
    session = a_session_with_evidence()

    wrong(rita, session)
    mark(rita, session, verdict="note", note=NASTY)

    page = page_of(rita, session)
    assert "should be <b>dates</b>" in page
    assert "“they named a day”" in page
    assert "rita" in page
    assert NASTY not in page


def test_the_labelled_set_is_read_by_both_measurements(
    rita: Client, tmp_path: Path, settings: Settings
) -> None:
    session = a_session_with_evidence()
    wrong(rita, session)
    understanding, calibration = tmp_path / "messages.jsonl", tmp_path / "decisions.jsonl"
    for path, name in ((understanding, "understanding"), (calibration, "calibration")):
        path.write_text("".join(json.dumps(row) + "\n" for row in labels(rita, name)))

    (result,) = evaluate_file(understanding).results
    written = io.StringIO()
    call_command("calibrate", str(calibration), provider="scripted", stdout=written)

    assert (result.row_id[-2:], result.expected) == ("-1", "dates")
    assert "Router, destination: 1 marked, 0.0% right" in written.getvalue()
    assert "exit at least 0.9: 0 false accepts, 0 false rejects of 1" in written.getvalue()
    assert "expected calibration error: 0.500" in written.getvalue()
    with pytest.raises(CommandError, match="no marked decision of the provider local"):
        call_command("calibrate", str(calibration))


def test_the_newest_word_on_a_question_counts(rita: Client) -> None:
    session = a_session_with_evidence()
    wrong(rita, session)
    decision = Decision.objects.earliest("pk")

    mark(rita, session, decision=decision.pk, question="destination", verdict="right")

    (row,) = labels(rita, "calibration")
    assert row["expected"] == "budget"
    assert row["answer"] == CHOICE
    assert row["thresholds"] == [EXIT.as_json()]


def test_what_has_no_label_is_left_out(rita: Client) -> None:
    session, bare = a_session_with_evidence(), new_session()
    take_turn(bare)
    mark(rita, session, verdict="wrong", note="the whole of it")
    mark(rita, session, decision=Decision.objects.earliest("pk").pk, question="destination", verdict="wrong")
    wrong(rita, bare)

    assert labels(rita, "calibration") == labels(rita, "understanding") == []


@pytest.mark.parametrize(
    "fields",
    [
        {"verdict": "perhaps"},
        {"verdict": "note"},
        {"verdict": "right", "question": "destination"},
        {"verdict": "right", "decision": "999999"},
    ],
    ids=["unknown", "empty-note", "question-of-nothing", "no-such-decision"],
)
def test_a_mark_that_makes_no_sense_is_not_written(rita: Client, fields: dict[str, str]) -> None:
    session = a_session_with_evidence()

    assert mark(rita, session, **fields) == 302
    assert "Not marked" in page_of(rita, session)
    assert Mark.objects.count() == 0


def test_a_decision_of_another_session_is_not_marked_here(rita: Client) -> None:
    session, other = a_session_with_evidence(), a_session_with_evidence()
    theirs = Decision.objects.filter(turn__session=other).earliest("pk")

    mark(rita, session, decision=theirs.pk, verdict="right")

    assert Mark.objects.count() == 0


def test_a_mark_stays_as_it_was_made_and_goes_with_its_session(rita: Client) -> None:
    session = a_session_with_evidence()
    wrong(rita, session)
    made = Mark.objects.get()

    made.note = "otherwise"
    with pytest.raises(AppendOnlyError):
        made.save()
    Session.objects.filter(pk=session.pk).delete()

    assert Mark.objects.count() == 0


def test_marks_are_refused_to_all_who_may_not_make_them(staff: Client, nadia: User, cara: User) -> None:
    session = a_session_with_evidence()
    statuses = [mark(staff, session, verdict="right")]
    for user in (nadia, cara, None):
        client = Client()
        if user:
            client.force_login(user)
        statuses.append(mark(client, session, verdict="right"))

    assert statuses == [403, 403, 302, 302]
    assert Mark.objects.count() == 0
    assert "Mark this decision" not in page_of(staff, session)


@pytest.mark.parametrize("name", ["understanding_set", "calibration_set", "calibration"])
def test_labelled_sets_ask_for_the_right_to_evidence(name: str) -> None:
    user = User.objects.create_user("rob", is_staff=True)
    user.groups.set(Group.objects.filter(name="Reviewers"))
    client = Client()
    client.force_login(user)

    assert client.get(reverse(f"admin:staff_mark_{name}")).status_code == 403


def test_calibration_is_plotted(rita: Client, settings: Settings) -> None:
    settings.DECISION_PROVIDER = "scripted"
    wrong(rita, a_session_with_evidence())

    page = rita.get(reverse("admin:staff_mark_calibration")).content.decode()

    assert "Router: destination" in page
    assert "expected calibration error 0.500" in page


def test_calibration_counts_both_kinds_of_error_at_each_threshold() -> None:
    def row(noul: float, expected: str) -> dict[str, object]:
        line = {"question": "faithful", "at_least": 0.75, "label": None, "confidence": False}
        return {
            "provider": "p",
            "decision": "CriteriaReadiness",
            "question": "faithful",
            "answer": {"type": "noul", "noul": noul},
            "thresholds": [line],
            "expected": expected,
        }

    rows = [row(0.8, "no"), row(0.7, "yes"), row(0.9, "yes"), row(0.1, "no")]

    (measured,) = calibrate(rows, provider="p")

    (at,) = measured.thresholds.values()
    assert (at.decided, at.false_accepts, at.false_rejects) == (4, 1, 1)
    assert measured.right == 0.75
    assert [(each.mean, each.right, each.answers) for each in measured.bins] == [
        (0.7, 1.0, 1),
        (0.8, 0.0, 1),
        (0.9, 1.0, 2),
    ]
    assert measured.error == pytest.approx((0.3 + 0.8 + 0.2) / 4)
