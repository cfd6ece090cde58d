"""The flow on `graph`: once with plain nodes, as the peers have it, and once with all that the library is for."""

from typing import Any, Final

from pydantic import BaseModel, ConfigDict

from graph import (
    ChatConfig,
    ChatReply,
    ChatRequest,
    Choice,
    ChoiceLabel,
    CompiledGraph,
    ConversationNode,
    DecisionConfig,
    DecisionContext,
    DecisionNode,
    DecisionReply,
    DecisionRequest,
    GraphDefinition,
    GraphEngine,
    GraphNode,
    JsonObject,
    NoState,
    Questions,
    Route,
    ToolCall,
    TurnCompleted,
    TurnInput,
    Visit,
    choice,
    compile_graph,
    direct_to,
    go,
    tool,
)
from graph.testing import InMemoryStore
from tests.bench import flow


class Slots(BaseModel):
    model_config = ConfigDict(frozen=True)
    slots: dict[str, str] = {}
    noted_in: int = 0
    """Turn of the newest note."""


class Counted(BaseModel):
    model_config = ConfigDict(frozen=True)
    turns: int = 0


# --- plain nodes --------------------------------------------------------------------------------------------------


class PlainJudge(GraphNode[NoState]):
    name = "judge"
    targets = ("note", "reply")

    async def run(self, visit: Visit[NoState]) -> Route:
        noted = visit.of(PlainNote).noted_in == visit.turn_number
        return go(await flow.judge(visit.turn.text, noted=noted))


class PlainNote(GraphNode[Slots]):
    name = "note"
    targets = ("judge",)

    async def run(self, visit: Visit[Slots]) -> Route:
        noted = await flow.note(visit.turn.text)
        visit.update(slots={**visit.own.slots, noted.slot: noted.value}, noted_in=visit.turn_number)
        return go("judge")


class PlainReply(GraphNode[Counted]):
    name = "reply"
    targets = ("judge",)

    async def run(self, visit: Visit[Counted]) -> Route:
        turns = visit.update(turns=visit.own.turns + 1).turns
        return direct_to("judge", await flow.reply(visit.of(PlainNote).slots, turns))


def plain_graph() -> CompiledGraph:
    return compile_graph(
        GraphDefinition(
            name="bench-plain",
            nodes=[PlainJudge(), PlainNote(), PlainReply()],
            start=PlainJudge,
            histories={"main": [PlainJudge, PlainNote, PlainReply]},
        ),
        decision_providers={},
        chat_models={},
    )


# --- decisions and tools ------------------------------------------------------------------------------------------


class Topic(ChoiceLabel):
    ORDER = "order", "Place an order"
    CANCEL = "cancel", "Cancel an order"
    REFUND = "refund", "Money back"
    ADDRESS = "address", "Another address"
    INVOICE = "invoice", "An invoice"
    STATUS = "status", "Where an order is"
    PERSON = "person", "Speak to somebody"
    CHAT = "chat", "Small talk"
    DONE = "done", "All is noted"


class Mood(ChoiceLabel):
    CALM = "calm", "Calm"
    UPSET = "upset", "Upset"
    UNCLEAR = "unclear", "Cannot be told"


class Judged(Questions):
    topic: Choice[Topic] = choice("What is it about?")
    mood: Choice[Mood] = choice("How do they feel?")


class Judge(DecisionNode[NoState, Judged]):
    name = "judge"
    targets = ("note", "reply")

    def get_facts(self, visit: Visit[NoState]) -> dict[str, object]:
        return {"noted": visit.of(Note).noted_in == visit.turn_number}

    def on_decision(self, answers: Judged, context: DecisionContext, visit: Visit[NoState]) -> Route:
        return go("reply" if answers.topic.choice is Topic.DONE else "note")


class Note(ConversationNode[Slots]):
    name = "note"
    targets = ("judge",)
    terminate_target = None

    @tool
    def save(self, arguments: flow.Noted, visit: Visit[Slots]) -> Route:
        """Note a value."""
        slots = {**visit.own.slots, arguments.slot: arguments.value}
        visit.update(slots=slots, noted_in=visit.turn_number)
        return go("judge")


class Reply(GraphNode[Counted]):
    name = "reply"
    targets = ("judge",)

    async def run(self, visit: Visit[Counted]) -> Route:
        turns = visit.update(turns=visit.own.turns + 1).turns
        return direct_to("judge", await flow.reply(visit.of(Note).slots, turns))


def _chosen(labels: tuple[str, ...], chosen: str) -> dict[str, Any]:
    others = 0.06 / (len(labels) - 1)
    probabilities = {label: 0.94 if label == chosen else others for label in labels}
    return {"type": "choice", "choice": chosen, "probabilities": probabilities, "confidence": 0.9}


_ANSWERS: Final = {
    noted: {
        "topic": _chosen(flow.TOPICS, "done" if noted else "address"),
        "mood": _chosen(flow.MOODS, "calm"),
    }
    for noted in (False, True)
}


class _DecisionStub:
    id = "stub"

    async def ask(self, request: DecisionRequest) -> DecisionReply:
        return DecisionReply(answers=_ANSWERS[bool(request.state["noted"])])


class _ChatStub:
    id = "stub"

    async def complete(self, request: ChatRequest, on_delta: Any) -> ChatReply:
        arguments: JsonObject = {"slot": "address", "value": request.messages[-1].text}
        return ChatReply(tool_calls=(ToolCall("1", "save", arguments),))


def full_graph() -> CompiledGraph:
    return compile_graph(
        GraphDefinition(
            name="bench-full",
            nodes=[Judge(), Note(), Reply()],
            start=Judge,
            histories={"main": [Judge, Note, Reply]},
            decision=DecisionConfig(provider="stub"),
            chat=ChatConfig(provider="stub"),
        ),
        decision_providers={"stub": _DecisionStub()},
        chat_models={"stub": _ChatStub()},
    )


class OnGraph:
    """The flow on `graph`, its newest session in memory."""

    def __init__(self, graph: CompiledGraph) -> None:
        self._graph = graph
        self._store = InMemoryStore()
        self._engine = GraphEngine([graph], self._store)
        self._turns = 0

    def begin(self) -> str:
        self._store.sessions.clear()  # kept, old ones would be the garbage collector's work, not the runtime's
        return self._store.begin_session(self._graph.name)

    async def turn(self, session: str, text: str) -> str:
        self._turns += 1
        return await run_turn(self._engine, session, str(self._turns), text)


async def run_turn(engine: GraphEngine, session: str, turn_id: str, text: str) -> str:
    """Run a turn and return its reply; whatever else it ends in breaks the benchmark."""
    ended = await engine.run_turn(session, TurnInput(id=turn_id, text=text), emit=lambda _: None)
    assert isinstance(ended, TurnCompleted), ended
    return ended.reply.text
