"""Checks an answer against the exact questions that were asked. Source: DESIGN.md, "One decision, in order", 7."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from graph.decision.questions import (
    Answer,
    Choice,
    ChoiceQuestion,
    Noul,
    NoulQuestion,
    Question,
    QuestionMap,
    Score,
    labels_by_value,
)
from graph.errors import InvalidAnswerError

SUM_TOLERANCE = 0.02 + 1e-9
"""How far a distribution's sum may be from 1; the second part forgives binary rounding."""


class _Fault(Exception):
    """One rule broken by one answer; collected, never seen outside."""


def validate_answers(questions: QuestionMap, raw: object) -> dict[str, Answer]:
    """Return typed answers by question name, in the questions' order.

    Accepted on purpose: a choice that is not the most probable, a score that is not the expectation, extra fields.

    Raises:
        InvalidAnswerError: `.problems` names every faulty question and the rule it broke.
    """
    if not isinstance(raw, dict):
        raise InvalidAnswerError(("answers: must be an object",))
    problems: list[str] = []
    if surplus := len(raw.keys() - questions.keys()):
        problems.append(f"answers: {surplus} to questions that were not asked")
    answers: dict[str, Answer] = {}
    for name, question in questions.items():
        try:
            answers[name] = _validate(question, raw.get(name))
        except _Fault as fault:
            problems.append(f"{name}: {fault}")
    if problems:
        raise InvalidAnswerError(tuple(problems))
    return answers


def _validate(question: Question, raw: object) -> Answer:
    if raw is None:
        raise _Fault("no answer")
    if not isinstance(raw, dict):
        raise _Fault("the answer must be an object")
    if isinstance(question, ChoiceQuestion):
        return _choice(question, _typed(raw, "choice"))
    if isinstance(question, NoulQuestion):
        return Noul(_probability(_typed(raw, "noul").get("noul"), "noul"))
    return _score(question.levels, _typed(raw, "score"))


def _typed(raw: dict[str, Any], kind: str) -> dict[str, Any]:
    if raw.get("type") != kind:
        raise _Fault(f"the answer's type must be {kind}")
    return raw


def _choice(question: ChoiceQuestion, raw: dict[str, Any]) -> Choice[Any]:
    chosen, probabilities = raw.get("choice"), raw.get("probabilities")
    if not isinstance(chosen, str) or chosen not in question.labels:
        raise _Fault("choice must be a declared label")
    if not isinstance(probabilities, dict) or probabilities.keys() != question.labels.keys():
        raise _Fault("probabilities must cover exactly the labels")
    checked = {label: _probability(probabilities[label], "probabilities") for label in question.labels}
    _require_distribution(checked.values())
    confidence = _probability(raw.get("confidence"), "confidence")
    if question.label_type is None:
        return Choice(chosen, checked, confidence)
    typed = labels_by_value(question.label_type)
    return Choice(typed[chosen], {typed[label]: value for label, value in checked.items()}, confidence)


def _score(levels: tuple[str, ...], raw: dict[str, Any]) -> Score:
    last = len(levels) - 1
    score = _number(raw.get("score"), "score")
    if not 0 <= score <= last:
        raise _Fault(f"score must be within 0..{last}")
    legend = _by_level(raw.get("legend"), "legend", last)
    probabilities = [
        _probability(value, "probabilities")
        for value in _by_level(raw.get("probabilities"), "probabilities", last)
    ]
    _require_distribution(probabilities)
    return Score(
        score=score,
        legend=tuple(
            text if isinstance(text, str) else level for text, level in zip(legend, levels, strict=True)
        ),
        probabilities=tuple(probabilities),
        confidence=_probability(raw.get("confidence"), "confidence"),
    )


def _by_level(raw: object, name: str, last: int) -> list[Any]:
    """Values keyed "0".."last" on the wire, as a list."""
    expected = [str(level) for level in range(last + 1)]
    if not isinstance(raw, dict) or set(raw) != set(expected):
        raise _Fault(f"{name} must cover every level from 0 to {last}")
    return [raw[level] for level in expected]


def _number(raw: object, name: str) -> float:
    if isinstance(raw, bool) or not isinstance(raw, int | float):
        raise _Fault(f"{name} must be a number")
    try:
        value = float(raw)
    except OverflowError:  # an int of hundreds of digits
        value = math.inf
    if not math.isfinite(value):
        raise _Fault(f"{name} must be a finite number")
    return value


def _probability(raw: object, name: str) -> float:
    value = raw if type(raw) is float else _number(raw, name)
    if not 0 <= value <= 1:  # NaN is not, either
        raise _Fault(f"{name} must be within 0..1")
    return value


def _require_distribution(probabilities: Iterable[float]) -> None:
    if abs(math.fsum(probabilities) - 1) > SUM_TOLERANCE:
        raise _Fault("probabilities must sum to 1 within 0.02")
