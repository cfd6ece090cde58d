"""Log output without customers' words: where an error came from, but not what it says."""

from __future__ import annotations

import logging
import traceback
from types import TracebackType


class PrivateFormatter(logging.Formatter):
    """Write tracebacks with the types of the errors and no messages.

    The message of an exception often quotes the value at fault ("invalid literal: ..."), and here that value may be
    what a customer wrote. Type, file, line and chain are kept, which is what finding the fault takes.
    """

    def formatException(  # noqa: N802 - the name is logging's
        self, ei: tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]
    ) -> str:
        return "\n".join(_lines(ei[1])) if ei[1] else ""


def _lines(error: BaseException) -> list[str]:
    earlier = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    lines = [*_lines(earlier), "which led to:"] if earlier else []
    lines += [line.rstrip("\n") for line in traceback.format_tb(error.__traceback__)]
    lines.append(f"{type(error).__module__}.{type(error).__qualname__}")
    if isinstance(error, BaseExceptionGroup):
        for member in error.exceptions:
            lines += [f"  | {line}" for line in _lines(member)]
    return lines
