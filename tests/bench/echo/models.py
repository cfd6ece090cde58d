from __future__ import annotations

from typing import Any

from django.db import models, transaction


class Turn(models.Model):
    session = models.CharField(max_length=36, db_index=True)
    number = models.IntegerField()
    request = models.TextField()
    reply = models.TextField()
    at = models.DateTimeField(auto_now_add=True)

    objects: models.Manager[Any] = models.Manager()

    def __str__(self) -> str:
        return f"turn {self.number}"


class Step(models.Model):
    turn = models.ForeignKey(Turn, on_delete=models.CASCADE)
    node = models.CharField(max_length=40)
    data = models.JSONField()

    objects: models.Manager[Any] = models.Manager()

    def __str__(self) -> str:
        return self.node


STEPS = (
    ("Router", {"destination": "budget", "attempts": 1}),
    ("Budget", {"tool": "set_budget", "accepted": True}),
    ("Router", {"destination": "room_type", "attempts": 1}),
)


@transaction.atomic
def save(session: str, number: int, text: str) -> None:
    """Write four rows, as few as could tell what a turn of several nodes did."""
    turn = Turn.objects.create(session=session, number=number, request=text, reply=f"You said: {text}")
    Step.objects.bulk_create([Step(turn=turn, node=node, data=data) for node, data in STEPS])
