"""The smallest graph with one decision in it, whose questions use every form that a server might get wrong."""

from __future__ import annotations

from graph import (
    ChoiceQuestion,
    DecisionConfig,
    DecisionContext,
    DecisionFailure,
    DecisionNode,
    DynamicAnswers,
    GraphDefinition,
    NoulQuestion,
    QuestionMap,
    Route,
    ScoreQuestion,
    Visit,
    direct,
)
from graph.state import NoState

QUESTIONS: QuestionMap = {
    # More labels and levels than several servers take, names that do not survive lower-casing or another Unicode
    # form, labels without a description, and nouls with one half of what a noul may have.
    "subject": ChoiceQuestion(labels={**{f"Subject {n}": f"About {n}" for n in range(70)}, "Café": None}),
    "urgency": ScoreQuestion(
        levels=("none", "low", "some", "raised", "high", "now"), instructions=("How urgent?",)
    ),
    "polite": NoulQuestion(instructions=("Is it polite?",)),
    "complaint": NoulQuestion(when_true="It complains of something"),
}


class Judge(DecisionNode[NoState, DynamicAnswers]):
    """Answers "judged", or "fell back" where there was no answer; keeps what its handlers were given."""

    def __init__(self) -> None:
        self.answers: list[DynamicAnswers] = []
        self.contexts: list[DecisionContext] = []
        self.failures: list[DecisionFailure] = []

    def define_questions(self, visit: Visit[NoState]) -> QuestionMap:
        return QUESTIONS

    def on_decision(self, answers: DynamicAnswers, context: DecisionContext, visit: Visit[NoState]) -> Route:
        self.answers.append(answers)
        self.contexts.append(context)
        return direct("judged")

    def on_decision_error(self, failure: DecisionFailure, visit: Visit[NoState]) -> Route:
        self.failures.append(failure)
        return direct("fell back")


def judging(
    judge: Judge,
    *,
    model: str = "jev-latest",
    timeout_s: float = 5.0,
    max_retries: int = 2,
    deadline_s: float = 10.0,
) -> GraphDefinition:
    """A graph of the judge alone, asking `typesafe`."""
    return GraphDefinition(
        name="judging",
        nodes=[judge],
        start=Judge,
        histories={"talk": [Judge]},
        decision=DecisionConfig(
            provider="typesafe",
            model=model,
            timeout_s=timeout_s,
            max_retries=max_retries,
            deadline_s=deadline_s,
        ),
    )
