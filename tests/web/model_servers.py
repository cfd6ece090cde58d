"""The offline models behind the wire forms of both HTTP providers, on loopback: what is understood there came over the wire."""

from __future__ import annotations

import asyncio
import json
import queue
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from graph.chat.messages import Message, Role
from graph.chat.models import ChatRequest
from graph.chat.openai import COMPLETIONS_PATH, FACTS_HEADING
from graph.chat.tools import ToolSpec
from graph.decision.providers import DecisionRequest
from graph.decision.typesafe import SYSTEM_ONE_PATH
from graph.workflow.facade import ANSWER_TOOL
from hotelsite.local_models import LocalChatModel, LocalDecisionProvider
from tests.graph.providers.support import Exchange, ScriptedServer, serving
from tests.graph.providers.talking import completion, wire_call

ROLES: Mapping[str, Role] = {"user": "human", "assistant": "assistant", "tool": "tool"}


class ModelServer(ScriptedServer):
    """Answers as the offline models do; one of its two services can be away."""

    def __init__(self, *, away: str = "", verdict: bool = True) -> None:
        """Set it up.

        Args:
            away: Path of the service that answers 500.
            verdict: What a judge says of every reply.
        """
        super().__init__([self._answer])
        self._away = away
        self._verdict = verdict

    async def _answer(self, exchange: Exchange) -> None:
        if exchange.path == self._away:
            await exchange.json({"error": {"message": "away"}}, status=500)
        elif exchange.path == SYSTEM_ONE_PATH:
            await exchange.json(await _decided(exchange.body))
        elif exchange.path == COMPLETIONS_PATH:
            await exchange.json(await self._completed(exchange.body))
        else:
            await exchange.json({}, status=404)

    async def _completed(self, body: dict[str, Any]) -> dict[str, Any]:
        tools = [tool["function"]["name"] for tool in body.get("tools", ())]
        if tools == [ANSWER_TOOL]:
            verdict = {"fits": self._verdict, "reason": "That is how it reads."}
            return completion(calls=[wire_call(ANSWER_TOOL, json.dumps(verdict))])
        facts, messages = _told(body["messages"])
        request = ChatRequest(
            node="",
            model=body["model"],
            prompt="",
            facts=facts,
            messages=messages,
            tools=tuple(ToolSpec(name, "", {}) for name in tools),
            force_tools=body.get("tool_choice") == "required",
        )
        reply = await LocalChatModel().complete(request, None)
        calls = [wire_call(call.name, json.dumps(call.arguments)) for call in reply.tool_calls]
        return completion(reply.text or None, calls=calls)


async def _decided(body: dict[str, Any]) -> dict[str, Any]:
    request = DecisionRequest(node="", model=body["model"], state=body["state"], questions=body["questions"])
    reply = await LocalDecisionProvider().ask(request)
    return {
        "answers": reply.answers,
        "model": "jev-loopback",
        "usage": {"input_tokens": 100, "output_tokens": 10},
    }


def _told(wire: list[dict[str, Any]]) -> tuple[dict[str, Any], tuple[Message, ...]]:
    """Return the facts, and the conversation after them."""
    facts = {}
    messages = []
    for message in wire:
        if message["role"] != "system":
            messages.append(Message(ROLES[message["role"]], message["content"] or ""))
        elif message["content"].startswith(FACTS_HEADING):
            facts = json.loads(message["content"].removeprefix(FACTS_HEADING))
    return facts, tuple(messages)


@contextmanager
def serving_elsewhere(server: ScriptedServer) -> Iterator[str]:
    """Serve on the event loop of another thread, for a command that runs one of its own; gives the address."""
    addresses: queue.Queue[str] = queue.Queue()
    stop = threading.Event()

    async def serve() -> None:
        async with serving(server) as url:
            addresses.put(url)
            await asyncio.to_thread(stop.wait)

    thread = threading.Thread(target=asyncio.run, args=(serve(),), daemon=True)
    thread.start()
    try:
        yield addresses.get(timeout=10)
    finally:
        stop.set()
        thread.join()
