"""`manage.py prune`: old conversations go, bookings stay, and a guest to come can still open the receipt."""

from __future__ import annotations

import datetime as dt
import io

import pytest
from django.core.management import CommandError, call_command
from django.db import models
from django.utils import timezone

from hotelsite.conversations.models import Decision, Evidence, Session, Turn
from hotelsite.hotels.bookings import cancel_booking
from hotelsite.hotels.models import Booking
from tests.conversations.support import new_session
from tests.staff.support import a_session_with_evidence, book, take_turn

pytestmark = pytest.mark.django_db


def old_session() -> Session:
    session = new_session()
    take_turn(session)
    Session.objects.filter(pk=session.pk).update(last_active_at=timezone.now() - dt.timedelta(days=100))
    return session


def prune(*arguments: str) -> str:
    written = io.StringIO()
    call_command("prune", *arguments, stdout=written)
    return written.getvalue()


def test_deletes_old_conversations_and_no_bookings() -> None:
    past, coming, cancelled, plain = (old_session() for _ in range(4))
    young = new_session()
    book(past.pk, "000001", arriving_in=dt.timedelta(days=-90))
    book(coming.pk, "000002")
    cancel_booking(book(cancelled.pk, "000003").confirmation)

    said = prune("--older-than", "90d")

    assert said == "Deleted 3 conversations, emptied 1 with a stay to come.\n"
    assert set(Session.objects.all()) == {coming, young}
    assert Turn.objects.count() == 0
    assert Booking.objects.count() == 3
    assert not Session.objects.filter(pk=plain.pk).exists()


def test_deletes_what_models_gave_sooner_than_all_the_rest() -> None:
    session, young = a_session_with_evidence(), a_session_with_evidence()
    old = Evidence.objects.filter(turn__session=session)
    models.QuerySet(Evidence).filter(pk__in=old).update(created_at=timezone.now() - dt.timedelta(hours=20))

    said = prune("--evidence-older-than", "12h")

    assert said == "Deleted 2 pieces of evidence from conversations that stay.\n"
    assert {row.turn.session_id for row in Evidence.objects.all()} == {young.pk}
    assert set(Session.objects.all()) == {session, young}
    assert Decision.objects.filter(turn__session=session).count() == 2


@pytest.mark.parametrize("age", ["0d", "-5d", "30", "30 d", "d", "1y"])
def test_refuses_what_is_no_age(age: str) -> None:
    old_session()

    with pytest.raises(CommandError, match="is no age"):
        prune(f"--older-than={age}")

    assert Session.objects.count() == 1


def test_asks_what_is_old_enough() -> None:
    with pytest.raises(CommandError, match="old enough"):
        prune()
