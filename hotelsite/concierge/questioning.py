"""Which question is asked for a criterion, given what is known of it."""

from __future__ import annotations

import datetime as dt
from typing import Final

from graph.state import StateView
from hotelsite.concierge import texts
from hotelsite.concierge.snapshot import collector_state, read_criteria
from hotelsite.concierge.state import DatesState, DistanceState
from hotelsite.hotels.criteria import Criteria, Criterion, validate

_FRESH: Final = Criteria()


def question_for(states: StateView, criterion: Criterion, *, today: dt.date) -> str:
    """Return the mend of what is wrong with a criterion, the missing half of it, or its plain question."""
    match collector_state(states, criterion):
        case DatesState(nights=int(nights), check_in=None, check_out=None):
            return texts.arrival_for(nights)
        case DistanceState(near=near) if near:
            return texts.how_near(near)
    for criteria in (read_criteria(states), _FRESH):
        for issue in validate(criteria, today=today):
            if issue.criterion is criterion:
                return issue.message
    raise AssertionError(f"criteria without an answer have an issue each, {criterion} included")
