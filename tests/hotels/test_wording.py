from __future__ import annotations

from decimal import Decimal

import pytest

from hotelsite.hotels.wording import dollars, miles


@pytest.mark.parametrize(
    ("amount", "written"),
    [("700", "$700"), ("2891.70", "$2,891.70"), ("0.5", "$0.50"), ("-5", "-$5"), ("1000000", "$1,000,000")],
)
def test_dollars_are_written_with_cents_only_when_there_are_any(amount: str, written: str) -> None:
    assert dollars(Decimal(amount)) == written


@pytest.mark.parametrize(
    ("distance", "written"), [("5", "5 miles"), ("1", "1 mile"), ("0.5", "0.5 miles"), ("10", "10 miles")]
)
def test_miles_are_written_without_needless_zeros(distance: str, written: str) -> None:
    assert miles(Decimal(distance)) == written
