"""What the local chat model answers with: a tool call, or a sentence of its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from graph.jsonvalue import JsonObject


@dataclass(frozen=True, slots=True)
class Call:
    """A tool call to make."""

    tool: str
    arguments: JsonObject


Answer: TypeAlias = "Call | str"
"""A tool call, or words to the customer."""
