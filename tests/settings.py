"""The site's settings for tests: whatever is set in the developer's shell, tests run without keys and on today's date.

`DATABASE_URL` and `REDIS_URL` do count: that is how the second pass runs on PostgreSQL and Redis.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

os.environ["SECRET_KEY"] = "for tests alone, and therefore no secret"
# What tests marked `live` put back.
MODELS_IN_THE_SHELL = {
    name: os.environ[name]
    for name in (
        "CHAT_MODEL",
        "CHAT_PROVIDER",
        "DECISION_MODEL",
        "DECISION_PROVIDER",
        "OPENAI_API_KEY",
        "OPENAI_BASE_URL",
        "TYPESAFE_API_KEY",
        "TYPESAFE_BASE_URL",
    )
    if os.environ.get(name)
}
for _name in (
    "ALLOWED_HOSTS",
    "BEHIND_TLS_PROXY",
    "CHAT_ALTERNATE_MODEL",
    "CHAT_INSPECTOR",
    "CHAT_MODEL",
    "CHAT_PROVIDER",
    "DEBUG",
    "DECISION_EVIDENCE",
    "DECISION_MODEL",
    "DECISION_PROVIDER",
    "HOTEL_CURRENT_DATE",
    "MODEL_PRICES",
    "OPENAI_API_KEY",
    "OPENAI_BASE_URL",
    "RATE_LIMIT_MESSAGES_PER_MINUTE",
    "SESSION_IDLE_MINUTES",
    "TYPESAFE_API_KEY",
    "TYPESAFE_BASE_URL",
):
    os.environ.pop(_name, None)

from hotelsite.settings import *  # noqa: E402, F403
from hotelsite.settings import ALLOWED_HOSTS, DATABASES  # noqa: E402

ALLOWED_HOSTS.append("testserver")  # the name that Django's test client uses

# A database of its own for each process, so that runs side by side never meet. On SQLite a file, since threads and
# child processes cannot share a database in memory.
_test_name = f"hotelsite-test-{os.getpid()}"
_on_sqlite = DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3"
DATABASES["default"]["TEST"] = {
    "NAME": str(Path(tempfile.gettempdir()) / f"{_test_name}.sqlite3") if _on_sqlite else _test_name
}

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # fast; the tests' users guard nothing
