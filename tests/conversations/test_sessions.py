"""What a host asks of sessions: begin, find, read, end, expire. Anna has sessions, Boris is a stranger to them."""

from __future__ import annotations

import uuid

import pytest

from graph.errors import SessionBusy, SessionNotFound
from graph.routing import Reply
from graph.turns import TurnInput
from hotelsite.conversations import recording, sessions
from hotelsite.conversations.models import Session, Turn
from tests.conversations.support import (
    ANNA,
    BORIS,
    LEASE_S,
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
)

pytestmark = pytest.mark.django_db

IDLE_S = 24 * 60 * 60


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> FixedClock:
    fixed = FixedClock()
    monkeypatch.setattr("django.utils.timezone.now", fixed)
    return fixed


class TestOwnSession:
    def test_the_owner_finds_it(self) -> None:
        session = new_session(ANNA)

        assert sessions.own_session(str(session.pk), ANNA) == session

    @pytest.mark.parametrize("session_id", [None, str(uuid.UUID(int=7)), "not-a-uuid", ""])
    def test_a_stranger_cannot_tell_it_from_one_that_does_not_exist(self, session_id: str | None) -> None:
        session = new_session(ANNA)

        with pytest.raises(SessionNotFound) as refusal:
            sessions.own_session(session_id if session_id is not None else str(session.pk), BORIS)

        assert str(refusal.value) == "there is no such session"

    def test_an_idle_session_reads_expired_from_then_on(self, clock: FixedClock) -> None:
        session = new_session(ANNA)
        clock.pass_seconds(IDLE_S)

        assert sessions.own_session(str(session.pk), ANNA).status == "expired"
        assert Session.objects.get().status == "expired"

    def test_one_that_was_used_in_time_stays_active(self, clock: FixedClock) -> None:
        session = new_session(ANNA)
        clock.pass_seconds(IDLE_S - 1)
        complete(session, "one", now=clock())
        clock.pass_seconds(IDLE_S - 1)

        assert sessions.own_session(str(session.pk), ANNA).status == "active"


class TestNewestActive:
    def test_is_the_owners_own_that_was_used_last(self, clock: FixedClock) -> None:
        older, newer, foreign = new_session(ANNA), new_session(ANNA), new_session(BORIS)
        for session in (newer, older, foreign):
            clock.pass_seconds(1)
            complete(session, "one", now=clock())

        assert sessions.newest_active(ANNA) == older

    def test_passes_over_completed_and_expired_ones(self, clock: FixedClock) -> None:
        new_session(ANNA)
        clock.pass_seconds(IDLE_S)
        sessions.end_session(new_session(ANNA))

        assert sessions.newest_active(ANNA) is None


class TestEndSession:
    def test_completes_it(self) -> None:
        session = new_session()

        sessions.end_session(session)

        assert (session.status, session.cursor) == ("completed", "end")

    def test_does_nothing_to_one_that_is_over(self) -> None:
        session = new_session()
        sessions.end_session(session)
        before = all_rows()

        sessions.end_session(session)

        assert all_rows() == before

    def test_refuses_while_a_turn_is_in_flight(self) -> None:
        session = new_session()
        begin(session, said("one"))

        with pytest.raises(SessionBusy) as busy:
            sessions.end_session(session)

        assert busy.value.turn_id == "one"
        assert Session.objects.get().status == "active"

    def test_takes_an_abandoned_turn_along(self, clock: FixedClock) -> None:
        session = new_session()
        begin(session, said("one"))
        session.refresh_from_db()
        clock.pass_seconds(LEASE_S)

        sessions.end_session(session)

        assert Session.objects.get().status == "completed"
        assert Turn.objects.get().status == "interrupted"


