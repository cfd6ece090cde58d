"""What must not book although it names a hotel and holds a word of booking."""

from __future__ import annotations

import pytest

from hotelsite.concierge import texts, words
from tests.concierge.support import MANY, MemoryDesk, Talk, data_of


@pytest.mark.parametrize(
    "text",
    [
        "please do not reserve the second one",
        "we never wanted to book number 3",
        "I'd rather not take the first",
        "you can book all except number 2",
        "reserve anything other than the Riverside",
        "I won't be booking today",
        "don't you dare reserve that",
    ],
)
def test_a_refusal_to_book_is_known(text: str) -> None:
    assert words.refuses_booking(text)


@pytest.mark.parametrize(
    "text",
    [
        "book number 2",
        "I can't wait, book it",
        "can't you book the first?",
        "why not book the second?",
        "no pool please",
    ],
)
def test_other_words_are_no_refusal_to_book(text: str) -> None:
    assert not words.refuses_booking(text)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("do not reserve number 2 for us", "2"),
        ("reserve whichever, all but the first", "1"),
        ("never book those", "those"),
    ],
)
async def test_a_hotel_that_is_refused_is_not_offered(text: str, named: str) -> None:
    talk = Talk()
    await talk.settle()
    await talk.find()
    talk.chat.call("choose_hotel", hotel=named)

    turn = await talk.say(text)

    assert turn.reply.text == texts.NOTHING_BOOKED
    assert not any("Book" in reply.label for reply in data_of(turn).quick_replies)
    results = turn.snapshot["results"]
    assert isinstance(results, list)
    assert len(results) == 3
    assert talk.desk.reservations == 0
    talk.done()


async def test_a_hotel_that_was_never_shown_is_read_back_before_it_is_booked() -> None:
    talk = Talk(MemoryDesk(MANY))
    await talk.settle()
    await talk.find()
    talk.chat.call("choose_hotel", hotel="10")

    turn = await talk.say("reserve number 10")

    assert turn.reply.text.endswith(texts.SHALL_I_BOOK)
    assert talk.desk.reservations == 0
    turn = await talk.say("yes")
    assert talk.desk.reservations == 1
    talk.done()


async def test_a_hotel_on_a_further_page_is_booked_at_once_when_it_was_shown() -> None:
    talk = Talk(MemoryDesk(MANY))
    await talk.settle()
    await talk.find()
    talk.chat.call("show_more")
    await talk.say("show more")
    talk.chat.call("choose_hotel", hotel="10")

    await talk.say("reserve number 10")

    assert talk.desk.reservations == 1
    talk.done()


@pytest.mark.parametrize("text", ["reserve 2 or 3", "pick either number 2, or number 3"])
async def test_of_two_numbers_it_is_asked_which(text: str) -> None:
    talk = Talk()
    await talk.settle()
    await talk.find()
    talk.chat.call("choose_hotel", hotel="2")

    turn = await talk.say(text)

    assert [reply.label[:2] for reply in data_of(turn).quick_replies] == ["2.", "3."]
    assert talk.desk.reservations == 0
    talk.done()
