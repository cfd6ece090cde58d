"""The websocket addresses."""

from __future__ import annotations

from typing import Any

from channels.generic.websocket import AsyncWebsocketConsumer
from django.urls import URLPattern, path, re_path

from hotelsite.web.consumer import ChatConsumer
from hotelsite.web.origin import SameOrigin

NO_SUCH_ADDRESS = 4404


class NoSuchAddress(AsyncWebsocketConsumer):
    """Answers every other address, which the router would otherwise meet with an exception and a traceback."""

    channel_layer_alias = ""  # none: there is nothing to hear

    async def connect(self) -> None:
        """Accept first: only an open socket can be told a code of our own."""
        await self.accept()
        await self.close(code=NO_SUCH_ADDRESS)


_chat: Any = SameOrigin(
    ChatConsumer.as_asgi()
)  # URL patterns are typed for views, and carry ASGI applications too
_other: Any = NoSuchAddress.as_asgi()

websocket_urlpatterns: list[URLPattern] = [path("ws/chat/", _chat), re_path("", _other)]
