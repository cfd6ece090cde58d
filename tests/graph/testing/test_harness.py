"""The harness drives real turns, and a script that does not fit fails the test that wrote it."""

from __future__ import annotations

import pytest

from graph import ConversationNode, NoState, TurnCompleted
from graph.testing import Harness, ScriptedChat, ScriptedDecisions, ScriptExhausted, ScriptFault
from tests.graph.support import Judge, graph_of


class Talk(ConversationNode[NoState]):
    terminate_target = None


async def test_a_turn_is_run_and_can_be_looked_at() -> None:
    harness = Harness(graph_of(Judge()), decisions=ScriptedDecisions().answer(mood="calm"))

    ended = await harness.say("hello")

    assert isinstance(ended, TurnCompleted)
    assert harness.events[-1] is ended
    assert (harness.cursor, harness.status, len(harness.turns)) == ("Judge", "active", 1)
    assert [message.text for message in harness.history("talk")] == ["hello", "calm"]
    assert harness.history("another") == []
    assert [entry.outcome for entry in harness.audit] == ["success"]
    assert harness.state_of(Judge) == NoState()


async def test_a_decision_without_a_script_fails_the_test_and_not_only_the_turn() -> None:
    with pytest.raises(ScriptExhausted, match="Judge asked"):
        await Harness(graph_of(Judge())).say("hello")


async def test_so_does_a_chat_round_without_one() -> None:
    with pytest.raises(ScriptExhausted, match="Talk asked"):
        await Harness(graph_of(Talk())).say("hello")


async def test_and_a_script_for_other_questions_even_where_the_node_would_fall_back() -> None:
    harness = Harness(graph_of(Judge()), decisions=ScriptedDecisions().answer(other="calm"))

    with pytest.raises(ScriptFault, match="Judge asks"):
        await harness.say("hello")


async def test_reply_to_wants_a_reply() -> None:
    chat = ScriptedChat().say("").say("").say("").say("")

    with pytest.raises(AssertionError, match="TurnFailed"):
        await Harness(graph_of(Talk()), chat=chat).reply_to("hello")


async def test_the_audit_of_a_turn_that_never_ended_is_empty() -> None:
    harness = Harness(graph_of(Judge()), decisions=ScriptedDecisions().answer(mood="calm"))
    await harness.say("hello")
    harness.turns[0].commit = None

    assert harness.audit == ()
