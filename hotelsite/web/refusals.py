"""What is answered instead of a turn: one exception, seen as an `error` frame on the websocket and as a status over HTTP."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

RefusalCode = Literal[
    "bad_frame",
    "unknown_type",
    "message_empty",
    "message_too_long",
    "bad_value",
    "busy",
    "id_reused",
    "not_found",
    "not_in_results",
    "session_completed",
    "session_expired",
    "rate_limited",
    # Of the HTTP API alone.
    "unauthorized",
    "method_not_allowed",
    "too_large",
    "unavailable",
    # Something broke before the turn could be recorded; trying again under the same id is safe.
    "internal",
]

HTTP_STATUS: Final[Mapping[RefusalCode, int]] = {
    "bad_frame": 400,
    "unknown_type": 400,
    "message_empty": 400,
    "message_too_long": 400,
    "bad_value": 400,
    "busy": 409,
    "id_reused": 409,
    "not_found": 404,
    "not_in_results": 404,
    "session_completed": 410,
    "session_expired": 410,
    "rate_limited": 429,
    "unauthorized": 401,
    "method_not_allowed": 405,
    "too_large": 413,
    "unavailable": 503,
    "internal": 503,
}


class Refusal(Exception):
    """A frame or call that leads to no turn, and why.

    Attributes:
        code: Stable and for programs.
        message: For the customer; it names the next step.
        turn_id: The client's id of the frame it concerns, None where it concerns none.
        retry_after_s: Whole seconds after which trying again may succeed, None where waiting does not help.
    """

    def __init__(
        self, code: RefusalCode, message: str, *, turn_id: str | None = None, retry_after_s: int | None = None
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.turn_id = turn_id
        self.retry_after_s = retry_after_s

    @property
    def http_status(self) -> int:
        return HTTP_STATUS[self.code]
