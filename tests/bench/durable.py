"""A turn that outlives the process: the site's store on SQLite beside LangGraph's SQLite checkpointer, and how both grow.

Long conversations are grown first. Then turns of fresh ones and of long ones are timed alternately, so that a busy moment
of the machine meets all alike. Bytes are what a file grew by, once its log was written back.
"""

from __future__ import annotations

import asyncio
import itertools
import sqlite3
import statistics
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from django.db import connection
from django.db.backends.signals import connection_created
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver

from graph import GraphEngine
from hotelsite.conversations.dbthreads import on_database_thread
from hotelsite.conversations.sessions import begin_session
from hotelsite.conversations.store import DjangoStore
from hotelsite.web.scratch import scratch_database
from tests.bench.figures import Figure
from tests.bench.flow import MESSAGE
from tests.bench.on_graph import full_graph, run_turn
from tests.bench.peers import LangGraphDurable

LONG: Final = 4
"""Long conversations of ours."""
FRESH: Final = 20
"""Fresh ones that are weighed: a file grows by whole pages, which more rows smooth."""
EARLY: Final = range(1, 21)
"""Turns around the tenth."""
WEIGHED_LATE: Final = range(391, 491)
TIMED_LATE: Final = range(491, 511)

PEER: Final = "LangGraph, SQLite checkpointer"

Turn = Callable[[Any], Awaitable[None]]


@dataclass(slots=True, kw_only=True)
class Contender:
    """One runtime with its database file, and what was measured of it."""

    file: Path
    turn: Turn
    long: Sequence[Any]
    timed: Sequence[Any]
    """Fresh sessions whose early turns are timed."""
    weighed: Sequence[Any]
    """Fresh sessions whose early turns are weighed."""
    early_ms: list[float] = field(default_factory=list)
    """Of each round, the median over the sessions."""
    late_ms: list[float] = field(default_factory=list)
    early_cpu_ms: list[float] = field(default_factory=list)
    """Of each round, the mean; all threads of the process, while nothing else runs in it."""
    early_bytes: float = 0.0
    """Per turn."""
    late_bytes: float = 0.0

    async def grow(self) -> None:
        """Take the long sessions to where late turns are timed, and weigh turns on the way."""
        for _ in range(1, WEIGHED_LATE.start):
            await self._turn_each(self.long)
        self.late_bytes = await self._bytes_of(self.long, WEIGHED_LATE)
        self.early_bytes = await self._bytes_of(self.weighed, EARLY)

    async def time_early(self) -> None:
        begun = time.process_time()
        self.early_ms.append(statistics.median(await self._turn_each(self.timed)))
        self.early_cpu_ms.append((time.process_time() - begun) * 1e3 / len(self.timed))

    async def time_late(self) -> None:
        self.late_ms.append(statistics.median(await self._turn_each(self.long)))

    async def _bytes_of(self, sessions: Sequence[Any], turns: range) -> float:
        before = _bytes(self.file)
        for _ in turns:
            await self._turn_each(sessions)
        return (_bytes(self.file) - before) / (len(turns) * len(sessions))

    async def _turn_each(self, sessions: Sequence[Any]) -> list[float]:
        took = []
        for session in sessions:
            begun = time.perf_counter()
            await self.turn(session)
            took.append((time.perf_counter() - begun) * 1e3)
        return took


class _Queries:
    """Counts the statements of every connection that Django opens from now on."""

    def __init__(self) -> None:
        self.count = 0
        connection_created.connect(self._on_connection)

    def _on_connection(self, connection: Any, **_: Any) -> None:
        connection.execute_wrappers.append(self._execute)

    def _execute(self, execute: Callable[..., Any], *statement: Any) -> Any:
        self.count += 1
        return execute(*statement)


@dataclass(slots=True, kw_only=True)
class _Measured:
    ours: Contender
    peer: Contender
    tuned_peer: Contender
    """As ours, it does not wait for the disk at every commit; only its early turns are timed."""
    early_queries: int = 0
    """Statements of ours, over all early turns that were timed."""
    late_queries: int = 0


def figures() -> list[Figure]:
    queries = _Queries()
    with scratch_database(), TemporaryDirectory() as folder:
        return list(_figures(asyncio.run(_measure(Path(folder), queries))))


