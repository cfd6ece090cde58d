"""Replies as HTML: a small, safe subset of Markdown."""

from __future__ import annotations

import re
from typing import Final

from markdown_it import MarkdownIt

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
    return str(_MARKDOWN.render(text)).strip()
