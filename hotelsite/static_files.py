"""Static files by WhiteNoise, without leaving the event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import closing
from http import HTTPStatus

from asgiref.sync import iscoroutinefunction, markcoroutinefunction
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from whitenoise.middleware import WhiteNoiseMiddleware


class StaticFilesMiddleware(WhiteNoiseMiddleware):
    """WhiteNoise's middleware for ASGI as well.

    The original is synchronous: under ASGI it would send every request, page and API included, through a thread, and
    answer with a synchronous stream, which Django then warns about.
    """

    async_capable = True

    def __init__(
        self, get_response: Callable[[HttpRequest], HttpResponseBase | Awaitable[HttpResponseBase]]
    ) -> None:
        super().__init__(get_response)
        if iscoroutinefunction(get_response):
            markcoroutinefunction(self)

    def __call__(self, request: HttpRequest) -> HttpResponseBase | Awaitable[HttpResponseBase]:
        return self._answer(request) if iscoroutinefunction(self) else super().__call__(request)

    async def _answer(self, request: HttpRequest) -> HttpResponseBase:
        below_prefix = request.path_info.startswith(self.static_prefix)
        file = await asyncio.to_thread(self._file, request) if below_prefix else None
        answer: HttpResponseBase = file or await self.get_response(request)
        return answer

    def _file(self, request: HttpRequest) -> HttpResponse | None:
        """Return the whole file, whatever part of it was asked for, or that it has not changed; None without a file."""
        path = request.path_info
        static_file = self.find_file(path) if self.autorefresh else self.files.get(path)
        if static_file is None:
            return None
        served = self.serve(static_file, request)
        with closing(served):
            answer = HttpResponse(b"".join(served), status=served.status_code, headers=served.headers)
        if request.method == "GET" and answer.status_code == HTTPStatus.OK:
            # A file that was edited since it was found has another length; a browser would wait for the rest for ever.
            answer.headers["Content-Length"] = str(len(answer.content))
        return answer
