"""A session's audit as a file."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from graph.turns import NodeVisit as Visit
from graph.workflow import WorkflowRecord
from hotelsite.conversations.models import Session, Turn
from hotelsite.staff.exports import as_csv, as_json, disarmed
from tests.conversations.support import begin, new_session, said
from tests.staff.support import fail_turn, go, replied, take_turn

pytestmark = pytest.mark.django_db


def rows(session: Session) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(as_csv(session))))


def test_a_csv_has_a_row_for_each_visit_in_order() -> None:
    session = new_session()
    take_turn(session, "first", visits=[go(1, "Router", "Budget"), replied(2, "Budget")])
    fail_turn(session, "second")

    found = [(row["turn"], row["status"], row["request"], row["order"], row["node"]) for row in rows(session)]

    assert found == [
        ("1", "completed", "first", "1", "Router"),
        ("1", "completed", "first", "2", "Budget"),
        ("2", "failed", "second", "1", "Router"),
    ]


def test_a_csv_row_has_the_decision_of_its_visit() -> None:
    session = new_session()
    take_turn(session)

    deciding, talking = rows(session)

    assert (deciding["outcome"], deciding["actual_model"], deciding["input_tokens"]) == (
        "success",
        "jev-3",
        "100",
    )
    assert (talking["outcome"], talking["actual_model"], talking["input_tokens"]) == ("", "", "")


def test_a_turn_that_entered_no_node_has_a_row_too() -> None:
    session = new_session()
    begin(session, said("one", "still running"))

    assert [(row["request"], row["node"]) for row in rows(session)] == [("still running", "")]


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "  =1", "\n=1", "\uff1d1"])
def test_a_cell_is_never_a_formula(text: str) -> None:
    session = new_session()
    take_turn(
        session, text, visits=[Visit(order=1, node="Router", kind="decision", left_by="direct", tool=text)]
    )

    (row,) = csv.DictReader(io.StringIO(as_csv(session), newline=""))

    assert (row["request"], row["tool"]) == (f"'{text}", f"'{text}")


@pytest.mark.parametrize("value", ["hello", "", "a=b", 7, -7, None, True])
def test_other_cells_stay_what_they_are(value: object) -> None:
    assert disarmed(value) == ("" if value is None else value)


def test_json_has_every_turn_with_its_visits_and_decisions() -> None:
    session = new_session()
    take_turn(session, "=hello", reply="Hi")
    session.refresh_from_db()

    data = as_json(session)

    assert (data["session"], data["usage"]) == (str(session.pk), session.usage.as_json())
    (turn,) = data["turns"]
    assert (turn["request"], turn["reply"], turn["status"]) == ("=hello", "Hi", "completed")
    assert [visit["node"] for visit in turn["visits"]] == ["Router", "Budget"]
    assert [visit["decision"] is None for visit in turn["visits"]] == [False, True]
    assert turn["visits"][0]["decision"]["request_id"] == "request-1"


def test_json_has_the_records_of_workflows() -> None:
    session = new_session()
    record = WorkflowRecord(agent="BookStay", end="completed", phases=())
    take_turn(session, visits=[replace(replied(1, "Present"), workflows=[record])])

    (visit,) = as_json(session)["turns"][0]["visits"]

    assert visit["workflows"] == [record.as_json()]


def test_a_file_takes_as_many_queries_for_many_turns_as_for_one() -> None:
    session = new_session()
    counts = []
    for _ in range(2):
        for _ in range(5):
            take_turn(session)
        with CaptureQueriesContext(connection) as captured:
            as_csv(session)
        counts.append(len(captured))

    assert counts == [3, 3]  # turns, visits, decisions
    assert Turn.objects.count() == 10


@pytest.mark.parametrize(
    ("kind", "content_type"), [("json", "application/json"), ("csv", "text/csv; charset=utf-8")]
)
def test_a_file_is_a_download(staff: Client, kind: str, content_type: str) -> None:
    session = new_session()
    take_turn(session)

    response = staff.get(reverse(f"admin:conversations_session_{kind}", args=[session.pk]))

    assert response["Content-Type"] == content_type
    assert response["Content-Disposition"] == f'attachment; filename="session-{session.pk}.{kind}"'
    if kind == "json":
        assert json.loads(response.content)["turns"][0]["turn"] == 1
