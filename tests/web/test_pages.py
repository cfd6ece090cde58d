"""The chat page and the cookie that it gives."""

from __future__ import annotations

import datetime as dt

from django.test import AsyncClient
from pytest_django import Settings

from hotelsite.web.identity import COOKIE
from tests.web.support import Browser, Stage


async def test_the_page_gives_a_browser_its_cookie_once(settings: Settings, db: None) -> None:
    settings.SESSION_COOKIE_SECURE = True
    client = AsyncClient()
    first = await client.get("/")
    cookie = first.cookies[COOKIE]
    second = await client.get("/")

    assert (cookie["httponly"], cookie["samesite"], cookie["secure"]) == (True, "Lax", True)
    assert len(cookie.value) == 43
    assert COOKIE not in second.cookies
    assert "no-store" in first["Cache-Control"]


async def test_two_browsers_get_different_cookies(db: None) -> None:
    one, two = await AsyncClient().get("/"), await AsyncClient().get("/")

    assert one.cookies[COOKIE].value != two.cookies[COOKIE].value


async def test_a_cookie_that_is_none_of_ours_is_replaced(db: None) -> None:
    client = AsyncClient()
    client.cookies[COOKIE] = "guess"

    assert len((await client.get("/")).cookies[COOKIE].value) == 43


async def test_the_cookie_opens_a_socket(site: Stage) -> None:
    cookie = (await AsyncClient().get("/")).cookies[COOKIE].value
    async with Browser(cookie=cookie).chat() as (_, session):
        assert session["type"] == "session"


async def test_the_page_knows_the_hotels_today_and_the_last_day_of_a_stay(
    settings: Settings, db: None
) -> None:
    settings.HOTEL_CURRENT_DATE = dt.date(2027, 7, 15)
    response = await AsyncClient().get("/")

    assert response.context["hotel_today"] == "2027-07-15"
    assert response.context["max_check_out"] == "2029-02-14"  # 18 months ahead, and 30 nights
    assert b'data-today="2027-07-15"' in response.content


async def test_the_inspector_is_off_unless_settings_turn_it_on(settings: Settings, db: None) -> None:
    assert b'data-inspector="off"' in (await AsyncClient().get("/")).content
    settings.CHAT_INSPECTOR = True
    assert b'data-inspector="on"' in (await AsyncClient().get("/")).content


async def test_only_reading_is_allowed(db: None) -> None:
    assert (await AsyncClient().post("/")).status_code == 405
