"""What code itself refuses in a draft."""

from __future__ import annotations

import pytest

from hotelsite.concierge import drafts
from hotelsite.hotels.criteria import BudgetCriterion, Criteria
from tests.concierge.test_selection import RESULTS

TWO = RESULTS[:2]
CRITERIA = Criteria(budget=BudgetCriterion(answered=True, max="700"))
FAITHFUL = (
    "1. Hilton Garden Inn Beaverton, beaverton street: $100.00 in total\n"
    "2. Hampton Inn Sherwood Portland: 120 dollars in total\n"
    "All within your $700 a night. Say a number to book, or what to change."
)


def test_a_faithful_draft_has_no_faults() -> None:
    assert drafts.faults(FAITHFUL, TWO, 8, CRITERIA) == []
    assert drafts.faults(f"{FAITHFUL} These are in Portland. Hilton has more.", TWO, 8, CRITERIA) == []


@pytest.mark.parametrize(
    ("added", "fault"),
    [
        ("Or the Hilton Paradise Inn for less.", "hotel"),
        ("The Marriott is lovely too.", "hotel"),
        ("With my discount it is only $89.", "amount"),
        ("A night is 49.90.", "amount"),
        ("Your confirmation number is on its way.", "confirmation"),
        ("Code 482913.", "confirmation"),
        ("Number 1 has been booked for you.", "confirmation"),
    ],
)
def test_what_the_results_do_not_hold_is_a_fault(added: str, fault: str) -> None:
    assert drafts.faults(f"{FAITHFUL}\n{added}", TWO, 8, CRITERIA) == [fault]


def test_a_result_that_is_left_out_is_a_fault() -> None:
    assert drafts.faults(FAITHFUL, RESULTS[:3], 8, CRITERIA) == ["missing"]


def test_only_shown_results_may_be_presented() -> None:
    assert drafts.faults(FAITHFUL, TWO, 1, CRITERIA) == ["amount", "hotel"]
