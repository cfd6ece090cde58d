"""How long each node takes, and where moves lead: counted from the node visits of a period."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import Count

from graph.jsonvalue import JsonObject
from graph.routing import END
from hotelsite.conversations.models import NodeVisit
from hotelsite.staff.graph_layout import Arc, Box, Edge, layout

WIDEST: Final = 9
"""Width of the busiest edge, in the picture's own units; the others in proportion, and none below 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NodeTimes:
    """Milliseconds that a node's visits took."""

    node: str
    visits: int
    p50: int
    p95: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BusyArc:
    """A declared edge and how often it was taken."""

    arc: Arc
    moves: int
    busiest: int

    @property
    def edge(self) -> str:
        """As the filter of sessions writes it."""
        return f"{self.arc.source}>{self.arc.target}"

    @property
    def width(self) -> str:
        """In the form that SVG wants whatever the language of the page."""
        return f"{max(1, WIDEST * self.moves / self.busiest):.1f}"


@dataclass(frozen=True, slots=True, kw_only=True)
class TrafficNode:
    box: Box
    visits: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Traffic:
    """The graph with its traffic."""

    width: int
    height: int
    nodes: tuple[TrafficNode, ...]
    quiet: tuple[Arc, ...]
    """Declared edges that nobody took."""
    busy: tuple[BusyArc, ...]
    """The least taken first, so that the others are drawn over them."""
    undeclared: tuple[tuple[str, str, int], ...]
    """(from, to, moves) that today's graph does not declare."""

    @property
    def rows(self) -> tuple[BusyArc, ...]:
        """The same as a table, the busiest first."""
        return tuple(reversed(self.busy))


def node_times(since: datetime) -> list[NodeTimes]:
    """Return the times of each node's visits in turns that began since then; one query."""
    counted = (
        NodeVisit.objects.filter(turn__started_at__gte=since)
        .order_by()
        .values_list("node", "duration_ms")
        .annotate(Count("pk"))
    )
    by_node: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
    for node, duration_ms, count in counted:
        by_node[node].append((duration_ms, count))
    return [
        NodeTimes(
            node=node,
            visits=sum(count for _, count in durations),
            p50=percentile(durations, 0.5),
            p95=percentile(durations, 0.95),
        )
        for node, durations in sorted(by_node.items())
    ]


def percentile(counted: Sequence[tuple[int, int]], share: float) -> int:
    """Return the smallest value that at least this share of all values does not exceed (nearest rank).

    Args:
        counted: (value, how often), at least one.
    """
    rank = max(1, math.ceil(share * sum(count for _, count in counted)))
    passed = 0
    for value, count in sorted(counted):
        passed += count
        if passed >= rank:
            return value
    raise AssertionError("a rank is never beyond the last value")


def moves_since(since: datetime) -> Counter[Edge]:
    """Count the moves of turns that began since then, nested runs included; one query."""
    counted = (
        NodeVisit.objects.filter(turn__started_at__gte=since)
        .order_by()
        .values_list("node", "target", "left_by", "nested_in")
        .annotate(Count("pk"))
    )
    moves: Counter[Edge] = Counter()
    for node, target, left_by, nested_in, count in counted:
        if nested_in:
            moves[nested_in, node] += count
        elif left_by == "finish":
            moves[node, END] += count
        elif target is not None:
            moves[node, target] += count
    return moves


def traffic(graph: JsonObject, moves: Counter[Edge], times: Sequence[NodeTimes]) -> Traffic:
    """Draw moves onto a declared graph."""
    drawn = layout(graph)
    visits = {node.node: node.visits for node in times}
    visits[END] = sum(count for (_, target), count in moves.items() if target == END)
    busiest = max(moves.values(), default=1)
    return Traffic(
        width=drawn.width,
        height=drawn.height,
        nodes=tuple(TrafficNode(box=box, visits=visits.get(box.name, 0)) for box in drawn.boxes),
        quiet=tuple(arc for edge, arc in drawn.arcs.items() if not moves[edge]),
        busy=tuple(
            BusyArc(arc=drawn.arcs[edge], moves=count, busiest=busiest)
            for edge, count in sorted(moves.items(), key=lambda move: move[1])
            if edge in drawn.arcs
        ),
        undeclared=tuple((*edge, count) for edge, count in moves.most_common() if edge not in drawn.arcs),
    )
