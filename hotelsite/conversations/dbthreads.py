"""The one way from the event loop to the ORM: a few threads of its own, which never wait for anything else.

asgiref would send all of a process's ORM calls to a single thread, which they share with every synchronous view and
consumer, so that one slow report holds up every customer (https://github.com/django/channels/issues/2132). Here a call
waits only for other short database calls. Whatever runs through this module must therefore be short and free of
network calls.
"""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ParamSpec, TypeVar

from asgiref.sync import sync_to_async
from django.db import close_old_connections, connections

THREADS = 4
"""How many calls of one server process reach the database side by side; synchronous views come on top."""

_pool = ThreadPoolExecutor(THREADS, thread_name_prefix="database")

P = ParamSpec("P")
T = TypeVar("T")


def on_database_thread(work: Callable[P, T]) -> Callable[P, Coroutine[Any, Any, T]]:
    """Make a synchronous function that uses the ORM awaitable: `await on_database_thread(states_of)(session)`.

    Outside a request nobody else gives back, or replaces, a connection that is spent or broke, so that is done around
    each call: SQLite's stays open in its thread, PostgreSQL's returns to the pool. A call that has begun runs to its end, also when its caller is cancelled meanwhile.
    """

    @functools.wraps(work)
    def managed(*args: P.args, **kwargs: P.kwargs) -> T:
        close_old_connections()
        try:
            return work(*args, **kwargs)
        finally:
            close_old_connections()

    return sync_to_async(managed, thread_sensitive=False, executor=_pool)


def close_connections() -> None:
    """Close the connection of every thread, for a server that stops and for tests before their database is dropped.

    Blocks until calls in flight are done. The threads live on, and a later call opens a new connection.
    """
    met = threading.Barrier(
        THREADS
    )  # holds each thread, so that every one of them gets exactly one of these tasks

    def close() -> None:
        connections.close_all()
        met.wait()

    for closed in [_pool.submit(close) for _ in range(THREADS)]:
        closed.result()
