"""Scenario files: what a customer does turn by turn, and what must come of it. Source: PROTOCOL.md, "Scenario files"."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated, Any, Final, Self, get_args

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, model_validator

from graph.decision.audit import DecisionOutcome
from hotelsite.concierge.replies import BookingCard
from hotelsite.hotels.criteria import Criteria
from hotelsite.web.client_frames import TurnFrame, turn_frame, turn_frame_fields
from hotelsite.web.refusals import Refusal

FOLDER: Final = Path(__file__).resolve().parent.parent / "concierge" / "scenarios"
"""Those that the site ships."""

_CRITERIA: Final[Mapping[str, Any]] = {**Criteria().model_dump(), "issues": []}
_BOOKING: Final = frozenset(BookingCard.model_fields)
_OUTCOMES: Final = frozenset(get_args(DecisionOutcome))


class ScenarioError(Exception):
    """A file is no scenario; the text names the file, the place in it and the unknown key or wrong value."""


def _known(keys: Iterable[str], allowed: Iterable[str], where: str) -> None:
    if unknown := sorted(set(keys) - set(allowed)):
        raise ValueError(f"unknown key {', '.join(map(repr, unknown))} in {where}")


def _criteria(value: Any) -> Any:
    if isinstance(value, dict):
        _known(value, _CRITERIA, "criteria")
        for name, expected in value.items():
            if isinstance(expected, dict) and name != "issues":
                _known(expected, _CRITERIA[name], f"criteria.{name}")
    return value


def _booking(value: Any) -> Any:
    if isinstance(value, dict):
        _known(value, _BOOKING, "booking")
    return value


def _outcomes(value: Any) -> Any:
    if isinstance(value, dict):
        _known(value, _OUTCOMES, "outcomes")
    return value


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Expectation(_Strict):
    """Of one turn; what is left out is not looked at."""

    node: str | None = None
    """Where the session resumes."""
    completed: bool | None = None
    criteria: Annotated[dict[str, Any] | None, BeforeValidator(_criteria)] = None
    """A subset of the frame's."""
    includes: list[str] = []
    """In the reply's text, whatever the case."""
    excludes: list[str] = []
    hotels: list[str] | None = None
    """Names on the cards, in order."""
    booking: Annotated[dict[str, Any] | None, BeforeValidator(_booking)] = None
    """A subset of the reply's booking."""
    max_decision_calls: int | None = None


class Step(_Strict):
    """One turn: its words or its frame, and what it must lead to."""

    label: str
    frame: dict[str, Any]
    """A client frame without `id`."""
    expect: Expectation = Expectation()

    @model_validator(mode="before")
    @classmethod
    def _gather_frame(cls, written: Any) -> Any:
        """Take the frame's own keys together, which a file writes beside `label` and `expect`."""
        if not isinstance(written, dict):
            return written
        frame = {key: value for key, value in written.items() if key not in ("label", "expect")}
        frame.setdefault("type", "message")
        fields = turn_frame_fields(str(frame["type"])) - {"id"}
        if not fields:
            raise ValueError(f"unknown type {frame['type']!r}")
        _known(frame, fields, f"a {frame['type']} turn")
        try:
            turn_frame(frame)
        except Refusal as refusal:
            raise ValueError(refusal.message) from refusal
        return {key: value for key, value in written.items() if key in ("label", "expect")} | {"frame": frame}

    def make_frame(self) -> TurnFrame:
        """Return the frame under a fresh id."""
        return turn_frame(self.frame)


class WholeExpectation(_Strict):
    """Of all turns together."""

    max_decision_calls: int | None = None
    outcomes: Annotated[dict[str, int], BeforeValidator(_outcomes)] = {}
    """Exact number of audit entries by outcome."""


class Scenario(_Strict):
    """One conversation."""

    name: str
    current_date: Annotated[dt.date | None, Field(strict=False)] = None
    """The business date; None is the site's own."""
    turns: Annotated[list[Step], Field(min_length=1)]
    expect: WholeExpectation = WholeExpectation()

    @model_validator(mode="after")
    def _labels_differ(self) -> Self:
        labels = [step.label for step in self.turns]
        if repeated := {label for label in labels if labels.count(label) > 1}:
            raise ValueError(f"two turns have the label {min(repeated)!r}")
        return self


def load_scenario(path: Path) -> Scenario:
    """Read and check one file.

    Raises:
        ScenarioError: It cannot be read, or is no scenario.
    """
    try:
        written = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ScenarioError(f"{path}: {error}") from error
    try:
        return Scenario.model_validate(written)
    except ValidationError as error:
        faults = "; ".join(_fault(fault) for fault in error.errors())
        raise ScenarioError(f"{path}: {faults}") from error


def _fault(fault: Any) -> str:
    """Name the place of a fault, a turn by its number from 1, and the fault."""
    place = [part + 1 if isinstance(part, int) else part for part in fault["loc"]]
    where = ".".join(map(str, place))
    if fault["type"] == "extra_forbidden":
        *parents, key = place
        return f"unknown key {key!r} in {'.'.join(map(str, parents)) or 'the scenario'}"
    return f"{where}: {fault['msg'].removeprefix('Value error, ')}" if where else str(fault["msg"])
