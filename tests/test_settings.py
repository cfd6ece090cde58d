"""The settings as a server would start with them: each in an interpreter of its own, with an environment of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
SETTING_NAMES = (
    "DEBUG SESSION_COOKIE_SECURE CSRF_COOKIE_SECURE ALLOWED_HOSTS DATABASES CHANNEL_LAYERS DECISION_PROVIDER"
)


def start(**environment: str) -> subprocess.CompletedProcess[str]:
    """Import the settings with these variables alone and print some of them as JSON."""
    script = (
        "import json; from hotelsite import settings; "
        f"print(json.dumps({{name: getattr(settings, name) for name in {SETTING_NAMES!r}.split()}}, default=str))"
    )
    return subprocess.run(
        [sys.executable, "-c", script],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def settings_of(**environment: str) -> dict[str, Any]:
    result = start(**environment)
    assert result.returncode == 0, result.stderr
    loaded: dict[str, Any] = json.loads(result.stdout)
    return loaded


def test_a_deployment_is_closed_by_default() -> None:
    settings = settings_of(SECRET_KEY="a long random text")

    assert settings["DEBUG"] is False
    assert settings["SESSION_COOKIE_SECURE"] is settings["CSRF_COOKIE_SECURE"] is True
    assert settings["ALLOWED_HOSTS"] == ["localhost", "127.0.0.1", "[::1]"]
    assert settings["DECISION_PROVIDER"] == "local"


def test_debugging_works_over_plain_http() -> None:
    settings = settings_of(SECRET_KEY="a long random text", DEBUG="1")

    assert settings["SESSION_COOKIE_SECURE"] is False


def test_sqlite_waits_for_its_turn_to_write() -> None:
    database = settings_of(SECRET_KEY="a long random text")["DATABASES"]["default"]

    assert database["ENGINE"] == "django.db.backends.sqlite3"
    assert database["CONN_MAX_AGE"] is None
    assert database["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert "journal_mode=WAL" in database["OPTIONS"]["init_command"]


def test_postgresql_and_redis_come_by_address() -> None:
    settings = settings_of(
        SECRET_KEY="a long random text",
        DATABASE_URL="postgres://someone@db.example:5433/hotels",
        REDIS_URL="redis://cache.example:6380",
    )

    database = settings["DATABASES"]["default"]
    assert (database["ENGINE"], database["HOST"], database["PORT"], database["NAME"]) == (
        "django.db.backends.postgresql",
        "db.example",
        5433,
        "hotels",
    )
    assert database["OPTIONS"]["pool"]["max_size"] == 16
    assert settings["CHANNEL_LAYERS"]["default"]["CONFIG"] == {
        "hosts": [{"address": "redis://cache.example:6380", "socket_timeout": 30}]
    }


@pytest.mark.parametrize(
    ("environment", "named"),
    [
        pytest.param({"ALLOWED_HOSTS": "*"}, "ALLOWED_HOSTS", id="any host outside debug"),
        pytest.param({"DECISION_PROVIDER": "oracle"}, "DECISION_PROVIDER", id="unknown provider"),
        pytest.param({"RATE_LIMIT_MESSAGES_PER_MINUTE": "-1"}, "RATE_LIMIT", id="negative rate"),
    ],
)
def test_a_wrong_setting_stops_the_start(environment: dict[str, str], named: str) -> None:
    result = start(SECRET_KEY="a long random text", **environment)

    assert result.returncode != 0
    assert f"ImproperlyConfigured: {named}" in result.stderr


def run_without_a_secret(folder: Path, script: str) -> subprocess.CompletedProcess[str]:
    """Run a script beside a copy of the settings, since the demo may have made secrets beside the real ones."""
    package = folder / "hotelsite"
    package.mkdir()
    for name in ("__init__.py", "settings.py", "environment.py", "demo_secrets.py", "asgi.py"):
        (package / name).write_text((ROOT / "hotelsite" / name).read_text())
    return subprocess.run(
        [sys.executable, "-c", script],
        cwd=folder,
        env={"PATH": os.environ["PATH"]},
        capture_output=True,
        text=True,
        check=False,
    )


def test_without_a_secret_no_visitor_is_served(tmp_path: Path) -> None:
    result = run_without_a_secret(tmp_path, "import hotelsite.asgi")

    assert result.returncode != 0
    assert "ImproperlyConfigured: SECRET_KEY is not set" in result.stderr
    assert not (tmp_path / "var" / "demo-secrets.json").exists()


def test_without_a_secret_commands_get_a_random_one(tmp_path: Path) -> None:
    result = run_without_a_secret(tmp_path, "from hotelsite.settings import SECRET_KEY; print(SECRET_KEY)")

    assert result.returncode == 0, result.stderr
    assert len(result.stdout.strip()) > 40
