"""Private numbers are masked; dates, prices and everything a booking needs never are."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hotelsite.web.masking import CARD, EMAIL, PHONE, mask_private

CARDS = [
    "4111111111111111",
    "4111 1111 1111 1111",
    "4111-1111-1111-1111",
    "5555555555554444",
    "378282246310005",
    "3782 822463 10005",
    "30569309025904",
    "6011111111111117",
    "4000000000000000006",
]


@pytest.mark.parametrize("number", CARDS)
def test_a_card_number_is_masked(number: str) -> None:
    assert mask_private(f"My card is {number}, thanks.") == f"My card is {CARD}, thanks."


@pytest.mark.parametrize(
    "text",
    [
        "from 2027-08-03 to 2027-08-09",
        "2027-08-03 2027-08-09",
        "20270803 20270809",
        "08/03/2027-08/09/2027",
        "between $1,500.00 and 2,891.70",
        "at most 700, at least 300 a night",
        "order 4111111111111112 fails its check digit",
        "1234567890123456 starts like no card",
        "room 12, 3 nights, 2 people",
        "+2 more nights, +500 dollars",
        "within 5.25 miles",
        "3 @ 200",
    ],
)
def test_what_a_booking_is_made_of_stays(text: str) -> None:
    assert mask_private(text) == text


@pytest.mark.parametrize(
    "number", ["+1 503 555 0100", "(503) 555-0100", "503-555-0100", "503.555.2100", "+44 20 7946 0958"]
)
def test_a_telephone_number_is_masked(number: str) -> None:
    assert mask_private(f"call {number} please") == f"call {PHONE} please"


@pytest.mark.parametrize("address", ["ann@example.com", "a.b+c@mail.example.co.uk"])
def test_an_email_address_is_masked(address: str) -> None:
    assert mask_private(f"write to {address}.") == f"write to {EMAIL}."


@given(st.dates(), st.dates())
def test_no_pair_of_dates_is_ever_masked(first: object, second: object) -> None:
    text = f"{first} {second}, {first}-{second}, {first}/{second}"

    assert mask_private(text) == text


@given(st.text())
def test_masking_twice_changes_nothing_more(text: str) -> None:
    once = mask_private(text)

    assert mask_private(once) == once
