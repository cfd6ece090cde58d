"""Whether the process lives, and whether it can serve a customer from start to end."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from channels.layers import get_channel_layer
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from hotelsite import runtime
from hotelsite.conversations.dbthreads import on_database_thread
from hotelsite.hotels.models import Hotel

log = logging.getLogger(__name__)

CHECK_TIMEOUT_S: Final = 3.0
REFUSALS: Final = {
    401: "refuses the key (401)",
    403: "refuses the key (403)",
    404: "does not know the address or the model (404)",
    422: "does not accept the requests (422)",
}
"""What a provider that is set up wrongly answers, whatever it is asked."""


class NotReady(Exception):
    """A check failed; the text says what to do and is safe to show."""


@never_cache
@require_safe
async def healthz(request: HttpRequest) -> JsonResponse:
    """Say that the process lives; touches nothing that could be slow."""
    return JsonResponse({"status": "ok"})


@never_cache
@require_safe
async def readyz(request: HttpRequest) -> JsonResponse:
    """Say of each part whether it is ready; 503 while one is not."""
    results = await asyncio.gather(*map(_result, CHECKS.values()))
    ready = all(result == "ok" for result in results)
    body = {"status": "ready" if ready else "not ready", "checks": dict(zip(CHECKS, results, strict=True))}
    return JsonResponse(body, status=200 if ready else 503)


async def _result(check: Callable[[], Awaitable[None]]) -> str:
    try:
        async with asyncio.timeout(CHECK_TIMEOUT_S):
            await check()
    except NotReady as problem:
        return str(problem)
    except TimeoutError:
        return f"no answer within {CHECK_TIMEOUT_S:g} seconds"
    except Exception as error:
        # The message may hold an address or a password; the type says enough for whoever may not read the log.
        log.warning("not ready: %s failed", check.__name__, exc_info=True)
        return type(error).__name__
    return "ok"


def _ping() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


def pending_migrations() -> list[str]:
    """Return the migrations that the database lacks, such as `hotels.0001_initial`. Synchronous."""
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return [f"{migration.app_label}.{migration.name}" for migration, _ in plan]


def _check_migrations() -> None:
    if pending := pending_migrations():
        raise NotReady(f"run `python manage.py migrate`: {len(pending)} pending, from {pending[0]} on")


def _check_catalogue() -> None:
    if not Hotel.objects.listed().exists():
        raise NotReady("run `python manage.py load_catalogue`: there is no hotel")


async def _check_channel_layer() -> None:
    layer = get_channel_layer()
    # Named like the hub's: of channels with different prefixes the Redis layer reads those of one at a time.
    channel = await layer.new_channel()
    await layer.send(channel, {"type": "ready"})
    await layer.receive(channel)


async def _check_providers() -> None:
    runtime.get_engine()
    if refusing := runtime.refusing_providers():
        raise NotReady("; ".join(f"{name} {REFUSALS[status]}" for name, status in refusing.items()))


CHECKS: Final[dict[str, Callable[[], Awaitable[None]]]] = {
    "database": on_database_thread(_ping),
    "migrations": on_database_thread(_check_migrations),
    "catalogue": on_database_thread(_check_catalogue),
    "channel_layer": _check_channel_layer,
    "providers": _check_providers,
}
