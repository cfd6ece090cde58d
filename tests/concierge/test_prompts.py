"""Prompts are filled completely, or fail loudly."""

from __future__ import annotations

from pathlib import Path

import pytest

from hotelsite.concierge import prompts
from hotelsite.concierge.prompts import PromptError

NAMES = sorted(path.stem for path in prompts.FOLDER.glob("*.md"))


@pytest.mark.parametrize("name", NAMES)
def test_every_prompt_renders_with_its_placeholders_filled(name: str) -> None:
    values = {placeholder: f"<{placeholder}>" for placeholder in prompts.placeholders(name)}

    text = prompts.render(name, **values)

    assert "{{" not in text
    assert all(value in text for value in values.values())


@pytest.mark.parametrize("name", [name for name in NAMES if prompts.placeholders(name)])
def test_a_missing_value_is_named(name: str) -> None:
    wanted = prompts.placeholders(name)
    left_out = min(wanted)

    with pytest.raises(PromptError) as raised:
        prompts.render(name, **dict.fromkeys(wanted - {left_out}, "x"))

    assert raised.value.names == {left_out}
    assert raised.value.prompt == name


def test_a_surplus_value_is_named() -> None:
    with pytest.raises(PromptError, match="weather"):
        prompts.render("review", weather="fine")


def test_a_placeholder_inside_a_value_stays_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "twice.md").write_text("{{a}} and {{ b }}")
    monkeypatch.setattr(prompts, "FOLDER", tmp_path)

    assert prompts.render("twice", a="{{b}}", b="$1") == "{{b}} and $1"
