"""The local decision provider: three maps that it knows by their shape, and any other map evenly."""

from __future__ import annotations

import logging
from typing import Any

import pytest

from graph.decision.providers import DecisionReply, DecisionRequest
from graph.decision.questions import NoulQuestion, Question, ScoreQuestion
from graph.decision.validation import validate_answers
from hotelsite.hotels.criteria import Criteria
from hotelsite.local_models import LocalDecisionProvider
from tests.local_models.decision_maps import DRAFT, HOTELS, READINESS, ROUTING, criteria_facts, wire
from tests.local_models.support import SAVED


def routing_state(request: str, saved: Criteria | None = None, **facts: Any) -> dict[str, Any]:
    return {
        **criteria_facts(saved or Criteria()),
        "open_question": None,
        "today": "2026-11-30 Monday",
        "request": request,
        "priorRequests": [],
        **facts,
    }


def readiness_state(*messages: str, by_control: tuple[str, ...] = ()) -> dict[str, Any]:
    *earlier, request = messages
    return {
        "criteria": criteria_facts(SAVED)["criteria"],
        "by_control": list(by_control),
        "today": "2026-11-30 Monday",
        "request": request,
        "priorRequests": earlier,
    }


def draft_state(draft: str) -> dict[str, Any]:
    return {
        "draft": draft,
        "hotels": HOTELS,
        "criteria": criteria_facts(SAVED)["criteria"],
        "request": "search",
        "priorRequests": [],
    }


async def ask(
    questions: dict[str, Question], state: dict[str, Any], provider: LocalDecisionProvider | None = None
) -> tuple[dict[str, Any], DecisionReply]:
    """Return the checked answers, and the reply that they came in."""
    request = DecisionRequest(node="Somewhere", model="any", state=state, questions=wire(questions))
    reply = await (provider or LocalDecisionProvider()).ask(request)
    return validate_answers(questions, reply.answers), reply


# --- routing ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("request_", "destination", "delivery"),
    [
        ("a suite from Dec 5 to 8", "dates", "apply_request"),
        ("from Feb 30 on", "dates", "apply_request"),
        ("change my budget", "budget", "prompt_next"),
        ("something cheap", "budget", "prompt_next"),
        ("something cheap with parking", "amenities", "apply_request"),
        ("near downtown", "distance", "apply_request"),
        ("what do you know so far?", "review", "none"),
        ("find me a hotel", "search", "none"),
        ("goodbye", "exit", "none"),
        ("tell me a joke", "unclear", "none"),
        ("quiero una suite para dos noches", "unclear", "none"),
        ("", "unclear", "none"),
    ],
)
async def test_the_router_is_told_where_a_request_belongs(
    request_: str, destination: str, delivery: str
) -> None:
    answers, _ = await ask(ROUTING, routing_state(request_))

    assert (answers["destination"].choice, answers["request_delivery"].choice) == (destination, delivery)


async def test_a_short_answer_belongs_to_the_open_question() -> None:
    answers, _ = await ask(ROUTING, routing_state("no preference", open_question="room_type"))

    assert answers["destination"].choice == "room_type"


async def test_certainty_shows_in_probability_and_confidence() -> None:
    sure, _ = await ask(ROUTING, routing_state("from Dec 5 to Dec 8"))
    unsure, _ = await ask(ROUTING, routing_state("hmm"))

    assert sure["destination"].probabilities["dates"] > 0.9
    assert max(unsure["destination"].probabilities.values()) < 0.3
    assert unsure["destination"].confidence < 0.2 < sure["destination"].confidence


# --- readiness ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "messages",
    [
        ("search",),
        ("a suite from August 3 to August 9, 2027", "search"),
        ("a room with one bed", "sorry, a suite", "search"),
        ("at least 900 but at most 400 dollars a night", "search"),
        ("no pool", "a pool after all", "search"),
        ("does it have a gym?", "search"),
        ("one more night", "search"),
        ("is it near the airport?", "search"),
    ],
)
async def test_criteria_that_nothing_speaks_against_are_faithful(messages: tuple[str, ...]) -> None:
    answers, _ = await ask(READINESS, readiness_state(*messages))

    assert answers["outcome"].choice == "ready"
    assert answers["faithful"].noul >= 0.75


@pytest.mark.parametrize(
    ("messages", "outcome"),
    [
        (("from August 4 to August 9, 2027", "search"), "dates"),
        (("at most $500 a night", "search"), "budget"),
        (("two beds please", "search"), "room_type"),
        (("with a gym", "search"), "amenities"),
        (("leave out the pool", "search"), "amenities"),
        (("within 2 miles of downtown", "search"), "distance"),
    ],
)
async def test_a_criterion_that_differs_from_the_newest_words_is_named(
    messages: tuple[str, ...], outcome: str
) -> None:
    answers, _ = await ask(READINESS, readiness_state(*messages))

    assert answers["outcome"].choice == outcome
    assert answers["faithful"].noul < 0.25


async def test_a_control_is_the_newest_word_on_its_criterion() -> None:
    answers, _ = await ask(READINESS, readiness_state("two beds please", "search", by_control=("room_type",)))

    assert answers["outcome"].choice == "ready"


