"""The store in memory keeps the promises of `SessionStore`; leases end by the clock it is given."""

from __future__ import annotations

import pytest

from graph import (
    Lease,
    LeaseLostError,
    Message,
    Reply,
    SessionBusy,
    TurnBegun,
    TurnClosure,
    TurnCommit,
    TurnInFlight,
    TurnInput,
    TurnRecorded,
)
from graph.testing import InMemoryStore
from graph.usage import TurnUsage

FIRST, SECOND = TurnInput(id="first", text="hello"), TurnInput(id="second", text="again")

COMMIT = TurnCommit(
    cursor="Router",
    completed=False,
    reply=Reply("hi"),
    snapshot={"n": 1},
    states={"Router": {"n": 1}},
    messages=(("talk", Message.human("hello")), ("talk", Message.assistant("hi"))),
    path=("Router",),
    visits=(),
    decisions=(),
    usage=TurnUsage(),
    seq=3,
)
CLOSURE = TurnClosure(
    status="failed",
    code="internal",
    message="Something went wrong.",
    retryable=False,
    path=("Router",),
    visits=(),
    decisions=(),
    usage=TurnUsage(),
    seq=3,
)


class Timed:
    """A store with one session, and its clock."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.store = InMemoryStore(now=lambda: self.now)
        self.session = self.store.begin_session("test", {"Router": {"n": 0}})

    async def begin(self, turn: TurnInput, *, window: int = 40) -> TurnBegun | TurnRecorded:
        return await self.store.begin_turn(self.session, turn, lease_s=30, window=window)

    async def claim(self, turn: TurnInput, *, window: int = 40) -> Lease:
        begun = await self.begin(turn, window=window)
        assert isinstance(begun, TurnBegun)
        return begun.lease


async def test_a_claim_hands_out_what_the_turn_starts_from() -> None:
    timed = Timed()
    await timed.store.commit_turn(await timed.claim(FIRST), COMMIT)

    begun = await timed.begin(SECOND, window=1)

    assert isinstance(begun, TurnBegun)
    assert (begun.lease.turn, begun.session.cursor, begun.session.states) == (
        2,
        "Router",
        {"Router": {"n": 1}},
    )
    assert begun.session.histories == {"talk": (Message.assistant("hi"),)}


async def test_nothing_else_begins_until_the_lease_ends() -> None:
    timed = Timed()
    await timed.claim(FIRST)
    timed.now += 29.9

    with pytest.raises(TurnInFlight):
        await timed.begin(FIRST)
    with pytest.raises(SessionBusy):
        await timed.begin(SECOND)


async def test_a_dead_turn_reads_interrupted_and_may_begin_again_under_its_number() -> None:
    timed = Timed()
    dead = await timed.claim(FIRST)
    timed.now += 30.0

    alive = await timed.claim(FIRST)

    assert (dead.turn, alive.turn, dead.token != alive.token) == (1, 1, True)


async def test_another_turn_may_begin_after_a_dead_one() -> None:
    timed = Timed()
    await timed.claim(FIRST)
    timed.now += 30.0

    assert (await timed.claim(SECOND)).turn == 2
    assert [turn.status for turn in timed.store.sessions[timed.session].turns] == ["interrupted", "running"]


async def test_a_renewed_lease_lasts_longer() -> None:
    timed = Timed()
    lease = await timed.claim(FIRST)
    timed.now += 29.0
    await timed.store.renew_lease(lease, lease_s=30)
    timed.now += 29.0

    await timed.store.commit_turn(lease, COMMIT)


async def test_a_lost_lease_renews_commits_and_closes_nothing() -> None:
    timed = Timed()
    lost = await timed.claim(FIRST)
    timed.now += 30.0
    await timed.claim(FIRST)

    with pytest.raises(LeaseLostError):
        await timed.store.renew_lease(lost, lease_s=30)
    with pytest.raises(LeaseLostError):
        await timed.store.commit_turn(lost, COMMIT)
    with pytest.raises(LeaseLostError):
        await timed.store.close_turn(lost, CLOSURE)
    assert timed.store.sessions[timed.session].histories == {}


async def test_a_turn_is_written_once() -> None:
    timed = Timed()
    lease = await timed.claim(FIRST)
    await timed.store.commit_turn(lease, COMMIT)

    with pytest.raises(LeaseLostError):
        await timed.store.commit_turn(lease, COMMIT)


async def test_final_endings_are_recorded_as_they_were() -> None:
    timed = Timed()
    await timed.store.commit_turn(await timed.claim(FIRST), COMMIT)
    await timed.store.close_turn(await timed.claim(SECOND), CLOSURE)

    assert await timed.begin(FIRST) == TurnRecorded(
        turn=1,
        status="completed",
        reply=Reply("hi"),
        node="Router",
        completed=False,
        path=("Router",),
        usage=TurnUsage(),
        snapshot={"n": 1},
        seq=3,
    )
    assert await timed.begin(SECOND) == TurnRecorded(
        turn=2,
        status="failed",
        reply=None,
        node="",
        completed=False,
        path=("Router",),
        usage=TurnUsage(),
        snapshot={},
        code="internal",
        message="Something went wrong.",
        seq=3,
    )
