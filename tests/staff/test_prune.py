"""`manage.py prune`: old conversations go, bookings stay, and a guest to come can still open the receipt."""

from __future__ import annotations

import datetime as dt
import io

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from hotelsite.conversations.models import Session, Turn
from hotelsite.hotels.bookings import cancel_booking
from hotelsite.hotels.models import Booking
from tests.conversations.support import new_session
from tests.staff.support import book, take_turn

pytestmark = pytest.mark.django_db


def old_session() -> Session:
    session = new_session()
    take_turn(session)
    Session.objects.filter(pk=session.pk).update(last_active_at=timezone.now() - dt.timedelta(days=100))
    return session


def prune(days: int) -> str:
    written = io.StringIO()
    call_command("prune", days=days, stdout=written)
    return written.getvalue()


def test_deletes_old_conversations_and_no_bookings() -> None:
    past, coming, cancelled, plain = (old_session() for _ in range(4))
    young = new_session()
    book(past.pk, "000001", arriving_in=dt.timedelta(days=-90))
    book(coming.pk, "000002")
    cancel_booking(book(cancelled.pk, "000003").confirmation)

    said = prune(90)

    assert said == "Deleted 3 conversations, emptied 1 with a stay to come.\n"
    assert set(Session.objects.all()) == {coming, young}
    assert Turn.objects.count() == 0
    assert Booking.objects.count() == 3
    assert not Session.objects.filter(pk=plain.pk).exists()


@pytest.mark.parametrize("days", [0, -5])
def test_refuses_to_delete_everything(days: int) -> None:
    old_session()

    with pytest.raises(CommandError, match="--days must be 1 or more"):
        prune(days)

    assert Session.objects.count() == 1
