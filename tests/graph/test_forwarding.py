"""Messages that a route carries into another history."""

from __future__ import annotations

import pytest

from graph import DecisionContext, GraphNode, Message, NoState, Route, Visit, direct, direct_to, go
from graph.testing import Harness, ScriptedDecisions
from tests.graph.support import Ask, Judge, graph_of


class Desk(GraphNode[NoState]):
    """Forwards the customer's words to the judge, whose history is another one."""

    targets = ("Judge",)

    async def run(self, visit: Visit[NoState]) -> Route:
        return go("Judge").with_message(visit.turn.text)


APART = {"desk": ["Desk"], "judge": ["Judge"]}


async def test_a_forwarded_human_message_is_the_request_in_its_new_history() -> None:
    decisions = ScriptedDecisions().answer(mood="calm")
    harness = Harness(graph_of(Desk(), Judge(), histories=APART), decisions=decisions)

    await harness.say("I am fine")

    assert decisions.requests[0].state["request"] == "I am fine"
    assert harness.history("judge") == [Message.human("I am fine"), Message.assistant("calm")]


async def test_it_counts_for_later_requests_too() -> None:
    decisions = ScriptedDecisions().answer(mood="calm").answer(mood="upset")
    harness = Harness(graph_of(Desk(), Judge(), histories=APART), decisions=decisions)

    await harness.say("I am fine")
    await harness.say("not any more")

    assert decisions.requests[1].state == {"request": "not any more", "priorRequests": ["I am fine"]}


async def test_the_newest_message_is_not_added_twice() -> None:
    decisions = ScriptedDecisions().answer(mood="calm")
    harness = Harness(graph_of(Desk(), Judge()), decisions=decisions)

    await harness.say("I am fine")

    assert harness.history("talk") == [Message.human("I am fine"), Message.assistant("calm")]


async def test_an_older_message_of_the_same_words_is_added_again() -> None:
    decisions = ScriptedDecisions().answer(mood="calm").answer(mood="calm")
    harness = Harness(graph_of(Desk(), Judge(), histories=APART), decisions=decisions)

    await harness.say("hello")
    harness.store.sessions[harness.session_id].cursor = "Desk"
    await harness.say("hello")

    assert [message.text for message in harness.history("judge")] == ["hello", "calm", "hello", "calm"]


async def test_the_library_s_own_notes_do_not_make_a_message_older() -> None:
    class Desk(GraphNode[NoState]):
        targets = ("Judge",)

        async def run(self, visit: Visit[NoState]) -> Route:
            visit.scope.append("Desk", Message("assistant", "a note", internal=True))
            return go("Judge").with_message(visit.turn.text)

    harness = Harness(graph_of(Desk(), Judge()), decisions=ScriptedDecisions().answer(mood="calm"))

    await harness.say("hello")

    assert [message.text for message in harness.history("talk")] == ["hello", "a note", "calm"]


async def test_the_same_words_by_somebody_else_are_another_message() -> None:
    class Desk(GraphNode[NoState]):
        targets = ("Judge",)

        async def run(self, visit: Visit[NoState]) -> Route:
            return go("Judge").with_message(Message.assistant(visit.turn.text))

    harness = Harness(graph_of(Desk(), Judge()), decisions=ScriptedDecisions().answer(mood="calm"))

    await harness.say("hello")

    assert [message.role for message in harness.history("talk")] == ["human", "assistant", "assistant"]


async def test_direct_to_puts_the_message_before_its_reply() -> None:
    class Desk(GraphNode[NoState]):
        targets = ("Judge",)

        async def run(self, visit: Visit[NoState]) -> Route:
            return direct_to("Judge", "How do you feel?").with_message(visit.turn.text)

    harness = Harness(graph_of(Desk(), Judge(), histories=APART))

    await harness.say("hello")

    assert harness.history("judge") == [Message.human("hello"), Message.assistant("How do you feel?")]


async def test_a_target_without_history_takes_no_message(caplog: pytest.LogCaptureFixture) -> None:
    class Search(GraphNode[NoState]):
        async def run(self, visit: Visit[NoState]) -> Route:
            raise AssertionError("never entered")

    class Desk(GraphNode[NoState]):
        targets = ("Search",)

        async def run(self, visit: Visit[NoState]) -> Route:
            return go("Search").with_message(visit.turn.text)

    harness = Harness(graph_of(Desk(), Search(), histories={"desk": ["Desk"]}))

    await harness.say("hello")

    assert "error=RoutingError" in caplog.text


async def test_the_router_s_question_is_found_by_the_node_it_was_asked_for() -> None:
    """`direct_to`: the target finds its question, then the customer's answer, as if it had asked."""

    class Router(Judge):
        targets = ("Collector",)

        def on_decision(self, answers: Ask, context: DecisionContext, visit: Visit[NoState]) -> Route:
            return direct_to("Collector", "Which dates?")

    class Collector(GraphNode[NoState]):
        async def run(self, visit: Visit[NoState]) -> Route:
            return direct(" / ".join(message.text for message in visit.history))

    harness = Harness(
        graph_of(Router(), Collector(), histories={"router": ["Router"], "collector": ["Collector"]}),
        decisions=ScriptedDecisions().answer(mood="calm"),
    )
    await harness.say("a room, please")

    assert await harness.reply_to("in May") == "Which dates? / in May"
