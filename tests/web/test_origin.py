"""Only a page of this very site may open the socket."""

from __future__ import annotations

import pytest
from pytest_django import Settings

from hotelsite.web.origin import is_same_origin


def scope(origin: str | None, *, host: str = "hotel.example:8000", **extra: str) -> dict[str, object]:
    headers = [(b"host", host.encode())]
    if origin is not None:
        headers.append((b"origin", origin.encode()))
    headers += [(name.replace("_", "-").encode(), value.encode()) for name, value in extra.items()]
    return {
        "type": "websocket",
        "path": "/ws/chat/",
        "query_string": b"",
        "headers": headers,
        "client": ["127.0.0.1", 5],
        "server": ["127.0.0.1", 8000],
    }


@pytest.fixture(autouse=True)
def _hosts(settings: Settings) -> None:
    settings.ALLOWED_HOSTS = ["hotel.example", "other.example", "[::1]"]


@pytest.mark.parametrize(
    ("origin", "allowed"),
    [
        ("http://hotel.example:8000", True),
        ("HTTP://Hotel.Example:8000", True),
        (None, False),
        ("null", False),
        ("", False),
        ("http://hotel.example", False),
        ("http://hotel.example:8001", False),
        ("https://hotel.example:8000", False),
        ("http://sub.hotel.example:8000", False),
        ("http://other.example:8000", False),
        ("http://evil.example", False),
        ("http://hotel.example:8000/", False),
        ("http://hotel.example:8000.evil.example", False),
        ("http://me@hotel.example:8000", False),
        ("http://hotel.example:8000,http://hotel.example:8000", False),
        ("http://hotel.example:99999", False),
        ("file://", False),
    ],
)
def test_scheme_host_and_port_must_all_be_ours(origin: str | None, allowed: bool) -> None:
    assert is_same_origin(scope(origin)) is allowed


def test_a_port_left_out_is_the_schemes_own() -> None:
    assert is_same_origin(scope("http://hotel.example", host="hotel.example:80"))
    assert is_same_origin(scope("http://[::1]:9000", host="[::1]:9000"))


def test_a_host_that_is_not_ours_is_refused_although_the_origin_matches_it() -> None:
    assert not is_same_origin(scope("http://evil.example", host="evil.example"))


def test_two_origins_are_none() -> None:
    twice = scope("http://hotel.example:8000")
    twice["headers"] = [*twice["headers"], (b"origin", b"http://hotel.example:8000")]  # type: ignore[misc]

    assert not is_same_origin(twice)


def test_a_visitors_own_word_about_a_proxy_counts_for_nothing() -> None:
    told = {"x_forwarded_proto": "https", "x_forwarded_host": "evil.example"}

    assert not is_same_origin(scope("https://hotel.example", host="hotel.example", **told))
    assert not is_same_origin(scope("https://evil.example", host="hotel.example", **told))


def test_behind_a_tls_proxy_its_word_on_the_scheme_counts(settings: Settings) -> None:
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    told = {"x_forwarded_proto": "https"}

    assert is_same_origin(scope("https://hotel.example", host="hotel.example", **told))
    assert not is_same_origin(scope("http://hotel.example", host="hotel.example", **told))
