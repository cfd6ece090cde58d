"""Plain JSON is exactly str, int, finite float, bool, None, list, and dict with str keys."""

from __future__ import annotations

import math
from collections import OrderedDict
from datetime import date
from decimal import Decimal
from enum import Enum, IntEnum, StrEnum
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graph import NotJsonError
from graph.jsonvalue import copy_json, copy_json_object


class Colour(Enum):
    RED = "red"


class Word(StrEnum):
    RED = "red"


class Number(IntEnum):
    ONE = 1


class Shout(str):
    """A subclass of str, which a serialiser may or may not take for its text."""


class Whole(int):
    pass


@pytest.mark.parametrize(
    ("value", "path", "found"),
    [
        pytest.param({"a": date(2027, 1, 2)}, "facts.a", "date", id="date"),
        pytest.param({"a": {"b": [1, Decimal("1.5")]}}, "facts.a.b[1]", "Decimal", id="Decimal"),
        pytest.param({"a": Colour.RED}, "facts.a", "Colour", id="enum"),
        pytest.param({"a": Word.RED}, "facts.a", "Word", id="str enum"),
        pytest.param({"a": Number.ONE}, "facts.a", "Number", id="int enum"),
        pytest.param({"a": (1, 2)}, "facts.a", "tuple", id="tuple"),
        pytest.param({"a": {1, 2}}, "facts.a", "set", id="set"),
        pytest.param({"a": b"bytes"}, "facts.a", "bytes", id="bytes"),
        pytest.param({"a": math.nan}, "facts.a", "float", id="NaN"),
        pytest.param({"a": math.inf}, "facts.a", "float", id="infinity"),
        pytest.param({"a": -math.inf}, "facts.a", "float", id="minus infinity"),
        pytest.param({"a": Shout("hi")}, "facts.a", "Shout", id="str subclass"),
        pytest.param({"a": Whole(1)}, "facts.a", "Whole", id="int subclass"),
        pytest.param({"a": OrderedDict(b=1)}, "facts.a", "OrderedDict", id="dict subclass"),
        pytest.param({"a": MappingProxyType({})}, "facts.a", "mappingproxy", id="another mapping"),
        pytest.param({"a": {2: "two"}}, "facts.a key 2", "int", id="int key"),
        pytest.param({"a": [{Shout("b"): 1}]}, "facts.a[0] key 'b'", "Shout", id="key of a str subclass"),
        pytest.param({"a": object()}, "facts.a", "object", id="object"),
    ],
)
def test_anything_else_is_refused_where_it_stands(value: Any, path: str, found: str) -> None:
    with pytest.raises(NotJsonError) as refused:
        copy_json_object(value, "facts")

    assert refused.value.path == path
    assert str(refused.value).startswith(f"{path} is a {found}; convert it to plain JSON")


def test_an_object_is_asked_for() -> None:
    with pytest.raises(NotJsonError, match="facts is a list"):
        copy_json_object([], "facts")  # type: ignore[arg-type]  # what this test is about


def test_the_first_fault_is_named() -> None:
    with pytest.raises(NotJsonError, match=r"^facts\.second is a tuple"):
        copy_json_object({"first": 1, "second": (), "third": ()}, "facts")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


@given(JSON)
def test_plain_json_comes_back_equal_and_of_the_same_types(value: Any) -> None:
    assert repr(copy_json(value, "value")) == repr(value)


def test_the_copy_is_deep() -> None:
    original: dict[str, Any] = {"list": [{"inner": 1}]}

    copied = copy_json_object(original, "facts")
    original["list"][0]["inner"] = 2

    assert copied == {"list": [{"inner": 1}]}
