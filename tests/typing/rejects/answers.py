"""Answers read as another kind. Each line marked `# E: code` must be an error of that code."""

from __future__ import annotations

from graph import Choice, ChoiceLabel, Noul, Questions, Score, choice, noul, score


class Label(ChoiceLabel):
    YES = "yes"
    NO = "no"


class Asked(Questions):
    which: Choice[Label] = choice("Which?")
    how: Score = score(["low", "high"])
    whether: Noul = noul("Is it?")


def reads_a_choice_as_a_score(answers: Asked) -> None:
    repr(answers.which.score)  # E: attr-defined


def reads_a_score_as_a_noul(answers: Asked) -> None:
    repr(answers.how.noul)  # E: attr-defined


def reads_a_noul_as_a_choice(answers: Asked) -> None:
    repr(answers.whether.choice)  # E: attr-defined


def reads_a_confidence_that_a_noul_does_not_have(answers: Asked) -> None:
    repr(answers.whether.confidence)  # E: attr-defined


def reads_a_question_that_was_not_asked(answers: Asked) -> None:
    repr(answers.when)  # E: attr-defined


def changes_an_answer(answers: Asked) -> None:
    answers.how.score = 1.0  # E: misc


class NotLabels(Questions):
    which: Choice[str]  # E: type-var
