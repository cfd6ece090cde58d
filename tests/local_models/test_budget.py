from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from hotelsite.local_models.reading import BudgetProblem, BudgetReading
from tests.local_models.support import SAVED, asked, read


def budget_of(text: str, **known: Any) -> BudgetReading:
    found = read(text, **known).budget
    assert found is not None
    return found


def limits(text: str, **known: Any) -> tuple[str | None, str | None]:
    found = budget_of(text, **known)
    assert found.problem is None
    return tuple(None if amount is None else str(amount) for amount in (found.min, found.max))  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("text", "least", "most"),
    [
        ("under 300 a night", None, "300"),
        ("up to two hundred", None, "200"),
        ("no more than 175/night", None, "175"),
        ("nothing over $200 please", None, "200"),
        ("I would rather not pay more than 180", None, "180"),
        ("$99 or less", None, "99"),
        ("700 max, no minimum", None, "700"),
        ("keep it below 1,200.50 dollars", None, "1200.50"),
        ("my budget is 250 a night", None, "250"),
        ("we can spend 300 per night", None, "300"),
        ("bring the maximum down to 450 a night", None, "450"),
        ("the most for us would be 320 dollars", None, "320"),
        ("at least 100 dollars", "100", None),
        ("not under $100", "100", None),
        ("$150+", "150", None),
        ("from 150 dollars up", "150", None),
        ("raise the minimum to $120", "120", None),
        ("between 100 and 200 bucks", "100", "200"),
        ("$150-250", "150", "250"),
        ("150 to 300 per night", "150", "300"),
        ("from 100 to 200 dollars", "100", "200"),
        ("at least 200 but not more than 400", "200", "400"),
        ("min 100 max 200", "100", "200"),
        ("200 max 100 min", "100", "200"),
        ("at least 900 but at most 400 a night", "900", "400"),
        ("$200, no wait, make that $250", None, "250"),
    ],
)
def test_amounts_are_the_limits_that_their_words_make_them(
    text: str, least: str | None, most: str | None
) -> None:
    assert limits(text) == (least, most)


@pytest.mark.parametrize(
    ("text", "most"),
    [("700", "700"), ("make it 300", "300"), ("about 250 max", "250"), ("0", "0"), ("-50", "-50")],
)
def test_a_bare_number_answers_the_question_about_the_price(text: str, most: str) -> None:
    assert limits(text, **asked("budget")) == (None, most)


@pytest.mark.parametrize(
    ("text", "gives_up"),
    [
        ("no minimum", (True, False)),
        ("no lower limit", (True, False)),
        ("no maximum", (False, True)),
        ("forget the upper limit", (False, True)),
        ("money is no object", (True, True)),
        ("the price doesn't matter", (True, True)),
        ("I don't care what it costs", (True, True)),
        ("any price is fine", (True, True)),
        ("no budget limit", (True, True)),
    ],
)
def test_limits_are_given_up(text: str, gives_up: tuple[bool, bool]) -> None:
    found = budget_of(text)

    assert (found.no_min, found.no_max) == gives_up


@pytest.mark.parametrize("text", ["I don't mind", "whatever", "skip", "anything", "no limit", "none", "any"])
def test_having_no_preference_answers_the_question_about_the_price(text: str) -> None:
    found = budget_of(text, **asked("budget"))

    assert (found.no_min, found.no_max) == (True, True)


@pytest.mark.parametrize(
    "text", ["none of these", "none of those please", "no", "nope", "no thanks", "nah, thank you"]
)
def test_refusing_what_was_offered_is_not_having_no_preference(text: str) -> None:
    assert read(text, **asked("budget")).budget is None


@pytest.mark.parametrize(
    ("text", "problem", "amount", "currency"),
    [
        ("120 euros at most", BudgetProblem.CURRENCY, "120", "EUR"),
        ("£80 a night", BudgetProblem.CURRENCY, "80", "GBP"),
        ("15000 yen", BudgetProblem.CURRENCY, "15000", "JPY"),
        ("300 Canadian dollars", BudgetProblem.CURRENCY, "300", "CAD"),
        ("cheap", BudgetProblem.VAGUE, None, "USD"),
        ("something affordable", BudgetProblem.VAGUE, None, "USD"),
        ("roughly a grand", BudgetProblem.APPROXIMATE, "1000", "USD"),
        ("somewhere around $200 a night", BudgetProblem.APPROXIMATE, "200", "USD"),
        ("200 or 250", BudgetProblem.APPROXIMATE, "250", "USD"),
        ("900 for the whole stay", BudgetProblem.STAY_TOTAL, "900", "USD"),
        ("200 for 3 nights", BudgetProblem.STAY_OR_NIGHT, "200", "USD"),
        ("1e15", BudgetProblem.AMOUNT, None, "USD"),
    ],
)
def test_what_is_no_nightly_amount_in_dollars_is_a_problem_and_never_a_limit(
    text: str, problem: BudgetProblem, amount: str | None, currency: str
) -> None:
    found = budget_of(text, **asked("budget"))

    assert (found.problem, found.amount, found.currency) == (problem, amount and Decimal(amount), currency)
    assert not found.has_value


