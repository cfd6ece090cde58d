"""Every frame a client may send, as a strict model, and the one parser that lets them in.

Source: PROTOCOL.md, "Client -> server". What a frame says is checked here; whether it may be done is for the caller.
"""

from __future__ import annotations

import json
import re
import uuid
from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, NoReturn, TypeAlias, cast

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from hotelsite.hotels.values import VALUE_TYPES, CriterionValue, DatesValue
from hotelsite.hotels.vocabulary import Criterion
from hotelsite.web.masking import mask_private
from hotelsite.web.refusals import Refusal
from hotelsite.web.wording import MAX_CHARACTERS, clean

MAX_FRAME_BYTES: Final = 32 * 1024
MAX_TURNS: Final = 50
"""In one `session` or `history` frame."""

_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE | re.ASCII)
_LARGEST_INTEGER = 2**31 - 1  # what both databases hold in an integer column


def _uuid(text: str) -> str:
    """Accept the usual spelling only, and write it in lower case (RFC 9562), so that one id is one text."""
    if not _UUID.fullmatch(text):
        raise ValueError("not a uuid")
    return text.lower()


def _cleaned(text: object) -> object:
    return mask_private(clean(text)) if isinstance(text, str) else text


Uuid = Annotated[str, AfterValidator(_uuid)]
TurnNumber = Annotated[int, Field(ge=0, le=_LARGEST_INTEGER)]


class _Frame(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, hide_input_in_errors=True)


class Hello(_Frame):
    type: Literal["hello"]
    session: Uuid | None = None
    new: bool = False
    from_session: Uuid | None = Field(default=None, alias="from")
    after: TurnNumber = 0


class Message(_Frame):
    type: Literal["message"]
    id: Uuid
    text: Annotated[str, BeforeValidator(_cleaned)]
    """Cleaned, with private numbers masked."""


class Answer(_Frame):
    type: Literal["answer"]
    id: Uuid
    criterion: Annotated[Criterion, Field(strict=False)]
    value: Any
    """Of the shape that belongs to the criterion; `criterion_value` checks it."""

    def criterion_value(self) -> CriterionValue:
        """Return the value in its type.

        Raises:
            Refusal: `bad_value`; it has another shape, or names something unknown.
        """
        refusal = Refusal("bad_value", f"That is no value for {self.criterion.label}.", turn_id=self.id)
        if isinstance(self.value, Mapping) and any(
            isinstance(item, int | float) for item in self.value.values()
        ):
            raise refusal  # amounts and miles are decimal strings, dates are text; a number would be guessed at
        try:
            value = VALUE_TYPES[self.criterion].model_validate(self.value)
        except ValidationError as error:
            raise refusal from error
        if value == DatesValue(check_in=None, check_out=None):
            raise refusal  # any budget is an answer, any dates are not
        return value


class Search(_Frame):
    type: Literal["search"]
    id: Uuid


class Choose(_Frame):
    type: Literal["choose"]
    id: Uuid
    hotel: Annotated[str, BeforeValidator(_cleaned), Field(max_length=200)]
    """Slug; whether it is one of the results is for others to see."""


class Cancel(_Frame):
    type: Literal["cancel"]
    id: Uuid


class History(_Frame):
    type: Literal["history"]
    before: TurnNumber
    limit: Annotated[int, Field(ge=1, le=MAX_TURNS)] = MAX_TURNS


class Ping(_Frame):
    type: Literal["ping"]


TurnFrame: TypeAlias = Message | Answer | Search | Choose
"""The frames that ask for a turn."""
ClientFrame: TypeAlias = Hello | TurnFrame | Cancel | History | Ping

_TURN_FRAMES: Final[Mapping[str, type[_Frame]]] = {
    "message": Message,
    "answer": Answer,
    "search": Search,
    "choose": Choose,
}
_CLIENT_FRAMES: Final[Mapping[str, type[_Frame]]] = {
    **_TURN_FRAMES,
    "hello": Hello,
    "cancel": Cancel,
    "history": History,
    "ping": Ping,
}


def parse_frame(raw: str) -> ClientFrame:
    """Return the frame of one text message of a websocket.

    Raises:
        Refusal: `bad_frame`, `unknown_type`, `message_empty` or `message_too_long`, with the frame's id if it has one.
    """
    return cast(ClientFrame, _parse(_json_object(raw), _CLIENT_FRAMES))


def parse_turn_body(raw: str) -> TurnFrame:
    """Return the frame of an API call, whose `id` is made here where the client has none.

    Raises:
        Refusal: As in `parse_frame`.
    """
    return turn_frame(_json_object(raw))


def turn_frame(body: Mapping[str, Any]) -> TurnFrame:
    """Return a frame that asks for a turn, with an `id` of its own where the body has none.

    Raises:
        Refusal: As in `parse_frame`.
    """
    identified = {**body, "id": body.get("id") or str(uuid.uuid4())}
    return cast("TurnFrame", _parse(identified, _TURN_FRAMES))


def turn_frame_fields(kind: str) -> frozenset[str]:
    """Return the names of the fields that a type of turn frame has; empty for an unknown type."""
    return frozenset(_TURN_FRAMES[kind].model_fields) if kind in _TURN_FRAMES else frozenset()


def _json_object(raw: str) -> dict[str, Any]:
    try:
        body = json.loads(raw, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise Refusal("bad_frame", "A frame is one JSON object.") from error
    if not isinstance(body, dict):
        raise Refusal("bad_frame", "A frame is one JSON object.")
    return body


def _no_number(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no JSON")


def _parse(body: dict[str, Any], kinds: Mapping[str, type[_Frame]]) -> _Frame:
    kind, turn_id = body.get("type"), _readable_id(body)
    if not isinstance(kind, str):
        raise Refusal("bad_frame", "A frame has a `type`, which is a string.", turn_id=turn_id)
    if kind not in kinds:
        raise Refusal("unknown_type", f"The types known here are {', '.join(kinds)}.", turn_id=turn_id)
    try:
        frame = kinds[kind].model_validate(body)
    except ValidationError as error:
        raise Refusal("bad_frame", _faults(error), turn_id=turn_id) from error
    if isinstance(frame, Message):
        _check_length(frame)
    return frame


def _readable_id(body: Mapping[str, Any]) -> str | None:
    found = body.get("id")
    return found.lower() if isinstance(found, str) and _UUID.fullmatch(found) else None


def _faults(error: ValidationError) -> str:
    """Name the fields at fault, and no value: what a client sent is not repeated to it, nor to a log."""
    fields = sorted(
        {str(fault["loc"][0]) if fault["type"] != "extra_forbidden" else "" for fault in error.errors()}
    )
    named = ", ".join(f"`{field}`" for field in fields if field)
    return f"Check {named}." if named else "There are fields that this type does not have."


def _check_length(frame: Message) -> None:
    if not frame.text:
        raise Refusal("message_empty", "There is nothing in this message.", turn_id=frame.id)
    if len(frame.text) > MAX_CHARACTERS:
        text = f"Please keep a message to {MAX_CHARACTERS:,} characters; this one has {len(frame.text):,}."
        raise Refusal("message_too_long", text, turn_id=frame.id)
