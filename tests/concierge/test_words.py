"""The few words that code looks for: what counts, and what must not."""

from __future__ import annotations

import pytest

from hotelsite.concierge import words


@pytest.mark.parametrize(
    "text",
    [
        "search",
        "  SEARCH  ",
        "Search now!",
        "find hotels.",
        "Find   hotels",
        "search again?",
        "Search, please.",
        "ok, search now",
    ],
)
def test_the_exact_command_whatever_its_case_space_and_end(text: str) -> None:
    assert words.command(text) == "search"


@pytest.mark.parametrize("text", ["start over", "Start over!", "Let\u2019s start over"])
def test_starting_over(text: str) -> None:
    assert words.command(text) == "start_over"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "search for a suite",
        "do not search",
        "search with a pool",
        "research",
        "yes",
        "we start over there on Friday",
    ],
)
def test_no_command(text: str) -> None:
    assert words.command(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "yes",
        "Yes, please!",
        "ok",
        "Go ahead.",
        "sure",
        "YES",
        "yes thank you",
        "sure, go ahead",
        "ok then, do it",
    ],
)
def test_a_bare_yes(text: str) -> None:
    assert words.is_bare_yes(text)
    assert words.agrees_to_book(text)
    assert words.agrees_to_search(text)


@pytest.mark.parametrize(
    "text",
    [
        "yes, but Friday",
        "yes please, the cheaper one",
        "yes and a pool",
        "ok so what",
        "ok?",
        "book it?",
        "not ok",
        "no",
        "thanks",
        "well then",
        "",
    ],
)
def test_no_bare_yes(text: str) -> None:
    assert not words.is_bare_yes(text)
    assert not words.agrees_to_book(text)
    assert not words.agrees_to_search(text)


def test_the_deed_that_was_asked_about_may_be_named_and_no_other() -> None:
    assert words.agrees_to_book("yes, book it please")
    assert words.agrees_to_search("Yes, search!")
    assert not words.agrees_to_book("yes, search")
    assert not words.agrees_to_search("yes, book it")


@pytest.mark.parametrize(
    "text",
    [
        "no",
        "No, thanks.",
        "no thank you",
        "cancel that",
        "never mind",
        "don't",
        "no wait",
        "Wait, stop!",
        "hmm, actually no",
        "i changed my mind",
        "cancel the booking please",
    ],
)
def test_a_bare_no(text: str) -> None:
    assert words.is_bare_no(text)


@pytest.mark.parametrize(
    "text", ["no, the second one", "no, wait until Friday", "nothing", "I know", "yes", "actually", "oh"]
)
def test_no_bare_no(text: str) -> None:
    assert not words.is_bare_no(text)


@pytest.mark.parametrize("text", ["none of these", "None of those, please", "I don't like any of them"])
def test_all_that_was_offered_is_refused(text: str) -> None:
    assert words.refuses_all(text)
    assert not words.is_bare_no(text)


@pytest.mark.parametrize("text", ["none", "none of these matters to me", "I don't mind"])
def test_no_preference_refuses_nothing(text: str) -> None:
    assert not words.refuses_all(text)


@pytest.mark.parametrize("text", ["never mind", "actually, leave it as it is", "keep that please"])
def test_things_are_left_as_they_are(text: str) -> None:
    assert words.leaves_it(text)


@pytest.mark.parametrize("text", ["no", "leave on Friday", "keep the dates and add a pool"])
def test_things_are_not_left_as_they_are(text: str) -> None:
    assert not words.leaves_it(text)


@pytest.mark.parametrize(
    "text", ["Goodbye!", "ok bye", "I'm done, thanks", "that's all", "please end the chat", "see you"]
)
def test_words_of_leaving(text: str) -> None:
    assert words.says_goodbye(text)


@pytest.mark.parametrize(
    "text", ["we leave on August 9", "leaving Monday", "we check out on the 9th", "are we done on Friday?"]
)
def test_leaving_a_hotel_is_not_leaving_the_conversation(text: str) -> None:
    assert not words.says_goodbye(text)


@pytest.mark.parametrize(
    "text",
    [
        "book number 1",
        "I'll take the second one",
        "reserve the Beaverton one please",
        "Can you book number 2?",
        "let's go with number 3",
        "I choose 2",
    ],
)
def test_a_plain_request_to_book(text: str) -> None:
    assert words.asks_to_book(text)


@pytest.mark.parametrize(
    "text",
    [
        "don't book number 1",
        "what happens if I book number 1?",
        "how do I book number 1",
        "book number 1 but for two nights",
        "should I take number 2?",
        "book number 1 or number 2",
        "I am thinking of taking number 2",
        "can I book number 1 without paying, or not?",
        "is number 1 booked?",
        "before I book number 1, is breakfast free?",
        "number 1",
    ],
)
def test_doubt_conditions_and_questions_do_not_book(text: str) -> None:
    assert not words.asks_to_book(text)
