"""Checks a value against its parameter's constraints; what is injected is the value itself, never a converted copy."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ValidationError

from graph.workflow.errors import ConstraintViolationError
from graph.workflow.structure import Parameter


def check(phase: str, parameter: Parameter, value: object) -> None:
    """Raise if the value breaks a constraint.

    Raises:
        ConstraintViolationError: Names the rules that it breaks, and not the value.
    """
    try:
        if parameter.constraints is not None:
            parameter.constraints.validate_python((value,))
        if parameter.revalidates and isinstance(value, BaseModel):
            type(value).model_validate(_fields(value), by_alias=False, by_name=True)
    except ValidationError as error:
        faults = error.errors(include_input=False, include_url=False, include_context=False)
        problems = tuple(".".join([*_place(fault["loc"]), fault["msg"]]) for fault in faults)
        raise ConstraintViolationError(phase, parameter.name, problems) from None


def _place(location: tuple[int | str, ...]) -> list[str]:
    """Names of fields; positions, such as the one in the tuple that carries the value, say little to a reader."""
    return [name for name in location if isinstance(name, str)]


def _fields(value: object) -> Any:
    """A model as plain fields, models within it too, so that each of them is checked again."""
    if isinstance(value, BaseModel):
        return {name: _fields(field) for name, field in value}
    if type(value) in (list, tuple):
        return [_fields(item) for item in value]  # type: ignore[attr-defined]  # one of the two, just checked
    if type(value) is dict:
        return {key: _fields(item) for key, item in value.items()}
    return value
