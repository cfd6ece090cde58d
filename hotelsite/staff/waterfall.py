"""When within its run each node was at work, and how much of that it waited for models: the numbers of a waterfall."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hotelsite.conversations.models import NodeVisit


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """One visit's place in its run, in percent of the run's time."""

    start: float
    share: float
    model_share: float
    """The part of `share` that was spent waiting for models."""

    @property
    def x(self) -> str:
        """In the form that SVG wants whatever the language of the page."""
        return f"{self.start:.1f}"

    @property
    def width(self) -> str:
        """Never so narrow that it cannot be seen."""
        return f"{max(self.share, 0.8):.1f}"

    @property
    def model_width(self) -> str:
        return f"{self.model_share:.1f}"


def bars(visits: Sequence[NodeVisit], model_ms: Sequence[int]) -> list[Bar]:
    """Return a bar for each visit of one run.

    Nodes of a turn run one after the other, so each begins where the one before it ended. A nested one is drawn from
    where its host began, and its time is part of the host's.

    Args:
        visits: In order.
        model_ms: Milliseconds for which each of them waited for models.
    """
    total = sum(visit.duration_ms for visit in visits if visit.nested_in is None) or 1
    made, clock, host_began = [], 0, 0
    for visit, waited in zip(visits, model_ms, strict=True):
        began = host_began if visit.nested_in else clock
        if visit.nested_in is None:
            host_began, clock = clock, clock + visit.duration_ms
        share = min(visit.duration_ms, total) / total
        made.append(
            Bar(
                start=100 * began / total,
                share=100 * share,
                model_share=100 * share * min(waited / visit.duration_ms, 1) if visit.duration_ms else 0.0,
            )
        )
    return made
