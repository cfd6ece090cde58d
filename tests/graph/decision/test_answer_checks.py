"""Every rule an answer is checked by. Source: DESIGN.md, "One decision, in order", 7."""

from __future__ import annotations

import copy
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph import (
    Choice,
    ChoiceLabel,
    ChoiceQuestion,
    InvalidAnswerError,
    Noul,
    NoulQuestion,
    QuestionMap,
    Score,
    ScoreQuestion,
)
from graph.decision.validation import validate_answers


class Mood(ChoiceLabel):
    CALM = "calm"
    UPSET = "upset"


QUESTIONS: QuestionMap = {
    "mood": ChoiceQuestion(labels={"calm": None, "upset": None}, label_type=Mood),
    "clarity": ScoreQuestion(levels=("confusing", "fair", "clear")),
    "grounded": NoulQuestion(instructions=("Is it?",)),
}

VALID: dict[str, Any] = {
    "mood": {
        "type": "choice",
        "choice": "calm",
        "probabilities": {"calm": 0.75, "upset": 0.25},
        "confidence": 0.5,
    },
    "clarity": {
        "type": "score",
        "score": 1.25,
        "legend": {"0": "confusing", "1": "fair", "2": "clear"},
        "probabilities": {"0": 0.0, "1": 0.75, "2": 0.25},
        "confidence": 0.5,
    },
    "grounded": {"type": "noul", "noul": 0.75},
}

GONE = object()
"""Marks a key to be removed."""


def changed(path: str, value: Any) -> Any:
    """The valid answers with one value replaced, or removed; '' replaces them all."""
    if not path:
        return value
    answers = copy.deepcopy(VALID)
    *parents, last = path.split(".")
    place = answers
    for key in parents:
        place = place[key]
    if value is GONE:
        del place[last]
    else:
        place[last] = value
    return answers


def test_a_valid_answer_becomes_typed() -> None:
    assert validate_answers(QUESTIONS, VALID) == {
        "mood": Choice(Mood.CALM, {Mood.CALM: 0.75, Mood.UPSET: 0.25}, 0.5),
        "clarity": Score(1.25, ("confusing", "fair", "clear"), (0.0, 0.75, 0.25), 0.5),
        "grounded": Noul(0.75),
    }


def test_labels_made_at_run_time_stay_strings() -> None:
    questions = {"mood": ChoiceQuestion(labels={"calm": None, "upset": None})}

    answers = validate_answers(questions, {"mood": VALID["mood"]})

    expected: Choice[Any] = Choice("calm", {"calm": 0.75, "upset": 0.25}, 0.5)
    assert answers == {"mood": expected}


NOT_A_NUMBER: dict[str, Any] = {
    "missing": GONE,
    "null": None,
    "text": "0.5",
    "a bool": True,
    "NaN": math.nan,
    "infinite": math.inf,
    "minus infinite": -math.inf,
    "a number of 400 digits": 10**400,
}
NOT_A_PROBABILITY = {**NOT_A_NUMBER, "below 0": -0.001, "above 1": 1.001}

