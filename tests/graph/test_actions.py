"""A tool call made by the customer's page: same model, same handler, same audit, no chat model."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from pydantic import BaseModel

from graph import (
    ActionTarget,
    ConversationNode,
    GraphNode,
    Message,
    NodeVisit,
    NoState,
    Route,
    ToolCalled,
    TurnCompleted,
    TurnFailed,
    TurnInput,
    TurnStarted,
    Visit,
    direct,
    go,
    refuse,
    stay,
    tool,
)
from graph.testing import Harness, ScriptedChat
from tests.graph.support import Count, graph_of


class Amount(BaseModel):
    amount: int


class Home(GraphNode[NoState]):
    """Where sessions begin; knows nothing of amounts."""

    targets = ("Saver",)

    async def run(self, visit: Visit[NoState]) -> Route:
        return direct("home")


class Saver(ConversationNode[Count]):
    terminate_target = None
    targets = ("Home",)

    @tool
    def save(self, arguments: Amount, visit: Visit[Count]) -> Route:
        if arguments.amount < 0:
            return refuse("No amount is below 0.")
        visit.update(number=arguments.amount, note=visit.turn.text)
        return direct(f"saved {arguments.amount}")

    @tool
    def pass_on(self, arguments: Amount, visit: Visit[Count]) -> Route:
        return go("Home").with_message(visit.turn.text).with_tool_feedback("passed on")

    @tool
    def insist(self, arguments: Amount, visit: Visit[Count]) -> Route:
        return stay("there is no model to stay with")


ACTIONS = {
    "save": ActionTarget(Saver, "save"),
    "pass_on": ActionTarget("Saver", "pass_on"),
    "insist": ActionTarget("Saver", "insist"),
    "home": ActionTarget("Home"),
}


def harness_of(chat: ScriptedChat | None = None, **settings: Any) -> Harness:
    settings.setdefault("histories", {"home": ["Home"], "saver": ["Saver"]})
    return Harness(graph_of(Home(), Saver(), actions=ACTIONS, **settings), chat=chat)


def visits_of(harness: Harness) -> list[NodeVisit]:
    """Visits of the newest turn, without how long they took."""
    ended = harness.turns[-1].commit or harness.turns[-1].closure
    assert ended is not None
    return [replace(visit, duration_ms=0) for visit in ended.visits]


async def test_an_action_enters_its_node_from_anywhere() -> None:
    harness = harness_of()

    ended = await harness.act("save", {"amount": 700}, words="At most $700")

    assert isinstance(ended, TurnCompleted)
    assert (ended.reply.text, ended.node, ended.path) == ("saved 700", "Saver", ("Saver",))
    assert harness.state_of(Saver) == Count(number=700, note="At most $700")
    assert harness.chat.requests == []  # type: ignore[attr-defined]  # the harness's scripted one


async def test_it_leaves_the_same_audit_as_the_model_s_call() -> None:
    by_page = harness_of()
    await by_page.act("save", {"amount": 2})
    by_model = harness_of(ScriptedChat().call("save", amount=2))
    by_model.store.sessions[by_model.session_id].cursor = "Saver"
    await by_model.say("two")

    assert visits_of(by_page) == visits_of(by_model)
    assert [(visit.tool, visit.tool_accepted) for visit in visits_of(by_page)] == [("save", True)]
    told = [
        [(event.node, event.tool, event.accepted) for event in events if isinstance(event, ToolCalled)]
        for events in (by_page.events, by_model.events)
    ]
    assert told == [[("Saver", "save", True)]] * 2


async def test_the_words_join_the_history_once_it_is_accepted() -> None:
    harness = harness_of()

    await harness.act("save", {"amount": 700}, words="At most $700")

    assert harness.history("saver") == [Message.human("At most $700"), Message.assistant("saved 700")]
    assert harness.history("home") == []


async def test_the_words_of_a_refused_action_do_not() -> None:
    harness = harness_of()

    await harness.act("save", {"amount": -1}, words="At most -$1")

    assert harness.history("saver") == [Message.assistant("No amount is below 0.")]
    assert [(visit.tool, visit.tool_accepted) for visit in visits_of(harness)] == [("save", False)]
    assert harness.state_of(Saver) == Count()


async def test_words_come_before_the_note_and_may_be_forwarded() -> None:
    harness = harness_of()

    await harness.act("pass_on", {"amount": 1}, words="One")

    assert harness.history("saver") == [
        Message.human("One"),
        Message("assistant", "passed on", internal=True),
    ]
    assert harness.history("home") == [Message.human("One"), Message.assistant("home")]


async def test_words_forwarded_within_a_history_are_there_once() -> None:
    harness = harness_of(histories={"talk": ["Home", "Saver"]})

    await harness.act("pass_on", {"amount": 1}, words="One")

    assert [message.text for message in harness.history("talk")] == ["One", "passed on", "home"]


async def test_an_action_without_a_tool_enters_its_node_with_its_words() -> None:
    seen: list[Any] = []

    class Home1(Home):
        name = "Home"

        async def run(self, visit: Visit[NoState]) -> Route:
            seen.append((visit.action, visit.conversation().request))
            return direct("home")

    harness = Harness(graph_of(Home1(), Saver(), actions=ACTIONS))
    turn = TurnInput.act("1", "home", {"from": "menu"}, words="Take me home")
    await harness.run(turn)

    assert seen == [(turn.action, "Take me home")]
    assert harness.history("talk") == [Message.human("Take me home"), Message.assistant("home")]


async def test_the_action_is_known_to_the_first_node_only() -> None:
    seen: list[Any] = []

    class Home1(Home):
        name = "Home"

        async def run(self, visit: Visit[NoState]) -> Route:
            seen.append(visit.action)
            return direct("home")

    harness = Harness(graph_of(Home1(), Saver(), actions=ACTIONS))
    await harness.act("pass_on", {"amount": 1})

    assert seen == [None]


async def test_the_turn_starts_with_the_action_s_name_and_words() -> None:
    harness = harness_of()

    await harness.act("save", {"amount": 2}, words="Two")

    started = harness.events[0]
    assert isinstance(started, TurnStarted)
    assert (started.action, started.text) == ("save", "Two")


@pytest.mark.parametrize(
    ("name", "arguments", "error"),
    [
        pytest.param("save", {}, "ToolArgumentsError", id="arguments that do not fit"),
        pytest.param("insist", {"amount": 1}, "RoutingError", id="a handler that would stay"),
        pytest.param("unknown", {}, "RoutingError", id="an action that is not declared"),
    ],
)
async def test_a_wrong_action_fails_its_turn(
    name: str, arguments: dict[str, object], error: str, caplog: pytest.LogCaptureFixture
) -> None:
    harness = harness_of()

    failed = await harness.act(name, arguments)

    assert isinstance(failed, TurnFailed)
    assert failed.code == "internal"
    assert f"error={error}" in caplog.text
    assert harness.history("saver") == []


# --- the entry hook -----------------------------------------------------------------------------------------


async def test_the_entry_hook_may_name_another_node_for_a_text() -> None:
    asked: list[tuple[str, str]] = []

    def entry(turn: TurnInput, cursor: str) -> type[GraphNode[Any]] | None:
        asked.append((turn.text, cursor))
        return Saver if turn.text == "search" else None

    harness = harness_of(ScriptedChat().say("searching"), entry=entry)

    assert [await harness.reply_to(words) for words in ("hello", "search")] == ["home", "searching"]
    await harness.act("home")
    assert asked == [("hello", "Home"), ("search", "Home")]


async def test_an_entry_hook_that_names_no_node_fails_the_turn(caplog: pytest.LogCaptureFixture) -> None:
    harness = harness_of(entry=lambda turn, cursor: "Nowhere")

    assert isinstance(await harness.say("hello"), TurnFailed)
    assert "error=RoutingError" in caplog.text


async def test_a_session_whose_node_is_gone_begins_at_the_start() -> None:
    harness = harness_of()
    harness.store.sessions[harness.session_id].cursor = "Removed"

    assert await harness.reply_to("hello") == "home"
