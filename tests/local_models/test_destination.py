from __future__ import annotations

from datetime import date

import pytest

from hotelsite.local_models.reading import read_message
from hotelsite.local_models.reading.destination import DESTINATIONS, ranked
from tests.local_models.support import TODAY, read


@pytest.mark.parametrize(
    ("text", "destination"),
    [
        ("two nights from Friday, a suite, with parking", "dates"),
        ("a suite under $300 near downtown", "budget"),
        ("a suite with parking near downtown", "room_type"),
        ("parking, and near downtown please", "amenities"),
        ("near downtown", "distance"),
        ("what do you know so far?", "review"),
        ("show me what hotels there are", "search"),
        ("bye", "exit"),
        ("hello", "unclear"),
        ("make it two rooms", "unclear"),
        ("at least four stars", "unclear"),
        ("xyzzy plugh", "unclear"),
        ("", "unclear"),
    ],
)
def test_the_first_criterion_leads_and_else_what_is_asked_for(text: str, destination: str) -> None:
    assert ranked(read(text).destination_scores)[0][0] == destination


@pytest.mark.parametrize("text", ["", "a suite", "hello", "bye", "what is the capital of France?", "ok"])
def test_the_scores_are_probabilities_over_the_nine_destinations(text: str) -> None:
    scores = read(text).destination_scores

    assert tuple(scores) == DESTINATIONS
    assert sum(scores.values()) == pytest.approx(1)
    assert all(0 < score < 1 for score in scores.values())


def test_more_evidence_gives_more_certainty() -> None:
    nothing = max(read("hmm").destination_scores.values())
    vague = read("something cheap").destination_scores["budget"]
    certain = read("at most $300 a night").destination_scores["budget"]

    assert nothing < 0.3 < vague < certain


def test_a_goodbye_is_sure_and_thanks_alone_are_not() -> None:
    assert read("goodbye").destination_scores["exit"] >= 0.9
    assert read("thanks").destination_scores["exit"] < 0.9


def test_the_same_words_give_the_same_reading() -> None:
    text = "a king or a suite, Dec 5-8, $150-250, near PDX, with a pool and a gym, and is breakfast free?"

    assert read(text) == read(text)
    assert read_message(text, today=date(2026, 12, 1)) != read_message("a king", today=TODAY)