@pytest.mark.parametrize(
    ("text", "known", "total", "nights", "a_night"),
    [
        ("no more than 450 for the three nights", {}, "450", 3, "150.00"),
        ("Dec 5 to 8, 500 in total", {}, "500", 3, "166.66"),
        ("900 dollars altogether", {"saved": SAVED}, "900", 6, "150.00"),
    ],
)
def test_a_total_is_shared_out_over_the_nights_that_are_known(
    text: str, known: dict[str, Any], total: str, nights: int, a_night: str
) -> None:
    found = budget_of(text, **known)

    assert (found.total, found.nights, found.max) == (Decimal(total), nights, Decimal(a_night))


def test_an_amount_said_to_be_for_a_night_is_no_total() -> None:
    assert limits("200 a night for three nights") == (None, "200")


@pytest.mark.parametrize(
    ("text", "most"),
    [
        ("raise it to 300", 300),
        ("could you bring that down to 90", 90),
        ("make it 250", 250),
        ("more like 400", 400),
    ],
)
@pytest.mark.parametrize("open_question", ["room_type", "amenities"])
def test_the_saved_limit_moves_to_an_amount_whatever_was_asked(
    text: str, most: int, open_question: str
) -> None:
    assert budget_of(text, saved=SAVED, **asked(open_question)).max == most


@pytest.mark.parametrize(
    ("text", "dollars"), [("raise it by 50", 50), ("lower the maximum by $100", -100), ("$20 less", -20)]
)
def test_a_change_by_an_amount_is_read_as_one(text: str, dollars: int) -> None:
    assert budget_of(text, **asked("budget")).raise_by == dollars


@pytest.mark.parametrize(
    "text",
    [
        "we are 40 people",
        "within 30 miles of downtown",
        "for 14 nights",
        "is it expensive?",
        "what are your prices?",
        "my phone number is 503 555 0142",
        "my card is 4111 1111 1111 1111",
        "take 80 percent off",
        "number 12",
    ],
)
def test_other_numbers_and_questions_are_no_budget(text: str) -> None:
    assert read(text).budget is None


@pytest.mark.parametrize(
    ("text", "most"),
    [
        ("four fifty", "450"),
        ("six twenty a night", "620"),
        ("three eighty max", "380"),
        ("our budget: two seventy", "270"),
        ("at most one ninety five", "195"),
    ],
)
def test_hundreds_are_left_out_in_speech(text: str, most: str) -> None:
    assert limits(text, **asked("budget")) == (None, most)


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("2.300", "2300"),
        ("max $1.400 a night", "1400"),
        ("budget of 1 600", "1600"),
        ("up to $1 050", "1050"),
    ],
)
def test_thousands_set_apart_by_other_marks_than_a_comma_are_asked_about(text: str, amount: str) -> None:
    found = budget_of(text, **asked("budget"))

    assert (found.problem, found.amount) == (BudgetProblem.APPROXIMATE, Decimal(amount))
    assert not found.has_value


@pytest.mark.parametrize("text", ["$2,5", "budget 14 00", "$1.23456"])
def test_digits_that_make_no_amount_are_asked_about(text: str) -> None:
    found = budget_of(text, **asked("budget"))

    assert found.problem is BudgetProblem.AMOUNT
    assert not found.has_value


@pytest.mark.parametrize(
    "text",
    [
        "there is a $400 travel voucher to use up",
        "we got a coupon worth $150",
        "$60 cash back",
        "is that 80 dollars off?",
    ],
)
def test_what_pays_for_the_stay_is_no_limit_of_its_price(text: str) -> None:
    assert read(text, saved=SAVED).budget is None


@pytest.mark.parametrize(
    "text",
    [
        "March 5 to 9, no limit, a suite",
        "two beds, no limits, wifi",
        "no limit, any room, close to the airport",
    ],
)
def test_no_limit_among_other_wishes_is_that_of_the_price(text: str) -> None:
    found = budget_of(text)

    assert (found.no_min, found.no_max) == (True, True)


def test_no_limit_is_that_of_the_distance_where_it_was_asked_for() -> None:
    assert read("no limit, but a gym", **asked("distance")).budget is None


@pytest.mark.parametrize(
    ("text", "most"),
    [
        pytest.param("180, not 280", "180", id="the refused one comes last"),
        pytest.param("300 is too much, 240", "240", id="the refused one comes first"),
        pytest.param("hundred eighty at most", "180", id="a hundred that is not counted"),
    ],
)
def test_an_amount_set_against_another_is_not_the_limit(text: str, most: str) -> None:
    found = read(text, **asked("budget")).budget

    assert found is not None
    assert found.max == Decimal(most)
