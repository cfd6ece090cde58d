"""The page for everyone: small and wide screens, touch, contrast in both schemes, reduced motion, weight."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.conftest import Server
from tests.browser.support import (
    Chat,
    Complaints,
    Frame,
    ScriptedServer,
    completed,
    hotel,
    message,
    open_criteria,
    started,
)

BUDGET_BYTES = 150 * 1024
"""Scripts and styles together, as they are sent uncompressed."""

# Each visible text against the first opaque background beneath it. Source: WCAG 2.2, 1.4.3.
POOR_CONTRAST = """
() => {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const rgba = (color) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const luminance = ([red, green, blue]) => {
    const [r, g, b] = [red, green, blue].map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const backdrop = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const color = rgba(getComputedStyle(at).backgroundColor);
      if (color[3] === 255) return color;
    }
    return rgba(getComputedStyle(document.documentElement).backgroundColor);
  };
  const poor = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    const text = walker.currentNode.data.trim();
    if (!text || element.closest("script, .visually-hidden, svg, :disabled") || !element.checkVisibility()) continue;
    const [one, other] = [rgba(getComputedStyle(element).color), backdrop(element)].map(luminance);
    const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    if (ratio < 4.5) poor.push(`${ratio.toFixed(2)} ${text.slice(0, 40)}`);
  }
  return poor;
}
"""

SMALL_TARGETS = """
() => [...document.querySelectorAll("button, a[href], input, textarea, summary, .check, .room-card")]
  .filter((element) => element.checkVisibility() && !element.closest(".skip-link, .visually-hidden, label"))
  .map((element) => [element, element.getBoundingClientRect()])
  .filter(([, box]) => box.height < 43.9 || box.width < 43.9)
  .map(([element, box]) => `${box.width.toFixed(0)}x${box.height.toFixed(0)} ${element.textContent.trim() || element.id}`)
"""


@pytest.fixture
def open_page(chromium: Browser, server: Server, complaints: Complaints) -> Iterator[Any]:
    """Opens the scripted chat in a context of the test's own making."""
    contexts: list[BrowserContext] = []

    def open_page(**options: Any) -> tuple[Chat, ScriptedServer]:
        context = chromium.new_context(base_url=server.url, **options)
        contexts.append(context)
        page = complaints.watch(context.new_page())
        server_side = ScriptedServer(page)
        chat = Chat(page)
        chat.open()
        return chat, server_side

    yield open_page
    for context in contexts:
        context.close()


def walk_through_the_states(chat: Chat, server_side: ScriptedServer) -> Iterator[str]:
    """Bring the page from state to state and name each, for checks that hold in all of them."""
    long_name = (
        "Extraordinarily-Long-Hotel-Name-Without-Any-Place-To-Break Suites & Conference Center by the Airport"
    )
    replies = [
        message(
            "Which amenities?",
            form="amenities",
            quick_replies=_quick("No preference", "A pool and free parking"),
        ),
        message("Two hotels fit.", hotels=[hotel(1, rooms_left=1), hotel(2, name=long_name)], more=3),
        message("Booked.", booking=_booking(long_name)),
    ]
    yield "welcome"
    for title in ("Dates", "Budget", "Room", "Amenities", "Distance"):
        chat.cell(title).click()
        yield f"dialog {title}"
        chat.page.keyboard.press("Escape")

    chat.field.fill("x" * 300)
    chat.field.press("Enter")
    [frame] = server_side.of_type("message")
    server_side.send(started(frame, 1))
    yield "a turn runs"
    failure = {"code": "internal", "message": "Something went wrong. Nothing was changed.", "retryable": True}
    server_side.send({"type": "turn.failed", "turn": 1, "id": frame["id"], "seq": 2, **failure})
    yield "failed"

    criteria = open_criteria(
        dates={"answered": True, "check_in": "2027-08-28", "check_out": "2027-09-03"},
        budget={"answered": True, "min": "1000.50", "max": "12000"},
        room_type={"answered": True, "room_type": "two_beds"},
        distance={"answered": True, "airport": "12.5", "city_center": "5"},
        issues=[{"criterion": "budget", "message": "No night costs that much."}],
    )

    def answer(frame: Frame) -> None:
        number = len(server_side.of_type("message"))
        current = 3 if number < 5 else None
        server_side.send(
            completed(frame, number, message=replies[number - 2], criteria=criteria, results_turn=current)
        )

    server_side.answer = answer
    for state in ("form", "hotels", "booked, results void"):
        chat.say(f"state: {state}")
        yield state

    chat.page.get_by_role("button", name="How it decides").click()
    yield "panel"
    server_side.close(1012)
    yield "connection lost"


