"""Django's admin with our front page; stands in INSTALLED_APPS where `django.contrib.admin` would."""

from __future__ import annotations

from django.contrib.admin.apps import AdminConfig


class StaffAdminConfig(AdminConfig):
    default_site = "hotelsite.staff.site.StaffSite"
