"""Replies as HTML: a small, safe subset of Markdown."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Final

from markdown_it import MarkdownIt

_LIST_ITEM = re.compile(r"(?:[-*+]|\d{1,9}[.)]) ")
_WEB_ADDRESS = re.compile(r"https?://", re.IGNORECASE)


def _renderer() -> MarkdownIt:
    """Paragraphs, line breaks, lists, emphasis and links to web pages; everything else stays text."""
    markdown = MarkdownIt("zero", {"html": False, "breaks": True}).enable(
        ["newline", "list", "emphasis", "link"]
    )
    markdown.validateLink = lambda url: bool(_WEB_ADDRESS.match(url.strip()))  # type: ignore[method-assign]  # its hook
    return markdown


_MARKDOWN: Final = _renderer()


def to_html(text: str) -> str:
    """Return the text as HTML that is safe to insert: whatever looks like a tag in it shows as text."""
    return str(_MARKDOWN.render(_lists_apart(text))).strip()


def _lists_apart(text: str) -> str:
    """Put an empty line before and after each list.

    CommonMark takes a line after a list for the rest of its last item, and a list that starts at 9 for the rest of the
    paragraph before it; in a reply, either is a thing of its own.
    """
    lines = text.split("\n")
    apart = lines[:1]
    for previous, line in pairwise(lines):
        meets_text = bool(_LIST_ITEM.match(previous)) != bool(_LIST_ITEM.match(line))
        if meets_text and previous.strip() and line.strip() and not line.startswith(" "):
            apart.append("")
        apart.append(line)
    return "\n".join(apart)
