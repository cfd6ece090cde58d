from __future__ import annotations

from datetime import date

import pytest
from pytest_django import Settings

from hotelsite.hotels.catalogue import load_catalogue, read_catalogue
from tests.hotels.support import TODAY


@pytest.fixture(autouse=True)
def today(settings: Settings) -> date:
    """The business date, pinned so that no test depends on the day it runs."""
    settings.HOTEL_CURRENT_DATE = TODAY
    return TODAY


@pytest.fixture
def portland(db: None) -> None:
    """The catalogue that the project ships."""
    load_catalogue(read_catalogue())
