"""Declaring questions: what a class says, and what of it goes over the wire."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from graph import (
    Choice,
    ChoiceLabel,
    ChoiceQuestion,
    DynamicAnswers,
    Noul,
    NoulQuestion,
    QuestionError,
    Questions,
    Score,
    ScoreQuestion,
    choice,
    noul,
    score,
)
from graph.decision.questions import checked_copy


class Destination(ChoiceLabel):
    DATES = "dates", "Set or change the dates"
    BUDGET = "budget", "Set or change the budget"
    UNCLEAR = "unclear"


class Review(Questions):
    limit: ClassVar[int] = 3
    """No question."""
    destination: Choice[Destination]
    urgency: Choice[Destination] = choice("Which one first?", "Think twice.")
    clarity: Score = score(["Confusing", "Clear"], "How clear is it?")
    grounded: Noul = noul("Is every price supported?", when_true="all of them", when_false="one is not")


DESCRIBED = {"dates": "Set or change the dates", "budget": "Set or change the budget", "unclear": ""}


def test_a_class_declares_its_questions_in_source_order() -> None:
    declared = Review.declared()

    assert list(declared) == ["destination", "urgency", "clarity", "grounded"]
    assert declared == {
        "destination": ChoiceQuestion(labels=DESCRIBED, label_type=Destination),
        "urgency": ChoiceQuestion(
            labels=DESCRIBED, instructions=("Which one first?", "Think twice."), label_type=Destination
        ),
        "clarity": ScoreQuestion(levels=("Confusing", "Clear"), instructions=("How clear is it?",)),
        "grounded": NoulQuestion(
            instructions=("Is every price supported?",), when_true="all of them", when_false="one is not"
        ),
    }


def test_a_subclass_inherits_questions_and_adds_its_own() -> None:
    assert list(More.declared()) == ["destination", "urgency", "clarity", "grounded", "polite"]


class More(Review):
    polite: Noul = noul("Is it polite?")


@pytest.mark.parametrize(
    ("question", "wire"),
    [
        pytest.param(
            ChoiceQuestion(labels={"a": "The first", "b": None, "c": ""}),
            {"type": "choice", "criteria": {"a": "The first", "b": None, "c": None}},
            id="choice",
        ),
        pytest.param(
            ScoreQuestion(levels=("low", "high"), instructions=("How?",)),
            {"type": "score", "criteria": ["low", "high"], "instructions": ["How?"]},
            id="score",
        ),
        pytest.param(
            NoulQuestion(instructions=("Is it?", "")), {"type": "noul", "instructions": ["Is it?"]}, id="noul"
        ),
        pytest.param(
            NoulQuestion(when_true="yes"),
            {"type": "noul", "criteria": {"true": "yes"}},
            id="noul with one outcome",
        ),
        pytest.param(
            NoulQuestion(when_true="yes", when_false="no"),
            {"type": "noul", "criteria": {"true": "yes", "false": "no"}},
            id="noul with both outcomes",
        ),
    ],
)
def test_the_wire_form_holds_only_what_was_said(question: Any, wire: Any) -> None:
    assert question.to_wire("") == wire


@pytest.mark.parametrize(
    "question",
    [
        ChoiceQuestion(labels={"a": None, "b": None}, instructions=("own",)),
        ScoreQuestion(levels=("low", "high"), instructions=("own",)),
        NoulQuestion(instructions=("own",)),
    ],
    ids=["choice", "score", "noul"],
)
def test_a_prompt_comes_before_a_question_s_own_instructions(question: Any) -> None:
    assert question.to_wire("prompt")["instructions"] == ["prompt", "own"]


@pytest.mark.parametrize(
    ("questions", "problem"),
    [
        pytest.param({}, "a question map holds at least one question", id="empty map"),
        pytest.param({"": NoulQuestion(instructions=("?",))}, "a question has a name", id="nameless"),
        pytest.param(
            {"q": ChoiceQuestion(labels={"a": None})},
            "question 'q': a Choice has 2 to 255 labels, not 1",
            id="one label",
        ),
        pytest.param(
            {"q": ScoreQuestion(levels=("a",))},
            "question 'q': a Score has 2 to 10 levels, not 1",
            id="one level",
        ),
        pytest.param(
            {"q": NoulQuestion(instructions=("",))},
            "question 'q': a Noul has instructions or describes an outcome",
            id="noul that asks nothing",
        ),
    ],
)
def test_a_malformed_map_is_named(questions: dict[str, Any], problem: str) -> None:
    with pytest.raises(QuestionError) as refused:
        checked_copy(questions)

    assert str(refused.value) == problem


@pytest.mark.parametrize(
    "question",
    [
        ChoiceQuestion(labels={"a": None, "b": None}),
        ChoiceQuestion(labels={str(n): None for n in range(255)}),
        ScoreQuestion(levels=("a", "b")),
        ScoreQuestion(levels=tuple("abcdefghij")),
        NoulQuestion(instructions=("?",)),
        NoulQuestion(when_true="?"),
        NoulQuestion(when_false="?"),
    ],
    ids=lambda question: type(question).__name__,
)
def test_the_smallest_and_the_largest_question_are_fine(question: Any) -> None:
    assert checked_copy({"q": question}) == {"q": question}


def test_a_copy_is_out_of_reach_of_the_original() -> None:
    labels: dict[str, str | None] = {"a": None, "b": None}
    questions = {"q": ChoiceQuestion(labels=labels)}

    copied = checked_copy(questions)
    labels["c"] = None
    questions["r"] = ChoiceQuestion(labels=labels)

    assert copied == {"q": ChoiceQuestion(labels={"a": None, "b": None})}


def test_declared_questions_cannot_be_changed() -> None:
    question = Review.declared()["destination"]
    assert isinstance(question, ChoiceQuestion)

    with pytest.raises(TypeError):
        question.labels["late"] = "addition"  # type: ignore[index]  # what this test is about
    Review.declared().clear()

    assert len(Review.declared()) == 4


def test_a_choice_is_declared_for_a_field_of_its_type_only() -> None:
    class Wrong(Questions):
        clarity: Score = choice("How clear?")

    with pytest.raises(QuestionError, match=r"choice\(\) belongs to a field annotated Choice\[\.\.\.\]"):
        Wrong.declared()


def test_labels_are_plain_enums_with_descriptions() -> None:
    assert (Destination.DATES.value, Destination.DATES.description) == ("dates", "Set or change the dates")
    assert Destination("dates") is Destination.DATES
    assert Destination.DATES != "dates"  # type: ignore[comparison-overlap]  # a str enum would be equal
    assert {Destination.DATES: 1}[Destination("dates")] == 1


def test_answers_are_attributes_and_read_only() -> None:
    answers = Review(grounded=Noul(0.9))

    assert answers.grounded.noul == 0.9
    with pytest.raises(AttributeError, match="'grounded' was not changed"):
        answers.grounded = Noul(0.1)


def test_dynamic_answers_are_found_by_name() -> None:
    answers = DynamicAnswers(q=Noul(0.9))

    assert answers["q"] == Noul(0.9)
