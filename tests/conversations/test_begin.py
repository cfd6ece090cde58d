"""Beginning a turn: what runs, what is answered from the record, and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import Settings

from graph.errors import (
    SessionBusy,
    SessionCompleted,
    SessionExpired,
    SessionNotFound,
    TurnIdReused,
    TurnInFlight,
    TurnRefused,
)
from graph.routing import Reply
from graph.store import TurnRecorded
from graph.turns import TurnClosure, TurnInput
from hotelsite.conversations import claims, recording
from hotelsite.conversations.models import Session, Turn
from hotelsite.conversations.sessions import begin_session
from tests.conversations.support import (
    ANNA,
    LEASE_S,
    WINDOW,
    FixedClock,
    all_rows,
    begin,
    cancellation_of,
    commit_of,
    complete,
    fail,
    failure_of,
    new_session,
    said,
    usage_of,
)

pytestmark = pytest.mark.django_db


def attempt(session_id: object, turn: TurnInput, clock: FixedClock | None = None) -> object:
    now = clock() if clock else timezone.now()
    return claims.begin(str(session_id), turn, lease_s=LEASE_S, window=WINDOW, now=now)


def test_a_new_session_begins_at_turn_one_with_nothing_behind_it() -> None:
    session = new_session()

    begun = begin(session, said("one"))

    assert begun.lease.turn == 1
    assert (begun.session.session_id, begun.session.graph) == (str(session.pk), "hotel")
    assert (begun.session.cursor, begun.session.states, begun.session.histories) == ("", {}, {})


def test_a_later_turn_starts_from_what_the_earlier_one_saved() -> None:
    session = new_session()
    complete(session, "one", commit_of("Router", "Budget", states={"Budget": {"max": "200"}}))

    begun = begin(session, said("two"))

    assert begun.lease.turn == 2
    assert begun.session.cursor == "Budget"
    assert begun.session.states == {"Budget": {"max": "200"}}
    assert [message.text for message in begun.session.histories["intake"]] == ["hello", "Which dates?"]


def test_an_action_is_kept_with_its_arguments() -> None:
    session = new_session()
    begin(session, TurnInput.act("one", "answer", {"criterion": "budget"}, words="Budget: up to $200"))

    row = Turn.objects.get()

    assert (row.action, row.arguments, row.request_text) == (
        "answer",
        {"criterion": "budget"},
        "Budget: up to $200",
    )


def test_states_given_at_the_beginning_are_what_the_first_turn_starts_from() -> None:
    session = begin_session(ANNA, graph="hotel", states={"Budget": {"max": "90"}})

    assert begin(session, said("one")).session.states == {"Budget": {"max": "90"}}


def test_a_completed_turn_is_answered_from_the_record_and_nothing_is_written() -> None:
    session = new_session()
    complete(session, "one", commit_of("Router", "Budget"))
    complete(session, "two")
    before = all_rows()

    recorded = attempt(session.pk, said("one"))

    assert recorded == TurnRecorded(
        turn=1,
        status="completed",
        reply=Reply("Which dates?", {"quick_replies": []}),
        node="Budget",
        completed=False,
        path=("Router", "Budget"),
        usage=usage_of(2),
        snapshot={"results": []},
        seq=3,
    )
    assert all_rows() == before


@pytest.mark.parametrize(
    ("closure", "status", "code"),
    [
        (cancellation_of("Router"), "cancelled", None),
        (failure_of("Router", retryable=False), "failed", "internal"),
    ],
    ids=["cancelled", "failed for good"],
)
def test_a_turn_that_ended_for_good_is_answered_from_the_record(
    closure: TurnClosure, status: str, code: str | None
) -> None:
    session = new_session()
    fail(session, "one", closure)

    recorded = attempt(session.pk, said("one"))

    assert isinstance(recorded, TurnRecorded)
    assert (recorded.status, recorded.code, recorded.reply) == (status, code, None)


def test_a_recorded_turn_is_answered_also_while_another_one_runs_and_after_the_session_is_over() -> None:
    session = new_session()
    complete(session, "one")
    lease = begin(session, said("two")).lease
    assert isinstance(attempt(session.pk, said("one")), TurnRecorded)

    recording.commit(lease, commit_of("Terminate", completed=True), now=timezone.now())

    assert isinstance(attempt(session.pk, said("one")), TurnRecorded)


def test_a_retryable_failure_runs_again_under_its_number() -> None:
    session = new_session()
    fail(session, "one")

    begun = begin(session, said("one"))

    row = Turn.objects.get()
    assert begun.lease.turn == 1
    assert (row.status, row.runs, row.code, row.retryable, row.finished_at) == ("running", 2, "", False, None)


def test_a_turn_that_is_retried_after_later_ones_keeps_its_number_and_takes_none_of_theirs() -> None:
    session = new_session()
    fail(session, "one")
    complete(session, "two")

    again = begin(session, said("one")).lease
    recording.commit(again, commit_of("Router"), now=timezone.now())

    assert again.turn == 1
    assert begin(session, said("three")).lease.turn == 3


def _running(session: Session) -> None:
    begin(session, said("running"))


def _completed(session: Session) -> None:
    complete(session, "one", commit_of("Terminate", completed=True))


def _used(session: Session) -> None:
    complete(session, "used")


def _idle(session: Session) -> None:
    Session.objects.update(last_active_at=timezone.now() - timedelta(days=2))


@pytest.mark.parametrize(
    ("arrange", "turn", "refusal"),
    [
        (_running, said("running"), TurnInFlight),
        (_running, said("other"), SessionBusy),
        (_running, said("running", "other words"), TurnIdReused),
        (_used, said("used", "other words"), TurnIdReused),
        (_used, TurnInput.act("used", "search", {}, words="hello"), TurnIdReused),
        (_completed, said("two"), SessionCompleted),
        (_idle, said("one"), SessionExpired),
    ],
    ids=["in flight", "busy", "reused in flight", "reused text", "reused as action", "completed", "expired"],
)
def test_refuses_and_writes_nothing(
    arrange: Callable[[Session], None], turn: TurnInput, refusal: type[TurnRefused]
) -> None:
    session = new_session()
    arrange(session)
    before = all_rows()

    with pytest.raises(refusal):
        attempt(session.pk, turn)

    assert all_rows() == before


def test_refusals_say_which_turn_is_in_the_way() -> None:
    session = new_session()
    complete(session, "one")
    begin(session, said("two"))

    with pytest.raises(SessionBusy) as busy:
        attempt(session.pk, said("three"))
    with pytest.raises(TurnInFlight) as in_flight:
        attempt(session.pk, said("two"))

    assert busy.value.turn_id == "two"
    assert in_flight.value.number == 2


@pytest.mark.parametrize("session_id", ["00000000-0000-4000-8000-000000000000", "not-a-uuid", ""])
def test_an_unknown_session_is_not_found(session_id: object) -> None:
    with pytest.raises(SessionNotFound):
        attempt(session_id, said("one"))


def test_the_same_id_in_another_session_is_another_turn() -> None:
    complete(new_session(), "one")

    assert begin(new_session(), said("one")).lease.turn == 1


def test_a_turn_in_flight_keeps_a_session_from_expiring(settings: Settings) -> None:
    settings.SESSION_IDLE_MINUTES = 1
    clock = FixedClock()
    session = new_session()
    lease = begin(session, said("one"), clock()).lease
    for _ in range(8):
        clock.pass_seconds(20)
        claims.renew(lease, lease_s=LEASE_S, now=clock())

    with pytest.raises(SessionBusy):
        attempt(session.pk, said("two"), clock)
