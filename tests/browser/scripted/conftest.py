"""The page of the real server, with a websocket on which the test plays the server."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.browser.conftest import VISITOR, Server
from tests.browser.support import Chat, Complaints, ScriptedServer


@pytest.fixture(scope="package")
def shared_context(chromium: Browser, server: Server) -> Iterator[BrowserContext]:
    """One context for all scripted tests: each has a tab of its own, and files come from the cache."""
    context = chromium.new_context(base_url=server.url, **VISITOR)
    yield context
    context.close()


@pytest.fixture
def context(shared_context: BrowserContext) -> Iterator[BrowserContext]:
    yield shared_context
    shared_context.set_offline(False)


@pytest.fixture
def page(context: BrowserContext, complaints: Complaints) -> Iterator[Page]:
    page = complaints.watch(context.new_page())
    yield page
    page.close()


@pytest.fixture
def server_side(page: Page) -> ScriptedServer:
    return ScriptedServer(page)


@pytest.fixture
def chat(page: Page, server_side: ScriptedServer) -> Chat:
    chat = Chat(page)
    chat.open()
    return chat
