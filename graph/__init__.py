"""Durable decision graphs: typed decisions, typed tools, and plain code that owns every rule.

Start with `DecisionNode`, `ConversationNode` and `GraphNode`, declare them in a `GraphDefinition`, check it with
`compile_graph`, and drive turns with `GraphEngine`. `graph.testing` has scripted models and an in-memory store.
"""

# ruff: noqa: I001  # grouped by role, so that this page can be read from top to bottom

# Nodes and what they return
from graph.nodes import GraphNode, TerminateNode
from graph.decision.node import DecisionContext, DecisionFailure, DecisionNode
from graph.chat.node import ChatFailure, ConversationNode
from graph.chat.tools import tool
from graph.routing import END, Reply, Route, direct, direct_to, finish, go, refuse, stay
from graph.scope import Conversation, NestedResult, Visit
from graph.state import NoState, StateView

# Questions and answers
from graph.decision.questions import (
    Choice,
    ChoiceLabel,
    ChoiceQuestion,
    DynamicAnswers,
    Noul,
    NoulQuestion,
    QuestionMap,
    Questions,
    Score,
    ScoreQuestion,
    choice,
    noul,
    score,
)

# Declaring and running a graph
from graph.definition import ActionTarget, CompiledGraph, GraphDefinition, compile_graph
from graph.engine import GraphEngine
from graph.turns import (
    ActionCall,
    NodeVisit,
    SessionSnapshot,
    TurnClosure,
    TurnCommit,
    TurnControl,
    TurnInput,
)
from graph.events import (
    DecisionMade,
    Event,
    MessageDelta,
    NodeEntered,
    TerminalEvent,
    ToolCalled,
    TurnCancelled,
    TurnCompleted,
    TurnFailed,
    TurnStarted,
)

# Providers, stores and records
from graph.chat.messages import Message, ToolCall
from graph.chat.models import ChatConfig, ChatModel, ChatReply, ChatRequest
from graph.chat.tools import ToolArgumentsError, ToolSpec
from graph.chat.audit import ChatRecord
from graph.decision.audit import DecisionRecord
from graph.decision.thresholds import Threshold
from graph.evidence import ChatEvidence, DecisionEvidence, Evidence
from graph.decision.providers import DecisionConfig, DecisionProvider, DecisionReply, DecisionRequest
from graph.jsonvalue import JsonObject, JsonValue
from graph.store import Lease, SessionStore, TurnBegun, TurnRecorded
from graph.usage import Usage

# Errors
from graph.errors import (
    ChatLoopError,
    CircuitOpenError,
    ContextTooLong,
    GraphDefinitionError,
    GraphError,
    InvalidAnswerError,
    LeaseLostError,
    NotJsonError,
    ProviderError,
    ProviderMisconfigured,
    ProviderTimeout,
    QuestionError,
    ReplyRefused,
    ReplyTruncated,
    ReservedFactError,
    RoutingError,
    RoutingLoopError,
    SessionBusy,
    SessionCompleted,
    SessionExpired,
    SessionNotFound,
    StateError,
    TurnIdReused,
    TurnInFlight,
    TurnRefused,
    UndeclaredRouteError,
)

__all__ = [
    "END",
    "ActionCall",
    "ActionTarget",
    "ChatConfig",
    "ChatEvidence",
    "ChatFailure",
    "ChatLoopError",
    "ChatModel",
    "ChatRecord",
    "ChatReply",
    "ChatRequest",
    "Choice",
    "ChoiceLabel",
    "ChoiceQuestion",
    "CircuitOpenError",
    "CompiledGraph",
    "ContextTooLong",
    "Conversation",
    "ConversationNode",
    "DecisionConfig",
    "DecisionContext",
    "DecisionEvidence",
    "DecisionFailure",
    "DecisionMade",
    "DecisionNode",
    "DecisionProvider",
    "DecisionRecord",
    "DecisionReply",
    "DecisionRequest",
    "DynamicAnswers",
    "Event",
    "Evidence",
    "GraphDefinition",
    "GraphDefinitionError",
    "GraphEngine",
    "GraphError",
    "GraphNode",
    "InvalidAnswerError",
    "JsonObject",
    "JsonValue",
    "Lease",
    "LeaseLostError",
    "Message",
    "MessageDelta",
    "NestedResult",
    "NoState",
    "NodeEntered",
    "NodeVisit",
    "NotJsonError",
    "Noul",
    "NoulQuestion",
    "ProviderError",
    "ProviderMisconfigured",
    "ProviderTimeout",
    "QuestionError",
    "QuestionMap",
    "Questions",
    "Reply",
    "ReplyRefused",
    "ReplyTruncated",
    "ReservedFactError",
    "Route",
    "RoutingError",
    "RoutingLoopError",
    "Score",
    "ScoreQuestion",
    "SessionBusy",
    "SessionCompleted",
    "SessionExpired",
    "SessionNotFound",
    "SessionSnapshot",
    "SessionStore",
    "StateError",
    "StateView",
    "TerminalEvent",
    "TerminateNode",
    "Threshold",
    "ToolArgumentsError",
    "ToolCall",
    "ToolCalled",
    "ToolSpec",
    "TurnBegun",
    "TurnCancelled",
    "TurnClosure",
    "TurnCommit",
    "TurnCompleted",
    "TurnControl",
    "TurnFailed",
    "TurnIdReused",
    "TurnInFlight",
    "TurnInput",
    "TurnRecorded",
    "TurnRefused",
    "TurnStarted",
    "UndeclaredRouteError",
    "Usage",
    "Visit",
    "choice",
    "compile_graph",
    "direct",
    "direct_to",
    "finish",
    "go",
    "noul",
    "refuse",
    "score",
    "stay",
    "tool",
]
