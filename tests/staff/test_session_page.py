"""A session's page: the transcript, what happened in each turn, and the picture beside it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from graph.turns import NodeVisit as Visit
from graph.workflow import PhaseRecord, WorkflowRecord
from hotelsite.conversations import recording
from hotelsite.conversations.models import Session
from hotelsite.staff.session_page import SessionPage, session_page
from tests.conversations.support import begin, cancellation_of, commit_of, new_session, said
from tests.staff.support import NASTY, book, fail_turn, go, replied, take_turn

pytestmark = pytest.mark.django_db


def opened(staff: Client, session: Session, **query: str | int) -> str:
    response = staff.get(reverse("admin:conversations_session_change", args=[session.pk]), query)
    assert response.status_code == 200
    return response.content.decode()


def read(session: Session, *, number: int = 1, only_turn: int | None = None) -> SessionPage:
    session.refresh_from_db()
    return session_page(session, number=number, only_turn=only_turn)


def words(html: str) -> str:
    """The page's text without its tags."""
    text = re.sub(r"<(script|style|svg).*?</\1>|<[^>]+>", " ", html, flags=re.DOTALL)
    return re.sub(r"\s+", " ", text)


def test_the_transcript_is_what_was_said_in_order(staff: Client) -> None:
    session = new_session()
    take_turn(session, "from Friday on", reply="Until when?")
    take_turn(
        session, "two nights", reply="Any budget?", data={"hotels": [{"number": 1, "name": "River Inn"}]}
    )

    text = words(opened(staff, session))

    places = [
        text.index(said)
        for said in ("from Friday on", "Until when?", "two nights", "Any budget?", "1. River Inn")
    ]
    assert places == sorted(places)


def test_each_visit_shows_where_it_went_how_long_it_took_and_what_was_decided(staff: Client) -> None:
    session = new_session()
    tool = Visit(
        order=2,
        node="Budget",
        kind="conversation",
        left_by="direct",
        tool="capture",
        tool_accepted=False,
        duration_ms=300,
    )
    take_turn(session, visits=[go(1, "Router", "Budget", ms=100), tool])

    text = words(opened(staff, session))

    assert (
        "Router decision 1 go → Budget 100 ms, 25 % (2 % deciding) Outcome success Provider scripted" in text
    )
    assert "Model jev-latest, answered by jev-3 Attempts 2 in 9 ms Tokens 100 + 7 Request request-1" in text
    assert "Budget conversation called capture refused direct 300 ms, 75 %" in text
    lines = read(session).cards[0].runs[0].lines
    assert [(line.bar.start, line.bar.share) for line in lines] == [(0, 25), (25, 75)]


def test_a_visit_shows_the_workflows_that_it_ran(staff: Client) -> None:
    """Phase by phase, how long each took and how the run ended."""
    session = new_session()
    phases = (
        PhaseRecord(name="chosen", kind="trigger", end="done", duration_ms=12),
        PhaseRecord(name="rooms_left", kind="decision", end="stopped", duration_ms=3),
    )
    stopped = WorkflowRecord(
        agent="BookStay", end="stopped", phases=phases, stopped_by="rooms_left", details={"nights": NASTY}
    )
    gone = PhaseRecord(name="reserve", kind="action", end="failed", duration_ms=40, error="SoldOut")
    failed = WorkflowRecord(agent="BookStay", end="failed", phases=(gone,), error="SoldOut")
    take_turn(session, visits=[replace(replied(1, "Present"), workflows=[stopped, failed])])

    page = opened(staff, session)
    text = words(page)

    assert (
        "BookStay stopped by rooms_left 15 ms trigger chosen 12 ms decision rooms_left stopped 3 ms dict nights:"
        in text
    )
    assert "BookStay failed with SoldOut 40 ms action reserve failed (SoldOut) 40 ms" in text
    assert NASTY not in page


def test_a_decision_without_a_call_says_so(staff: Client) -> None:
    session = new_session()
    take_turn(session, outcome="skipped")

    assert "Outcome skipped Call none was made" in words(opened(staff, session))


def test_a_turn_shows_what_it_changed_against_the_turn_before(staff: Client) -> None:
    session = new_session()
    take_turn(session, snapshot={"criteria": {"budget": {"max": "500"}}})
    fail_turn(session)
    take_turn(session, snapshot={"criteria": {"budget": {"max": "700"}}})

    first, failed, last = read(session).cards

    assert [(change.before, change.after) for change in first.changes] == [("—", "500")]
    assert failed.changes == ()
    assert [(change.before, change.after) for change in last.changes] == [("500", "700")]


def test_a_turn_that_was_sent_again_late_is_compared_with_what_came_before_its_end() -> None:
    session = new_session()
    turn_id = fail_turn(session)
    take_turn(session, snapshot={"budget": "500"})
    again = begin(session, said(turn_id, "hello")).lease
    recording.commit(again, replace(commit_of("Router"), snapshot={"budget": "900"}), now=timezone.now())

    late, earlier = read(session).cards

    assert [(change.before, change.after) for change in earlier.changes] == [("—", "500")]
    assert [(change.before, change.after) for change in late.changes] == [("500", "900")]
    assert [run.number for run in late.runs] == [1, 2]


def test_turns_that_did_not_complete_say_why(staff: Client) -> None:
    session = new_session()
    fail_turn(session)
    fail_turn(session, closure=cancellation_of("Router"))

    text = words(opened(staff, session))

    assert "Turn 1 failed" in text
    assert "internal, may be sent again Something went wrong on our side." in text
    assert "Turn 2 cancelled" in text


