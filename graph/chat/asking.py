"""One round of chat on behalf of a node's visit: counted with its turn, and audited whatever comes of it."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from graph.chat.audit import ChatRecord
from graph.chat.models import ChatConfig, ChatReply, ChatRequest
from graph.errors import ProviderError
from graph.evidence import ChatEvidence
from graph.retrying import Tally
from graph.usage import Meter, Usage, parse_usage

if TYPE_CHECKING:
    from graph.scope import Visit


async def ask(
    visit: Visit[Any],
    request: ChatRequest,
    config: ChatConfig,
    *,
    on_delta: Callable[[str], None] | None = None,
    total: Tally | None = None,
) -> ChatReply:
    """Return the chat model's reply, and leave its audit entry, usage and evidence with the turn.

    Args:
        on_delta: Gets pieces of the first attempt's text.
        total: Counts the attempts of several rounds.

    Raises:
        ProviderError: The model gave no usable reply.
    """
    scope, meter, tally, started = visit.scope, Meter(), Tally(), time.perf_counter()
    reply: ChatReply | None = None
    failure: ProviderError | None = None
    try:
        reply = await scope.graph.chat_runner.complete(
            request, config, on_delta=on_delta, meter=meter, tally=tally
        )
    except ProviderError as error:
        failure = error
        raise
    finally:
        if total is not None:
            total.attempts += tally.attempts
        scope.usage.chat.merge(meter)
        known = meter.input_tokens + meter.output_tokens or (reply is not None and parse_usage(reply.usage))
        scope.chat_calls.append(
            ChatRecord(
                visit=visit.record.order,
                node=visit.node,
                provider=config.provider or "",
                configured_model=config.model or "",
                actual_model=reply.model if reply is not None else None,
                failure=failure.category if failure else None,
                attempts=tally.attempts,
                duration_ms=round((time.perf_counter() - started) * 1000),
                usage=Usage(meter.input_tokens, meter.output_tokens) if known else None,
                status=failure.status if failure else None,
            )
        )
    scope.evidence.append(
        ChatEvidence(visit=visit.record.order, node=visit.node, text=reply.text, tool_calls=reply.tool_calls)
    )
    return reply
