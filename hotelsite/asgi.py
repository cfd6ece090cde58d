"""The ASGI application: HTTP to Django, websockets to the chat's consumer."""

from __future__ import annotations

import os

from channels.routing import ProtocolTypeRouter, URLRouter
from django.conf import settings
from django.core.asgi import get_asgi_application
from django.core.exceptions import ImproperlyConfigured

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "hotelsite.settings")
if not settings.SECRET_KEY_LASTS:
    raise ImproperlyConfigured(
        "SECRET_KEY is not set. Set it to a long random text, or run `make demo`, which makes one for this machine."
    )
_http = get_asgi_application()  # sets Django up, so it comes before the import of anything that holds models

from hotelsite.web.routing import websocket_urlpatterns  # noqa: E402

application = ProtocolTypeRouter({"http": _http, "websocket": URLRouter(websocket_urlpatterns)})
