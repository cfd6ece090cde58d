"""`graph/__init__.py` offers what it says, in an order that can be read."""

from __future__ import annotations

import types

import graph
import graph.testing


def test_the_list_of_names_is_true() -> None:
    offered = {
        name
        for name, value in vars(graph).items()
        if not name.startswith("_") and not isinstance(value, types.ModuleType)
    }

    assert set(graph.__all__) == offered


def test_the_list_is_sorted_constants_first_then_classes_then_functions() -> None:
    def role(name: str) -> int:
        return 0 if name.isupper() else 1 if name[0].isupper() else 2

    assert graph.__all__ == sorted(set(graph.__all__), key=lambda name: (role(name), name))


def test_every_name_of_the_testing_front_door_is_there() -> None:
    assert [name for name in graph.testing.__all__ if not hasattr(graph.testing, name)] == []
