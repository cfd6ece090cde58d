"""From a client's frame to a turn of the engine."""

from __future__ import annotations

from graph.turns import TurnInput
from hotelsite.concierge import answer_input, search_input, text_input
from hotelsite.conversations.dbthreads import on_database_thread
from hotelsite.web import conversation
from hotelsite.web.client_frames import Answer, Choose, Message, Search, TurnFrame


def check_first(frame: TurnFrame) -> None:
    """Refuse a frame that cannot be a session's first, before a session is begun for it.

    Raises:
        Refusal: `bad_value`, or `not_in_results`, since there are none yet.
    """
    match frame:
        case Answer():
            frame.criterion_value()
        case Choose():
            raise conversation.not_in_results(frame)
        case Message() | Search():
            pass


async def turn_input(frame: TurnFrame) -> TurnInput:
    """Return the turn that a frame asks for.

    Raises:
        Refusal: `bad_value`; the id stays unused.
    """
    match frame:
        case Message():
            return text_input(frame.id, frame.text)
        case Answer():
            return answer_input(frame.id, frame.criterion, frame.criterion_value())
        case Search():
            return search_input(frame.id)
        case Choose():
            return await on_database_thread(conversation.choice)(frame)
