"""Which modifier goes with which builder. Source: DESIGN.md, "Routing"."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from pydantic import BaseModel

from graph import Message, Reply, Route, RoutingError, direct, direct_to, finish, go, refuse, stay

BUILT: dict[str, Callable[[], Route]] = {
    "go": lambda: go("Next"),
    "direct": lambda: direct("text"),
    "refuse": lambda: refuse("text"),
    "direct_to": lambda: direct_to("Next", "text"),
    "finish": lambda: finish("text"),
    "stay": lambda: stay("feedback"),
}

MODIFIERS: dict[str, tuple[Callable[[Route], Route], set[str]]] = {
    "with_state": (lambda route: route.with_state({"number": 1}), {"go", "direct_to"}),
    "with_message": (lambda route: route.with_message("words"), {"go", "direct_to"}),
    "with_cleanup": (lambda route: route.with_cleanup(lambda messages: messages), {"stay"}),
    "with_tool_feedback": (
        lambda route: route.with_tool_feedback("note"),
        {"go", "direct", "refuse", "direct_to", "finish"},
    ),
}


@pytest.mark.parametrize("builder", BUILT)
@pytest.mark.parametrize("modifier", MODIFIERS)
def test_a_modifier_goes_with_its_builders_only(modifier: str, builder: str) -> None:
    modify, allowed = MODIFIERS[modifier]
    route = BUILT[builder]()

    if builder in allowed:
        assert modify(route) != route
    else:
        with pytest.raises(RoutingError, match=modifier):
            modify(route)


def test_modifiers_leave_the_original_alone() -> None:
    route = go("Next")

    route.with_state({"number": 1}).with_message("words")

    assert route == go("Next")


def test_seeds_add_up_and_the_newest_wins() -> None:
    route = go("Next").with_state({"number": 1, "note": "old"}).with_state({"note": "new"})

    assert route.seeds == {"number": 1, "note": "new"}


def test_plain_text_is_a_human_message() -> None:
    assert go("Next").with_message("words").message == Message.human("words")
    assert go("Next").with_message(Message.assistant("mine")).message == Message.assistant("mine")


def test_a_refusal_is_a_reply_that_does_not_count_as_accepted() -> None:
    assert (refuse("no").kind, refuse("no").accepted) == ("direct", False)
    assert (direct("yes").kind, direct("yes").accepted) == ("direct", True)
    assert (stay("try again", accepted=False).accepted, stay("go on").accepted) == (False, True)


class Cards(BaseModel):
    hotels: tuple[str, ...]
    more: int = 0


@pytest.mark.parametrize(
    "built",
    [
        lambda data: direct("text", data),
        lambda data: refuse("text", data),
        lambda data: direct_to("Next", "text", data),
        lambda data: finish("text", data),
    ],
    ids=["direct", "refuse", "direct_to", "finish"],
)
def test_a_reply_carries_typed_data_as_plain_json(built: Callable[[Any], Route]) -> None:
    route = built(Cards(hotels=("one", "two")))

    assert route.reply == Reply("text", {"hotels": ["one", "two"], "more": 0})
