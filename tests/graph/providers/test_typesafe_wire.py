"""Our wire form against TypeSafe's own client: the same requests, and no answer accepted that it would refuse."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Any, cast

import httpx2
import pytest
import typesafe_sdk
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError
from typesafe_sdk._core.errors import extract_message, parse_retry_after

from graph import (
    ChoiceQuestion,
    DecisionRequest,
    InvalidAnswerError,
    NoulQuestion,
    QuestionMap,
    ScoreQuestion,
)
from graph.decision.questions import Question
from graph.decision.typesafe import TypeSafeProvider, wire_body
from graph.decision.validation import validate_answers
from graph.modelserver import retry_after_s
from graph.testing import wire_answer
from graph.wire import encode_json, error_detail
from tests.graph.providers.judging import QUESTIONS
from tests.graph.providers.support import KEY, ScriptedServer, answers, serving

# --- requests -------------------------------------------------------------------------------------------------

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
words = texts.filter(bool)
facts = st.dictionaries(
    words,
    st.recursive(
        st.none() | st.booleans() | st.integers(-(10**9), 10**9) | st.floats(-1e9, 1e9) | texts,
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
        max_leaves=6,
    ),
    max_size=4,
)
instructions = st.lists(words, max_size=2).map(tuple)
choices = st.builds(
    ChoiceQuestion,
    labels=st.dictionaries(words, st.none() | words, min_size=2, max_size=5),
    instructions=instructions,
)
scores = st.builds(
    ScoreQuestion, levels=st.lists(words, min_size=2, max_size=10).map(tuple), instructions=instructions
)
nouls = st.builds(
    NoulQuestion, instructions=instructions, when_true=st.none() | words, when_false=st.none() | words
).filter(lambda noul: noul.problem() is None)
question_maps = st.dictionaries(words, choices | scores | nouls, min_size=1, max_size=4)


def asked_officially(question: Question, prompt: str) -> typesafe_sdk.Question:
    """The same question as a user of the official client writes it."""
    said = [text for text in (prompt, *question.instructions) if text] or None
    if isinstance(question, ChoiceQuestion):
        return typesafe_sdk.Choice(criteria=dict(question.labels), instructions=said)
    if isinstance(question, ScoreQuestion):
        return typesafe_sdk.Score(criteria=list(question.levels), instructions=said)
    sides = {"true": question.when_true, "false": question.when_false}
    described: Any = {side: text for side, text in sides.items() if text is not None} or None
    return typesafe_sdk.Noul(criteria=described, instructions=cast("Any", said))


class OfficialClient:
    """TypeSafe's own client, and what it sent last."""

    def __init__(self) -> None:
        self._client = typesafe_sdk.TypeSafeClient(
            api_key=KEY, transport=httpx2.MockTransport(self._answer), compression=False
        )
        self._sent = b""

    def _answer(self, request: httpx2.Request) -> httpx2.Response:
        self._sent = request.content
        return httpx2.Response(200, json={"model": "m", "answers": {}, "usage": {}})

    def body(self, questions: QuestionMap, prompt: str, state: dict[str, Any]) -> bytes:
        asked = {name: asked_officially(question, prompt) for name, question in questions.items()}
        self._client.system_one(state=state, questions=asked)
        return self._sent

    def close(self) -> None:
        self._client.close()


@pytest.fixture(scope="module")
def official() -> Iterator[OfficialClient]:
    """One for all examples: each client reads the machine's certificates."""
    client = OfficialClient()
    yield client
    client.close()


@given(questions=question_maps, state=facts, prompt=st.just("") | words)
def test_request_equals_the_official_clients(
    official: OfficialClient, questions: QuestionMap, state: dict[str, Any], prompt: str
) -> None:
    wire = {name: question.to_wire(prompt) for name, question in questions.items()}
    request = DecisionRequest(node="Any", model="jev-latest", state=state, questions=wire)

    ours, theirs = encode_json(wire_body(request)), official.body(questions, prompt, state)

    # As pairs, since the order of labels may sway a model.
    assert json.loads(ours, object_pairs_hook=list) == json.loads(theirs, object_pairs_hook=list)


async def test_sent_request_equals_the_official_clients() -> None:
    """Method, path, key and body on the wire, and where the base URL ends in a slash as well."""
    wire = {name: question.to_wire("Be brief.") for name, question in QUESTIONS.items()}
    request = DecisionRequest(
        node="Judge", model="jev-latest", state={"request": "Ünïcode\n"}, questions=wire
    )
    server = ScriptedServer([answers({"model": "m", "answers": {}, "usage": {}})])
    async with serving(server) as url:
        async with TypeSafeProvider(KEY, base_url=f"{url}/") as provider:
            await provider.ask(request)
        async with typesafe_sdk.AsyncTypeSafeClient(api_key=KEY, base_url=url, compression=False) as client:
            await client.system_one(
                state=request.state,
                questions={name: asked_officially(q, "Be brief.") for name, q in QUESTIONS.items()},
            )

    ours, theirs = server.exchanges
    assert ours.path == theirs.path == "/v1/systemone"
    for header in ("authorization", "content-type", "accept"):
        assert ours.headers[header] == theirs.headers[header]
    assert ours.content == theirs.content


