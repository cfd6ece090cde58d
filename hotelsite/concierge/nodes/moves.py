"""The router's moves: each step of its policy as the route, the words and the controls that it means."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from graph.routing import Route, direct, direct_to, finish, go
from graph.scope import Visit
from hotelsite.concierge import asides, texts, words
from hotelsite.concierge.asides import Aside
from hotelsite.concierge.insisting import asked_again
from hotelsite.concierge.names import PRESENT, READINESS, TERMINATE
from hotelsite.concierge.policy import Move, Step
from hotelsite.concierge.questioning import question_for
from hotelsite.concierge.replies import QuickReply, ReplyData, says, searches
from hotelsite.concierge.snapshot import (
    collector_state,
    read_criteria,
    results_current,
    results_of,
    said_last,
    today_of,
)
from hotelsite.concierge.state import OWNERS, Errand, RouterState
from hotelsite.concierge.wording import labelled
from hotelsite.hotels.criteria import VALUE_TYPES, Criterion, validate


class Moves:
    """Carries out moves in one visit."""

    def __init__(self, visit: Visit[RouterState], errand: Errand | None, *, trouble: bool = False) -> None:
        """Bind a visit.

        Args:
            errand: The request in hand, None where it has just come in.
            trouble: The decision model could not be asked, and the customer is told so.
        """
        self._visit = visit
        self._errand = errand or Errand(turn=visit.turn_number)
        self._trouble = texts.TROUBLE if trouble else ""
        self._criteria = read_criteria(visit.states)
        self._today = today_of(visit.context)
        self._current = results_current(visit.states, today=self._today)
        self._taken = taken_offer(visit, visit.turn.text)

    def carry_out(self, move: Move) -> Route:
        if self._visit.own.asked is not None or self._visit.own.offered:
            self._visit.update(asked=None, offered=())
        if move.criterion is not None:
            return _BY_CRITERION[move.step](self, move.criterion)
        return _BY_STEP[move.step](self)

    # --- about one criterion ------------------------------------------------------------------------------------

    def forward(self, criterion: Criterion) -> Route:
        """Let the collector read the request; it is in its history already unless it came from beside the results."""
        onward = go(OWNERS[criterion].node).with_state({"errand": self._errand.visiting(criterion)})
        return onward.with_message(self._visit.conversation().request)

    def ask(self, criterion: Criterion) -> Route:
        """Ask for a criterion, after a word on what was just saved."""
        own_question: str = ""
        choices: tuple[QuickReply, ...] = ()
        if self._errand.unfinished is criterion:
            own_question, choices = self._errand.question, self._errand.choices
        saved = (labelled(captured, self._criteria.get(captured)) for captured in self._errand.captured)
        acknowledged = texts.got_it(saved) if self._errand.captured else ""
        question = own_question or self._question(criterion)
        text = _joined(self._trouble, acknowledged, *self._errand.remarks, question)
        return direct_to(OWNERS[criterion].node, text, ReplyData(form=criterion, quick_replies=choices))

    # --- about the conversation ---------------------------------------------------------------------------------

    def tell_notice(self) -> Route:
        notice = self._visit.own.notice
        assert notice is not None
        self._visit.update(notice=None, asked=notice.asks, offered=notice.quick_replies)
        return direct(notice.text, ReplyData(quick_replies=notice.quick_replies))

    def take_offer(self) -> Route:
        """Hand the answer that the customer takes to the owner of its criterion."""
        offer = self._taken
        assert offer is not None
        criterion = Criterion(str(offer.frame["criterion"]))
        value = VALUE_TYPES[criterion].model_validate(offer.frame["value"])
        taken = {**dict(value), "answered": True, "source": "said", "taken": self._visit.turn_number}
        return go(OWNERS[criterion].node).with_state(taken).with_message(self._visit.turn.text)

    def start_over(self) -> Route:
        return finish(texts.STARTED_OVER)

    def check_readiness(self) -> Route:
        return go(READINESS)

    def serve_results(self) -> Route:
        return go(PRESENT).with_message(self._visit.turn.text)

    def summarise(self) -> Route:
        return self._then_open_question(
            *filter(None, (_joined(*self._errand.remarks), texts.summary(self._criteria))), separator="\n"
        )

    def help(self) -> Route:
        """Answer what is no wish: in kind where it is a plain aside, else with what this service does."""
        match asides.aside_of(self._visit.conversation().request):
            case Aside.LIST if not self._current:
                return self.no_list()
            case Aside.RULES:
                return self._asked_in_vain(reason=texts.RULES_LATER)
            case Aside.CANCEL:
                return self._then_open_question(texts.CANCEL_ON_RECEIPT)
            case Aside.GREETING:
                return self._then_open_question(texts.HELLO)
        said_before = texts.HELP in said_last(self._visit.history)
        return self._asked_in_vain(texts.HELP_AGAIN if said_before else texts.HELP)

    def thank(self) -> Route:
        return self._then_open_question(texts.WELCOME)

    def no_list(self) -> Route:
        if self._open_criterion() is not None:
            return self._asked_in_vain(reason=texts.NO_LIST)
        if results_of(self._visit.states).results:
            return self._rest(f"{texts.OUTDATED} {texts.SEARCH_AGAIN}", searches("Search again"))
        return self._then_open_question(texts.NO_LIST_YET)

    def ask_change(self) -> Route:
        buttons = tuple(
            says(f"The {criterion.label}", f"change the {criterion.label}") for criterion in Criterion
        )
        kept = texts.LIST_KEPT if self._current else texts.KEPT
        return self._rest(f"{kept} {texts.WHAT_TO_CHANGE}", *buttons)

    def leave(self) -> Route:
        return go(TERMINATE)

    def confirm_leaving(self) -> Route:
        return self._rest(texts.CONFIRM_LEAVING, says("Goodbye", "goodbye"))

    def tell_ready(self) -> Route:
        return self._rest(_joined(self._trouble, texts.READY), searches("Search"))

    # --- details ------------------------------------------------------------------------------------------------

    def _question(self, criterion: Criterion) -> str:
        return question_for(self._visit.states, criterion, today=self._today)

    def _then_open_question(self, *parts: str, separator: str = " ") -> Route:
        """Say something, then ask what is open: what was asked last, else the next thing, else how to go on."""
        criterion = self._open_criterion()
        if criterion is not None:
            text = separator.join((*parts, self._question(criterion)))
            return direct_to(OWNERS[criterion].node, text, ReplyData(form=criterion))
        if self._current:
            return self._rest(separator.join((*parts, texts.RESULTS_STAND)))
        return self._rest(separator.join((*parts, texts.INVITATION)), searches("Search"))

    def _asked_in_vain(self, words: str = "", *, reason: str = "") -> Route:
        """Ask what is open once more, counted as a question of which nothing came; `reason` is for that, told in the end too."""
        criterion = self._open_criterion()
        if criterion is None:
            return self._then_open_question(_joined(words, reason))
        misses = collector_state(self._visit.states, criterion).misses + 1
        reply = asked_again(
            criterion,
            _joined(words, self._question(criterion)),
            misses=misses,
            today=self._today,
            reason=reason,
            previous=said_last(self._visit.history),
        )
        return direct_to(OWNERS[criterion].node, *reply).with_state({"misses": misses})

    def _open_criterion(self) -> Criterion | None:
        """What was asked last where it is still open, else the first that is."""
        still_open = [issue.criterion for issue in validate(self._criteria, today=self._today)]
        asked = self._errand.open_question
        return asked if asked in still_open else next(iter(still_open), None)

    def _rest(self, text: str, *buttons: QuickReply) -> Route:
        """Reply, and go on beside the results where they are current, else at the router."""
        data = ReplyData(quick_replies=buttons)
        return direct_to(PRESENT, text, data) if self._current else direct(text, data)


def taken_offer(visit: Visit[RouterState], message: str) -> QuickReply | None:
    """Return the answer that the customer takes right after a notice offered it: by a bare yes to one, or by its place."""
    offered = visit.own.offered
    if not offered or texts.NOTHING_FOUND not in said_last(visit.history):
        return None
    if words.is_bare_yes(message):
        return offered[0] if len(offered) == 1 else None
    place = asides.place_alone(message)
    return offered[place - 1] if place is not None and place <= len(offered) else None


def _joined(*parts: str) -> str:
    return " ".join(filter(None, parts))


_BY_CRITERION: Final[Mapping[Step, Callable[[Moves, Criterion], Route]]] = {
    Step.FORWARD: Moves.forward,
    Step.ASK: Moves.ask,
}
_BY_STEP: Final[Mapping[Step, Callable[[Moves], Route]]] = {
    Step.NOTICE: Moves.tell_notice,
    Step.START_OVER: Moves.start_over,
    Step.CHECK_READINESS: Moves.check_readiness,
    Step.SERVE_RESULTS: Moves.serve_results,
    Step.SUMMARY: Moves.summarise,
    Step.HELP: Moves.help,
    Step.LEAVE: Moves.leave,
    Step.CONFIRM_LEAVING: Moves.confirm_leaving,
    Step.THANK: Moves.thank,
    Step.NO_LIST: Moves.no_list,
    Step.ASK_CHANGE: Moves.ask_change,
    Step.TAKE_OFFER: Moves.take_offer,
    Step.TELL_READY: Moves.tell_ready,
}
