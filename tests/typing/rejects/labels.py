"""Labels that do not exist, and labels left out. Each line marked `# E: code` must be an error of that code."""

from __future__ import annotations

from typing import assert_never

from graph import Choice, ChoiceLabel, Questions


class Destination(ChoiceLabel):
    DATES = "dates", "Set or change the dates of the stay"
    BUDGET = "budget", "Set or change the budget"
    UNCLEAR = "unclear"


class Mood(ChoiceLabel):
    CALM = "calm"


class Routing(Questions):
    destination: Choice[Destination]


def compares_with_a_string(answers: Routing) -> None:
    repr(answers.destination.choice == "dates")  # E: comparison-overlap


def compares_with_a_label_that_does_not_exist(answers: Routing) -> None:
    repr(answers.destination.choice == Destination.AMENITIES)  # E: attr-defined


def compares_with_a_label_of_another_question(answers: Routing) -> None:
    repr(answers.destination.choice == Mood.CALM)  # E: comparison-overlap


def looks_up_a_probability_by_string(answers: Routing) -> None:
    repr(answers.destination.probabilities["dates"])  # E: index


def leaves_a_label_out(answers: Routing) -> str:
    match answers.destination.choice:
        case Destination.DATES:
            return "dates"
        case Destination.BUDGET:
            return "budget"
        case unhandled:
            assert_never(unhandled)  # E: arg-type


def forgets_to_return_for_a_label(answers: Routing) -> str:  # E: return
    match answers.destination.choice:
        case Destination.DATES | Destination.BUDGET:
            return "known"
