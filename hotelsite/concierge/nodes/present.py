"""Present: shows results, answers questions about them, and books. The chat model picks a tool; code does the rest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import ClassVar
from uuid import UUID

from graph.chat.node import ChatFailure, ConversationNode, TerminateArguments
from graph.chat.tools import tool
from graph.routing import END, Route, direct, direct_to, finish, go, refuse, stay
from graph.scope import Visit
from hotelsite.concierge import asides, selection, texts, words
from hotelsite.concierge.answering import answer
from hotelsite.concierge.arguments import (
    AnswerQuestion,
    ChooseHotel,
    CompareHotels,
    PresentDraft,
    ReviseCriteria,
    ShowMore,
)
from hotelsite.concierge.asides import Aside
from hotelsite.concierge.booking import (
    AnotherBooking,
    BookingStop,
    NoRoomLeft,
    NotOffered,
    Outdated,
    PriceMoved,
    StayChoice,
    book,
    next_best,
)
from hotelsite.concierge.desk import HotelDesk, Offer, Receipt
from hotelsite.concierge.facts import present_facts
from hotelsite.concierge.listing import listing, shown_numbers
from hotelsite.concierge.names import PRESENT, REVIEW, ROUTER, TERMINATE
from hotelsite.concierge.nodes.collector import leave
from hotelsite.concierge.plainreading import read_plainly
from hotelsite.concierge.prompts import render
from hotelsite.concierge.replies import QuickReply, ReplyData, booking_card, books, cards, says, searches
from hotelsite.concierge.snapshot import read_criteria, results_current, said_last, today_of
from hotelsite.concierge.state import PAGE, Errand, PresentState

PRESENT_FIRST = "The customer has not seen the results yet: call present_draft."


class Present(ConversationNode[PresentState]):
    name: ClassVar[str] = PRESENT
    force_tools: ClassVar[bool] = True
    targets = (REVIEW, ROUTER, TERMINATE, END)

    def __init__(self, desk: HotelDesk) -> None:
        self._desk = desk

    async def before_chat(self, visit: Visit[PresentState]) -> Route | None:
        """Take a bare yes or no to "shall I book it?", and send everything on once the results are void."""
        if visit.own.drafting:
            return None
        request, offer = visit.conversation().request, self._read_back(visit)
        if not self._current(visit):
            if offer or words.mentions_booking(request):
                return self._outdated()
            return self._hand_over(visit)
        if offer and words.agrees_to_book(request):
            return await self._book(offer, visit)
        if offer and words.is_bare_no(request):
            return self._leave_unbooked(visit)
        if words.is_bare_no(request) or words.refuses_all(request):
            return self._hand_over(visit)
        return None

    def get_prompt(self, visit: Visit[PresentState]) -> str:
        return render("present_draft" if visit.own.drafting else "present")

    def get_facts(self, visit: Visit[PresentState]) -> Mapping[str, object]:
        return present_facts(visit.states, offer=self._read_back(visit), today=today_of(visit.context))

    async def on_chat_error(self, failure: ChatFailure, visit: Visit[PresentState]) -> Route:
        """Show the list that code renders, or do what code itself can read in the request."""
        if visit.own.drafting:
            visit.update(drafting=False)
            return self._show(visit, texts.found(visit.own.results))
        match read_plainly(failure.request, visit.own.results):
            case ChooseHotel() as choice:
                return await self.choose_hotel(choice, visit)
            case CompareHotels() as comparison:
                return self.compare_hotels(comparison, visit)
            case AnswerQuestion() as question:
                return await self.answer_question(question, visit)
            case ShowMore() as more:
                return self.show_more(more, visit)
        return self._show(visit, f"{texts.TROUBLE} {texts.STILL_THERE}")

    # --- tools --------------------------------------------------------------------------------------------------

    @tool
    def present_draft(self, arguments: PresentDraft, visit: Visit[PresentState]) -> Route:
        """Hand in the text that presents the results; it is reviewed before the customer sees it."""
        if not visit.own.drafting:
            return self._show(visit, texts.NOTHING_BOOKED if self._read_back(visit) else texts.STILL_THERE)
        visit.update(draft=arguments.draft)
        return go(REVIEW)

    @tool
    async def choose_hotel(self, arguments: ChooseHotel, visit: Visit[PresentState]) -> Route:
        """Choose one of the hotels, or ask to book it. The site books only what the customer asked for plainly."""
        results, request = visit.own.results, visit.conversation().request
        numbers = selection.resolve(arguments.hotel, results)
        # A button that is on the page still may be pressed late; the booking itself says whether it is too late.
        pressed = visit.action is not None
        if not (pressed and numbers) and (blocked := self._blocked(visit)):
            return blocked
        if not pressed and words.refuses_booking(request):
            return self._leave_unbooked(visit)
        if not numbers:
            return refuse(texts.not_offered(results), ReplyData(quick_replies=(_list_again(),)))
        if not pressed:
            named = selection.mentioned(request, results)
            numbers = named if len(named) > 1 else numbers
        if len(numbers) > 1:
            choices = tuple(says(f"{n}. {results[n - 1].name}", f"number {n}") for n in numbers[:PAGE])
            return refuse(texts.which_of(results, numbers), ReplyData(quick_replies=choices))
        offer = results[numbers[0] - 1]
        if pressed or (
            words.asks_to_book(request) and named == numbers and self._has_seen(numbers[0], visit)
        ):
            return await self._book(offer.slug, visit)
        return self._read_it_back(offer, numbers[0], visit)

    @tool
    def compare_hotels(self, arguments: CompareHotels, visit: Visit[PresentState]) -> Route:
        """Compare hotels of the list side by side."""
        if blocked := self._blocked(visit):
            return blocked
        numbers = self._numbers(arguments.hotels, visit)
        if not numbers:
            return refuse(texts.not_offered(visit.own.results))
        return direct(texts.compared(visit.own.results, numbers))

    @tool
    async def answer_question(self, arguments: AnswerQuestion, visit: Visit[PresentState]) -> Route:
        """Answer a question about the hotels from what the site knows of them."""
        if blocked := self._blocked(visit):
            return blocked
        results = visit.own.results
        numbers = self._numbers(arguments.hotels, visit)
        if not numbers:
            return refuse(texts.not_offered(results))
        facts = await self._desk.facts([results[number - 1].slug for number in numbers])
        text = answer(arguments, results, numbers, {known.slug: known for known in facts})
        buttons: tuple[QuickReply, ...] = ()
        if len(numbers) == 1:
            offer = results[numbers[0] - 1]
            buttons = (books(f"Book {offer.name}", offer.slug),)
        return direct(text, ReplyData(quick_replies=buttons))

    @tool
    def show_more(self, arguments: ShowMore, visit: Visit[PresentState]) -> Route:
        """Show the next results."""
        if blocked := self._blocked(visit):
            return blocked
        shown, total = visit.own.shown, len(visit.own.results)
        if shown >= total:
            return self._show(visit, texts.NO_MORE)
        visit.update(shown=min(shown + PAGE, total))
        return direct(*listing(visit.own, range(shown + 1, visit.own.shown + 1), texts.FURTHER))

    @tool
    def revise_criteria(self, arguments: ReviseCriteria, visit: Visit[PresentState]) -> Route:
        """Hand the message on, because it changes what is searched for or concerns no hotel of the list."""
        if visit.own.drafting:
            return stay(PRESENT_FIRST, accepted=False)
        return self._hand_over(visit)

    @tool
    def terminate_session(self, arguments: TerminateArguments, visit: Visit[PresentState]) -> Route:
        """End the conversation because the customer says goodbye."""
        if asides.aside_of(visit.conversation().request) is Aside.THANKS:
            return self._hand_over(visit)
        return leave(visit)

    # --- booking ------------------------------------------------------------------------------------------------

    def _read_it_back(self, offer: Offer, number: int, visit: Visit[PresentState]) -> Route:
        visit.update(selection=offer.slug)
        data = ReplyData(
            hotels=cards(visit.own.results, [number]),
            quick_replies=(books(f"Book {offer.name}", offer.slug), _list_again()),
        )
        return direct(texts.read_back(offer, number), data)

    def _has_seen(self, number: int, visit: Visit[PresentState]) -> bool:
        """Whether the customer was shown a result: on the list, or read back just now."""
        return number in shown_numbers(visit.own) or visit.own.results[number - 1].slug == self._read_back(
            visit
        )

    @staticmethod
    def _leave_unbooked(visit: Visit[PresentState]) -> Route:
        visit.update(selection=None)
        return direct(texts.NOTHING_BOOKED, ReplyData(quick_replies=(_list_again(), _something_else())))

    async def _book(self, slug: str, visit: Visit[PresentState]) -> Route:
        offer = next(offer for offer in visit.own.results if offer.slug == slug)
        choice = StayChoice(session_id=UUID(visit.session_id), offer=offer, current=self._current(visit))
        ended = await book(choice, desk=self._desk, visit=visit)
        if isinstance(ended, Receipt):
            visit.update(selection=offer.slug)
            return finish(texts.booked(ended), ReplyData(booking=booking_card(ended)))
        return replace(await self._after_stop(ended, offer, visit), accepted=False)

    async def _after_stop(self, stop: BookingStop, offer: Offer, visit: Visit[PresentState]) -> Route:
        """Say why nothing was booked, and what to do next; nothing is booked without a new yes."""
        match stop:
            case AnotherBooking():
                # One conversation books one stay, so it is over; the page offers to begin anew.
                return finish(
                    texts.already_booked(stop.receipt), ReplyData(booking=booking_card(stop.receipt))
                )
            case Outdated():
                return self._outdated()
            case NotOffered():
                return self._search_again(stop.reason)
            case NoRoomLeft():
                return await self._offer_next_best(texts.sold_out(offer, stop.nights), offer, visit)
            case PriceMoved():
                return await self._ask_again(texts.price_changed(offer, stop.old, stop.new), offer, visit)

    async def _offer_next_best(self, reason: str, offer: Offer, visit: Visit[PresentState]) -> Route:
        if not await self._search(visit):
            return self._search_again(f"{reason} {texts.NOTHING_FOUND}")
        results = visit.own.results
        number = next_best(offer, results)
        following = results[number - 1]
        visit.update(selection=following.slug)
        data = ReplyData(
            hotels=cards(results, shown_numbers(visit.own)),
            more=max(len(results) - visit.own.shown, 0),
            quick_replies=(books(f"Book {following.name}", following.slug), searches("Search again")),
        )
        return direct(f"{reason} {texts.next_best(following, number)}", data)

    async def _ask_again(self, reason: str, offer: Offer, visit: Visit[PresentState]) -> Route:
        """Read the hotel back at its new price, unless that is no longer what the customer looks for."""
        if not await self._search(visit):
            return self._search_again(f"{reason} {texts.NOTHING_FOUND}")
        for number, found in enumerate(visit.own.results, start=1):
            if (found.slug, found.room_type) == (offer.slug, offer.room_type):
                again = self._read_it_back(found, number, visit)
                assert again.reply is not None
                reply = replace(again.reply, text=f"{reason} {again.reply.text}")
                return replace(again, reply=reply)
        return self._show(visit, f"{reason} {texts.NO_LONGER_FITS} {texts.STILL_THERE}")

    async def _search(self, visit: Visit[PresentState]) -> bool:
        """Search again with the same criteria and go on from what there is now; False leaves everything as it was."""
        found = await self._desk.search(read_criteria(visit.states), today=today_of(visit.context))
        if found:
            visit.update(
                results=tuple(found),
                results_turn=visit.turn_number,
                shown=PAGE,
                selection=None,
                draft=None,
            )
        return bool(found)

    def _outdated(self) -> Route:
        return self._search_again(texts.OUTDATED)

    @staticmethod
    def _search_again(reason: str) -> Route:
        route = direct_to(
            ROUTER, f"{reason} {texts.SEARCH_AGAIN}", ReplyData(quick_replies=(searches("Search again"),))
        )
        return replace(route, accepted=False)

    # --- details ------------------------------------------------------------------------------------------------

    def _current(self, visit: Visit[PresentState]) -> bool:
        return results_current(visit.states, today=today_of(visit.context))

    def _blocked(self, visit: Visit[PresentState]) -> Route | None:
        """What happens instead of a tool while there is nothing that it could be about."""
        if visit.own.drafting:
            return stay(PRESENT_FIRST, accepted=False)
        return None if self._current(visit) else self._outdated()

    def _read_back(self, visit: Visit[PresentState]) -> str | None:
        """Slug of the hotel that the newest reply asked about: only then does a bare yes mean it."""
        return visit.own.selection if said_last(visit.history).endswith(texts.SHALL_I_BOOK) else None

    def _numbers(self, hotels: Sequence[str], visit: Visit[PresentState]) -> Sequence[int]:
        """The results that a tool call names; all that are shown where it names none, none where it names unknown ones."""
        if not hotels:
            return shown_numbers(visit.own)
        found = [selection.resolve(hotel, visit.own.results) for hotel in hotels]
        return sorted({number for numbers in found for number in numbers}) if all(found) else []

    def _hand_over(self, visit: Visit[PresentState]) -> Route:
        errand = Errand(turn=visit.turn_number, about_results=True)
        return go(ROUTER).with_state({"errand": errand}).with_message(visit.conversation().request)

    def _show(self, visit: Visit[PresentState], heading: str) -> Route:
        return direct(*listing(visit.own, shown_numbers(visit.own), heading))


def _list_again() -> QuickReply:
    return says("Show the list", "show the list again")


def _something_else() -> QuickReply:
    return says("Change something", "change something")
