"""A wrong graph is refused before its first customer, with the node and the mend."""

from collections.abc import Callable, Mapping
from typing import Any, cast

import pytest
from pydantic import BaseModel

from graph import (
    END,
    ActionTarget,
    ChatConfig,
    Choice,
    ChoiceLabel,
    ConversationNode,
    DecisionConfig,
    DecisionNode,
    DynamicAnswers,
    GraphDefinition,
    GraphDefinitionError,
    GraphEngine,
    GraphNode,
    NoState,
    Noul,
    Questions,
    Route,
    Score,
    TerminateNode,
    choice,
    compile_graph,
    direct,
    go,
    noul,
    score,
    tool,
)
from graph.testing import InMemoryStore, ScriptedChat, ScriptedDecisions
from tests.graph.support import Judge, graph_of


class Plain(GraphNode[NoState]):
    async def run(self, visit: Any) -> Route:
        return direct("done")


class Talk(ConversationNode[NoState]):
    terminate_target = None


class Amount(BaseModel):
    amount: int


def compiled(definition: GraphDefinition, *, decision: str = "scripted", chat: str = "scripted") -> None:
    compile_graph(
        definition,
        decision_providers={decision: ScriptedDecisions(id=decision)},
        chat_models={chat: ScriptedChat(id=chat)},
    )


def plain(name: str, **attributes: Any) -> GraphNode[NoState]:
    """A plain node of that name."""
    return cast("GraphNode[NoState]", type(name, (Plain,), attributes)())


def talk(name: str = "Talk", **attributes: Any) -> ConversationNode[NoState]:
    return cast("ConversationNode[NoState]", type(name, (Talk,), attributes)())


def judge(name: str = "Judge", **attributes: Any) -> Judge:
    return cast("Judge", type(name, (Judge,), attributes)())


def asking(questions: type[Questions]) -> GraphDefinition:
    class Asking(DecisionNode[NoState, questions]):  # type: ignore[valid-type]  # chosen by the case
        def on_decision(self, answers: Any, context: Any, visit: Any) -> Route:
            return direct("done")

    return graph_of(Asking())


class OneLabel(ChoiceLabel):
    ONLY = "only"


class Twins(ChoiceLabel):
    FIRST = "same"
    SECOND = "same"


class Numbered(ChoiceLabel):
    ONE = cast("str", 1)
    TWO = cast("str", 2)


class Nameless(ChoiceLabel):
    NOTHING = ""
    SOMETHING = "something"


class OneLabelAsked(Questions):
    which: Choice[OneLabel]


class TwinsAsked(Questions):
    which: Choice[Twins]


class NumberedAsked(Questions):
    which: Choice[Numbered]


class NamelessAsked(Questions):
    which: Choice[Nameless]


class TooManyLabelsAsked(Questions):
    which: Choice[ChoiceLabel("Many", {f"L{n}": f"label-{n}" for n in range(256)})]  # type: ignore[valid-type]  # made on the spot


class OneLevelAsked(Questions):
    how: Score = score(["the only level"])


class ElevenLevelsAsked(Questions):
    how: Score = score([f"level {n}" for n in range(11)])


class EmptyNoulAsked(Questions):
    whether: Noul = noul()


class ScoreWithoutLevels(Questions):
    how: Score


class NoulAskedAsChoice(Questions):
    whether: Noul = choice("Is it?")


class ScoreAskedAsNoul(Questions):
    how: Score = noul("How much?")


class NoAnswerType(Questions):
    how: int = 3


class UnknownName(Questions):
    how: "Choice[NowhereDefined]"  # type: ignore[name-defined]  # noqa: F821


class NothingAsked(Questions):
    pass


class Changing(BaseModel):
    number: int = 0


class ChangingNode(GraphNode[Changing]):
    async def run(self, visit: Any) -> Route:
        return direct("done")


class Undone(GraphNode[NoState]):
    pass


class Unread(DecisionNode[NoState, OneLabelAsked]):
    pass


class Untyped(Talk):
    @tool
    def save(self, arguments: Any, visit: Any) -> Route:
        return direct("saved")


class Argless(Talk):
    @tool
    def save(self) -> Route:
        return direct("saved")


