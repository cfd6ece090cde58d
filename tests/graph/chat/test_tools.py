"""Declaring tools, and checking the arguments of one call."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from pydantic import BaseModel, ConfigDict, Field

from graph import ConversationNode, NoState, Route, ToolArgumentsError, ToolSpec, direct, tool
from graph.chat.tools import Tool, tools_of

if TYPE_CHECKING:
    from graph import Visit


class Budget(BaseModel):
    model_config = ConfigDict(extra="forbid")

    maximum: int = Field(gt=0, description="Dollars a night")


class Talk(ConversationNode[NoState]):
    @tool
    def save_budget(self, arguments: Budget, visit: Visit[NoState]) -> Route:
        """Save the customer's budget.

        Amounts are dollars.
        """
        return direct("saved")

    @tool(name="drop")
    def drop_budget(self, arguments: Budget, visit: Visit[NoState]) -> Route:
        return direct("dropped")


def by_name(node: type) -> dict[str, Tool]:
    return {found.name: found for found in tools_of(node)}


def test_inherited_tools_come_first_and_each_is_named_after_its_method_unless_told() -> None:
    assert [(found.name, found.method) for found in tools_of(Talk)] == [
        ("terminate_session", "terminate_session"),
        ("save_budget", "save_budget"),
        ("drop", "drop_budget"),
    ]


def test_the_model_reads_the_docstring_and_the_schema() -> None:
    assert by_name(Talk)["save_budget"].spec == ToolSpec(
        "save_budget",
        "Save the customer's budget.\n\nAmounts are dollars.",
        {
            "additionalProperties": False,
            "properties": {
                "maximum": {
                    "description": "Dollars a night",
                    "exclusiveMinimum": 0,
                    "title": "Maximum",
                    "type": "integer",
                }
            },
            "required": ["maximum"],
            "title": "Budget",
            "type": "object",
        },
    )
    assert by_name(Talk)["drop"].description == ""


def test_a_subclass_replaces_a_tool_and_takes_one_away_by_not_marking_it() -> None:
    class Heir(Talk):
        @tool
        def save_budget(self, arguments: Budget, visit: Visit[NoState]) -> Route:
            """Save it differently."""
            return direct("saved")

        def drop_budget(self, arguments: Budget, visit: Visit[NoState]) -> Route:
            return direct("no tool any more")

    tools = by_name(Heir)

    assert set(tools) == {"terminate_session", "save_budget"}
    assert tools["save_budget"].description == "Save it differently."


def test_valid_arguments_become_the_model() -> None:
    assert by_name(Talk)["save_budget"].parse({"maximum": 700}) == Budget(maximum=700)


@pytest.mark.parametrize(
    ("arguments", "problems"),
    [
        pytest.param({}, ("maximum: Field required",), id="missing"),
        pytest.param({"maximum": 0}, ("maximum: Input should be greater than 0",), id="out of range"),
        pytest.param(
            {"maximum": "SECRET"},
            ("maximum: Input should be a valid integer, unable to parse string as an integer",),
            id="wrong type",
        ),
        pytest.param(
            {"maximum": 1, "extra": "SECRET"}, ("extra: Extra inputs are not permitted",), id="surplus"
        ),
        pytest.param('{"maximum": SECRET', ("arguments: must be a JSON object",), id="broken JSON"),
        pytest.param(
            {"extra": 1},
            ("maximum: Field required", "extra: Extra inputs are not permitted"),
            id="two faults",
        ),
    ],
)
def test_faulty_arguments_are_named_without_their_values(arguments: Any, problems: tuple[str, ...]) -> None:
    with pytest.raises(ToolArgumentsError) as refused:
        by_name(Talk)["save_budget"].parse(arguments)

    assert (refused.value.tool, refused.value.problems) == ("save_budget", problems)
    assert "SECRET" not in str(refused.value)
    assert refused.value.__cause__ is None
