"""Alive is not ready: what each check says when its part is missing."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from django.core.management import call_command
from django.db import OperationalError
from django.test import AsyncClient

from hotelsite import runtime
from hotelsite.web import health


@pytest.fixture
def _hotels(transactional_db: None) -> None:
    call_command("load_catalogue", verbosity=0)


async def ready() -> tuple[int, dict[str, Any]]:
    response = await AsyncClient().get("/readyz")
    return response.status_code, response.json()


async def test_a_process_that_lives_says_so_without_a_database() -> None:
    response = await AsyncClient().get("/healthz")

    assert (response.status_code, response.json()) == (200, {"status": "ok"})


@pytest.mark.usefixtures("_hotels")
async def test_all_parts_in_place_are_ready() -> None:
    parts = ["database", "migrations", "catalogue", "channel_layer", "providers"]

    assert await ready() == (200, {"status": "ready", "checks": dict.fromkeys(parts, "ok")})


async def test_an_empty_catalogue_is_not_ready_and_says_what_to_run(transactional_db: None) -> None:
    status, body = await ready()

    assert (status, body["status"]) == (503, "not ready")
    assert "load_catalogue" in body["checks"]["catalogue"]
    assert body["checks"]["database"] == "ok"


@pytest.mark.usefixtures("_hotels")
async def test_a_missing_migration_is_not_ready_and_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "pending_migrations", lambda: ["hotels.0002_more", "staff.0001_initial"])
    status, body = await ready()

    assert status == 503
    assert (
        body["checks"]["migrations"] == "run `python manage.py migrate`: 2 pending, from hotels.0002_more on"
    )


@pytest.mark.usefixtures("_hotels")
@pytest.mark.parametrize(
    ("refusal", "words"),
    [(404, "does not know the address or the model"), (422, "does not accept the requests")],
)
async def test_a_provider_that_refuses_is_not_ready_and_is_named(
    monkeypatch: pytest.MonkeyPatch, refusal: int, words: str
) -> None:
    monkeypatch.setattr(runtime, "refusing_providers", lambda: {"typesafe": refusal})
    status, body = await ready()

    assert status == 503
    assert body["checks"]["providers"] == f"typesafe {words} ({refusal})"


@pytest.mark.usefixtures("_hotels")
async def test_a_layer_that_fails_is_not_ready_and_tells_no_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    class Layer:
        async def new_channel(self) -> str:
            raise OperationalError("no route to redis://:secret@cache.example")

    monkeypatch.setattr(health, "get_channel_layer", Layer)
    status, body = await ready()

    assert status == 503
    assert body["checks"]["channel_layer"] == "OperationalError"


@pytest.mark.usefixtures("_hotels")
async def test_a_part_that_hangs_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    async def hang() -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(health, "CHECK_TIMEOUT_S", 0.05)
    monkeypatch.setattr(health, "CHECKS", {"channel_layer": hang})

    assert await ready() == (
        503,
        {"status": "not ready", "checks": {"channel_layer": "no answer within 0.05 seconds"}},
    )
