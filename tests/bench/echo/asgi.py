"""Two consumers that answer each message with six frames, as a turn of the site does; one of them saves it first."""

from __future__ import annotations

import itertools
import uuid
from typing import Any

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncJsonWebsocketConsumer
from channels.routing import ProtocolTypeRouter, URLRouter
from django.core.asgi import get_asgi_application
from django.urls import path

_http = get_asgi_application()  # sets Django up, so it comes before the import of anything that holds models

from tests.bench.echo.models import STEPS, save  # noqa: E402


class Echo(AsyncJsonWebsocketConsumer):
    async def connect(self) -> None:
        self.session = str(uuid.uuid4())
        self.numbers = itertools.count(1)
        await self.accept()

    async def receive_json(self, content: dict[str, Any], **_: Any) -> None:
        if content["type"] == "hello":
            await self.send_json({"type": "session", "session": self.session})
            return
        number = next(self.numbers)
        await self.keep(number, content["text"])
        common = {"turn": number, "id": content["id"]}
        await self.send_json({"type": "turn.started", **common, "text": content["text"]})
        for node, data in STEPS:
            await self.send_json({"type": "node.entered", **common, "node": node, **data})
        await self.send_json({"type": "message.delta", **common, "text": content["text"]})
        await self.send_json({"type": "turn.completed", **common, "text": content["text"]})

    async def keep(self, number: int, text: str) -> None:
        """Forget it."""


class SavingEcho(Echo):
    async def keep(self, number: int, text: str) -> None:
        await database_sync_to_async(save)(self.session, number, text)


application = ProtocolTypeRouter(
    {
        "http": _http,
        "websocket": URLRouter([path("echo/", Echo.as_asgi()), path("saving/", SavingEcho.as_asgi())]),
    }
)
