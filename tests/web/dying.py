"""`manage.py` for a server that kills itself in the midst of a booking, as `kill -9` would: `DIES` says at which moment."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from typing import Any, Final, NoReturn

import django
from django.core.management import execute_from_command_line

MOMENTS: Final = ("before the reservation", "after the reservation", "after the turn")


def die() -> NoReturn:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError("a killed process goes on")


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "hotelsite.settings")
    django.setup()
    from hotelsite.conversations import recording  # noqa: PLC0415 - needs Django set up
    from hotelsite.hotels import bookings  # noqa: PLC0415

    reserve: Callable[..., Any] = bookings.reserve
    commit: Callable[..., Any] = recording.commit
    moment = os.environ["DIES"]

    def dying_reserve(**stay: Any) -> Any:
        if moment == MOMENTS[0]:
            die()
        booking = reserve(**stay)
        if moment == MOMENTS[1]:
            die()
        return booking

    def dying_commit(lease: Any, done: Any, **more: Any) -> None:
        commit(lease, done, **more)
        if done.completed:
            die()

    bookings.reserve = dying_reserve
    recording.commit = dying_commit
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
