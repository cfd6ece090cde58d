"""Plain JSON: what facts, arguments and stored state are made of."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TypeAlias

from graph.errors import NotJsonError

JsonValue: TypeAlias = "str | int | float | bool | list[JsonValue] | dict[str, JsonValue] | None"
JsonObject: TypeAlias = dict[str, JsonValue]


def copy_json(value: object, path: str) -> JsonValue:
    """Return a deep copy of a plain JSON value.

    Exact types only: a date, Decimal, enum, tuple, NaN, or a subclass of str would change shape on its way to a
    provider or a database, so each is refused where it stands.

    Raises:
        NotJsonError: `.path` leads to the first value that is not plain JSON.
    """
    kind = type(value)
    if value is None or kind in (str, int, bool):
        return value  # type: ignore[return-value]  # narrowed by exact type, which mypy cannot follow
    if kind is float:
        if not math.isfinite(value):  # type: ignore[arg-type]  # exactly float here
            raise NotJsonError(path, kind)
        return value  # type: ignore[return-value]
    if kind is list:
        return [copy_json(item, f"{path}[{index}]") for index, item in enumerate(value)]  # type: ignore[arg-type, var-annotated]
    if kind is dict:
        return {_key(key, path): copy_json(item, f"{path}.{key}") for key, item in value.items()}  # type: ignore[attr-defined]
    raise NotJsonError(path, kind)


def copy_json_object(value: Mapping[str, object], path: str) -> JsonObject:
    """Return a deep copy of a JSON object; see `copy_json`."""
    copied = copy_json(value, path)
    if not isinstance(copied, dict):
        raise NotJsonError(path, type(value))
    return copied


def _key(key: object, path: str) -> str:
    if type(key) is not str:
        raise NotJsonError(f"{path} key {key!r}", type(key))
    return key
