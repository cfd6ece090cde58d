"""The hotel graph, put together."""

from __future__ import annotations

from typing import Final

from graph.chat.models import ChatConfig
from graph.decision.providers import DecisionConfig
from graph.definition import GraphDefinition
from graph.routing import NodeRef
from graph.turns import TurnInput
from hotelsite.concierge import words
from hotelsite.concierge.actions import ACTIONS
from hotelsite.concierge.desk import HotelDesk
from hotelsite.concierge.names import ROUTER
from hotelsite.concierge.nodes.collectors import Amenities, Budget, DateRange, Distance, RoomType
from hotelsite.concierge.nodes.present import Present
from hotelsite.concierge.nodes.readiness import CriteriaReadiness
from hotelsite.concierge.nodes.review import PresentationReview
from hotelsite.concierge.nodes.router import Router
from hotelsite.concierge.nodes.search_hotels import SearchHotels
from hotelsite.concierge.nodes.terminate import Terminate
from hotelsite.concierge.snapshot import snapshot

NAME: Final = "hotel"
TURN_TIMEOUT_S: Final = 45.0
DECISIONS: Final = DecisionConfig(timeout_s=15.0, max_retries=2, deadline_s=20.0)
CHAT: Final = ChatConfig(timeout_s=10.0, max_retries=1, deadline_s=12.0)
"""Short, so that after a hanging decision a hanging chat model still leaves the turn time to fall back."""


def hotel_graph(
    desk: HotelDesk, *, decision: DecisionConfig | None = None, chat: ChatConfig | None = None
) -> GraphDefinition:
    """Return the hotel graph over a desk.

    Args:
        decision: Provider and model, from settings; the rest has the graph's own values unless given.
        chat: The same for the chat model.
    """
    return GraphDefinition(
        name=NAME,
        nodes=[
            Router(),
            DateRange(),
            Budget(),
            RoomType(),
            Amenities(),
            Distance(),
            CriteriaReadiness(),
            SearchHotels(desk),
            Present(desk),
            PresentationReview(),
            Terminate(),
        ],
        start=Router,
        histories={
            "hotel-intake": [Router, DateRange, Budget, RoomType, Amenities, Distance, CriteriaReadiness],
            "hotel-present": [Present, PresentationReview],
            "hotel-terminal": [Terminate],
        },
        decision=(decision or DecisionConfig()).over(DECISIONS),
        chat=(chat or ChatConfig()).over(CHAT),
        actions=ACTIONS,
        entry=entry,
        snapshot=snapshot,
        turn_timeout_s=TURN_TIMEOUT_S,
    )


def entry(turn: TurnInput, cursor: str) -> NodeRef | None:
    """Send the exact commands to the router from wherever the session rests; everything else stays there."""
    return ROUTER if words.command(turn.text) else None
