"""The HTTP addresses of the page and the API."""

from __future__ import annotations

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
