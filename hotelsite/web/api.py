"""The HTTP API: the same frames and turns as the websocket, for programs with a bearer token.

It looks at no cookie, so a page of another site cannot use a visitor's browser for it, and needs no CSRF token.
"""

from __future__ import annotations

import functools
import json
import logging
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Coroutine
from contextlib import aclosing
from typing import Any, Final, TypeAlias

from django.core.exceptions import RequestDataTooBig
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponseBase, JsonResponse, StreamingHttpResponse
from django.views.decorators.csrf import csrf_exempt

from graph.errors import TurnRefused
from graph.turns import TurnInput
from hotelsite import runtime
from hotelsite.conversations.dbthreads import on_database_thread
from hotelsite.web import conversation
from hotelsite.web.client_frames import MAX_FRAME_BYTES, parse_turn_body
from hotelsite.web.following import follow_turn
from hotelsite.web.identity import bearer_owner, new_secret, owner_of
from hotelsite.web.intake import check_first
from hotelsite.web.refusals import HTTP_STATUS, Refusal
from hotelsite.web.server_frames import Frame
from hotelsite.web.switchboard import Switchboard, switchboard
from hotelsite.web.turns import BROKEN, Draining, refusal_of

log = logging.getLogger(__name__)

STATUS_OF: Final = {"turn.completed": "completed", "turn.failed": "failed", "turn.cancelled": "cancelled"}
_TOO_LARGE: Final = f"A body has at most {MAX_FRAME_BYTES:,} bytes."

View: TypeAlias = Callable[[HttpRequest], Coroutine[Any, Any, HttpResponseBase]]


def endpoint(method: str) -> Callable[[View], View]:
    """Make a view of the API: one method, no cookies, and refusals as JSON with their status."""

    def decorate(view: View) -> View:
        @csrf_exempt
        @functools.wraps(view)
        async def wrapped(request: HttpRequest) -> HttpResponseBase:
            try:
                if request.method != method:
                    raise Refusal("method_not_allowed", f"This address takes {method}.")
                return await view(request)
            except Refusal as refusal:
                response = _refused(refusal)
            except TurnRefused as refused:
                response = _refused(refusal_of(refused, None))
            except DatabaseError as error:
                log.error("%s: the database failed with %s", request.path, type(error).__name__)
                response = _refused(Refusal("internal", BROKEN))
            except Draining:
                response = _refused(
                    Refusal("unavailable", "The server restarts. Please try again.", retry_after_s=1)
                )
            if response.status_code == HTTP_STATUS["method_not_allowed"]:
                response["Allow"] = method
            return response

        return wrapped

    return decorate


@endpoint("GET")
async def graphs(request: HttpRequest) -> HttpResponseBase:
    """Return every graph with its nodes and edges."""
    return JsonResponse(
        [{"name": name, "graph": runtime.graph_json(name)} for name in runtime.graph_names()], safe=False
    )


@endpoint("POST")
async def run(request: HttpRequest) -> HttpResponseBase:
    """Run one turn, in the bearer's session or in one that is begun for it, and return how it ended."""
    frame = parse_turn_body(_body(request))
    board = switchboard()
    token = None
    if "Authorization" in request.headers:
        owner, session_id = await _bearer_session(request)
    elif board.draining:
        raise Draining
    else:
        check_first(frame)
        token = new_secret()
        owner = owner_of(token)
        session_id = await on_database_thread(conversation.begin)(owner)
    begun = {"token": token} if token else {}
    turn = await board.admit(session_id, owner, frame)
    if "text/event-stream" not in request.headers.get("Accept", ""):
        last = await _last_frame(board, session_id, turn)
        return JsonResponse({**last, "status": STATUS_OF[last["type"]], "session": session_id, **begun})
    opening = await on_database_thread(conversation.picture)(session_id, owner)
    frames = follow_turn(board, session_id, turn)
    first = await anext(frames)
    if first["type"] == "error":
        raise _as_refusal(first)
    return _stream({**opening, **begun}, first, frames)


@endpoint("GET")
async def session(request: HttpRequest) -> HttpResponseBase:
    """Return the `session` frame of the bearer's session."""
    owner, session_id = await _bearer_session(request)
    return JsonResponse(await on_database_thread(conversation.picture)(session_id, owner))


@endpoint("POST")
async def end(request: HttpRequest) -> HttpResponseBase:
    """End the bearer's session, and return its `session` frame; ending it twice changes nothing."""
    owner, session_id = await _bearer_session(request)
    await on_database_thread(conversation.end)(session_id, owner)
    return JsonResponse(await on_database_thread(conversation.picture)(session_id, owner))


async def _bearer_session(request: HttpRequest) -> tuple[str, str]:
    """Return the bearer as owner, and the id of the session that its token began."""
    owner = bearer_owner(request.headers.get("Authorization", ""))
    found = await on_database_thread(conversation.newest)(owner) if owner else None
    if owner is None or found is None:
        raise Refusal(
            "unauthorized", "Send the token that the first call returned: `Authorization: Bearer TOKEN`."
        )
    return owner, found


def _body(request: HttpRequest) -> str:
    """Return the request's body, which is limited like a frame of the websocket."""
    try:
        body = request.body
    except RequestDataTooBig as error:
        raise Refusal("too_large", _TOO_LARGE) from error
    if len(body) > MAX_FRAME_BYTES:
        raise Refusal("too_large", _TOO_LARGE)
    try:
        return body.decode()
    except UnicodeDecodeError as error:
        raise Refusal("bad_frame", "The body is one JSON object in UTF-8.") from error


async def _last_frame(board: Switchboard, session_id: str, turn: TurnInput) -> Frame:
    async with aclosing(follow_turn(board, session_id, turn)) as frames:
        async for frame in frames:
            last = frame
    if last["type"] == "error":
        raise _as_refusal(last)
    return last


def _stream(opening: Frame, first: Frame, frames: AsyncGenerator[Frame]) -> HttpResponseBase:
    async def events() -> AsyncIterator[bytes]:
        async with aclosing(frames):
            yield _event(opening)
            yield _event(first)
            async for frame in frames:
                yield _event(frame)

    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}  # proxies pass each event on at once
    return StreamingHttpResponse(events(), content_type="text/event-stream", headers=headers)


def _event(frame: Frame) -> bytes:
    return f"event: {frame['type']}\ndata: {json.dumps(frame, separators=(',', ':'))}\n\n".encode()


def _as_refusal(frame: Frame) -> Refusal:
    return Refusal(
        frame["code"], frame["message"], turn_id=frame.get("id"), retry_after_s=frame.get("retry_after")
    )


def _refused(refusal: Refusal) -> JsonResponse:
    response = JsonResponse(
        {"error": {"code": refusal.code, "message": refusal.message}}, status=refusal.http_status
    )
    if refusal.retry_after_s is not None:
        response["Retry-After"] = str(refusal.retry_after_s)
    if refusal.code == "unauthorized":
        response["WWW-Authenticate"] = "Bearer"
    return response
