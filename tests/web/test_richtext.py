"""A reply as HTML: a little formatting, and nothing that runs or loads."""

from __future__ import annotations

import pytest

from hotelsite.web.richtext import to_html


def test_paragraphs_breaks_lists_and_emphasis_show() -> None:
    html = to_html("One\ntwo\n\n1. **Best**\n2. Next")

    assert html == "<p>One<br>\ntwo</p>\n<ol>\n<li><strong>Best</strong></li>\n<li>Next</li>\n</ol>"


@pytest.mark.parametrize(
    ("marks", "opening", "closing"),
    [(("-", "-"), "<ul>", "</ul>"), (("9.", "10."), '<ol start="9">', "</ol>")],
)
def test_a_list_and_the_sentences_around_it_are_apart(
    marks: tuple[str, str], opening: str, closing: str
) -> None:
    html = to_html(f"These:\n{marks[0]} one\n{marks[1]} two\nWhich one?")

    assert html == f"<p>These:</p>\n{opening}\n<li>one</li>\n<li>two</li>\n{closing}\n<p>Which one?</p>"


def test_a_link_to_a_web_page_is_a_link() -> None:
    assert (
        to_html("[map](https://example.com/?a=1&b=2)")
        == '<p><a href="https://example.com/?a=1&amp;b=2">map</a></p>'
    )


@pytest.mark.parametrize(
    "text",
    [
        "<img src=x onerror=alert(1)>",
        "<script>alert(1)</script>",
        "<svg onload=alert(1)>",
        "[x](javascript:alert(1))",
        "[x](JaVaScRiPt:alert(1))",
        "[x](data:text/html,hello)",
        "[x](//elsewhere.example)",
        "![x](javascript:alert(1))",
        '[x](https://a.example" onclick="alert(1))',
    ],
)
def test_nothing_that_runs_gets_through(text: str) -> None:
    html = to_html(text)

    assert "<p>" in html
    assert "<" not in html.removeprefix("<p>").removesuffix("</p>")
