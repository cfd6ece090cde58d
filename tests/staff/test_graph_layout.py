"""The picture: where a graph is drawn, and what was recorded on it."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from hotelsite.conversations.models import NodeVisit
from hotelsite.staff.graph_layout import _layout, layout
from hotelsite.staff.graph_picture import Picture, picture, steps_of
from tests.staff.conftest import GRAPH


def visit(
    node: str, left_by: str = "go", target: str | None = None, nested_in: str | None = None
) -> NodeVisit:
    return NodeVisit(node=node, left_by=left_by, target=target, nested_in=nested_in, duration_ms=1)


def drawn(visits: Sequence[NodeVisit]) -> Picture:
    steps = [step for step in steps_of(visits, itertools.count(1)) if step]
    return picture(GRAPH, visits, steps)


def lit(visits: Sequence[NodeVisit]) -> dict[tuple[str, str], tuple[int, ...]]:
    return {(arc.arc.source, arc.arc.target): arc.numbers for arc in drawn(visits).lit}


def test_nodes_stand_in_a_column_in_the_order_of_declaration_and_none_touches_another() -> None:
    boxes = layout(GRAPH).boxes

    assert [box.name for box in boxes] == ["Router", "Budget", "Present", "end"]
    assert len({box.x for box in boxes}) == 1
    assert all(upper.y + upper.height < lower.y for upper, lower in itertools.pairwise(boxes))


def test_edges_on_go_right_edges_back_go_left_and_loops_stay_at_their_node() -> None:
    arcs, box = layout(GRAPH).arcs, {box.name: box for box in layout(GRAPH).boxes}

    assert arcs["Router", "Present"].x > box["Router"].x + box["Router"].width
    assert arcs["Present", "Router"].x < box["Router"].x
    loop = arcs["Budget", "Budget"]
    assert loop.x > box["Budget"].x + box["Budget"].width
    assert box["Budget"].y <= loop.y <= box["Budget"].y + box["Budget"].height


def test_everything_is_within_the_picture() -> None:
    made = layout(GRAPH)

    assert all(0 < arc.x < made.width and 0 < arc.y < made.height for arc in made.arcs.values())
    assert all(box.y + box.height < made.height for box in made.boxes)


def test_a_graph_is_laid_out_once() -> None:
    _layout.cache_clear()

    for _ in range(3):
        layout(dict(GRAPH))

    assert (_layout.cache_info().misses, _layout.cache_info().hits) == (1, 2)


def test_recorded_edges_are_lit_under_the_numbers_of_their_order() -> None:
    path = [
        visit("Router", target="Budget"),
        visit("Budget", target="Router"),
        visit("Router", target="Budget"),
        visit("Budget", left_by="direct"),
    ]

    assert lit(path) == {("Router", "Budget"): (1, 3), ("Budget", "Router"): (2,)}


def test_a_node_that_is_entered_again_is_drawn_once_and_counted() -> None:
    path = [
        visit("Router", target="Budget"),
        visit("Budget", target="Router"),
        visit("Router", left_by="direct"),
    ]

    assert {node.box.name: node.visits for node in drawn(path).nodes} == {
        "Router": 2,
        "Budget": 1,
        "Present": 0,
        "end": 0,
    }


def test_a_step_from_a_node_to_itself_is_a_loop() -> None:
    assert lit([visit("Budget", target="Budget"), visit("Budget", left_by="direct")]) == {
        ("Budget", "Budget"): (1,)
    }


def test_moving_on_with_a_reply_and_finishing_are_moves_too() -> None:
    path = [visit("Router", left_by="direct_to", target="Present"), visit("Present", left_by="finish")]

    assert lit(path) == {("Router", "Present"): (1,), ("Present", "end"): (2,)}
    assert drawn(path).nodes[-1].visits == 1


def test_nested_runs_are_marked_as_such() -> None:
    nested = drawn([visit("Budget", left_by="direct", nested_in="Router"), visit("Router", left_by="direct")])

    assert [(arc.arc.source, arc.arc.target, arc.nested) for arc in nested.lit] == [
        ("Router", "Budget", True)
    ]


def test_many_passages_are_counted_rather_than_listed() -> None:
    back_and_forth = [visit("Router", target="Budget"), visit("Budget", target="Router")] * 5

    labels = {arc.arc.source: arc.label for arc in drawn(back_and_forth).lit}

    assert labels == {"Router": "1, 3 +3", "Budget": "2, 4 +3"}


def test_moves_that_are_no_longer_declared_are_told_and_not_drawn() -> None:
    path = [
        visit("Router", target="Sauna"),
        visit("Sauna", target="Router"),
        visit("Router", target="Budget"),
    ]

    made = drawn(path)

    assert [step.edge for step in made.undeclared] == [("Router", "Sauna"), ("Sauna", "Router")]
    assert [arc.numbers for arc in made.lit] == [(3,)]


def test_edges_that_were_not_taken_stay_quiet() -> None:
    quiet = [(arc.source, arc.target) for arc in drawn([visit("Router", target="Budget")]).quiet]

    assert quiet == [edge for edge in layout(GRAPH).arcs if edge != ("Router", "Budget")]
