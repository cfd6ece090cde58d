"""The five nodes that collect criteria: each has one capture tool, for the chat model and for the page's control alike."""

from __future__ import annotations

from typing import ClassVar

from graph.chat.tools import tool
from graph.routing import Route
from graph.scope import Visit
from hotelsite.concierge import capturing
from hotelsite.concierge.arguments import (
    CaptureAmenities,
    CaptureBudget,
    CaptureDates,
    CaptureDistance,
    CaptureRoomType,
)
from hotelsite.concierge.nodes.collector import Collector
from hotelsite.concierge.snapshot import collector_state, read_criteria, today_of
from hotelsite.concierge.state import AmenitiesState, BudgetState, DatesState, DistanceState, RoomTypeState
from hotelsite.hotels.criteria import Criterion


class DateRange(Collector[DatesState]):
    criterion: ClassVar[Criterion] = Criterion.DATES
    task: ClassVar[str] = "date_range"

    @tool
    def capture_dates(self, arguments: CaptureDates, visit: Visit[DatesState]) -> Route:
        """Save check-in, check-out or the number of nights."""
        today = today_of(visit.context)
        return self.capture(
            arguments, visit, lambda saved: capturing.read_dates(arguments, saved, today=today)
        )


class Budget(Collector[BudgetState]):
    criterion: ClassVar[Criterion] = Criterion.BUDGET
    task: ClassVar[str] = "budget"

    @tool
    def capture_budget(self, arguments: CaptureBudget, visit: Visit[BudgetState]) -> Route:
        """Save the least and the most that a night may cost."""
        dates = read_criteria(visit.states).dates
        if dates.check_in and dates.check_out:
            nights: int | None = (dates.check_out - dates.check_in).days
        else:
            nights = _nights_said(visit)
        return self.capture(
            arguments, visit, lambda saved: capturing.read_budget(arguments, saved, nights=nights)
        )


def _nights_said(visit: Visit[BudgetState]) -> int | None:
    """The length of the stay, where it was said before its days."""
    match collector_state(visit.states, Criterion.DATES):
        case DatesState(nights=nights):
            return nights
    return None


class RoomType(Collector[RoomTypeState]):
    criterion: ClassVar[Criterion] = Criterion.ROOM_TYPE
    task: ClassVar[str] = "room_type"

    @tool
    def capture_room_type(self, arguments: CaptureRoomType, visit: Visit[RoomTypeState]) -> Route:
        """Save the kind of room, or that any will do."""
        return self.capture(arguments, visit, lambda saved: capturing.read_room_type(arguments))


class Amenities(Collector[AmenitiesState]):
    criterion: ClassVar[Criterion] = Criterion.AMENITIES
    task: ClassVar[str] = "amenities"

    @tool
    def capture_amenities(self, arguments: CaptureAmenities, visit: Visit[AmenitiesState]) -> Route:
        """Save what the hotel must have, or that there is no preference."""
        return self.capture(arguments, visit, lambda saved: capturing.read_amenities(arguments, saved))


class Distance(Collector[DistanceState]):
    criterion: ClassVar[Criterion] = Criterion.DISTANCE
    task: ClassVar[str] = "distance"

    @tool
    def capture_distance(self, arguments: CaptureDistance, visit: Visit[DistanceState]) -> Route:
        """Save the most miles to the airport and to the city center, or that anywhere will do."""
        return self.capture(arguments, visit, lambda saved: capturing.read_distance(arguments, saved))
