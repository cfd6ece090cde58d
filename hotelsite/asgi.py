"""The ASGI application: HTTP to Django, websockets to the chat's consumer."""

from __future__ import annotations

import os

from channels.routing import ProtocolTypeRouter, URLRouter
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "hotelsite.settings")
_http = get_asgi_application()  # sets Django up, so it comes before the import of anything that holds models

from hotelsite.web.routing import websocket_urlpatterns  # noqa: E402

application = ProtocolTypeRouter({"http": _http, "websocket": URLRouter(websocket_urlpatterns)})
