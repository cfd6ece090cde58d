from __future__ import annotations

from django.apps import AppConfig


class WebConfig(AppConfig):
    name = "hotelsite.web"

    def ready(self) -> None:
        from hotelsite.web import checks  # noqa: F401, PLC0415 - registers them
