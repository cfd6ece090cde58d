from __future__ import annotations

from datetime import UTC, date, datetime
from unittest.mock import patch

import pytest
from pytest_django import Settings

from hotelsite.hotels.calendar import business_today


@pytest.mark.parametrize(
    ("now", "today"),
    [
        pytest.param(datetime(2026, 12, 1, 5, 30, tzinfo=UTC), date(2026, 11, 30), id="21:30 in Portland"),
        pytest.param(datetime(2026, 12, 1, 8, 0, tzinfo=UTC), date(2026, 12, 1), id="midnight in Portland"),
        pytest.param(
            datetime(2027, 7, 1, 6, 59, tzinfo=UTC), date(2027, 6, 30), id="a minute before, in summer"
        ),
    ],
)
def test_today_is_the_date_in_portland(settings: Settings, now: datetime, today: date) -> None:
    settings.HOTEL_CURRENT_DATE = None

    with patch("django.utils.timezone.now", return_value=now):
        assert business_today() == today


def test_a_pinned_date_wins(settings: Settings) -> None:
    settings.HOTEL_CURRENT_DATE = date(2027, 7, 15)

    assert business_today() == date(2027, 7, 15)
