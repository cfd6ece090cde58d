"""The settings of a model server, and JSON from somebody else."""

from __future__ import annotations

import json

import pytest

from graph import ProviderMisconfigured
from graph.modelserver import ModelServer
from graph.wire import encode_json, label, parse_json

GOOD_URLS = {
    "https://api.example.com": "https://api.example.com",
    " http://127.0.0.1:8000/ ": "http://127.0.0.1:8000",
    "http://[::1]:11434/v1": "http://[::1]:11434/v1",
    "https://example.com/jev//": "https://example.com/jev",
}


@pytest.mark.parametrize("url", GOOD_URLS)
async def test_addresses_end_without_a_slash(url: str) -> None:
    server = ModelServer(url, "key")

    assert server.base_url == GOOD_URLS[url]
    await server.aclose()


@pytest.mark.parametrize(
    "url",
    [
        "",
        "api.example.com",
        "ftp://example.com",
        "http://",
        "http://user:password@example.com",
        "https://example.com/?key=1",
        "https://example.com/#top",
        "http://example.com:port",
    ],
)
def test_addresses_that_cannot_work_are_refused(url: str) -> None:
    with pytest.raises(ProviderMisconfigured, match="base URL"):
        ModelServer(url, "key")


@pytest.mark.parametrize("key", ["", "  ", "two words", "line\nend", "nul\0", "clé"])
def test_keys_that_cannot_work_are_refused_unseen(key: str) -> None:
    with pytest.raises(ProviderMisconfigured, match="API key") as caught:
        ModelServer("https://example.com", key)

    assert not key.strip() or key not in str(caught.value)


@pytest.mark.parametrize(
    "text", [b"", b"{", b'{"a": 1', b"\xff", b"[" * 100_000, b"1" * 5000, b"// no"], ids=lambda t: t[:9]
)
def test_what_is_not_json_is_nothing(text: bytes) -> None:
    assert parse_json(text) is None


def test_what_json_or_a_database_cannot_hold_is_left_out() -> None:
    read = parse_json(b'{"a\\u0000": [NaN, -Infinity, 1e999, 1.5, "x\\u0000\\ud800y", "\\ud83c\\udfe8"]}')

    assert read == {"a": [None, None, None, 1.5, "xy", "\N{HOTEL}"]}
    assert json.loads(encode_json({"read": read})) == {"read": read}


def test_half_a_character_does_not_stop_a_request() -> None:
    assert encode_json({"text": "a\ud83cb"}) == b'{"text":"a?b"}'


@pytest.mark.parametrize(
    ("reported", "kept"),
    [
        ("jev-9", "jev-9"),
        ("m" * 999, "m" * 128),
        ("two\nlines", None),
        ("", None),
        (None, None),
        (7, None),
        (["x"], None),
    ],
)
def test_labels_are_short_and_of_one_line(reported: object, kept: str | None) -> None:
    assert label(reported) == kept
