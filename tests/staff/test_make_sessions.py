"""`manage.py make_sessions`: as many as asked for, told from real ones, and taken away again."""

from __future__ import annotations

import io

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from hotelsite.conversations.models import Decision, Evidence, Session
from tests.conversations.support import new_session
from tests.staff.support import take_turn

pytestmark = pytest.mark.django_db


def made(*arguments: str) -> str:
    written = io.StringIO()
    call_command("make_sessions", *arguments, stdout=written)
    return written.getvalue()


def test_makes_as_many_as_asked_for_each_time() -> None:
    assert made("3") == made("3") == "Made 3 conversations.\n"
    assert Session.objects.count() == 6
    assert Decision.objects.exists()
    assert Evidence.objects.exists()


def test_takes_away_its_own_and_no_others() -> None:
    real = new_session()
    take_turn(real)
    made("3")

    assert made("--remove") == "Removed 3 made conversations.\n"
    assert list(Session.objects.all()) == [real]
    assert real.turns.count() == 1


def test_asks_how_many() -> None:
    with pytest.raises(CommandError, match="how many"):
        made()


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL looks at its tables by itself")
def test_leaves_the_database_knowing_what_its_indexes_hold() -> None:
    made("3")

    with connection.cursor() as cursor:
        cursor.execute("SELECT idx FROM sqlite_stat1 WHERE tbl = 'conversations_decision'")
        assert ("decision_outcome",) in cursor.fetchall()
