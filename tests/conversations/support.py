"""Turns as an engine would begin and end them, and a clock that stands still until told otherwise."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import datetime, timedelta
from threading import Barrier
from typing import TypeVar

from django.apps import apps
from django.db import connections, models
from django.utils import timezone

from graph.chat.messages import Message
from graph.decision.audit import DecisionRecord
from graph.jsonvalue import JsonObject
from graph.routing import Reply
from graph.store import Lease, TurnBegun
from graph.turns import NodeVisit, TurnClosure, TurnCommit, TurnInput
from graph.usage import Meter, TurnUsage, Usage
from hotelsite.conversations import claims, recording
from hotelsite.conversations.models import Session
from hotelsite.conversations.sessions import begin_session

LEASE_S = 30.0
WINDOW = 5
ANNA = "a" * 64
BORIS = "b" * 64

TOKENS = Usage(100, 7)

T = TypeVar("T")


class FixedClock:
    """Says the same time until it is moved."""

    def __init__(self) -> None:
        self.now = timezone.now()

    def __call__(self) -> datetime:
        return self.now

    def pass_seconds(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)


def new_session(owner: str = ANNA) -> Session:
    return begin_session(owner, graph="hotel")


def said(turn_id: str, text: str = "hello") -> TurnInput:
    return TurnInput(id=turn_id, text=text)


def begin(session: Session, turn: TurnInput, now: datetime | None = None, window: int = WINDOW) -> TurnBegun:
    """Claim the session for a turn that is expected to begin."""
    begun = claims.begin(str(session.pk), turn, lease_s=LEASE_S, window=window, now=now or timezone.now())
    assert isinstance(begun, TurnBegun), begun
    return begun


def complete(
    session: Session, turn_id: str, done: TurnCommit | None = None, now: datetime | None = None
) -> None:
    """Run a whole turn."""
    recording.commit(
        begin(session, said(turn_id), now).lease, done or commit_of("Router"), now=now or timezone.now()
    )


def fail(
    session: Session, turn_id: str, closure: TurnClosure | None = None, now: datetime | None = None
) -> None:
    """Run a turn that fails so that it may be tried again."""
    recording.close(
        begin(session, said(turn_id), now).lease, closure or failure_of("Router"), now=now or timezone.now()
    )


def visit(order: int, node: str) -> NodeVisit:
    return NodeVisit(order=order, node=node, kind="decision", left_by="direct", duration_ms=12)


def decision(order: int, node: str, usage: Usage | None = TOKENS) -> DecisionRecord:
    return DecisionRecord(
        visit=order,
        node=node,
        provider="scripted",
        configured_model="jev-latest",
        actual_model="jev-3",
        outcome="success",
        failure=None,
        attempts=2,
        duration_ms=9,
        request_id="request-1",
        usage=usage,
    )


def usage_of(calls: int) -> TurnUsage:
    return TurnUsage(
        decisions=Meter(calls=calls, skipped=1, input_tokens=100 * calls, output_tokens=7 * calls),
        chat=Meter(calls=1, input_tokens=50, output_tokens=5),
    )


def commit_of(
    *path: str,
    text: str = "Which dates?",
    completed: bool = False,
    states: Mapping[str, JsonObject] | None = None,
    messages: tuple[tuple[str, Message], ...] = (
        ("intake", Message.human("hello")),
        ("intake", Message.assistant("Which dates?")),
    ),
) -> TurnCommit:
    """What a turn over these nodes leaves behind; one decision call for each."""
    return TurnCommit(
        cursor="end" if completed else path[-1],
        completed=completed,
        reply=Reply(text, {"quick_replies": []}),
        snapshot={"results": []},
        states=states if states is not None else {"Router": {"notice": None}},
        messages=messages,
        path=path,
        visits=tuple(visit(order, node) for order, node in enumerate(path, 1)),
        decisions=tuple(decision(order, node) for order, node in enumerate(path, 1)),
        usage=usage_of(len(path)),
        seq=3,
    )


def failure_of(*path: str, retryable: bool = True) -> TurnClosure:
    return TurnClosure(
        status="failed",
        code="internal",
        message="Something went wrong on our side.",
        retryable=retryable,
        path=path,
        visits=tuple(visit(order, node) for order, node in enumerate(path, 1)),
        decisions=tuple(decision(order, node) for order, node in enumerate(path, 1)),
        usage=usage_of(len(path)),
        seq=2,
    )


def cancellation_of(*path: str) -> TurnClosure:
    return replace(failure_of(*path, retryable=False), status="cancelled", code=None, message="")


def all_rows() -> dict[str, list[dict[str, object]]]:
    """Everything the app has stored, to compare before and after."""
    tables: list[type[models.Model]] = list(apps.get_app_config("conversations").get_models())
    return {table.__name__: list(table._base_manager.order_by("pk").values()) for table in tables}


def at_once(times: int, work: Callable[[int], T]) -> list[T | Exception]:
    """Run `work(0)`, `work(1)`, ... side by side, each on a connection of its own; returns results or errors."""
    ready = Barrier(times)

    def run(index: int) -> T | Exception:
        try:
            ready.wait()
            return work(index)
        except Exception as error:  # noqa: BLE001 - what happened is what the test asks
            return error
        finally:
            connections.close_all()

    with ThreadPoolExecutor(times) as pool:
        return list(pool.map(run, range(times)))


def forged(lease: Lease) -> Lease:
    """The same turn with a token that was never given out."""
    return replace(lease, token="0" * 32)
