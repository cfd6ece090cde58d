"""A turn whose process died: whoever waits for it learns so when its lease has run out, and can send it again."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db.models import F

from graph.turns import TurnInput
from hotelsite.conversations.dbthreads import on_database_thread
from hotelsite.conversations.models import Session
from hotelsite.conversations.store import DjangoStore
from tests.web.support import Browser, Stage, new_id

pytestmark = pytest.mark.usefixtures("site")


@pytest.fixture(autouse=True)
def _quick_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hotelsite.web.consumer.LOOK_EVERY_S", 0.05)


async def leave_running(session_id: str) -> str:
    """Claim the session as a process does that dies at once; returns the turn's id."""
    turn = TurnInput(id=new_id(), text="hello")
    await DjangoStore().begin_turn(session_id, turn, lease_s=30, window=40)
    return turn.id


async def let_the_lease_run_out(session_id: str) -> None:
    def update() -> None:
        Session.objects.filter(pk=session_id).update(
            lease_expires_at=F("lease_expires_at") - timedelta(minutes=1)
        )

    await on_database_thread(update)()


async def test_a_page_that_comes_back_hears_that_the_turn_was_interrupted(ann: Browser) -> None:
    async with ann.chat() as (_, session):
        turn_id = await leave_running(session["session"])
    async with ann.chat() as (socket, session):
        assert session["in_flight"] == turn_id
        await let_the_lease_run_out(session["session"])
        failed = await socket.receive()

    assert (failed["type"], failed["id"], failed["turn"]) == ("turn.failed", turn_id, 1)
    assert (failed["code"], failed["retryable"]) == ("interrupted", True)


async def test_the_same_id_sent_meanwhile_is_told_and_runs_when_it_is_sent_again(
    site: Stage, ann: Browser
) -> None:
    async with ann.chat() as (socket, session):
        turn_id = await leave_running(session["session"])
        await socket.say("hello", turn_id)
        assert (await socket.receive())["type"] == "turn.started"
        await let_the_lease_run_out(session["session"])
        assert (await socket.receive())["code"] == "interrupted"
        await socket.say("hello", turn_id)
        done = (await socket.until("turn.completed"))[-1]

    assert (done["turn"], done["id"]) == (1, turn_id)
    assert site.runs == ["hello"]


async def test_a_turn_that_ends_is_told_once(site: Stage, ann: Browser) -> None:
    async with ann.chat() as (socket, _):
        turn_id = await socket.say("hold on")
        await site.reached("hold on")
    async with ann.chat() as (socket, _):
        await socket.say("hold on", turn_id)
        assert (await socket.receive())["type"] == "turn.started"
        site.release("hold on")
        assert (await socket.receive())["type"] == "turn.completed"
        assert await socket.silent()
