"""What a list shows, with its filters and in its order, as a file: streamed, so that a long one costs no memory."""

from __future__ import annotations

import csv
import json
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from typing import Any, Final

from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import QuerySet
from django.http import StreamingHttpResponse

from hotelsite.staff.exports import disarmed

CHUNK: Final = 500
"""Rows that are fetched, and sent, together."""
TYPES: Final = {"csv": "text/csv; charset=utf-8", "json": "application/json"}


def export(rows: QuerySet, columns: Sequence[str], kind: str, *, name: str) -> StreamingHttpResponse:
    """Answer with the rows' columns.

    Args:
        kind: `csv`, under a row of headings and with cells that no spreadsheet takes for a formula; or `json`, an array
            of objects.
        name: Of the file, without its ending.
    """
    write = {"csv": _csv, "json": _json}[kind]
    response = StreamingHttpResponse(write(rows.values(*columns), columns), content_type=TYPES[kind])
    response["Content-Disposition"] = f'attachment; filename="{name}.{kind}"'
    return response


async def _csv(rows: QuerySet, columns: Sequence[str]) -> AsyncIterator[str]:
    written: list[str] = []
    sheet = csv.writer(_Lines(written.append))
    sheet.writerow(columns)
    async for row in rows.aiterator(chunk_size=CHUNK):
        sheet.writerow([_cell(row[column]) for column in columns])
        if len(written) >= CHUNK:
            yield "".join(written)
            written.clear()
    yield "".join(written)


async def _json(rows: QuerySet, columns: Sequence[str]) -> AsyncIterator[str]:
    written, lead = [], "[\n"
    async for row in rows.aiterator(chunk_size=CHUNK):
        written.append(lead + _dumped(row))
        lead = ",\n"
        if len(written) >= CHUNK:
            yield "".join(written)
            written.clear()
    yield "".join(written) + ("[]\n" if lead == "[\n" else "\n]\n")


class _Lines:
    """The least that a CSV writer writes to."""

    def __init__(self, write: Callable[[str], object]) -> None:
        self.write = write


def _cell(value: object) -> object:
    return disarmed(_dumped(value) if isinstance(value, dict | list) else value)


def _dumped(value: Mapping[str, Any] | list[Any]) -> str:
    return json.dumps(value, cls=DjangoJSONEncoder, ensure_ascii=False)
