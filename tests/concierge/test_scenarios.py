"""Every scenario that ships goes as it says, on the local models and the site's own catalogue."""

from __future__ import annotations

from pathlib import Path

import pytest

from hotelsite import runtime
from hotelsite.hotels.catalogue import load_catalogue, read_catalogue
from hotelsite.web.replaying import play
from hotelsite.web.scenarios import FOLDER, load_scenario

SCENARIOS = sorted(FOLDER.glob("*.json"))


def test_several_conversations_of_sixteen_turns_ship() -> None:
    assert sum(path.stem.startswith("sixteen") for path in SCENARIOS) >= 6


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
