"""The polite end."""

from __future__ import annotations

from typing import ClassVar

from graph.nodes import TerminateNode
from hotelsite.concierge import texts


class Terminate(TerminateNode):
    text: ClassVar[str] = texts.GOODBYE
