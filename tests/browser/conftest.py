"""A real Chromium against a real server: one child process of the site for all tests of a worker, with a scratch database."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.browser.support import Chat, Complaints

ROOT = Path(__file__).resolve().parents[2]
READY_WITHIN_S = 60.0
STOPS_WITHIN_S = 20.0
EXPECT_WITHIN_MS = 15_000  # generous, for machines that are busy with other tests
VISITOR: Final[Any] = {"viewport": {"width": 1280, "height": 800}, "locale": "en-US"}
QUIET = (
    "--no-sandbox",  # the tests' own pages only, and containers often forbid the sandbox
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark everything in this folder."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)


class Server:
    """The site in a child process, on a port and a database of its own; it can be restarted on both."""

    def __init__(self, folder: Path) -> None:
        self.port = _free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._log = folder / "server.log"
        self._process: subprocess.Popen[bytes] | None = None
        self._env = {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "tests.browser.settings",
            "DATABASE_URL": f"sqlite:///{folder / 'browser.sqlite3'}",
        }
        self._env.pop("REDIS_URL", None)

    def prepare(self) -> None:
        for command in ("migrate", "load_catalogue"):
            self.manage(command)

    def manage(self, *command: str, **env: str) -> None:
        """Run one of the site's commands on the server's database."""
        subprocess.run(
            [sys.executable, "manage.py", *command],
            cwd=ROOT,
            env={**self._env, **env},
            check=True,
            capture_output=True,
        )

    def start(self) -> None:
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "manage.py", "serve", "--port", str(self.port)],
                cwd=ROOT,
                env=self._env,
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        deadline = time.monotonic() + READY_WITHIN_S
        while not self._answers():
            if self._process.poll() is not None or time.monotonic() > deadline:
                pytest.fail(f"the server did not start:\n{self._log.read_text()[-4000:]}")
            time.sleep(0.1)

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        if self._process is None:
            return
        self._process.send_signal(how)
        try:
            self._process.wait(STOPS_WITHIN_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process = None

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/healthz", timeout=2):
                return True
        except (urllib.error.URLError, OSError):
            return False


@pytest.fixture(scope="package")
def server(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The running site. It comes after the browser: without one there is nothing to start it for."""
    server = Server(tmp_path_factory.mktemp("browser"))
    server.prepare()
    server.start()
    yield server
    server.stop()


# For the package and not the whole run: Playwright keeps an event loop running on the thread, beside which no
# asynchronous test can run.
@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    found = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if found is None:
        pytest.skip(
            "no Chromium on this machine: install one as `chromium`, `chromium-browser` or `google-chrome`"
        )
    expect.set_options(timeout=EXPECT_WITHIN_MS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=list(QUIET))
        yield browser
        browser.close()


@pytest.fixture
def context(chromium: Browser, server: Server) -> Iterator[BrowserContext]:
    """A new visitor."""
    context = chromium.new_context(base_url=server.url, **VISITOR)
    yield context
    context.close()


@pytest.fixture
def complaints() -> Iterator[Complaints]:
    """What the browser complained of; the test fails at its end when there was anything it did not expect."""
    complaints = Complaints()
    yield complaints
    assert complaints.found == []


@pytest.fixture
def page(context: BrowserContext, complaints: Complaints) -> Page:
    return complaints.watch(context.new_page())


@pytest.fixture
def chat(page: Page) -> Chat:
    """The chat, open and connected."""
    chat = Chat(page)
    chat.open()
    return chat


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
