"""The front page's numbers of a period."""

from __future__ import annotations

import datetime as dt

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from hotelsite.conversations.models import Session, Turn
from hotelsite.hotels.models import Booking
from hotelsite.staff.summary import summary
from tests.conversations.support import begin, new_session, said
from tests.staff.support import book, fail_turn, take_turn

pytestmark = pytest.mark.django_db


def test_counts_what_happened() -> None:
    session = new_session()
    take_turn(session, outcome="fallback")
    take_turn(session)
    fail_turn(session)
    begin(session, said("running"))
    book(session.pk)

    found = summary(1)

    assert (found.sessions, found.bookings, found.turns, found.unfinished) == (1, 1, 4, 1)
    assert (found.decision_calls, found.decision_skipped, found.chat_calls) == (5, 3, 3)
    assert (found.decision_tokens, found.chat_tokens, found.tokens) == (535, 165, 700)
    assert found.deciding_percent == 76
    assert found.outcomes == (("success", 2), ("fallback", 1))
    assert found.fallbacks == 1


def test_tells_where_a_provider_refuses_to_work(staff: Client) -> None:
    session = new_session()
    for status in (404, 503, 404, None):
        take_turn(session, outcome="fallback", http_status=status)

    assert summary(1).refusals == (("scripted", 404, 2),)
    page = staff.get(reverse("admin:index")).content.decode()
    assert "scripted refused 2 requests (HTTP 404)." in page
    found = staff.get(reverse("admin:conversations_decision_changelist"), {"http_status": "404"})
    assert found.context["cl"].result_count == 2


def test_leaves_out_what_is_older() -> None:
    session = new_session()
    take_turn(session, outcome="fallback")
    book(session.pk)
    long_ago = timezone.now() - dt.timedelta(days=3)
    Session.objects.update(created_at=long_ago)
    Turn.objects.update(started_at=long_ago)
    Booking.objects.update(created_at=long_ago)

    day, week = summary(1), summary(7)

    assert (day.sessions, day.turns, day.bookings, day.decision_calls, day.outcomes) == (0, 0, 0, 0, ())
    assert (week.sessions, week.turns, week.bookings, week.decision_calls) == (1, 1, 1, 2)


def test_of_nothing_is_zero() -> None:
    found = summary(7)

    assert (found.turns, found.tokens, found.deciding_percent) == (0, 0, None)


def test_takes_four_queries_whatever_the_period() -> None:
    for _ in range(5):
        take_turn(new_session())

    with CaptureQueriesContext(connection) as captured:
        summary(30)

    assert len(captured) == 4  # turns, decisions by outcome, sessions, bookings


@pytest.mark.parametrize(
    ("asked", "shown"),
    [("7", "7 days"), ("30", "30 days"), ("", "24 hours"), ("x", "24 hours"), ("9" * 40, "24 hours")],
)
def test_the_front_page_shows_the_period_that_was_asked_for(staff: Client, asked: str, shown: str) -> None:
    response = staff.get(reverse("admin:index"), {"days": asked})

    assert f"The last {shown}" in response.content.decode()