CASES: list[Any] = [
    # the envelope
    ("", None, "answers: must be an object"),
    ("", [VALID["mood"]], "answers: must be an object"),
    ("", "calm", "answers: must be an object"),
    ("mood", GONE, "mood: no answer"),
    ("mood", None, "mood: no answer"),
    ("mood", "calm", "mood: the answer must be an object"),
    ("surplus", {"type": "noul", "noul": 0.5}, "answers: 1 to questions that were not asked"),
    # the type
    ("mood.type", "noul", "mood: the answer's type must be choice"),
    ("mood.type", GONE, "mood: the answer's type must be choice"),
    ("clarity.type", "choice", "clarity: the answer's type must be score"),
    ("grounded.type", "score", "grounded: the answer's type must be noul"),
    # a Choice
    ("mood.choice", "serene", "mood: choice must be a declared label"),
    ("mood.choice", "CALM", "mood: choice must be a declared label"),
    ("mood.choice", None, "mood: choice must be a declared label"),
    ("mood.choice", ["calm"], "mood: choice must be a declared label"),
    ("mood.choice", GONE, "mood: choice must be a declared label"),
    ("mood.probabilities", GONE, "mood: probabilities must cover exactly the labels"),
    ("mood.probabilities", [0.75, 0.25], "mood: probabilities must cover exactly the labels"),
    ("mood.probabilities", {"calm": 1.0}, "mood: probabilities must cover exactly the labels"),
    (
        "mood.probabilities",
        {"calm": 0.7, "upset": 0.2, "serene": 0.1},
        "mood: probabilities must cover exactly the labels",
    ),
    ("mood.probabilities", {"calm": 0.7, "upset": 0.2}, "mood: probabilities must sum to 1 within 0.02"),
    # a Score
    ("clarity.score", -0.001, "clarity: score must be within 0..2"),
    ("clarity.score", 2.001, "clarity: score must be within 0..2"),
    ("clarity.legend", GONE, "clarity: legend must cover every level from 0 to 2"),
    ("clarity.legend", {"0": "a", "1": "b"}, "clarity: legend must cover every level from 0 to 2"),
    ("clarity.legend", ["a", "b", "c"], "clarity: legend must cover every level from 0 to 2"),
    ("clarity.probabilities", GONE, "clarity: probabilities must cover every level from 0 to 2"),
    (
        "clarity.probabilities",
        {"0": 0.5, "1": 0.5},
        "clarity: probabilities must cover every level from 0 to 2",
    ),
    (
        "clarity.probabilities",
        {"0": 0.2, "1": 0.3, "2": 0.4, "3": 0.1},
        "clarity: probabilities must cover every level from 0 to 2",
    ),
    (
        "clarity.probabilities",
        {"0": 0.5, "1": 0.5, "2": 0.5},
        "clarity: probabilities must sum to 1 within 0.02",
    ),
]

NUMBERS = [
    *(("clarity.score", kind, value) for kind, value in NOT_A_NUMBER.items()),
    *(
        (path, kind, value)
        for path in ("mood.confidence", "clarity.confidence", "grounded.noul")
        for kind, value in NOT_A_PROBABILITY.items()
    ),
    *(
        (path, kind, value)
        for path in ("mood.probabilities.calm", "clarity.probabilities.1")
        for kind, value in NOT_A_PROBABILITY.items()
        if value is not GONE
    ),
]


@pytest.mark.parametrize(("path", "value", "problem"), CASES)
def test_a_broken_rule_is_named_with_its_question(path: str, value: Any, problem: str) -> None:
    with pytest.raises(InvalidAnswerError) as refused:
        validate_answers(QUESTIONS, changed(path, value))

    assert refused.value.problems == (problem,)


@pytest.mark.parametrize(
    ("path", "value"),
    [pytest.param(path, value, id=f"{path}: {kind}") for path, kind, value in NUMBERS],
)
def test_a_number_is_a_finite_number_in_its_range(path: str, value: Any) -> None:
    question, field = path.split(".")[:2]

    with pytest.raises(InvalidAnswerError, match=rf"^{question}: {field} must be (a|within 0\.\.1)"):
        validate_answers(QUESTIONS, changed(path, value))


def test_every_fault_is_named_at_once() -> None:
    with pytest.raises(InvalidAnswerError) as refused:
        validate_answers(QUESTIONS, {"mood": {"type": "noul"}, "extra": 1, "grounded": VALID["grounded"]})

    assert refused.value.problems == (
        "answers: 1 to questions that were not asked",
        "mood: the answer's type must be choice",
        "clarity: no answer",
    )


def test_the_answer_itself_is_never_quoted() -> None:
    secret = "the customer's secret"
    answers = {
        secret: 1,
        "mood": {**VALID["mood"], "choice": secret},
        "clarity": {**VALID["clarity"], "score": secret},
        "grounded": {"type": secret},
    }

    with pytest.raises(InvalidAnswerError) as refused:
        validate_answers(QUESTIONS, answers)

    assert secret not in str(refused.value)
    assert len(refused.value.problems) == 4


