"""The one module that puts the engine together: the hotel graph, the providers that settings name, the desk, the store."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from django.conf import settings

from graph.chat.messages import Message
from graph.chat.models import ChatConfig, ChatModel, ChatRequest
from graph.chat.openai import DEFAULT_BASE_URL as OPENAI_BASE_URL
from graph.chat.openai import OpenAIChatModel
from graph.decision.providers import (
    LIBRARY_DECISION_CONFIG,
    DecisionConfig,
    DecisionProvider,
    DecisionRequest,
)
from graph.decision.questions import NoulQuestion
from graph.decision.typesafe import DEFAULT_BASE_URL as TYPESAFE_BASE_URL
from graph.decision.typesafe import TypeSafeProvider
from graph.definition import CompiledGraph, compile_graph
from graph.engine import GraphEngine
from graph.errors import ProviderError, ProviderMisconfigured
from graph.jsonvalue import JsonObject
from graph.modelserver import ServedModel
from hotelsite.concierge import NAME, DatabaseDesk, hotel_graph
from hotelsite.conversations.dbthreads import on_database_thread
from hotelsite.conversations.store import DjangoStore
from hotelsite.hotels.calendar import business_today

GRAPH_NAME: Final = NAME
PROBE_TIMEOUT_S: Final = 10.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Providers:
    """The two models, as settings name them."""

    decision: DecisionProvider
    chat: ChatModel


def make_providers() -> Providers:
    """Make the providers that settings name; nothing is connected yet.

    Raises:
        ProviderMisconfigured: A key or an address cannot be used.
    """
    return Providers(decision=_decision_provider(), chat=_chat_model())


def build_engine(graph: CompiledGraph) -> GraphEngine:
    """Bind a compiled graph to the site's database and business date."""
    return GraphEngine([graph], DjangoStore(), context=_context)


def build_hotel_engine(providers: Providers) -> GraphEngine:
    """Put the hotel graph on the given providers and the site's own hotels."""
    definition = hotel_graph(
        DatabaseDesk(on_database_thread),
        decision=DecisionConfig(provider=providers.decision.id, model=settings.DECISION_MODEL),
        chat=ChatConfig(provider=providers.chat.id, model=settings.CHAT_MODEL),
    )
    graph = compile_graph(
        definition,
        decision_providers={providers.decision.id: providers.decision},
        chat_models={providers.chat.id: providers.chat},
    )
    return build_engine(graph)


@cache
def get_providers() -> Providers:
    """Return this process's providers; the first call makes them."""
    return make_providers()


@cache
def get_engine() -> GraphEngine:
    """Return this process's engine; the first call makes it."""
    return build_hotel_engine(get_providers())


def graph_names() -> list[str]:
    return list(get_engine().graphs)


def graph_json(name: str) -> JsonObject:
    """Return a graph's nodes and edges (PROTOCOL.md, `graph`)."""
    return get_engine().graphs[name].as_json()


def refusing_providers() -> dict[str, int]:
    """Return the providers whose newest answer to this process was 401, 403, 404 or 422, with that status."""
    providers = get_providers()
    return {
        model.id: model.server.refused
        for model in (providers.decision, providers.chat)
        if isinstance(model, ServedModel) and model.server.refused is not None
    }


async def probe_providers() -> list[str]:
    """Ask each provider that is reached over HTTP once, and return what is worth a warning.

    Providers of its own are made and closed again, since a connection belongs to the event loop that opened it.

    Raises:
        ProviderMisconfigured: One refuses its key (401, 403).
    """
    providers = make_providers()
    warnings = []
    for model, ask in ((providers.decision, _ask_decision), (providers.chat, _ask_chat)):
        if not isinstance(model, ServedModel):
            continue
        async with model:
            try:
                async with asyncio.timeout(PROBE_TIMEOUT_S):
                    await ask(providers)
            except ProviderMisconfigured:
                raise
            except ProviderError as error:
                warnings.append(f"{model.id} at {model.server.base_url}: {error}")
            except TimeoutError:
                warnings.append(
                    f"{model.id} at {model.server.base_url}: no answer within {PROBE_TIMEOUT_S:g} s"
                )
    return warnings


async def _ask_decision(providers: Providers) -> None:
    question = NoulQuestion(instructions=("Is this a request?",)).to_wire("")
    model = settings.DECISION_MODEL or LIBRARY_DECISION_CONFIG.model or ""
    await providers.decision.ask(
        DecisionRequest(
            node="start-up probe", model=model, state={"request": "Hello"}, questions={"ready": question}
        )
    )


async def _ask_chat(providers: Providers) -> None:
    request = ChatRequest(
        node="start-up probe",
        model=settings.CHAT_MODEL or "",
        prompt="Reply with one word.",
        facts={},
        messages=(Message.human("Hello"),),
        tools=(),
        force_tools=False,
    )
    await providers.chat.complete(request, None)


def _decision_provider() -> DecisionProvider:
    if settings.DECISION_PROVIDER == "typesafe":
        base_url = settings.TYPESAFE_BASE_URL or TYPESAFE_BASE_URL
        return TypeSafeProvider(settings.TYPESAFE_API_KEY or "", base_url=base_url)
    from hotelsite.local_models import LocalDecisionProvider  # noqa: PLC0415

    return LocalDecisionProvider()


def _chat_model() -> ChatModel:
    if settings.CHAT_PROVIDER == "openai":
        base_url = settings.OPENAI_BASE_URL or OPENAI_BASE_URL
        return OpenAIChatModel(settings.OPENAI_API_KEY or "", base_url=base_url)
    from hotelsite.local_models import LocalChatModel  # noqa: PLC0415

    return LocalChatModel()


def _context() -> Mapping[str, Any]:
    return {"today": business_today()}
