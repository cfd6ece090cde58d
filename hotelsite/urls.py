"""The site's addresses: the chat and its API at the root, staff below /admin/."""

from __future__ import annotations

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("admin/", admin.site.urls),
    path("", include("hotelsite.web.urls")),
]