# --- answers --------------------------------------------------------------------------------------------------

official_answers: TypeAdapter[Any] = TypeAdapter(dict[str, typesafe_sdk.Answer])
near_valid: st.SearchStrategy[Any] = st.sampled_from(
    [0, 1, 0.5, 0.02, 1.01, -0.1, True, None, "0.5", [], {}, 10**400]
)


@st.composite
def answered(draw: st.DrawFn) -> tuple[QuestionMap, dict[str, Any]]:
    """A question map with answers that are valid, or valid but for one value."""
    questions = draw(question_maps)
    raw: dict[str, Any] = {}
    for name, question in questions.items():
        wire = question.to_wire("")
        value: str | float = draw(st.sampled_from([0, 0.25, 1]))
        if isinstance(question, ChoiceQuestion):
            value = draw(st.sampled_from(sorted(question.labels)))
        raw[name] = wire_answer(wire, value)
    if draw(st.booleans()):
        name = draw(st.sampled_from(sorted(raw)))
        field = draw(st.sampled_from(sorted(raw[name])))
        held = raw[name][field]
        if isinstance(held, dict) and field != "legend":
            held[draw(st.sampled_from([*sorted(held), "stranger"]))] = draw(near_valid)
        elif draw(st.booleans()):
            raw[name][field] = draw(near_valid)
        else:
            del raw[name][field]
    return questions, raw


@given(answered())
def test_accepted_answers_are_accepted_by_the_official_client(
    case: tuple[QuestionMap, dict[str, Any]],
) -> None:
    questions, raw = case
    try:
        validate_answers(questions, raw)
    except InvalidAnswerError:
        return

    assert set(official_answers.validate_json(json.dumps(raw))) == set(questions)


def test_legend_without_texts_is_the_one_difference() -> None:
    """Laya sends nulls in its legends, which say nothing that the question did not; we take the question's levels."""
    question = ScoreQuestion(levels=("bad", "good"))
    raw = {"mood": {**wire_answer(question.to_wire(""), 1), "legend": {"0": None, "1": None}}}

    assert validate_answers({"mood": question}, raw)["mood"].legend == ("bad", "good")  # type: ignore[union-attr]  # a Score
    with pytest.raises(ValidationError):
        official_answers.validate_json(json.dumps(raw))


# --- errors ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "body",
    [
        {"error": "as text"},
        {"error": {"message": "in an object"}},
        {"error": {"nothing": "of use"}, "message": "beside it"},
        {"message": "alone"},
        {"detail": "as text"},
        {"detail": {"error_type": "not_found", "message": "in an object"}},
        {"detail": [{"loc": ["body", "questions", "a", 0], "msg": "Field required", "type": "missing"}]},
        {"detail": [{"loc": ["body", "state"], "msg": "one"}, {"msg": "two"}, {"loc": ["x"]}, "three"]},
        {"detail": []},
        {},
        [],
        None,
        "plain text",
    ],
    ids=repr,
)
def test_error_texts_are_found_where_the_official_client_finds_them(body: Any) -> None:
    assert error_detail(body) == (extract_message(body) or "")


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"retry-after": "2"},
        {"retry-after": "0.5"},
        {"retry-after-ms": "1500"},
        {"retry-after-ms": "1500", "retry-after": "9"},
        {"retry-after-ms": "soon", "retry-after": "9"},
        {"retry-after-ms": "-1", "retry-after": "9"},
        {"retry-after-ms": "inf", "retry-after": "nan"},
        {"retry-after": "-5"},
        {"retry-after": "soon"},
        {"retry-after": "Wed, 21 Oct 2015 07:28:00 GMT"},
    ],
    ids=repr,
)
def test_waits_are_read_as_the_official_client_reads_them(headers: dict[str, str]) -> None:
    official_ms = parse_retry_after(httpx2.Headers(headers))

    assert retry_after_s(headers) == (None if official_ms is None else official_ms / 1000)


def test_a_date_to_wait_for_is_turned_into_seconds() -> None:
    then = datetime.fromtimestamp(time.time(), UTC) + timedelta(minutes=2)

    waits_s = retry_after_s({"retry-after": format_datetime(then, usegmt=True)})

    assert waits_s is not None
    assert 110 < waits_s <= 120
