"""The site with an engine that tests hold in their hands."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from channels.layers import channel_layers

from hotelsite import runtime
from hotelsite.web.switchboard import switchboard
from tests.web.support import Browser, Stage, staged_engine


@pytest.fixture(autouse=True)
def _layer_of_this_loop() -> None:
    """A channel layer is bound to the event loop that first used it, and each test has a loop of its own."""
    channel_layers.backends.clear()


@pytest.fixture
def stage(monkeypatch: pytest.MonkeyPatch, transactional_db: None) -> Stage:
    """The site runs a graph of one node, whose turns go as the test says."""
    stage = Stage()
    engine = staged_engine(stage)
    monkeypatch.setattr(runtime, "get_engine", lambda: engine)
    return stage


@pytest.fixture
async def site(stage: Stage) -> AsyncIterator[Stage]:
    """The running site; whatever a test leaves behind is stopped at its end."""
    yield stage
    await switchboard().stop(limit_s=0)


@pytest.fixture
def ann() -> Browser:
    return Browser()


@pytest.fixture
def bob() -> Browser:
    return Browser()