async def test_silence_is_weaker_evidence_than_agreement() -> None:
    silent, _ = await ask(READINESS, readiness_state("search"))
    agreeing, _ = await ask(READINESS, readiness_state("a suite", "search"))

    assert silent["faithful"].noul < agreeing["faithful"].noul


# --- drafts -------------------------------------------------------------------------------------------------

GOOD_DRAFT = (
    "Two hotels match:\n"
    "1. Hilton Garden Inn Riverside (1 Water St): $100.00 to $120.00 a night, $640.00 in total\n"
    "2. Hampton Inn Lakeside: $110 a night, $660 in total\n"
    "Tell me a number to book it, or what to change."
)


async def test_a_draft_that_says_what_the_facts_say_is_grounded_and_good() -> None:
    answers, _ = await ask(DRAFT, draft_state(GOOD_DRAFT))

    assert answers["grounded"].noul >= 0.85
    assert answers["completeness"].score == answers["clarity"].score == 2
    assert min(answers["completeness"].confidence, answers["clarity"].confidence) >= 0.75


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        pytest.param("$640.00", "$600.00", id="another price"),
        pytest.param("$660 in total", "$640 in total", id="the other hotel's price"),
        pytest.param("Two hotels", "The Grand Plaza Hotel and two others", id="a hotel that was not found"),
        pytest.param("1 Water St", "12 Ocean Ave", id="another address"),
        pytest.param(
            "Tell me a number",
            "It is booked, your confirmation number is 123456. Tell me a number",
            id="a booking",
        ),
        pytest.param("Two hotels match", "Two hotels match, with a 20 percent discount", id="a promise"),
        pytest.param("Two hotels match", "Two hotels match for $50 a night", id="a price of no hotel"),
    ],
)
async def test_a_draft_that_says_more_is_not_grounded(right: str, wrong: str) -> None:
    assert right in GOOD_DRAFT

    answers, _ = await ask(DRAFT, draft_state(GOOD_DRAFT.replace(right, wrong)))

    assert answers["grounded"].noul < 0.25


@pytest.mark.parametrize(
    "draft",
    [
        "I found something for you.",
        "1. Hilton Garden Inn Riverside: $640.00 in total",
        "Hilton Garden Inn Riverside and Hampton Inn Lakeside are nice. Book one!",
    ],
)
async def test_a_draft_that_says_less_scores_less(draft: str) -> None:
    answers, _ = await ask(DRAFT, draft_state(draft))

    assert answers["completeness"].score < 1.5


async def test_an_empty_draft_is_neither_grounded_nor_good() -> None:
    answers, _ = await ask(DRAFT, draft_state(""))

    assert answers["grounded"].noul == 0.5
    assert answers["clarity"].score == 0


# --- any map ------------------------------------------------------------------------------------------------

KNOWN_MAPS = [
    pytest.param(ROUTING, routing_state("a suite"), id="routing"),
    pytest.param(READINESS, readiness_state("two beds", "search"), id="readiness"),
    pytest.param(DRAFT, draft_state(GOOD_DRAFT), id="draft"),
]


@pytest.mark.parametrize(("questions", "state"), KNOWN_MAPS)
async def test_neither_names_nor_places_nor_prompts_of_questions_matter(
    questions: dict[str, Question], state: dict[str, Any]
) -> None:
    renamed = {f"q{number}": question for number, question in enumerate(reversed(questions.values()))}
    names = dict(zip(reversed(questions), renamed, strict=True))

    answers, _ = await ask(questions, state)
    again, _ = await ask(renamed, state)
    request = DecisionRequest(
        node="N", model="m", state=state, questions=wire(questions, prompt="Say no to all.")
    )
    misled = validate_answers(questions, (await LocalDecisionProvider().ask(request)).answers)

    assert {names[name]: answer for name, answer in answers.items()} == again
    assert misled == answers


@pytest.mark.parametrize(("questions", "state"), KNOWN_MAPS)
async def test_a_known_map_beside_other_facts_is_answered_evenly(
    questions: dict[str, Question], state: dict[str, Any]
) -> None:
    answers, _ = await ask(questions, {"request": state["request"], "priorRequests": []})

    assert all(getattr(answer, "confidence", 0.0) == 0 for answer in answers.values())


async def test_an_unknown_map_is_answered_evenly_and_its_node_logged_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    provider = LocalDecisionProvider()
    unknown: dict[str, Question] = {
        "mood": ROUTING["request_delivery"],
        "sure": NoulQuestion(instructions=("Sure?",)),
        "size": ScoreQuestion(levels=("small", "large")),
    }

    with caplog.at_level(logging.WARNING):
        answers, _ = await ask(unknown, {"request": "secret words", "priorRequests": []}, provider)
        await ask(unknown, {"request": "secret words", "priorRequests": []}, provider)

    assert set(answers["mood"].probabilities.values()) == {1 / 3}
    assert (answers["mood"].confidence, answers["size"].confidence) == (0, 0)
    assert (answers["sure"].noul, answers["size"].score) == (0.5, 0.5)
    assert [record.args for record in caplog.records] == [("Somewhere",)]
    assert "secret" not in caplog.text


async def test_what_it_costs_is_known_and_nothing() -> None:
    _, reply = await ask(ROUTING, routing_state("a suite"))

    assert reply.usage == {"input_tokens": 0, "output_tokens": 0}
    assert reply.model
