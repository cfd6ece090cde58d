"""Runs one workflow: phases in order, values injected by type, exceptions to the most specific handler."""

from __future__ import annotations

import asyncio
import inspect
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from graph.workflow.constraints import check
from graph.workflow.definition import definition_of
from graph.workflow.errors import MissingInputError, WorkflowInputError
from graph.workflow.facade import ChatFacade
from graph.workflow.records import PhaseEnd, PhaseRecord, Result, RunEnd, WorkflowRecord, WorkflowRun
from graph.workflow.structure import Handler, Parameter, Phase, WorkflowDefinition, is_kind

RunSync = Callable[[Callable[[], Any]], Awaitable[Any]]
"""Runs a synchronous phase away from the event loop."""


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
        services: What the class declared as services, by type; a protocol is as good a key as a class.
        run_sync: Where synchronous phases run; a host with a database gives its own threads.
        on_end: Gets the record, also of a run that raises.

    Raises:
        WorkflowInputError: The event is of another type, or a service is missing; there is no record then.
        Exception: What a phase raised and no handler took, or what its handler raised.
    """
    definition = definition_of(agent)
    given: dict[type, object] = dict(services or {})
    if chat is not None:
        given[ChatFacade] = chat
    _check_inputs(definition, event, given)
    run = _Run(definition, agent(), event, services=given, run_sync=run_sync)
    record = None
    try:
        value = await run.all_phases()
        record = run.record("stopped" if run.stopped_by else "completed")
    except BaseException as error:
        record = run.record("failed", error)
        raise
    finally:
        if on_end is not None and record is not None:
            on_end(record)
    return WorkflowRun(record=record, value=value)


def _check_inputs(definition: WorkflowDefinition, event: object, given: Mapping[type, object]) -> None:
    if not definition.event.takes(type(event)):
        raise WorkflowInputError(definition.name, f"its trigger takes no {type(event).__name__}")
    for service in definition.services:
        if not any(is_kind(key, service) or is_kind(type(value), service) for key, value in given.items()):
            raise WorkflowInputError(definition.name, f"the service {service.__name__} is missing")
    if definition.needs_chat and ChatFacade not in given:
        raise WorkflowInputError(definition.name, "it asks a chat model, and none was given")


class _Run:
    def __init__(
        self,
        definition: WorkflowDefinition,
        agent: object,
        event: object,
        *,
        services: Mapping[type, object],
        run_sync: RunSync,
    ) -> None:
        self._definition = definition
        self._agent = agent
        self._run_sync = run_sync
        self._values: list[object] = [event]
        """What can be injected before services, oldest first."""
        self._services = services
        self._phases: list[PhaseRecord] = []
        self.stopped_by: str | None = None
        self._details: object = None

    async def all_phases(self) -> object:
        """Run what is to be run; returns the outcome's value."""
        for phase in (self._definition.trigger, *self._definition.steps):
            await self._step(phase)
            if self.stopped_by:
                return None
        return await self._step(self._definition.outcome) if self._definition.outcome else None

    def record(self, end: RunEnd, error: BaseException | None = None) -> WorkflowRecord:
        return WorkflowRecord(
            agent=self._definition.name,
            end=end,
            phases=tuple(self._phases),
            stopped_by=self.stopped_by,
            details=self._details,
            error=_class_of(error),
        )

    async def _step(self, phase: Phase) -> object:
        started = time.perf_counter()
        end: PhaseEnd = "failed"
        raised: BaseException | None = None
        handler: Handler | None = None
        try:
            try:
                value = await self._call(phase)
                end = "stopped" if phase.kind == "decision" and self._stops(phase, value) else "done"
            except BaseException as error:
                raised = error
                handler = self._handler_for(error)
                if handler is None:
                    raise
                value = await self._call(handler.phase, {handler.exception.name: error})
                end = "handled"
            self._keep(value)
            return value
        finally:
            self._phases.append(
                PhaseRecord(
                    name=phase.name,
                    kind=phase.kind,
                    end=end,
                    duration_ms=round((time.perf_counter() - started) * 1000),
                    error=_class_of(raised),
                    handled_by=handler.phase.name if handler else None,
                )
            )

    def _stops(self, phase: Phase, value: object) -> bool:
        """Whether a decision's value ends the run; an empty list is an object and does not."""
        failed = isinstance(value, Result) and not value.success
        if value is not None and value is not False and not failed:
            return False
        self.stopped_by = phase.name
        self._details = value.details if isinstance(value, Result) else None
        return True

    def _keep(self, value: object) -> None:
        kept = value.details if isinstance(value, Result) else value
        if kept is not None and not isinstance(kept, bool):
            self._values.append(kept)

    async def _call(self, phase: Phase, given: Mapping[str, object] | None = None) -> object:
        arguments = dict(given or {})
        for parameter in phase.parameters:
            if parameter.name not in arguments:
                arguments[parameter.name] = self._supply(phase, parameter)
        method = getattr(self._agent, phase.name)
        if phase.is_async:
            return await method(**arguments)
        value = await self._run_sync(lambda: method(**arguments))
        # A decorator may hide that there is a coroutine to await.
        return await value if inspect.isawaitable(value) else value

    def _supply(self, phase: Phase, parameter: Parameter) -> object:
        """The newest value of the parameter's type, else a service, else its default; checked unless a default."""
        for value in reversed(self._values):
            if parameter.takes(type(value)):
                check(phase.name, parameter, value)
                return value
        for kind, service in self._services.items():
            if parameter.takes(kind) or parameter.takes(type(service)):
                check(phase.name, parameter, service)
                return service
        if not parameter.required:
            return parameter.default
        wanted = " or ".join(kind.__name__ for kind in parameter.types)
        raise MissingInputError(phase.name, parameter.name, wanted)

    def _handler_for(self, error: BaseException) -> Handler | None:
        """The handler that names the error's class most closely; the first declared of equals."""
        if not isinstance(error, Exception):
            return None  # a cancellation or an exit is not the workflow's to handle
        near = [
            (steps, handler)
            for handler in self._definition.handlers
            if (steps := handler.distance(error)) is not None
        ]
        return min(near, key=lambda item: item[0])[1] if near else None


def _class_of(error: BaseException | None) -> str | None:
    return type(error).__name__ if error is not None else None
