from __future__ import annotations

import pytest

from hotelsite.local_models.reading import ResultName, ResultQuestion
from tests.local_models.support import read

RESULTS = (
    ResultName(1, "beaverton", "Hilton Garden Inn Beaverton"),
    ResultName(2, "sherwood", "Hampton Inn Sherwood Portland"),
    ResultName(3, "tigard", "Hampton Inn & Suites Portland Tigard"),
    ResultName(4, "airport", "Hilton Garden Inn Portland Airport"),
)


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("2", (2,)),
        ("the second one", (2,)),
        ("number 3 please", (3,)),
        ("book the 1st", (1,)),
        ("#4", (4,)),
        ("option two", (2,)),
        ("the last one", (4,)),
        ("compare 1 and 3", (1, 3)),
        ("what is the difference between the first and the second?", (1, 2)),
        ("number 9", (9,)),
        ("compare the first two", (1, 2)),
        ("how far is 3 from the airport?", (3,)),
        ("is 3 far from the center?", (3,)),
        ("does 2 have a gym?", (2,)),
        ("is parking free at the first?", (1,)),
        ("the 5th of August", ()),
        ("2 nights", ()),
        ("reserve 1 or 3", (1, 3)),
        ("pick either 2 or 4, please", (2, 4)),
        ("take 2 or 3 nights", ()),
    ],
)
def test_a_place_in_the_list_is_read(text: str, numbers: tuple[int, ...]) -> None:
    assert read(text, results=RESULTS).selection.list_numbers == numbers


@pytest.mark.parametrize(
    ("text", "hotels", "ambiguous"),
    [
        ("the Beaverton one", ["beaverton"], False),
        ("Hampton Inn in Sherwood", ["sherwood"], False),
        ("the Hampton please", ["sherwood", "tigard"], True),
        ("hampton inn & suites", ["tigard"], False),
        ("book the airport hotel", ["airport"], False),
        ("does the Garden Inn Portland Airport have a gym?", ["airport"], False),
        ("something near the airport", [], False),
        ("a suite", [], False),
        ("the Ritz", [], False),
    ],
)
def test_part_of_a_name_stands_for_the_hotels_that_it_fits(
    text: str, hotels: list[str], ambiguous: bool
) -> None:
    selection = read(text, results=RESULTS).selection

    assert (list(selection.hotels), selection.ambiguous) == (hotels, ambiguous)


def test_a_named_hotel_fills_no_criterion() -> None:
    reading = read("book the Hampton Inn & Suites Portland Tigard", results=RESULTS)

    assert reading.selection.hotels == ("tigard",)
    assert reading.mentions == ()


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("which one is the cheapest?", ResultQuestion.CHEAPEST),
        ("which is closest to the airport?", ResultQuestion.CLOSEST),
        ("compare them", ResultQuestion.COMPARE),
        ("what would the total be?", ResultQuestion.TOTAL),
        ("what will the one in Tigard cost us?", ResultQuestion.TOTAL),
        ("where is it located?", ResultQuestion.ADDRESS),
        ("what is the cancellation policy?", ResultQuestion.POLICY),
        ("how much extra for a dog?", ResultQuestion.POLICY),
        ("when may I check in?", ResultQuestion.POLICY),
        ("why is the second one more expensive?", ResultQuestion.CHEAPEST),
        ("do you have their phone number?", ResultQuestion.UNKNOWN),
        ("who owns it?", ResultQuestion.UNKNOWN),
        ("how old must I be?", ResultQuestion.UNKNOWN),
    ],
)
def test_questions_about_results_are_told_apart(text: str, question: ResultQuestion) -> None:
    assert question in read(text, results=RESULTS).selection.questions
