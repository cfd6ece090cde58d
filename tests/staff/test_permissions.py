"""Who sees what: strangers and customers are sent to sign in, staff see what they were given, nobody writes."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client
from django.urls import reverse

from hotelsite.conversations.models import ChatCall, Decision, Evidence, NodeVisit, Turn
from hotelsite.hotels.models import Hotel, RoomUnit
from tests.conversations.support import all_rows, new_session
from tests.staff.support import a_session_with_evidence, book, take_turn

pytestmark = pytest.mark.django_db

SignIn = Callable[[User | None], Client]
MODELS = [
    ("conversations", "session"),
    ("conversations", "turn"),
    ("conversations", "nodevisit"),
    ("conversations", "decision"),
    ("conversations", "chatcall"),
    ("conversations", "evidence"),
    ("hotels", "booking"),
    ("hotels", "hotel"),
    ("hotels", "roomunit"),
]


@pytest.fixture
def addresses() -> list[str]:
    """Every page of staff about records, with something on each."""
    session = a_session_with_evidence()
    take_turn(session)
    booking = book(session.pk)
    objects = {
        "session": session,
        "turn": Turn.objects.earliest("pk"),
        "nodevisit": NodeVisit.objects.earliest("pk"),
        "decision": Decision.objects.earliest("pk"),
        "chatcall": ChatCall.objects.get(),
        "evidence": Evidence.objects.earliest("pk"),
        "booking": booking,
        "hotel": Hotel.objects.get(),
        "roomunit": RoomUnit.objects.get(),
    }
    lists = [reverse(f"admin:{app}_{model}_changelist") for app, model in MODELS]
    pages = [reverse(f"admin:{app}_{model}_change", args=[objects[model].pk]) for app, model in MODELS]
    files = [reverse(f"admin:conversations_session_{kind}", args=[session.pk]) for kind in ("json", "csv")]
    return [*lists, *pages, *files]


def statuses(client: Client, addresses: list[str]) -> dict[str, int]:
    return {address: client.get(address).status_code for address in addresses}


def test_strangers_are_sent_to_sign_in(signed_in: SignIn, addresses: list[str]) -> None:
    client = signed_in(None)

    for address in [*addresses, reverse("admin:index")]:
        assert client.get(address)["Location"].startswith(reverse("admin:login")), address


def test_customers_are_sent_to_sign_in(signed_in: SignIn, cara: User, addresses: list[str]) -> None:
    client = signed_in(cara)

    for address in [*addresses, reverse("admin:index")]:
        assert client.get(address)["Location"].startswith(reverse("admin:login")), address


def test_staff_without_rights_see_nothing(signed_in: SignIn, nadia: User, addresses: list[str]) -> None:
    client = signed_in(nadia)

    assert statuses(client, addresses) == dict.fromkeys(addresses, 403)
    overview = client.get(reverse("admin:index"))
    assert overview.status_code == 200
    assert "summary" not in overview.context


def test_staff_with_rights_see_it_all(staff: Client, addresses: list[str]) -> None:
    assert statuses(staff, addresses) == dict.fromkeys(addresses, 200)
    assert staff.get(reverse("admin:index")).context["summary"].sessions == 1


def test_a_right_opens_what_it_is_for_and_no_more(
    signed_in: SignIn, nadia: User, addresses: list[str]
) -> None:
    nadia.user_permissions.add(Permission.objects.get(codename="view_booking"))

    seen = statuses(signed_in(nadia), addresses)

    assert {address for address, status in seen.items() if status == 200} == {
        address for address in addresses if "/hotels/booking/" in address
    }


@pytest.mark.parametrize(("app", "model"), MODELS, ids=[model for _, model in MODELS])
def test_nobody_adds_changes_or_deletes(app: str, model: str, addresses: list[str]) -> None:
    admin = User.objects.create_superuser("root")
    client = Client()
    client.force_login(admin)
    before = all_rows()
    page = next(address for address in addresses if f"/{app}/{model}/" in address and "/change/" in address)

    answers = [
        client.get(reverse(f"admin:{app}_{model}_add")),
        client.post(reverse(f"admin:{app}_{model}_add"), {"number": 1}),
        client.post(page, {"status": "completed", "_save": "Save"}),
        client.get(page.replace("/change/", "/delete/")),
        client.post(page.replace("/change/", "/delete/"), {"post": "yes"}),
    ]

    refused = [403] * 5 if model != "session" else [403, 403, 405, 403, 403]
    assert [answer.status_code for answer in answers] == refused
    assert all_rows() == before
    assert b'name="action"' not in client.get(reverse(f"admin:{app}_{model}_changelist")).content


def test_the_transcript_cannot_be_written_to(staff: Client) -> None:
    session = new_session()

    assert staff.post(reverse("admin:conversations_session_change", args=[session.pk])).status_code == 405


@pytest.mark.parametrize("wrong", ["00000000-0000-4000-8000-000000000000", "no-uuid"])
def test_a_session_that_is_not_there_is_not_found(staff: Client, wrong: str) -> None:
    assert staff.get(f"/admin/conversations/session/{wrong}/change/").status_code == 404
