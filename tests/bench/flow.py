"""The work of one turn that all runtimes share, so that what differs between them is the runtime alone.

A turn enters four nodes: a judgement of the message, a tool call that notes a value, a second judgement, and the reply.
Model and tool are stubs that answer at once; what they give is checked with pydantic, as it would have to be.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, Final, Literal, Protocol

from pydantic import BaseModel, ConfigDict

TOPICS: Final = ("order", "cancel", "refund", "address", "invoice", "status", "person", "chat", "done")
MOODS: Final = ("calm", "upset", "unclear")
MESSAGE: Final = (
    "Please send it to 7 Harbour Row from now on; I moved there at the end of last month. Thank you!"
)

Next = Literal["note", "reply"]


class Judgement(BaseModel):
    model_config = ConfigDict(extra="forbid")
    topic: Literal["order", "cancel", "refund", "address", "invoice", "status", "person", "chat", "done"]
    mood: Literal["calm", "upset", "unclear"]


class Noted(BaseModel):
    model_config = ConfigDict(extra="forbid")
    slot: str
    value: str


async def judge(text: str, *, noted: bool) -> Next:
    """Return where to go: a message is noted first, and answered once it is."""
    judgement = Judgement.model_validate(await _decision_model(_questions(), text, noted=noted))
    return "reply" if judgement.topic == "done" else "note"


async def note(text: str) -> Noted:
    return Noted.model_validate(await _tool_call(text))


async def reply(slots: dict[str, str], turn: int) -> str:
    return f"Message {turn}: I noted {slots['address']}"


def _questions() -> dict[str, Any]:
    return {
        "topic": {"type": "choice", "labels": list(TOPICS), "instructions": "What is it about?"},
        "mood": {"type": "choice", "labels": list(MOODS), "instructions": "How do they feel?"},
    }


async def _decision_model(questions: dict[str, Any], text: str, *, noted: bool) -> dict[str, Any]:
    return {
        "topic": questions["topic"]["labels"][8 if noted else 3],
        "mood": questions["mood"]["labels"][0],
    }


async def _tool_call(text: str) -> dict[str, Any]:
    return {"slot": "address", "value": text}


class Runtime(Protocol):
    """The flow in one runtime."""

    def begin(self) -> Any:
        """Begin a conversation and return the handle by which `turn` knows it."""

    async def turn(self, session: Any, text: str) -> str:
        """Run a turn and return its reply."""


# --- the floor ----------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class PlainSession:
    text: str = ""
    noted: bool = False
    slots: dict[str, str] = field(default_factory=dict)
    turns: int = 0
    reply: str = ""


async def _judging(session: PlainSession) -> str | None:
    return await judge(session.text, noted=session.noted)


async def _noting(session: PlainSession) -> str | None:
    noted = await note(session.text)
    session.slots[noted.slot] = noted.value
    session.noted = True
    return "judge"


async def _replying(session: PlainSession) -> str | None:
    session.turns += 1
    session.reply = await reply(session.slots, session.turns)
    return None


_NODES: Final[dict[str, Callable[[PlainSession], Awaitable[str | None]]]] = {
    "judge": _judging,
    "note": _noting,
    "reply": _replying,
}


class PlainAsyncio:
    """The least that can run the flow: a dictionary of coroutines and a loop."""

    def begin(self) -> PlainSession:
        return PlainSession()

    async def turn(self, session: PlainSession, text: str) -> str:
        session.text, session.noted = text, False
        node: str | None = "judge"
        while node is not None:
            node = await _NODES[node](session)
        return session.reply
