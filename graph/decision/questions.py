"""Typed questions and the typed answers they get.

A question map is declared once, as a class whose annotations are the answers and whose defaults are the questions:

    class Route(ChoiceLabel):
        DATES = "dates", "Set or change the dates of the stay"
        OTHER = "other", "Anything else"

    class Routing(Questions):
        route: Choice[Route]
        polite: Noul = noul("Is the message polite?")

An instance of the class holds the answers: `answers.route.choice` is a `Route`, so a type checker flags a
comparison with a label that does not exist and a `match` that leaves one out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cache
from types import MappingProxyType
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar, get_args, get_origin, get_type_hints

from graph.errors import QuestionError
from graph.jsonvalue import JsonObject, JsonValue

MAX_CHOICE_LABELS = 255
MAX_SCORE_LEVELS = 10
"""What Jev takes in one question. Source: https://docs.typesafe.ai"""


class ChoiceLabel(Enum):
    """Base of a Choice's labels: `NAME = "value", "description for the model"`.

    A plain enum on purpose: with a `str` enum, a comparison with a label that does not exist would type-check.
    """

    _value_: str
    description: str

    def __new__(cls, value: str, description: str = "") -> ChoiceLabel:
        label = object.__new__(cls)
        label._value_ = value
        label.description = description
        return label

    __hash__ = object.__hash__
    """A member is one object for ever; an enum's own hash, of its name, is Python code and shows in every answer."""


LabelT = TypeVar("LabelT", bound=ChoiceLabel)


# --- answers ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Choice(Generic[LabelT]):
    """The chosen label, every label's probability, and a confidence in 0..1."""

    choice: LabelT
    probabilities: Mapping[LabelT, float]
    confidence: float


@dataclass(frozen=True, slots=True)
class Score:
    """A position from 0 to the last level, possibly between two."""

    score: float
    legend: tuple[str, ...]
    """The levels' descriptions, lowest first."""
    probabilities: tuple[float, ...]
    """By level, lowest first."""
    confidence: float


@dataclass(frozen=True, slots=True)
class Noul:
    """The probability, 0..1, that the answer is yes."""

    noul: float


Answer: TypeAlias = "Choice[Any] | Score | Noul"


# --- questions ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceQuestion:
    """Which label fits? Two labels at least."""

    labels: Mapping[str, str | None]
    """Description by label; None leaves a label undescribed."""
    instructions: tuple[str, ...] = ()
    label_type: type[ChoiceLabel] | None = None
    """Enum of the labels; None where they are made at run time, and then answers hold plain strings."""

    def copied(self) -> ChoiceQuestion:
        return ChoiceQuestion(
            labels=dict(self.labels), instructions=self.instructions, label_type=self.label_type
        )

    def to_wire(self, prompt: str) -> JsonObject:
        described: dict[str, JsonValue] = {label: text or None for label, text in self.labels.items()}
        return _wire("choice", prompt, self.instructions, described)

    def problem(self) -> str | None:
        if not 2 <= len(self.labels) <= MAX_CHOICE_LABELS:
            return f"a Choice has 2 to {MAX_CHOICE_LABELS} labels, not {len(self.labels)}"
        if not all(type(label) is str and label for label in self.labels):
            return "a Choice's labels are strings, and not empty"
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreQuestion:
    """Which level is reached? Two levels at least, lowest first."""

    levels: tuple[str, ...]
    instructions: tuple[str, ...] = ()

    def copied(self) -> ScoreQuestion:
        return self

    def to_wire(self, prompt: str) -> JsonObject:
        return _wire("score", prompt, self.instructions, list(self.levels))

    def problem(self) -> str | None:
        if not 2 <= len(self.levels) <= MAX_SCORE_LEVELS:
            return f"a Score has 2 to {MAX_SCORE_LEVELS} levels, not {len(self.levels)}"
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class NoulQuestion:
    """Is it so? With instructions, or a description of either outcome, or both."""

    instructions: tuple[str, ...] = ()
    when_true: str | None = None
    when_false: str | None = None

    def copied(self) -> NoulQuestion:
        return self

    def to_wire(self, prompt: str) -> JsonObject:
        outcomes: dict[str, JsonValue] = {}
        if self.when_true is not None:
            outcomes["true"] = self.when_true
        if self.when_false is not None:
            outcomes["false"] = self.when_false
        return _wire("noul", prompt, self.instructions, outcomes or None)

    def problem(self) -> str | None:
        if not (any(self.instructions) or self.when_true or self.when_false):
            return "a Noul has instructions or describes an outcome"
        return None


Question: TypeAlias = ChoiceQuestion | ScoreQuestion | NoulQuestion
QuestionMap: TypeAlias = Mapping[str, Question]


