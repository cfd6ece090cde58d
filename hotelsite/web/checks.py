"""Start-up checks, each with a stable id and a hint; `manage.py check` and every start of the server run them."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

from django.conf import settings
from django.core import checks
from django.core.checks import CheckMessage

from graph.errors import ProviderMisconfigured
from graph.modelserver import checked_key, checked_url

_LOOPBACK: Final = ("localhost", "127.0.0.1", "::1")


class Remote(NamedTuple):
    """A provider that is reached over HTTP, and the names of its settings."""

    setting: str
    name: str
    key: str
    base_url: str


_REMOTE: Final = (
    Remote("DECISION_PROVIDER", "typesafe", "TYPESAFE_API_KEY", "TYPESAFE_BASE_URL"),
    Remote("CHAT_PROVIDER", "openai", "OPENAI_API_KEY", "OPENAI_BASE_URL"),
)


def named_remotes() -> list[Remote]:
    """Return the providers over HTTP that settings name."""
    return [remote for remote in _REMOTE if getattr(settings, remote.setting) == remote.name]


def missing_key(remote: Remote) -> str | None:
    """Say that a provider lacks its key, None where it has one."""
    if getattr(settings, remote.key):
        return None
    return f"{remote.setting} is {remote.name!r}, and {remote.key} is not set."


@checks.register
def provider_settings(app_configs: Any, **kwargs: Any) -> Sequence[CheckMessage]:
    """A provider that is named has all it needs: nothing of it must surface in a customer's conversation."""
    found = [
        message for remote in named_remotes() for message in (*_key_faults(remote), *_address_faults(remote))
    ]
    if settings.CHAT_PROVIDER == "openai" and not settings.CHAT_MODEL:
        found.append(
            checks.Error(
                "CHAT_PROVIDER is 'openai', and CHAT_MODEL is not set.",
                hint="Set CHAT_MODEL to a model of the chat service that can call tools.",
                id="web.E005",
            )
        )
    return found


def _key_faults(remote: Remote) -> Iterator[CheckMessage]:
    if lack := missing_key(remote):
        yield checks.Error(
            lack,
            hint=f"Set {remote.key}, or {remote.setting}=local, which needs no key. A server of your own that asks "
            "for none takes any word.",
            id="web.E001",
        )
        return
    try:
        checked_key(getattr(settings, remote.key))
    except ProviderMisconfigured as error:
        yield checks.Error(f"{remote.key}: {error}.", hint="Copy the key once more.", id="web.E003")


def _address_faults(remote: Remote) -> Iterator[CheckMessage]:
    address = getattr(settings, remote.base_url)
    if not address:
        return
    try:
        url = urlsplit(checked_url(address))
    except ProviderMisconfigured as error:
        yield checks.Error(
            f"{remote.base_url}: {error}.", hint="Write it like https://models.example.com/v1.", id="web.E004"
        )
        return
    if url.scheme == "http" and url.hostname not in _LOOPBACK:
        yield checks.Warning(
            f"{remote.base_url} is plain http: the key and what customers say can be read on their way.",
            hint="Use https, unless the network between is your own.",
            id="web.W002",
        )


@checks.register
def shared_channel_layer(app_configs: Any, **kwargs: Any) -> Sequence[CheckMessage]:
    """Several processes need a layer that reaches across them; `WEB_CONCURRENCY` is how hosts say their number."""
    processes = os.environ.get("WEB_CONCURRENCY", "")
    if settings.REDIS_URL or not processes.isdecimal() or int(processes) < 2:
        return []
    return [
        checks.Warning(
            f"WEB_CONCURRENCY is {processes}, and the channel layer in memory does not reach across processes.",
            hint="Set REDIS_URL, or run one process.",
            id="web.W001",
        )
    ]


@checks.register
def allowed_hosts(app_configs: Any, **kwargs: Any) -> Sequence[CheckMessage]:
    """Hosts are named outside debug: the check of a websocket's origin rests on them."""
    if settings.DEBUG or "*" not in settings.ALLOWED_HOSTS:
        return []
    return [
        checks.Error(
            "ALLOWED_HOSTS is '*' outside DEBUG.",
            hint="Name the hosts under which customers reach the site.",
            id="web.E002",
        )
    ]
