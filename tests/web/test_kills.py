"""`kill -9` among bookings: whoever says the same again has one booking or a clear refusal, and nothing is lost or locked.

The long versions are marked `soak`. They kill twenty servers among two hundred bookings, and wait for the lease that
deployments have; the others run on a lease of a few seconds.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest

from hotelsite import settings as site_settings
from hotelsite.concierge import texts
from hotelsite.web.identity import COOKIE
from tests.web import children, short_lease
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
from tests.web.dying import MOMENTS
from tests.web.support import Frame

ANY_ROOM = SETTLED | {
    "budget": {"min": None, "max": None},
    "room_type": {"room_type": None},
    "amenities": {"amenities": []},
}
"""All hotels, and in each the cheapest kind of room that is left."""
MARGIN_S = 8.0
"""For a machine that is busy: to connect again, to be asked again and to run the turn."""
RESTARTS_S = 20.0
"""The same, while the only server starts anew, perhaps twice in a row."""

pytestmark = pytest.mark.timeout(600)  # a site is migrated, and servers start again and again

leases = pytest.mark.parametrize(
    ("settings", "lease_s"),
    [
        pytest.param("tests.web.short_lease", short_lease.TURN_LEASE_S, id="short lease"),
        pytest.param(
            "hotelsite.settings",
            site_settings.TURN_LEASE_S,
            id="real lease",
            marks=pytest.mark.soak,
        ),
    ],
)


@leases
async def test_a_turn_that_dies_with_its_server_is_run_again_after_its_lease_and_books_once(
    tmp_path: Path, settings: str, lease_s: float
) -> None:
    """Three servers die at three moments of a booking, while another lives; the customers turn to that one."""
    with deployment(tmp_path, settings=settings) as env:
        async with opened(env, servers=1) as site:
            dying = await asyncio.gather(
                *(children.start({**env, "DIES": moment}, ("-m", "tests.web.dying")) for moment in MOMENTS)
            )
            everybody = customers(site, len(MOMENTS), SETTLED)
            for server, customer in zip(dying, everybody, strict=True):
                customer.site = _only(env, server)

            async def book(customer: Customer, server: children.Child) -> tuple[Frame, float]:
                cards = (await customer.act(type="search"))["message"]["hotels"]
                choosing = asyncio.create_task(customer.act(type="choose", hotel=cards[0]["slug"]))
                await server.process.wait()
                died, customer.site = time.monotonic(), site
                return await choosing, time.monotonic() - died

            answers = await asyncio.gather(*map(book, everybody, dying))
            for server in dying:
                await server.end()

            report = order(env, report=True)
            for customer, (answer, waited_s), moment in zip(everybody, answers, MOMENTS, strict=True):
                booking = booked(answer)
                assert booking is not None, moment
                assert report["bookings"][customer.session] == booking["confirmation"], moment
                assert waited_s <= (lease_s if moment != MOMENTS[2] else 0) + MARGIN_S, moment
            assert report["turns"] == {"completed": 2 * len(MOMENTS)}
            assert report["turns_run_again"] == 2  # the third had its answer already, and was told it
            assert_sound(report)


def _only(env: dict[str, str], server: children.Child) -> Site:
    """A site of one server, for a customer who is to meet that one."""
    site = Site(env)
    site.joined_by(server)
    return site


@dataclass(frozen=True, kw_only=True)
class Plan:
    kills: int
    customers: int
    criteria: Frame
    settings: str
    lease_s: float


# Twenty such suites: a third of the customers is refused.
SHORT = Plan(
    kills=3,
    customers=30,
    criteria=SETTLED,
    settings="tests.web.short_lease",
    lease_s=short_lease.TURN_LEASE_S,
)
LONG = Plan(
    kills=20,
    customers=200,
    criteria=ANY_ROOM,
    settings="hotelsite.settings",
    lease_s=site_settings.TURN_LEASE_S,
)


@pytest.mark.parametrize(
    "plan",
    [
        pytest.param(SHORT, id="3 kills among 30 customers"),
        pytest.param(
            LONG, id="20 kills among 200 customers", marks=[pytest.mark.soak, pytest.mark.timeout(3600)]
        ),
    ],
)
async def test_servers_are_killed_at_random_moments(
    plan: Plan, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    seed = random.randrange(2**32)
    print(f"seed {seed}")  # noqa: T201 - shown where the test fails
    chance = random.Random(seed)
    with deployment(tmp_path, settings=plan.settings) as env:
        async with opened(env) as site:
            everybody = customers(site, plan.customers, plan.criteria)
            started = time.monotonic()
            answers = await _sell(site, everybody, kills=plan.kills, chance=chance)
            took_s = time.monotonic() - started

            report = order(env, report=True)
            assert_sound(report)
            assert report["turns"].keys() <= {"completed"}
            for customer, answer in zip(everybody, answers, strict=True):
                booking = booked(answer)
                assert report["bookings"].get(customer.session) == (booking and booking["confirmation"])
                assert booking or texts.NOTHING_FOUND in text_of(answer)
                interruptions = report["most_runs"][customer.session] - 1
                assert customer.longest_wait_s <= interruptions * plan.lease_s + RESTARTS_S
            await _check_receipts(site, everybody, answers)
            refused = [c for c, answer in zip(everybody, answers, strict=True) if not booked(answer)]
            again = await asyncio.gather(*(customer.act(type="search") for customer in refused))
            assert all(answer["type"] == "turn.completed" for answer in again)

    figures = {
        "customers": len(everybody),
        "bookings": len(report["bookings"]),
        "refused": len(refused),
        "kills": plan.kills,
        "turns": sum(report["turns"].values()),
        "turns run again": report["turns_run_again"],
        "requests repeated": sum(customer.repeats for customer in everybody),
        "longest wait": f"{max(customer.longest_wait_s for customer in everybody):.1f} s",
        "all in all": f"{took_s:.0f} s",
    }
    for name, value in figures.items():
        record_property(f"table Killed servers, {site.kind}, {plan.kills} kills", [name, str(value)])


async def _sell(site: Site, everybody: list[Customer], *, kills: int, chance: random.Random) -> list[Frame]:
    """Let customers book, a few at once, and kill servers while they do; returns the last answer to each."""
    at_once = asyncio.Semaphore(max(8, len(everybody) // 10))
    progress = asyncio.Condition()
    done = 0

    async def act(customer: Customer, **frame: Any) -> Frame:
        nonlocal done
        answer = await customer.act(**frame)
        async with progress:
            done += 1
            progress.notify_all()
        return answer

    async def buy(customer: Customer) -> Frame:
        async with at_once:
            answer = await act(customer, type="search")
            if cards := answer["message"]["hotels"]:
                answer = await act(customer, type="choose", hotel=chance.choice(cards)["slug"])
            while not booked(answer) and (following := buttons(answer, "choose")):
                answer = await act(customer, **following[0])
            await customer.leave()
            return answer

    async def kill() -> None:
        # Everybody acts twice or more: the moments lie somewhere among the first nine tenths of that.
        moments = sorted(chance.sample(range(1, len(everybody) * 18 // 10), kills))
        for moment in moments:
            async with progress:
                while done < moment:
                    await progress.wait()
            await asyncio.sleep(chance.uniform(0, 0.1))
            await site.kill_one(chance)

    killing = asyncio.create_task(kill())
    answers = await asyncio.gather(*map(buy, everybody))
    await killing
    return answers


async def _check_receipts(site: Site, everybody: list[Customer], answers: list[Frame]) -> None:
    async with httpx.AsyncClient(base_url=await site.address(), trust_env=False, timeout=30) as browser:
        for customer, answer in zip(everybody, answers, strict=True):
            if booking := booked(answer):
                receipt = f"/bookings/{booking['confirmation']}/"
                page = await browser.get(receipt, headers={"Cookie": f"{COOKIE}={customer.secret}"})
                assert page.status_code == 200
