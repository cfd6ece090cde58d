"""The smallest graph with one conversation in it, and the wire form of what a chat server sends."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from graph import (
    ChatConfig,
    ChatFailure,
    ConversationNode,
    GraphDefinition,
    Route,
    Visit,
    direct,
    stay,
    tool,
)

PROMPT = "You take down what the customer may spend."
FACTS: Mapping[str, object] = {"currency": "USD", "today": "2027-07-15"}


class BudgetArguments(BaseModel):
    amount: Decimal = Field(gt=0)


class BudgetState(BaseModel):
    model_config = ConfigDict(frozen=True)

    amount: Decimal | None = None


class Budget(ConversationNode[BudgetState]):
    """Captures one amount; answers "fell back" where the model gave no reply and a hook is wanted."""

    terminate_target = None

    def __init__(self, *, falls_back: bool = True) -> None:
        self._falls_back = falls_back
        self.failures: list[ChatFailure] = []

    def get_prompt(self, visit: Visit[BudgetState]) -> str:
        return PROMPT

    def get_facts(self, visit: Visit[BudgetState]) -> Mapping[str, object]:
        return FACTS

    @tool
    def set_budget(self, arguments: BudgetArguments, visit: Visit[BudgetState]) -> Route:
        """Keep the highest amount a night."""
        visit.save(BudgetState(amount=arguments.amount))
        return direct(f"At most {arguments.amount}")

    @tool
    def look_up(self, arguments: BudgetArguments, visit: Visit[BudgetState]) -> Route:
        """See whether an amount is usual."""
        return stay(f"{arguments.amount} is usual")

    def on_chat_error(self, failure: ChatFailure, visit: Visit[BudgetState]) -> Route | None:
        self.failures.append(failure)
        return direct("fell back") if self._falls_back else None


class ForcedBudget(Budget):
    force_tools = True
    name = "Budget"


def talking(
    node: Budget,
    *,
    timeout_s: float = 5.0,
    max_retries: int = 2,
    deadline_s: float = 10.0,
    alternate: str | None = None,
) -> GraphDefinition:
    """A graph of the node alone, talking through `openai`."""
    return GraphDefinition(
        name="talking",
        nodes=[node],
        start="Budget",
        histories={"talk": ["Budget"]},
        chat=ChatConfig(
            provider="openai",
            model="gpt-test",
            timeout_s=timeout_s,
            max_retries=max_retries,
            deadline_s=deadline_s,
            max_rounds=4,
            alternate=alternate,
        ),
    )


# --- what a chat server sends -------------------------------------------------------------------------------

USAGE = {"prompt_tokens": 30, "completion_tokens": 6, "total_tokens": 36}


def wire_call(
    name: str, arguments: str, *, call_id: str | None = "call_1", index: int | None = 0
) -> dict[str, Any]:
    """A tool call, or a piece of one."""
    call: dict[str, Any] = {"type": "function", "function": {"name": name, "arguments": arguments}}
    return {
        **call,
        **({} if call_id is None else {"id": call_id}),
        **({} if index is None else {"index": index}),
    }


def completion(
    content: str | None = None,
    *,
    calls: list[dict[str, Any]] | None = None,
    finish: str | None = None,
    **message: Any,
) -> dict[str, Any]:
    """A whole completion."""
    said = {"role": "assistant", "content": content, **({"tool_calls": calls} if calls else {}), **message}
    finish = finish or ("tool_calls" if calls else "stop")
    return {
        "id": "chatcmpl-1",
        "model": "gpt-test-2027",
        "choices": [{"index": 0, "message": said, "finish_reason": finish}],
        "usage": USAGE,
    }


def chunk(finish: str | None = None, **delta: Any) -> dict[str, Any]:
    """A chunk of a stream."""
    return {
        "id": "chatcmpl-1",
        "model": "gpt-test-2027",
        "choices": [{"index": 0, "delta": delta, "finish_reason": finish}],
    }


USAGE_CHUNK = {"id": "chatcmpl-1", "model": "gpt-test-2027", "choices": [], "usage": USAGE}
DONE = "[DONE]"


def streamed(*texts: str, finish: str = "stop") -> list[object]:
    """The chunks of a reply in plain text."""
    return [
        chunk(role="assistant", content=""),
        *(chunk(content=text) for text in texts),
        chunk(finish=finish),
        USAGE_CHUNK,
        DONE,
    ]
