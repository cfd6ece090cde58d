"""Decisions from TypeSafe's Jev, or from any server that speaks its `/v1/systemone`."""

from __future__ import annotations

from graph.decision.providers import DecisionReply, DecisionRequest
from graph.jsonvalue import JsonObject
from graph.modelserver import ModelServer, ServedModel, read_json, request_id
from graph.wire import label, mapping

DEFAULT_BASE_URL = "https://api.typesafe.ai"
SYSTEM_ONE_PATH = "/v1/systemone"


class TypeSafeProvider(ServedModel):
    """Asks over HTTP, each request once."""

    def __init__(self, api_key: str, *, base_url: str = DEFAULT_BASE_URL, id: str = "typesafe") -> None:  # noqa: A002  # the protocol's name
        """Check the settings; nothing is connected yet.

        Args:
            base_url: The server's root, without `/v1`.

        Raises:
            ProviderMisconfigured: The address or the key cannot be used.
        """
        super().__init__(id, ModelServer(base_url, api_key))

    async def ask(self, request: DecisionRequest) -> DecisionReply:
        """Send one request.

        A body that is no JSON object comes back as a reply without answers, which is then found invalid.

        Raises:
            ProviderError: As `ModelServer.post` says.
        """
        async with self.post(SYSTEM_ONE_PATH, wire_body(request)) as response:
            reply = mapping(await read_json(response))
            return DecisionReply(
                answers=reply.get("answers"),
                model=label(reply.get("model")),
                usage=reply.get("usage"),
                request_id=request_id(response),
            )


def wire_body(request: DecisionRequest) -> JsonObject:
    """The request's body, keys in the order that TypeSafe's own client sends them."""
    return {"state": request.state, "model": request.model, "questions": {**request.questions}}
