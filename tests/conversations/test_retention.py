"""Old conversations go, whole; what is asked for is kept, and nobody loses a turn in flight."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from hotelsite.conversations import retention
from hotelsite.conversations.models import Session
from hotelsite.conversations.retention import Pruned, prune
from tests.conversations.support import all_rows, begin, commit_of, complete, new_session, said

pytestmark = pytest.mark.django_db


def old_session(*, days: int = 100, completed: bool = False) -> Session:
    session = new_session()
    complete(session, "one", commit_of("Terminate", completed=completed))
    make_old(session, days=days)
    return session


def make_old(session: Session, *, days: int = 100) -> None:
    Session.objects.filter(pk=session.pk).update(last_active_at=timezone.now() - timedelta(days=days))


def ninety_days_ago() -> datetime:
    return timezone.now() - timedelta(days=90)


def test_old_conversations_go_with_all_that_was_theirs() -> None:
    old_session()

    assert prune(ninety_days_ago()) == Pruned(deleted=1, emptied=0)

    assert all(rows == [] for rows in all_rows().values())


def test_younger_ones_stay_as_they_are() -> None:
    old_session(days=89)
    before = all_rows()

    assert prune(ninety_days_ago()) == Pruned(deleted=0, emptied=0)

    assert all_rows() == before


def test_a_turn_in_flight_keeps_its_session() -> None:
    session = new_session()
    begin(session, said("one"))
    make_old(session)

    assert prune(ninety_days_ago()).deleted == 0


def test_a_session_whose_owner_is_still_asked_for_loses_what_was_said() -> None:
    kept, other = old_session(), old_session()

    assert prune(ninety_days_ago(), keep_owner=[kept.pk]) == Pruned(deleted=1, emptied=1)

    left = all_rows()
    assert {name for name, rows in left.items() if rows} == {"Session"}
    row = Session.objects.get()
    assert (row.pk, row.owner, row.status, row.history_lengths) == (kept.pk, kept.owner, "expired", {})
    assert not Session.objects.filter(pk=other.pk).exists()


def test_a_completed_session_stays_completed_when_it_is_emptied() -> None:
    kept = old_session(completed=True)

    prune(ninety_days_ago(), keep_owner=[kept.pk])

    assert Session.objects.get().status == "completed"


def test_run_again_it_finds_nothing_more() -> None:
    kept = old_session()
    old_session()
    prune(ninety_days_ago(), keep_owner=[kept.pk])

    assert prune(ninety_days_ago(), keep_owner=[kept.pk]) == Pruned(deleted=0, emptied=0)


def test_more_than_a_batch_goes_batch_by_batch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retention, "BATCH", 2)
    for _ in range(5):
        old_session()

    assert prune(ninety_days_ago()) == Pruned(deleted=5, emptied=0)
