"""Admin pages of records: found, filtered and read, never written."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from django.contrib import admin
from django.contrib.admin.options import IncorrectLookupParameters
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponseBadRequest
from django.http.response import HttpResponseBase
from django.urls import URLPattern, path
from django.utils.functional import cached_property

from hotelsite.staff.list_exports import TYPES, export


class BoundedPaginator(Paginator):
    """Counts no further than a reader would page, so that a list opens as fast on millions of rows."""

    limit = 10_000

    @cached_property
    def count(self) -> int:
        rows = self.object_list
        assert isinstance(rows, QuerySet)
        # The key alone: a slice keeps annotations, and they would be worked out for every row that is counted.
        return rows.values("pk")[: self.limit].count()


class ReadOnlyAdmin(admin.ModelAdmin):
    """A list, that list as a file, and a page, for whoever may view the model; nobody adds, changes or deletes here."""

    change_list_template = "admin/records_list.html"
    kept_back: ClassVar[tuple[str, ...]] = ()
    """Columns that files leave out."""
    exported_beside: ClassVar[tuple[str, ...]] = ()
    """What files have beside the model's columns: annotations, and columns of related rows."""
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

    def get_urls(self) -> list[URLPattern]:
        name = f"{self.opts.app_label}_{self.opts.model_name}_list"
        exported = [
            path(f"export.{kind}", self.admin_site.admin_view(self._list_file(kind)), name=f"{name}_{kind}")
            for kind in TYPES
        ]
        return [*exported, *super().get_urls()]

    def exported_columns(self, request: HttpRequest) -> list[str]:
        own = [field.attname for field in self.opts.concrete_fields]
        return [name for name in (*own, *self.exported_beside) if name not in self.kept_back]

    def _list_file(self, kind: str) -> Callable[[HttpRequest], HttpResponseBase]:
        def view(request: HttpRequest) -> HttpResponseBase:
            if not self.has_view_permission(request):
                raise PermissionDenied
            try:
                rows = self.get_changelist_instance(request).get_queryset(request)
            except IncorrectLookupParameters:
                return HttpResponseBadRequest("There is no such filter.", content_type="text/plain")
            # `only()` of the list would clash with the columns of the file.
            rows = rows.defer(None).select_related(None)
            return export(rows, self.exported_columns(request), kind, name=str(self.opts.verbose_name_plural))

        return view


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
