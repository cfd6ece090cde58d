"""What a reading is based on: spans of the message, and the ledger that lets each span be used once only."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from hotelsite.hotels.criteria import Criterion
from hotelsite.local_models.reading.canonical import Canonical, canonicalise

_REACH: Final = 100
"""Characters."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """One span of the customer's message and what it was taken for."""

    start: int
    end: int
    criterion: Criterion | None
    """None for what belongs to no criterion: an intent, a number of people, a telephone number."""
    kind: str
    """What was read there: `check_in`, `amount`, `people`, `greeting`, ..."""


@dataclass(slots=True)
class Passage:
    """A message being read. A span that one reader has claimed is hidden from all later ones.

    So "5" in "within 5 miles" is a distance and never also a price, and a telephone number is nothing at all.
    """

    canonical: Canonical
    evidence: list[Evidence] = field(default_factory=list)
    open_text: str = ""
    """The canonical text with every claimed character replaced by `~`, which no pattern matches."""

    @classmethod
    def of(cls, message: str) -> Passage:
        canonical = canonicalise(message)
        return cls(canonical, open_text=canonical.text)

    @property
    def text(self) -> str:
        """The whole canonical text, claimed or not."""
        return self.canonical.text

    def before(self, position: int) -> str:
        """Return the text that may qualify what stands at a position: what directly precedes it, claimed or not.

        Bounded, so that reading takes time in proportion to the length of a message.
        """
        return self.text[max(0, position - _REACH) : position]

    def is_name(self, position: int) -> bool:
        """Tell whether the word at a canonical position is written like a name: with a capital inside a sentence."""
        original = self.canonical.original
        start = self.canonical.starts[position]
        if not original[start].isupper() or original.isupper():
            return False
        before = original[:start].rstrip()
        return bool(before) and before[-1] not in ".!?:"

    def claim(self, start: int, end: int, criterion: Criterion | None, kind: str) -> None:
        """Record evidence for a canonical span and hide it from later readers."""
        self.note(start, end, criterion, kind)
        self.open_text = self.open_text[:start] + "~" * (end - start) + self.open_text[end:]

    def note(self, start: int, end: int, criterion: Criterion | None, kind: str) -> None:
        """Record evidence for a canonical span that later readers may use as well."""
        self.evidence.append(Evidence(*self.canonical.original_span(start, end), criterion, kind))

    def find(self, pattern: re.Pattern[str]) -> Iterator[re.Match[str]]:
        """Yield the matches among what nobody has claimed yet; claiming while iterating is safe."""
        position = 0
        while match := pattern.search(self.open_text, position):
            yield match
            position = max(match.end(), match.start() + 1)
