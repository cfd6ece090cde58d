"""What an engineer writes on `graph`, as a type checker must accept it. Checked, never run."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import assert_never, assert_type

from pydantic import BaseModel, ConfigDict

from graph import (
    ActionTarget,
    ChatFailure,
    ChatModel,
    ChatReply,
    ChatRequest,
    Choice,
    ChoiceLabel,
    ConversationNode,
    DecisionContext,
    DecisionFailure,
    DecisionNode,
    DecisionProvider,
    DecisionReply,
    DecisionRequest,
    DynamicAnswers,
    Event,
    GraphDefinition,
    GraphEngine,
    GraphNode,
    NestedResult,
    Noul,
    NoulQuestion,
    QuestionMap,
    Questions,
    Route,
    Score,
    SessionStore,
    TerminalEvent,
    TurnInput,
    Visit,
    choice,
    compile_graph,
    direct,
    go,
    noul,
    refuse,
    score,
    stay,
    tool,
)
from graph.testing import Harness, InMemoryStore, ScriptedChat, ScriptedDecisions


class Destination(ChoiceLabel):
    DATES = "dates", "Set or change the dates of the stay"
    BUDGET = "budget", "Set or change the budget"
    UNCLEAR = "unclear"


class Routing(Questions):
    destination: Choice[Destination]
    second: Choice[Destination] = choice("Which one next?")
    clarity: Score = score(["Confusing", "Clear"], "How clear is it?")
    polite: Noul = noul("Is it polite?", when_false="It is rude")


class RouterState(BaseModel):
    model_config = ConfigDict(frozen=True)

    notice: str = ""


class BudgetState(BaseModel):
    model_config = ConfigDict(frozen=True)

    maximum: int | None = None


class Budget(BaseModel):
    maximum: int


class Router(DecisionNode[RouterState, Routing]):
    targets = ("Collector", "Search")

    def before_decision(self, visit: Visit[RouterState]) -> Route | None:
        return direct(visit.own.notice) if visit.own.notice else None

    def get_facts(self, visit: Visit[RouterState]) -> Mapping[str, object]:
        return {"maximum": visit.of(Collector).maximum}

    def on_decision(self, answers: Routing, context: DecisionContext, visit: Visit[RouterState]) -> Route:
        assert_type(answers.destination.choice, Destination)
        assert_type(answers.destination.probabilities, Mapping[Destination, float])
        assert_type(answers.clarity.score, float)
        assert_type(answers.clarity.legend, tuple[str, ...])
        assert_type(answers.polite.noul, float)
        assert_type(context.request, str)
        assert_type(visit.own, RouterState)
        assert_type(visit.of(Collector), BudgetState)
        if answers.second.choice == Destination.UNCLEAR:
            return direct("Pardon?")
        match answers.destination.choice:
            case Destination.DATES:
                return go("Search")
            case Destination.BUDGET:
                return go(Collector).with_state({"maximum": None}).with_message(context.request)
            case Destination.UNCLEAR:
                return direct("Pardon?")
            case unhandled:
                assert_never(unhandled)

    async def on_decision_error(self, failure: DecisionFailure, visit: Visit[RouterState]) -> Route:
        return direct(f"{failure.category} after {failure.attempts}")


class Dynamic(DecisionNode[RouterState, DynamicAnswers]):
    def define_questions(self, visit: Visit[RouterState]) -> QuestionMap:
        return {"polite": NoulQuestion(instructions=("Is it polite?",))}

    async def on_decision(
        self, answers: DynamicAnswers, context: DecisionContext, visit: Visit[RouterState]
    ) -> Route:
        return direct(str(answers["polite"].noul))


class Collector(ConversationNode[BudgetState]):
    targets = ("Router", "Terminate")

    @tool
    def capture(self, arguments: Budget, visit: Visit[BudgetState]) -> Route:
        assert_type(visit.update(maximum=arguments.maximum), BudgetState)
        return go(Router).with_tool_feedback("captured")

    @tool(name="undo")
    async def forget(self, arguments: Budget, visit: Visit[BudgetState]) -> Route:
        return stay("forgotten").with_cleanup(lambda messages: messages[-1:])

    def on_chat_error(self, failure: ChatFailure, visit: Visit[BudgetState]) -> Route | None:
        return refuse("How much?") if failure.category == "timeout" else None


class Search(GraphNode[RouterState]):
    targets = ("Collector",)

    async def run(self, visit: Visit[RouterState]) -> Route:
        nested = await visit.run_node(Collector)
        assert_type(nested, NestedResult[BudgetState])
        return direct(f"{nested.text}: {nested.state.maximum}")


class Provider:
    id = "mine"

    async def ask(self, request: DecisionRequest) -> DecisionReply:
        return DecisionReply(answers={}, request_id=request.node)


class Model:
    id = "mine"

    async def complete(self, request: ChatRequest, on_delta: Callable[[str], None] | None) -> ChatReply:
        return ChatReply(text=request.prompt)


def of_graph(failure: DecisionFailure, visit: Visit[RouterState]) -> Route | None:
    return None


DEFINITION = GraphDefinition(
    name="typed",
    nodes=[Router(), Dynamic(), Collector(), Search()],
    start=Router,
    histories={"talk": [Router, Dynamic, "Collector", "Search"]},
    actions={"capture": ActionTarget(Collector, "capture")},
    on_decision_error=of_graph,
    snapshot=lambda states, context: {"maximum": states.of(Collector).maximum},
)


async def run_it(store: SessionStore) -> TerminalEvent:
    providers: dict[str, DecisionProvider] = {"mine": Provider()}
    models: dict[str, ChatModel] = {"mine": Model()}
    engine = GraphEngine([compile_graph(DEFINITION, decision_providers=providers, chat_models=models)], store)
    async for event in engine.run("session", TurnInput(id="1", text="hello")):
        assert_type(event, Event)
    return await engine.run_turn(
        "session", TurnInput.act("2", "capture", {"maximum": 700}, words="700"), emit=print
    )


async def test_it() -> None:
    decisions = ScriptedDecisions().answer(destination="dates", second="unclear", clarity=1.5, polite=1)
    harness = Harness(DEFINITION, decisions=decisions, chat=ScriptedChat().say("hello"))
    assert_type(harness.state_of(Collector), BudgetState)
    await run_it(InMemoryStore())
