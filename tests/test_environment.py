"""Reading the environment: what counts as unset, and that a wrong value names its variable and stops."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

import pytest
from django.core.exceptions import ImproperlyConfigured

from hotelsite import environment


@pytest.mark.parametrize(
    ("value", "flag"),
    [
        ("1", True),
        ("true", True),
        ("YES", True),
        ("on", True),
        ("0", False),
        ("False", False),
        ("off", False),
    ],
)
def test_a_switch(monkeypatch: pytest.MonkeyPatch, value: str, flag: bool) -> None:
    monkeypatch.setenv("SWITCH", value)

    assert environment.flag("SWITCH", default=not flag) is flag


@pytest.mark.parametrize("value", ["", "  "])
def test_an_empty_value_counts_as_unset(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("NAME", value)

    assert environment.text("NAME") is None
    assert environment.flag("NAME", default=True) is True
    assert environment.choice("NAME", ["local", "typesafe"]) == "local"
    assert environment.whole_number("NAME", default=60, minimum=1) == 60
    assert environment.day("NAME") is None
    assert environment.words("NAME", default=["localhost"]) == ["localhost"]


def test_values_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {
        "WORD": "typesafe",
        "COUNT": "5",
        "DAY": "2027-07-15",
        "HOSTS": "a.example, b.example,",
    }.items():
        monkeypatch.setenv(name, value)

    assert environment.choice("WORD", ["local", "typesafe"]) == "typesafe"
    assert environment.whole_number("COUNT", default=60, minimum=1) == 5
    assert environment.day("DAY") == date(2027, 7, 15)
    assert environment.words("HOSTS", default=[]) == ["a.example", "b.example"]


@pytest.mark.parametrize(
    ("read", "value"),
    [
        pytest.param(lambda: environment.flag("NAME", default=False), "maybe", id="switch"),
        pytest.param(lambda: environment.choice("NAME", ["local", "typesafe"]), "typsafe", id="word"),
        pytest.param(lambda: environment.whole_number("NAME", default=60, minimum=1), "0", id="too small"),
        pytest.param(lambda: environment.whole_number("NAME", default=60, minimum=1), "many", id="no number"),
        pytest.param(lambda: environment.day("NAME"), "15.7.2027", id="no date"),
    ],
)
def test_a_wrong_value_stops_and_names_the_variable(
    monkeypatch: pytest.MonkeyPatch, read: Callable[[], object], value: str
) -> None:
    monkeypatch.setenv("NAME", value)

    with pytest.raises(ImproperlyConfigured, match=f"NAME is '{value}'"):
        read()
