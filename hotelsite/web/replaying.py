"""Drives scenarios through the engine that settings configure, each in a session of its own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from typing import Any

from django.conf import settings

from graph.engine import GraphEngine
from graph.metering import NodeRequests, RequestMeter
from graph.turns import TurnInput
from graph.usage import TurnUsage
from hotelsite.conversations.dbthreads import on_database_thread
from hotelsite.conversations.models import ChatCall, Decision
from hotelsite.web import conversation
from hotelsite.web.expectations import turn_mismatches, whole_mismatches
from hotelsite.web.identity import new_secret, owner_of
from hotelsite.web.intake import turn_input
from hotelsite.web.refusals import Refusal
from hotelsite.web.scenarios import Scenario, Step
from hotelsite.web.server_frames import Frame, error_frame, terminal_frame


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedTurn:
    """One turn as it went."""

    label: str
    request: str
    path: list[str]
    decision_calls: int
    reply: str
    mismatches: list[str]


@dataclass(slots=True, kw_only=True)
class PlayedScenario:
    """One conversation as it went."""

    name: str
    turns: list[PlayedTurn] = field(default_factory=list)
    usage: dict[str, Any] = field(default_factory=dict)
    outcomes: dict[str, int] = field(default_factory=dict)
    """Number of audit entries by outcome."""
    chat_failures: dict[str, int] = field(default_factory=dict)
    """Number of chat calls without a reply by category."""
    requests: list[NodeRequests] = field(default_factory=list)
    """What each node asked of its models."""
    state: dict[str, Any] = field(default_factory=dict)
    """Of the session at the end: `status`, `node`, `criteria`."""
    mismatches: list[str] = field(default_factory=list)
    """Of the conversation as a whole."""

    @property
    def failures(self) -> int:
        return len(self.mismatches) + sum(len(turn.mismatches) for turn in self.turns)

    def as_json(self) -> dict[str, Any]:
        requests = [account.as_json() for account in self.requests]
        return {**asdict(self), "requests": requests, "failures": self.failures}


async def play(
    scenario: Scenario,
    engine: GraphEngine,
    *,
    meter: RequestMeter | None = None,
    tell: Callable[[PlayedTurn], None] = lambda _: None,
) -> PlayedScenario:
    """Run a scenario on its own business date.

    Args:
        meter: The engine's, where it has one; it begins anew with each scenario.
        tell: Told each turn as soon as it is over.
    """
    played = PlayedScenario(name=scenario.name)
    with _business_date(scenario):
        owner = owner_of(new_secret())
        session_id = await on_database_thread(conversation.begin)(owner)
        for step in scenario.turns:
            played.turns.append(await _play_turn(step, engine, session_id))
            tell(played.turns[-1])
        end = await on_database_thread(conversation.picture)(session_id, owner)
    played.usage = end["usage"]
    played.outcomes, played.chat_failures = await on_database_thread(_audit)(session_id)
    played.requests = meter.take() if meter else []
    played.state = {key: end[key] for key in ("status", "node", "criteria")}
    played.mismatches = list(
        whole_mismatches(
            scenario.expect,
            decision_calls=played.usage["decisions"]["calls"],
            outcomes=played.outcomes,
        )
    )
    return played


async def _play_turn(step: Step, engine: GraphEngine, session_id: str) -> PlayedTurn:
    try:
        turn = await turn_input(step.make_frame())
        ended = await _run(engine, session_id, turn)
        request = turn.text
    except Refusal as refusal:
        request, ended = str(step.frame), error_frame(refusal)
    usage = ended.get("usage") or TurnUsage().as_json()
    return PlayedTurn(
        label=step.label,
        request=request,
        path=ended.get("path", []),
        decision_calls=usage["decisions"]["calls"],
        reply=ended["message"] if isinstance(ended.get("message"), str) else ended["message"]["text"],
        mismatches=list(turn_mismatches(step.expect, ended)),
    )


async def _run(engine: GraphEngine, session_id: str, turn: TurnInput) -> Frame:
    return terminal_frame(await engine.run_turn(session_id, turn, emit=lambda _: None))


def _audit(session_id: str) -> tuple[dict[str, int], dict[str, int]]:
    """Return the number of decisions by outcome, and of failed chat calls by category."""
    outcomes = Decision.objects.filter(turn__session__id=session_id).values_list("outcome", flat=True)
    failed = ChatCall.objects.filter(turn__session__id=session_id, failure__isnull=False)
    return dict(Counter(outcomes)), dict(Counter(filter(None, failed.values_list("failure", flat=True))))


@contextmanager
def _business_date(scenario: Scenario) -> Iterator[None]:
    """Pin the site's date to the scenario's, as `HOTEL_CURRENT_DATE` would."""
    before = settings.HOTEL_CURRENT_DATE
    settings.HOTEL_CURRENT_DATE = scenario.current_date or before
    try:
        yield
    finally:
        settings.HOTEL_CURRENT_DATE = before
