"""What the five collectors have in common: how a capture is checked, saved and handed on, and what happens without one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, ClassVar, TypeVar

from graph.chat.node import ChatFailure, ConversationNode, TerminateArguments
from graph.chat.tools import tool
from graph.routing import Route, direct, go, refuse
from graph.scope import Visit
from hotelsite.concierge import asides, texts, words
from hotelsite.concierge.arguments import Capture, RerouteRequest
from hotelsite.concierge.asides import Aside
from hotelsite.concierge.capturing import Reading, Refused
from hotelsite.concierge.facts import collector_facts
from hotelsite.concierge.insisting import BUTTONS_FROM, asked_again
from hotelsite.concierge.names import ROUTER, TERMINATE
from hotelsite.concierge.prompts import render
from hotelsite.concierge.questioning import question_for
from hotelsite.concierge.replies import ReplyData, says
from hotelsite.concierge.snapshot import said_last, today_of
from hotelsite.concierge.state import (
    AmenitiesState,
    BudgetState,
    DatesState,
    DistanceState,
    Errand,
    RoomTypeState,
)
from hotelsite.concierge.wording import labelled
from hotelsite.hotels.criteria import Criterion, validate_value

CollectorT = TypeVar(
    "CollectorT", bound=DatesState | BudgetState | RoomTypeState | AmenitiesState | DistanceState
)


class Collector(ConversationNode[CollectorT]):
    """Owns one criterion. A subclass names it and adds its capture tool."""

    criterion: ClassVar[Criterion]
    task: ClassVar[str]
    """Name of the prompt that says how to capture."""
    targets = (ROUTER, TERMINATE)

    def before_chat(self, visit: Visit[CollectorT]) -> Route | None:
        """Hand on what is about a list, and keep in words what a bare yes to "is that right?" confirmed."""
        request = visit.conversation().request
        if visit.own.taken == visit.turn_number:
            return self._confirmed(visit)
        if self._errand(visit) is not None:
            return None
        if asides.is_of_listed_hotel(request):
            return self._hand_on(visit)
        if visit.own.answered and words.leaves_it(request):
            return go(ROUTER).with_state({"errand": self._own_errand(visit)})
        if visit.own.answered and words.is_bare_yes(request):
            return self._confirmed(visit)
        return None

    def get_prompt(self, visit: Visit[CollectorT]) -> str:
        return render("collector", criterion=self.criterion.label, task=render(self.task))

    def get_facts(self, visit: Visit[CollectorT]) -> Mapping[str, object]:
        return collector_facts(
            visit.states,
            self.criterion,
            forwarded=self._errand(visit) is not None,
            today=today_of(visit.context),
        )

    # --- what may come of a visit -------------------------------------------------------------------------------

    def capture(
        self, call: Capture, visit: Visit[CollectorT], read: Callable[[CollectorT], Reading]
    ) -> Route:
        """Check what a tool call says, save it, and hand the request on."""
        errand = (self._errand(visit) or self._own_errand(visit)).mentioning(
            call.also_mentioned, self._remarks(call)
        )
        try:
            reading = read(visit.own)
        except Refused as refusal:
            return self._refuse(refusal.message, errand, visit)
        if reading.question:
            visit.update(**reading.beside, errand=None)
            open_errand = errand.leaving_open(self.criterion, reading.question, reading.choices)
            return go(ROUTER).with_state({"errand": open_errand})
        for issue in validate_value(self.criterion, reading.value, today=today_of(visit.context)):
            return self._refuse(issue.message, errand, visit)
        visit.update(
            **dict(reading.value),
            **reading.beside,
            answered=reading.complete,
            source="control" if visit.action else "said",
            errand=None,
            misses=0,
        )
        errand = errand.mentioning((), reading.remarks)
        if not reading.complete:
            return go(ROUTER).with_state({"errand": errand.leaving_open(self.criterion)})
        return go(ROUTER).with_state({"errand": errand.having_captured(self.criterion)})

    def _refuse(self, reason: str, errand: Errand, visit: Visit[CollectorT]) -> Route:
        """Say why at once, unless the same message holds more: then the reason waits until all of it is read."""
        if errand.pending or errand.captured:
            onward = go(ROUTER).with_state({"errand": errand.leaving_open(self.criterion, reason)})
            return replace(onward, accepted=False)
        return self._missed("", visit, reason=reason)

    @tool
    def reroute_request(self, arguments: RerouteRequest, visit: Visit[CollectorT]) -> Route:
        """Hand the newest message on, because it is about something else than the criterion at hand."""
        errand = self._errand(visit)
        if errand is None:
            return self._hand_on(visit)
        return self._nothing_captured(errand, self._question(visit))

    def on_text(self, text: str, visit: Visit[CollectorT]) -> Route:
        errand = self._errand(visit)
        if errand is None:
            return self._missed(text, visit)
        return self._nothing_captured(errand, text)

    def on_chat_error(self, failure: ChatFailure, visit: Visit[CollectorT]) -> Route:
        text = f"{texts.TROUBLE} {self._question(visit)}"
        errand = self._errand(visit)
        if errand is None:
            return direct(text, ReplyData(form=self.criterion))
        return self._nothing_captured(errand, text)

    def _nothing_captured(self, errand: Errand, text: str) -> Route:
        """Ask, where the request was sent here first; pass it on silently, where it has done something elsewhere."""
        if errand.visits_another:
            return go(ROUTER).with_state({"errand": errand})
        return direct(text, ReplyData(form=self.criterion))

    @tool
    def terminate_session(self, arguments: TerminateArguments, visit: Visit[CollectorT]) -> Route:
        """End the conversation because the customer says goodbye."""
        if asides.aside_of(visit.conversation().request) is Aside.THANKS:
            return self._hand_on(visit)
        return leave(visit)

    # --- details ------------------------------------------------------------------------------------------------

    def _confirmed(self, visit: Visit[CollectorT]) -> Route:
        """Go on with the value that is there, and keep it in words."""
        visit.update(misses=0)
        confirmed = labelled(self.criterion, visit.own)
        return go(ROUTER).with_state({"errand": self._own_errand(visit)}).with_message(confirmed)

    def _hand_on(self, visit: Visit[CollectorT]) -> Route:
        """Give the router a message that is no answer to this collector's question."""
        asked = Errand(turn=visit.turn_number, open_question=self.criterion)
        return go(ROUTER).with_state({"errand": asked}).with_message(visit.conversation().request)

    def _missed(self, question: str, visit: Visit[CollectorT], *, reason: str = "") -> Route:
        """Count an answer of which nothing came, and ask again; a criterion that is settled stays as it is in the end.

        Args:
            reason: Why the answer was refused, '' where there was nothing to save in it.
        """
        misses = visit.own.misses + 1
        if visit.own.answered and misses >= BUTTONS_FROM:
            visit.update(misses=0)
            errand = self._own_errand(visit).mentioning((), (texts.KEPT,))
            return go(ROUTER).with_state({"errand": errand})
        visit.update(misses=misses)
        reply = asked_again(
            self.criterion,
            question,
            misses=misses,
            today=today_of(visit.context),
            reason=reason,
            previous=said_last(visit.history),
        )
        return refuse(*reply) if reason else direct(*reply)

    def _question(self, visit: Visit[CollectorT]) -> str:
        return question_for(visit.states, self.criterion, today=today_of(visit.context))

    def _errand(self, visit: Visit[CollectorT]) -> Errand | None:
        """The request that the router forwarded in this very turn."""
        errand = visit.own.errand
        return errand if errand is not None and errand.turn == visit.turn_number else None

    def _own_errand(self, visit: Visit[CollectorT]) -> Errand:
        """An errand for a message that the customer gave to this collector."""
        return Errand(turn=visit.turn_number).visiting(self.criterion)

    def _remarks(self, call: Capture) -> tuple[str, ...]:
        remarks = [texts.one_room(call.people, call.rooms)]
        if call.also_asks:
            remarks.append(texts.LATER_QUESTION)
        return tuple(filter(None, remarks))


def leave(visit: Visit[Any]) -> Route:
    """End the session if code finds a word of leaving in the customer's own message; else ask."""
    if words.says_goodbye(visit.conversation().request):
        return go(TERMINATE)
    return refuse(texts.CONFIRM_LEAVING, ReplyData(quick_replies=(says("Goodbye", "goodbye"),)))
