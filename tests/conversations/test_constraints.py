"""What must always hold is refused by the database itself, whoever writes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from hotelsite.conversations.append_only import AppendOnly, AppendOnlyError
from hotelsite.conversations.models import Decision, Message, NodeState, NodeVisit, Session, Turn
from tests.conversations.support import begin, commit_of, complete, new_session, said

pytestmark = pytest.mark.django_db


def turn_row(session: Session, **fields: Any) -> Turn:
    defaults = {
        "number": 9,
        "client_id": "nine",
        "fingerprint": "f",
        "request_text": "",
        "started_at": timezone.now(),
    }
    return Turn.objects.create(session=session, **{**defaults, **fields})


def finished(**fields: Any) -> dict[str, Any]:
    return {"status": "completed", "finished_at": timezone.now(), **fields}


@pytest.mark.parametrize(
    ("name", "write"),
    [
        ("two running turns", turn_row),
        ("a number twice", lambda session: turn_row(session, **finished(number=1))),
        ("a client id twice", lambda session: turn_row(session, **finished(client_id="one"))),
        ("a turn zero", lambda session: turn_row(session, **finished(number=0))),
        ("an unknown status", lambda session: turn_row(session, **finished(status="lost"))),
        ("finished without a time", lambda session: turn_row(session, status="completed")),
        ("half a lease", lambda session: Session.objects.update(lease_expires_at=None)),
        ("a lease of a session that is over", lambda session: Session.objects.update(status="completed")),
        ("an unknown session status", lambda session: Session.objects.update(status="asleep")),
        ("a second state of a node", lambda s: NodeState.objects.create(session=s, node="Router", data={})),
        (
            "a message in a taken place",
            lambda s: Message.objects.create(
                session=s, turn=s.turns.get(number=1), space="intake", position=1, role="human", text=""
            ),
        ),
        (
            "a message of an unknown role",
            lambda s: Message.objects.create(
                session=s, turn=s.turns.get(number=1), space="intake", position=9, role="system", text=""
            ),
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_refuses(name: str, write: Callable[[Session], object]) -> None:
    session = new_session()
    complete(session, "one")
    begin(session, said("two"))

    with pytest.raises(IntegrityError), transaction.atomic():
        write(session)


@pytest.mark.parametrize("model", [Message, NodeVisit, Decision])
@pytest.mark.parametrize(
    "change",
    [
        lambda model: model.objects.get().save(),
        lambda model: model.objects.get().delete(),
        lambda model: model.objects.update(id=7),
        lambda model: model.objects.bulk_update([model.objects.get()], ["id"]),
        lambda model: model.objects.all().delete(),
    ],
    ids=["save", "delete", "update", "bulk_update", "delete all"],
)
def test_histories_and_audit_are_written_once(
    model: type[AppendOnly], change: Callable[[Any], object]
) -> None:
    session = new_session()
    complete(session, "one", commit_of("Router", messages=commit_of("Router").messages[:1]))
    before = list(model.objects.values())

    with pytest.raises(AppendOnlyError):
        change(model)

    assert list(model.objects.values()) == before
