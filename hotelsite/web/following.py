"""Follows one turn from its start to its end, for a client that waits for it in one call."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from typing import Final

from graph.turns import TurnInput
from hotelsite.web.server_frames import Frame, is_terminal
from hotelsite.web.switchboard import Switchboard

SILENCE_S: Final = 10.0
"""Seconds without a frame after which the database is asked: frames of other processes may get lost."""


async def follow_turn(board: Switchboard, session_id: str, turn: TurnInput) -> AsyncGenerator[Frame]:
    """Start a turn and yield its frames up to its last, or the `error` with which it was refused.

    Leaving early does not stop the turn.

    Raises:
        Draining: The process is stopping; on the first step.
    """
    frames: asyncio.Queue[Frame] = asyncio.Queue()

    def deliver(frame: Frame) -> None:
        if frame["id"] == turn.id:
            frames.put_nowait(frame)

    started = False
    board.hub.listen(session_id, deliver)
    try:
        board.runner.start(session_id, turn, frames.put_nowait)
        while True:
            try:
                async with asyncio.timeout(SILENCE_S):
                    frame = await frames.get()
            except TimeoutError:
                if not board.runner.runs(session_id):
                    # Asking again is safe, and tells how the turn ended elsewhere, or that it still runs.
                    board.runner.start(session_id, turn, frames.put_nowait)
                continue
            if frame["type"] == "turn.started" and started:
                continue
            started = True
            yield frame
            if is_terminal(frame) or frame["type"] == "error":
                return
    finally:
        board.hub.unlisten(session_id, deliver)
