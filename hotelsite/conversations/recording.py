"""Ending a turn: all of it in one transaction that the lease's token must still allow, or nothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from django.db import transaction

from graph.chat.messages import Message as ChatMessage
from graph.errors import LeaseLostError
from graph.jsonvalue import JsonObject
from graph.store import Lease
from graph.turns import TurnClosure, TurnCommit
from hotelsite.conversations.claims import HeldLease
from hotelsite.conversations.models import (
    ChatCall,
    Decision,
    Evidence,
    Message,
    NodeState,
    NodeVisit,
    Session,
    Turn,
)
from hotelsite.conversations.values import (
    chat_rows,
    decision_rows,
    evidence_rows,
    message_row,
    storable,
    storable_json,
    visit_rows,
)


def commit(lease: Lease, done: TurnCommit, *, now: datetime, keep_evidence: bool = False) -> None:
    """Write a finished turn and release the lease.

    Args:
        keep_evidence: Whether to store what models gave.

    Raises:
        LeaseLostError: Nothing was written.
    """
    held = _held(lease)
    with transaction.atomic():
        lengths = dict(held.history_lengths)
        messages = _message_rows(held, done.messages, lengths)
        _release(held, done, now, cursor=done.cursor, history_lengths=lengths, completed=done.completed)
        _close_row(
            held,
            done,
            now,
            status=Turn.Status.COMPLETED,
            reply_text=storable(done.reply.text),
            reply_data=storable_json(done.reply.data),
            node=done.cursor,
            completed_session=done.completed,
            snapshot=storable_json(done.snapshot),
        )
        Message.objects.bulk_create(messages)
        save_states(lease.session_id, done.states)
        _append_audit(held, done)
        if keep_evidence:
            _append_evidence(held, done, now)


def close(lease: Lease, closure: TurnClosure, *, now: datetime, keep_evidence: bool = False) -> None:
    """Record a turn that failed, was cancelled or interrupted, and release the lease.

    Args:
        keep_evidence: Whether to store what models gave.

    Raises:
        LeaseLostError: Nothing was written.
    """
    held = _held(lease)
    with transaction.atomic():
        _release(held, closure, now)
        _close_row(
            held,
            closure,
            now,
            status=closure.status,
            code=closure.code or "",
            message=closure.message,
            retryable=closure.retryable,
        )
        _append_audit(held, closure)
        if keep_evidence:
            _append_evidence(held, closure, now)


def save_states(session_id: str, states: Mapping[str, JsonObject]) -> None:
    """Replace the state of the given nodes, whole; one statement for all of them."""
    NodeState.objects.bulk_create(
        [
            NodeState(session_id=session_id, node=node, data=storable_json(data))
            for node, data in states.items()
        ],
        update_conflicts=True,
        unique_fields=["session", "node"],
        update_fields=["data"],
    )


def _held(lease: Lease) -> HeldLease:
    """Leases that this store gave out tell more than the engine knows of."""
    assert isinstance(lease, HeldLease), lease
    return lease


def _release(
    held: HeldLease,
    ended: TurnCommit | TurnClosure,
    now: datetime,
    *,
    completed: bool = False,
    **changes: Any,
) -> None:
    """Give the lease back; the condition on its token is what makes the whole transaction safe."""
    if completed:
        changes["status"] = Session.Status.COMPLETED
    released = Session.objects.filter(pk=held.session_id, lease_token=held.token).update(
        lease_token=None,
        lease_expires_at=None,
        last_active_at=now,
        **Session.adding(ended.usage),
        **changes,
    )
    if not released:
        raise _lost(held)


def _close_row(held: HeldLease, ended: TurnCommit | TurnClosure, now: datetime, **changes: Any) -> None:
    Turn.objects.filter(pk=held.turn_id).update(
        path=list(ended.path), last_seq=ended.seq, finished_at=now, **Turn.adding(ended.usage), **changes
    )


def _append_audit(held: HeldLease, ended: TurnCommit | TurnClosure) -> None:
    NodeVisit.objects.bulk_create(visit_rows(held.turn_id, held.run, ended.visits))
    Decision.objects.bulk_create(decision_rows(held.turn_id, held.run, ended.decisions))
    ChatCall.objects.bulk_create(chat_rows(held.turn_id, held.run, ended.chat_calls))


def _append_evidence(held: HeldLease, ended: TurnCommit | TurnClosure, now: datetime) -> None:
    Evidence.objects.bulk_create(evidence_rows(held.turn_id, held.run, ended.evidence, now))


def _message_rows(
    held: HeldLease, messages: Iterable[tuple[str, ChatMessage]], lengths: dict[str, int]
) -> list[Message]:
    """Rows at the next places of their spaces; `lengths` is brought up to date."""
    rows = []
    for space, message in messages:
        lengths[space] = lengths.get(space, 0) + 1
        rows.append(message_row(held.turn_id, held.session_id, space, lengths[space], message))
    return rows


def _lost(lease: Lease) -> LeaseLostError:
    return LeaseLostError(f"turn {lease.turn} of session {lease.session_id} lost its lease")