class TestTranscript:
    def test_shows_each_kind_of_turn(self, clock: FixedClock) -> None:
        session = new_session()
        complete(session, "one")
        fail(session, "two", failure_of("Router", retryable=False))
        fail(session, "three", cancellation_of("Router"))
        begin(session, TurnInput.act("four", "search", {}, words="Search now"))

        views, earlier = sessions.turns_after(session, 0)

        assert [(view.number, view.id, view.text, view.action) for view in views] == [
            (1, "one", "hello", None),
            (2, "two", "hello", None),
            (3, "three", "hello", None),
            (4, "four", "Search now", "search"),
        ]
        assert [view.status for view in views] == ["completed", "failed", "cancelled", "running"]
        assert [view.reply for view in views] == [
            Reply("Which dates?", {"quick_replies": []}),
            None,
            None,
            None,
        ]
        assert [(view.code, view.message) for view in views[:2]] == [
            (None, ""),
            ("internal", "Something went wrong on our side."),
        ]
        assert earlier is False

    @pytest.mark.parametrize(
        ("after", "numbers", "earlier"),
        [
            (0, [5, 6, 7], True),
            (3, [5, 6, 7], True),
            (4, [5, 6, 7], False),
            (6, [7], False),
            (7, [], False),
            (99, [], False),
        ],
    )
    def test_catches_up_with_the_newest_and_says_whether_it_left_some_out(
        self, after: int, numbers: list[int], earlier: bool
    ) -> None:
        session = self.seven_turns()

        views, more = sessions.turns_after(session, after, limit=3)

        assert ([view.number for view in views], more) == (numbers, earlier)

    @pytest.mark.parametrize(
        ("before", "numbers", "earlier"),
        [(8, [5, 6, 7], True), (5, [2, 3, 4], True), (4, [1, 2, 3], False), (2, [1], False), (1, [], False)],
    )
    def test_goes_back_page_by_page(self, before: int, numbers: list[int], earlier: bool) -> None:
        session = self.seven_turns()

        views, more = sessions.turns_before(session, before, limit=3)

        assert ([view.number for view in views], more) == (numbers, earlier)

    def seven_turns(self) -> Session:
        session = new_session()
        for number in range(1, 8):
            complete(session, str(number))
        complete(new_session(), "of another session")
        return session

    def test_finds_a_turn_by_the_clients_id_in_its_session_alone(self) -> None:
        session, other = new_session(), new_session()
        complete(session, "one")

        found = sessions.turn_by_client_id(session, "one")

        assert found is not None
        assert found.number == 1
        assert sessions.turn_by_client_id(other, "one") is None


class TestInFlight:
    def test_is_the_running_turns_id(self) -> None:
        session = new_session()
        complete(session, "one")
        assert sessions.in_flight(session) is None

        lease = begin(session, said("two")).lease
        assert sessions.in_flight(session) == "two"

        recording.commit(lease, commit_of("Router"), now=FixedClock()())
        assert sessions.in_flight(session) is None


class TestExpireIdle:
    def test_expires_what_is_idle_and_nothing_else(self, clock: FixedClock) -> None:
        idle, abandoned, over = new_session(), new_session(), new_session()
        begin(abandoned, said("one"), clock())
        sessions.end_session(over)
        clock.pass_seconds(IDLE_S)
        fresh, running = new_session(), new_session()
        begin(running, said("one"), clock())
        Session.objects.filter(pk=running.pk).update(last_active_at=idle.last_active_at)

        assert sessions.expire_idle(clock()) == 2

        statuses = {session.pk: session.status for session in Session.objects.all()}
        assert statuses == {
            idle.pk: "expired",
            abandoned.pk: "expired",
            over.pk: "completed",
            fresh.pk: "active",
            running.pk: "active",
        }
        assert Turn.objects.get(session=abandoned).status == "interrupted"
        assert Turn.objects.get(session=running).status == "running"


def test_states_taken_over_belong_to_the_new_session_alone() -> None:
    first = new_session()
    complete(first, "one", commit_of("Router", states={"Budget": {"max": "200"}}))
    second = sessions.begin_session(ANNA, graph="hotel", states=sessions.states_of(first))
    complete(second, "one", commit_of("Router", states={"Budget": {"max": "90"}}))

    assert sessions.states_of(first) == {"Budget": {"max": "200"}}
    assert sessions.states_of(second) == {"Budget": {"max": "90"}}
