"""Lets a websocket open only from a page of this site: same scheme, host and port.

Channels' own validator compares host names alone, and lets in a page that another port of the host serves. Browsers
send cookies to all ports of a host, so such a page could drive a visitor's chat.
"""

from __future__ import annotations

from io import BytesIO
from typing import Any
from urllib.parse import urlsplit

from asgiref.typing import ASGI3Application, ASGIReceiveCallable, ASGISendCallable
from django.core.exceptions import DisallowedHost
from django.core.handlers.asgi import ASGIRequest

_HTTP_OF = {"ws": "http", "wss": "https"}
_DEFAULT_PORTS = {"http": 80, "https": 443}


class SameOrigin:
    """ASGI middleware; a handshake from anywhere else is answered with 403."""

    def __init__(self, application: ASGI3Application) -> None:
        self._application = application

    async def __call__(self, scope: Any, receive: ASGIReceiveCallable, send: ASGISendCallable) -> None:
        if is_same_origin(scope):
            await self._application(scope, receive, send)
            return
        await receive()  # the handshake
        await send({"type": "websocket.close", "code": 1008, "reason": None})


def is_same_origin(scope: dict[str, Any]) -> bool:
    """Tell whether a handshake names this site as its origin, and names it once."""
    origins = [value for name, value in scope["headers"] if name == b"origin"]
    site = site_origin(scope)
    return len(origins) == 1 and site is not None and _origin(origins[0].decode("latin-1")) == site


def site_origin(scope: dict[str, Any]) -> tuple[str, str, int] | None:
    """Return scheme, host and port under which the client reached this site; None where the host is not ours.

    Django's own rules decide: `ALLOWED_HOSTS`, and the headers of a proxy only where the settings say there is one.
    """
    http_scope = {**scope, "type": "http", "method": "GET"}
    if scheme := scope.get("scheme"):
        http_scope["scheme"] = _HTTP_OF.get(scheme, scheme)
    request = ASGIRequest(http_scope, BytesIO())
    try:
        return _origin(f"{request.scheme}://{request.get_host()}")
    except DisallowedHost:
        return None


def _origin(text: str) -> tuple[str, str, int] | None:
    """Return an origin as scheme, host and port; None where the text is anything else, such as `null`."""
    try:
        parts = urlsplit(text)
        port = parts.port or _DEFAULT_PORTS.get(parts.scheme)
    except ValueError:
        return None
    if not parts.hostname or port is None or text.lower() != f"{parts.scheme}://{parts.netloc}".lower():
        return None
    return None if "@" in parts.netloc else (parts.scheme, parts.hostname, port)
