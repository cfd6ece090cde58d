"""Ending a turn: what a finished one leaves, and what one leaves that did not finish."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest
from django.db import IntegrityError
from django.utils import timezone

from graph.chat.messages import Message as ChatMessage
from graph.chat.messages import ToolCall
from graph.routing import Reply
from graph.store import TurnRecorded
from graph.turns import NodeVisit as Visit
from graph.turns import TurnClosure
from graph.usage import TurnUsage, Usage
from graph.workflow import PhaseRecord, WorkflowRecord
from hotelsite.conversations import claims, recording, sessions
from hotelsite.conversations.models import Decision, Message, NodeState, NodeVisit, Session, Turn
from tests.conversations.support import (
    LEASE_S,
    WINDOW,
    all_rows,
    begin,
    cancellation_of,
    commit_of,
    complete,
    decision,
    fail,
    failure_of,
    new_session,
    said,
    usage_of,
)

pytestmark = pytest.mark.django_db


def test_a_finished_turn_is_recorded_whole() -> None:
    session = new_session()

    complete(session, "one", commit_of("Router", "Budget"))

    row = Turn.objects.get()
    assert (row.status, row.node, row.path) == ("completed", "Budget", ["Router", "Budget"])
    assert (row.reply_text, row.reply_data) == ("Which dates?", {"quick_replies": []})
    assert (row.snapshot, row.usage, row.last_seq) == ({"results": []}, usage_of(2), 3)
    assert row.finished_at is not None
    session.refresh_from_db()
    assert (session.cursor, session.status, session.turn_count) == ("Budget", "active", 1)
    assert (session.lease_token, session.lease_expires_at) == (None, None)


def test_the_turn_that_finishes_a_session_completes_it() -> None:
    session = new_session()

    complete(session, "one", commit_of("Terminate", completed=True))

    session.refresh_from_db()
    assert (session.status, session.cursor) == ("completed", "end")
    assert Turn.objects.get().completed_session is True


def test_the_audit_entry_is_kept_field_by_field() -> None:
    session = new_session()
    entry = replace(
        decision(1, "Router", usage=None), outcome="fallback", failure="provider", status=503, request_id=None
    )

    complete(session, "one", replace(commit_of("Router"), decisions=(entry,)))

    assert list(Decision.objects.values()) == [
        {
            "id": Decision.objects.get().pk,
            "turn_id": Turn.objects.get().pk,
            "run": 1,
            "visit": 1,
            "node": "Router",
            "provider": "scripted",
            "configured_model": "jev-latest",
            "actual_model": "jev-3",
            "outcome": "fallback",
            "failure": "provider",
            "attempts": 2,
            "duration_ms": 9,
            "request_id": None,
            "http_status": 503,
            "input_tokens": None,
            "output_tokens": None,
        }
    ]


def test_records_of_workflows_stay_with_the_visit_that_ran_them() -> None:
    """What a phase said of its stop is stored too, whatever it holds."""
    session = new_session()
    phase = PhaseRecord(name="price_as_shown", kind="decision", end="stopped", duration_ms=4)
    record = WorkflowRecord(
        agent="BookStay",
        end="stopped",
        phases=(phase,),
        stopped_by="price_as_shown",
        details={"old": Decimal("2.50"), "odd": "NUL \0"},
    )
    visits = (
        Visit(order=1, node="Router", kind="decision", left_by="go"),
        Visit(order=2, node="Present", kind="conversation", left_by="direct", workflows=[record]),
    )

    complete(session, "one", replace(commit_of("Router"), visits=visits))

    router, present = NodeVisit.objects.order_by("order")
    assert router.workflows == []
    [kept] = present.workflows
    assert kept["details"] == {"type": "dict", "value": {"old": "2.50", "odd": "NUL \ufffd"}}
    assert {**kept, "details": None} == {**record.as_json(), "details": None}


def test_visits_are_kept_in_order_with_what_left_them() -> None:
    session = new_session()
    visits = (
        Visit(order=1, node="Router", kind="decision", left_by="go", target="Budget", duration_ms=5),
        Visit(
            order=2, node="Budget", kind="conversation", left_by="direct", tool="capture", tool_accepted=False
        ),
        Visit(order=3, node="Distance", kind="graph", left_by="direct", nested_in="Budget"),
    )

    complete(session, "one", replace(commit_of("Router"), visits=visits))

    fields = ("order", "node", "kind", "left_by", "target", "tool", "tool_accepted", "nested_in")
    assert list(NodeVisit.objects.order_by("order").values_list(*fields)) == [
        (1, "Router", "decision", "go", "Budget", None, None, None),
        (2, "Budget", "conversation", "direct", None, "capture", False, None),
        (3, "Distance", "graph", "direct", None, None, None, "Budget"),
    ]


def test_only_states_that_changed_are_written_and_each_is_replaced_whole() -> None:
    session = new_session()
    complete(session, "one", commit_of("Router", states={"Budget": {"min": "50"}, "Dates": {"in": "x"}}))

    complete(session, "two", commit_of("Router", states={"Budget": {"max": "200"}}))

    assert sessions.states_of(session) == {"Budget": {"max": "200"}, "Dates": {"in": "x"}}
    assert NodeState.objects.count() == 2


def test_messages_append_within_their_space() -> None:
    session = new_session()
    for turn_id in ("one", "two"):
        complete(
            session,
            turn_id,
            commit_of(
                "Router",
                messages=(
                    ("intake", ChatMessage.human(turn_id)),
                    ("present", ChatMessage.assistant(turn_id)),
                ),
            ),
        )

    rows = Message.objects.order_by("space", "position").values_list("space", "position", "text")
    assert list(rows) == [
        ("intake", 1, "one"),
        ("intake", 2, "two"),
        ("present", 1, "one"),
        ("present", 2, "two"),
    ]


def test_a_message_comes_back_as_it_was() -> None:
    session = new_session()
    messages = (
        ChatMessage(
            "assistant", "", tool_calls=(ToolCall("c1", "capture", {"max": 200}), ToolCall("c2", "x", "{"))
        ),
        ChatMessage("tool", "saved", internal=True, tool_call_id="c1"),
    )

    complete(session, "one", commit_of("Router", messages=tuple(("intake", message) for message in messages)))

    assert begin(session, said("two")).session.histories == {"intake": messages}


def test_a_window_holds_the_newest_messages_of_each_space_oldest_first() -> None:
    session = new_session()
    many = tuple(("intake", ChatMessage.human(f"word {number}")) for number in range(12))
    complete(
        session, "one", commit_of("Router", messages=(*many, ("present", ChatMessage.human("only one"))))
    )

    histories = begin(session, said("two"), window=3).session.histories

    assert {space: [message.text for message in history] for space, history in histories.items()} == {
        "intake": ["word 9", "word 10", "word 11"],
        "present": ["only one"],
    }


@pytest.mark.parametrize(
    "closure",
    [failure_of("Router", "Budget"), cancellation_of("Router", "Budget")],
    ids=["failed", "cancelled"],
)
def test_a_turn_that_did_not_finish_leaves_the_session_as_it_was_and_keeps_its_audit(
    closure: TurnClosure,
) -> None:
    session = new_session()
    complete(session, "one", commit_of("Router"))
    before = all_rows()

    fail(session, "two", closure)

    after = all_rows()
    for table in ("Message", "NodeState"):
        assert after[table] == before[table]
    kept = ("status", "cursor", "history_lengths")
    assert [after["Session"][0][name] for name in kept] == [before["Session"][0][name] for name in kept]
    row = Turn.objects.get(number=2)
    assert (row.status, row.code, row.message) == (closure.status, closure.code or "", closure.message)
    assert (row.reply_text, row.snapshot, row.path) == ("", {}, ["Router", "Budget"])
    assert row.usage == usage_of(2)
    assert list(row.visits.order_by("order").values_list("node", flat=True)) == ["Router", "Budget"]
    assert row.decisions.count() == 2


def test_a_session_costs_what_its_turns_cost_failed_ones_and_retries_included() -> None:
    session = new_session()
    complete(session, "one", commit_of("Router"))
    fail(session, "two", failure_of("Router", "Budget"))
    complete(session, "two", commit_of("Router", "Budget", "Distance"))
    fail(session, "three", cancellation_of("Router"))

    total = TurnUsage()
    for row in Turn.objects.all():
        total.merge(row.usage)

    assert total == sessions.usage_totals(session) == _sum(usage_of(1), usage_of(2), usage_of(3), usage_of(1))


def _sum(*usages: TurnUsage) -> TurnUsage:
    total = TurnUsage()
    for usage in usages:
        total.merge(usage)
    return total


def test_a_retried_turn_is_answered_with_the_usage_of_the_run_that_answered() -> None:
    session = new_session()
    fail(session, "one", failure_of("Router", "Budget"))
    fail(session, "one", failure_of("Router"))
    complete(session, "one", commit_of("Router", "Budget", "Distance"))

    recorded = claims.begin(str(session.pk), said("one"), lease_s=LEASE_S, window=WINDOW, now=timezone.now())

    assert isinstance(recorded, TurnRecorded)
    assert recorded.usage == usage_of(3)


def test_each_run_of_a_retried_turn_keeps_its_own_audit() -> None:
    session = new_session()
    fail(session, "one", failure_of("Router", "Budget"))
    complete(session, "one", commit_of("Router"))

    runs = NodeVisit.objects.order_by("run", "order").values_list("run", "order", "node")
    assert list(runs) == [(1, 1, "Router"), (1, 2, "Budget"), (2, 1, "Router")]
    assert list(Decision.objects.order_by("run", "visit").values_list("run", "visit")) == [
        (1, 1),
        (1, 2),
        (2, 1),
    ]


def test_unknown_tokens_stay_unknown() -> None:
    session = new_session()
    entries = (decision(1, "Router", usage=None), decision(2, "Budget", usage=Usage(0, 0)))

    complete(session, "one", replace(commit_of("Router", "Budget"), decisions=entries))

    assert list(Decision.objects.order_by("visit").values_list("input_tokens", flat=True)) == [None, 0]


def test_what_no_database_takes_is_replaced_wherever_a_model_wrote_it() -> None:
    session = new_session()
    bad, good = "a\0b\ud800c\N{GRINNING FACE}", "a\ufffdb\ufffdc\N{GRINNING FACE}"

    complete(
        session,
        "one",
        replace(
            commit_of(
                "Router",
                states={"Present": {"draft": [bad]}},
                messages=(("intake", ChatMessage.assistant(bad)),),
            ),
            reply=Reply(bad, {"cards": [{bad: bad}]}),
            decisions=(replace(decision(1, "Router"), actual_model=bad, request_id=bad * 100),),
        ),
    )

    row = Turn.objects.get()
    assert (row.reply_text, row.reply_data) == (good, {"cards": [{good: good}]})
    assert sessions.states_of(session) == {"Present": {"draft": [good]}}
    assert Message.objects.get().text == good
    entry = Decision.objects.get()
    assert (entry.actual_model, entry.request_id) == (good, (good * 100)[:128])


def test_a_turn_that_cannot_be_written_whole_is_not_written_at_all() -> None:
    session = new_session()
    complete(session, "one")
    lease = begin(session, said("two")).lease
    before = all_rows()
    twice_the_same_visit = replace(
        commit_of("Router"), decisions=(decision(1, "Router"), decision(1, "Router"))
    )

    with pytest.raises(IntegrityError):
        recording.commit(lease, twice_the_same_visit, now=timezone.now())

    assert all_rows() == before
    recording.close(lease, failure_of("Router"), now=timezone.now())
    assert Session.objects.get().lease_token is None
