"""Whole conversations with the hotel graph on the two local models, over hotels in memory."""

from __future__ import annotations

import datetime as dt
from typing import Any

from graph.chat.models import ChatConfig
from graph.decision.providers import DecisionConfig
from graph.events import NodeEntered, TurnCompleted
from graph.testing import Harness
from hotelsite.concierge import answer_input, describe, hotel_graph
from hotelsite.concierge.replies import QuickReply, ReplyData
from hotelsite.hotels.criteria import VALUE_TYPES, Criterion
from hotelsite.local_models import LocalChatModel, LocalDecisionProvider
from tests.concierge.support import MemoryDesk


class Conversation:
    """One session on the local models."""

    def __init__(self, today: dt.date) -> None:
        self.today = today
        self.desk = MemoryDesk()
        self.harness = Harness(
            hotel_graph(
                self.desk, decision=DecisionConfig(provider="local"), chat=ChatConfig(provider="local")
            ),
            decisions=LocalDecisionProvider(),
            chat=LocalChatModel(),
            context={"today": today},
        )
        self.data = ReplyData()
        """What the newest reply carries beside its text."""

    async def say(self, *messages: str) -> str:
        """Say one message after another and return the last reply's text; every turn must complete."""
        reply = ""
        for message in messages:
            ended = await self.harness.say(message)
            assert isinstance(ended, TurnCompleted), (message, ended)
            reply, self.data = ended.reply.text, ReplyData.model_validate(ended.reply.data)
        return reply

    async def press(self, button: QuickReply) -> str:
        """Press a button of the newest reply: one that says something, or one that answers."""
        frame = button.frame
        if frame["type"] == "message":
            return await self.say(str(frame["text"]))
        criterion = Criterion(str(frame["criterion"]))
        value = VALUE_TYPES[criterion].model_validate(frame["value"])
        ended = await self.harness.run(answer_input(f"press-{len(self.harness.audit)}", criterion, value))
        assert isinstance(ended, TurnCompleted), ended
        return ended.reply.text

    @property
    def labels(self) -> list[str]:
        return [button.label for button in self.data.quick_replies]

    @property
    def criteria(self) -> dict[str, Any]:
        states = self.harness.store.sessions[self.harness.session_id].states
        shown = describe(states, today=self.today)["criteria"]
        assert isinstance(shown, dict)
        return shown

    @property
    def saved(self) -> dict[str, Any]:
        """What is known of each criterion, without what is open; an answered one without a limit is `{}`."""
        return {
            name: {key: part for key, part in value.items() if key != "answered" and part not in (None, [])}
            for name, value in self.criteria.items()
            if name != "issues" and (value["answered"] or any(v for k, v in value.items() if k != "answered"))
        }

    @property
    def path(self) -> list[str]:
        return [event.node for event in self.harness.events if isinstance(event, NodeEntered)]
