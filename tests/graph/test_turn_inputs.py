"""What tells one turn from another."""

from __future__ import annotations

from datetime import date

import pytest

from graph import ActionCall, NotJsonError, TurnInput


def test_the_same_body_has_the_same_fingerprint_whatever_its_id_and_order() -> None:
    one = TurnInput.act("1", "answer", {"a": 1, "b": [2]}, words="words")
    other = TurnInput.act("2", "answer", {"b": [2], "a": 1}, words="words")

    assert one.fingerprint == other.fingerprint


@pytest.mark.parametrize(
    "turn",
    [
        TurnInput(id="1", text="words"),
        TurnInput.act("1", "answer", {"a": 1}, words="other"),
        TurnInput.act("1", "search", {"a": 1}, words="words"),
        TurnInput.act("1", "answer", {"a": 2}, words="words"),
        TurnInput.act("1", "answer", {"a": "1"}, words="words"),
        TurnInput.act("1", "answer", {}, words="words"),
    ],
    ids=["text", "words", "name", "arguments", "type", "no arguments"],
)
def test_another_body_has_another_fingerprint(turn: TurnInput) -> None:
    assert turn.fingerprint != TurnInput.act("1", "answer", {"a": 1}, words="words").fingerprint


def test_half_a_surrogate_pair_has_a_fingerprint_too() -> None:
    assert TurnInput(id="1", text="\ud800").fingerprint != TurnInput(id="1", text="?").fingerprint


def test_arguments_are_plain_json_and_copied() -> None:
    arguments: dict[str, object] = {"a": [1]}
    turn = TurnInput.act("1", "answer", arguments, words="words")
    arguments["a"] = [2]

    assert turn.action == ActionCall("answer", {"a": [1]})
    with pytest.raises(NotJsonError, match=r"arguments\.day is a date"):
        TurnInput.act("1", "answer", {"day": date(2027, 1, 1)}, words="words")
