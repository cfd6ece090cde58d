"""What a customer typed is cleaned once, before its length is checked."""

from __future__ import annotations

import pytest

from hotelsite.web.wording import clean


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        pytest.param("  two nights \n", "two nights", id="space around it"),
        pytest.param("one\r\ntwo\rthree\u2028four\x85five", "one\ntwo\nthree\nfour\nfive", id="line breaks"),
        pytest.param("a\x00b\x07c\x1bd\x9fe", "abcde", id="control characters"),
        pytest.param("tab\there", "tab\there", id="a tab"),
        pytest.param("half \ud83d smile", "half  smile", id="half of a surrogate pair"),
        pytest.param("\U0001f468\u200d\U0001f469", "\U0001f468\u200d\U0001f469", id="a joined emoji"),
        pytest.param("e\u0301", "e\u0301", id="an accent of its own"),
        pytest.param("\u202eabc\u202c", "\u202eabc\u202c", id="bidirectional marks"),
        pytest.param("\u05e9\u05dc\u05d5\u05dd", "\u05e9\u05dc\u05d5\u05dd", id="right to left"),
    ],
)
def test_meaning_is_kept_and_the_unwritable_dropped(typed: str, kept: str) -> None:
    assert clean(typed) == kept


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "   ",
        "\n\n",
        "\u200b",
        "\u200b\u200d\ufeff",
        "\u2060 \u00ad",
        "\x00",
        "\ud83d",
        "\u3164\u2800",
        "\u0301\ufe0f",
    ],
)
def test_what_shows_nothing_is_empty(typed: str) -> None:
    assert clean(typed) == ""
