"""What staff say of conversations. It goes with its session; what was marked stays as it was recorded."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models

from hotelsite.conversations.append_only import AppendOnly
from hotelsite.conversations.models import NAME_LENGTH, Decision, Session


class Mark(AppendOnly):
    """One reviewer's word on a session, or on one question of a decision; the newest on the same thing counts."""

    class Verdict(models.TextChoices):
        RIGHT = "right"
        WRONG = "wrong"
        NOTE = "note", "only a note"

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="marks")
    decision = models.ForeignKey(
        Decision,
        on_delete=models.CASCADE,
        related_name="marks",
        null=True,
        blank=True,
        help_text="Empty where the session as a whole is meant.",
    )
    question = models.CharField(
        max_length=NAME_LENGTH, blank=True, help_text="Empty where the decision as a whole is meant."
    )
    verdict = models.CharField(max_length=8, choices=Verdict.choices)
    expected = models.CharField(
        max_length=255, blank=True, help_text="What would have been right: a label, yes or no, a level."
    )
    note = models.TextField(blank=True, max_length=2000)
    reviewer = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                name="mark_verdict_known", condition=models.Q(verdict__in=["right", "wrong", "note"])
            ),
            models.CheckConstraint(
                name="mark_of_question_has_decision",
                condition=models.Q(question="") | models.Q(decision__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.question or self.decision or 'session'}: {self.verdict}"
