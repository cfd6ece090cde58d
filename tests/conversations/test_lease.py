"""The lease: it ends unless renewed, and a turn that lost it writes nothing."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from graph.errors import LeaseLostError, SessionBusy
from graph.store import Lease, TurnRecorded
from hotelsite.conversations import claims, recording, sessions
from hotelsite.conversations.models import Session, Turn
from tests.conversations.support import (
    LEASE_S,
    WINDOW,
    FixedClock,
    all_rows,
    begin,
    commit_of,
    failure_of,
    forged,
    new_session,
    said,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> FixedClock:
    fixed = FixedClock()
    monkeypatch.setattr("django.utils.timezone.now", fixed)
    return fixed


def test_a_lease_holds_until_its_last_moment(clock: FixedClock) -> None:
    session = new_session()
    begin(session, said("one"))

    clock.pass_seconds(LEASE_S - 0.001)

    with pytest.raises(SessionBusy):
        begin(session, said("two"))


def test_a_renewed_lease_holds_on(clock: FixedClock) -> None:
    session = new_session()
    lease = begin(session, said("one")).lease
    clock.pass_seconds(20)
    claims.renew(lease, lease_s=LEASE_S, now=clock())
    clock.pass_seconds(20)

    with pytest.raises(SessionBusy):
        begin(session, said("two"))


def test_a_turn_whose_lease_ran_out_is_interrupted_by_the_next_one(clock: FixedClock) -> None:
    session = new_session()
    begin(session, said("one"))
    clock.pass_seconds(LEASE_S)

    assert begin(session, said("two")).lease.turn == 2

    first = Turn.objects.get(number=1)
    assert (first.status, first.code, first.retryable) == ("interrupted", "interrupted", True)
    assert first.finished_at == clock.now


def test_an_interrupted_turn_runs_again_under_its_number_and_then_is_answered_once(clock: FixedClock) -> None:
    session = new_session()
    begin(session, said("one"))
    clock.pass_seconds(LEASE_S)

    again = begin(session, said("one"))
    recording.commit(again.lease, commit_of("Router"), now=clock())

    assert again.lease.turn == 1
    row = Turn.objects.get()
    assert (row.status, row.runs) == ("completed", 2)
    recorded = claims.begin(str(session.pk), said("one"), lease_s=LEASE_S, window=WINDOW, now=clock())
    assert isinstance(recorded, TurnRecorded)


def test_reading_what_is_in_flight_lets_an_abandoned_turn_read_interrupted(clock: FixedClock) -> None:
    session = new_session()
    begin(session, said("one"))
    assert sessions.in_flight(session) == "one"

    clock.pass_seconds(LEASE_S)

    assert sessions.in_flight(session) is None
    assert Turn.objects.get().status == "interrupted"
    session.refresh_from_db()
    assert (session.lease_token, session.lease_expires_at) == (None, None)


def test_a_turn_may_still_commit_late_when_nobody_noticed(clock: FixedClock) -> None:
    session = new_session()
    lease = begin(session, said("one")).lease
    clock.pass_seconds(LEASE_S * 10)

    recording.commit(lease, commit_of("Router"), now=clock())

    assert Turn.objects.get().status == "completed"


def _taken_over(session: Session, clock: FixedClock) -> None:
    begin(session, said("two"))


def _noticed(session: Session, clock: FixedClock) -> None:
    sessions.in_flight(session)


def _taken_over_and_committed(session: Session, clock: FixedClock) -> None:
    recording.commit(begin(session, said("two")).lease, commit_of("Router"), now=clock())


def _retried(session: Session, clock: FixedClock) -> None:
    begin(session, said("one"))


def _commit(lease: Lease, clock: FixedClock) -> None:
    recording.commit(lease, commit_of("Router", text="too late"), now=clock())


def _close(lease: Lease, clock: FixedClock) -> None:
    recording.close(lease, failure_of("Router"), now=clock())


def _renew(lease: Lease, clock: FixedClock) -> None:
    claims.renew(lease, lease_s=LEASE_S, now=clock())


@pytest.mark.parametrize("meanwhile", [_taken_over, _noticed, _taken_over_and_committed, _retried])
@pytest.mark.parametrize("late", [_commit, _close, _renew])
def test_a_turn_that_lost_its_lease_writes_nothing(
    clock: FixedClock,
    meanwhile: Callable[[Session, FixedClock], None],
    late: Callable[[Lease, FixedClock], None],
) -> None:
    session = new_session()
    lease = begin(session, said("one")).lease
    clock.pass_seconds(LEASE_S)
    meanwhile(session, clock)
    before = all_rows()

    with pytest.raises(LeaseLostError):
        late(lease, clock)

    assert all_rows() == before


def test_a_token_that_was_never_given_out_opens_nothing() -> None:
    session = new_session()
    lease = begin(session, said("one")).lease
    before = all_rows()

    with pytest.raises(LeaseLostError):
        recording.commit(forged(lease), commit_of("Router"), now=FixedClock()())

    assert all_rows() == before


def test_a_finished_turn_cannot_be_finished_again(clock: FixedClock) -> None:
    session = new_session()
    lease = begin(session, said("one")).lease
    recording.commit(lease, commit_of("Router"), now=clock())
    before = all_rows()

    with pytest.raises(LeaseLostError):
        recording.commit(lease, commit_of("Router"), now=clock())

    assert all_rows() == before
