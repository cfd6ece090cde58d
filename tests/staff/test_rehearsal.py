"""A stored session played again on today's graph, from recorded answers: same paths, no models, nothing booked."""

from __future__ import annotations

import datetime as dt
import json
from pathlib import Path
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.contrib.auth.models import Permission, User
from django.core.management import call_command
from django.db import models
from django.test import Client
from django.urls import reverse

from graph.errors import ProviderError
from hotelsite import runtime
from hotelsite.concierge import choose_input, search_input, text_input
from hotelsite.conversations.models import Evidence, Session
from hotelsite.conversations.sessions import begin_session
from hotelsite.hotels.models import Booking
from hotelsite.local_models import LocalChatModel, LocalDecisionProvider
from hotelsite.staff import rehearsal
from hotelsite.staff.rehearsal import as_scenario, rehearse
from tests.conversations.support import ANNA, new_session
from tests.staff.support import a_session_with_evidence

WISH = "A suite with free Wi-Fi and free parking from August 3 to August 9 2027, at most $700 a night, any distance"


@pytest.fixture
def spoken(transactional_db: None, settings: Any) -> Session:
    """A whole conversation with the local models, booked at its end."""
    settings.HOTEL_CURRENT_DATE = dt.date(2027, 7, 1)
    settings.DECISION_EVIDENCE = True
    call_command("load_catalogue", verbosity=0)
    engine = runtime.build_hotel_engine(
        runtime.Providers(decision=LocalDecisionProvider(), chat=LocalChatModel())
    )
    session = begin_session(ANNA, graph="hotel")

    @async_to_sync
    async def converse() -> None:
        turns = [text_input("1", WISH), search_input("2")]
        turns += [
            text_input("3", "what have you noted?"),
            choose_input("4", "hilton-garden-inn-beaverton", "it"),
        ]
        for turn in turns:
            await engine.run_turn(str(session.pk), turn, emit=lambda event: None)

    converse()
    session.refresh_from_db()
    return session


def never(*args: Any, **kwargs: Any) -> None:
    raise AssertionError("a rehearsal asked a model of the site")


def test_takes_the_same_paths_without_asking_anybody_and_books_nothing(
    spoken: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    booked = Booking.objects.count()
    evidence = Evidence.objects.count()
    monkeypatch.setattr(LocalDecisionProvider, "ask", never)
    monkeypatch.setattr(LocalChatModel, "complete", never)

    turns = rehearse(spoken)

    assert [(turn.number, turn.differs, turn.unanswered) for turn in turns] == [
        (number, False, ()) for number in range(1, spoken.turn_count + 1)
    ]
    assert any("CriteriaReadiness" in turn.now for turn in turns)
    assert Booking.objects.count() == booked
    assert Evidence.objects.count() == evidence


def test_shows_where_a_path_parts_when_an_answer_was_another(spoken: Session) -> None:
    judged = Evidence.objects.get(node="CriteriaReadiness")
    given = {**judged.given, "faithful": {"type": "noul", "noul": 0.1}}
    models.QuerySet(Evidence).filter(pk=judged.pk).update(given=given)

    turns = rehearse(spoken)

    (parted,) = [turn for turn in turns if turn.number == judged.turn.number]
    assert parted.differs
    assert parted.now == parted.then[: parted.parted_at]
    assert parted.then[parted.parted_at] == "SearchHotels"


def test_a_scenario_made_of_it_passes_its_own_replay(spoken: Session, tmp_path: Path) -> None:
    file = tmp_path / "spoken.json"
    file.write_text(json.dumps(as_scenario(spoken, "spoken")))

    call_command("replay", str(file))


@pytest.mark.django_db
class TestPages:
    def test_one_without_a_completed_turn_says_so(self, staff: Client) -> None:
        session = new_session()

        page = staff.get(reverse("admin:conversations_session_rehearsal", args=[session.pk]))

        assert "No turn of this session was completed." in page.content.decode()

    def test_are_for_those_who_may_read_evidence(self, nadia: User, cara: User) -> None:
        session = a_session_with_evidence()
        nadia.user_permissions.add(
            Permission.objects.get(codename="view_session", content_type__app_label="conversations")
        )
        statuses = []
        for user in (nadia, cara, None):
            client = Client()
            if user:
                client.force_login(user)
            address = reverse("admin:conversations_session_rehearsal", args=[session.pk])
            statuses.append(client.get(address).status_code)

        assert statuses == [403, 302, 302]

    def test_a_scenario_names_what_came_of_each_turn(self, staff: Client) -> None:
        session = a_session_with_evidence()

        made = staff.get(reverse("admin:conversations_session_scenario", args=[session.pk])).json()

        assert [turn["text"] for turn in made["turns"]] == ["hello"]
        assert made["turns"][0]["expect"] == {"node": "Budget", "completed": False}


async def test_a_node_that_nobody_answered_then_gets_no_answer_now() -> None:
    models = rehearsal.Recorded(decisions=[("Router", None)])

    with pytest.raises(ProviderError):
        await models.ask(Asked("Router"))  # type: ignore[arg-type]
    with pytest.raises(ProviderError):
        await models.complete(Asked("Budget"), None)  # type: ignore[arg-type]

    assert models.unanswered == ["Router", "Budget"]


class Asked:
    """As much of a request as a recorded model looks at."""

    def __init__(self, node: str) -> None:
        self.node = node
