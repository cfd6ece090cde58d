"""Admin pages of records: found, filtered and read, never written."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.functional import cached_property


class BoundedPaginator(Paginator):
    """Counts no further than a reader would page, so that a list opens as fast on millions of rows."""

    limit = 10_000

    @cached_property
    def count(self) -> int:
        rows = self.object_list
        assert isinstance(rows, QuerySet)
        return rows[: self.limit].count()


class ReadOnlyAdmin(admin.ModelAdmin):
    """A list and a page for whoever may view the model; nobody adds, changes or deletes here."""

    actions = None
    list_per_page = 50
    paginator = BoundedPaginator
    show_full_result_count = False
    show_facets = (
        admin.ShowFacets.NEVER
    )  # they would count the whole table once for each choice of each filter

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class ReadOnlyInline(admin.TabularInline):
    """Rows that belong to the page's record."""

    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
