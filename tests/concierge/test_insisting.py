"""Questions that are asked again: what is said, and what is offered."""

from __future__ import annotations

import pytest

from hotelsite.concierge.insisting import asked_again, easy_answers
from hotelsite.hotels.criteria import VALUE_TYPES, Criterion, validate_value
from tests.concierge.support import TODAY

QUESTION = "Which one?"


def labels(criterion: Criterion, misses: int) -> list[str]:
    _, data = asked_again(criterion, QUESTION, misses=misses, today=TODAY)
    return [button.label for button in data.quick_replies]


def said(misses: int, *, previous: str = "") -> str:
    text, _ = asked_again(
        Criterion.BUDGET, QUESTION, misses=misses, today=TODAY, reason="Too low.", previous=previous
    )
    return text


@pytest.mark.parametrize("criterion", list(Criterion))
def test_the_second_time_there_are_buttons_and_the_third_time_a_way_around(criterion: Criterion) -> None:
    assert labels(criterion, 1) == []
    assert len(labels(criterion, 2)) == len(easy_answers(criterion, today=TODAY))
    assert labels(criterion, 3) == [*labels(criterion, 2), "Start over"]


@pytest.mark.parametrize("criterion", list(Criterion))
def test_easy_answers_are_valid_ones(criterion: Criterion) -> None:
    for button in easy_answers(criterion, today=TODAY):
        value = VALUE_TYPES[criterion].model_validate(button.frame["value"])
        assert validate_value(criterion, value, today=TODAY) == []


@pytest.mark.parametrize("criterion", [name for name in Criterion if name is not Criterion.DATES])
def test_the_last_easy_answer_leaves_the_criterion_open(criterion: Criterion) -> None:
    value = easy_answers(criterion, today=TODAY)[-1].frame["value"]

    assert isinstance(value, dict)
    assert all(part in (None, []) for part in value.values())


def test_a_reason_is_told_with_the_question_and_in_the_end_not_twice_in_a_row() -> None:
    assert said(1) == said(2) == f"Too low. {QUESTION}"
    assert said(3).startswith("Too low. ")
    assert not said(3, previous="Too low. Which one?").startswith("Too low.")
    assert QUESTION not in said(3)


def test_ways_around_are_said_in_other_words_each_time() -> None:
    assert len({said(misses, previous="Too low.") for misses in (3, 4, 5)}) == 3
