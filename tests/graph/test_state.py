"""Node state: owned by its node, readable by all, seeded by a transition, published on return."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from pydantic import BaseModel, ConfigDict, ValidationError, model_validator

from graph import GraphNode, NoState, Route, StateError, StateView, TurnFailed, Visit, direct, direct_to, go
from graph.testing import Harness
from tests.graph.support import Count, graph_of


class Counter(GraphNode[Count]):
    async def run(self, visit: Visit[Count]) -> Route:
        visit.save(Count(number=visit.own.number + 1))
        return direct(str(visit.own.number))


async def test_state_is_kept_between_turns() -> None:
    harness = Harness(graph_of(Counter()))

    assert [await harness.reply_to("count") for _ in range(3)] == ["1", "2", "3"]
    assert harness.state_of(Counter) == Count(number=3)


async def test_a_node_that_saved_nothing_has_its_defaults_and_no_row() -> None:
    class Reader(GraphNode[Count]):
        async def run(self, visit: Visit[Count]) -> Route:
            return direct(repr(visit.own))

    harness = Harness(graph_of(Reader()))

    assert await harness.reply_to("read") == "Count(number=0, note='')"
    commit = harness.turns[0].commit
    assert commit is not None
    assert commit.states == {}


async def test_a_state_survives_its_way_through_json() -> None:
    class Stay(BaseModel):
        model_config = ConfigDict(frozen=True)

        check_in: date | None = None
        price: Decimal = Decimal(0)
        labels: tuple[str, ...] = ()

    class Booker(GraphNode[Stay]):
        async def run(self, visit: Visit[Stay]) -> Route:
            visit.update(check_in=date(2027, 8, 3), price=Decimal("12.30"), labels=("a", "b"))
            return direct("saved")

    harness = Harness(graph_of(Booker()))
    await harness.say("book")

    assert harness.store.sessions[harness.session_id].states == {
        "Booker": {"check_in": "2027-08-03", "price": "12.30", "labels": ["a", "b"]}
    }
    assert harness.state_of(Booker) == Stay(
        check_in=date(2027, 8, 3), price=Decimal("12.30"), labels=("a", "b")
    )


async def test_what_was_saved_shows_to_others_only_once_the_node_returned() -> None:
    seen: list[int] = []

    class Writer(GraphNode[Count]):
        targets = ("Reader",)

        async def run(self, visit: Visit[Count]) -> Route:
            visit.update(number=7)
            seen.append(visit.of(Writer).number)
            seen.append(visit.own.number)
            return go("Reader")

    class Reader(GraphNode[NoState]):
        async def run(self, visit: Visit[NoState]) -> Route:
            seen.append(visit.of(Writer).number)
            seen.append(visit.states.of(Writer).number)
            return direct("read")

    await Harness(graph_of(Writer(), Reader())).say("go")

    assert seen == [0, 7, 7, 7]


async def test_what_a_node_saved_is_thrown_away_when_it_raises() -> None:
    seen: list[int] = []

    class Child(GraphNode[Count]):
        async def run(self, visit: Visit[Count]) -> Route:
            visit.save(Count(number=9))
            raise ValueError("no")

    class Parent(GraphNode[NoState]):
        targets = ("Child",)

        async def run(self, visit: Visit[NoState]) -> Route:
            with pytest.raises(ValueError, match="no"):
                await visit.run_node(Child)
            seen.append(visit.of(Child).number)
            return direct("caught")

    harness = Harness(graph_of(Parent(), Child()))
    await harness.say("go")

    assert seen == [0]
    assert harness.state_of(Child) == Count()


async def test_another_node_s_state_can_be_read_and_not_written() -> None:
    class Meddler(GraphNode[NoState]):
        targets = ("Counter",)

        async def run(self, visit: Visit[NoState]) -> Route:
            with pytest.raises(ValidationError, match="frozen"):
                visit.of(Counter).number = 99  # type: ignore[misc]  # what this test is about
            return go("Counter")

    assert await Harness(graph_of(Meddler(), Counter())).reply_to("go") == "1"


async def test_a_node_saves_its_own_kind_of_state_only(caplog: pytest.LogCaptureFixture) -> None:
    class Heir(Count):
        pass

    class Wrong(GraphNode[Count]):
        async def run(self, visit: Visit[Count]) -> Route:
            with pytest.raises(StateError, match=r"Wrong: saves Heir; its state is Count\."):
                visit.save(Heir())
            return direct("refused")

    assert await Harness(graph_of(Wrong())).reply_to("go") == "refused"


SEEDS: list[Any] = [
    pytest.param({"nombre": 1}, r"Target: Count has no field 'nombre'\. ", id="unknown field"),
    pytest.param({"number": "secret words"}, r"Target: state field number is invalid: ", id="wrong type"),
]


@pytest.mark.parametrize(("changes", "message"), SEEDS)
async def test_changes_of_its_own_state_are_checked(changes: dict[str, Any], message: str) -> None:
    class Target(GraphNode[Count]):
        async def run(self, visit: Visit[Count]) -> Route:
            with pytest.raises(StateError, match=message) as refused:
                visit.update(**changes)
            assert "secret words" not in str(refused.value)
            return direct("refused")

    assert await Harness(graph_of(Target())).reply_to("go") == "refused"


@pytest.mark.parametrize(("seeds", "message"), SEEDS)
@pytest.mark.parametrize("builder", [go, lambda node: direct_to(node, "text")], ids=["go", "direct_to"])
async def test_seeds_of_another_node_s_state_are_checked(
    builder: Any, seeds: dict[str, Any], message: str, caplog: pytest.LogCaptureFixture
) -> None:
    class Source(GraphNode[NoState]):
        targets = ("Target",)

        async def run(self, visit: Visit[NoState]) -> Route:
            return builder("Target").with_state(seeds)  # type: ignore[no-any-return]  # one of two builders

    class Target(GraphNode[Count]):
        async def run(self, visit: Visit[Count]) -> Route:
            return direct("entered")

    harness = Harness(graph_of(Source(), Target()))

    assert isinstance(await harness.say("go"), TurnFailed)
    assert "error=StateError" in caplog.text


@pytest.mark.parametrize("builder", [go, lambda node: direct_to(node, "text")], ids=["go", "direct_to"])
async def test_seeds_replace_their_fields_and_leave_the_others(builder: Any) -> None:
    class Source(GraphNode[NoState]):
        targets = ("Target",)

        async def run(self, visit: Visit[NoState]) -> Route:
            return builder("Target").with_state({"number": 5})  # type: ignore[no-any-return]  # one of two builders

    class Target(GraphNode[Count]):
        async def run(self, visit: Visit[Count]) -> Route:
            return direct("entered")

    harness = Harness(graph_of(Source(), Target()), states={"Target": {"number": 1, "note": "kept"}})
    await harness.say("go")

    assert harness.state_of(Target) == Count(number=5, note="kept")


async def test_a_stored_state_that_no_longer_fits_is_an_error(caplog: pytest.LogCaptureFixture) -> None:
    harness = Harness(graph_of(Counter()), states={"Counter": {"number": "words"}})

    assert isinstance(await harness.say("count"), TurnFailed)
    assert "error=StateError" in caplog.text


def test_a_fault_of_the_whole_state_is_named_after_its_model() -> None:
    class Range(BaseModel):
        low: int = 2
        high: int = 1

        @model_validator(mode="after")
        def ordered(self) -> Range:
            raise ValueError("low is above high")

    class Ranged(GraphNode[Range]):
        pass

    with pytest.raises(StateError, match=r"Ranged: state field Range is invalid: .*low is above high"):
        StateView({}).of(Ranged)


async def test_the_context_is_given_by_the_host_and_read_only() -> None:
    class Reader(GraphNode[NoState]):
        async def run(self, visit: Visit[NoState]) -> Route:
            with pytest.raises(TypeError):
                visit.context["today"] = "tomorrow"  # type: ignore[index]  # what this test is about
            return direct(visit.context["today"])

    assert await Harness(graph_of(Reader()), context={"today": "2026-11-30"}).reply_to("hi") == "2026-11-30"


async def test_a_visit_says_where_and_when_it_is() -> None:
    seen: list[Any] = []

    class Reader(GraphNode[NoState]):
        async def run(self, visit: Visit[NoState]) -> Route:
            seen.append((visit.node, visit.session_id, visit.turn_number, visit.turn.id, visit.action))
            return direct("read")

    harness = Harness(graph_of(Reader()))
    await harness.say("one")
    await harness.say("two", turn_id="mine")

    assert seen == [
        ("Reader", harness.session_id, 1, "turn-1", None),
        ("Reader", harness.session_id, 2, "mine", None),
    ]
