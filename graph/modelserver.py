"""A model server over HTTP: one pooled client, bounded bodies, and errors told apart.

What the HTTP providers have in common. Deadlines and retries are the runner's: it cancels a late call, which closes
the call's connection, and it decides about another attempt. Nothing here logs.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import aclosing, asynccontextmanager
from email.utils import parsedate_to_datetime
from typing import Self, cast

import httpx

from graph.errors import ProviderError, ProviderMisconfigured
from graph.jsonvalue import JsonObject, JsonValue
from graph.wire import encode_json, error_detail, label, mapping, parse_json

MAX_BODY_BYTES = 4 * 2**20
MAX_CALLS = 100
"""Calls under way at one server; further ones wait for their turn, within their own deadlines."""
REQUEST_ID_HEADERS = ("x-typesafe-request-id", "x-request-id")
REFUSING_KEY = frozenset({401, 403})
REFUSING_SETTINGS = frozenset({401, 403, 404, 422})
"""What a wrong key, address, model or version of the interface looks like, whatever is asked."""


class ModelServer:
    """One server, its key, and the process's pooled client for it."""

    def __init__(self, base_url: str, api_key: str) -> None:
        """Check the settings; nothing is connected yet.

        Raises:
            ProviderMisconfigured: The address or the key cannot be used; the message says why and quotes no key.
        """
        self.base_url = checked_url(base_url)
        self._gate = asyncio.Semaphore(MAX_CALLS)
        self._client = httpx.AsyncClient(
            headers={
                "Authorization": f"Bearer {checked_key(api_key)}",
                "Accept": "application/json",
                # What is read is what is counted: a compressed body could unfold to any size.
                "Accept-Encoding": "identity",
            },
            timeout=None,  # noqa: S113  # the runner's deadlines cover the whole call, body included
            # The gate above bounds connections, not the pool: a pool with a queue loses a place for good when a
            # call is cancelled in it (https://github.com/encode/httpcore/issues/1093).
            limits=httpx.Limits(
                max_connections=None, max_keepalive_connections=MAX_CALLS, keepalive_expiry=30.0
            ),
        )

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.base_url!r})"

    async def aclose(self) -> None:
        """Close every connection."""
        await self._client.aclose()

    @asynccontextmanager
    async def post(self, path: str, body: JsonObject) -> AsyncIterator[httpx.Response]:
        """Send one request; yields its successful response, the body still to be read by `pieces` or `read_json`.

        Raises:
            ProviderMisconfigured: 401 or 403.
            ProviderError: Any other answer but a success; or the connection failed, also while the body was read.
        """
        request = self._client.build_request(
            "POST",
            self.base_url + path,
            content=encode_json(body),
            headers={"Content-Type": "application/json"},
        )
        try:
            async with self._gate:
                response = await self._client.send(request, stream=True)
                try:
                    if not response.is_success:
                        raise await _refusal(response)
                    yield response
                finally:
                    await response.aclose()
        except httpx.RequestError as error:
            raise ProviderError(f"connection failed: {type(error).__name__}", transient=True) from error


class ServedModel:
    """A provider behind a `ModelServer`. Close it, or use it in `async with`."""

    def __init__(self, id: str, server: ModelServer) -> None:  # noqa: A002  # the name in the providers' protocols
        self.id = id
        self.server = server
        self.refused: int | None = None
        """401, 403, 404 or 422 if the newest answered call ended so; readiness pages show it."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}(id={self.id!r}, base_url={self.server.base_url!r})"

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Close every connection to the server."""
        await self.server.aclose()

    @asynccontextmanager
    async def post(self, path: str, body: JsonObject) -> AsyncIterator[httpx.Response]:
        """Send one request to the server; see `ModelServer.post`."""
        try:
            async with self.server.post(path, body) as response:
                self.refused = None
                yield response
        except ProviderError as error:
            if error.status in REFUSING_SETTINGS:
                self.refused = error.status
            raise


# --- reading answers ----------------------------------------------------------------------------------------


async def pieces(response: httpx.Response) -> AsyncGenerator[bytes, None]:
    """The body as it arrives.

    Raises:
        ProviderError: It is larger than `MAX_BODY_BYTES`.
    """
    size = 0
    chunks = cast(
        "AsyncGenerator[bytes, None]", response.aiter_raw()
    )  # which it is, though typed as an iterator
    async with aclosing(chunks) as raw:
        async for piece in raw:
            size += len(piece)
            if size > MAX_BODY_BYTES:
                raise ProviderError(f"the answer is larger than {MAX_BODY_BYTES} bytes")
            yield piece


async def read_json(response: httpx.Response) -> JsonValue:
    """The whole body; None where it is not JSON, which no caller takes for an answer either."""
    async with aclosing(pieces(response)) as body:
        return parse_json(b"".join([piece async for piece in body]))


def request_id(response: httpx.Response) -> str | None:
    """The server's id of a request, None where it gives none."""
    return next((found for name in REQUEST_ID_HEADERS if (found := label(response.headers.get(name)))), None)


# --- errors -------------------------------------------------------------------------------------------------


async def _refusal(response: httpx.Response) -> ProviderError:
    async with aclosing(pieces(response)) as body:
        text = b"".join([piece async for piece in body])
    payload = parse_json(text)
    status = response.status_code
    kind = ProviderMisconfigured if status in REFUSING_KEY else ProviderError
    return kind(
        f"HTTP {status}: the server refuses the key" if status in REFUSING_KEY else f"HTTP {status}",
        transient=status in (408, 429) or status >= 500,
        status=status,
        retry_after_s=retry_after_s(response.headers),
        request_id=request_id(response),
        usage=mapping(payload).get("usage"),
        detail=error_detail(text.decode("utf-8", "replace") if payload is None else payload),
    )


def retry_after_s(headers: Mapping[str, str]) -> float | None:
    """Seconds a server asks us to wait: `retry-after-ms` before `Retry-After`, which is seconds or a date."""
    for name, per_second in (("retry-after-ms", 1000.0), ("retry-after", 1.0)):
        try:
            wait_s = float(headers.get(name, "nan")) / per_second
        except ValueError:
            continue
        if math.isfinite(wait_s) and wait_s >= 0:
            return wait_s
    try:
        return max(0.0, parsedate_to_datetime(headers.get("retry-after", "")).timestamp() - time.time())
    except (ValueError, OverflowError):
        return None


# --- settings -----------------------------------------------------------------------------------------------


def checked_url(base_url: str) -> str:
    """The address without a slash at its end.

    Raises:
        ProviderMisconfigured: It cannot be used; the message says why.
    """
    try:
        url = httpx.URL(base_url.strip())
    except httpx.InvalidURL as error:
        raise ProviderMisconfigured("the base URL is no URL") from error
    if url.scheme not in ("http", "https") or not url.host:
        raise ProviderMisconfigured("the base URL must begin with http:// or https:// and name a host")
    if url.userinfo or url.query or url.fragment:
        # User name and password would take the place of the key.
        raise ProviderMisconfigured("the base URL may hold no user name, password, query or fragment")
    return str(url).rstrip("/")


def checked_key(api_key: str) -> str:
    """The key without space around it.

    Raises:
        ProviderMisconfigured: It cannot be used; the message says why and does not quote it.
    """
    key = api_key.strip()
    if not key:
        raise ProviderMisconfigured("the API key is empty")
    if not key.isascii() or not key.isprintable() or " " in key:
        raise ProviderMisconfigured(
            "the API key holds characters that no key has, such as a space or line end"
        )
    return key
