"""Prompts live in Markdown files beside this module; `{{name}}` is a placeholder, and every one has to be filled."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).with_name("prompts")
_PLACEHOLDER: Final = re.compile(r"\{\{\s*([a-z_]+)\s*\}\}")


class PromptError(Exception):
    """A prompt was filled with too little or too much; `.prompt` is its name, `.names` the placeholders at fault."""

    def __init__(self, prompt: str, problem: str, names: set[str]) -> None:
        super().__init__(f"prompt {prompt!r}: {problem} {', '.join(sorted(names))}")
        self.prompt = prompt
        self.names = frozenset(names)


def render(prompt: str, **values: str) -> str:
    """Return the text of a prompt with its placeholders filled.

    Values are put in as they are: a placeholder inside a value is never looked at.

    Raises:
        PromptError: A placeholder has no value, or a value no placeholder.
    """
    template = _read(prompt)
    wanted = placeholders(prompt)
    if missing := wanted - set(values):
        raise PromptError(prompt, "no value for", missing)
    if surplus := set(values) - wanted:
        raise PromptError(prompt, "no placeholder for", surplus)
    return _PLACEHOLDER.sub(lambda found: values[found[1]], template)


def placeholders(prompt: str) -> set[str]:
    """Return the names that a prompt wants."""
    return set(_PLACEHOLDER.findall(_read(prompt)))


@cache
def _read(prompt: str) -> str:
    return (FOLDER / f"{prompt}.md").read_text(encoding="utf-8").strip()
