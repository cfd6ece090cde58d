"""Where the parts of a declared graph are drawn: one column of nodes in the order of their declaration, edges as arcs.

Edges to a later node bow out to the right, edges back to an earlier one to the left, and an edge from a node to itself
is a small loop. So no edge ever runs through a node, whatever the graph, and the picture stays legible on a phone.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

from graph.jsonvalue import JsonObject

Edge: TypeAlias = tuple[str, str]

BOX_WIDTH: Final = 150
BOX_HEIGHT: Final = 34
ROW: Final = 50
MARGIN: Final = 26
"""Room for numbers beside the outermost arcs."""
BOW: Final = 16
"""How far an arc bows out for each row that it spans."""
PORT: Final = 7
"""Arcs leave a node that far below or above its middle and arrive as far on the other side of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """A node; `x` and `y` are its upper left corner."""

    name: str
    kind: str
    x: int
    y: int
    width: int = BOX_WIDTH
    height: int = BOX_HEIGHT

    @property
    def middle_x(self) -> int:
        return self.x + self.width // 2

    @property
    def middle_y(self) -> int:
        return self.y + self.height // 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Arc:
    """An edge: an SVG path, and the point of it that lies farthest out."""

    source: str
    target: str
    path: str
    x: float
    y: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    width: int
    height: int
    boxes: tuple[Box, ...]
    arcs: Mapping[Edge, Arc]
    """In the order of declaration."""


def layout(graph: JsonObject) -> Layout:
    """Lay out a graph as PROTOCOL.md describes it; each version of a graph is laid out once per process."""
    return _layout(json.dumps(graph, sort_keys=True))


@lru_cache(maxsize=16)
def _layout(canonical: str) -> Layout:
    graph = json.loads(canonical)
    rows = {node["name"]: row for row, node in enumerate(graph["nodes"])}
    edges: list[Edge] = [(source, target) for source, target in graph["edges"]]
    spans = [rows[target] - rows[source] for source, target in edges]
    right, left = (_reach(max([0, *bows])) for bows in (spans, [-span for span in spans]))
    boxes = {
        node["name"]: Box(name=node["name"], kind=node["kind"], x=left, y=MARGIN // 2 + row * ROW)
        for row, node in enumerate(graph["nodes"])
    }
    return Layout(
        width=left + BOX_WIDTH + right,
        height=MARGIN + (len(rows) - 1) * ROW + BOX_HEIGHT,
        boxes=tuple(boxes.values()),
        arcs={
            (source, target): _arc(boxes[source], boxes[target], span)
            for (source, target), span in zip(edges, spans, strict=True)
        },
    )


def _bow(span: int) -> int:
    return 24 + BOW * abs(span)


def _reach(span: int) -> int:
    """Room beside the nodes for arcs of that span; a cubic curve reaches three quarters of the way to its handles."""
    return int(0.75 * _bow(span)) + MARGIN


def _arc(source: Box, target: Box, span: int) -> Arc:
    side = 1 if span >= 0 else -1
    edge_x = source.x + (BOX_WIDTH if side > 0 else 0)
    start, end = source.middle_y + side * PORT, target.middle_y - side * PORT
    bow = _bow(span) if span else 40
    handle_x = edge_x + side * bow
    return Arc(
        source=source.name,
        target=target.name,
        path=f"M {edge_x} {start} C {handle_x} {start} {handle_x} {end} {edge_x} {end}",
        x=edge_x + side * bow * 0.75,
        y=(start + end) / 2,
    )
