"""A message on its way: its states, Retry, Stop, and that one send is one turn."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.support import Chat, Complaints, ScriptedServer, completed, session_frame, started


def send(chat: Chat, text: str) -> None:
    chat.field.fill(text)
    chat.field.press("Enter")


def error(frame: dict[str, object], code: str, text: str, **more: object) -> dict[str, object]:
    return {"type": "error", "id": frame["id"], "code": code, "message": text, **more}


def test_a_bubble_says_sending_received_and_answered(chat: Chat, server_side: ScriptedServer) -> None:
    send(chat, "We arrive on Friday")
    chat.expect_phase("sending")
    expect(chat.last).to_contain_text("Sending")
    [frame] = server_side.of_type("message")

    server_side.send(started(frame, 1))
    chat.expect_phase("received")
    server_side.send(
        {"type": "node.entered", "turn": 1, "id": frame["id"], "seq": 2, "node": "DateRange", "kind": "x"}
    )
    expect(chat.last.locator(".progress")).to_have_text("Looking at your dates…")

    server_side.send(completed(frame, 1))
    chat.expect_phase("answered")
    expect(chat.reply).to_contain_text("Reply to turn 1.")
    expect(chat.last.locator(".progress")).to_be_hidden()


def test_retry_sends_the_same_frame_again(chat: Chat, server_side: ScriptedServer) -> None:
    send(chat, "hello")
    [frame] = server_side.of_type("message")
    server_side.send(started(frame, 1))
    failure = {"code": "turn_timeout", "message": "That took too long.", "retryable": True}
    server_side.send({"type": "turn.failed", "turn": 1, "id": frame["id"], "seq": 2, **failure})
    chat.expect_phase("failed")
    expect(chat.last).to_contain_text("That took too long.")

    chat.last.get_by_role("button", name="Try again").click()
    chat.expect_phase("sending")
    assert server_side.of_type("message") == [frame, frame]

    server_side.send(started(frame, 1))
    server_side.send(completed(frame, 1, seq=3))
    chat.expect_phase("answered")
    expect(chat.turns).to_have_count(1)


def test_a_failure_for_good_offers_no_retry(chat: Chat, server_side: ScriptedServer) -> None:
    send(chat, "hello")
    [frame] = server_side.of_type("message")
    failure = {"code": "provider_misconfigured", "message": "The desk is closed.", "retryable": False}
    server_side.send({"type": "turn.failed", "turn": 1, "id": frame["id"], "seq": 2, **failure})

    chat.expect_phase("failed")
    expect(chat.last.get_by_role("button", name="Try again")).to_have_count(0)


def test_stop_asks_the_server_and_gives_the_words_back_on_request(
    chat: Chat, server_side: ScriptedServer
) -> None:
    send(chat, "a hotel on the moon")
    [frame] = server_side.of_type("message")
    server_side.send(started(frame, 1))

    chat.page.get_by_role("button", name="Stop").click()
    server_side.send({"type": "turn.cancelled", "turn": 1, "id": frame["id"], "seq": 2})
    chat.expect_phase("cancelled")
    assert server_side.of_type("cancel") == [{"type": "cancel", "id": frame["id"]}]

    expect(chat.page.get_by_role("button", name="Send", exact=True)).to_be_visible()
    chat.last.get_by_role("button", name="Edit and send again").click()
    expect(chat.field).to_have_value("a hotel on the moon")


def test_while_a_turn_runs_the_next_message_stays_a_draft(chat: Chat, server_side: ScriptedServer) -> None:
    send(chat, "first")
    send(chat, "second")

    expect(chat.field).to_have_value("second")
    expect(chat.turns).to_have_count(1)
    assert len(server_side.of_type("message")) == 1


def test_the_draft_survives_a_reload(chat: Chat) -> None:
    chat.field.fill("half a sentence")
    chat.page.reload()
    chat.expect_connected()
    expect(chat.field).to_have_value("half a sentence")


def test_an_unanswered_message_is_sent_again_after_a_reload_under_its_id(
    chat: Chat, server_side: ScriptedServer
) -> None:
    send(chat, "are you there")
    [frame] = server_side.of_type("message")

    chat.page.reload()
    chat.expect_connected()
    chat.expect_phase("sending")
    assert server_side.of_type("message") == [frame, frame]


def test_a_turn_that_was_lost_with_the_server_offers_retry(chat: Chat, server_side: ScriptedServer) -> None:
    send(chat, "hello")
    [frame] = server_side.of_type("message")
    server_side.send(started(frame, 1))
    chat.expect_phase("received")
    record = {"turn": 1, "id": frame["id"], "request": {"type": "message", "text": "hello"}, "message": None}
    server_side.session = session_frame(turns=[{**record, "status": "interrupted"}])

    server_side.close(1012)
    chat.page.get_by_role("button", name="Try now").click()
    chat.expect_phase("failed")
    chat.last.get_by_role("button", name="Try again").click()
    assert server_side.of_type("message") == [frame, frame]


def test_events_that_come_twice_count_once(chat: Chat, server_side: ScriptedServer) -> None:
    send(chat, "hello")
    [frame] = server_side.of_type("message")
    server_side.send(started(frame, 1))
    decision = {"node": "Router", "outcome": "success", "failure": None, "attempts": 1, "duration_ms": 3}
    for _ in range(2):
        server_side.send({"type": "decision.made", "turn": 1, "id": frame["id"], "seq": 2, **decision})
    for _ in range(2):
        server_side.send(completed(frame, 1))

    chat.expect_phase("answered")
    expect(chat.page.locator(".decision")).to_have_count(1)
    expect(chat.page.locator(".usage tbody tr").last).to_contain_text("1 call")


def test_a_turn_from_another_tab_appears_and_can_be_stopped_here(
    chat: Chat, server_side: ScriptedServer
) -> None:
    foreign = {"id": "00000000-0000-4000-8000-00000000000f", "type": "message", "text": "from the other tab"}
    server_side.send(started(foreign, 1))

    chat.expect_phase("received")
    expect(chat.last).to_contain_text("from the other tab")
    chat.page.get_by_role("button", name="Stop").click()
    expect(chat.page.get_by_role("button", name="Stop")).to_be_visible()
    assert server_side.of_type("cancel") == [{"type": "cancel", "id": foreign["id"]}]


def test_a_refused_text_returns_to_the_field(chat: Chat, server_side: ScriptedServer) -> None:
    server_side.answer = lambda frame: server_side.send(error(frame, "message_too_long", "Please be brief."))
    send(chat, "a long story")

    expect(chat.turns).to_have_count(0)
    expect(chat.field).to_have_value("a long story")
    expect(chat.page.locator("#composer-note")).to_have_text("Please be brief.")


def test_a_busy_server_is_told_and_can_be_asked_again(chat: Chat, server_side: ScriptedServer) -> None:
    server_side.answer = lambda frame: server_side.send(error(frame, "busy", "One moment, please."))
    send(chat, "hello")
    chat.expect_phase("failed")
    expect(chat.last).to_contain_text("One moment, please.")

    server_side.answer = lambda frame: server_side.send(completed(frame, 1))
    chat.last.get_by_role("button", name="Try again").click()
    chat.expect_phase("answered")


def test_a_rate_limit_lets_the_customer_retry_when_it_is_over(
    chat: Chat, server_side: ScriptedServer
) -> None:
    server_side.answer = lambda frame: server_side.send(
        error(frame, "rate_limited", "That was a lot.", retry_after=1)
    )
    send(chat, "hello")
    retry = chat.last.get_by_role("button", name="Try again")
    expect(retry).to_be_disabled()
    expect(retry).to_be_enabled()


def test_more_than_the_limit_is_not_sent(chat: Chat, server_side: ScriptedServer) -> None:
    send(chat, "x" * 2003)
    expect(chat.page.locator("#composer-note")).to_have_text("3 characters too many. Please shorten it.")
    assert server_side.of_type("message") == []

    send(chat, "x" * 1950)
    assert [len(frame["text"]) for frame in server_side.of_type("message")] == [1950]


@pytest.mark.parametrize("text", ["", "   ", "\n\n"])
def test_nothing_is_not_sent(chat: Chat, server_side: ScriptedServer, text: str) -> None:
    send(chat, text)
    expect(chat.turns).to_have_count(0)
    assert server_side.of_type("message") == []


def test_enter_sends_and_shift_enter_breaks_the_line(chat: Chat, server_side: ScriptedServer) -> None:
    chat.field.press_sequentially("one")
    chat.field.press("Shift+Enter")
    chat.field.press_sequentially("two")
    chat.field.press("Enter")
    chat.expect_phase("sending")
    assert [frame["text"] for frame in server_side.of_type("message")] == ["one\ntwo"]


@pytest.mark.parametrize(
    "event",
    [{"isComposing": True}, {"keyCode": 229}],
    ids=["most browsers", "Safari, at the end of a composition"],
)
def test_enter_within_a_composition_does_not_send(
    chat: Chat, server_side: ScriptedServer, event: dict[str, object]
) -> None:
    chat.field.fill("にほん")
    chat.field.dispatch_event("keydown", {"key": "Enter", "bubbles": True, **event})
    expect(chat.turns).to_have_count(0)
    expect(chat.field).to_have_value("にほん")


def test_a_closed_session_says_so_and_keeps_the_words(chat: Chat, server_side: ScriptedServer) -> None:
    server_side.answer = lambda frame: server_side.send(
        error(frame, "session_expired", "It lay idle too long.")
    )
    send(chat, "still there?")
    expect(chat.ending).to_contain_text("It lay idle too long.")
    expect(chat.field).to_have_value("still there?")

    chat.ending.get_by_role("button").click()
    chat.expect_connected()
    assert server_side.of_type("hello")[-1] == {
        "type": "hello",
        "session": None,
        "after": 0,
        "new": True,
        "from": server_side.session["session"],
    }


def test_an_oversized_frame_is_not_repeated(
    chat: Chat, server_side: ScriptedServer, complaints: Complaints
) -> None:
    send(chat, "hello")
    server_side.close(1009)
    chat.expect_phase("failed")
    chat.page.get_by_role("button", name="Try now").click()
    chat.expect_connected()
    assert len(server_side.of_type("message")) == 1

    send(chat, "shorter")
    chat.expect_phase("sending")
    assert server_side.of_type("message")[-1]["text"] == "shorter"
