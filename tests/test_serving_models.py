"""`manage.py serve` on remote models: a wrong key stops it and says why, an outage does not."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.graph.providers.support import KEY, jev_server

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """A deployment's, on an empty but migrated database."""
    variables = {
        "PATH": os.environ["PATH"],
        "SECRET_KEY": "for this test alone",
        "DATABASE_URL": f"sqlite:///{tmp_path_factory.mktemp('site') / 'db.sqlite3'}",
        "DECISION_PROVIDER": "typesafe",
        "TYPESAFE_API_KEY": KEY,
        "PYTHONUNBUFFERED": "1",
    }
    migrated = subprocess.run(
        [sys.executable, "manage.py", "migrate", "--verbosity", "0"], cwd=ROOT, env=variables, check=False
    )
    assert migrated.returncode == 0
    return variables


def serve(environment: dict[str, str]) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "manage.py", "serve", "--port", "0"],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_wrong_key_stops_the_start(environment: dict[str, str]) -> None:
    with jev_server(key="another") as url:
        server = serve({**environment, "TYPESAFE_BASE_URL": url})
        output, errors = server.communicate(timeout=60)

    assert server.returncode == 1
    assert f"typesafe at {url}: HTTP 401: the server refuses the key" in errors
    assert "Cannot authenticate with the server." in errors
    assert "Serving on" not in output
    assert KEY not in output + errors


def test_server_that_is_away_is_warned_of_and_the_site_serves(environment: dict[str, str]) -> None:
    server = serve({**environment, "TYPESAFE_BASE_URL": "http://127.0.0.1:9"})
    try:
        assert server.stdout is not None
        assert server.stdout.readline().startswith("Serving on http://127.0.0.1:")
        server.send_signal(signal.SIGTERM)
        _, errors = server.communicate(timeout=60)
    finally:
        server.kill()

    assert server.returncode == 0
    assert "Warning: typesafe at http://127.0.0.1:9: connection failed" in errors
    assert "Traceback" not in errors
    assert KEY not in errors
