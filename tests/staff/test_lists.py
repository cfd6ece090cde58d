"""The lists: as many queries for many rows as for one, and filters that find what staff look for."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from hotelsite.conversations import recording
from hotelsite.conversations.models import Session, Turn
from hotelsite.staff.read_only import BoundedPaginator
from tests.conversations.support import begin, cancellation_of, commit_of, new_session, said, usage_of
from tests.staff.support import NASTY, a_session_with_evidence, book, fail_turn, hotel, take_turn

pytestmark = pytest.mark.django_db


def shown(staff: Client, model: str, **query: str) -> set[str]:
    """What a list shows, by the keys of its rows."""
    response = staff.get(reverse(f"admin:{model}_changelist"), query)
    assert response.status_code == 200, response["Location"]
    return {str(row.pk) for row in response.context["cl"].result_list}


def keys(*rows: object) -> set[str]:
    return {str(row.pk) for row in rows}  # type: ignore[attr-defined]  # models all have one


def a_session(number: int) -> None:
    session = a_session_with_evidence()
    take_turn(session, outcome="fallback")
    fail_turn(session)
    book(session.pk, f"{number:06}", at=hotel(f"Inn {number % 3}"))


@pytest.mark.parametrize(
    ("model", "queries"),
    [
        # Each: the login session, the user, the user's and the groups' rights; then the count, then the rows.
        ("conversations_session", 6),
        ("conversations_turn", 6),
        ("conversations_nodevisit", 6),
        ("conversations_decision", 6),
        ("conversations_chatcall", 6),
        ("conversations_evidence", 6),
        ("hotels_hotel", 6),
        ("hotels_booking", 7),  # and the hotels of the filter
        ("hotels_roomunit", 7),  # the same
    ],
)
def test_a_list_takes_as_many_queries_for_many_rows_as_for_one(
    staff: Client, model: str, queries: int
) -> None:
    address = reverse(f"admin:{model}_changelist")
    counts = []
    for rows in (1, 12):
        for _ in range(rows):
            a_session(Session.objects.count() + 1)
        with CaptureQueriesContext(connection) as captured:
            assert staff.get(address).status_code == 200
        counts.append(len(captured))

    assert counts == [queries, queries]


def test_a_list_counts_no_further_than_a_reader_would_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(BoundedPaginator, "limit", 3)
    for _ in range(5):
        new_session()

    with CaptureQueriesContext(connection) as captured:
        count = BoundedPaginator(Session.objects.order_by("pk"), 50).count

    assert count == 3
    assert re.search(r"COUNT\(\*\) FROM \(SELECT .* LIMIT 3\)", captured[0]["sql"])


class TestSessions:
    def test_a_row_says_what_the_session_came_to(self, staff: Client) -> None:
        session = new_session()
        take_turn(session, outcome="fallback")
        take_turn(session)
        book(session.pk, "123456")

        page = staff.get(reverse("admin:conversations_session_changelist")).content.decode()

        cells = dict(re.findall(r'<t[dh] class="field-(\w+)[^"]*">(?:<a [^>]*>)?([^<]*)', page))
        assert cells["turn_total"] == "2"
        assert cells["standing"] == "active"
        assert cells["last_node"] == "Budget"
        assert cells["confirmation"] == "123456"
        assert cells["fallbacks"] == "1"
        assert cells["deciding"] == "4 calls, 428 tokens"
        assert cells["talking"] == "2 calls, 110 tokens"

    def test_a_cancelled_booking_is_no_booking(self, staff: Client) -> None:
        session = new_session()
        booking = book(session.pk)
        booking.status = "cancelled"
        booking.save()

        assert shown(staff, "conversations_session", booked="yes") == set()
        assert shown(staff, "conversations_session", booked="no") == keys(session)

    @pytest.mark.parametrize(
        ("query", "expected"),
        [
            ({"status": "active"}, {"fresh", "fell back", "booked", "failed", "stopped"}),
            ({"status": "completed"}, {"over"}),
            ({"status": "expired"}, {"idle"}),
            ({"booked": "yes"}, {"booked"}),
            ({"fell_back": "yes"}, {"fell back"}),
            ({"fell_back": "no"}, {"fresh", "over", "idle", "booked", "failed", "stopped"}),
            ({"unfinished": "yes"}, {"failed", "stopped"}),
            ({"unfinished": "yes", "status": "completed"}, set()),
            (
                {"status": "no such status"},
                {"fresh", "over", "idle", "fell back", "booked", "failed", "stopped"},
            ),
            ({"q": "654321"}, {"booked"}),
            ({"q": "swimming POOL"}, {"fresh"}),
            ({"q": "nobody said this"}, set()),
        ],
        ids=lambda value: str(value) if isinstance(value, dict) else "",
    )
    def test_filters_and_search_find_what_they_name(
        self, staff: Client, query: dict[str, str], expected: set[str]
    ) -> None:
        cast = {
            name: new_session()
            for name in ("fresh", "over", "idle", "fell back", "booked", "failed", "stopped")
        }
        take_turn(cast["fresh"], "Is there a swimming pool?")
        recording.commit(
            begin(cast["over"], said("bye")).lease, commit_of("Present", completed=True), now=timezone.now()
        )
        Session.objects.filter(pk=cast["idle"].pk).update(
            last_active_at=timezone.now() - dt.timedelta(days=2)
        )
        take_turn(cast["fell back"], outcome="fallback")
        book(cast["booked"].pk, "654321")
        fail_turn(cast["failed"])
        fail_turn(cast["stopped"], closure=cancellation_of("Router"))

        assert shown(staff, "conversations_session", **query) == keys(*(cast[name] for name in expected))

    @pytest.mark.parametrize("form", [str, lambda key: f" {key} ", lambda key: key.hex])
    def test_an_id_finds_its_session(self, staff: Client, form: Callable[..., str]) -> None:
        session, _ = new_session(), new_session()

        assert shown(staff, "conversations_session", q=form(session.pk)) == keys(session)


class TestTurns:
    def test_are_found_by_words_status_and_failure(self, staff: Client) -> None:
        session = new_session()
        take_turn(session, "a room with a view")
        fail_turn(session, "and a bath")
        first, second = Turn.objects.order_by("number")

        assert shown(staff, "conversations_turn", q="with a VIEW") == keys(first)
        assert shown(staff, "conversations_turn", q=second.client_id) == keys(second)
        assert shown(staff, "conversations_turn", status__exact="failed") == keys(second)
        assert shown(staff, "conversations_turn", code="internal") == keys(second)

    def test_lead_to_their_place_in_the_transcript(self, staff: Client) -> None:
        session = new_session()
        take_turn(session)

        page = staff.get(reverse("admin:conversations_turn_changelist")).content.decode()

        address = reverse("admin:conversations_session_change", args=[session.pk])
        assert f'href="{address}?turn=1#turn-1"' in page


class TestAudit:
    def test_decisions_are_found_by_outcome_failure_node_and_request(self, staff: Client) -> None:
        session = new_session()
        take_turn(session, outcome="fallback")
        take_turn(session)
        fallback, success = (turn.decisions.get() for turn in Turn.objects.order_by("number"))

        assert shown(staff, "conversations_decision", outcome="fallback") == keys(fallback)
        assert shown(staff, "conversations_decision", failure="timeout") == keys(fallback)
        assert shown(staff, "conversations_decision", node="Router") == keys(fallback, success)
        assert shown(staff, "conversations_decision", node="Present") == set()
        assert shown(staff, "conversations_decision", q="request-1") == keys(fallback, success)

    def test_decisions_of_one_session_are_a_link(self, staff: Client) -> None:
        session, other = new_session(), new_session()
        take_turn(session)
        take_turn(other)

        found = shown(staff, "conversations_decision", turn__session=str(session.pk))

        assert found == keys(session.turns.get().decisions.get())

    def test_visits_are_found_by_node_and_kind(self, staff: Client) -> None:
        take_turn(new_session())
        router, budget = Turn.objects.get().visits.order_by("order")

        assert shown(staff, "conversations_nodevisit", node="Router") == keys(router)
        assert shown(staff, "conversations_nodevisit", kind="conversation") == keys(budget)


class TestBookings:
    def test_are_found_by_number_hotel_and_session(self, staff: Client) -> None:
        session = new_session()
        ours = book(session.pk, "111111", at=hotel("River Inn"))
        book(new_session().pk, "222222", at=hotel("Forest Lodge"))

        assert shown(staff, "hotels_booking", q="111111") == keys(ours)
        assert shown(staff, "hotels_booking", q="river") == keys(ours)
        assert shown(staff, "hotels_booking", q=str(session.pk)) == keys(ours)
        assert shown(staff, "hotels_booking", q="nothing like it") == set()

    def test_a_booking_shows_its_nights(self, staff: Client) -> None:
        booking = book(new_session().pk)

        page = staff.get(reverse("admin:hotels_booking_change", args=[booking.pk])).content.decode()

        assert [price in page for price in ("250.00", "260.50", "510.50")] == [True] * 3


@pytest.mark.parametrize("model", ["conversations_session", "conversations_turn"])
def test_what_strangers_wrote_is_text(staff: Client, model: str) -> None:
    session = new_session()
    take_turn(session, NASTY)

    for page in (
        staff.get(reverse(f"admin:{model}_changelist"), {"q": NASTY}),
        staff.get(reverse("admin:conversations_turn_change", args=[Turn.objects.get().pk])),
    ):
        assert b"<script>alert" not in page.content
        assert b"<img src=x" not in page.content


def test_the_sum_of_a_list_is_the_sum_of_its_details(staff: Client) -> None:
    session = new_session()
    turn_id = fail_turn(session)
    again = begin(session, said(turn_id, "hello")).lease
    recording.commit(again, replace(commit_of("Router"), usage=usage_of(3)), now=timezone.now())
    take_turn(session)

    listed = staff.get(reverse("admin:conversations_session_changelist")).context["cl"].result_list[0]

    assert listed.decision_calls == sum(turn.decision_calls for turn in Turn.objects.all()) == 1 + 3 + 2
    assert listed.chat_input_tokens == sum(turn.chat_input_tokens for turn in Turn.objects.all())
