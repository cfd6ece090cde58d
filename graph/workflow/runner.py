"""Runs one workflow: phases in order, values injected by type, exceptions to the most specific handler."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import Annotated, Any, get_args, get_origin

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from graph.workflow.definition import Handler, Parameter, Phase, WorkflowDefinition, definition_of
from graph.workflow.errors import ConstraintViolationError, MissingInputError
from graph.workflow.facade import ChatFacade
from graph.workflow.records import PhaseEnd, PhaseRecord, Result, RunEnd, WorkflowRecord, WorkflowRun

RunSync = Callable[[Callable[[], Any]], Awaitable[Any]]
"""Runs a synchronous phase away from the event loop."""


class Valid:
    """`Annotated[Model, Valid]`: check the whole pydantic model again before the call."""


async def run_workflow(
    agent: type,
    event: object,
    *,
    services: Mapping[type, object] | None = None,
    chat: ChatFacade | None = None,
    run_sync: RunSync = asyncio.to_thread,
    on_end: Callable[[WorkflowRecord], None] | None = None,
) -> WorkflowRun:
    """Run a workflow for one event, on an object of its own that no other run shares.

    Args:
        services: What the class declared as services, by type.
        run_sync: Where synchronous phases run; a host with a database gives its own threads.
        on_end: Gets the record, also of a run that raises.

    Raises:
        Exception: What a phase raised and no handler took, or what its handler raised.
    """
    given = [*(services or {}).values(), *((chat,) if chat is not None else ())]
    run = _Run(definition_of(agent), agent(), event, given=given, run_sync=run_sync)
    try:
        value = await run.all_phases()
    except BaseException:
        _tell(on_end, run.record("failed"))
        raise
    record = run.record("stopped" if run.stopped_by else "completed")
    _tell(on_end, record)
    return WorkflowRun(record=record, value=value, details=run.details)


def _tell(on_end: Callable[[WorkflowRecord], None] | None, record: WorkflowRecord) -> None:
    if on_end is not None:
        on_end(record)


class _Run:
    def __init__(
        self,
        definition: WorkflowDefinition,
        agent: object,
        event: object,
        *,
        given: list[object],
        run_sync: RunSync,
    ) -> None:
        self._definition = definition
        self._agent = agent
        self._run_sync = run_sync
        self._values: list[object] = [event]
        """What can be injected, oldest first."""
        self._given = given
        self._phases: list[PhaseRecord] = []
        self.stopped_by: str | None = None
        self.details: object = None

    async def all_phases(self) -> object:
        """Run what is to be run; returns the outcome's value."""
        for phase in (self._definition.trigger, *self._definition.steps):
            await self._step(phase)
            if self.stopped_by:
                return None
        return await self._step(self._definition.outcome) if self._definition.outcome else None

    async def _step(self, phase: Phase) -> object:
        started = time.perf_counter()
        end: PhaseEnd = "failed"
        handler: Handler | None = None
        try:
            try:
                value = await self._call(phase)
                end = "stopped" if phase.kind == "decision" and self._stops(phase, value) else "done"
            except Exception as error:
                handler = self._handler_for(error)
                if handler is None:
                    raise
                value = await self._call(handler.phase, error)
                end = "handled"
            self._keep(value)
            return value
        finally:
            duration_ms = round((time.perf_counter() - started) * 1000)
            handled_by = handler.phase.name if handler else None
            self._phases.append(
                PhaseRecord(
                    name=phase.name, kind=phase.kind, end=end, duration_ms=duration_ms, handled_by=handled_by
                )
            )

    def _stops(self, phase: Phase, value: object) -> bool:
        """Whether a decision's value ends the run; an empty list is an object and does not."""
        failed = isinstance(value, Result) and not value.success
        if value is not None and value is not False and not failed:
            return False
        self.stopped_by = phase.name
        self.details = value.details if isinstance(value, Result) else None
        return True

    def _keep(self, value: object) -> None:
        kept = value.details if isinstance(value, Result) else value
        if kept is not None and not isinstance(kept, bool):
            self._values.append(kept)

    async def _call(self, phase: Phase, error: Exception | None = None) -> object:
        arguments = {parameter.name: self._supply(phase, parameter, error) for parameter in phase.parameters}
        method = getattr(self._agent, phase.name)
        if phase.is_async:
            return await method(**arguments)
        return await self._run_sync(lambda: method(**arguments))

    def _supply(self, phase: Phase, parameter: Parameter, error: Exception | None) -> object:
        """The newest value of the parameter's type, then services; checked against its constraints."""
        candidates = [*reversed(self._values), *self._given]
        if error is not None:
            candidates.insert(0, error)
        for value in candidates:
            if isinstance(value, parameter.types):
                return _constrained(phase, parameter, value)
        if parameter.optional:
            return None
        wanted = " or ".join(kind.__name__ for kind in parameter.types)
        raise MissingInputError(phase.name, parameter.name, wanted)

    def _handler_for(self, error: Exception) -> Handler | None:
        """The handler that names the error's class most closely; the first declared of equals."""
        near = [
            (steps, handler)
            for handler in self._definition.handlers
            if (steps := handler.distance(error)) is not None
        ]
        return min(near, key=lambda item: item[0])[1] if near else None

    def record(self, end: RunEnd) -> WorkflowRecord:
        return WorkflowRecord(
            agent=self._definition.name, end=end, stopped_by=self.stopped_by, phases=tuple(self._phases)
        )


def _constrained(phase: Phase, parameter: Parameter, value: object) -> object:
    annotation = parameter.annotation
    if get_origin(annotation) is not Annotated:
        return value
    try:
        if Valid in get_args(annotation)[1:] and isinstance(value, BaseModel):
            value = type(value).model_validate(dict(value))
        needs_config = not any(issubclass(kind, BaseModel) for kind in parameter.types)
        config = ConfigDict(arbitrary_types_allowed=True) if needs_config else None
        return TypeAdapter(annotation, config=config).validate_python(value)
    except ValidationError as error:
        faults = error.errors(include_input=False, include_url=False)
        problems = tuple(".".join([*map(str, fault["loc"]), fault["msg"]]) for fault in faults)
        raise ConstraintViolationError(phase.name, parameter.name, problems) from None
