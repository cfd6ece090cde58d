"""One connection, honestly shown: lost, silent, restarted, offline, and back with everything that was missed."""

from __future__ import annotations

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.support import (
    SESSION_ID,
    Chat,
    ScriptedServer,
    completed,
    message,
    open_criteria,
    session_frame,
    started,
)


def record(number: int) -> dict[str, object]:
    return {
        "turn": number,
        "id": f"00000000-0000-4000-8000-{number:012}",
        "request": {"type": "message", "text": f"question {number}"},
        "message": message(f"answer {number}"),
        "status": "completed",
    }


def test_the_first_hello_asks_for_the_newest_session_and_a_reload_for_the_same(
    chat: Chat, server_side: ScriptedServer
) -> None:
    chat.page.reload()
    chat.expect_connected()
    first, second = server_side.of_type("hello")
    assert first == {"type": "hello", "session": None, "after": 0}
    assert second == {"type": "hello", "session": SESSION_ID, "after": 0}


def test_ten_drops_leave_one_socket_and_nothing_twice(chat: Chat, server_side: ScriptedServer) -> None:
    retry = chat.page.get_by_role("button", name="Try now")
    for _ in range(10):
        server_side.close(1012)
        retry.click()
        chat.expect_connected()
    assert len(server_side.sockets) == 11

    chat.field.fill("hello")
    chat.field.press("Enter")
    [frame] = server_side.of_type("message")
    server_side.send(started(frame, 1))
    server_side.send(completed(frame, 1))
    chat.expect_phase("answered")
    expect(chat.turns).to_have_count(1)
    expect(chat.turns.locator(".bubble--assistant")).to_have_count(1)


def test_a_lost_connection_is_told_with_a_countdown_and_tried_again(
    chat: Chat, server_side: ScriptedServer
) -> None:
    chat.page.clock.install()
    server_side.close(1012)
    banner = chat.page.locator("#banner")
    expect(banner).to_contain_text("The service is restarting. Trying again in 1 s.")
    chat.expect_connection("reconnecting")
    expect(chat.spoken).to_have_text("Connection lost. Trying again.")

    chat.page.clock.run_for(1_100)
    chat.expect_connected()
    expect(banner).to_be_hidden()
    expect(chat.spoken).to_have_text("Connected again.")


def test_two_missed_heartbeats_mean_reconnecting(page: Page, server_side: ScriptedServer) -> None:
    page.clock.install()
    chat = Chat(page)
    chat.open()
    page.clock.run_for(16_000)
    assert server_side.of_type("ping") == [{"type": "ping"}]
    server_side.send({"type": "pong"})

    page.clock.run_for(30_000)
    chat.expect_connected()
    page.clock.run_for(16_000)
    expect(page.locator("#banner")).to_contain_text("The server is not answering.")
    page.clock.run_for(2_000)
    chat.expect_connected()
    assert len(server_side.of_type("hello")) == 2


def test_a_server_that_never_says_hello_is_given_up_on(page: Page, server_side: ScriptedServer) -> None:
    page.clock.install()
    server_side.greet = lambda hello: {"type": "pong"}
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("data-connection", "connecting")
    page.clock.run_for(2_000)
    expect(page.locator("#banner")).to_have_text("Connecting…")
    page.clock.run_for(9_000)
    expect(page.locator("#banner")).to_contain_text("The server is not answering.")


@pytest.mark.parametrize("code", [4401, 4408], ids=["no cookie", "too many bad frames"])
def test_some_endings_need_the_customer(chat: Chat, server_side: ScriptedServer, code: int) -> None:
    chat.page.clock.install()
    server_side.close(code)
    expect(chat.page.get_by_role("button", name="Reload the page")).to_be_visible()

    chat.page.clock.run_for(120_000)
    chat.expect_connection("closed")
    assert len(server_side.sockets) == 1

    chat.page.get_by_role("button", name="Reload the page").click()
    chat.expect_connected()


def lose_the_network(server_side: ScriptedServer, context: BrowserContext) -> None:
    """Let the browser be offline, and the scripted server, which needs no network, out of reach."""
    context.set_offline(True)
    server_side.greet = lambda hello: {"type": "pong"}
    server_side.close(1001)


def test_offline_is_said_and_what_was_written_is_sent_once_back(
    chat: Chat, server_side: ScriptedServer, context: BrowserContext
) -> None:
    expect(chat.page.locator(".graph")).to_be_visible()  # the last part of the page has arrived
    lose_the_network(server_side, context)
    chat.expect_connection("offline")
    chat.field.fill("written on the train")
    chat.field.press("Enter")
    expect(chat.last).to_contain_text("Waiting for the connection")
    assert server_side.of_type("message") == []

    server_side.greet = lambda hello: server_side.session
    context.set_offline(False)
    chat.expect_connected()
    chat.expect_phase("sending")
    expect(chat.last).to_contain_text("Sending")
    assert [frame["text"] for frame in server_side.of_type("message")] == ["written on the train"]


