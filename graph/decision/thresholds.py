"""The lines that a node's code draws through an answer, and how close an answer came to one.

A node declares the thresholds that its code applies, so that whoever reads a decision later can see them beside the
probabilities, as they were then. Declaring one changes nothing: the comparison stays the code's.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from graph.decision.questions import (
    Answer,
    Choice,
    ChoiceQuestion,
    NoulQuestion,
    Question,
    QuestionMap,
    Score,
)
from graph.jsonvalue import JsonObject


@dataclass(frozen=True, slots=True, kw_only=True)
class Threshold:
    """What one number of an answer must reach before code acts on it."""

    question: str
    at_least: float
    label: str | None = None
    """The Choice's label whose probability counts; None for a Noul or Score, or for a confidence."""
    confidence: bool = False
    """The answer's confidence counts, in place of the answer."""

    def value_in(self, answers: Mapping[str, Answer]) -> float | None:
        """The number that the line is drawn through; None where the question was not asked."""
        answer = answers.get(self.question)
        if answer is None:
            return None
        if isinstance(answer, Choice):
            if self.confidence or self.label is None:
                return answer.confidence
            return next((share for label, share in _shares(answer).items() if label == self.label), None)
        if isinstance(answer, Score):
            return answer.confidence if self.confidence else answer.score
        return answer.noul

    def problem(self, questions: QuestionMap) -> str | None:
        """What is wrong with the declaration, in words; None where it fits the questions."""
        question = questions.get(self.question)
        if question is None:
            return f"a threshold names the question {self.question!r}, which is not asked"
        if isinstance(question, ChoiceQuestion):
            if self.confidence == (self.label is not None):
                return f"a threshold on the Choice {self.question!r} names a label, or the confidence"
            if self.label is not None and self.label not in question.labels:
                return f"a threshold names the label {self.label!r}, which {self.question!r} does not have"
        elif self.label is not None or (self.confidence and isinstance(question, NoulQuestion)):
            return f"a threshold on {self.question!r} names what its answer does not have"
        return None if 0 <= self.at_least <= _highest(question, self) else "a threshold is out of reach"

    def as_json(self) -> JsonObject:
        return {
            "question": self.question,
            "at_least": self.at_least,
            "label": self.label,
            "confidence": self.confidence,
        }


def margin(answers: Mapping[str, Answer], thresholds: Iterable[Threshold] = ()) -> float | None:
    """How far, 0..1, the answers were from going the other way: the smallest of all distances in them.

    A Choice's distance is that of the chosen label's probability from the best of the others, and 0 where another is
    as probable or more. A threshold's is that of the value from the line, a Score's as a share of its range. None
    where nothing can be measured.
    """
    distances = [
        max(0.0, runner_up_margin(answer)) for answer in answers.values() if isinstance(answer, Choice)
    ]
    for threshold in thresholds:
        value = threshold.value_in(answers)
        if value is not None:
            answer = answers[threshold.question]
            scale = len(answer.legend) - 1 if isinstance(answer, Score) and not threshold.confidence else 1
            distances.append(abs(value - threshold.at_least) / scale)
    return min(distances, default=None)


def runner_up_margin(answer: Choice[Any]) -> float:
    """The chosen label's probability less the best of the others; below 0 where the model chose a less probable one."""
    others = [share for label, share in answer.probabilities.items() if label != answer.choice]
    return answer.probabilities[answer.choice] - max(others)


def _shares(answer: Choice[Any]) -> dict[str, float]:
    return {
        label if isinstance(label, str) else label.value: share
        for label, share in answer.probabilities.items()
    }


def _highest(question: Question, threshold: Threshold) -> float:
    if isinstance(question, ChoiceQuestion | NoulQuestion) or threshold.confidence:
        return 1.0
    return len(question.levels) - 1
