"""The flow in other people's runtimes, each written as its documentation would have it."""

import itertools
import operator
from dataclasses import dataclass
from typing import Annotated, Any, TypeAlias, TypedDict

from burr.core import Application, ApplicationBuilder, State, default, when
from burr.core.action import action
from burr.core.graph import GraphBuilder as BurrGraphBuilder
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph import END, START, StateGraph
from langgraph.types import Command
from pydantic_graph import BaseNode, End, GraphBuilder, GraphRunContext, StepContext

from tests.bench import flow

# --- LangGraph ----------------------------------------------------------------------------------------------------


class LangGraphState(TypedDict, total=False):
    text: str
    noted: bool
    slots: dict[str, str]
    turns: int
    reply: str


class LangGraphChat(LangGraphState, total=False):
    messages: Annotated[list[dict[str, str]], operator.add]
    """The conversation, as a chat keeps it in the state."""


async def _lg_judge(state: LangGraphState) -> Command[Any]:
    return Command(goto=await flow.judge(state["text"], noted=state["noted"]))


async def _lg_note(state: LangGraphState) -> Command[Any]:
    noted = await flow.note(state["text"])
    slots = {**state.get("slots", {}), noted.slot: noted.value}
    return Command(update={"slots": slots, "noted": True}, goto="judge")


async def _lg_reply(state: LangGraphState) -> Command[Any]:
    turns = state.get("turns", 0) + 1
    text = await flow.reply(state["slots"], turns)
    return Command(update={"turns": turns, "reply": text}, goto=END)


async def _lg_chat_reply(state: LangGraphState) -> Command[Any]:
    replied = await _lg_reply(state)
    said = [{"role": "assistant", "content": replied.update["reply"]}]
    return Command(update={**replied.update, "messages": said}, goto=END)


def _langgraph(saver: BaseCheckpointSaver | None) -> Any:
    built = StateGraph(LangGraphChat if saver else LangGraphState)
    built.add_node("judge", _lg_judge, destinations=("note", "reply"))
    built.add_node("note", _lg_note, destinations=("judge",))
    built.add_node("reply", _lg_chat_reply if saver else _lg_reply, destinations=(END,))
    built.add_edge(START, "judge")
    return built.compile(checkpointer=saver)


class LangGraph:
    """Without a checkpointer: the caller carries the state from turn to turn."""

    def __init__(self) -> None:
        self._app = _langgraph(None)

    def begin(self) -> dict[str, Any]:
        return {}

    async def turn(self, session: dict[str, Any], text: str) -> str:
        session.update(await self._app.ainvoke({**session, "text": text, "noted": False}))
        return str(session["reply"])


class LangGraphDurable:
    """With a checkpointer, which keeps the conversation as well."""

    def __init__(self, saver: BaseCheckpointSaver) -> None:
        self._app = _langgraph(saver)
        self._threads = itertools.count()

    def begin(self) -> dict[str, Any]:
        return {"configurable": {"thread_id": str(next(self._threads))}}

    async def turn(self, session: dict[str, Any], text: str) -> str:
        said = [{"role": "user", "content": text}]
        ended = await self._app.ainvoke({"text": text, "noted": False, "messages": said}, session)
        return str(ended["reply"])


# --- pydantic-graph -----------------------------------------------------------------------------------------------

Context: TypeAlias = GraphRunContext[flow.PlainSession]


@dataclass
class PydanticJudge(BaseNode[flow.PlainSession, None, str]):
    async def run(self, ctx: Context) -> "PydanticNote | PydanticReply":
        judged = await flow.judge(ctx.state.text, noted=ctx.state.noted)
        return PydanticReply() if judged == "reply" else PydanticNote()


@dataclass
class PydanticNote(BaseNode[flow.PlainSession, None, str]):
    async def run(self, ctx: Context) -> PydanticJudge:
        noted = await flow.note(ctx.state.text)
        ctx.state.slots[noted.slot] = noted.value
        ctx.state.noted = True
        return PydanticJudge()


@dataclass
class PydanticReply(BaseNode[flow.PlainSession, None, str]):
    async def run(self, ctx: Context) -> End[str]:
        ctx.state.turns += 1
        ctx.state.reply = await flow.reply(ctx.state.slots, ctx.state.turns)
        return End(ctx.state.reply)


class PydanticGraph:
    def __init__(self) -> None:
        built = GraphBuilder(
            state_type=flow.PlainSession, input_type=str, output_type=str, auto_instrument=False
        )

        @built.step
        async def start(ctx: StepContext[flow.PlainSession, None, str]) -> PydanticJudge:
            ctx.state.text, ctx.state.noted = ctx.inputs, False
            return PydanticJudge()

        nodes = [built.node(node) for node in (PydanticJudge, PydanticNote, PydanticReply)]
        built.add(*nodes, built.edge_from(built.start_node).to(start))
        self._graph = built.build()

    def begin(self) -> flow.PlainSession:
        return flow.PlainSession()

    async def turn(self, session: flow.PlainSession, text: str) -> str:
        return str(await self._graph.run(state=session, inputs=text, infer_name=False))


# --- Burr ---------------------------------------------------------------------------------------------------------


@action(reads=["text", "noted"], writes=["next"])
async def _burr_judge(state: State) -> State:
    return state.update(next=await flow.judge(state["text"], noted=state["noted"]))


@action(reads=["text", "slots"], writes=["slots", "noted"])
async def _burr_note(state: State) -> State:
    noted = await flow.note(state["text"])
    return state.update(slots={**state["slots"], noted.slot: noted.value}, noted=True)


@action(reads=["slots", "turns"], writes=["turns", "reply"])
async def _burr_reply(state: State) -> State:
    turns = state["turns"] + 1
    return state.update(turns=turns, reply=await flow.reply(state["slots"], turns))


class Burr:
    """One application for each session, kept alive; without a tracker."""

    def __init__(self) -> None:
        self._graph = (
            BurrGraphBuilder()
            .with_actions(judge=_burr_judge, note=_burr_note, reply=_burr_reply)
            .with_transitions(
                ("judge", "note", when(next="note")),
                ("judge", "reply", default),
                ("note", "judge"),
                ("reply", "judge"),
            )
            .build()
        )

    def begin(self) -> Application:
        state = {"text": "", "noted": False, "slots": {}, "turns": 0, "reply": "", "next": ""}
        return (
            ApplicationBuilder().with_graph(self._graph).with_state(**state).with_entrypoint("judge").build()
        )

    async def turn(self, session: Application, text: str) -> str:
        session.update_state(session.state.update(text=text, noted=False))
        _, _, state = await session.arun(halt_after=["reply"])
        return str(state["reply"])