def test_a_server_that_answers_is_believed_more_than_the_browsers_flag(
    page: Page, server_side: ScriptedServer, context: BrowserContext
) -> None:
    page.clock.install()
    server_side.answer = lambda frame: server_side.send({"type": "pong"})
    chat = Chat(page)
    chat.open()
    expect(page.locator(".graph")).to_be_visible()
    context.set_offline(True)
    page.clock.run_for(10_000)
    chat.expect_connected()
    assert server_side.of_type("ping") == [{"type": "ping"}]


def test_an_unsent_message_can_be_taken_back(
    chat: Chat, server_side: ScriptedServer, context: BrowserContext
) -> None:
    expect(chat.page.locator(".graph")).to_be_visible()
    lose_the_network(server_side, context)
    chat.expect_connection("offline")
    chat.field.fill("never mind")
    chat.field.press("Enter")
    chat.page.get_by_role("button", name="Stop").click()
    expect(chat.turns).to_have_count(0)
    expect(chat.field).to_have_value("never mind")


def test_coming_back_brings_criteria_and_missed_turns_and_repeats_none(
    chat: Chat, server_side: ScriptedServer
) -> None:
    chat.field.fill("question 1")
    chat.field.press("Enter")
    [frame] = server_side.of_type("message")
    server_side.send(completed(frame, 1, message=message("answer 1")))
    chat.expect_phase("answered")

    budget = {"answered": True, "min": None, "max": "700"}
    server_side.session = session_frame(turns=[record(2), record(3)], criteria=open_criteria(budget=budget))
    server_side.close(1012)
    chat.page.get_by_role("button", name="Try now").click()

    expect(chat.turns.locator(".bubble--assistant")).to_have_text(
        ["Conciergeanswer 1", "Conciergeanswer 2", "Conciergeanswer 3"]
    )
    expect(chat.cell("Budget")).to_contain_text("At most $700 a night")
    assert server_side.of_type("hello")[-1] == {"type": "hello", "session": SESSION_ID, "after": 1}


def test_coming_back_does_not_move_what_is_being_read(chat: Chat, server_side: ScriptedServer) -> None:
    long = "\n\n".join(f"Paragraph {number} of many." for number in range(60))
    server_side.session = session_frame(turns=[{**record(1), "message": message(long)}])
    chat.page.reload()
    log = chat.page.get_by_role("log")
    expect(log).to_contain_text("Paragraph 59")
    log.evaluate("element => element.scrollBy(0, 300)")
    before = log.evaluate("element => element.scrollTop")

    server_side.close(1012)
    chat.page.get_by_role("button", name="Try now").click()
    chat.expect_connected()
    assert log.evaluate("element => element.scrollTop") == before


def test_a_gap_in_what_is_known_is_not_papered_over(chat: Chat, server_side: ScriptedServer) -> None:
    server_side.session = session_frame(turns=[record(1)])
    chat.page.reload()
    expect(chat.turns).to_have_count(1)

    server_side.session = session_frame(turns=[record(number) for number in range(60, 110)], earlier=True)
    server_side.close(1012)
    chat.page.get_by_role("button", name="Try now").click()

    expect(chat.turns).to_have_count(50)
    expect(chat.turns.first).to_contain_text("question 60")
    expect(chat.page.get_by_role("button", name="Show earlier messages")).to_be_visible()


def test_earlier_messages_come_on_request_and_above(chat: Chat, server_side: ScriptedServer) -> None:
    server_side.session = session_frame(turns=[record(number) for number in range(3, 53)], earlier=True)
    server_side.answer = lambda frame: server_side.send(
        {"type": "history", "turns": [record(1), record(2)], "earlier": False}
    )
    chat.page.reload()
    chat.page.get_by_role("button", name="Show earlier messages").click()

    expect(chat.turns).to_have_count(52)
    expect(chat.turns.first).to_contain_text("question 1")
    expect(chat.page.get_by_role("button", name="Show earlier messages")).to_be_hidden()
    assert server_side.of_type("history") == [{"type": "history", "before": 3, "limit": 50}]


def test_a_session_that_is_not_known_any_more_gives_way_to_another(
    chat: Chat, server_side: ScriptedServer
) -> None:
    unknown = {"type": "error", "code": "not_found", "message": "No such conversation."}
    server_side.greet = lambda hello: unknown if hello["session"] else server_side.session
    chat.page.reload()
    chat.expect_connected()
    assert [hello["session"] for hello in server_side.of_type("hello")] == [None, SESSION_ID, None]
