"""The front page's numbers of a period: every total is the sum of its rows, and of the rows beneath."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Sequence
from dataclasses import fields
from decimal import Decimal

import pytest
from django.db import connection
from django.db.models import Sum
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from pytest_django.fixtures import Settings

from hotelsite import runtime
from hotelsite.conversations.models import ChatCall, Decision, NodeVisit, Session, Turn
from hotelsite.staff.dashboard.meters import Group, Row, Total, row
from hotelsite.staff.dashboard.nodes import moves_since, percentile
from hotelsite.staff.dashboard.page import Dashboard, dashboard
from hotelsite.staff.dashboard.unmet import wishes
from hotelsite.staff.making import make_sessions
from hotelsite.staff.summary import summary
from tests.conversations.support import new_session
from tests.staff.support import a_session_with_evidence, book, take_turn

pytestmark = pytest.mark.django_db

COLUMNS = (
    "decision_calls",
    "decision_skipped",
    "decision_input_tokens",
    "decision_output_tokens",
    "chat_calls",
    "chat_input_tokens",
    "chat_output_tokens",
)


def made(count: int) -> None:
    for _ in make_sessions(count):
        pass


def columns_of(shown: Row) -> tuple[int, ...]:
    deciding, talking = shown.deciding, shown.talking
    return (
        deciding.calls,
        deciding.skipped,
        deciding.input_tokens,
        deciding.output_tokens,
        talking.calls,
        talking.input_tokens,
        talking.output_tokens,
    )


def summed(rows: Sequence[Row], meter: str) -> dict[str, object]:
    totals: list[Total] = [getattr(shown, meter) for shown in rows]
    return {field.name: sum(getattr(total, field.name) for total in totals) for field in fields(Total)}


def values_of(total: Total) -> dict[str, object]:
    return {field.name: getattr(total, field.name) for field in fields(Total)}


def test_every_total_is_the_sum_of_its_detail_rows(settings: Settings) -> None:
    settings.MODEL_PRICES = {"example-chat": (Decimal("0.25"), Decimal(2))}
    made(60)
    shown: Dashboard = dashboard(30)
    began = timezone.now() - dt.timedelta(days=30)
    turns = Turn.objects.filter(started_at__gte=began)

    # Each table adds up to the total below it, in every column.
    for _, rows in shown.meters:
        for meter in ("deciding", "talking"):
            assert summed(rows, meter) == values_of(getattr(shown.total, meter))
        assert sum(line.cost for line in rows) == shown.total.cost > 0
    # The total is what the turns say that they cost, and the sessions what their turns do.
    by_turns = turns.aggregate(**{column: Sum(column) for column in COLUMNS})
    assert columns_of(shown.total) == tuple(by_turns[column] for column in COLUMNS)
    for session in Session.objects.all():
        own = session.turns.aggregate(**{column: Sum(column) for column in COLUMNS})
        assert [getattr(session, column) for column in COLUMNS] == [own[column] for column in COLUMNS]
    # So are the tiles above.
    tiles = summary(30)
    assert (tiles.decision_calls, tiles.decision_skipped) == columns_of(shown.total)[:2]
    assert tiles.decision_tokens == shown.total.deciding.tokens
    assert tiles.chat_tokens == shown.total.talking.tokens
    assert sum(count for _, count in tiles.outcomes) == shown.total.deciding.entries
    assert tiles.fallbacks == shown.total.deciding.fallbacks
    # Counts of entries are counts of rows.
    assert shown.total.deciding.entries == Decision.objects.filter(turn__in=turns).count()
    assert shown.total.talking.entries == ChatCall.objects.filter(turn__in=turns).count()
    assert sum(line.deciding.entries for line in shown.failures) == shown.total.deciding.failures
    assert sum(node.visits for node in shown.times) == NodeVisit.objects.filter(turn__in=turns).count()
    moves = moves_since(began)
    assert shown.traffic is not None
    drawn = sum(busy.moves for busy in shown.traffic.busy) + sum(m for *_, m in shown.traffic.undeclared)
    assert drawn == sum(moves.values())
    assert shown.funnel[0].sessions == Session.objects.filter(created_at__gte=began).count()


def test_takes_as_many_queries_for_many_sessions_as_for_one(staff: Client) -> None:
    counts = []
    for count in (1, 30):
        made(count)
        with CaptureQueriesContext(connection) as captured:
            assert staff.get(reverse("admin:index"), {"days": "30"}).status_code == 200
        counts.append(len(captured))

    # The login session, the user, two for rights; four for the tiles; the funnel, deciding, talking, times, moves,
    # and searches in vain.
    assert counts == [14, 14]


class TestFunnel:
    def test_counts_who_came_how_far(self) -> None:
        made(40)
        stages = {stage.name: stage.sessions for stage in dashboard(30).funnel}
        began = timezone.now() - dt.timedelta(days=30)
        searched = NodeVisit.objects.filter(node="SearchHotels", turn__session__created_at__gte=began)

        assert stages["searched"] == searched.values("turn__session").distinct().count() > 0
        assert stages["presented"] <= stages["searched"] <= stages["asked"] == stages["begun"]
        assert stages["booked"] == 0

    def test_each_stage_leads_to_the_sessions_that_it_counts(self, staff: Client) -> None:
        made(20)
        talked = new_session()
        take_turn(talked)
        new_session()
        book(talked.pk)

        for stage in dashboard(30).funnel[:4]:
            listed = staff.get(f"{reverse('admin:conversations_session_changelist')}?{stage.query}")
            assert listed.status_code == 200
            assert listed.context["cl"].result_count == stage.sessions, stage.name


class TestTraffic:
    def test_each_edge_leads_to_the_sessions_in_which_it_was_taken(
        self, staff: Client, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        made(20)
        page = staff.get(reverse("admin:index"), {"days": "30"}).content.decode()
        assert "edge=Router%3EBudget&amp;days=30" in page

        listed = staff.get(
            reverse("admin:conversations_session_changelist"), {"edge": "Router>Budget", "days": "30"}
        )

        expected = (
            NodeVisit.objects.filter(
                node="Router", target="Budget", turn__started_at__gte=timezone.now() - dt.timedelta(days=30)
            )
            .values("turn__session")
            .distinct()
            .count()
        )
        assert listed.context["cl"].result_count == expected > 0

    def test_the_busiest_edge_is_the_widest(self) -> None:
        for _ in range(3):
            take_turn(new_session())

        shown = dashboard(1).traffic

        assert shown is not None
        (busy,) = shown.busy
        assert (busy.edge, busy.moves, busy.width) == ("Router>Budget", 3, "9.0")

    def test_without_a_graph_there_is_no_picture(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(runtime, "graph_names", list)

        assert dashboard(1).traffic is None


class TestLabels:
    def group(self, provider: str = "openai", model: str = "gpt", unknown: int = 0) -> Group:
        return Group(
            meter="talking",
            day=dt.date(2027, 1, 1),
            node="Budget",
            provider=provider,
            model=model,
            outcome="",
            failure="",
            entries=2,
            calls=2,
            input_tokens=1_000_000,
            output_tokens=500_000,
            unknown=unknown,
        )

    def test_costs_are_dollars_by_the_prices_of_a_million_tokens(self, settings: Settings) -> None:
        settings.MODEL_PRICES = {"gpt": (Decimal("0.25"), Decimal(2))}

        assert row("all", [self.group(), self.group()]).cost == Decimal("2.50")

    @pytest.mark.parametrize(
        ("groups", "label"),
        [
            ([("openai", "gpt", 0)], ""),
            ([("local", "reading", 0)], "offline: no tokens, no cost"),
            ([("local", "reading", 0), ("openai", "gpt", 0)], "2 calls offline"),
            ([("openai", "gpt", 1)], "tokens of 1 calls unknown"),
            ([("openai", "other", 0)], "no price for 2 calls"),
        ],
    )
    def test_a_number_that_is_no_measurement_says_so(
        self, settings: Settings, groups: list[tuple[str, str, int]], label: str
    ) -> None:
        settings.MODEL_PRICES = {"gpt": (Decimal(1), Decimal(1))}

        assert row("all", [self.group(*group) for group in groups]).label == label


@pytest.mark.parametrize(
    ("values", "share", "expected"),
    [
        ([5], 0.5, 5),
        ([1, 2, 3, 4], 0.5, 2),
        ([1, 2, 3], 0.5, 2),
        (list(range(1, 101)), 0.95, 95),
        ([7, 7, 9], 0.95, 9),
    ],
)
def test_a_percentile_is_the_value_at_its_rank(values: list[int], share: float, expected: int) -> None:
    assert percentile(list(Counter(values).items()), share) == expected


def test_wishes_are_what_a_search_asked_for() -> None:
    criteria = {
        "dates": {"check_in": "2027-08-03"},
        "budget": {"max": "500", "min": None},
        "room_type": {"room_type": None},
        "amenities": {"amenities": ["indoor_pool"]},
        "distance": {"airport": None, "city_center": "5"},
    }

    assert list(wishes(criteria)) == [
        "a stay in 2027-08",
        "at most $500 a night",
        "indoor pool",
        "within 5 miles of the city center",
    ]


def test_a_search_in_vain_is_counted_with_its_newest_turn() -> None:
    made(10)

    found = dashboard(30).unmet

    assert found.searches > 0
    assert {wish.what for wish in found.wishes} >= {"at most $500 a night", "suite", "free parking"}
    assert all(wish.searches == found.searches for wish in found.wishes if wish.what == "suite")


def test_calls_of_both_meters_are_told_apart_by_provider() -> None:
    a_session_with_evidence()

    rows = {line.key: line for line in dashboard(1).by_provider}

    assert rows["openai, gpt-5"].talking.tokens == 55
    assert rows["scripted, jev-3"].deciding.calls == 2