class TwiceNamed(Talk):
    @tool(name="save")
    def save_amount(self, arguments: Amount, visit: Any) -> Route:
        return direct("saved")

    @tool(name="save")
    def save_again(self, arguments: Amount, visit: Any) -> Route:
        return direct("saved")


class ToolOnPlain(Plain):
    @tool
    def save(self, arguments: Amount, visit: Any) -> Route:
        return direct("saved")


class ToolOnJudge(Judge):
    @tool
    def save(self, arguments: Amount, visit: Any) -> Route:
        return direct("saved")


class Both(Judge, Talk):  # type: ignore[misc]  # wrong on purpose
    pass


class Ending(TerminateNode):
    pass


def spaces(**histories: Any) -> Mapping[str, Any]:
    return histories


CASES: list[Any] = [
    # names
    pytest.param(
        lambda: graph_of(plain("A"), nodes=()), "test", "Register at least the start node.", id="no nodes"
    ),
    pytest.param(
        lambda: graph_of(plain("A"), nodes=[plain("A"), plain("A")]),
        "A",
        "Set `name` on one of them.",
        id="two nodes of one name",
    ),
    pytest.param(
        lambda: graph_of(plain("A"), nodes=[Plain]), str(Plain), "Register instances", id="a class for a node"
    ),
    pytest.param(lambda: graph_of(plain(END)), END, "Name the node otherwise.", id="a node called end"),
    # routes
    pytest.param(
        lambda: graph_of(plain("A"), start="B"), "B", "Add it to `nodes`.", id="start not registered"
    ),
    pytest.param(
        lambda: graph_of(plain("A", targets=["B"])), "A", "Add it to `nodes`.", id="target not registered"
    ),
    pytest.param(
        lambda: graph_of(plain("A", targets=["A", "A"])),
        "A",
        "Name each target once.",
        id="a target declared twice",
    ),
    pytest.param(
        lambda: graph_of(talk(terminate_target="Terminate")),
        "Talk",
        "Add it to `targets`, or set terminate_target = None.",
        id="terminate_session leads to no target",
    ),
    pytest.param(
        lambda: graph_of(plain("A", targets=["B"]), plain("B"), plain("C")),
        "C",
        "Declare it as a target of another node, or remove it.",
        id="nothing leads to a node",
    ),
    pytest.param(
        lambda: graph_of(plain("A"), plain("B", targets=["C"]), plain("C", targets=["B"])),
        "B",
        "Declare it as a target of another node, or remove it.",
        id="two nodes lead to each other only",
    ),
    # histories
    pytest.param(
        lambda: graph_of(plain("A"), histories=spaces(talk=["A", "B"])),
        "B",
        "Add it to `nodes`.",
        id="a history names an unknown node",
    ),
    pytest.param(
        lambda: graph_of(plain("A"), histories=spaces(talk=["A"], other=["A"])),
        "A",
        "Keep one.",
        id="a node in two histories",
    ),
    pytest.param(
        lambda: graph_of(plain("A"), histories=spaces(talk=["A", "A"])),
        "A",
        "Keep one.",
        id="a node twice in a history",
    ),
    pytest.param(
        lambda: graph_of(plain("A", targets=["Judge"]), judge(), histories=spaces(talk=["A"])),
        "Judge",
        "Put it into one of `histories`.",
        id="a decision node without history",
    ),
    pytest.param(
        lambda: graph_of(plain("A", targets=["Talk"]), talk(), histories=spaces(talk=["A"])),
        "Talk",
        "Put it into one of `histories`.",
        id="a conversation node without history",
    ),
    pytest.param(
        lambda: graph_of(plain("A", targets=["Ending"]), Ending(), histories=spaces(talk=["A"])),
        "Ending",
        "Put it into one of `histories`.",
        id="a terminate node without history",
    ),
    pytest.param(
        lambda: graph_of(plain("A"), histories=spaces()),
        "A",
        "Put it into one of `histories`.",
        id="nowhere to put the first words",
    ),
    pytest.param(
        lambda: graph_of(
            plain("A"), plain("B"), histories=spaces(talk=["A"]), actions={"jump": ActionTarget("B")}
        ),
        "B",
        "Put it into one of `histories`.",
        id="nowhere to put an action's words",
    ),
    # nodes
    pytest.param(
        lambda: graph_of(ChangingNode()),
        "ChangingNode",
        "Set model_config = ConfigDict(frozen=True).",
        id="a state that could be changed in place",
    ),
    pytest.param(lambda: graph_of(Undone()), "Undone", "Write run().", id="a node without run"),
    pytest.param(
        lambda: graph_of(Unread()), "Unread", "Write on_decision().", id="a decision node without on_decision"
    ),
    pytest.param(
        lambda: graph_of(Untyped()),
        "Untyped",
        "Annotate the argument model.",
        id="a tool without argument model",
    ),
    pytest.param(
        lambda: graph_of(Argless()), "Argless", "Annotate the argument model.", id="a tool without arguments"
    ),
    pytest.param(
        lambda: graph_of(TwiceNamed()),
        "TwiceNamed",
        "Name one of them otherwise.",
        id="two tools of one name",
    ),
    pytest.param(
        lambda: graph_of(ToolOnPlain()),
        "ToolOnPlain",
        "Make it a ConversationNode.",
        id="a tool on a plain node",
    ),
    pytest.param(
        lambda: graph_of(talk(force_tools=True)),
        "Talk",
        "Add a tool, or drop force_tools.",
        id="tools forced, and none there",
    ),
    # decision nodes
    pytest.param(
        lambda: graph_of(ToolOnJudge()),
        "ToolOnJudge",
        "Move the tool to a ConversationNode.",
        id="a decision node with a tool",
    ),
    pytest.param(
        lambda: graph_of(Both()),
        "Both",
        "Move the tool to a ConversationNode.",
        id="a decision node that is a conversation node too",
    ),
    *(
        pytest.param(
            lambda attribute=attribute, value=value: graph_of(judge(**{attribute: value})),
            "Judge",
            "It calls no chat model; remove it.",
            id=f"a decision node with {attribute}",
        )
        for attribute, value in {
            "chat": ChatConfig(model="chatty"),
            "force_tools": False,
            "before_chat": lambda self, visit: None,
            "on_text": lambda self, text, visit: direct(text),
            "on_chat_error": lambda self, failure, visit: None,
        }.items()
    ),
    # question maps
    *(
        pytest.param(
            lambda questions=questions: asking(questions), "Asking", "Mend the question map.", id=name
        )
        for name, questions in {
            "a choice of one label": OneLabelAsked,
            "two labels of one value": TwinsAsked,
            "labels that are no strings": NumberedAsked,
            "an empty label": NamelessAsked,
            "more labels than a model takes": TooManyLabelsAsked,
            "a score of one level": OneLevelAsked,
            "a score of eleven levels": ElevenLevelsAsked,
            "a noul that asks nothing": EmptyNoulAsked,
            "a score that declares no levels": ScoreWithoutLevels,
            "a noul declared as a choice": NoulAskedAsChoice,
            "a score declared as a noul": ScoreAskedAsNoul,
            "a field that is no answer": NoAnswerType,
            "an annotation that leads nowhere": UnknownName,
            "no question at all": NothingAsked,
            "dynamic answers without define_questions": DynamicAnswers,
        }.items()
    ),
    # actions
    pytest.param(
        lambda: graph_of(plain("A"), actions={"jump": ActionTarget("B")}),
        "B",
        "Add it to `nodes`.",
        id="an action goes to an unknown node",
    ),
    pytest.param(
        lambda: graph_of(talk(), actions={"save": ActionTarget("Talk", "save")}),
        "Talk",
        "Name one of its tools.",
        id="an action calls an unknown tool",
    ),
    pytest.param(
        lambda: graph_of(plain("A"), actions={"save": ActionTarget("A", "save")}),
        "A",
        "Name one of its tools.",
        id="an action calls a tool of a plain node",
    ),
    pytest.param(
        lambda: graph_of(talk(), actions={"leave": ActionTarget("Talk", "terminate_session")}),
        "Talk",
        "Name one of its tools.",
        id="an action calls the terminate tool that was taken away",
    ),
    # providers
    pytest.param(
        lambda: graph_of(judge(), decision=DecisionConfig(provider="gone")),
        "Judge",
        "Registered: scripted.",
        id="the graph's decision provider is not there",
    ),
    pytest.param(
        lambda: graph_of(judge(decision=DecisionConfig(provider="gone"))),
        "Judge",
        "Registered: scripted.",
        id="a node's decision provider is not there",
    ),
    pytest.param(
        lambda: graph_of(judge(), decision=DecisionConfig()),
        "Judge",
        "Registered: scripted.",
        id="the library's decision provider is not there",
    ),
    pytest.param(
        lambda: graph_of(talk(), chat=ChatConfig(provider="gone")),
        "Talk",
        "Registered: scripted.",
        id="the graph's chat model is not there",
    ),
    pytest.param(
        lambda: graph_of(talk(chat=ChatConfig(provider="gone"))),
        "Talk",
        "Registered: scripted.",
        id="a node's chat model is not there",
    ),
    pytest.param(
        lambda: graph_of(talk(chat=ChatConfig(alternate="gone"))),
        "Talk",
        "Registered: scripted.",
        id="a node's alternate chat model is not there",
    ),
    # limits
    pytest.param(lambda: graph_of(plain("A"), max_nodes=0), "test", "Raise them.", id="no node may run"),
    pytest.param(lambda: graph_of(plain("A"), turn_timeout_s=0), "test", "Raise them.", id="a turn of 0 s"),
    pytest.param(
        lambda: graph_of(talk(chat=ChatConfig(max_rounds=0))), "Talk", "Raise it.", id="a loop of 0 rounds"
    ),
    *(
        pytest.param(
            lambda node=node, config=config: graph_of(node(config)),
            name,
            "Mend its configuration.",
            id=f"{name}: {setting}",
        )
        for name, node, kind in (
            ("Judge", lambda config: judge(decision=config), DecisionConfig),
            ("Talk", lambda config: talk(chat=config), ChatConfig),
        )
        for setting, config in {
            "an attempt of 0 s": kind(timeout_s=0),
            "a deadline of 0 s": kind(deadline_s=0),
            "-1 retries": kind(max_retries=-1),
        }.items()
    ),
]


