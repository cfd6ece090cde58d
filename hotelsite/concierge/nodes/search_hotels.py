"""The search: checks the criteria again, asks the desk, and says what stands in the way when nothing is found."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from graph.nodes import GraphNode
from graph.routing import Route, direct_to, go
from graph.scope import Visit
from graph.state import NoState
from hotelsite.concierge import texts
from hotelsite.concierge.desk import HotelDesk, NearMiss
from hotelsite.concierge.names import PRESENT, READINESS, ROUTER
from hotelsite.concierge.questioning import question_for
from hotelsite.concierge.replies import ReplyData, answers
from hotelsite.concierge.snapshot import read_criteria, today_of
from hotelsite.concierge.state import OWNERS, PAGE, Notice, ReadinessState
from hotelsite.concierge.wording import labelled
from hotelsite.hotels.criteria import validate


class SearchHotels(GraphNode[NoState]):
    targets = (PRESENT, ROUTER, *(owner.node for owner in OWNERS.values()))

    def __init__(self, desk: HotelDesk) -> None:
        self._desk = desk

    async def run(self, visit: Visit[NoState]) -> Route:
        criteria, today = read_criteria(visit.states), today_of(visit.context)
        for issue in validate(criteria, today=today):
            question = question_for(visit.states, issue.criterion, today=today)
            return direct_to(OWNERS[issue.criterion].node, question, ReplyData(form=issue.criterion))
        results = await self._desk.search(criteria, today=today)
        if not results:
            misses = await self._desk.near_misses(criteria, today=today)
            return go(ROUTER).with_state({"notice": _nothing_found(misses)})
        reviewed = cast("ReadinessState", visit.states.read(READINESS, ReadinessState))
        return (
            go(PRESENT)
            .with_message(visit.turn.text)
            .with_state(
                {
                    "results": tuple(results),
                    "criteria": criteria,
                    "results_turn": visit.turn_number,
                    "criteria_review_accepted": reviewed.accepted,
                    "shown": PAGE,
                    "drafting": True,
                    "draft": None,
                    "selection": None,
                }
            )
        )


def _nothing_found(misses: Sequence[NearMiss]) -> Notice:
    return Notice(
        text=texts.nothing_found([(miss.criterion, miss.message) for miss in misses]),
        quick_replies=tuple(
            answers(labelled(miss.criterion, miss.relaxed_value), miss.criterion, miss.relaxed_value)
            for miss in misses
        ),
        asks=misses[0].criterion if len(misses) == 1 else None,
    )
