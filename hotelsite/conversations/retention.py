"""Deleting conversations that are older than they need to be kept."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import models, transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from hotelsite.conversations.lifecycle import no_live_lease
from hotelsite.conversations.models import Evidence, NodeState, Session, Turn

BATCH = 50
"""Sessions a transaction: few enough that customers who are writing meanwhile do not notice."""


EVIDENCE_BATCH = 500
"""Rows a transaction, for the same reason."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pruned:
    deleted: int
    """Sessions that are gone with all that was theirs."""
    emptied: int
    """Sessions that lost all that was said in them, and live on as a row that tells whose they were."""


def prune(before: datetime, *, keep_owner: QuerySet | Collection[UUID] = ()) -> Pruned:
    """Delete conversations in which nothing happened since `before`; never one with a turn in flight.

    Args:
        keep_owner: Ids of sessions that only lose their content, because something still asks whose they were.
    """
    old = Session.objects.filter(no_live_lease(timezone.now()), last_active_at__lt=before)
    kept = Q(pk__in=keep_owner)
    has_content = Exists(Turn.objects.filter(session=OuterRef("pk"))) | Exists(
        NodeState.objects.filter(session=OuterRef("pk"))
    )
    deleted = emptied = 0
    while batch := _ids(old.exclude(kept)):
        with transaction.atomic():
            Session.objects.filter(pk__in=batch).delete()
        deleted += len(batch)
    while batch := _ids(old.filter(kept).filter(has_content)):
        with transaction.atomic():
            _empty(batch)
        emptied += len(batch)
    return Pruned(deleted=deleted, emptied=emptied)


def prune_evidence(before: datetime) -> int:
    """Delete what models gave before then, from conversations that stay; return how many rows went."""
    rows: models.QuerySet[Evidence] = models.QuerySet(Evidence).filter(
        created_at__lt=before
    )  # below the manager, which deletes nothing
    deleted = 0
    while batch := list(rows.order_by("created_at").values_list("pk", flat=True)[:EVIDENCE_BATCH]):
        with transaction.atomic():
            deleted += models.QuerySet(Evidence).filter(pk__in=batch).delete()[0]
    return deleted


def _ids(sessions: QuerySet[Session]) -> list[UUID]:
    return list(sessions.order_by("last_active_at").values_list("pk", flat=True)[:BATCH])


def _empty(ids: list[UUID]) -> None:
    Turn.objects.filter(session__in=ids).delete()  # takes messages and audit along
    NodeState.objects.filter(session__in=ids).delete()
    emptied = Session.objects.filter(pk__in=ids)
    emptied.update(history_lengths={}, lease_token=None, lease_expires_at=None)
    emptied.filter(status=Session.Status.ACTIVE).update(status=Session.Status.EXPIRED)