@pytest.mark.parametrize(("definition", "node", "mend"), CASES)
def test_the_error_names_the_node_and_the_mend(
    definition: Callable[[], GraphDefinition], node: str, mend: str
) -> None:
    with pytest.raises(GraphDefinitionError) as refused:
        compiled(definition())

    assert refused.value.node == node
    assert mend in refused.value.mend
    assert str(refused.value) == f"{node}: {refused.value.problem} {refused.value.mend}"


def test_an_engine_refuses_two_graphs_of_one_name() -> None:
    graphs = [compile_graph(graph_of(plain("A")), decision_providers={}, chat_models={}) for _ in range(2)]

    with pytest.raises(GraphDefinitionError, match=r"test: two graphs have this name"):
        GraphEngine(graphs, InMemoryStore())


class Own(Talk):
    """Names its own tool as the inherited one, which it took away."""

    @tool(name="terminate_session")
    def leave(self, arguments: Amount, visit: Any) -> Route:
        return direct("bye")


class RealArguments(Talk):
    @tool
    def save(self, arguments: Amount, visit: "NowhereImported") -> Route:  # type: ignore[name-defined]  # noqa: F821
        return go("A")


@pytest.mark.parametrize(
    "definition",
    [
        pytest.param(lambda: graph_of(plain("A", targets=[END])), id="a node that may end the session"),
        pytest.param(lambda: graph_of(Own()), id="the name of a tool that was taken away"),
        pytest.param(lambda: graph_of(RealArguments()), id="an annotation only type checkers can follow"),
        pytest.param(
            lambda: graph_of(
                plain("A"),
                plain("B"),
                histories=spaces(talk=["A"], other=["B"]),
                actions={"b": ActionTarget("B")},
            ),
            id="a node that only an action leads to",
        ),
        pytest.param(
            lambda: graph_of(plain("A", targets=["B"]), plain("B"), histories=spaces(talk=["A"])),
            id="a plain node without history",
        ),
        pytest.param(
            lambda: graph_of(
                plain("A"), decision=DecisionConfig(provider="gone"), chat=ChatConfig(provider="gone")
            ),
            id="a provider that no node uses",
        ),
    ],
)
def test_what_only_looks_wrong_compiles(definition: Callable[[], GraphDefinition]) -> None:
    compiled(definition())
