"""Doubles for tests of graphs: scripted models, a store in memory, and a harness that drives real turns."""

from graph.testing.harness import Harness, no_sleep
from graph.testing.scripts import (
    SURE,
    ScriptedChat,
    ScriptedDecisions,
    ScriptExhausted,
    ScriptFault,
    wire_answer,
)
from graph.testing.store import InMemoryStore, StoredSession, StoredTurn

__all__ = [
    "SURE",
    "Harness",
    "InMemoryStore",
    "ScriptExhausted",
    "ScriptFault",
    "ScriptedChat",
    "ScriptedDecisions",
    "StoredSession",
    "StoredTurn",
    "no_sleep",
    "wire_answer",
]
