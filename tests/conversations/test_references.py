"""A turn's reference is short, safe to read out, and leads back to its session and turn."""

from __future__ import annotations

import json
import shutil
import subprocess
import uuid
from pathlib import Path

import pytest

from hotelsite.conversations.references import parse_reference, turn_reference

SESSION = uuid.UUID("3f2a9c01-8d4e-4b6f-9a10-123456789abc")
SCRIPT = Path(__file__).parents[2] / "static" / "web" / "js" / "reference.js"


def test_is_six_characters_and_the_turns_number() -> None:
    assert turn_reference(SESSION, 4) == "7WN9R0-4"


@pytest.mark.parametrize("written", ["7WN9R0-4", "7wn9r0-4", " 7WN9RO-4 ", "ref 7WN9R0-4", "Ref: 7WN9R0-4"])
def test_is_read_as_people_write_it(written: str) -> None:
    found = parse_reference(written)

    assert found is not None
    assert found.first <= SESSION <= found.last
    assert found.turn == 4


@pytest.mark.parametrize("other", ["", "hello", "123456", "7WN9R0", "7WN9R0-", "7WN9RU-4", str(SESSION)])
def test_other_words_are_none(other: str) -> None:
    assert parse_reference(other) is None


@pytest.mark.parametrize("seed", range(20))
def test_leads_back_to_its_own_session_and_no_neighbour(seed: int) -> None:
    session = uuid.UUID(int=(seed * 0x9E3779B97F4A7C15F39CC0605CEDC835) % 2**128)
    found = parse_reference(turn_reference(session, seed + 1))

    assert found is not None
    assert found.first <= session <= found.last
    assert found.last.int - found.first.int == 2**98 - 1


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no node to run the page's script with")
def test_the_page_makes_the_same() -> None:
    ids = [str(uuid.uuid4()) for _ in range(50)] + [str(uuid.UUID(int=0)), str(uuid.UUID(int=2**128 - 1))]
    program = (
        f"import({json.dumps(SCRIPT.as_uri())}).then((m) => "
        f"console.log(JSON.stringify({json.dumps(ids)}.map((id) => m.turnReference(id, 12)))))"
    )

    made = subprocess.run(["node", "-e", program], check=True, capture_output=True, text=True).stdout

    assert json.loads(made) == [turn_reference(uuid.UUID(session), 12) for session in ids]
