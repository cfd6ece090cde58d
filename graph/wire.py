"""JSON as it goes to somebody else's server and comes back: nothing of it is believed."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from typing import Any

from graph.jsonvalue import JsonObject, JsonValue

MAX_DETAIL_LENGTH = 300
MAX_LABEL_LENGTH = 128

_UNSTORABLE = re.compile("[\0\ud800-\udfff]")


def encode_json(body: JsonObject) -> bytes:
    """Compact JSON in UTF-8; half a surrogate pair, which has no form in it, becomes a question mark."""
    text = json.dumps(body, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return text.encode("utf-8", "replace")


def parse_json(text: bytes | str) -> JsonValue:
    """Parse what a server or model wrote; None where it is not JSON.

    Numbers that JSON has no form for (NaN, Infinity, 1e999) become None, and characters that a database cannot store
    (NUL, half a surrogate pair) are left out of strings.
    """
    try:
        parsed: JsonValue = json.loads(text, parse_constant=lambda _: None, parse_float=_finite)
        return _storable(parsed)
    except (ValueError, RecursionError):
        return None


def _finite(digits: str) -> float | None:
    number = float(digits)
    return number if math.isfinite(number) else None


def _storable(value: JsonValue) -> JsonValue:
    if isinstance(value, str):
        return _UNSTORABLE.sub("", value)
    if isinstance(value, list):
        return [_storable(item) for item in value]
    if isinstance(value, dict):
        return {_UNSTORABLE.sub("", key): _storable(item) for key, item in value.items()}
    return value


def mapping(value: object) -> Mapping[str, Any]:
    """The value if it is an object, else an empty one."""
    return value if isinstance(value, Mapping) else {}


def label(value: object) -> str | None:
    """A name or id that a server reported, if it is one: text of one line, cut to 128 characters."""
    return value[:MAX_LABEL_LENGTH] if isinstance(value, str) and value and value.isprintable() else None


def error_detail(payload: JsonValue) -> str:
    """What an error body says, in every form that servers of either kind use; '' for nothing.

    `error` or `detail` as text, or as an object with a `message` and perhaps a `code`; `message`; `detail` as a list
    of `loc` and `msg`; plain text.
    """
    if isinstance(payload, str):
        return payload.strip()[:MAX_DETAIL_LENGTH]
    body = mapping(payload)
    for said in (body.get("error"), body.get("message"), body.get("detail")):
        if isinstance(said, list):
            said = "; ".join(filter(None, map(_fault, said)))  # noqa: PLW2901  # the same words, read from a list
        elif isinstance(said, Mapping):
            said = _message_and_code(said)  # noqa: PLW2901
        if isinstance(said, str) and said:
            return said[:MAX_DETAIL_LENGTH]
    return ""


def _message_and_code(error: Mapping[str, Any]) -> str:
    message, code = error.get("message"), error.get("code")
    words = [word for word in (message, f"[{code}]" if code else None) if isinstance(word, str)]
    return " ".join(words)


def _fault(entry: object) -> str | None:
    fault = mapping(entry)
    if not isinstance(fault.get("msg"), str):
        return None
    place = fault.get("loc")
    path = ".".join(str(part) for part in place if part != "body") if isinstance(place, list) else ""
    return f"{path}: {fault['msg']}" if path else fault["msg"]
