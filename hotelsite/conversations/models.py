"""The records of conversations: what a session is at, what each turn was asked and answered, and the audit beneath.

A session's row is small and its history is append-only rows, so a turn costs the same however long the session is.
What must always hold is a database constraint; the rules of status and lease are in `lifecycle`.
"""

from __future__ import annotations

import uuid
from typing import Any, ClassVar

from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import F, Q

from graph.usage import Meter, TurnUsage
from hotelsite.conversations.append_only import AppendOnly

NAME_LENGTH = 64
"""Room for names of graphs, nodes, tools, history spaces and providers."""


class UsageColumns(models.Model):
    """What deciding and talking cost; calls that reached a provider, and tokens as the providers reported them."""

    decision_calls = models.PositiveIntegerField(default=0)
    decision_skipped = models.PositiveIntegerField(default=0)
    decision_input_tokens = models.PositiveBigIntegerField(default=0)
    decision_output_tokens = models.PositiveBigIntegerField(default=0)
    chat_calls = models.PositiveIntegerField(default=0)
    chat_input_tokens = models.PositiveBigIntegerField(default=0)
    chat_output_tokens = models.PositiveBigIntegerField(default=0)

    class Meta:
        abstract = True

    @property
    def usage(self) -> TurnUsage:
        return TurnUsage(
            decisions=Meter(
                calls=self.decision_calls,
                skipped=self.decision_skipped,
                input_tokens=self.decision_input_tokens,
                output_tokens=self.decision_output_tokens,
            ),
            chat=Meter(
                calls=self.chat_calls,
                input_tokens=self.chat_input_tokens,
                output_tokens=self.chat_output_tokens,
            ),
        )

    @staticmethod
    def adding(usage: TurnUsage) -> dict[str, Any]:
        """Assignments for `update()` that add the usage to what the row has."""
        decisions, chat = usage.decisions, usage.chat
        amounts = {
            "decision_calls": decisions.calls,
            "decision_skipped": decisions.skipped,
            "decision_input_tokens": decisions.input_tokens,
            "decision_output_tokens": decisions.output_tokens,
            "chat_calls": chat.calls,
            "chat_input_tokens": chat.input_tokens,
            "chat_output_tokens": chat.output_tokens,
        }
        return {column: F(column) + amount for column, amount in amounts.items() if amount}


class Session(UsageColumns):
    """One conversation. Its usage is the sum over its turns."""

    class Status(models.TextChoices):
        ACTIVE = "active"
        COMPLETED = "completed"
        EXPIRED = "expired"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    graph = models.CharField(max_length=NAME_LENGTH)
    owner = models.CharField(max_length=64, help_text="SHA-256 of the secret that opens the session, in hex.")
    status = models.CharField(max_length=16, choices=Status.choices, default=Status.ACTIVE)
    cursor = models.CharField(
        max_length=NAME_LENGTH,
        blank=True,
        help_text="Node at which the session resumes; empty before its first turn.",
    )
    turn_count = models.PositiveIntegerField(default=0, help_text="Number of the newest turn.")
    history_lengths = models.JSONField(default=dict, help_text="Number of messages by history space.")
    lease_token = models.CharField(
        max_length=32,
        null=True,
        blank=True,
        help_text="Who may write the turn in flight; empty between turns.",
    )
    lease_expires_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField()
    last_active_at = models.DateTimeField()

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["owner", "status", "last_active_at"], name="session_of_owner"),
            models.Index(fields=["status", "last_active_at"], name="session_idle"),  # expiry
            models.Index(fields=["last_active_at"], name="session_last_active"),  # retention
            models.Index(fields=["created_at", "id"], name="session_newest"),  # the staff's list
        ]
        constraints: ClassVar = [
            models.CheckConstraint(
                name="session_status_known", condition=Q(status__in=["active", "completed", "expired"])
            ),
            models.CheckConstraint(
                name="session_lease_whole_or_absent",
                condition=Q(lease_token__isnull=True, lease_expires_at__isnull=True)
                | Q(lease_token__isnull=False, lease_expires_at__isnull=False),
            ),
            models.CheckConstraint(
                name="session_lease_only_while_active",
                condition=Q(status="active") | Q(lease_token__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return str(self.id)


class NodeState(models.Model):
    """What one node saved, replaced whole when it saves anew; so a turn writes the states that changed, no others."""

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="node_states", db_index=False)
    node = models.CharField(max_length=NAME_LENGTH)
    data = models.JSONField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["session", "node"], name="one_state_per_node"),
        ]

    def __str__(self) -> str:
        return f"{self.node} of {self.session_id}"


