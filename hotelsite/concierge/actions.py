"""Turns as a host hands them in: words, or one of the page's controls with the words that stand for it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from graph.definition import ActionTarget
from graph.turns import TurnInput
from hotelsite.concierge.names import PRESENT, ROUTER
from hotelsite.concierge.state import OWNERS
from hotelsite.concierge.wording import labelled
from hotelsite.hotels.criteria import Criterion, CriterionValue

ACTIONS: Final[Mapping[str, ActionTarget]] = {
    **{
        f"answer_{criterion.value}": ActionTarget(owner.node, f"capture_{criterion.value}")
        for criterion, owner in OWNERS.items()
    },
    "search": ActionTarget(ROUTER),
    "choose": ActionTarget(PRESENT, "choose_hotel"),
}
"""Answers go to the collector's capture tool, exactly as a chat model's call would."""

RequestKind = Literal["message", "answer", "search", "choose"]


def request_kind(action: str | None) -> RequestKind:
    """Return the type of client frame that made a turn, from the name of its action; None stands for words."""
    match action:
        case None:
            return "message"
        case "search" | "choose":
            return action
        case _:
            return "answer"


def text_input(turn_id: str, text: str) -> TurnInput:
    """A turn of words."""
    return TurnInput(id=turn_id, text=text)


def answer_input(turn_id: str, criterion: Criterion, value: CriterionValue) -> TurnInput:
    """A criterion set by its control; `value` has the criterion's shape."""
    arguments = value.model_dump(mode="json", exclude={"answered"})
    return TurnInput.act(turn_id, f"answer_{criterion.value}", arguments, words=labelled(criterion, value))


def search_input(turn_id: str) -> TurnInput:
    """The search button."""
    return TurnInput.act(turn_id, "search", {}, words="Search now")


def choose_input(turn_id: str, slug: str, hotel_name: str) -> TurnInput:
    """The Book button of a card."""
    return TurnInput.act(turn_id, "choose", {"hotel": slug}, words=f"Book {hotel_name}")
