from __future__ import annotations

import pytest

from hotelsite.local_models.reading import Intent
from tests.local_models.support import asked, read


@pytest.mark.parametrize(
    ("text", "intent"),
    [
        ("hello there", Intent.GREETING),
        ("many thanks", Intent.THANKS),
        ("what have you got so far?", Intent.REVIEW),
        ("give me a summary", Intent.REVIEW),
        ("can you remind me what I have told you?", Intent.REVIEW),
        ("what did we ask for?", Intent.REVIEW),
        ("which dates did I book?", Intent.REVIEW),
        ("search", Intent.SEARCH),
        ("I need a hotel", Intent.SEARCH),
        ("are there any other places?", Intent.SEARCH),
        ("what else is available?", Intent.SEARCH),
        ("goodbye", Intent.EXIT),
        ("that will be all, thank you", Intent.EXIT),
        ("no, I'm done", Intent.EXIT),
        ("have a great evening", Intent.EXIT),
        ("let's start over", Intent.START_OVER),
        ("yes please", Intent.AFFIRM),
        ("nope", Intent.DENY),
        ("never mind", Intent.NEVER_MIND),
        ("cancel that", Intent.NEVER_MIND),
        ("book it", Intent.BOOK),
        ("I'd go with the first one", Intent.CHOOSE),
        ("show me more", Intent.MORE),
        ("I don't mind", Intent.NO_PREFERENCE),
        ("whatever you think", Intent.NO_PREFERENCE),
        ("none of these", Intent.NONE_OF_THESE),
        ("I need a taxi", Intent.ELSEWHERE),
        ("I want my money back, a refund", Intent.OTHER_HELP),
    ],
)
def test_an_intent_is_read(text: str, intent: Intent) -> None:
    assert intent in read(text).intents


@pytest.mark.parametrize(
    ("text", "intent"),
    [
        ("leaving on the 9th", Intent.EXIT),
        ("could you help me?", Intent.EXIT),
        ("none of these", Intent.NO_PREFERENCE),
        ("a place to eat", Intent.SEARCH),
        ("I have a preference for suites", Intent.NO_PREFERENCE),
    ],
)
def test_what_only_sounds_alike_is_no_such_intent(text: str, intent: Intent) -> None:
    assert intent not in read(text).intents


def test_a_plain_no_to_further_help_is_a_goodbye() -> None:
    assert Intent.EXIT in read("no, thanks", previous_reply="Is there anything else I can do?").intents
    assert Intent.EXIT not in read("no, thanks", **asked("amenities")).intents
