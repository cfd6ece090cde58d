"""Nightly prices: each factor, the rounding, and the days that are nights."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hotelsite.hotels.criteria import RoomType
from hotelsite.hotels.pricing import night_price, price_nights

MONDAYS = [  # one in each month of 2027
    (date(2027, 1, 4), "120.00"),
    (date(2027, 2, 1), "120.00"),
    (date(2027, 3, 1), "120.00"),
    (date(2027, 4, 5), "140.00"),
    (date(2027, 5, 3), "140.00"),
    (date(2027, 6, 7), "180.00"),
    (date(2027, 7, 5), "180.00"),
    (date(2027, 8, 2), "180.00"),
    (date(2027, 9, 6), "180.00"),
    (date(2027, 10, 4), "150.00"),
    (date(2027, 11, 1), "120.00"),
    (date(2027, 12, 6), "120.00"),
]


@pytest.mark.parametrize(("night", "price"), MONDAYS, ids=[f"{night:%B}" for night, _ in MONDAYS])
def test_the_month_of_the_night_decides_the_season(night: date, price: str) -> None:
    assert night_price(Decimal(100), RoomType.ONE_BED, night) == Decimal(price)


@pytest.mark.parametrize(
    ("room_type", "price"),
    [(RoomType.ONE_BED, "120.00"), (RoomType.TWO_BEDS, "192.00"), (RoomType.SUITE, "300.00")],
)
def test_the_kind_of_room_decides_the_price(room_type: RoomType, price: str) -> None:
    assert night_price(Decimal(100), room_type, date(2027, 1, 4)) == Decimal(price)


@pytest.mark.parametrize(
    ("night", "price"),
    [
        pytest.param(date(2027, 1, 8), "120.00", id="Friday"),
        pytest.param(date(2027, 1, 9), "138.00", id="Saturday"),
        pytest.param(date(2027, 1, 10), "138.00", id="Sunday"),
        pytest.param(date(2027, 1, 11), "120.00", id="Monday"),
    ],
)
def test_saturday_and_sunday_nights_cost_more(night: date, price: str) -> None:
    assert night_price(Decimal(100), RoomType.ONE_BED, night) == Decimal(price)


@pytest.mark.parametrize(
    ("base", "price"),
    [
        pytest.param("0.015", "0.05", id="half a cent goes up, also to an odd one"),  # 0.045
        pytest.param("0.0149", "0.04", id="just under half"),  # 0.0447
        pytest.param("100.001", "300.00", id="less than half a cent"),  # 300.003
    ],
)
def test_prices_are_rounded_to_cents_half_up(base: str, price: str) -> None:
    """A suite in January costs three times the base."""
    assert night_price(Decimal(base), RoomType.SUITE, date(2027, 1, 4)) == Decimal(price)


def test_each_night_is_rounded_before_the_sum() -> None:
    nights = price_nights(Decimal("100.11"), RoomType.TWO_BEDS, date(2027, 8, 7), date(2027, 8, 9))

    # 100.11 x 1.8 x 1.6 x 1.15 = 331.56432 for each of the two nights
    assert [night.price for night in nights] == [Decimal("331.56"), Decimal("331.56")]


def test_five_nights_from_the_first_to_the_sixth() -> None:
    nights = price_nights(Decimal(100), RoomType.ONE_BED, date(2027, 7, 1), date(2027, 7, 6))

    assert [night.date.day for night in nights] == [1, 2, 3, 4, 5]
    assert sum(night.price for night in nights) == Decimal(180 * 3 + 207 * 2)


def test_a_stay_over_the_end_of_a_season_pays_each_night_its_own() -> None:
    nights = price_nights(Decimal(100), RoomType.ONE_BED, date(2027, 9, 30), date(2027, 10, 2))

    assert [night.price for night in nights] == [Decimal("180.00"), Decimal("150.00")]


@given(
    base=st.decimals(min_value=1, max_value=999_999, places=2),
    room_type=st.sampled_from(RoomType),
    check_in=st.dates(date(2026, 1, 1), date(2030, 1, 1)),
    length=st.integers(1, 30),
)
def test_a_stay_has_a_price_in_whole_cents_for_each_of_its_nights(
    base: Decimal, room_type: RoomType, check_in: date, length: int
) -> None:
    check_out = date.fromordinal(check_in.toordinal() + length)

    nights = price_nights(base, room_type, check_in, check_out)

    assert [night.date for night in nights] == [
        date.fromordinal(day) for day in range(check_in.toordinal(), check_out.toordinal())
    ]
    assert all(night.price == night.price.quantize(Decimal("0.01")) > 0 for night in nights)
