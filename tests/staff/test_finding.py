"""Finding sessions by what happened in them: each filter is a link, and a turn's reference leads to the turn."""

from __future__ import annotations

import datetime as dt
import uuid

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from graph.turns import NodeVisit as Visit
from hotelsite.conversations.models import Session, Turn
from hotelsite.conversations.references import turn_reference
from tests.conversations.support import new_session
from tests.staff.support import a_session_with_evidence, go, replied, take_turn

pytestmark = pytest.mark.django_db

LIST = "admin:conversations_session_changelist"


def found(client: Client, **query: str) -> set[object]:
    response = client.get(reverse(LIST), query)
    assert response.status_code == 200, response["Location"]
    return {row.pk for row in response.context["cl"].result_list}


@pytest.fixture
def cast(db: None) -> dict[str, Session]:
    sessions = {name: new_session() for name in ("plain", "fell back", "finished", "nested", "slow", "old")}
    sessions["close"] = a_session_with_evidence()
    take_turn(sessions["plain"])
    take_turn(sessions["fell back"], outcome="fallback")
    done = Visit(order=2, node="Present", kind="conversation", left_by="finish", duration_ms=5)
    take_turn(sessions["finished"], visits=[go(1, "Router", "Present"), done])
    inner = Visit(
        order=2, node="Budget", kind="conversation", left_by="direct", duration_ms=5, nested_in="Present"
    )
    take_turn(sessions["nested"], visits=[go(1, "Present", "Router"), inner, replied(3, "Router")])
    take_turn(sessions["slow"], visits=[replied(1, "Router")])
    Turn.objects.filter(session=sessions["slow"]).update(started_at=timezone.now() - dt.timedelta(seconds=7))
    take_turn(sessions["old"], outcome="skipped")
    Turn.objects.filter(session=sessions["old"]).update(
        started_at=timezone.now() - dt.timedelta(days=10),
        finished_at=timezone.now() - dt.timedelta(days=10),
    )
    return sessions


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ({"outcome": "fallback"}, {"fell back"}),
        ({"outcome": "skipped"}, {"old"}),
        ({"outcome": "skipped", "days": "7"}, set()),
        ({"outcome": "skipped", "days": "30"}, {"old"}),
        ({"failure": "timeout"}, {"fell back"}),
        ({"visited": "Present"}, {"finished", "nested"}),
        ({"edge": "Router>Present"}, {"finished"}),
        ({"edge": "Present>end"}, {"finished"}),
        ({"edge": "Present>Budget"}, {"nested"}),
        ({"edge": "Router>Budget"}, {"plain", "fell back", "old"}),
        ({"edge": "no edge at all"}, {"plain", "fell back", "finished", "nested", "slow", "old", "close"}),
        ({"margin": "0.15"}, {"close"}),
        ({"margin": "0.05"}, set()),
        ({"margin": "nan", "days": "7"}, {"plain", "fell back", "finished", "nested", "slow", "close"}),
        ({"slow": "5"}, {"slow"}),
        ({"slow": "15"}, set()),
        ({"provider": "openai"}, {"close"}),
        ({"model": "gpt-5"}, {"close"}),
        ({"model": "jev-3", "visited": "Present"}, {"finished", "nested"}),
        ({"days": "7"}, {"plain", "fell back", "finished", "nested", "slow", "close"}),
        ({"outcome": "' OR 1=1 --"}, set()),
    ],
    ids=lambda value: str(value) if isinstance(value, dict) else "",
)
def test_a_filter_finds_the_sessions_that_it_names(
    staff: Client, cast: dict[str, Session], query: dict[str, str], expected: set[str]
) -> None:
    assert found(staff, **query) == {cast[name].pk for name in expected}


def test_margins_are_for_those_who_may_read_evidence(nadia: User, cast: dict[str, Session]) -> None:
    nadia.user_permissions.add(
        Permission.objects.get(codename="view_session", content_type__app_label="conversations")
    )
    client = Client()
    client.force_login(nadia)

    assert found(client, margin="0.15") == {session.pk for session in cast.values()}
    assert "closest call" not in client.get(reverse(LIST)).content.decode()


def test_sessions_are_sorted_by_their_closest_call(staff: Client, cast: dict[str, Session]) -> None:
    columns = staff.get(reverse(LIST)).context["cl"].list_display

    listed = staff.get(reverse(LIST), {"o": str(columns.index("closest_call"))}).context["cl"].result_list

    assert listed[0].pk == cast["close"].pk
    assert "closest_call" in columns


class TestReferences:
    @pytest.mark.parametrize("form", [str, str.lower])
    def test_lead_straight_to_the_turn(self, staff: Client, form: type[str]) -> None:
        session = new_session()
        take_turn(session)
        take_turn(session)

        response = staff.get(reverse(LIST), {"q": form(turn_reference(session.pk, 2))})

        address = reverse("admin:conversations_session_change", args=[session.pk])
        assert response["Location"] == f"{address}?turn=2#turn-2"
        assert turn_reference(session.pk, 2) in staff.get(address).content.decode()

    def test_that_two_sessions_share_list_both(self, staff: Client) -> None:
        twins = [new_session() for _ in range(2)]
        shared = uuid.UUID("3f2a9c01-8d4e-4b6f-9a10-123456789abc")
        for offset, twin in enumerate(twins):
            Session.objects.filter(pk=twin.pk).update(id=uuid.UUID(int=shared.int + offset))

        assert len(found(staff, q=turn_reference(shared, 1))) == 2

    def test_of_nothing_find_nothing(self, staff: Client) -> None:
        new_session()

        assert found(staff, q="000000-1") == set()

    def test_tell_nothing_to_staff_without_rights(self, nadia: User) -> None:
        session = new_session()
        client = Client()
        client.force_login(nadia)

        assert client.get(reverse(LIST), {"q": turn_reference(session.pk, 1)}).status_code == 403
