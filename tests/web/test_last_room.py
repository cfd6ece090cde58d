"""Many customers at once, over real sockets: at several servers where the run has PostgreSQL and Redis, else at one.

Nothing here knows of threads or transactions; it is what customers see, and what is in the database afterwards.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Iterator

import httpx
import pytest

from hotelsite.concierge import texts
from hotelsite.web.identity import COOKIE
from tests.web.backoffice import SETTLED, order
from tests.web.customers import (
    Customer,
    Site,
    assert_sound,
    booked,
    buttons,
    customers,
    deployment,
    opened,
    text_of,
)
from tests.web.support import new_id

pytestmark = pytest.mark.timeout(600)  # servers start, and fifty customers come

BEAVERTON, SHERWOOD = "hilton-garden-inn-beaverton", "hampton-inn-sherwood-portland"
CUSTOMERS = 50


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    with deployment(tmp_path_factory.mktemp("site"), settings="hotelsite.settings") as env:
        yield env


@pytest.fixture
async def site(environment: dict[str, str]) -> AsyncIterator[Site]:
    async with opened(environment) as site:
        yield site


async def test_fifty_customers_want_the_last_suite_at_once(site: Site) -> None:
    order(site.env, leave_rooms={"hotel": BEAVERTON, "room_type": "suite", "count": 1})
    everybody = customers(site, CUSTOMERS, SETTLED)
    found = await asyncio.gather(*(customer.act(type="search") for customer in everybody))
    assert all(answer["message"]["hotels"][0]["slug"] == BEAVERTON for answer in found)
    assert all(answer["message"]["hotels"][0]["rooms_left"] == 1 for answer in found)

    answers = await asyncio.gather(*(customer.act(type="choose", hotel=BEAVERTON) for customer in everybody))

    assert Counter(answer["type"] for answer in answers) == {"turn.completed": CUSTOMERS}
    [winner] = [customer for customer, answer in zip(everybody, answers, strict=True) if booked(answer)]
    refusals = [answer for answer in answers if not booked(answer)]
    assert all("the last such room at Hilton Garden Inn Beaverton has gone" in text_of(r) for r in refusals)
    assert all(text_of(refusal).endswith(texts.SHALL_I_BOOK) for refusal in refusals)
    assert all(buttons(refusal, "choose") == [{"type": "choose", "hotel": SHERWOOD}] for refusal in refusals)
    assert all(buttons(refusal, "search") for refusal in refusals)
    report = order(site.env, report=True)
    assert list(report["bookings"]) == [winner.session]
    assert report["turns"] == {"completed": 2 * CUSTOMERS}
    assert set(report["turns_of_sessions"]) == {2}
    assert Counter(run["end"] == "completed" for run in report["workflows"]) == {
        True: 1,
        False: CUSTOMERS - 1,
    }
    # Most see in time that the room has gone; whoever does not is refused by the reservation.
    reasons = {(run["stopped_by"], run["error"]) for run in report["workflows"] if run["end"] != "completed"}
    assert reasons <= {("rooms_are_left", None), (None, "SoldOut")}
    assert_sound(report)
    assert [line for server in site.servers for line in server.complaints()] == []
    for customer in everybody:
        await customer.leave()


async def test_one_customer_with_two_tabs_and_a_quick_finger_books_once(site: Site) -> None:
    [tab] = customers(site, 1, SETTLED)
    await tab.act(type="search")
    again, other = (Customer(site, tab.secret, tab.session) for _ in range(2))
    turn_id = new_id()

    answers = await asyncio.gather(
        tab.act(turn_id, type="choose", hotel=SHERWOOD),
        again.act(turn_id, type="choose", hotel=SHERWOOD),
        other.act(type="choose", hotel=SHERWOOD),
    )

    *same, another = answers
    confirmations = {booking["confirmation"] for answer in same if (booking := booked(answer))}
    assert len(confirmations) == 1
    # The other press is another turn: it comes first, finds the booking, or comes when all is over.
    assert another["type"] == "turn.completed" or another["code"] == "session_completed"
    report = order(site.env, report=True)
    assert report["bookings"][tab.session] in confirmations
    assert_sound(report)


async def test_after_a_booking_another_hotel_is_refused_with_the_receipt_and_a_new_session(
    site: Site,
) -> None:
    [customer] = customers(site, 1, SETTLED)
    await customer.act(type="search")
    booking = booked(await customer.act(type="choose", hotel=SHERWOOD))
    assert booking is not None

    refused = await customer.act(type="choose", hotel="hampton-inn-suites-portland-tigard")

    assert refused["code"] == "session_completed"
    receipt = f"/bookings/{booking['confirmation']}/"
    assert receipt in refused["message"]
    assert "Begin a new one" in refused["message"]
    async with httpx.AsyncClient(base_url=await site.address(), trust_env=False) as stranger:
        assert (await stranger.get(receipt)).status_code == 404
        owner = {"Cookie": f"{COOKIE}={customer.secret}"}
        page = await stranger.get(receipt, headers=owner)
        assert (page.status_code, booking["confirmation"] in page.text) == (200, True)
