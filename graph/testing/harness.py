"""Drives real turns of a real graph in memory."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import Any, TypeVar

from graph.chat.messages import Message
from graph.chat.models import ChatModel
from graph.decision.audit import DecisionRecord
from graph.decision.providers import DecisionProvider
from graph.definition import GraphDefinition, compile_graph
from graph.engine import GraphEngine
from graph.events import Event, TerminalEvent, TurnCompleted
from graph.jsonvalue import JsonObject
from graph.nodes import GraphNode
from graph.retrying import Clock
from graph.state import StateView
from graph.testing.scripts import ScriptedChat, ScriptedDecisions
from graph.testing.store import InMemoryStore, StoredTurn
from graph.turns import TurnControl, TurnInput

StateT = TypeVar("StateT", bound="Any")


async def no_sleep(seconds: float) -> None:
    """A clock's sleep that does not wait."""


class Harness:
    """One session of a graph with scripted models.

    The definition's providers must be named `scripted` (or pass providers under other ids). Retries do not wait.
    """

    def __init__(
        self,
        definition: GraphDefinition,
        *,
        decisions: DecisionProvider | None = None,
        chat: ChatModel | None = None,
        context: Mapping[str, Any] | None = None,
        clock: Clock | None = None,
        store: InMemoryStore | None = None,
        states: Mapping[str, JsonObject] | None = None,
    ) -> None:
        self.decisions = decisions if decisions is not None else ScriptedDecisions()
        self.chat = chat if chat is not None else ScriptedChat()
        self.context = dict(context or {})
        self.graph = compile_graph(
            definition,
            decision_providers={self.decisions.id: self.decisions},
            chat_models={self.chat.id: self.chat},
            clock=clock or Clock(sleep=no_sleep),
        )
        self.store = store or InMemoryStore()
        self.engine = GraphEngine([self.graph], self.store, context=lambda: self.context)
        self.session_id = self.store.begin_session(definition.name, states)
        self.events: list[Event] = []
        """Events of the newest turn."""
        self._ids = (f"turn-{number}" for number in itertools.count(1))

    async def say(
        self, text: str, *, turn_id: str | None = None, control: TurnControl | None = None
    ) -> TerminalEvent:
        """Run one turn of words."""
        return await self.run(TurnInput(id=turn_id or next(self._ids), text=text), control=control)

    async def act(
        self, name: str, arguments: Mapping[str, object] | None = None, *, words: str = ""
    ) -> TerminalEvent:
        """Run one turn of an action."""
        return await self.run(TurnInput.act(next(self._ids), name, arguments or {}, words=words or name))

    async def run(self, turn: TurnInput, *, control: TurnControl | None = None) -> TerminalEvent:
        """Run one turn and return its last event.

        Raises:
            ScriptFault: A scripted model was asked for what its script does not have; however the turn ended.
        """
        self.events = []
        ended = await self.engine.run_turn(self.session_id, turn, emit=self.events.append, control=control)
        for model in (self.decisions, self.chat):
            for fault in getattr(model, "faults", ()):
                raise fault
        return ended

    async def reply_to(self, text: str) -> str:
        """Run one turn of words and return the reply's text; the turn must complete."""
        ended = await self.say(text)
        assert isinstance(ended, TurnCompleted), ended
        return ended.reply.text

    @property
    def cursor(self) -> str:
        return self.store.sessions[self.session_id].cursor

    @property
    def status(self) -> str:
        return self.store.sessions[self.session_id].status

    @property
    def turns(self) -> list[StoredTurn]:
        return self.store.sessions[self.session_id].turns

    @property
    def audit(self) -> tuple[DecisionRecord, ...]:
        """Audit entries of the newest turn."""
        turn = self.turns[-1]
        ended = turn.commit or turn.closure
        return ended.decisions if ended else ()

    def state_of(self, node: type[GraphNode[StateT]]) -> StateT:
        """A node's saved state."""
        return StateView(self.store.sessions[self.session_id].states).of(node)

    def history(self, space: str) -> list[Message]:
        """All messages of a history space."""
        return self.store.sessions[self.session_id].histories.get(space, [])
