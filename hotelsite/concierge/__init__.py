"""The hotel graph: its nodes, its policy, its prompts, and the ways a host hands in turns and shows sessions.

Beside the criteria it knows `hotels` through a `HotelDesk`, and no model but by the protocols of `graph`.
"""

from hotelsite.concierge.actions import answer_input, choose_input, request_kind, search_input, text_input
from hotelsite.concierge.desk import DatabaseDesk, HotelDesk, Receipt
from hotelsite.concierge.graph import NAME, hotel_graph
from hotelsite.concierge.replies import ReplyData
from hotelsite.concierge.snapshot import carry_over, describe

__all__ = [
    "NAME",
    "DatabaseDesk",
    "HotelDesk",
    "Receipt",
    "ReplyData",
    "answer_input",
    "carry_over",
    "choose_input",
    "describe",
    "hotel_graph",
    "request_kind",
    "search_input",
    "text_input",
]
