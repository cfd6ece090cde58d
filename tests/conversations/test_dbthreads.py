"""The bridge to the ORM: threads of its own, connections that stay open and mend themselves."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.db import DEFAULT_DB_ALIAS, connection, connections

from hotelsite.conversations.dbthreads import THREADS, close_connections, on_database_thread
from hotelsite.conversations.models import Session
from tests.conversations.support import new_session

pytestmark = pytest.mark.django_db(transaction=True)


def _connection() -> tuple[str, int]:
    """Name of the thread, and what tells its connection from others."""
    connection.ensure_connection()
    own = connection.connection
    identity = id(own) if connection.vendor == "sqlite" else own.info.backend_pid
    return threading.current_thread().name, identity


async def test_a_stalled_synchronous_view_holds_up_no_database_call() -> None:
    release, stalled = threading.Event(), threading.Event()

    def stall() -> None:
        stalled.set()
        release.wait()

    view = asyncio.create_task(sync_to_async(stall)())  # as Django and Channels run synchronous code
    try:
        await asyncio.to_thread(stalled.wait)

        assert await on_database_thread(Session.objects.count)() == 0
    finally:
        release.set()
        await view


async def test_a_slow_call_holds_up_no_other() -> None:
    release = threading.Event()
    slow = [asyncio.create_task(on_database_thread(release.wait)()) for _ in range(THREADS - 1)]
    try:
        assert await on_database_thread(Session.objects.count)() == 0
    finally:
        release.set()
        await asyncio.gather(*slow)


async def test_two_hundred_calls_share_a_few_threads_and_connections() -> None:
    used = await asyncio.gather(*(on_database_thread(_connection)() for _ in range(200)))

    threads = {name for name, _ in used}
    assert len(threads) <= THREADS
    assert all(name.startswith("database") for name in threads)
    pool = connection.settings_dict["OPTIONS"].get(
        "pool"
    )  # on PostgreSQL, shared with the synchronous threads
    assert len({identity for _, identity in used}) <= (pool["max_size"] if pool else THREADS)


@pytest.mark.skipif(connection.vendor == "sqlite", reason="there is no server that could drop a connection")
async def test_a_connection_that_the_server_dropped_is_replaced() -> None:
    await on_database_thread(new_session)()
    await asyncio.gather(*(on_database_thread(_connection)() for _ in range(20)))

    await on_database_thread(_drop_all_connections_but_this)()

    counts = await asyncio.gather(*(on_database_thread(Session.objects.count)() for _ in range(20)))
    assert counts == [1] * 20


def _drop_all_connections_but_this() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )


async def test_an_error_reaches_the_caller_and_leaves_the_thread_usable() -> None:
    def fail() -> None:
        raise LookupError("on purpose")

    with pytest.raises(LookupError):
        await on_database_thread(fail)()

    assert await on_database_thread(Session.objects.count)() == 0


async def test_closing_connections_leaves_none_open_and_the_next_call_opens_its_own() -> None:
    opened: list[Any] = []

    def remember() -> None:
        connection.ensure_connection()
        opened.append(connections[DEFAULT_DB_ALIAS])  # this thread's

    await asyncio.gather(*(on_database_thread(remember)() for _ in range(50)))

    await asyncio.to_thread(close_connections)

    assert [wrapper for wrapper in opened if wrapper.connection is not None] == []
    assert await on_database_thread(Session.objects.count)() == 0


async def test_a_call_that_has_begun_ends_also_when_its_caller_is_cancelled() -> None:
    begun, release, ended = threading.Event(), threading.Event(), threading.Event()

    def work() -> None:
        begun.set()
        release.wait()
        new_session()
        ended.set()

    caller = asyncio.create_task(on_database_thread(work)())
    await asyncio.to_thread(begun.wait)
    caller.cancel()
    with pytest.raises(asyncio.CancelledError):
        await caller
    release.set()
    await asyncio.to_thread(ended.wait)

    assert await on_database_thread(Session.objects.count)() == 1
