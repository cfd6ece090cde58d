"""What models gave, put so that a reviewer sees at a glance why a decision went as it did, and how nearly it did not."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from hotelsite.conversations.models import Evidence

CLOSE: Final = 0.15
"""Margins below this are called close; filters and pages share it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A threshold, and whether the answer reached it."""

    what: str
    at_least: float
    value: float

    @property
    def reached(self) -> bool:
        return self.value >= self.at_least


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One of the things that could have been answered."""

    label: str
    value: str
    """As a reviewer writes what would have been right."""
    share: float
    """Its probability."""
    chosen: bool
    line: float | None = None
    """Where code drew a line through its probability."""

    @property
    def width(self) -> str:
        """Percent, in the form that SVG wants whatever the language of the page."""
        return f"{100 * self.share:.1f}"

    @property
    def line_x(self) -> str | None:
        return None if self.line is None else f"{100 * self.line:.1f}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """One question of a decision, answered."""

    question: str
    answer: str
    options: tuple[Option, ...]
    """The most probable first; a Score's in the order of its levels."""
    confidence: float | None
    runner_up: str | None
    """The best of the options that were not chosen; None where the answer is a point on a scale."""
    margin: float | None
    """Probability of the chosen option less that of the runner-up; below 0 where a less probable one was chosen."""
    lines: tuple[Line, ...]

    @property
    def close(self) -> bool:
        return self.margin is not None and self.margin < CLOSE


def answered(evidence: Evidence) -> tuple[Answered, ...]:
    """Return a decision's questions in order, with every option's probability."""
    return tuple(
        _answered(question, answer, [line for line in evidence.thresholds if line["question"] == question])
        for question, answer in evidence.given.items()
    )


def _answered(question: str, answer: Mapping[str, Any], drawn: Iterable[Mapping[str, Any]]) -> Answered:
    kind, lines = answer["type"], list(drawn)
    if kind == "choice":
        said, options = answer["choice"], _choice_options(answer, lines)
    elif kind == "noul":
        yes = float(answer["noul"])
        line = next((float(drawn["at_least"]) for drawn in lines), None)
        options = [
            Option(label="yes", value="yes", share=yes, chosen=yes >= 0.5, line=line),
            Option(label="no", value="no", share=1 - yes, chosen=yes < 0.5),
        ]
        said = f"{yes:.2f} yes"
    else:
        options = [
            Option(
                label=f"{level}: {answer['legend'].get(level) or ''}",
                value=level,
                share=float(share),
                chosen=int(level) == round(float(answer["score"])),
            )
            for level, share in sorted(answer["probabilities"].items(), key=lambda item: int(item[0]))
        ]
        said = f"{float(answer['score']):.2f} of {len(options) - 1}"
    chosen = next((option for option in options if option.chosen), None)
    rivals = [] if kind == "score" else [option for option in options if not option.chosen]
    runner_up = max(rivals, key=lambda option: option.share, default=None)
    return Answered(
        question=question,
        answer=str(said),
        options=tuple(options),
        confidence=answer.get("confidence"),
        runner_up=runner_up.label if runner_up else None,
        margin=chosen.share - runner_up.share if chosen and runner_up else None,
        lines=tuple(_line(answer, line) for line in lines),
    )


def _choice_options(answer: Mapping[str, Any], lines: Iterable[Mapping[str, Any]]) -> list[Option]:
    drawn = {line["label"]: float(line["at_least"]) for line in lines if line["label"]}
    options = [
        Option(
            label=label,
            value=label,
            share=float(share),
            chosen=label == answer["choice"],
            line=drawn.get(label),
        )
        for label, share in answer["probabilities"].items()
    ]
    return sorted(options, key=lambda option: -option.share)


def _line(answer: Mapping[str, Any], line: Mapping[str, Any]) -> Line:
    if line["confidence"]:
        what, value = "confidence", answer["confidence"]
    elif line["label"]:
        what, value = f"probability of {line['label']}", answer["probabilities"][line["label"]]
    else:
        what, value = {"noul": "yes", "score": "score"}[answer["type"]], answer[answer["type"]]
    return Line(what=what, at_least=float(line["at_least"]), value=float(value))
