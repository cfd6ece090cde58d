"""What is let in at the websocket, what is refused with which code, and what closes it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from channels.routing import URLRouter
from channels.testing import WebsocketCommunicator

from hotelsite.web.routing import websocket_urlpatterns
from tests.web.support import HOST, TIMEOUT_S, Browser, Stage, new_id

ID = "3f1c3f7e-0c1e-4c1e-9a55-0123456789ab"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "hello",
        "[]",
        "null",
        '"hello"',
        "{",
        '{"type": "ping", "x": NaN}',
        "[" * 30_000,
        '{"a":' * 5_000,
        "{}",
        '{"type": 1}',
        '{"type": null}',
        '{"type": "ping", "extra": 1}',
        '{"type": "message", "text": "no id"}',
        '{"type": "message", "id": "1", "text": "no uuid"}',
        '{"type": "message", "id": 5, "text": "no uuid"}',
        f'{{"type": "message", "id": "{ID}"}}',
        f'{{"type": "message", "id": "{ID}", "text": 5}}',
        f'{{"type": "message", "id": "{ID}", "text": ["a"]}}',
        f'{{"type": "answer", "id": "{ID}", "criterion": "weather", "value": {{}}}}',
        f'{{"type": "answer", "id": "{ID}", "criterion": "budget"}}',
        f'{{"type": "choose", "id": "{ID}", "hotel": 3}}',
        f'{{"type": "cancel", "id": "{ID}0"}}',
        '{"type": "history", "before": "2"}',
        '{"type": "history", "before": 2, "limit": 51}',
        '{"type": "history", "before": 2, "limit": 0}',
        '{"type": "history", "before": -1}',
        '{"type": "hello", "session": "mine"}',
        '{"type": "hello", "after": -1}',
        '{"type": "hello", "after": 1.5}',
        '{"type": "hello", "after": 99999999999999999999}',
        '{"type": "hello", "new": "yes"}',
    ],
)
async def test_a_bad_frame_is_answered_and_the_socket_goes_on(site: Stage, ann: Browser, text: str) -> None:
    async with ann.chat() as (socket, _):
        await socket.send_text(text)

        assert (await socket.error())["code"] == "bad_frame"
        await socket.send(type="ping")
        assert await socket.receive() == {"type": "pong"}
    assert site.runs == []


async def test_an_unknown_type_is_named_so(site: Stage, ann: Browser) -> None:
    async with ann.chat() as (socket, _):
        await socket.send(type="shout", id=ID)
        error = await socket.error()

    assert (error["code"], error["id"]) == ("unknown_type", ID)


async def test_an_error_carries_the_id_of_its_frame_and_repeats_nothing_else_of_it(
    site: Stage, ann: Browser
) -> None:
    async with ann.chat() as (socket, _):
        await socket.send(type="message", id=ID.upper(), text="secret", colour="secret")
        error = await socket.error()

    assert error["id"] == ID
    assert "secret" not in json.dumps(error)


@pytest.mark.parametrize("kind", ["message", "search", "cancel", "history", "ping"])
async def test_nothing_is_taken_before_hello(site: Stage, ann: Browser, kind: str) -> None:
    needed: dict[str, dict[str, Any]] = {"message": {"text": "hi"}, "history": {"before": 1}}
    fields = needed.get(kind, {})
    identified = {} if kind in ("history", "ping") else {"id": ID}
    socket = await ann.connect()
    await socket.send(type=kind, **identified, **fields)

    assert (await socket.error())["code"] == "bad_frame"
    assert site.runs == []
    await socket.leave()


@pytest.mark.parametrize("text", ["", "   ", "\n\n", "\u200b\u200d", "\x00"])
async def test_an_empty_message_is_no_turn(site: Stage, ann: Browser, text: str) -> None:
    async with ann.chat() as (socket, _):
        turn_id = await socket.say(text)
        error = await socket.error()

    assert (error["code"], error["id"], site.runs) == ("message_empty", turn_id, [])


async def test_a_message_has_at_most_2000_characters_after_cleaning(site: Stage, ann: Browser) -> None:
    async with ann.chat() as (socket, _):
        done = await socket.ask("  " + "\u00e9" * 2000 + "\x00  ")
        await socket.say("e" * 2001)

        assert len(done["message"]["text"]) == len("You said: ") + 2000
        assert (await socket.error())["code"] == "message_too_long"
    assert len(site.runs) == 1


async def test_half_a_surrogate_pair_is_cleaned_away(site: Stage, ann: Browser) -> None:
    async with ann.chat() as (socket, _):
        await socket.send_text(f'{{"type": "message", "id": "{ID}", "text": "a\\ud83d b\\u0000"}}')
        done = (await socket.until("turn.completed"))[-1]

    assert done["message"]["text"] == "You said: a b"


async def test_a_card_number_gets_no_further_than_the_door(site: Stage, ann: Browser) -> None:
    async with ann.chat() as (socket, _):
        await socket.ask("charge 4111 1111 1111 1111 from 2027-08-03")
    async with ann.chat() as (_, session):
        assert session["turns"][0]["request"]["text"] == "charge [card number] from 2027-08-03"
    assert site.runs == ["charge [card number] from 2027-08-03"]


@pytest.mark.parametrize(
    ("criterion", "value"),
    [
        ("dates", {"check_in": "2027-08-03"}),
        ("dates", {"check_in": "3 August", "check_out": None}),
        ("dates", {"check_in": "2027-02-30", "check_out": None}),
        ("dates", "2027-08-03"),
        ("dates", {"check_in": None, "check_out": None}),
        ("dates", {"check_in": 1817251200, "check_out": None}),
        ("budget", {"min": None, "max": "lots"}),
        ("budget", {"min": None, "max": 700}),
        ("budget", {"min": None, "max": True}),
        ("budget", {"min": None, "max": "NaN"}),
        ("budget", {"min": None, "max": "700", "currency": "EUR"}),
        ("room_type", {"room_type": "penthouse"}),
        ("amenities", {"amenities": ["helipad"]}),
        ("amenities", {"amenities": None}),
        ("distance", {"airport": "near", "city_center": None}),
        ("distance", {"airport": 5.5, "city_center": None}),
        ("distance", None),
    ],
)
async def test_a_value_of_the_wrong_shape_is_no_turn_and_leaves_its_id_unused(
    site: Stage, ann: Browser, criterion: str, value: Any
) -> None:
    async with ann.chat() as (socket, _):
        await socket.send(type="answer", id=ID, criterion=criterion, value=value)
        error = await socket.error()
        assert (error["code"], error["id"]) == ("bad_value", ID)

        await socket.say("something else", turn_id=ID)
        assert (await socket.until("turn.completed"))[-1]["turn"] == 1


async def test_an_answer_of_the_right_shape_is_a_turn(site: Stage, ann: Browser) -> None:
    async with ann.chat() as (socket, _):
        await socket.send(
            type="answer", id=ID, criterion="dates", value={"check_in": "2020-01-01", "check_out": None}
        )
        started = await socket.receive()

    assert (started["type"], started["request"]["type"]) == ("turn.started", "answer")


async def test_a_hotel_that_is_not_among_the_results_is_no_turn(site: Stage, ann: Browser) -> None:
    async with ann.chat() as (socket, _):
        await socket.send(type="choose", id=ID, hotel="grand-budapest")
        error = await socket.error()

    assert (error["code"], error["id"], site.runs) == ("not_in_results", ID, [])


async def test_a_frame_that_is_too_large_closes_with_1009(site: Stage, ann: Browser) -> None:
    async with ann.chat() as (socket, _):
        await socket.send_text(json.dumps({"type": "message", "id": ID, "text": "x"}) + " " * 32 * 1024)

        assert await socket.closed() == 1009


async def test_a_frame_of_exactly_the_limit_is_read(site: Stage, ann: Browser) -> None:
    async with ann.chat() as (socket, _):
        await socket.send_text('{"type": "ping"}'.ljust(32 * 1024))

        assert await socket.receive() == {"type": "pong"}


async def test_a_binary_frame_closes_with_1003(site: Stage, ann: Browser) -> None:
    async with ann.chat() as (socket, _):
        await socket.send_bytes(b'{"type": "ping"}')

        assert await socket.closed() == 1003


async def test_the_twentieth_bad_frame_in_a_minute_closes_with_4408(site: Stage, ann: Browser) -> None:
    async with ann.chat() as (socket, _):
        for _ in range(20):
            await socket.send_text("{")
        codes = [(await socket.error())["code"] for _ in range(20)]

        assert codes == ["bad_frame"] * 20
        assert await socket.closed() == 4408


async def test_nineteen_bad_frames_do_not(site: Stage, ann: Browser) -> None:
    async with ann.chat() as (socket, _):
        for _ in range(19):
            await socket.send_text("{")
            await socket.error()
        await socket.send(type="ping")

        assert await socket.receive() == {"type": "pong"}


@pytest.mark.parametrize("path", ["/ws/", "/ws/chat", "/ws/chat/more", "/elsewhere"])
async def test_an_unknown_address_closes_with_4404(site: Stage, path: str) -> None:
    communicator = WebsocketCommunicator(URLRouter(websocket_urlpatterns), path)

    assert (await communicator.connect(TIMEOUT_S))[0]
    assert await communicator.receive_output(TIMEOUT_S) == {"type": "websocket.close", "code": 4404}
    await communicator.disconnect(timeout=TIMEOUT_S)
    await communicator.disconnect(timeout=TIMEOUT_S)


async def test_a_page_of_another_site_is_refused_the_handshake(site: Stage, ann: Browser) -> None:
    headers = [(b"host", HOST.encode()), (b"origin", b"http://evil.example")]
    communicator = WebsocketCommunicator(URLRouter(websocket_urlpatterns), "/ws/chat/", headers)

    assert not (await communicator.connect(TIMEOUT_S))[0]


async def test_more_than_the_allowed_messages_a_minute_are_refused(
    settings: Any, site: Stage, ann: Browser
) -> None:
    settings.RATE_LIMIT_MESSAGES_PER_MINUTE = 3
    async with ann.chat() as (socket, session), ann.chat(session=session["session"]) as (other, _):
        for words in ("one", "two", "three"):
            await socket.ask(words)
        turn_id = await other.say("four")
        await other.until("turn.completed")
        await other.until("turn.completed")
        await other.until("turn.completed")
        error = await other.error()

    assert (error["code"], error["id"]) == ("rate_limited", turn_id)
    assert 0 < error["retry_after"] <= 60
    assert site.runs == ["one", "two", "three"]


async def test_beginning_sessions_is_limited_too(settings: Any, site: Stage, ann: Browser) -> None:
    settings.RATE_LIMIT_MESSAGES_PER_MINUTE = 2
    socket = await ann.connect()
    answers = [await socket.hello(new=True) for _ in range(3)]
    await socket.leave()

    assert [answer["type"] for answer in answers] == ["session", "session", "error"]
    assert answers[2]["code"] == "rate_limited"


async def test_ids_differing_in_case_are_one_id(site: Stage, ann: Browser) -> None:
    turn_id = new_id()
    async with ann.chat() as (socket, _):
        await socket.say("once", turn_id)
        first = (await socket.until("turn.completed"))[-1]
        await socket.say("once", turn_id.upper())

        assert (await socket.receive()) == first
    assert site.runs == ["once"]
