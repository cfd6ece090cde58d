"""Start-up checks that concern the site itself; those of the providers are with the runtime's tests."""

from __future__ import annotations

import pytest
from pytest_django import Settings

from hotelsite.web.checks import allowed_hosts, shared_channel_layer


@pytest.mark.parametrize(
    ("processes", "redis", "warns"),
    [
        ("2", None, True),
        ("4", "redis://cache.example", False),
        ("1", None, False),
        ("", None, False),
        ("x", None, False),
    ],
)
def test_several_processes_without_a_shared_layer_are_warned_of(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, processes: str, redis: str | None, warns: bool
) -> None:
    settings.REDIS_URL = redis
    monkeypatch.setenv("WEB_CONCURRENCY", processes)
    found = shared_channel_layer(None)

    assert [message.id for message in found] == (["web.W001"] if warns else [])
    assert all(message.hint for message in found)


@pytest.mark.parametrize(
    ("hosts", "debug", "refused"), [(["*"], False, True), (["*"], True, False), (["a.example"], False, False)]
)
def test_any_host_is_refused_outside_debug(
    settings: Settings, hosts: list[str], debug: bool, refused: bool
) -> None:
    settings.ALLOWED_HOSTS, settings.DEBUG = hosts, debug

    assert [message.id for message in allowed_hosts(None)] == (["web.E002"] if refused else [])
