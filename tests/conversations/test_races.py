"""Many at once, each on a connection of its own, as several server processes would be."""

from __future__ import annotations

import time
from collections.abc import Sequence

import pytest
from django.utils import timezone

from graph.errors import LeaseLostError, SessionBusy, TurnInFlight
from graph.store import TurnBegun, TurnRecorded
from hotelsite.conversations import claims, recording, sessions
from hotelsite.conversations.models import Message, Session, Turn
from tests.conversations.support import (
    LEASE_S,
    WINDOW,
    FixedClock,
    at_once,
    begin,
    commit_of,
    complete,
    fail,
    failure_of,
    new_session,
    said,
)

pytestmark = pytest.mark.django_db(transaction=True)


def attempt(session: Session, turn_id: str, clock: FixedClock | None = None) -> TurnBegun | TurnRecorded:
    now = clock() if clock else timezone.now()
    return claims.begin(str(session.pk), said(turn_id), lease_s=LEASE_S, window=WINDOW, now=now)


def kinds(results: Sequence[object]) -> dict[str, int]:
    names = [type(result).__name__ for result in results]
    return {name: names.count(name) for name in names}


def test_one_of_twenty_sends_of_one_id_begins() -> None:
    session = new_session()
    complete(session, "zero")

    results = at_once(20, lambda _: attempt(session, "one"))

    assert kinds(results) == {"TurnBegun": 1, "TurnInFlight": 19}
    assert {error.number for error in results if isinstance(error, TurnInFlight)} == {2}
    assert Turn.objects.filter(client_id="one").count() == 1


def test_one_of_twenty_turns_begins_and_the_others_learn_which() -> None:
    session = new_session()

    results = at_once(20, lambda index: attempt(session, f"turn {index}"))

    assert kinds(results) == {"TurnBegun": 1, "SessionBusy": 19}
    begun = Turn.objects.get()
    assert {error.turn_id for error in results if isinstance(error, SessionBusy)} == {begun.client_id}


def test_one_of_twenty_retries_of_a_failed_turn_begins() -> None:
    session = new_session()
    fail(session, "one")

    results = at_once(20, lambda _: attempt(session, "one"))

    assert kinds(results) == {"TurnBegun": 1, "TurnInFlight": 19}
    assert Turn.objects.get().runs == 2


def test_a_claim_judged_by_what_was_read_before_another_turn_ended_looks_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The other turn was begun again, so that status, count and lease stand as they were read."""
    session = new_session()
    fail(session, "one")
    outdated = claims.find(str(session.pk))
    complete(session, "one", commit_of("Router"))
    readings = iter([outdated, claims.find(str(session.pk))])
    monkeypatch.setattr(claims, "find", lambda _: next(readings))

    begun = begin(session, said("two"))

    assert begun.session.cursor == "Router"
    assert [message.text for message in begun.session.histories["intake"]] == ["hello", "Which dates?"]


def test_one_of_twenty_takes_over_an_abandoned_session() -> None:
    clock = FixedClock()
    session = new_session()
    begin(session, said("abandoned"), clock())
    clock.pass_seconds(LEASE_S)

    results = at_once(20, lambda index: attempt(session, f"turn {index}", clock))

    assert kinds(results) == {"TurnBegun": 1, "SessionBusy": 19}
    assert sorted(Turn.objects.values_list("number", "status")) == [(1, "interrupted"), (2, "running")]


@pytest.mark.parametrize("again", range(10))
def test_a_late_commit_and_a_take_over_never_both_succeed(again: int) -> None:
    clock = FixedClock()
    session = new_session()
    lease = begin(session, said("late"), clock()).lease
    clock.pass_seconds(LEASE_S)

    def race(index: int) -> object:
        if index == 0:
            recording.commit(lease, commit_of("Router"), now=clock())
            return "committed"
        return attempt(session, "next", clock)

    late, following = at_once(2, race)

    assert isinstance(following, TurnBegun)
    expected = ("completed", 2) if late == "committed" else ("interrupted", 0)
    assert late == "committed" or isinstance(late, LeaseLostError)
    first = Turn.objects.get(session=session, number=1)
    assert (first.status, Message.objects.filter(turn=first).count()) == expected
    # The one that came second has seen what the first one wrote.
    assert len(following.session.histories.get("intake", ())) == expected[1]


def test_eight_senders_get_every_turn_answered_once_and_in_order() -> None:
    """Each sends its own ten turns, again and again until recorded; some runs fail, some senders repeat themselves."""
    session = new_session()

    def send(index: int) -> int:
        recorded = 0
        for turn in range(10):
            while not isinstance(outcome := _try(session, f"{index}-{turn}", turn), TurnRecorded):
                time.sleep(0.005)  # as a client backs off, rather than keep the others from the database
            recorded += outcome.status == "completed"
        return recorded

    assert at_once(8, send) == [10] * 8

    turns = list(Turn.objects.order_by("number"))
    assert [row.number for row in turns] == list(range(1, 81))
    assert {row.status for row in turns} == {"completed"}
    positions = Message.objects.order_by("position").values_list("position", flat=True)
    assert list(positions) == list(range(1, 161))
    session.refresh_from_db()
    assert session.turn_count == 80
    assert session.usage.decisions.calls == sum(row.usage.decisions.calls for row in turns)


def _try(session: Session, turn_id: str, turn: int) -> object:
    try:
        begun = attempt(session, turn_id)
    except (SessionBusy, TurnInFlight) as refusal:
        return refusal
    if isinstance(begun, TurnRecorded):
        return begun
    if turn == 3 and Turn.objects.get(session=session, client_id=turn_id).runs == 1:
        recording.close(begun.lease, failure_of("Router"), now=timezone.now())
    else:
        recording.commit(begun.lease, commit_of("Router"), now=timezone.now())
    return begun


def test_twenty_readers_notice_an_abandoned_turn_and_one_marks_it(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = FixedClock()
    session = new_session()
    begin(session, said("one"), clock())
    clock.pass_seconds(LEASE_S)
    monkeypatch.setattr("django.utils.timezone.now", clock)

    results = at_once(20, lambda _: sessions.in_flight(Session.objects.get()))

    assert results == [None] * 20
    assert Turn.objects.get().status == "interrupted"
