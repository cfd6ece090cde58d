"""What reading one message yields."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from hotelsite.hotels.criteria import Criterion
from hotelsite.local_models.reading.amenities import AmenitiesReading
from hotelsite.local_models.reading.dates import DatesReading
from hotelsite.local_models.reading.distance import DistanceReading
from hotelsite.local_models.reading.evidence import Evidence
from hotelsite.local_models.reading.intents import Intent
from hotelsite.local_models.reading.money import BudgetReading
from hotelsite.local_models.reading.noise import Party
from hotelsite.local_models.reading.rooms import RoomReading
from hotelsite.local_models.reading.selection import Selection

CriterionReading: TypeAlias = DatesReading | BudgetReading | RoomReading | AmenitiesReading | DistanceReading


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """Everything that was read in one message; a part that was not touched is None."""

    dates: DatesReading | None = None
    budget: BudgetReading | None = None
    room_type: RoomReading | None = None
    amenities: AmenitiesReading | None = None
    distance: DistanceReading | None = None
    intents: frozenset[Intent] = frozenset()
    selection: Selection = field(default_factory=Selection)
    party: Party = field(default_factory=Party)
    evidence: tuple[Evidence, ...] = ()
    """Spans of the original message, in its order."""
    english: bool = True
    off_topic: bool = False
    """About something else than a stay: then nothing was read as a wish."""
    destination_scores: Mapping[str, float] = field(default_factory=dict)
    """A probability for each of the nine destinations."""

    @property
    def mentions(self) -> tuple[Criterion, ...]:
        """The criteria that the message is about, with or without a value, in the order of asking."""
        return tuple(criterion for criterion in Criterion if self.get(criterion) is not None)

    @property
    def no_preference(self) -> bool:
        """Whether the customer has no preference in what was asked."""
        return Intent.NO_PREFERENCE in self.intents

    def get(
        self, criterion: Criterion
    ) -> DatesReading | BudgetReading | RoomReading | AmenitiesReading | DistanceReading | None:
        """Return what was read about one criterion."""
        found: DatesReading | BudgetReading | RoomReading | AmenitiesReading | DistanceReading | None = (
            getattr(self, criterion.value)
        )
        return found

    def is_sure(self, criterion: Criterion) -> bool:
        """Tell whether a criterion is surely meant, be it with a value or not."""
        found = self.get(criterion)
        return found is not None and (found.has_value or found.strong)

    def without_criteria(self) -> Reading:
        """Return the reading with nothing said about any criterion."""
        return replace(self, dates=None, budget=None, room_type=None, amenities=None, distance=None)

    def has_value(self, criterion: Criterion) -> bool:
        """Tell whether something certain was said that changes a criterion."""
        found = self.get(criterion)
        return found is not None and found.has_value
