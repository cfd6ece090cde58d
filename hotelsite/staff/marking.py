"""Writing marks, and reading the newest of each thing as a labelled set."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from django import forms
from django.contrib.auth.models import AbstractBaseUser
from django.utils import timezone

from hotelsite.conversations.models import Decision, Evidence, Session, Turn
from hotelsite.conversations.references import turn_reference
from hotelsite.staff.models import Mark

DESTINATION: Final = "destination"
"""The question whose labelled rows `evaluate_understanding` reads."""


class MarkForm(forms.ModelForm):
    """A reviewer's word, checked against the session that it is said of."""

    decision = forms.ModelChoiceField(Decision.objects.none(), required=False)

    class Meta:
        model = Mark
        fields = ("decision", "question", "verdict", "expected", "note")

    def __init__(self, *args: Any, session: Session, reviewer: AbstractBaseUser, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.instance.session, self.instance.reviewer = session, reviewer
        field = self.fields["decision"]
        assert isinstance(field, forms.ModelChoiceField)
        field.queryset = Decision.objects.filter(turn__session=session)

    def clean(self) -> dict[str, Any]:
        said: dict[str, Any] = super().clean() or self.cleaned_data
        if said.get("verdict") == Mark.Verdict.NOTE and not said.get("note"):
            self.add_error("note", "Say something, or choose right or wrong.")
        if said.get("question") and not said.get("decision"):
            self.add_error("question", "A question is one of a decision.")
        return said


@dataclass(frozen=True, slots=True, kw_only=True)
class Labelled:
    """One question of a decision with what a reviewer said of it."""

    mark: Mark
    turn: Turn
    decision: Decision
    answer: dict[str, Any]
    """In wire form."""
    thresholds: list[dict[str, Any]]
    """Those on this question, as code applied them then."""

    @property
    def expected(self) -> str:
        """What would have been right, in the words of the answer."""
        return given(self.answer) if self.mark.verdict == Mark.Verdict.RIGHT else self.mark.expected

    def as_json(self) -> dict[str, Any]:
        """One line for `manage.py calibrate`."""
        return {
            "id": turn_reference(self.turn.session_id, self.turn.number),
            "decision": self.decision.node,
            "question": self.mark.question,
            "provider": self.decision.provider,
            "model": self.decision.actual_model or self.decision.configured_model,
            "answer": self.answer,
            "thresholds": self.thresholds,
            "expected": self.expected,
            "note": self.mark.note,
        }


def given(answer: dict[str, Any]) -> str:
    """What an answer says, as a reviewer would write it."""
    kind = answer["type"]
    if kind == "choice":
        return str(answer["choice"])
    return ("yes" if answer["noul"] >= 0.5 else "no") if kind == "noul" else str(round(answer["score"]))


def labelled() -> Iterator[Labelled]:
    """Yield the newest right or wrong of each question, oldest first; those without evidence have nothing to compare.

    A wrong one counts only with what would have been right.
    """
    newest: dict[tuple[int | None, str], Mark] = {}
    marks = Mark.objects.exclude(question="").exclude(verdict=Mark.Verdict.NOTE)
    for mark in marks.select_related("decision__turn").order_by("pk"):
        newest[mark.decision_id, mark.question] = mark
    kept = [mark for mark in newest.values() if mark.verdict == Mark.Verdict.RIGHT or mark.expected]
    evidence = {
        (row.turn_id, row.run, row.visit): row
        for row in Evidence.objects.filter(
            kind=Evidence.Kind.DECISION, turn__in=[mark.decision.turn_id for mark in kept if mark.decision]
        )
    }
    for mark in kept:
        decision = mark.decision
        assert decision is not None
        row = evidence.get((decision.turn_id, decision.run, decision.visit))
        if row is None or mark.question not in row.given:
            continue
        yield Labelled(
            mark=mark,
            turn=decision.turn,
            decision=decision,
            answer=row.given[mark.question],
            thresholds=[line for line in row.thresholds if line["question"] == mark.question],
        )


def understanding_rows() -> Iterator[dict[str, Any]]:
    """Yield the labelled destinations as `evaluate_understanding` reads them.

    `values` are what the turn changed, where the decision was right; after a wrong one they prove nothing.
    """
    for item in labelled():
        turn = item.turn
        if item.mark.question != DESTINATION or turn.action:
            continue
        before = (
            Turn.objects.filter(session_id=turn.session_id, number__lt=turn.number, status="completed")
            .order_by("-number")
            .values_list("reply_text", "snapshot")
            .first()
        )
        reply, snapshot = before or (None, {})
        right = item.mark.verdict == Mark.Verdict.RIGHT
        yield {
            "id": turn_reference(turn.session_id, turn.number),
            "text": turn.request_text,
            "previous_system": reply,
            "reference_date": timezone.localdate(turn.started_at).isoformat(),
            "destination": item.expected,
            "values": _changed(snapshot, turn.snapshot) if right else {},
        }


def _changed(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    old, new = before.get("criteria", {}), after.get("criteria", {})
    return {
        name: {key: value for key, value in criterion.items() if key != "answered"}
        for name, criterion in new.items()
        if isinstance(criterion, dict) and criterion != old.get(name)
    }
