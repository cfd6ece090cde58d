"""From a class to its phases: which methods are marked, what their annotations ask for and what they promise."""

from __future__ import annotations

import inspect
import types
from collections.abc import Callable
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from pydantic import ConfigDict, TypeAdapter
from pydantic.errors import PydanticSchemaGenerationError, PydanticUserError

from graph.workflow.errors import WorkflowDefinitionError
from graph.workflow.phases import PHASES_MARK, PRIORITY_MARK, PhaseMark
from graph.workflow.records import Result
from graph.workflow.structure import Parameter, Phase

UNSUPPLIABLE = (
    inspect.Parameter.POSITIONAL_ONLY,
    inspect.Parameter.VAR_POSITIONAL,
    inspect.Parameter.VAR_KEYWORD,
)


class Valid:
    """`Annotated[Model, Valid]`: check the whole pydantic model again before the call, models within it included."""


def read_phases(cls: type) -> list[Phase]:
    """Return the phases in source order: a base class's before its subclass's own.

    An override stands in the place of what it overrides, and takes part only if it is marked itself.

    Raises:
        WorkflowDefinitionError: A method cannot be a phase as it stands.
    """
    names: dict[str, None] = {}
    for base in reversed(cls.__mro__):
        names.update(dict.fromkeys(vars(base)))
    return [_Method(cls, name).phase(mark) for name in names if (mark := _mark(cls, name)) is not None]


def _mark(cls: type, name: str) -> PhaseMark | None:
    """The mark of the nearest definition of a method, None where it has none."""
    member = inspect.getattr_static(cls, name)
    marked = getattr(member, "__func__", None) or getattr(member, "fget", None) or member
    written = getattr(marked, "__dict__", {})
    marks: tuple[PhaseMark, ...] = written.get(PHASES_MARK, ())
    priority: int | None = written.get(PRIORITY_MARK)
    if not marks and priority is None:
        return None
    if not inspect.isfunction(member):
        raise WorkflowDefinitionError(cls.__name__, name, "is no plain method.", "Define it with `def`.")
    if len(marks) > 1:
        kinds = " and ".join(mark.kind for mark in marks)
        raise WorkflowDefinitionError(
            cls.__name__, name, f"is marked {kinds}.", "Give each phase a method of its own."
        )
    if priority is None:
        return marks[0]
    if not marks or marks[0].kind not in ("decision", "action"):
        raise WorkflowDefinitionError(
            cls.__name__, name, "has a priority and no place to take.", "Only decisions and actions have one."
        )
    return PhaseMark(marks[0].kind, priority)


class _Method:
    """One marked method, and what is wrong with it in its own terms."""

    def __init__(self, cls: type, name: str) -> None:
        self._cls = cls
        self._name = name
        self._function: Callable[..., Any] = inspect.getattr_static(cls, name)

    def phase(self, mark: PhaseMark) -> Phase:
        try:
            hints = get_type_hints(self._function, include_extras=True)
        except NameError as error:
            raise self._fault(
                f"has an annotation that cannot be read: {error}.", "Define its types in the module."
            ) from error
        if mark.kind == "decision" and hints.get("return") is types.NoneType:
            raise self._fault("returns None, so it could only stop.", "Return bool, Result or an object.")
        taken = list(inspect.signature(self._function).parameters.values())
        if not taken:
            raise self._fault("does not take `self`.", "Define it as a method.")
        return Phase(
            name=self._name,
            kind=mark.kind,
            order=mark.order,
            parameters=tuple(self._parameter(parameter, hints) for parameter in taken[1:]),
            returns=_returned(hints.get("return")),
            is_async=inspect.iscoroutinefunction(self._function),
        )

    def _parameter(self, parameter: inspect.Parameter, hints: dict[str, Any]) -> Parameter:
        name = parameter.name
        if parameter.kind in UNSUPPLIABLE:
            raise self._fault(
                f"takes {name!r} in a way that nothing can supply.", "Take each input by its name."
            )
        if name not in hints:
            raise self._fault(f"has no type for {name!r}.", "Annotate it; injection goes by type.")
        members = _members(hints[name])
        wanted = tuple(kind for kind in members if kind is not types.NoneType)
        if not wanted:
            raise self._fault(f"takes {name!r} of no class.", "Annotate it with a class.")
        has_default = parameter.default is not inspect.Parameter.empty
        return Parameter(
            name=name,
            types=wanted,
            required=not has_default and types.NoneType not in members,
            default=parameter.default if has_default else None,
            constraints=self._constraints(name, hints[name]),
            revalidates=Valid in _metadata(hints[name]),
        )

    def _constraints(self, name: str, annotation: Any) -> TypeAdapter[tuple[object]] | None:
        if not _metadata(annotation):
            return None
        # In a tuple, since pydantic takes no configuration for a model or dataclass by itself.
        checked: Any = types.GenericAlias(tuple, (annotation,))
        try:
            return TypeAdapter(checked, config=ConfigDict(arbitrary_types_allowed=True))
        except (PydanticSchemaGenerationError, PydanticUserError) as error:
            raise self._fault(
                f"has constraints on {name!r} that pydantic cannot check.", "See the cause."
            ) from error

    def _fault(self, problem: str, mend: str) -> WorkflowDefinitionError:
        return WorkflowDefinitionError(self._cls.__name__, self._name, problem, mend)


def _is_union(annotation: Any) -> bool:
    return get_origin(annotation) in (Union, types.UnionType)


def _members(annotation: Any) -> tuple[type, ...]:
    """Classes behind an annotation: constraints stripped, unions opened, generics reduced to their origin."""
    if get_origin(annotation) is Annotated:
        return _members(get_args(annotation)[0])
    if _is_union(annotation):
        return tuple(kind for member in get_args(annotation) for kind in _members(member))
    kind = get_origin(annotation) or annotation
    return (kind,) if isinstance(kind, type) and kind is not Any else ()


def _metadata(annotation: Any) -> tuple[Any, ...]:
    """What `Annotated` says, at any depth."""
    inner = get_args(annotation)
    if get_origin(annotation) is Annotated:
        return (*inner[1:], *_metadata(inner[0]))
    return tuple(found for member in inner for found in _metadata(member))


def _returned(annotation: Any) -> tuple[type, ...]:
    """Classes of which a phase's value may be; bools and None are verdicts and supply nothing."""
    if get_origin(annotation) is Annotated:
        return _returned(get_args(annotation)[0])
    if _is_union(annotation):
        return tuple(kind for member in get_args(annotation) for kind in _returned(member))
    if get_origin(annotation) is Result:
        return _returned(get_args(annotation)[0])
    if annotation is Any or annotation is Result:
        return (object,)
    return tuple(kind for kind in _members(annotation) if kind not in (bool, types.NoneType))
