"""From the node to the request: what is asked, of whom, and how often. Source: DESIGN.md, "One decision", 1 to 5."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

import pytest

from graph import (
    Choice,
    ChoiceQuestion,
    DecisionConfig,
    DecisionContext,
    DecisionNode,
    DecisionRequest,
    DynamicAnswers,
    GraphEngine,
    GraphNode,
    Message,
    NoState,
    Noul,
    NoulQuestion,
    ProviderError,
    QuestionMap,
    Questions,
    Route,
    ScoreQuestion,
    TurnFailed,
    TurnInput,
    Usage,
    Visit,
    compile_graph,
    direct,
    go,
    noul,
)
from graph.testing import Harness, InMemoryStore, ScriptedDecisions
from graph.usage import Meter
from tests.graph.support import Ask, Count, Judge, Mood, graph_of

LATE = ProviderError("503", transient=True)


async def test_the_request_on_the_wire() -> None:
    decisions = ScriptedDecisions().answer(mood="calm")

    await Harness(graph_of(Judge()), decisions=decisions).say("I am fine")

    assert decisions.requests == [
        DecisionRequest(
            node="Judge",
            model="scripted-latest",
            state={"request": "I am fine", "priorRequests": []},
            questions={
                "mood": {
                    "type": "choice",
                    "criteria": {"calm": "Nothing is wrong", "upset": "Something is"},
                    "instructions": ["How does the customer feel?"],
                }
            },
        )
    ]


# --- before_decision ----------------------------------------------------------------------------------------


async def test_an_answer_from_state_alone_makes_no_call() -> None:
    class Judge1(Judge):
        def before_decision(self, visit: Visit[NoState]) -> Route:
            return direct("known already")

    harness = Harness(graph_of(Judge1()))

    assert await harness.reply_to("hello") == "known already"
    assert [(entry.outcome, entry.failure, entry.attempts) for entry in harness.audit] == [
        ("skipped", None, 0)
    ]
    commit = harness.turns[0].commit
    assert commit is not None
    assert commit.usage.decisions == Meter(calls=0, skipped=1)


async def test_before_decision_may_be_async_and_may_pass() -> None:
    class Judge1(Judge):
        async def before_decision(self, visit: Visit[NoState]) -> Route | None:
            return direct("known") if visit.conversation().prior_requests else None

    decisions = ScriptedDecisions().answer(mood="calm")
    harness = Harness(graph_of(Judge1()), decisions=decisions)

    assert [await harness.reply_to("one"), await harness.reply_to("two")] == ["calm", "known"]
    decisions.assert_done()


async def test_before_decision_is_asked_before_any_question_is_made() -> None:
    class Judge1(Judge):
        def before_decision(self, visit: Visit[NoState]) -> Route:
            return direct("early")

        def define_questions(self, visit: Visit[NoState]) -> QuestionMap:
            raise AssertionError("not needed")

        def get_facts(self, visit: Visit[NoState]) -> Mapping[str, object]:
            raise AssertionError("not needed")

    assert await Harness(graph_of(Judge1())).reply_to("hello") == "early"


# --- questions ----------------------------------------------------------------------------------------------


class Changing(DecisionNode[NoState, DynamicAnswers]):
    """Makes its questions at run time, and changes them while they are out."""

    def __init__(self) -> None:
        self.made = 0
        self.labels: dict[str, str | None] = {"yes": None, "no": "not at all"}

    def define_questions(self, visit: Visit[NoState]) -> QuestionMap:
        self.made += 1
        return {"fits": ChoiceQuestion(labels=self.labels, instructions=("Does it fit?",))}

    def on_decision(self, answers: DynamicAnswers, context: DecisionContext, visit: Visit[NoState]) -> Route:
        return direct(f"{answers['fits'].choice} {sorted(answers['fits'].probabilities)}")


async def test_questions_are_made_once_and_are_the_same_on_every_attempt() -> None:
    node = Changing()

    def fail(request: DecisionRequest) -> Any:
        node.labels["later"] = "added while the first attempt was out"
        raise LATE

    decisions = ScriptedDecisions(steps=[fail, fail]).answer(fits="yes")
    harness = Harness(
        graph_of(node, decision=DecisionConfig(provider="scripted", max_retries=2)), decisions=decisions
    )

    assert await harness.reply_to("hello") == "yes ['no', 'yes']"
    assert node.made == 1
    assert decisions.requests[0].questions["fits"]["criteria"] == {"yes": None, "no": "not at all"}
    assert decisions.requests[0] == decisions.requests[1] == decisions.requests[2]


async def test_questions_may_depend_on_state() -> None:
    class Scored(DecisionNode[Count, DynamicAnswers]):
        def define_questions(self, visit: Visit[Count]) -> QuestionMap:
            return {f"q{n}": ScoreQuestion(levels=("low", "high")) for n in range(visit.own.number)}

        def on_decision(
            self, answers: DynamicAnswers, context: DecisionContext, visit: Visit[Count]
        ) -> Route:
            return direct(f"{answers['q1'].score:g}")

    decisions = ScriptedDecisions().answer(q0=0.0, q1=1.0)
    harness = Harness(graph_of(Scored()), decisions=decisions, states={"Scored": {"number": 2}})

    assert await harness.reply_to("hello") == "1"


async def test_declared_questions_may_be_narrowed() -> None:
    class Narrowed(DecisionNode[NoState, TwoQuestions]):
        def define_questions(self, visit: Visit[NoState]) -> QuestionMap:
            declared = super().define_questions(visit)
            return {"polite": declared["polite"]}

        def on_decision(
            self, answers: TwoQuestions, context: DecisionContext, visit: Visit[NoState]
        ) -> Route:
            return direct(f"{answers.polite.noul:g}")

    decisions = ScriptedDecisions().answer(polite=0.5)

    assert await Harness(graph_of(Narrowed()), decisions=decisions).reply_to("hello") == "0.5"


async def test_a_malformed_dynamic_map_fails_loudly() -> None:
    class Empty(DecisionNode[NoState, DynamicAnswers]):
        def define_questions(self, visit: Visit[NoState]) -> QuestionMap:
            return {"q": NoulQuestion()}

        def on_decision(
            self, answers: DynamicAnswers, context: DecisionContext, visit: Visit[NoState]
        ) -> Route:
            raise AssertionError("not reached")

    failed = await Harness(graph_of(Empty())).say("hello")

    assert isinstance(failed, TurnFailed)
    assert (failed.code, failed.retryable) == ("provider_misconfigured", False)


# --- the prompt ---------------------------------------------------------------------------------------------


class TwoQuestions(Questions):
    mood: Choice[Mood]
    polite: Noul = noul("Is it polite?", "Sarcasm is not.")


@pytest.mark.parametrize(
    ("prompt", "mood", "polite"),
    [
        pytest.param(
            "  Judge kindly.\n",
            ["Judge kindly."],
            ["Judge kindly.", "Is it polite?", "Sarcasm is not."],
            id="prompt",
        ),
        pytest.param("", None, ["Is it polite?", "Sarcasm is not."], id="no prompt"),
        pytest.param(" \n ", None, ["Is it polite?", "Sarcasm is not."], id="blank prompt"),
    ],
)
async def test_the_prompt_is_trimmed_and_comes_first_in_every_question(
    prompt: str, mood: list[str] | None, polite: list[str]
) -> None:
    class Two(DecisionNode[NoState, TwoQuestions]):
        def get_prompt(self, visit: Visit[NoState]) -> str:
            return prompt

        def on_decision(
            self, answers: TwoQuestions, context: DecisionContext, visit: Visit[NoState]
        ) -> Route:
            return direct("judged")

    decisions = ScriptedDecisions().answer(mood="calm", polite=0.5)
    await Harness(graph_of(Two()), decisions=decisions).say("hello")

    questions = decisions.requests[0].questions
    assert questions["mood"].get("instructions") == mood
    assert questions["polite"]["instructions"] == polite


# --- request and prior requests -----------------------------------------------------------------------------


async def test_the_newest_request_and_up_to_four_before_it() -> None:
    decisions = ScriptedDecisions()
    for _ in range(6):
        decisions.answer(mood="calm")
    harness = Harness(graph_of(Judge()), decisions=decisions)

    for words in ("one", "two", "three", "four", "five", "six"):
        await harness.say(words)

    assert decisions.requests[2].state == {"request": "three", "priorRequests": ["one", "two"]}
    assert decisions.requests[5].state == {
        "request": "six",
        "priorRequests": ["two", "three", "four", "five"],
    }


async def test_only_the_customer_s_own_words_are_requests() -> None:
    class Before(GraphNode[NoState]):
        targets = ("Judge",)

        async def run(self, visit: Visit[NoState]) -> Route:
            visit.scope.append("Judge", Message.human("hello"))
            visit.scope.append("Judge", Message.assistant("assistant's"))
            visit.scope.append("Judge", Message("human", "a nudge", internal=True))
            visit.scope.append("Judge", Message("tool", "a result", tool_call_id="1"))
            return go("Judge")

    decisions = ScriptedDecisions().answer(mood="calm")
    harness = Harness(
        graph_of(Before(), Judge(), histories={"a": ["Before"], "b": ["Judge"]}), decisions=decisions
    )
    await harness.say("other words")

    assert decisions.requests[0].state == {"request": "hello", "priorRequests": []}


async def test_without_any_words_the_request_is_empty() -> None:
    class Before(GraphNode[NoState]):
        targets = ("Judge",)

        async def run(self, visit: Visit[NoState]) -> Route:
            return go("Judge")

    decisions = ScriptedDecisions().answer(mood="calm")
    harness = Harness(
        graph_of(Before(), Judge(), histories={"a": ["Before"], "b": ["Judge"]}), decisions=decisions
    )
    await harness.say("not for the judge")

    assert decisions.requests[0].state == {"request": "", "priorRequests": []}


# --- facts --------------------------------------------------------------------------------------------------


class WithFacts(Judge):
    def __init__(self, facts: dict[str, object]) -> None:
        self.facts = facts

    def get_facts(self, visit: Visit[NoState]) -> Mapping[str, object]:
        return self.facts


async def test_facts_go_beside_the_request() -> None:
    decisions = ScriptedDecisions().answer(mood="calm")

    await Harness(
        graph_of(WithFacts({"criteria": {"max": 700}, "open": [1, None]})), decisions=decisions
    ).say("hello")

    assert decisions.requests[0].state == {
        "criteria": {"max": 700},
        "open": [1, None],
        "request": "hello",
        "priorRequests": [],
    }


async def test_facts_are_copied_once() -> None:
    inner: dict[str, object] = {"max": 700}
    node = WithFacts({"criteria": inner})

    def fail(request: DecisionRequest) -> Any:
        inner["max"] = 1
        node.facts["late"] = True
        raise LATE

    decisions = ScriptedDecisions(steps=[fail]).answer(mood="calm")
    definition = graph_of(node, decision=DecisionConfig(provider="scripted", max_retries=1))
    await Harness(definition, decisions=decisions).say("hello")

    assert [request.state["criteria"] for request in decisions.requests] == [{"max": 700}, {"max": 700}]
    assert "late" not in decisions.requests[1].state


@pytest.mark.parametrize(
    "facts",
    [
        pytest.param({"request": "mine"}, id="request"),
        pytest.param({"priorRequests": []}, id="priorRequests"),
        pytest.param({"day": date(2027, 1, 1)}, id="a date"),
        pytest.param({"rows": ({"a": 1},)}, id="a tuple"),
        pytest.param({"ratio": float("nan")}, id="NaN"),
    ],
)
async def test_reserved_names_and_rich_objects_fail_loudly_without_a_call(facts: dict[str, object]) -> None:
    decisions = ScriptedDecisions()
    harness = Harness(graph_of(WithFacts(facts)), decisions=decisions)

    failed = await harness.say("hello")

    assert isinstance(failed, TurnFailed)
    assert failed.code == "provider_misconfigured"
    assert decisions.requests == []
    assert [(entry.outcome, entry.failure, entry.attempts) for entry in harness.audit] == [
        ("failed", "configuration", 0)
    ]


# --- what the handler gets ----------------------------------------------------------------------------------


async def test_the_handler_gets_typed_answers_and_the_exact_context() -> None:
    seen: list[tuple[Mood, DecisionContext]] = []

    class Judge1(Judge):
        def on_decision(self, answers: Ask, context: DecisionContext, visit: Visit[NoState]) -> Route:
            seen.append((answers.mood.choice, context))
            return direct("done")

    decisions = ScriptedDecisions().answer(mood="calm").fail(LATE).answer(mood="upset")
    harness = Harness(
        graph_of(Judge1(), decision=DecisionConfig(provider="scripted", max_retries=1)), decisions=decisions
    )
    await harness.say("first")
    await harness.say("second")

    mood, context = seen[1]
    assert mood is Mood.UPSET
    assert context == DecisionContext(
        request="second",
        prior_requests=("first",),
        provider="scripted",
        model="scripted-1",
        duration_ms=context.duration_ms,
        attempts=2,
        usage=Usage(10, 2),
        request_id="req-1",
    )


async def test_the_handler_may_be_async() -> None:
    class Judge1(Judge):
        async def on_decision(self, answers: Ask, context: DecisionContext, visit: Visit[NoState]) -> Route:
            return direct("later")

    assert (
        await Harness(graph_of(Judge1()), decisions=ScriptedDecisions().answer(mood="calm")).reply_to("hi")
        == "later"
    )


async def test_a_node_asks_the_provider_and_the_model_it_names() -> None:
    class Judge1(Judge):
        decision = DecisionConfig(provider="second", model="its own")

    first, second = ScriptedDecisions(id="first"), ScriptedDecisions(id="second").answer(mood="calm")
    graph = compile_graph(
        graph_of(Judge1(), decision=DecisionConfig(provider="first")),
        decision_providers={"first": first, "second": second},
        chat_models={},
    )
    store = InMemoryStore()
    await GraphEngine([graph], store).run_turn(
        store.begin_session("test"), TurnInput(id="1", text="hello"), emit=lambda event: None
    )

    assert first.requests == []
    assert [request.model for request in second.requests] == ["its own"]