# --- the edges of a distribution ----------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["mood.probabilities", "clarity.probabilities"])
@pytest.mark.parametrize(
    ("total", "accepted"),
    [(0.98, True), (1.02, True), (0.9799999, False), (1.0200001, False), (1.0, True)],
)
def test_a_distribution_sums_to_1_within_two_hundredths(path: str, total: float, accepted: bool) -> None:
    rest = total - 0.5
    values = {
        "mood.probabilities": {"calm": 0.5, "upset": rest},
        "clarity.probabilities": {"0": 0.25, "1": 0.25, "2": rest},
    }[path]
    answers = changed(path, values)

    if accepted:
        validate_answers(QUESTIONS, answers)
    else:
        with pytest.raises(InvalidAnswerError, match=r"must sum to 1 within 0\.02"):
            validate_answers(QUESTIONS, answers)


@pytest.mark.parametrize(("off", "accepted"), [(0.02 + 0.9e-9, True), (0.02 + 1.1e-9, False)])
@pytest.mark.parametrize("sign", [1, -1])
def test_a_billionth_more_forgives_binary_rounding(off: float, accepted: bool, sign: int) -> None:
    answers = changed("mood.probabilities", {"calm": 0.5, "upset": 0.5 + sign * off})

    if accepted:
        validate_answers(QUESTIONS, answers)
    else:
        with pytest.raises(InvalidAnswerError):
            validate_answers(QUESTIONS, answers)


# --- accepted on purpose ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "value"),
    [
        pytest.param("mood.choice", "upset", id="a choice that is not the most probable"),
        pytest.param("clarity.score", 0.0, id="a score that is not the expectation"),
        pytest.param("clarity.score", 2, id="a whole score"),
        pytest.param("mood.reasoning", "because", id="an extra field of a choice"),
        pytest.param("clarity.reasoning", "because", id="an extra field of a score"),
        pytest.param("grounded.confidence", "high", id="an extra field of a noul"),
        pytest.param("grounded.noul", 0, id="probability 0"),
        pytest.param("grounded.noul", 1, id="probability 1"),
        pytest.param("mood.confidence", 0, id="confidence 0"),
        pytest.param("mood.confidence", 1, id="confidence 1"),
        pytest.param("mood.probabilities", {"upset": 1, "calm": 0}, id="whole probabilities in any order"),
    ],
)
def test_what_is_odd_but_allowed_passes(path: str, value: Any) -> None:
    assert set(validate_answers(QUESTIONS, changed(path, value))) == set(QUESTIONS)


def test_a_legend_without_words_is_read_from_the_question() -> None:
    answers = validate_answers(QUESTIONS, changed("clarity.legend", {"0": None, "1": "so-so", "2": 7}))

    clarity = answers["clarity"]
    assert isinstance(clarity, Score)
    assert clarity.legend == ("confusing", "so-so", "clear")


# --- whatever comes, it is checked --------------------------------------------------------------------------

SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5)
ANYTHING = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
)
PATHS = st.sampled_from(
    ["mood", "clarity", "grounded"]
    + [f"{name}.{field}" for name, answer in VALID.items() for field in answer]
    + ["mood.probabilities.calm", "clarity.probabilities.0", "clarity.legend.0"]
)


def problems_of(answers: Any) -> tuple[str, ...]:
    try:
        assert list(validate_answers(QUESTIONS, answers)) == list(QUESTIONS)
    except InvalidAnswerError as refused:
        return refused.problems
    return ()


@given(PATHS, ANYTHING)
def test_any_value_anywhere_is_accepted_or_refused_in_order(path: str, value: Any) -> None:
    question = path.partition(".")[0]

    assert all(problem.startswith((question, "answers")) for problem in problems_of(changed(path, value)))
