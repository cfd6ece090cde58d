"""What a list shows as a file: the same rows, all columns but secrets, nothing that a spreadsheet would run."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.contrib.auth.models import Permission, User
from django.test import AsyncClient, Client
from django.urls import reverse

from hotelsite.conversations.models import Session
from tests.conversations.support import new_session
from tests.staff.support import NASTY, a_session_with_evidence, book, take_turn

MODELS = ("session", "turn", "nodevisit", "decision", "chatcall", "evidence")


@async_to_sync
async def download(user: User, model: str, kind: str, **query: str) -> tuple[int, str]:
    client = AsyncClient()
    await client.aforce_login(user)
    response: Any = await client.get(reverse(f"admin:conversations_{model}_list_{kind}"), query)
    if not response.streaming:
        return response.status_code, response.content.decode()
    parts = [part async for part in response.streaming_content]
    return response.status_code, b"".join(parts).decode()


def rows_of(user: User, model: str, **query: str) -> list[dict[str, Any]]:
    status, text = download(user, model, "json", **query)
    assert status == 200
    found: list[dict[str, Any]] = json.loads(text)
    return found


@pytest.fixture
def sessions(sam: User) -> dict[str, Session]:
    cast = {"evident": a_session_with_evidence(), "booked": new_session(), "fell back": new_session()}
    take_turn(cast["booked"], "=HYPERLINK(1)", reply=NASTY)
    take_turn(cast["fell back"], outcome="fallback")
    book(cast["booked"].pk, "654321")
    return cast


@pytest.mark.django_db
class TestFiles:
    def test_hold_what_the_filters_show(self, sam: User, sessions: dict[str, Session]) -> None:
        everything = rows_of(sam, "session")
        fell_back = rows_of(sam, "session", fell_back="yes")
        booked = rows_of(sam, "session", q="654321")

        assert {row["id"] for row in everything} == {str(session.pk) for session in sessions.values()}
        assert [row["id"] for row in fell_back] == [str(sessions["fell back"].pk)]
        assert [(row["id"], row["booked"]) for row in booked] == [(str(sessions["booked"].pk), "654321")]

    def test_of_nothing_are_empty_and_whole(self, sam: User, sessions: dict[str, Session]) -> None:
        assert rows_of(sam, "session", q="nobody said this") == []
        _, text = download(sam, "session", "csv", q="nobody said this")
        assert len(list(csv.reader(io.StringIO(text)))) == 1

    @pytest.mark.parametrize("model", MODELS)
    def test_agree_in_both_forms_and_keep_secrets_back(
        self, sam: User, sessions: dict[str, Session], model: str
    ) -> None:
        listed = rows_of(sam, model)
        _, text = download(sam, model, "csv")

        sheet = list(csv.DictReader(io.StringIO(text)))
        assert len(sheet) == len(listed) > 0
        assert list(sheet[0]) == list(listed[0])
        assert not {"owner", "lease_token", "fingerprint"} & set(sheet[0])

    def test_disarm_formulas(self, sam: User, sessions: dict[str, Session]) -> None:
        _, text = download(sam, "turn", "csv", q="HYPERLINK")

        (row,) = csv.DictReader(io.StringIO(text))
        assert row["request_text"] == "'=HYPERLINK(1)"

    def test_come_in_pieces(
        self, sam: User, sessions: dict[str, Session], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("hotelsite.staff.list_exports.CHUNK", 2)

        assert len(rows_of(sam, "nodevisit")) == 6
        _, text = download(sam, "nodevisit", "csv")
        assert len(text.splitlines()) == 1 + 6

    def test_a_filter_that_is_none_is_refused(self, sam: User, sessions: dict[str, Session]) -> None:
        status, _ = download(sam, "session", "csv", created_at__gte="not a day")

        assert status == 400

    def test_evidence_and_margins_are_for_those_who_may_read_them(
        self, nadia: User, sessions: dict[str, Session]
    ) -> None:
        right = Permission.objects.filter(codename="view_session", content_type__app_label="conversations")
        nadia.user_permissions.set(right)

        assert (download(nadia, "evidence", "json"))[0] == 403
        assert "closest" not in (rows_of(nadia, "session"))[0]


@pytest.mark.django_db
@pytest.mark.parametrize("kind", ["csv", "json"])
@pytest.mark.parametrize("model", MODELS)
def test_files_are_refused_to_all_others(nadia: User, cara: User, model: str, kind: str) -> None:
    address = reverse(f"admin:conversations_{model}_list_{kind}")
    answers = []
    for user in (None, cara, nadia):
        client = Client()
        if user:
            client.force_login(user)
        answers.append(client.get(address))

    assert [answer.status_code for answer in answers] == [302, 302, 403]


@pytest.mark.django_db
def test_a_list_links_to_its_files_with_its_filters(staff: Client) -> None:
    page = staff.get(reverse("admin:conversations_session_changelist"), {"fell_back": "yes"})

    assert 'href="export.csv?fell_back=yes"' in page.content.decode()