def _wire(kind: str, prompt: str, instructions: tuple[str, ...], criteria: JsonValue) -> JsonObject:
    wire: JsonObject = {"type": kind}
    all_instructions: list[JsonValue] = [text for text in (prompt, *instructions) if text]
    if all_instructions:
        wire["instructions"] = all_instructions
    if criteria is not None:
        wire["criteria"] = criteria
    return wire


def checked_copy(questions: QuestionMap) -> dict[str, Question]:
    """Return a copy of a question map that later changes to the original cannot reach.

    Raises:
        QuestionError: The map is empty, or a question breaks a rule; the message names it.
    """
    if not questions:
        raise QuestionError("a question map holds at least one question")
    for name, question in questions.items():
        if not name:
            raise QuestionError("a question has a name")
        if problem := question.problem():
            raise QuestionError(f"question {name!r}: {problem}")
    return {name: question.copied() for name, question in questions.items()}


# --- declaring them -----------------------------------------------------------------------------------------


def choice(*instructions: str) -> Any:
    """Instructions for a field annotated `Choice[...]`; without any, the annotation alone is enough."""
    return _Declared(lambda labels: _choice_question(labels, instructions))


def score(levels: list[str], *instructions: str) -> Any:
    """The levels, lowest first, of a field annotated `Score`."""
    return _Declared(lambda _: ScoreQuestion(levels=tuple(levels), instructions=instructions))


def noul(*instructions: str, when_true: str | None = None, when_false: str | None = None) -> Any:
    """The question of a field annotated `Noul`."""
    return _Declared(
        lambda _: NoulQuestion(instructions=instructions, when_true=when_true, when_false=when_false)
    )


@dataclass(frozen=True, slots=True)
class _Declared:
    """A question that still waits for its field's annotation."""

    build: Callable[[type[ChoiceLabel] | None], Question] = field(repr=False)


def _choice_question(labels: type[ChoiceLabel] | None, instructions: tuple[str, ...]) -> ChoiceQuestion:
    if labels is None:
        raise QuestionError("choice() belongs to a field annotated Choice[...]")
    if aliases := [name for name, label in labels.__members__.items() if name != label.name]:
        raise QuestionError(f"{labels.__name__}.{aliases[0]} has the same value as an earlier label")
    described = {label.value: label.description for label in labels}
    return ChoiceQuestion(labels=MappingProxyType(described), instructions=instructions, label_type=labels)


class Questions:
    """Base of a declared question map; an instance holds its answers, as attributes of the same names."""

    def __init__(self, **answers: Answer) -> None:
        for name, answer in answers.items():
            object.__setattr__(self, name, answer)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"answers are read-only; {name!r} was not changed")

    @classmethod
    def declared(cls) -> dict[str, Question]:
        """The declared questions by name, in source order.

        Raises:
            QuestionError: A field's annotation is no answer type, or does not go with its question.
        """
        return dict(_declared_questions(cls))  # type: ignore[arg-type]  # a class hashes, whatever its instances do


class DynamicAnswers(Questions):
    """Answers to a map made at run time by `define_questions`; labels are plain strings."""

    def __getitem__(self, name: str) -> Any:
        return getattr(self, name)


@cache
def labels_by_value(label_type: type[ChoiceLabel]) -> Mapping[str, ChoiceLabel]:
    """The members of a label enum by their wire form; a lookup, where calling the enum would be a search."""
    return {label.value: label for label in label_type}


@cache
def _declared_questions(questions: type[Questions]) -> Mapping[str, Question]:
    built: dict[str, Question] = {}
    try:
        hints = get_type_hints(questions)
    except NameError as error:
        raise QuestionError(
            f"{questions.__name__}: the annotation {error.name!r} is not known where the class is defined"
        ) from error
    for name, hint in hints.items():
        if get_origin(hint) is ClassVar:
            continue
        answer = get_origin(hint) or hint
        declared = getattr(questions, name, None)
        if answer is Choice:
            labels = get_args(hint)[0]
            built[name] = (
                declared.build(labels) if isinstance(declared, _Declared) else _choice_question(labels, ())
            )
        elif answer in (Score, Noul) and isinstance(declared, _Declared):
            built[name] = declared.build(None)
        else:
            raise QuestionError(
                f"{questions.__name__}.{name}: annotate Choice[...], Score = score(...) or Noul = noul(...)"
            )
        if not isinstance(built[name], _QUESTION_OF[answer]):
            raise QuestionError(
                f"{questions.__name__}.{name}: the question is not one for a {answer.__name__}"
            )
    return built


_QUESTION_OF: dict[type, type] = {Choice: ChoiceQuestion, Score: ScoreQuestion, Noul: NoulQuestion}
