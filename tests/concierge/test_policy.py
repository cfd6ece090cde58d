"""The policies as tables: what is known, and the one move that follows."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hotelsite.concierge import policy
from hotelsite.concierge.nodes import moves
from hotelsite.concierge.policy import DraftEvidence, Move, Readiness, Situation, Step
from hotelsite.concierge.questions import Delivery, Destination, Outcome
from hotelsite.concierge.state import Errand
from hotelsite.hotels.criteria import Criterion, Issue

DATES, BUDGET, ROOM_TYPE = Criterion.DATES, Criterion.BUDGET, Criterion.ROOM_TYPE
OPEN_BUDGET = [Issue(criterion=BUDGET, code="unanswered", message="How much?")]
FRESH = Errand(turn=1)
REROUTED = Errand(turn=1, open_question=ROOM_TYPE)
CAPTURED = FRESH.visiting(DATES).having_captured(DATES)


@pytest.mark.parametrize(
    ("situation", "move"),
    [
        pytest.param(Situation(issues=[]), None, id="a new message is for the model"),
        pytest.param(Situation(issues=[], errand=REROUTED), None, id="so is one that a collector hands on"),
        pytest.param(
            Situation(issues=[], has_notice=True, wants_search=True), Move(Step.NOTICE), id="a notice first"
        ),
        pytest.param(
            Situation(issues=[], wants_search=True),
            Move(Step.CHECK_READINESS),
            id="search with everything known",
        ),
        pytest.param(
            Situation(issues=OPEN_BUDGET, wants_search=True),
            Move(Step.ASK, BUDGET),
            id="search with one open",
        ),
        pytest.param(
            Situation(issues=[], wants_search=True, errand=REROUTED),
            Move(Step.CHECK_READINESS),
            id="search from a collector",
        ),
        pytest.param(
            Situation(issues=OPEN_BUDGET, wants_search=True, errand=CAPTURED),
            Move(Step.ASK, BUDGET),
            id="a request that was placed is no command any more",
        ),
        pytest.param(Situation(issues=OPEN_BUDGET, starts_over=True), Move(Step.START_OVER), id="start over"),
        pytest.param(Situation(issues=[], serves_results=True), Move(Step.SERVE_RESULTS), id="about results"),
        pytest.param(
            Situation(issues=OPEN_BUDGET, has_no_list=True, errand=REROUTED),
            Move(Step.NO_LIST),
            id="about no list",
        ),
        pytest.param(
            Situation(issues=[], takes_offer=True, wants_search=True),
            Move(Step.TAKE_OFFER),
            id="a yes to what would help comes before a search",
        ),
        pytest.param(Situation(issues=[], declines=True), Move(Step.ASK_CHANGE), id="an offer declined"),
        pytest.param(Situation(issues=[], thanks=True, errand=REROUTED), Move(Step.THANK), id="thanks"),
        pytest.param(
            Situation(issues=OPEN_BUDGET, has_no_list=True, declines=True, thanks=True, errand=CAPTURED),
            Move(Step.ASK, BUDGET),
            id="a request that was placed is no aside any more",
        ),
        pytest.param(
            Situation(issues=OPEN_BUDGET, errand=CAPTURED.mentioning((ROOM_TYPE, DATES), ())),
            Move(Step.FORWARD, ROOM_TYPE),
            id="what else the request mentions comes before the next question",
        ),
        pytest.param(
            Situation(issues=OPEN_BUDGET, errand=CAPTURED),
            Move(Step.ASK, BUDGET),
            id="then the next question",
        ),
        pytest.param(
            Situation(issues=OPEN_BUDGET, errand=CAPTURED.leaving_open(ROOM_TYPE)),
            Move(Step.ASK, ROOM_TYPE),
            id="a half answer is completed first",
        ),
        pytest.param(
            Situation(issues=[], errand=CAPTURED), Move(Step.SUMMARY), id="nothing open: the summary"
        ),
    ],
)
def test_moves_that_need_no_decision(situation: Situation, move: Move | None) -> None:
    assert policy.move_without_asking(situation) == move


APPLY, PROMPT, NONE = Delivery.APPLY_REQUEST, Delivery.PROMPT_NEXT, Delivery.NONE


@pytest.mark.parametrize(
    ("destination", "delivery", "known", "move"),
    [
        pytest.param(Destination.UNCLEAR, NONE, {}, Move(Step.HELP), id="unclear"),
        pytest.param(
            Destination.UNCLEAR, APPLY, {}, Move(Step.HELP), id="unclear, whatever is to be applied"
        ),
        pytest.param(
            Destination.EXIT, NONE, {"says_goodbye": True}, Move(Step.LEAVE), id="goodbye in the message"
        ),
        pytest.param(
            Destination.EXIT, NONE, {"exit_probability": 0.9}, Move(Step.LEAVE), id="sure enough of leaving"
        ),
        pytest.param(
            Destination.EXIT,
            NONE,
            {"exit_probability": 0.89},
            Move(Step.CONFIRM_LEAVING),
            id="not sure enough",
        ),
        pytest.param(
            Destination.UNCLEAR,
            NONE,
            {"says_goodbye": True},
            Move(Step.HELP),
            id="the word alone does not end it",
        ),
        pytest.param(Destination.REVIEW, NONE, {}, Move(Step.SUMMARY), id="review"),
        pytest.param(
            Destination.SEARCH,
            NONE,
            {"issues": OPEN_BUDGET},
            Move(Step.ASK, BUDGET),
            id="search, one missing",
        ),
        pytest.param(
            Destination.SEARCH, NONE, {}, Move(Step.SUMMARY), id="a model's search only invites to one"
        ),
        pytest.param(Destination.DATES, APPLY, {}, Move(Step.FORWARD, DATES), id="a value to apply"),
        pytest.param(Destination.DATES, PROMPT, {}, Move(Step.ASK, DATES), id="no value yet"),
        pytest.param(Destination.DATES, NONE, {}, Move(Step.ASK, DATES), id="no value, no delivery"),
        pytest.param(
            Destination.DATES,
            PROMPT,
            {"answered": frozenset({DATES})},
            Move(Step.FORWARD, DATES),
            id="a settled criterion is revised by its collector",
        ),
    ],
)
def test_moves_after_a_decision(
    destination: Destination, delivery: Delivery, known: dict[str, object], move: Move
) -> None:
    defaults: dict[str, object] = {
        "says_goodbye": False,
        "exit_probability": 0.0,
        "answered": frozenset(),
        "issues": [],
    }
    assert policy.move_after_decision(destination, delivery, **(defaults | known)) == move  # type: ignore[arg-type]  # a table of keyword arguments


def test_every_destination_of_a_criterion_forwards_to_that_criterion() -> None:
    for criterion in Criterion:
        move = policy.move_after_decision(
            Destination(criterion.value),
            APPLY,
            says_goodbye=False,
            exit_probability=0.0,
            answered=frozenset(),
            issues=[],
        )
        assert move == Move(Step.FORWARD, criterion)


@pytest.mark.parametrize(
    ("issues", "move"),
    [(OPEN_BUDGET, Move(Step.ASK, BUDGET)), ([], Move(Step.TELL_READY))],
    ids=["open", "ready"],
)
def test_without_a_decision_nothing_is_searched_and_nothing_forwarded(
    issues: list[Issue], move: Move
) -> None:
    assert policy.move_without_decision(issues) == move


def test_every_step_has_a_move_of_the_router() -> None:
    assert set(moves._BY_CRITERION) | set(moves._BY_STEP) == set(Step)


@pytest.mark.parametrize(
    ("outcome", "faithful", "issues", "verdict"),
    [
        pytest.param(Outcome.READY, 0.75, [], Readiness(accepted=True), id="ready and faithful"),
        pytest.param(Outcome.READY, 0.749, [], Readiness(accepted=False), id="ready, not faithful enough"),
        pytest.param(
            Outcome.BUDGET, 0.99, [], Readiness(accepted=False, criterion=BUDGET), id="a criterion is named"
        ),
        pytest.param(Outcome.UNCLEAR, 0.99, [], Readiness(accepted=False), id="unclear"),
        pytest.param(
            Outcome.READY,
            1.0,
            OPEN_BUDGET,
            Readiness(accepted=False, criterion=BUDGET),
            id="an issue wins over any judgement",
        ),
    ],
)
def test_readiness(outcome: Outcome, faithful: float, issues: list[Issue], verdict: Readiness) -> None:
    assert policy.readiness(outcome, faithful, issues) == verdict


GOOD = DraftEvidence(
    grounded=0.85, completeness=1.5, completeness_confidence=0.75, clarity=1.5, clarity_confidence=0.75
)


def test_a_draft_at_every_threshold_is_released() -> None:
    assert policy.may_release(GOOD)


@pytest.mark.parametrize(
    "field", ["grounded", "completeness", "completeness_confidence", "clarity", "clarity_confidence"]
)
def test_a_draft_below_any_threshold_is_kept_back(field: str) -> None:
    assert not policy.may_release(replace(GOOD, **{field: getattr(GOOD, field) - 0.01}))


def test_each_criterion_is_visited_at_most_once_for_one_request() -> None:
    errand = FRESH.visiting(DATES).mentioning((ROOM_TYPE, BUDGET, DATES), ())
    assert errand.pending == (BUDGET, ROOM_TYPE)

    errand = errand.visiting(BUDGET).mentioning((ROOM_TYPE, BUDGET, DATES), ())
    assert errand.pending == (ROOM_TYPE,)

    assert errand.visiting(ROOM_TYPE).mentioning(tuple(Criterion)[:3], ()).pending == ()


def test_of_two_refusals_the_first_is_asked_again_and_the_other_told() -> None:
    errand = FRESH.leaving_open(DATES, "No such day.").leaving_open(BUDGET, "Not in dollars.")
    assert (errand.unfinished, errand.question, errand.remarks) == (
        DATES,
        "No such day.",
        ("Not in dollars.",),
    )


def test_a_remark_is_made_once_however_often_it_comes_up() -> None:
    errand = FRESH.mentioning((), ("One room.",)).mentioning((), ("One room.", "No dogs."))
    assert errand.remarks == ("One room.", "No dogs.")
