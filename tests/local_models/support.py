"""The business date of these tests, and short ways to read a message."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from hotelsite.hotels.criteria import (
    AmenitiesCriterion,
    Amenity,
    BudgetCriterion,
    Criteria,
    Criterion,
    DatesCriterion,
    DistanceCriterion,
    RoomType,
    RoomTypeCriterion,
)
from hotelsite.local_models.reading import Reading, read_message

TODAY = date(2026, 11, 30)
"""A Monday."""

SAVED = Criteria(
    dates=DatesCriterion(answered=True, check_in=date(2027, 8, 3), check_out=date(2027, 8, 9)),
    budget=BudgetCriterion(answered=True, min=Decimal(100), max=Decimal(700)),
    room_type=RoomTypeCriterion(answered=True, room_type=RoomType.SUITE),
    amenities=AmenitiesCriterion(answered=True, amenities=(Amenity.FREE_WIFI, Amenity.INDOOR_POOL)),
    distance=DistanceCriterion(answered=True, airport=None, city_center=Decimal(5)),
)
"""A Tuesday to a Monday, six nights."""

DATA = Path(__file__).resolve().parents[3] / "shared" / "data"
needs_data = pytest.mark.skipif(
    not DATA.is_dir(), reason=f"the labelled messages are not at {DATA}; they are no part of the repository"
)


def read(text: str, **known: Any) -> Reading:
    """Read a message on `TODAY` unless told otherwise."""
    return read_message(text, **{"today": TODAY, **known})


def asked(criterion: str) -> dict[str, Criterion]:
    """Return the argument that says which question is open."""
    return {"asked": Criterion(criterion)}