async def _measure(folder: Path, queries: _Queries) -> _Measured:
    files = [folder / "peer.sqlite3", folder / "tuned.sqlite3"]
    async with (
        AsyncSqliteSaver.from_conn_string(str(files[0])) as saver,
        AsyncSqliteSaver.from_conn_string(str(files[1])) as tuned_saver,
    ):
        await saver.setup()
        await tuned_saver.setup()
        await tuned_saver.conn.execute("PRAGMA synchronous=NORMAL")
        measured = _Measured(
            ours=await _our_contender(),
            peer=_peer_contender(saver, files[0]),
            tuned_peer=_peer_contender(tuned_saver, files[1]),
        )
        await measured.ours.grow()
        await measured.peer.grow()
        for _ in TIMED_LATE:
            await _time_a_round(measured, queries)
        return measured


async def _time_a_round(measured: _Measured, queries: _Queries) -> None:
    ours, peer, tuned = measured.ours, measured.peer, measured.tuned_peer
    before = queries.count
    await ours.time_early()
    between = queries.count
    await ours.time_late()
    measured.early_queries += between - before
    measured.late_queries += queries.count - between
    await peer.time_early()
    await peer.time_late()
    await tuned.time_early()


async def _our_contender() -> Contender:
    graph = full_graph()
    engine = GraphEngine([graph], DjangoStore())
    ids = itertools.count()

    async def turn(session: Any) -> None:
        await run_turn(engine, session, str(next(ids)), MESSAGE)

    def begin(number: int) -> list[str]:
        return [str(begin_session("owner", graph=graph.name).pk) for _ in range(number)]

    return Contender(
        file=Path(connection.settings_dict["NAME"]),
        turn=turn,
        long=await on_database_thread(begin)(LONG),
        timed=await on_database_thread(begin)(LONG),
        weighed=await on_database_thread(begin)(FRESH),
    )


def _peer_contender(saver: AsyncSqliteSaver, file: Path) -> Contender:
    runtime = LangGraphDurable(saver)

    async def turn(session: Any) -> None:
        await runtime.turn(session, MESSAGE)

    return Contender(
        file=file, turn=turn, long=[runtime.begin()], timed=[runtime.begin()], weighed=[runtime.begin()]
    )


def _bytes(file: Path) -> int:
    """Return the size of a database, its log written back."""
    database = sqlite3.connect(file)
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    database.close()
    return file.stat().st_size


def _figures(measured: _Measured) -> Iterator[Figure]:
    ours, peer, tuned = measured.ours, measured.peer, measured.tuned_peer
    time_limit = (
        "the Python of the ORM, over three quarters of a turn: thirteen statements, of which SQLite itself takes about a "
        "tenth. Where the disk is slow the peer loses more, since its default waits for it at every commit"
    )
    for name, mine, theirs, against in (
        ("durable turn, turn 10", ours.early_ms, peer.early_ms, PEER),
        ("durable turn, turn 10", ours.early_ms, tuned.early_ms, f"{PEER}, synchronous=NORMAL"),
        ("durable turn, turn 500", ours.late_ms, peer.late_ms, PEER),
        ("CPU of a durable turn, turn 10", ours.early_cpu_ms, peer.early_cpu_ms, PEER),
    ):
        yield Figure.of_rounds(name, mine, theirs, against=against, unit="ms", limited_by=time_limit)
    size_limit = (
        "audit rows of each visit and decision, and their indexes; rows are appended and never rewritten"
    )
    for name, weighed, by_peer in (
        ("bytes of a durable turn, turn 10", ours.early_bytes, peer.early_bytes),
        ("bytes of a durable turn, turn 500", ours.late_bytes, peer.late_bytes),
    ):
        yield Figure.of_counts(name, weighed, by_peer, against=PEER, unit="bytes", limited_by=size_limit)
    yield from _growth(measured)


def _growth(measured: _Measured) -> Iterator[Figure]:
    ours, peer = measured.ours, measured.peer
    limit = "a bounded window of history is read, whatever the length; indexes of unique ids fill at random places"
    times = statistics.median(peer.late_ms) / statistics.median(peer.early_ms)
    yield Figure.of_rounds(
        "growth of a turn's time, turn 10 to 500",
        ours.late_ms,
        ours.early_ms,
        against=f"itself at turn 10 ({PEER}: {times:.2g} x)",
        unit="ms",
        limited_by=limit,
    )
    yield Figure.of_counts(
        "growth of a turn's bytes, turn 10 to 500",
        ours.late_bytes,
        ours.early_bytes,
        against=f"itself at turn 10 ({PEER}: {peer.late_bytes / peer.early_bytes:.2g} x)",
        unit="bytes",
        limited_by=limit,
    )
    yield Figure.of_counts(
        "growth of a turn's queries, turn 10 to 500",
        measured.late_queries,
        measured.early_queries,
        against="itself at turn 10",
        unit="queries",
        limited_by=limit,
        queries_per_turn=measured.late_queries / (LONG * len(TIMED_LATE)),
    )
