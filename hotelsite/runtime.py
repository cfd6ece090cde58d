"""The one module that puts the engine together: the hotel graph, the providers that settings name, the desk, the store."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
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
from graph.errors import ProviderError, ProviderMisconfigured, ProviderTimeout
from graph.jsonvalue import JsonObject
from graph.metering import RequestMeter
from graph.modelserver import ServedModel
from graph.store import SessionStore
from hotelsite.concierge import NAME, DatabaseDesk, hotel_graph
from hotelsite.concierge.desk import HotelDesk
from hotelsite.conversations.dbthreads import on_database_thread
from hotelsite.conversations.store import DjangoStore
from hotelsite.hotels.calendar import business_today
from hotelsite.local_models import LocalChatModel, LocalDecisionProvider
from hotelsite.local_models.decisions import MODEL as LOCAL_MODEL

GRAPH_NAME: Final = NAME
OFFLINE_PROVIDERS: Final = frozenset({LocalDecisionProvider.id, LocalChatModel.id})
"""They run in this process: their tokens are zeros because there are none, and not because nobody counted."""
PROBE_TIMEOUT_S: Final = 10.0
PROBING_CHAT: Final = ChatRequest(
    node="start-up probe",
    model="",  # the asked model's own
    prompt="Reply with one word.",
    facts={},
    messages=(Message.human("Hello"),),
    tools=(),
    force_tools=False,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Providers:
    """The models that settings name."""

    decision: DecisionProvider
    chat: ChatModel
    chat_alternate: ChatModel | None = None
    """Takes over for a turn in which `chat` failed."""

    @property
    def remote(self) -> list[ServedModel]:
        """Those that are reached over HTTP."""
        models: tuple[object, ...] = (self.decision, self.chat, self.chat_alternate)
        return [model for model in models if isinstance(model, ServedModel)]

    async def aclose(self) -> None:
        """Close the connections, on the event loop that used them."""
        for model in self.remote:
            await model.aclose()


def make_providers() -> Providers:
    """Make the providers that settings name; nothing is connected yet.

    Raises:
        ProviderMisconfigured: A key or an address cannot be used.
    """
    chat = _chat_model()
    alternate = settings.CHAT_ALTERNATE_MODEL
    return Providers(
        decision=_decision_provider(),
        chat=chat,
        chat_alternate=chat.alternate(alternate) if alternate and isinstance(chat, OpenAIChatModel) else None,
    )


def build_engine(graph: CompiledGraph) -> GraphEngine:
    """Bind a compiled graph to the site's database and business date."""
    store = DjangoStore(keep_evidence=settings.DECISION_EVIDENCE)
    lease_s = settings.TURN_LEASE_S
    return GraphEngine([graph], store, context=_context, lease_s=lease_s, renew_every_s=lease_s / 3)


def build_hotel_engine(providers: Providers, *, meter: RequestMeter | None = None) -> GraphEngine:
    """Put the hotel graph on the given providers and the site's own hotels.

    Args:
        meter: Weighs every request, where given.
    """
    decisions, alternate = providers.decision, providers.chat_alternate
    chats = [model for model in (providers.chat, alternate) if model is not None]
    if meter is not None:
        decisions, chats = meter.decisions(decisions), [meter.chat(model) for model in chats]
    definition = hotel_graph(
        DatabaseDesk(on_database_thread),
        decision=DecisionConfig(provider=providers.decision.id, model=_decision_model(providers.decision)),
        chat=ChatConfig(
            provider=providers.chat.id,
            model=settings.CHAT_MODEL,
            alternate=alternate.id if alternate is not None else None,
        ),
    )
    graph = compile_graph(
        definition,
        decision_providers={decisions.id: decisions},
        chat_models={model.id: model for model in chats},
    )
    return build_engine(graph)


