"""What the tests of `graph` share: one small question map, a clock that stands still, and a short way to a graph."""

from __future__ import annotations

from collections.abc import Awaitable, Sequence
from typing import Any

from pydantic import BaseModel, ConfigDict

from graph import (
    ChatConfig,
    Choice,
    ChoiceLabel,
    DecisionConfig,
    DecisionContext,
    DecisionNode,
    GraphDefinition,
    GraphNode,
    NoState,
    Questions,
    Route,
    Visit,
    choice,
    direct,
)
from graph.retrying import Clock
from graph.routing import node_name


class Mood(ChoiceLabel):
    CALM = "calm", "Nothing is wrong"
    UPSET = "upset", "Something is"


class Ask(Questions):
    """One question, for tests that need a decision and do not care which."""

    mood: Choice[Mood] = choice("How does the customer feel?")


class Count(BaseModel):
    """A state, for tests that need one and do not care which."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    number: int = 0
    note: str = ""


class Judge(DecisionNode[NoState, Ask]):
    """Asks and replies with the mood; tests subclass it for what they are about."""

    def on_decision(
        self, answers: Ask, context: DecisionContext, visit: Visit[NoState]
    ) -> Route | Awaitable[Route]:
        return direct(answers.mood.choice.value)


def graph_of(*nodes: GraphNode[Any], **settings: Any) -> GraphDefinition:
    """A graph that starts at the first node, with every node in the history space `talk` and scripted models."""
    return GraphDefinition(
        **{
            "name": "test",
            "nodes": nodes,
            "start": nodes[0].name,
            "histories": {"talk": [node.name for node in nodes]},
            "decision": DecisionConfig(provider="scripted", model="scripted-latest"),
            "chat": ChatConfig(provider="scripted"),
            **settings,
        }
    )


def names_of(refs: Sequence[Any]) -> list[str]:
    return [node_name(ref) for ref in refs]


class StandingClock:
    """Time that passes only where somebody sleeps or moves it."""

    def __init__(self, *, jitter: float = 0.0) -> None:
        self.time_s = 1000.0
        self.naps: list[float] = []
        """Seconds of each sleep, in order."""
        self.jitter = jitter

    async def _sleep(self, seconds: float) -> None:
        self.naps.append(seconds)
        self.time_s += seconds

    @property
    def clock(self) -> Clock:
        return Clock(now=lambda: self.time_s, sleep=self._sleep, jitter=lambda: self.jitter)
