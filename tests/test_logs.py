"""Log lines tell where an error came from and nothing of what a customer wrote."""

from __future__ import annotations

import logging

from hotelsite.logs import PrivateFormatter

CARD = "4111 1111 1111 1111"


def logged(error: BaseException) -> str:
    record = logging.LogRecord(
        "hotelsite",
        logging.ERROR,
        __file__,
        1,
        "turn failed",
        None,
        (type(error), error, error.__traceback__),
    )
    return PrivateFormatter("{levelname} {message}", style="{").format(record)


def failing(error: BaseException) -> BaseException:
    """Return the error as it is after being raised."""
    try:
        raise error
    except BaseException as raised:  # noqa: BLE001 - any kind may be handed in
        return raised


def test_a_traceback_has_type_and_place_but_no_message() -> None:
    line = logged(failing(ValueError(f"invalid literal: {CARD}")))

    assert "builtins.ValueError" in line
    assert "test_logs.py" in line
    assert "ERROR turn failed" in line
    assert CARD not in line


def test_causes_and_contexts_are_told_without_their_messages() -> None:
    cause = KeyError(CARD)
    error = RuntimeError("on top")
    error.__cause__ = cause
    during = TypeError(CARD)
    cause.__context__ = during

    line = logged(failing(error))

    assert [name for name in ("TypeError", "KeyError", "RuntimeError") if name in line] == [
        "TypeError",
        "KeyError",
        "RuntimeError",
    ]
    assert line.index("TypeError") < line.index("KeyError") < line.index("RuntimeError")
    assert CARD not in line


def test_a_suppressed_context_stays_out() -> None:
    error = RuntimeError()
    error.__context__ = KeyError(CARD)
    error.__suppress_context__ = True

    assert "KeyError" not in logged(failing(error))


def test_the_members_of_a_group_are_told_without_their_messages() -> None:
    line = logged(failing(ExceptionGroup(CARD, [ValueError(CARD), KeyError(CARD)])))

    assert "ExceptionGroup" in line
    assert "ValueError" in line
    assert "KeyError" in line
    assert CARD not in line
