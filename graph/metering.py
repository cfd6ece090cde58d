"""What a graph asks of its models, weighed node by node: bytes on the wire, and tokens as providers report them.

A meter stands between the runner and a provider. Requests are weighed in the form in which the HTTP providers send them,
whichever provider answers, so that a model in this process shows what a remote one would cost.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Literal

from graph.chat import openai
from graph.chat.models import ChatModel, ChatReply, ChatRequest
from graph.decision import typesafe
from graph.decision.providers import DecisionProvider, DecisionReply, DecisionRequest
from graph.errors import ProviderError
from graph.jsonvalue import JsonObject
from graph.usage import Usage, parse_usage
from graph.wire import encode_json

RequestKind = Literal["decision", "chat"]


@dataclass(slots=True, kw_only=True)
class NodeRequests:
    """What one node asked."""

    kind: RequestKind
    node: str
    requests: int = 0
    """Each attempt is one."""
    request_bytes: int = 0
    usage: Usage = field(default_factory=lambda: Usage(0, 0))
    """Of the requests whose tokens were reported."""
    unreported: int = 0
    """Requests whose tokens nobody reported."""

    def as_json(self) -> JsonObject:
        return {
            "kind": self.kind,
            "node": self.node,
            "requests": self.requests,
            "request_bytes": self.request_bytes,
            "input_tokens": self.usage.input_tokens,
            "output_tokens": self.usage.output_tokens,
            "unreported": self.unreported,
        }


class RequestMeter:
    """Weighs the requests of any number of providers."""

    def __init__(self) -> None:
        self._nodes: dict[tuple[RequestKind, str], NodeRequests] = {}
        self.models: set[str] = set()
        """As the providers reported them."""

    def take(self) -> list[NodeRequests]:
        """What was weighed so far, by node in the order of their first requests; the meter begins anew."""
        taken, self._nodes = list(self._nodes.values()), {}
        return taken

    def decisions(self, provider: DecisionProvider) -> DecisionProvider:
        """The provider, weighed."""
        return _WeighedDecisions(self, provider)

    def chat(self, model: ChatModel) -> ChatModel:
        """The model, weighed."""
        return _WeighedChat(self, model)

    def weigh(self, kind: RequestKind, node: str, body: JsonObject) -> NodeRequests:
        """Add a request; returns the node's account, which its answer is added to."""
        account = self._nodes.setdefault((kind, node), NodeRequests(kind=kind, node=node))
        account.requests += 1
        account.request_bytes += len(encode_json(body))
        account.unreported += 1
        return account

    def answered(self, account: NodeRequests, usage: object, model: str | None = None) -> None:
        """Add what came back."""
        if model:
            self.models.add(model)
        if (reported := parse_usage(usage)) is not None:
            account.usage += reported
            account.unreported -= 1


def summed(kind: RequestKind, accounts: Iterable[NodeRequests]) -> NodeRequests:
    """Return the sum of some accounts, under no node's name."""
    total = NodeRequests(kind=kind, node="")
    for account in accounts:
        total.requests += account.requests
        total.request_bytes += account.request_bytes
        total.usage += account.usage
        total.unreported += account.unreported
    return total


class _WeighedDecisions:
    def __init__(self, meter: RequestMeter, provider: DecisionProvider) -> None:
        self._meter = meter
        self._provider = provider
        self.id = provider.id

    async def ask(self, request: DecisionRequest) -> DecisionReply:
        account = self._meter.weigh("decision", request.node, typesafe.wire_body(request))
        try:
            reply = await self._provider.ask(request)
        except ProviderError as error:
            self._meter.answered(account, error.usage)
            raise
        self._meter.answered(account, reply.usage, reply.model)
        return reply


class _WeighedChat:
    def __init__(self, meter: RequestMeter, model: ChatModel) -> None:
        self._meter = meter
        self._model = model
        self.id = model.id

    async def complete(self, request: ChatRequest, on_delta: Callable[[str], None] | None) -> ChatReply:
        body = openai.wire_body(request, request.model, stream=on_delta is not None)
        account = self._meter.weigh("chat", request.node, body)
        try:
            reply = await self._model.complete(request, on_delta)
        except ProviderError as error:
            self._meter.answered(account, error.usage)
            raise
        self._meter.answered(account, reply.usage, reply.model)
        return reply