def test_numbers_beside_the_nodes_are_those_of_the_picture(staff: Client) -> None:
    session = new_session()
    take_turn(session, visits=[go(1, "Router", "Budget"), go(2, "Budget", "Router"), replied(3, "Router")])
    take_turn(session, visits=[go(1, "Router", "Budget"), replied(2, "Budget")])

    page = read(session)

    assert page.picture is not None
    assert {(lit.arc.source, lit.arc.target): lit.numbers for lit in page.picture.lit} == {
        ("Router", "Budget"): (1, 3),
        ("Budget", "Router"): (2,),
    }
    assert list(_numbers(page)) == [1, 2, None, 3, None]
    html = opened(staff, session)
    assert html.count('<path class="arc lit') == 2
    assert "<title>Router to Budget: 1, 3</title>" in html


def _numbers(page: SessionPage) -> Iterator[int | None]:
    for card in page.cards:
        for run in card.runs:
            for line in run.lines:
                yield line.step.number if line.step else None


def test_one_turns_path_can_be_lit_alone(staff: Client) -> None:
    session = new_session()
    take_turn(session, visits=[go(1, "Router", "Budget"), replied(2, "Budget")])
    take_turn(session, visits=[go(1, "Budget", "Router"), go(2, "Router", "Present"), replied(3, "Present")])

    page = read(session, only_turn=2)

    assert page.picture is not None
    assert [lit.numbers for lit in page.picture.lit] == [(1,), (2,)]
    assert list(_numbers(page)) == [None, None, 1, 2, None]
    assert "Path of turn 2" in words(opened(staff, session, turn=2))


def test_a_session_of_a_graph_that_is_gone_can_still_be_read(staff: Client) -> None:
    session = new_session()
    take_turn(session, "hello there")
    Session.objects.update(graph="forgotten")

    text = words(opened(staff, session))

    assert "hello there" in text
    assert "There is no graph named forgotten any more." in text


def test_a_session_without_turns_says_so(staff: Client) -> None:
    assert "Nothing was said yet." in words(opened(staff, new_session()))


def test_bookings_are_shown_with_their_price(staff: Client) -> None:
    session = new_session()
    book(session.pk, "123456")

    assert "Booked 123456 : River Inn, suite," in words(opened(staff, session))


def test_totals_are_those_of_the_turns(staff: Client) -> None:
    session = new_session()
    take_turn(session)
    fail_turn(session)

    text = words(opened(staff, session))

    assert "Deciding 3 calls, 2 skipped, 300 + 21 tokens" in text
    assert "Deciding: 2 calls, 1 skipped, 200 + 14 tokens" in text
    assert "Deciding: 1 call, 1 skipped, 100 + 7 tokens" in text


def test_what_strangers_wrote_is_text_everywhere(staff: Client) -> None:
    session = new_session()
    nasty_tool = Visit(order=1, node=NASTY[:60], kind="conversation", left_by="direct", tool=NASTY[:60])
    take_turn(
        session,
        NASTY,
        reply=NASTY,
        visits=[nasty_tool],
        data={"hotels": [{"number": NASTY, "name": NASTY}], "form": NASTY},
        snapshot={NASTY: NASTY},
    )

    html = opened(staff, session)

    assert "<script>alert" not in html
    assert "<img" not in html
    assert html.count("&lt;script&gt;alert(1)&lt;/script&gt;") >= 8


class TestLongSessions:
    @pytest.fixture
    def long(self) -> Session:
        session = new_session()
        for number in range(1, 108):
            take_turn(session, f"this is turn {number}", snapshot={"seen": number})
        return session

    @pytest.mark.parametrize(
        ("page", "first", "last"), [(1, 1, 50), (2, 51, 100), (3, 101, 107), (99, 101, 107), (0, 1, 50)]
    )
    def test_are_read_fifty_turns_at_a_time(self, long: Session, page: int, first: int, last: int) -> None:
        numbers = [card.row.number for card in read(long, number=page).cards]

        assert numbers == list(range(first, last + 1))

    def test_a_turn_opens_the_page_that_it_is_on(self, long: Session) -> None:
        assert (read(long, only_turn=77).number, read(long, only_turn=101).number) == (2, 3)

    def test_changes_go_on_over_the_edge_of_a_page(self, long: Session) -> None:
        first = read(long, number=2).cards[0]

        assert [(change.before, change.after) for change in first.changes] == [("50", "51")]

    def test_take_as_many_queries_as_short_ones(self, staff: Client, long: Session) -> None:
        short = new_session()
        take_turn(short)

        counts = []
        for session, query in ((short, {}), (long, {}), (long, {"page": 3})):
            with CaptureQueriesContext(connection) as captured:
                assert opened(staff, session, **query)
            counts.append(len(captured))

        # The login session, the user, two for rights; the session, its bookings; its turns, visits, decisions, chat
        # calls, evidence and marks;
        # and from the second page on, the turn before the page.
        assert counts == [12, 12, 13]

    def test_links_lead_through_the_pages(self, staff: Client, long: Session) -> None:
        html = opened(staff, long, page=2)

        assert [link in html for link in ('href="?page=1" rel="prev"', 'href="?page=3" rel="next"')] == [
            True,
            True,
        ]

    @pytest.mark.parametrize("page", ["", "x", "-1", "9" * 30, "٣"])
    def test_a_page_that_is_no_number_is_the_nearest_one(
        self, staff: Client, long: Session, page: str
    ) -> None:
        assert opened(staff, long, page=page)