def _quick(*labels: str) -> list[Frame]:
    return [{"label": label, "frame": {"type": "message", "text": label}} for label in labels]


def _booking(name: str) -> Frame:
    return {
        "confirmation": "482913",
        "hotel": name,
        "check_in": "2027-08-28",
        "check_out": "2027-09-03",
        "total": "12345.60",
    }


@pytest.mark.parametrize("width", [320, 360, 768, 1024, 1440])
def test_no_state_scrolls_sideways(open_page: Any, width: int) -> None:
    chat, server_side = open_page(viewport={"width": width, "height": 740})
    for state in walk_through_the_states(chat, server_side):
        assert chat.width_needed() <= width, state
        inner = "element => element.scrollWidth - element.clientWidth"
        assert chat.page.locator("#transcript").evaluate(inner) == 0, state


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_text_has_contrast(open_page: Any, scheme: str) -> None:
    chat, server_side = open_page(
        viewport={"width": 1280, "height": 800}, color_scheme=scheme, reduced_motion="reduce"
    )
    for state in walk_through_the_states(chat, server_side):
        assert chat.page.evaluate(POOR_CONTRAST) == [], state


def test_targets_are_large_enough_for_a_finger(open_page: Any) -> None:
    chat, server_side = open_page(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    for state in walk_through_the_states(chat, server_side):
        assert chat.page.evaluate(SMALL_TARGETS) == [], state


def test_a_touch_never_opens_the_keyboard_by_itself(open_page: Any) -> None:
    chat, server_side = open_page(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    server_side.answer = lambda frame: server_side.send(
        completed(frame, 1, message=message("Any amenities?", quick_replies=_quick("A pool")))
    )
    chat.say("hello")
    server_side.answer = lambda frame: None
    chat.page.get_by_role("button", name="A pool").tap()
    chat.expect_phase("sending")
    expect(chat.page.get_by_role("log")).to_be_focused()


def test_fields_are_large_enough_not_to_zoom_the_page(open_page: Any) -> None:
    chat, _ = open_page(viewport={"width": 360, "height": 740})
    for title in ("Dates", "Budget", "Amenities"):
        chat.cell(title).click()
        sizes = chat.dialog.locator("input").evaluate_all(
            "inputs => inputs.map((input) => parseFloat(getComputedStyle(input).fontSize))"
        )
        assert min(sizes) >= 16
        chat.page.keyboard.press("Escape")
    assert chat.field.evaluate("field => parseFloat(getComputedStyle(field).fontSize)") >= 16


def test_the_message_field_is_in_sight_on_a_short_screen(open_page: Any) -> None:
    chat, _ = open_page(viewport={"width": 360, "height": 480})
    expect(chat.field).to_be_in_viewport(ratio=1)
    assert chat.page.evaluate("document.documentElement.scrollHeight") <= 480


def test_nothing_moves_for_those_who_asked_for_stillness(open_page: Any) -> None:
    chat, server_side = open_page(reduced_motion="reduce")
    for state in walk_through_the_states(chat, server_side):
        moving = chat.page.evaluate("document.getAnimations().length")
        assert moving == 0, state


def test_forced_colours_keep_states_apart(open_page: Any) -> None:
    chat, server_side = open_page(forced_colors="active")
    server_side.answer = lambda frame: server_side.send(
        completed(
            frame,
            len(server_side.of_type("message")),
            message=message("?", quick_replies=_quick("One", "Two")),
        )
    )
    chat.say("hello")
    chat.page.get_by_role("button", name="Two").click()
    chat.expect_phase("answered")

    widths = chat.turns.first.locator(".chip").evaluate_all(
        "chips => chips.map((chip) => getComputedStyle(chip).borderTopWidth)"
    )
    assert widths == ["1px", "2px"]
    border = chat.last.locator(".bubble--customer").evaluate(
        "bubble => getComputedStyle(bubble).borderTopStyle"
    )
    assert border == "solid"


def test_scripts_and_styles_stay_light(page: Page) -> None:
    chat = Chat(page)
    chat.open()
    expect(page.locator(".graph")).to_be_visible()

    weights: dict[str, int] = page.evaluate(
        """() => Object.fromEntries(performance.getEntriesByType("resource")
            .filter((file) => /\\.(js|css)$/.test(file.name)).map((file) => [file.name, file.decodedBodySize]))"""
    )
    assert min(weights.values()) > 0
    assert sum(weights.values()) < BUDGET_BYTES
