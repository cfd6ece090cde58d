"""A live evaluation: scenarios on the models that settings name, believed only where those models did the work."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.utils import timezone

from graph.metering import RequestMeter
from graph.modelserver import ServedModel
from hotelsite.runtime import Providers
from hotelsite.web.checks import missing_key, named_remotes
from hotelsite.web.judging import Judge
from hotelsite.web.replaying import PlayedScenario

_UNAIDED: Final = frozenset({"success", "skipped"})
"""How decisions end in which no code stood in for the model."""


def reason_to_skip() -> str | None:
    """Say why there is nothing to evaluate with these settings, None where there is."""
    remotes = named_remotes()
    if not remotes:
        return "DECISION_PROVIDER and CHAT_PROVIDER name no model over HTTP."
    return " ".join(filter(None, map(missing_key, remotes))) or None


def unaided_mismatches(played: PlayedScenario) -> Iterator[str]:
    """Yield where code stood in for a model: a conversation that goes on in an outage says nothing of the model."""
    for outcome, count in played.outcomes.items():
        if outcome not in _UNAIDED:
            yield f"{count} decisions ended as {outcome}"
    for failure, count in played.chat_failures.items():
        yield f"{count} chat calls failed: {failure}"


@dataclass(slots=True, kw_only=True)
class Evaluation:
    """What came of some scenarios."""

    providers: Providers
    meter: RequestMeter
    judge: Judge | None
    played: list[PlayedScenario] = field(default_factory=list)
    mismatches: list[str] = field(default_factory=list)
    """Of all scenarios together."""

    @property
    def failures(self) -> int:
        return len(self.mismatches) + sum(scenario.failures for scenario in self.played)

    def unasked(self) -> Iterator[str]:
        """Yield the models over HTTP that no scenario asked anything."""
        asked = {account.kind for scenario in self.played for account in scenario.requests}
        for kind, model in (("decision", self.providers.decision), ("chat", self.providers.chat)):
            if isinstance(model, ServedModel) and kind not in asked:
                yield f"nothing was asked of {model.id}"

    def write(self, path: Path | None = None) -> Path:
        """Write it down whole, or not at all, and return where.

        Args:
            path: By default a file of its own for each evaluation, so that an older one is never taken for it.
        """
        now = timezone.now().astimezone(dt.UTC)
        path = path or Path(settings.VAR_DIR) / "live" / f"{now:%Y%m%dT%H%M%SZ}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        unfinished = path.with_name(f"{path.name}.unfinished")
        unfinished.write_text(json.dumps(self._as_json(now), indent=1, ensure_ascii=False), encoding="utf-8")
        return unfinished.replace(path)

    def _as_json(self, now: dt.datetime) -> dict[str, Any]:
        return {
            "evaluated_at": now.isoformat(timespec="seconds"),
            "decision": _described(self.providers.decision, settings.DECISION_MODEL),
            "chat": _described(self.providers.chat, settings.CHAT_MODEL),
            "answered_by": sorted(self.meter.models),
            "judged": self.judge.meter.as_json() if self.judge else None,
            "scenarios": [scenario.as_json() for scenario in self.played],
        }


def _described(model: Any, configured: str | None) -> dict[str, str | None]:
    """Return which model was to be asked; the address is None for one in this process."""
    address = model.server.base_url if isinstance(model, ServedModel) else None
    return {"provider": model.id, "model": configured, "address": address}
