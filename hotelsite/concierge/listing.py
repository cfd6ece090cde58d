"""The list that code renders from saved results: what a draft is replaced by, and what stands for a model that is away."""

from __future__ import annotations

from collections.abc import Sequence

from hotelsite.concierge import texts
from hotelsite.concierge.replies import ReplyData, cards, says
from hotelsite.concierge.state import PresentState


def shown_numbers(present: PresentState) -> range:
    """Return the numbers of the results that the customer has seen."""
    return range(1, min(present.shown, len(present.results)) + 1)


def listing(present: PresentState, numbers: Sequence[int], heading: str) -> tuple[str, ReplyData]:
    """Return the text and the cards of some results."""
    data = results_data(present, numbers)
    return texts.results_list(present.results, numbers, heading=heading, more=data.more), data


def results_data(present: PresentState, numbers: Sequence[int]) -> ReplyData:
    """Return the cards of some results, and how many are not shown yet."""
    more = max(len(present.results) - present.shown, 0)
    return ReplyData(
        hotels=cards(present.results, numbers),
        more=more,
        quick_replies=(says("Show more", "show more"),) if more else (),
    )
