"""What a turn changed: the difference between its snapshot and that of the turn before."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from graph.jsonvalue import JsonObject, JsonValue

NOTHING = "—"
SHOWN_ITEMS = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One value that differs, both in words."""

    what: str
    before: str
    after: str


def changes(before: JsonObject, after: JsonObject) -> list[Change]:
    """Return the values that differ, in the order of the later snapshot.

    `issues` are left out: they follow from the values beside them.
    """
    old, new = dict(_leaves(before)), dict(_leaves(after))
    return [
        Change(what=_name(path), before=_words(old.get(path)), after=_words(new.get(path)))
        for path in [*new, *(path for path in old if path not in new)]
        if _words(old.get(path)) != _words(new.get(path))
    ]


def _name(path: tuple[str, ...]) -> str:
    """`("budget", "max")` is `budget max`; a name that only repeats the one before it is said once."""
    said = [name for place, name in enumerate(path) if place == 0 or name != path[place - 1]]
    return " ".join(said).replace("_", " ")


def _leaves(value: JsonObject, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], JsonValue]]:
    for key, child in value.items():
        if key == "issues":
            continue
        # What there is to say of criteria is said by their names.
        deeper = path if key == "criteria" and not path else (*path, key)
        if isinstance(child, dict):
            yield from _leaves(child, deeper)
        else:
            yield deeper, child


def _words(value: JsonValue) -> str:
    match value:
        case None | False | [] | "":
            return NOTHING
        case True:
            return "yes"
        case list():
            words = [_words(item).replace("_", " ") for item in value[:SHOWN_ITEMS]]
            more = len(value) - SHOWN_ITEMS
            return ", ".join([*words, f"and {more} more"] if more > 0 else words)
        case _:
            return str(value)
