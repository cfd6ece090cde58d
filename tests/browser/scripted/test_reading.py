"""What is read and heard: the welcome, safe markup, directions, following the newest reply, one sentence a turn."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.support import Chat, Complaints, Frame, ScriptedServer, completed, hotel, message, started

LONG = "\n\n".join(f"Paragraph {number} of a reply that fills more than one screen." for number in range(40))


def replies(server_side: ScriptedServer, **parts: Any) -> None:
    """Answer each message with this reply."""

    def answer(frame: Frame) -> None:
        number = len(server_side.of_type("message"))
        server_side.send(started(frame, number))
        server_side.send(completed(frame, number, message=message(**parts)))

    server_side.answer = answer


def test_a_first_visit_is_welcomed_with_three_examples(chat: Chat, server_side: ScriptedServer) -> None:
    welcome = chat.page.locator("#welcome")
    expect(welcome).to_contain_text("This is a demonstration")
    expect(welcome).to_contain_text("Taxes and fees are not included")
    examples = welcome.get_by_role("button")
    expect(examples).to_have_count(3)

    words = examples.first.inner_text()
    examples.first.click()
    expect(welcome).to_be_hidden()
    assert [frame["text"] for frame in server_side.of_type("message")] == [words]


HOSTILE = """<img src=x onerror="document.title='owned'"><script>document.title='owned'</script>"""


def test_words_are_never_markup(chat: Chat, server_side: ScriptedServer) -> None:
    replies(server_side, text=HOSTILE, hotels=[hotel(name=HOSTILE)], quick_replies=[])
    title = chat.page.title()
    chat.say(HOSTILE)

    expect(chat.last.locator(".bubble--customer")).to_contain_text(HOSTILE)
    expect(chat.reply.locator(".hotel__name")).to_contain_text(HOSTILE)
    expect(chat.last.locator("img, script")).to_have_count(0)
    assert chat.page.title() == title


def test_only_known_markup_and_web_links_come_through(
    chat: Chat, server_side: ScriptedServer, complaints: Complaints
) -> None:
    complaints.expect("Content Security Policy")  # the parser names what it refuses
    html = (
        '<p><strong>bold</strong> <a href="javascript:alert(1)">bad</a> <a href="https://example.com/">good</a> '
        '<b onclick="x()">plain</b></p><iframe src="/"></iframe><style>p{}</style><ol><li>one</li></ol>'
    )
    replies(server_side, text="x", html=html)
    chat.say("hello")

    safe = chat.reply.locator(".reply__text")
    assert safe.inner_html() == (
        "<p><strong>bold</strong> <span>bad</span> "
        '<a href="https://example.com/" target="_blank" rel="noopener noreferrer">good</a> plain</p>'
        "<ol><li>one</li></ol>"
    )


def test_each_bubble_and_the_field_find_their_own_direction(chat: Chat, server_side: ScriptedServer) -> None:
    replies(server_side, text="Hello")
    chat.say("مرحبا، أريد غرفة")
    direction = "element => getComputedStyle(element).direction"
    assert chat.last.locator(".bubble__text").evaluate(direction) == "rtl"
    assert chat.reply.locator(".reply__text").evaluate(direction) == "ltr"
    expect(chat.field).to_have_attribute("dir", "auto")


def test_streamed_text_shows_and_gives_way_to_the_reply(chat: Chat, server_side: ScriptedServer) -> None:
    chat.field.fill("hello")
    chat.field.press("Enter")
    [frame] = server_side.of_type("message")
    server_side.send(started(frame, 1))
    for seq, text in enumerate(["Let me ", "see."], start=2):
        server_side.send({"type": "message.delta", "turn": 1, "id": frame["id"], "seq": seq, "text": text})
    expect(chat.reply).to_have_text("Let me see.")

    server_side.send(completed(frame, 1, message=message("Here it is.")))
    expect(chat.reply).to_contain_text("Here it is.")
    expect(chat.reply).not_to_contain_text("Let me see.")


def scroll_top(chat: Chat) -> int:
    top: int = chat.page.locator("#transcript").evaluate("element => element.scrollTop")
    return top


def test_the_log_follows_the_newest_until_the_reader_scrolls_up(
    chat: Chat, server_side: ScriptedServer
) -> None:
    replies(server_side, text="short")
    for number in range(12):
        chat.say(f"message {number}")
    expect(chat.reply).to_be_in_viewport()

    chat.page.locator("#transcript").hover()
    chat.page.mouse.wheel(0, -600)
    expect(chat.reply).not_to_be_in_viewport()
    before = scroll_top(chat)
    other = {"type": "message", "id": "00000000-0000-4000-8000-0000000000aa", "text": "from another tab"}
    server_side.send(completed(other, 13))

    new_reply = chat.page.get_by_role("button", name="New reply")
    expect(new_reply).to_be_visible()
    assert scroll_top(chat) == before
    new_reply.click()
    expect(chat.reply).to_be_in_viewport()
    expect(new_reply).to_be_hidden()


def test_a_long_reply_is_shown_from_its_beginning(chat: Chat, server_side: ScriptedServer) -> None:
    replies(server_side, text=LONG)
    chat.say("tell me everything")
    expect(chat.last.locator(".bubble--customer")).to_be_in_viewport()
    expect(chat.reply.get_by_text("Paragraph 0 ")).to_be_in_viewport()


@pytest.mark.parametrize(
    ("parts", "sentence"),
    [
        pytest.param({"text": "Which dates?"}, "Which dates?", id="a short reply as it is"),
        pytest.param(
            {"text": "Noted. " + "More and more. " * 30 + "Which budget?"},
            "Noted. Which budget?",
            id="a long one in brief",
        ),
        pytest.param(
            {"text": LONG, "hotels": [hotel(1), hotel(2)], "more": 3},
            "5 hotels found, from $430.05 in total.",
            id="hotels as a count and a price",
        ),
    ],
)
def test_one_sentence_a_turn_is_spoken(
    chat: Chat, server_side: ScriptedServer, parts: dict[str, object], sentence: str
) -> None:
    spoken: list[str] = []

    def heard(sentence: str) -> None:
        spoken.append(sentence)

    chat.page.expose_function("heard", heard)
    chat.spoken.evaluate(
        "region => new MutationObserver(() => heard(region.textContent)).observe(region, {childList: true})"
    )
    replies(server_side, **parts)
    chat.say("hello")

    expect(chat.spoken).to_have_text(sentence)
    assert spoken == [sentence]


def test_there_is_one_live_region_and_the_log_is_not_it(chat: Chat) -> None:
    expect(chat.page.get_by_role("log", name="Conversation")).to_have_attribute("aria-live", "off")
    live = chat.page.locator("[aria-live]:not([aria-live=off]), [role=status], [role=alert]")
    expect(live).to_have_count(1)
    expect(live).to_have_attribute("aria-live", "polite")


def test_the_panel_lights_the_path_and_lists_the_decisions(chat: Chat, server_side: ScriptedServer) -> None:
    chat.field.fill("hello")
    chat.field.press("Enter")
    [frame] = server_side.of_type("message")
    panel = chat.page.get_by_role("complementary", name="How it decides")
    entered = {"turn": 1, "id": frame["id"], "type": "node.entered", "kind": "decision"}
    server_side.send(started(frame, 1))
    server_side.send({**entered, "seq": 2, "node": "Router"})
    expect(panel.locator(".graph__node--working")).to_have_text("Router")

    answers = {
        "destination": {"choice": "dates", "confidence": 0.9, "probabilities": {"dates": 0.9, "budget": 0.1}}
    }
    decision = {"node": "Router", "outcome": "success", "failure": None, "attempts": 2, "duration_ms": 31}
    made = {"type": "decision.made", "turn": 1, "id": frame["id"], "seq": 3, **decision, "answers": answers}
    server_side.send(made)
    server_side.send({**entered, "seq": 4, "node": "DateRange"})
    server_side.send(completed(frame, 1))

    expect(panel.locator(".graph__node--visited")).to_have_text(["Router", "DateRange"])
    expect(panel.locator(".graph__walked text")).to_have_text("1")
    expect(panel.locator(".decision")).to_contain_text(["Routerdecided2 attempts · 31 ms"])
    expect(panel.locator(".probability")).to_have_text(["dates90%", "budget10%"])
    expect(panel.locator(".usage tbody tr").first).to_contain_text("1 call")


def test_the_panel_stays_as_the_reader_left_it(chat: Chat) -> None:
    panel = chat.page.get_by_role("complementary", name="How it decides")
    chat.page.get_by_role("button", name="Close the panel").click()
    expect(panel).to_be_hidden()
    expect(chat.page.get_by_role("button", name="How it decides")).to_be_focused()

    chat.page.reload()
    chat.expect_connected()
    expect(panel).to_be_hidden()
