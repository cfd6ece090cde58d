"""Start-up checks, each with a stable id and a hint; `manage.py check` and every start of the server run them."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core import checks
from django.core.checks import CheckMessage

_KEY_OF = {
    "DECISION_PROVIDER": {"typesafe": "TYPESAFE_API_KEY"},
    "CHAT_PROVIDER": {"openai": "OPENAI_API_KEY"},
}


@checks.register
def provider_keys(app_configs: Any, **kwargs: Any) -> Sequence[CheckMessage]:
    """A provider that is named has its key: it must not surface in a customer's conversation."""
    return [
        checks.Error(
            f"{setting} is {name!r}, and {key} is not set.",
            hint=f"Set {key}, or {setting}=local, which needs no key.",
            id="web.E001",
        )
        for setting, keys in _KEY_OF.items()
        for name, key in keys.items()
        if getattr(settings, setting) == name and not getattr(settings, key)
    ]


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
