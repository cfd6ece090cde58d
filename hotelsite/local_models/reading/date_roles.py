"""Which end of the stay a named day is: told by the words before and after it, else by the other days and the question."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import Enum
from typing import Final

from hotelsite.local_models.reading.asking import Asked, DatePart
from hotelsite.local_models.reading.date_atoms import DateAtom
from hotelsite.local_models.reading.patterns import one_of, whole


class Role(Enum):
    """An end of the stay."""

    CHECK_IN = "check_in"
    CHECK_OUT = "check_out"


_IN: Final = one_of(
    r"check(?:ing|ed|s)?[ -]?in(?:to)?", r"arriv\w*", r"start\w*", r"begin\w*", r"staring", r"commenc\w*", r"as of",
    r"get(?:ting)? (?:there|in)", r"land(?:ing)?", r"fly(?:ing)? in", r"reach(?:ing)?", r"com(?:e|ing) in",
)  # fmt: skip
_OUT: Final = one_of(
    r"check(?:ing|ed|s)?[ -]?out(?! (?:the |some |a |any |other |more )?(?:hotels?|rooms?|places?|options?|what|if|this|these))",
    r"leav\w*(?! for\b)", r"depart\w*", r"untill?", r"till?", r"through", r"thru", r"end(?:ing|s)?(?: date)?", r"(?<=, )out(?: on)?", r"(?<=and )out(?: on)?", r"up to", r"(?:extend|prolong|lengthen)\w*(?: (?:it|my|our|the|this|that|stay|trip|booking|reservation))* (?:to|till|until)",
    r"(?:com(?:e|ing)|go(?:ing)?|fly(?:ing)?|head(?:ing)?|get(?:ting)?|be|driv(?:e|ing)) (?:out|back|home)", r"return\w*",
)  # fmt: skip
_BEFORE: Final = re.compile(rf"\b(?:(?P<check_in>{_IN})|(?P<check_out>{_OUT}))\b")
_AFTER: Final = re.compile(
    r" ?[(-]? ?(?:(?:is|as|for|would be|will be|the|my|our|when|we|i|to)\b ?)*"
    r"(?:(?P<check_in>check(?:ing)?[ -]?in|arriv\w*)|(?P<check_out>check(?:ing)?[ -]?out|depart\w*|leav\w*))\b"
)
_FROM: Final = re.compile(r"\b(?:from|since) (?:the |this |next )?$")
_TO: Final = re.compile(r"(?:\bto|-|\band(?= leave)) ?(?:the |about |around )?$")
_BOTH_ENDS: Final = re.compile(r"in (?:and|&|/) (?:check[ -]?)?out|arriv\w+ and (?:leav|depart)\w+")
_CLAUSE_BEFORE: Final = re.compile(r"^.*[,;.!?()]|^.* and\b", re.DOTALL)
_CHANGE: Final = re.compile(r"\b(?:mov|chang|switch|push|shift|reschedul|postpon|bring|updat|amend)\w*\b")

_END_NOUN: Final = re.compile(
    r"\b(?:(?P<check_in>check[ -]?in|arrival)|(?P<check_out>check[ -]?out|departure))\b"
)

_DAY_AHEAD: Final = re.compile(r"(?:\bon|(?<!go )(?<!going )(?<!went )\bfor|\bby|\bas of|~|-|/) (?:the )?$")
_IN_TIME: Final = re.compile(r"\b(?:mov|push|shift|reschedul|postpon)\w*\b|\b(?:dates?|days?|nights?)\b")

STAY_WORDS: Final = whole(r"check(?:ing)?[ -]?(?:in|out)", r"arriv\w*", r"depart\w*", r"leav\w*", r"stay\w*")
"""Words that only a stay has: with one of them, a day can hardly be about anything else."""


def roles_said(text: str, atoms: Sequence[DateAtom]) -> list[Role | None]:
    """Return which end each day is said to be, None where its words do not tell."""
    ends = [0, *(atom.end for atom in atoms)]
    starts = [*(atom.start for atom in atoms[1:]), len(text)]
    return [
        _role(text[before : atom.start], text[atom.end : after], text, is_first=index == 0)
        for index, (atom, before, after) in enumerate(zip(atoms, ends, starts, strict=False))
    ]


def is_surely_a_day(text: str, atom: DateAtom) -> bool:
    """Tell whether the words around a lone number such as "the 2nd" make it a day, rather than a place in a list."""
    before, after = text[: atom.start], text[atom.end :]
    if _role(before, after, text, is_first=True) or _DAY_AHEAD.search(before):
        return True
    return bool(STAY_WORDS.search(text) or _IN_TIME.search(text))


def complete_roles(said: Sequence[Role | None], asked: Asked) -> list[Role]:
    """Give every day an end: the one that is missing, the one that was asked for, else the check-in."""
    completed = list(said)
    for index, role in enumerate(said):
        completed[index] = role or _default(index, completed, asked)
    return [role for role in completed if role]


def is_moved_to(text: str, first: DateAtom, second: DateAtom) -> bool:
    """Tell whether one day is to take the place of another: "move it from the 3rd to the 5th"."""
    between = text[first.end : second.start]
    if not _TO.search(between):
        return False
    moved_from = _CHANGE.search(text[: first.start]) and _FROM.search(text[: first.start])
    return bool(moved_from or _CHANGE.search(between))


def end_named(text: str) -> Role | None:
    """Return the end of the stay that is named with a noun, where it is one alone: "move my check-in"."""
    named = {Role(match.lastgroup) for match in _END_NOUN.finditer(text)}
    return named.pop() if len(named) == 1 else None


def names_both_nights(text: str, first: DateAtom, second: DateAtom) -> bool:
    """Tell whether two days are two nights, as in "March 8 and 9", rather than the two ends of a stay."""
    between, before = text[first.end : second.start], text[: first.start]
    if not re.fullmatch(r",? ?(?:and|&) ?(?:the )?", between):
        return False
    return not re.search(r"\b(?:between|from)\b", before) and not _BEFORE.search(before)


def _role(before: str, after: str, text: str, *, is_first: bool) -> Role | None:
    if not is_first and _TO.search(before):
        return Role.CHECK_OUT
    if _FROM.search(before):
        return Role.CHECK_IN
    if is_first and re.match(r" *(?:to|-)", before) and _TO.search(before) and not _CHANGE.search(text):
        return Role.CHECK_OUT
    clause = before if is_first else _CLAUSE_BEFORE.sub("", before) or before
    if not (is_first and _BOTH_ENDS.search(clause)) and (role := _last_cue(clause)):
        return role
    if match := _AFTER.match(after):
        return Role(match.lastgroup)
    return None if is_first else _last_cue(before)


def _last_cue(words: str) -> Role | None:
    cues = [Role(match.lastgroup) for match in _BEFORE.finditer(words)]
    return cues[-1] if cues else None


def _default(index: int, said: Sequence[Role | None], asked: Asked) -> Role:
    others = {role for position, role in enumerate(said) if position != index and role}
    if others == {Role.CHECK_IN} and index > 0:
        return Role.CHECK_OUT
    if len(said) == 1 and asked.date_part is DatePart.CHECK_OUT:
        return Role.CHECK_OUT
    return Role.CHECK_IN
