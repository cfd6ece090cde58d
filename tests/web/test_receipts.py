"""The receipt of a booking: for whoever booked it, and nobody else."""

from __future__ import annotations

import datetime as dt
import re
from decimal import Decimal
from typing import Any
from uuid import UUID

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils.html import escape
from icalendar import Calendar
from pytest_django import Settings

from hotelsite.conversations.sessions import begin_session
from hotelsite.hotels.bookings import SoldOut, cancel_booking, reserve
from hotelsite.hotels.models import Booking, BookingStatus, RoomUnit
from hotelsite.hotels.vocabulary import RoomType
from hotelsite.web.identity import COOKIE, new_secret, owner_of
from hotelsite.web.receipts import receipt_path

CHECK_IN, CHECK_OUT = dt.date(2027, 8, 3), dt.date(2027, 8, 9)


@pytest.fixture(autouse=True)
def _hotels(transactional_db: None, settings: Settings) -> None:
    settings.HOTEL_CURRENT_DATE = dt.date(2027, 7, 15)
    call_command("load_catalogue", verbosity=0)


class Guest:
    """Somebody with a browser, and with a booking of their own."""

    def __init__(self) -> None:
        self.secret = new_secret()
        self.browser = Client(enforce_csrf_checks=True)
        self.browser.cookies[COOKIE] = self.secret
        self.session_id = begin_session(owner_of(self.secret), graph="hotel").pk
        self.booking = book(self.session_id)

    @property
    def receipt(self) -> str:
        return f"/bookings/{self.booking.confirmation}/"


def book(session_id: UUID) -> Booking:
    return reserve(
        session_id=session_id,
        hotel="hilton-garden-inn-beaverton",
        room_type=RoomType.SUITE,
        check_in=CHECK_IN,
        check_out=CHECK_OUT,
        expected_total=Decimal("2891.70"),
    )


@pytest.fixture
def ann() -> Guest:
    return Guest()


@pytest.fixture
def bob() -> Guest:
    return Guest()


def test_the_owner_sees_each_night_and_the_total(ann: Guest) -> None:
    response = ann.browser.get(ann.receipt)
    page = response.content.decode()

    assert response.status_code == 200
    assert ann.booking.confirmation in page
    assert "Hilton Garden Inn Beaverton" in page
    assert page.count('<tr><th scope="row">') == 7  # six nights and the total
    assert "$2,891.70" in page
    assert "no-store" in response["Cache-Control"]


def test_it_shows_every_price_the_address_and_all_house_rules(ann: Guest) -> None:
    page = ann.browser.get(ann.receipt).content.decode()
    hotel, nights = ann.booking.hotel, ann.booking.nights.all()

    assert escape(hotel.address) in page
    rows = re.findall(r'<tr><th scope="row">(.*?)</th><td>\$(.*?)</td></tr>', page)
    assert rows == [
        *((f"{night.night:%a, %b} {night.night.day}", f"{night.price:,.2f}") for night in nights),
        ("Total", "2,891.70"),
    ]
    assert hotel.policies
    assert all(escape(rule) in page for rule in hotel.policies.values())


def test_an_api_client_sees_its_own_by_its_token(ann: Guest) -> None:
    response = Client().get(ann.receipt, headers={"Authorization": f"Bearer {ann.secret}"})

    assert response.status_code == 200


@pytest.mark.parametrize("path", ["{}/", "{}.ics"])
def test_nobody_else_sees_it_and_a_guess_tells_nothing(ann: Guest, bob: Guest, path: str) -> None:
    theirs = "/bookings/" + path.format(ann.booking.confirmation)
    made_up = "/bookings/" + path.format("000000" if ann.booking.confirmation != "000000" else "000001")
    answers = [
        bob.browser.get(theirs),
        Client().get(theirs),
        Client().get(theirs, headers={"Authorization": f"Bearer {bob.secret}"}),
        bob.browser.get(made_up),
    ]

    assert [answer.status_code for answer in answers] == [404] * 4


def test_the_calendar_entry_covers_the_nights(ann: Guest) -> None:
    response = ann.browser.get(ann.receipt.rstrip("/") + ".ics")
    entry: Any
    (entry,) = Calendar.from_ical(response.content).walk("VEVENT")

    assert response["Content-Type"].startswith("text/calendar")
    assert (entry["dtstart"].dt, entry["dtend"].dt) == (CHECK_IN, CHECK_OUT)
    assert str(entry["summary"]) == "Hilton Garden Inn Beaverton"
    assert ann.booking.confirmation in str(entry["description"])
    assert str(entry["status"]) == "CONFIRMED"


def cancel(guest: Guest, path: str) -> int:
    """Press the receipt's button, with the token that the page holds; returns the status."""
    guest.browser.get(guest.receipt)
    token = guest.browser.cookies["csrftoken"].value
    status: int = guest.browser.post(path, {"csrfmiddlewaretoken": token}).status_code
    return status


def test_the_owner_cancels_and_the_receipt_says_so(ann: Guest) -> None:
    assert cancel(ann, f"{ann.receipt}cancel/") == 302
    ann.booking.refresh_from_db()

    assert ann.booking.status == BookingStatus.CANCELLED
    assert "Cancelled" in ann.browser.get(ann.receipt).content.decode()


def test_cancelling_gives_the_room_back_to_the_next_customer(ann: Guest) -> None:
    """The last one is sold; after the cancellation it is found and booked again."""
    beaverton = RoomUnit.objects.filter(hotel=ann.booking.hotel, room_type="suite")
    beaverton.filter(number__gt=1).update(in_service=False)
    with pytest.raises(SoldOut):
        book(begin_session("somebody", graph="hotel").pk)

    cancel(ann, f"{ann.receipt}cancel/")

    assert book(begin_session("somebody", graph="hotel").pk).status == BookingStatus.LIVE


def test_a_stranger_cancels_nothing(ann: Guest, bob: Guest) -> None:
    assert cancel(bob, f"{ann.receipt}cancel/") == 404
    ann.booking.refresh_from_db()

    assert ann.booking.status == BookingStatus.LIVE


def test_another_sites_form_cancels_nothing(ann: Guest) -> None:
    assert ann.browser.post(f"{ann.receipt}cancel/").status_code == 403
    ann.booking.refresh_from_db()

    assert ann.booking.status == BookingStatus.LIVE


def test_reading_cancels_nothing(ann: Guest) -> None:
    assert ann.browser.get(f"{ann.receipt}cancel/").status_code == 405


@pytest.mark.parametrize(("today", "cancels"), [(CHECK_IN, True), (CHECK_IN + dt.timedelta(days=1), False)])
def test_a_stay_can_be_cancelled_until_the_day_of_arrival(
    ann: Guest, settings: Settings, today: dt.date, cancels: bool
) -> None:
    settings.HOTEL_CURRENT_DATE = today
    assert ("cancel/" in ann.browser.get(ann.receipt).content.decode()) is cancels
    cancel_status = Client()
    cancel_status.cookies[COOKIE] = ann.secret
    cancel_status.post(f"{ann.receipt}cancel/")
    ann.booking.refresh_from_db()

    assert (ann.booking.status == BookingStatus.CANCELLED) is cancels


def test_a_session_leads_to_its_newest_receipt(ann: Guest) -> None:
    cancel_booking(ann.booking.confirmation)
    again = book(ann.session_id)

    assert receipt_path(str(ann.session_id)) == f"/bookings/{again.confirmation}/"
    assert receipt_path(str(begin_session("nobody", graph="hotel").pk)) is None