class Turn(UsageColumns):
    """One thing a customer did and what came of it. Its usage is the sum over its runs."""

    class Status(models.TextChoices):
        RUNNING = "running"
        COMPLETED = "completed"
        FAILED = "failed"
        CANCELLED = "cancelled"
        INTERRUPTED = "interrupted"

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="turns", db_index=False)
    number = models.PositiveIntegerField(validators=[MinValueValidator(1)])
    client_id = models.CharField(max_length=64)
    fingerprint = models.CharField(
        max_length=64, help_text="Digest of the request; tells a reused id from a repeat."
    )
    runs = models.PositiveIntegerField(
        default=1, help_text="How often it was begun; more than 1 after a retry."
    )
    earlier_runs_usage = models.JSONField(default=dict, help_text="What the runs before the last one cost.")

    request_text = models.TextField()
    action = models.CharField(
        max_length=NAME_LENGTH, blank=True, help_text="Empty where the customer wrote text."
    )
    arguments = models.JSONField(default=dict)

    status = models.CharField(max_length=16, choices=Status.choices, default=Status.RUNNING)
    reply_text = models.TextField(blank=True)
    reply_data = models.JSONField(
        default=dict, help_text="Cards, buttons, a form: as the application made them."
    )
    code = models.CharField(max_length=32, blank=True, help_text="Why it failed.")
    message = models.TextField(blank=True, help_text="What the customer was told of the failure.")
    retryable = models.BooleanField(default=False)

    node = models.CharField(
        max_length=NAME_LENGTH, blank=True, help_text="Where the session resumed after it."
    )
    completed_session = models.BooleanField(default=False)
    path = models.JSONField(default=list, help_text="Names of the nodes entered, in order.")
    snapshot = models.JSONField(default=dict, help_text="What the graph said of the session after it.")
    last_seq = models.PositiveIntegerField(default=0, help_text="Sequence number of its last event.")

    started_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["started_at"], name="turn_started"),  # the staff's summary of a period
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["session", "number"], name="turn_number_unique"),
            models.UniqueConstraint(fields=["session", "client_id"], name="turn_client_id_unique"),
            models.UniqueConstraint(
                fields=["session"], condition=Q(status="running"), name="one_running_turn_per_session"
            ),
            models.CheckConstraint(
                name="turn_status_known",
                condition=Q(status__in=["running", "completed", "failed", "cancelled", "interrupted"]),
            ),
            models.CheckConstraint(
                name="turn_finished_unless_running",
                condition=Q(status="running", finished_at__isnull=True)
                | (~Q(status="running") & Q(finished_at__isnull=False)),
            ),
            models.CheckConstraint(name="turn_counts_from_one", condition=Q(number__gte=1, runs__gte=1)),
        ]

    def __str__(self) -> str:
        return f"turn {self.number}"

    @property
    def last_run_usage(self) -> TurnUsage:
        """What the run cost that gave the answer, as the customer's page was told."""
        earlier = TurnUsage.from_json(self.earlier_runs_usage)
        return TurnUsage(
            decisions=_difference(self.usage.decisions, earlier.decisions),
            chat=_difference(self.usage.chat, earlier.chat),
        )


def _difference(later: Meter, earlier: Meter) -> Meter:
    return Meter(
        calls=later.calls - earlier.calls,
        skipped=later.skipped - earlier.skipped,
        input_tokens=later.input_tokens - earlier.input_tokens,
        output_tokens=later.output_tokens - earlier.output_tokens,
    )


class Message(AppendOnly):
    """One message of a history space, at its place from 1."""

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="messages", db_index=False)
    turn = models.ForeignKey(Turn, on_delete=models.CASCADE, related_name="messages")
    space = models.CharField(max_length=NAME_LENGTH)
    position = models.PositiveIntegerField()
    role = models.CharField(max_length=16)
    text = models.TextField(blank=True)
    internal = models.BooleanField(default=False, help_text="Written by the framework for the model.")
    tool_calls = models.JSONField(default=list)
    tool_call_id = models.TextField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["session", "space", "position"], name="message_place_unique"),
            models.CheckConstraint(
                name="message_role_known", condition=Q(role__in=["human", "assistant", "tool"])
            ),
        ]

    def __str__(self) -> str:
        return f"{self.space} {self.position}"


class NodeVisit(AppendOnly):
    """One entry into a node."""

    turn = models.ForeignKey(Turn, on_delete=models.CASCADE, related_name="visits", db_index=False)
    run = models.PositiveIntegerField(help_text="Which run of its turn; a retried turn has several.")
    order = models.PositiveIntegerField()
    node = models.CharField(max_length=NAME_LENGTH)
    kind = models.CharField(max_length=16)
    left_by = models.CharField(max_length=16, blank=True)
    target = models.CharField(max_length=NAME_LENGTH, null=True, blank=True)
    tool = models.CharField(max_length=NAME_LENGTH, null=True, blank=True)
    tool_accepted = models.BooleanField(null=True, blank=True)
    duration_ms = models.PositiveIntegerField()
    nested_in = models.CharField(max_length=NAME_LENGTH, null=True, blank=True)
    workflows = models.JSONField(
        default=list, help_text="How the annotated workflows went that it ran: phases, durations, ends."
    )

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["turn", "run", "order"], name="visit_order_unique"),
        ]

    def __str__(self) -> str:
        return f"{self.order} {self.node}"


