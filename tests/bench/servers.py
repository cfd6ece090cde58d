"""One server process each for the site and for the echoes beneath it, with a database of its own."""

from __future__ import annotations

import os
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import psutil

ROOT: Final = Path(__file__).resolve().parents[2]
START_S: Final = 30.0
STOP_S: Final = 30.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Server:
    """A running server process."""

    port: int
    path: str
    database: Path
    table: str
    """Has one row for each turn."""
    process: subprocess.Popen[bytes]

    @property
    def url(self) -> str:
        return f"ws://127.0.0.1:{self.port}{self.path}"

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def resident_bytes(self) -> int:
        """Return the memory that the process holds."""
        return int(psutil.Process(self.process.pid).memory_info().rss)

    def cpu_s(self) -> float:
        """Return the processor seconds that the process has had, in all of its threads."""
        times = psutil.Process(self.process.pid).cpu_times()
        return float(times.user + times.system)

    def stored(self) -> tuple[int, int]:
        """Return the turns in the database, and its bytes with the log written back."""
        database = sqlite3.connect(self.database, timeout=20)
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (turns,) = database.execute(f"SELECT count(*) FROM {self.table}").fetchone()
        database.close()
        return turns, self.database.stat().st_size


@contextmanager
def site(folder: Path) -> Iterator[Server]:
    """Serve the site as a deployment on SQLite would."""
    database = folder / "site.sqlite3"
    environment = {
        "PATH": os.environ["PATH"],
        "SECRET_KEY": "of a benchmark, which guards nothing",
        "DATABASE_URL": f"sqlite:///{database}",
        "HOTEL_CURRENT_DATE": "2027-07-15",
        "RATE_LIMIT_MESSAGES_PER_MINUTE": "1000000",
    }
    for command in ("migrate", "load_catalogue"):
        _run([sys.executable, "manage.py", command, "-v", "0"], environment)
    port = _free_port()
    serve = [sys.executable, "manage.py", "serve", "--port", str(port)]
    with _running(serve, environment, port) as process:
        yield Server(
            port=port,
            path="/ws/chat/",
            database=database,
            table="conversations_turn",
            process=process,
        )


@contextmanager
def echo(folder: Path, *, saving: bool) -> Iterator[Server]:
    """Serve Channels alone in Daphne, with or without one transaction for each message."""
    database = folder / f"echo-{saving}.sqlite3"
    environment = {
        "PATH": os.environ["PATH"],
        "DJANGO_SETTINGS_MODULE": "tests.bench.echo.settings",
        "ECHO_DATABASE": str(database),
    }
    _run([sys.executable, "-m", "django", "migrate", "--run-syncdb", "-v", "0"], environment)
    port = _free_port()
    serve = [sys.executable, "-m", "daphne", "-b", "127.0.0.1", "-p", str(port), "-v", "0"]
    with _running([*serve, "tests.bench.echo.asgi:application"], environment, port) as process:
        yield Server(
            port=port,
            path="/saving/" if saving else "/echo/",
            database=database,
            table="echo_turn",
            process=process,
        )


def _run(command: Sequence[str], environment: dict[str, str]) -> None:
    subprocess.run(command, cwd=ROOT, env=environment, check=True)


@contextmanager
def _running(
    command: Sequence[str], environment: dict[str, str], port: int
) -> Iterator[subprocess.Popen[bytes]]:
    log = tempfile.TemporaryFile()  # noqa: SIM115 - closed below, once it is no longer of interest
    process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=log, stderr=log)
    try:
        _wait_until_open(process, port)
        yield process
    except BaseException:
        log.seek(0)
        sys.stderr.write(log.read().decode(errors="replace"))
        raise
    finally:
        log.close()
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(STOP_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _wait_until_open(process: subprocess.Popen[bytes], port: int) -> None:
    deadline = time.monotonic() + START_S
    while process.poll() is None and time.monotonic() < deadline:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise RuntimeError(f"{process.args!r} does not listen")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
