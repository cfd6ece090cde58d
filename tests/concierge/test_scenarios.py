"""Every scenario that ships goes as it says, on the local models and the site's own catalogue."""

from __future__ import annotations

from pathlib import Path

import pytest

from graph.metering import RequestMeter, summed
from hotelsite import runtime
from hotelsite.hotels.catalogue import load_catalogue, read_catalogue
from hotelsite.web.replaying import play
from hotelsite.web.scenarios import FOLDER, load_scenario

SCENARIOS = sorted(FOLDER.glob("*.json"))
SIXTEEN = [path for path in SCENARIOS if path.stem.startswith("sixteen")]
MOST_DECISIONS, MOST_BYTES = 10, 24_000


def test_several_conversations_of_sixteen_turns_ship() -> None:
    assert len(SIXTEEN) >= 6


@pytest.fixture
def catalogue(transactional_db: None) -> None:
    load_catalogue(read_catalogue())


@pytest.mark.usefixtures("catalogue")
@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
async def test_a_scenario_goes_as_it_says(path: Path) -> None:
    engine = runtime.build_hotel_engine(runtime.make_providers())

    played = await play(load_scenario(path), engine)

    assert [(turn.label, turn.mismatches) for turn in played.turns if turn.mismatches] == []
    assert played.mismatches == []


@pytest.mark.usefixtures("catalogue")
@pytest.mark.parametrize("path", SIXTEEN, ids=lambda path: path.stem)
async def test_sixteen_turns_ask_little_of_the_decision_model(path: Path) -> None:
    """Weighed as they would go to TypeSafe: facts once, short prompts, few calls."""
    meter = RequestMeter()
    engine = runtime.build_hotel_engine(runtime.make_providers(), meter=meter)

    played = await play(load_scenario(path), engine, meter=meter)

    asked = summed("decision", (node for node in played.requests if node.kind == "decision"))
    assert 0 < asked.requests <= MOST_DECISIONS
    assert 0 < asked.request_bytes <= MOST_BYTES
