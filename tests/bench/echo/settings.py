"""The least that Channels and the ORM need; the database is set up as the site's."""

from __future__ import annotations

import os
import secrets

SECRET_KEY = secrets.token_urlsafe(48)
ALLOWED_HOSTS = ["127.0.0.1"]
INSTALLED_APPS = ["channels", "tests.bench.echo"]
USE_TZ = True
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": os.environ["ECHO_DATABASE"],
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
        },
    }
}