def rehearsal_engine(
    decisions: DecisionProvider,
    chat: ChatModel,
    desk: HotelDesk,
    store: SessionStore,
    *,
    today: Callable[[], date],
) -> GraphEngine:
    """Put the hotel graph on models that only recite, a desk that sells nothing, and a store of its own."""
    definition = hotel_graph(
        desk,
        decision=DecisionConfig(provider=decisions.id, model=decisions.id),
        chat=ChatConfig(provider=chat.id, model=chat.id),
    )
    graph = compile_graph(
        definition, decision_providers={decisions.id: decisions}, chat_models={chat.id: chat}
    )
    return GraphEngine([graph], store, context=lambda: {"today": today()})


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


def provider_ids() -> list[str]:
    """Return the ids of the providers that this process asks, each once."""
    providers = get_providers()
    models = (providers.decision, providers.chat, providers.chat_alternate)
    return list(dict.fromkeys(model.id for model in models if model is not None))


def model_names() -> list[str]:
    """Return the names of the models that this process is configured to ask, each once."""
    names = (_decision_model(get_providers().decision), settings.CHAT_MODEL, settings.CHAT_ALTERNATE_MODEL)
    return list(dict.fromkeys(name for name in names if name))


def refusing_providers() -> dict[str, int]:
    """Return the providers whose newest answer to this process was 401, 403, 404 or 422, with that status."""
    return {model.id: model.refused for model in get_providers().remote if model.refused is not None}


async def probe_providers() -> list[str]:
    """Ask each provider that is reached over HTTP once, and return what is worth a warning.

    Providers of its own are made and closed again, since a connection belongs to the event loop that opened it.

    Raises:
        ProviderMisconfigured: One refuses its key (401, 403); the message names it and what it said.
    """
    providers = make_providers()
    try:
        troubles = await asyncio.gather(*map(_probe, providers.remote))
    finally:
        await providers.aclose()
    warnings = []
    for model, error in zip(providers.remote, troubles, strict=True):
        if error is None:
            continue
        # The request held no customer's words, so what the server says of it may be shown.
        said = f"{model.id} at {model.server.base_url}: {error}{f' ({error.detail})' if error.detail else ''}"
        if isinstance(error, ProviderMisconfigured):
            raise ProviderMisconfigured(said, status=error.status)
        warnings.append(said)
    return warnings


async def _probe(model: ServedModel) -> ProviderError | None:
    """Ask a model something that costs next to nothing; returns how that failed."""
    try:
        async with asyncio.timeout(PROBE_TIMEOUT_S):
            if isinstance(model, TypeSafeProvider):
                await model.ask(_probing_decision())
            elif isinstance(model, OpenAIChatModel):
                await model.complete(PROBING_CHAT, None)
    except TimeoutError:
        return ProviderTimeout(PROBE_TIMEOUT_S)
    except ProviderError as error:
        return error
    return None


def _probing_decision() -> DecisionRequest:
    return DecisionRequest(
        node="start-up probe",
        model=settings.DECISION_MODEL or LIBRARY_DECISION_CONFIG.model or "",
        state={"request": "Hello"},
        questions={"greeting": NoulQuestion(instructions=("Is this a greeting?",)).to_wire("")},
    )


def _decision_model(provider: DecisionProvider) -> str:
    """Return the model to ask for: the one that settings name, else the provider's own default."""
    default = LOCAL_MODEL if isinstance(provider, LocalDecisionProvider) else LIBRARY_DECISION_CONFIG.model
    return settings.DECISION_MODEL or default or ""


def _decision_provider() -> DecisionProvider:
    if settings.DECISION_PROVIDER == "typesafe":
        base_url = settings.TYPESAFE_BASE_URL or TYPESAFE_BASE_URL
        return TypeSafeProvider(settings.TYPESAFE_API_KEY or "", base_url=base_url)
    return LocalDecisionProvider()


def _chat_model() -> ChatModel:
    if settings.CHAT_PROVIDER == "openai":
        base_url = settings.OPENAI_BASE_URL or OPENAI_BASE_URL
        return OpenAIChatModel(
            settings.OPENAI_API_KEY or "", base_url=base_url, model=settings.CHAT_MODEL or ""
        )
    return LocalChatModel()


def _context() -> Mapping[str, Any]:
    return {"today": business_today()}
