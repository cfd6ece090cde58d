"""Everything that the front page says of a period, read in a number of queries that does not depend on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hotelsite import runtime
from hotelsite.staff.dashboard.funnel import Stage, funnel
from hotelsite.staff.dashboard.meters import Row, groups_since, row, table
from hotelsite.staff.dashboard.nodes import NodeTimes, Traffic, moves_since, node_times, traffic
from hotelsite.staff.dashboard.unmet import Unmet, unmet
from hotelsite.staff.periods import since


@dataclass(frozen=True, slots=True, kw_only=True)
class Dashboard:
    days: int
    funnel: list[Stage]
    total: Row
    by_node: list[Row]
    by_provider: list[Row]
    by_day: list[Row]
    failures: list[Row]
    """By node and failure category; entries without a failure are left out."""
    times: list[NodeTimes]
    traffic: Traffic | None
    unmet: Unmet

    @property
    def meters(self) -> Sequence[tuple[str, list[Row]]]:
        """The tables of the two meters, each with what its first column names."""
        return (("Node", self.by_node), ("Provider and model", self.by_provider), ("Day", self.by_day))


def dashboard(days: int) -> Dashboard:
    """Read a period; six queries."""
    began = since(days)
    groups = groups_since(began)
    times = node_times(began)
    names = runtime.graph_names()
    return Dashboard(
        days=days,
        funnel=funnel(began),
        total=row("Total", groups),
        by_node=table(groups, lambda group: group.node),
        by_provider=table(groups, lambda group: f"{group.provider}, {group.model or 'its own model'}"),
        by_day=table(groups, lambda group: group.day.isoformat()),
        failures=table(
            (group for group in groups if group.failure), lambda group: f"{group.node}, {group.failure}"
        ),
        times=times,
        traffic=traffic(runtime.graph_json(names[0]), moves_since(began), times) if names else None,
        unmet=unmet(began),
    )
