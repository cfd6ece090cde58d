"""What holds for any message at all."""

from __future__ import annotations

import string
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hotelsite.hotels.criteria import Criteria, Criterion
from hotelsite.local_models.reading import ResultName, apply_reading
from tests.local_models.support import SAVED, read

QUESTIONS = st.sampled_from([None, *Criterion])
TRADE_WORDS = (
    "from to until and or not no the a $ - , . ? night nights may march 5 5th 30 700 1e9 31/12 2027-02-30 friday next week "
    "weekend tomorrow under over between max min suite beds two pool parking miles km airport downtown any same "
    "cheap euros total for more later earlier instead only drop book number first near free"
).split()
RESULTS = (ResultName(1, "one", "Hampton Inn One"), ResultName(2, "two", "Hampton Inn & Suites Two"))


@settings(max_examples=300, deadline=None)
@given(text=st.text(max_size=2000), asked=QUESTIONS, reply=st.none() | st.text(max_size=200))
def test_no_text_raises(text: str, asked: Criterion | None, reply: str | None) -> None:
    reading = read(text, asked=asked, saved=SAVED, previous_reply=reply, results=RESULTS)

    assert sum(reading.destination_scores.values()) == pytest.approx(1)
    assert all(0 <= item.start < item.end <= len(text) for item in reading.evidence)


@settings(max_examples=500, deadline=None)
@given(
    words=st.lists(st.sampled_from(TRADE_WORDS), max_size=25),
    asked=QUESTIONS,
    saved=st.sampled_from([Criteria(), SAVED]),
)
def test_no_order_of_the_words_of_the_trade_raises(
    words: list[str], asked: Criterion | None, saved: Criteria
) -> None:
    reading = read(" ".join(words), asked=asked, saved=saved, results=RESULTS)

    apply_reading(reading, saved, asked=asked)


@settings(max_examples=300, deadline=None)
@given(
    text=st.text(alphabet=string.punctuation + " \n\t" + "😀🏨🇺🇸\u200b\u202e\x00éßØ漢字かな", max_size=300)
)
def test_text_without_digits_or_english_words_has_no_value(text: str) -> None:
    reading = read(text)

    assert not any(reading.has_value(criterion) for criterion in Criterion)


@settings(max_examples=200, deadline=None)
@given(words=st.lists(st.text(alphabet="bcdfghjkpqtvwxz", min_size=4, max_size=9), max_size=20))
def test_gibberish_has_no_value_and_is_unclear(words: list[str]) -> None:
    reading = read(" ".join(words))

    assert reading.mentions == ()
    assert max(reading.destination_scores, key=lambda label: reading.destination_scores[label]) == "unclear"


@pytest.mark.parametrize(
    "unit",
    [
        "1 ",
        "10 ",
        "$",
        "jan 1 to ",
        "free ",
        "a pool or ",
        "Hotel ",
        "not ",
        "find a ",
        "the 5th ",
        "- ",
        "9",
        "my dog ",
    ],
)
def test_the_longest_message_is_read_in_a_moment(unit: str) -> None:
    """Seconds, not milliseconds, so that a busy machine does not fail it; a pattern that backtracks takes minutes."""
    text = (unit * 2000)[:2000]
    started = time.perf_counter()

    read(text, saved=SAVED, results=RESULTS)

    assert time.perf_counter() - started < 3
