"""A turn costs the same at turn 500 as at turn 10: statements, rows and bytes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from graph.chat.messages import Message
from hotelsite.conversations import claims, recording, sessions
from hotelsite.conversations.models import Session
from hotelsite.conversations.sessions import turns_after
from tests.conversations.support import LEASE_S, begin, commit_of, complete, fail, new_session, said

pytestmark = pytest.mark.django_db

WINDOW = 40
TALK = tuple(
    (space, Message.human(f"some words in {space}")) for space in ("intake", "present") for _ in range(3)
)


def statements(work: Callable[[], object]) -> list[str]:
    """The statements in order, by their first word and table; savepoints of the test's own transaction aside."""
    with CaptureQueriesContext(
        connection,
    ) as captured:
        work()
    sql = [query["sql"].replace('"', "") for query in captured]
    return [_short(statement) for statement in sql if "SAVEPOINT" not in statement]


def _short(sql: str) -> str:
    verb = sql.split(maxsplit=1)[0]
    table = sql.split(" FROM " if verb in ("SELECT", "DELETE") else "conversations_", 1)[1]
    return f"{verb} {table.removeprefix('conversations_').split()[0]}"


def test_beginning_a_turn_takes_six_statements() -> None:
    session = new_session()
    complete(session, "one")

    assert statements(lambda: begin(session, said("two"))) == [
        "SELECT session",  # 1 how it stands
        "SELECT turn",  # 2 is the id known?
        "UPDATE session",  # 3 claim
        "INSERT turn",  # 4 the turn's row; the write ends here
        "SELECT nodestate",  # 5
        "SELECT message",  # 6 the newest of every space
    ]


def test_retrying_a_turn_takes_six_statements() -> None:
    session = new_session()
    complete(session, "one")
    fail(session, "two")

    assert statements(lambda: begin(session, said("two"))) == [
        "SELECT session",
        "SELECT turn",
        "UPDATE session",
        "UPDATE turn",
        "SELECT nodestate",
        "SELECT message",
    ]


def test_answering_a_recorded_turn_takes_two_statements() -> None:
    session = new_session()
    complete(session, "one")

    def again() -> object:
        return claims.begin(str(session.pk), said("one"), lease_s=LEASE_S, window=WINDOW, now=timezone.now())

    assert statements(again) == ["SELECT session", "SELECT turn"]


def test_committing_a_turn_takes_six_statements() -> None:
    lease = begin(new_session(), said("one")).lease
    done = commit_of("Router", "Budget", states={"Router": {}, "Budget": {}}, messages=TALK)

    assert statements(lambda: recording.commit(lease, done, now=timezone.now())) == [
        "UPDATE session",  # 1 on the condition that the lease is held
        "UPDATE turn",  # 2
        "INSERT message",  # 3 all messages
        "INSERT nodestate",  # 4 all states that changed
        "INSERT nodevisit",  # 5
        "INSERT decision",  # 6
    ]


def test_renewing_a_lease_takes_one_statement() -> None:
    lease = begin(new_session(), said("one")).lease

    assert statements(lambda: claims.renew(lease, lease_s=LEASE_S, now=timezone.now())) == ["UPDATE session"]


def test_a_page_of_the_transcript_takes_one_statement() -> None:
    session = new_session()
    for number in range(8):
        complete(session, str(number))

    assert statements(lambda: turns_after(session, 0, limit=5)) == ["SELECT turn"]


@pytest.mark.timeout(300)
def test_turn_500_costs_what_turn_10_costs() -> None:
    session = new_session()
    done = commit_of("Router", "Budget", states={"Budget": {"max": "200"}}, messages=TALK)
    costs = {}

    for number in range(1, 501):
        with Traffic() as traffic:
            begun = begin(session, said(f"turn-{number:04}"), window=WINDOW)
            recording.commit(begun.lease, done, now=timezone.now())
        if number in (10, 500):
            costs[number] = (traffic.statements, traffic.bytes_sent, _size_of(begun), _page_size(session))
            assert {space: len(history) for space, history in begun.session.histories.items()} == {
                space: min(WINDOW, 3 * (number - 1)) for space in ("intake", "present")
            }

    early, late = costs[10], costs[500]
    assert late[0] == early[0] == 12
    assert late[1] <= early[1] * 1.05  # numbers grow a digit or two
    assert late[2] <= early[2] * (WINDOW / 27) * 1.05  # the window fills up, and no further
    assert late[3] <= early[3] * 5 * 1.05  # a page of at most 50 turns, of which 10 were there


class Traffic:
    """Counts statements, and the bytes of their parameters."""

    def __init__(self) -> None:
        self.statements = self.bytes_sent = 0

    def __enter__(self) -> Traffic:
        self._wrapper = connection.execute_wrapper(self._count)
        self._wrapper.__enter__()
        return self

    def __exit__(self, *error: Any) -> None:
        self._wrapper.__exit__(*error)

    def _count(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        if "SAVEPOINT" not in sql:
            self.statements += 1
            self.bytes_sent += sum(len(str(parameter)) for parameter in params or ())
        return execute(sql, params, many, context)


def _size_of(value: object) -> int:
    return len(repr(value))


def _page_size(session: Session) -> int:
    views, _ = turns_after(session, 0)
    return sum(map(_size_of, views))


def test_the_newest_messages_are_found_by_the_index_alone() -> None:
    """However long the history is, the database reads the window and nothing before it."""
    session = new_session()
    for number in range(30):
        complete(session, str(number), commit_of("Router", messages=TALK))
    if connection.vendor == "postgresql":
        connection.cursor().execute(
            "SET LOCAL enable_seqscan = off"
        )  # a table this small is read faster whole

    with CaptureQueriesContext(connection) as captured:
        begun = begin(session, said("next"), window=4)
    query = next(query["sql"] for query in captured if 'FROM "conversations_message"' in query["sql"])
    plan = _plan(query)

    assert len(begun.session.histories["intake"]) == 4
    ranges = {
        "sqlite": "(session_id=? AND space=? AND position>?)",
        "postgresql": "(space)::text = ",  # within the condition of an index scan
    }
    assert plan.count(ranges[connection.vendor]) == 2, plan
    assert "SCAN" not in plan
    assert "Seq Scan" not in plan


def _plan(query: str) -> str:
    with connection.cursor() as cursor:
        cursor.execute(("EXPLAIN QUERY PLAN " if connection.vendor == "sqlite" else "EXPLAIN ") + query)
        return "\n".join(str(row) for row in cursor.fetchall())


def test_totals_of_a_session_are_read_from_its_row() -> None:
    session = new_session()
    complete(session, "one")

    assert statements(lambda: sessions.usage_totals(session)) == ["SELECT session"]
