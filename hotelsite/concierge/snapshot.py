"""The one reader of saved state: criteria, whether results are current, and what hosts show of a session."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any, cast

from graph.chat.messages import Message
from graph.jsonvalue import JsonObject, JsonValue
from graph.state import StateView
from hotelsite.concierge.state import OWNERS, CollectorState, PresentState
from hotelsite.hotels.criteria import AnyCriterion, Criteria, Criterion, Issue, validate, validate_value

PRESENT = "Present"


def today_of(context: Mapping[str, Any]) -> dt.date:
    """Return the business date that the host gives with each turn, under `today`."""
    today = context["today"]
    assert isinstance(today, dt.date)
    return today


def said_last(history: Sequence[Message]) -> str:
    """Return the newest reply in a history, as the customer read it; '' where there is none."""
    replies = (said.text for said in reversed(history) if said.role == "assistant" and not said.internal)
    return next(replies, "")


def collector_state(states: StateView, criterion: Criterion) -> CollectorState:
    """Return all that the owner of a criterion saved."""
    owner = OWNERS[criterion]
    return cast("CollectorState", states.read(owner.node, owner.state))


def read_criteria(states: StateView) -> Criteria:
    """Return the five criteria without what their owners keep beside them."""
    return Criteria(**{criterion.value: _plain(states, criterion) for criterion in Criterion})


def _plain(states: StateView, criterion: Criterion) -> AnyCriterion:
    kind = cast("type[AnyCriterion]", Criteria.model_fields[criterion.value].annotation)
    state = collector_state(states, criterion)
    return kind(**{name: getattr(state, name) for name in kind.model_fields})


def results_of(states: StateView) -> PresentState:
    """Return what `Present` saved of the newest search."""
    return cast("PresentState", states.read(PRESENT, PresentState))


def results_current(states: StateView, *, today: dt.date) -> bool:
    """Tell whether the saved results still stand: criteria as they were, and a stay that can still begin."""
    present, criteria = results_of(states), read_criteria(states)
    if not present.results or present.criteria != criteria:
        return False
    return not validate_value(Criterion.DATES, criteria.dates, today=today)


def criteria_object(criteria: Criteria, *, today: dt.date) -> JsonObject:
    """Return PROTOCOL's `criteria`: each criterion by name, and the issues in their fixed order."""
    shown: JsonObject = {
        criterion.value: criteria.get(criterion).model_dump(mode="json") for criterion in Criterion
    }
    shown["issues"] = issue_objects(validate(criteria, today=today))
    return shown


def issue_objects(issues: list[Issue]) -> list[JsonValue]:
    """Return `[{"criterion", "message"}]`."""
    return [{"criterion": issue.criterion.value, "message": issue.message} for issue in issues]


def snapshot(states: StateView, context: Mapping[str, Any]) -> JsonObject:
    """Return `{"criteria", "results_turn", "results"}`; the last two are null and empty while no results are current."""
    return _snapshot(states, today=today_of(context))


def describe(states: Mapping[str, JsonObject], *, today: dt.date) -> JsonObject:
    """Return the same as `snapshot`, from saved node state as it is stored."""
    return _snapshot(StateView(states), today=today)


def _snapshot(states: StateView, *, today: dt.date) -> JsonObject:
    current = results_current(states, today=today)
    present = results_of(states)
    return {
        "criteria": criteria_object(read_criteria(states), today=today),
        "results_turn": present.results_turn if current else None,
        "results": [offer.slug for offer in present.results] if current else [],
    }


def carry_over(states: Mapping[str, JsonObject]) -> dict[str, JsonObject]:
    """Return the state with which a new session takes over the criteria of another one, and nothing else."""
    owners = {owner.node for owner in OWNERS.values()}
    return {
        node: {name: value for name, value in state.items() if name != "errand"}
        for node, state in states.items()
        if node in owners
    }