class ChatCall(AppendOnly):
    """The audit entry of one call of a chat model: what it cost and how it ended, never what was said."""

    turn = models.ForeignKey(Turn, on_delete=models.CASCADE, related_name="chats", db_index=False)
    run = models.PositiveIntegerField()
    order = models.PositiveIntegerField(help_text="Place among the calls of its run, from 1.")
    visit = models.PositiveIntegerField(help_text="Order of the node visit that asked.")
    node = models.CharField(max_length=NAME_LENGTH)
    provider = models.CharField(max_length=NAME_LENGTH)
    configured_model = models.CharField(max_length=128, blank=True)
    actual_model = models.CharField(
        max_length=128, null=True, blank=True, help_text="As the provider reported it."
    )
    failure = models.CharField(max_length=16, null=True, blank=True)
    attempts = models.PositiveIntegerField()
    duration_ms = models.PositiveIntegerField()
    http_status = models.PositiveSmallIntegerField(null=True, blank=True)
    input_tokens = models.PositiveBigIntegerField(
        null=True, blank=True, help_text="Empty means unknown, not zero."
    )
    output_tokens = models.PositiveBigIntegerField(null=True, blank=True)

    class Meta:
        indexes: ClassVar = [
            models.Index(
                fields=["failure", "id"], name="chat_call_failure"
            ),  # staff look for what went wrong
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["turn", "run", "order"], name="chat_call_order_unique"),
        ]

    def __str__(self) -> str:
        return f"{self.node}: chat"


class Evidence(AppendOnly):
    """What a model gave, in order: apart from the audit, with a permission and a retention of its own.

    Written only where `DECISION_EVIDENCE` is on.
    """

    class Kind(models.TextChoices):
        DECISION = "decision"
        CHAT = "chat"

    turn = models.ForeignKey(Turn, on_delete=models.CASCADE, related_name="evidence", db_index=False)
    run = models.PositiveIntegerField()
    order = models.PositiveIntegerField(help_text="Place among what models gave in its run, from 1.")
    visit = models.PositiveIntegerField(help_text="Order of the node visit that asked.")
    node = models.CharField(max_length=NAME_LENGTH)
    kind = models.CharField(max_length=16, choices=Kind.choices)
    given = models.JSONField(help_text="Answers by question; or a reply's text and tool calls.")
    thresholds = models.JSONField(
        default=list, help_text="The lines that code drew through the answers then."
    )
    margin = models.FloatField(
        null=True, blank=True, help_text="How far, 0 to 1, a decision was from going the other way."
    )
    created_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "evidence"
        indexes: ClassVar = [
            models.Index(fields=["margin"], name="evidence_margin"),  # staff look for what was close
            models.Index(fields=["created_at"], name="evidence_created"),  # its own retention
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["turn", "run", "order"], name="evidence_order_unique"),
            models.CheckConstraint(name="evidence_kind_known", condition=Q(kind__in=["decision", "chat"])),
        ]

    def __str__(self) -> str:
        return f"{self.order} {self.node}"


class Decision(AppendOnly):
    """The audit entry of one decision: what it cost and how it ended, never what was asked or answered."""

    turn = models.ForeignKey(Turn, on_delete=models.CASCADE, related_name="decisions", db_index=False)
    run = models.PositiveIntegerField()
    visit = models.PositiveIntegerField(help_text="Order of the node visit that asked.")
    node = models.CharField(max_length=NAME_LENGTH)
    provider = models.CharField(max_length=NAME_LENGTH)
    configured_model = models.CharField(max_length=128)
    actual_model = models.CharField(
        max_length=128, null=True, blank=True, help_text="As the provider reported it."
    )
    outcome = models.CharField(max_length=32)
    failure = models.CharField(max_length=16, null=True, blank=True)
    attempts = models.PositiveIntegerField()
    duration_ms = models.PositiveIntegerField()
    request_id = models.CharField(max_length=128, null=True, blank=True)
    http_status = models.PositiveSmallIntegerField(null=True, blank=True)
    input_tokens = models.PositiveBigIntegerField(
        null=True, blank=True, help_text="Empty means unknown, not zero."
    )
    output_tokens = models.PositiveBigIntegerField(null=True, blank=True)

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["outcome", "id"], name="decision_outcome"),  # staff look for what went wrong
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["turn", "run", "visit"], name="one_decision_per_visit"),
        ]

    def __str__(self) -> str:
        return f"{self.node}: {self.outcome}"
