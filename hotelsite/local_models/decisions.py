"""The keyless decision provider: it answers the question maps of the hotel graph from the reading of messages.

A map is recognised by the types and labels of its questions and by the shape of the facts beside them, never by a prompt,
a question's name or its place. A map that it does not know gets uniform answers with confidence 0.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from graph.decision.providers import DecisionReply, DecisionRequest
from graph.jsonvalue import JsonObject
from hotelsite.local_models import faithfulness, grounding, routing
from hotelsite.local_models.reading.destination import DESTINATIONS

logger = logging.getLogger(__name__)

MODEL: Final = "local-reading-1"

_Answers = dict[str, JsonObject]
_Answerer = Callable[[Mapping[str, JsonObject], Mapping[str, Any]], _Answers | None]


class LocalDecisionProvider:
    """Answers decisions in this process, without a network, a key or a cost; the same answer for the same request."""

    id = "local"

    def __init__(self) -> None:
        self._unknown_nodes: set[str] = set()

    async def ask(self, request: DecisionRequest) -> DecisionReply:
        answers = self._recognised(request)
        if answers is None:
            self._note_unknown(request.node)
            answers = {name: _uniform(question) for name, question in request.questions.items()}
        return DecisionReply(answers=answers, model=MODEL, usage={"input_tokens": 0, "output_tokens": 0})

    def _recognised(self, request: DecisionRequest) -> _Answers | None:
        answerer = _ANSWERERS.get(_signature(request.questions))
        return answerer(request.questions, request.state) if answerer else None

    def _note_unknown(self, node: str) -> None:
        if node not in self._unknown_nodes:
            self._unknown_nodes.add(node)
            logger.warning(
                "%s asks questions that the local decision provider does not know; it answers evenly", node
            )


# --- recognising a map --------------------------------------------------------------------------------------


def _kind(question: JsonObject) -> tuple[Any, ...]:
    """Return what a question is, whatever it is called: its type and its labels, or its number of levels."""
    criteria = question.get("criteria")
    match question.get("type"):
        case "choice" if isinstance(criteria, dict):
            return ("choice", *sorted(criteria))
        case "score" if isinstance(criteria, list):
            return ("score",)
        case kind:
            return (kind,)


def _signature(questions: Mapping[str, JsonObject]) -> tuple[tuple[Any, ...], ...]:
    return tuple(sorted(_kind(question) for question in questions.values()))


_DESTINATION: Final = ("choice", *sorted(DESTINATIONS))
_DELIVERY: Final = ("choice", *sorted(routing.DELIVERIES))
_OUTCOME: Final = ("choice", *sorted(faithfulness.OUTCOMES))


def _answer_routing(questions: Mapping[str, JsonObject], state: Mapping[str, Any]) -> _Answers | None:
    reading = routing.read_request(state) if "unresolved" in state else None
    if reading is None:
        return None
    by_kind = {_DESTINATION: routing.destination(reading), _DELIVERY: routing.delivery(reading)}
    return {name: _choice(question, by_kind[_kind(question)]) for name, question in questions.items()}


def _answer_readiness(questions: Mapping[str, JsonObject], state: Mapping[str, Any]) -> _Answers | None:
    judged = faithfulness.judge(state) if "by_control" in state else None
    if judged is None:
        return None
    return {
        name: _choice(question, judged.outcome) if question["type"] == "choice" else _noul(judged.faithful)
        for name, question in questions.items()
    }


def _answer_draft(questions: Mapping[str, JsonObject], state: Mapping[str, Any]) -> _Answers | None:
    reviewed = grounding.review(state) if "hotels" in state else None
    if reviewed is None:
        return None
    return {
        name: _score(_levels(question), reviewed.quality)
        if question["type"] == "score"
        else _noul(reviewed.grounded)
        for name, question in questions.items()
    }


_ANSWERERS: Final[Mapping[tuple[tuple[Any, ...], ...], _Answerer]] = {
    tuple(sorted((_DESTINATION, _DELIVERY))): _answer_routing,
    tuple(sorted((_OUTCOME, ("noul",)))): _answer_readiness,
    tuple(sorted((("noul",), ("score",), ("score",)))): _answer_draft,
}


# --- answers in wire form -----------------------------------------------------------------------------------


def _choice(question: JsonObject, probabilities: Mapping[str, float]) -> JsonObject:
    labels = question["criteria"]
    assert isinstance(labels, dict)
    best, second = sorted(probabilities.values(), reverse=True)[:2]
    return {
        "type": "choice",
        "choice": max(labels, key=lambda label: probabilities[label]),
        "probabilities": {label: probabilities[label] for label in labels},
        "confidence": best - second,
    }


def _noul(probability: float) -> JsonObject:
    return {"type": "noul", "noul": probability}


def _levels(question: JsonObject) -> Sequence[Any]:
    levels = question["criteria"]
    assert isinstance(levels, list)
    return levels


def _score(levels: Sequence[Any], quality: float) -> JsonObject:
    """Put a quality from 0 to 1 on a scale; its two neighbouring levels share the probability."""
    last = len(levels) - 1
    score = quality * last
    shares = [max(0.0, 1 - abs(score - level)) for level in range(last + 1)]
    return {
        "type": "score",
        "score": score,
        "legend": {str(level): text for level, text in enumerate(levels)},
        "probabilities": {str(level): share for level, share in enumerate(shares)},
        "confidence": max(shares),
    }


def _uniform(question: JsonObject) -> JsonObject:
    match question.get("type"):
        case "choice":
            labels = question["criteria"]
            assert isinstance(labels, dict)
            even = {label: 1 / len(labels) for label in labels}
            return _choice(question, even) | {"confidence": 0.0}
        case "score":
            levels = _levels(question)
            even_levels: JsonObject = {str(level): 1 / len(levels) for level in range(len(levels))}
            return _score(levels, 0.5) | {"probabilities": even_levels, "confidence": 0.0}
        case _:
            return _noul(0.5)
