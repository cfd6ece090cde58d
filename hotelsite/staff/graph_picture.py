"""The declared graph with what was recorded on it: edges lit and numbered in the order they were taken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from graph.jsonvalue import JsonObject
from graph.routing import END
from hotelsite.conversations.models import NodeVisit
from hotelsite.staff.graph_layout import Arc, Box, Edge, layout

SHOWN_NUMBERS: Final = 2
"""Numbers written at an edge before the rest is only counted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One recorded move."""

    number: int | None
    """What the picture and the path beside it share; None where the picture leaves the move out."""
    edge: Edge
    nested: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class LitArc:
    arc: Arc
    numbers: tuple[int, ...]
    nested: bool
    """Taken by a nested run only, which moves nothing."""

    @property
    def label(self) -> str:
        shown = ", ".join(map(str, self.numbers[:SHOWN_NUMBERS]))
        more = len(self.numbers) - SHOWN_NUMBERS
        return f"{shown} +{more}" if more > 0 else shown

    @property
    def label_width(self) -> int:
        return 12 + 6 * len(self.label)

    @property
    def label_x(self) -> float:
        return self.arc.x - self.label_width / 2

    @property
    def label_y(self) -> float:
        return self.arc.y - 9

    @property
    def text_y(self) -> float:
        return self.arc.y + 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    box: Box
    visits: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    width: int
    height: int
    nodes: tuple[Node, ...]
    quiet: tuple[Arc, ...]
    """Declared edges that were not taken."""
    lit: tuple[LitArc, ...]
    undeclared: tuple[Step, ...]
    """Moves that today's graph no longer declares; they are listed, since there is nowhere to draw them."""


def edge_of(visit: NodeVisit) -> Edge | None:
    """The edge by which a visit was left; None where the conversation stayed at the node."""
    if visit.left_by == "finish":
        return visit.node, END
    if visit.target is not None:
        return visit.node, visit.target
    return None


def steps_of(visits: Iterable[NodeVisit], numbers: Iterator[int] | None) -> list[Step | None]:
    """The move of each visit, or None where there was none; each takes the next of the numbers, if there are any."""
    steps: list[Step | None] = []
    for visit in visits:
        edge = (visit.nested_in, visit.node) if visit.nested_in else edge_of(visit)
        number = next(numbers) if edge and numbers else None
        steps.append(Step(number=number, edge=edge, nested=bool(visit.nested_in)) if edge else None)
    return steps


def picture(graph: JsonObject, visits: Iterable[NodeVisit], steps: Sequence[Step]) -> Picture:
    """Draw the recorded visits and moves onto the declared graph."""
    drawn = layout(graph)
    entered = Counter(visit.node for visit in visits)
    entered[END] += sum(step.edge[1] == END for step in steps)
    taken: dict[Edge, list[Step]] = {}
    for step in steps:
        taken.setdefault(step.edge, []).append(step)
    return Picture(
        width=drawn.width,
        height=drawn.height,
        nodes=tuple(Node(box=box, visits=entered[box.name]) for box in drawn.boxes),
        quiet=tuple(arc for edge, arc in drawn.arcs.items() if edge not in taken),
        lit=tuple(
            LitArc(
                arc=drawn.arcs[edge],
                numbers=tuple(step.number for step in moves if step.number),
                nested=all(step.nested for step in moves),
            )
            for edge, moves in taken.items()
            if edge in drawn.arcs
        ),
        undeclared=tuple(step for step in steps if step.edge not in drawn.arcs),
    )
