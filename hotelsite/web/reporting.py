"""What a replay prints while it goes on."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, get_args

from django.core.management.base import OutputWrapper

from graph.metering import NodeRequests, RequestKind, summed
from hotelsite.web.replaying import PlayedScenario, PlayedTurn


class Report:
    """Prints for people, turn by turn."""

    def __init__(self, out: OutputWrapper, style: Any, *, tokens: bool) -> None:
        """Bind where to print.

        Args:
            style: A command's `style`.
            tokens: Print also what each node asked of its models.
        """
        self._out = out
        self._style = style
        self._tokens = tokens

    def begin(self, name: str) -> None:
        self._out.write(self._style.MIGRATE_HEADING(f"== {name}"))

    def turn(self, turn: PlayedTurn) -> None:
        self._out.write(self._style.MIGRATE_LABEL(f"-- {turn.label}"))
        self._out.write(f"   customer: {turn.request}")
        self._out.write(f"   path: {' > '.join(turn.path) or '-'}; decision calls: {turn.decision_calls}")
        self._out.write(f"   reply: {turn.reply}".replace("\n", "\n          "))
        self.mismatches(turn.mismatches)

    def end(self, played: PlayedScenario) -> None:
        decisions, chat = played.usage["decisions"], played.usage["chat"]
        self._out.write(
            f"-- usage: {decisions['calls']} decision calls, {decisions['skipped']} skipped, "
            f"{decisions['total_tokens']} tokens; {chat['calls']} chat calls, {chat['total_tokens']} tokens"
        )
        self._out.write(f"   outcomes: {played.outcomes}")
        self._out.write(f"   session: {played.state['status']} at {played.state['node']}")
        self._out.write(f"   criteria: {json.dumps(played.state['criteria'])}")
        if self._tokens:
            self._requests(played.requests)
        self.mismatches(played.mismatches)
        verdict = (
            self._style.ERROR(f"{played.failures} failed")
            if played.failures
            else self._style.SUCCESS("passed")
        )
        self._out.write(f"== {played.name}: {verdict}\n")

    def mismatches(self, mismatches: Iterable[str]) -> None:
        for mismatch in mismatches:
            self._out.write(self._style.ERROR(f"   FAILED: {mismatch}"))

    def _requests(self, accounts: Sequence[NodeRequests]) -> None:
        rows = list(request_table(accounts))
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        for row in rows:
            names = (name.ljust(width) for name, width in zip(row[:2], widths[:2], strict=True))
            numbers = (number.rjust(width) for number, width in zip(row[2:], widths[2:], strict=True))
            self._out.write(f"   {'  '.join((*names, *numbers))}")


def request_table(accounts: Sequence[NodeRequests]) -> Iterator[tuple[str, ...]]:
    """Yield the rows of a table of what each node asked of its models: a heading, the nodes, the sums."""
    yield ("asked", "node", "requests", "bytes", "input tokens", "output tokens")
    for account in accounts:
        yield _row(account, account.node)
    for kind in get_args(RequestKind):
        of_kind = [account for account in accounts if account.kind == kind]
        if of_kind:
            yield _row(summed(kind, of_kind), "all")


def _row(account: NodeRequests, node: str) -> tuple[str, ...]:
    known = account.unreported < account.requests
    partly = f" ({account.unreported} unknown)" if known and account.unreported else ""
    return (
        account.kind,
        node,
        f"{account.requests:,}",
        f"{account.request_bytes:,}",
        f"{account.usage.input_tokens:,}{partly}" if known else "unknown",
        f"{account.usage.output_tokens:,}{partly}" if known else "unknown",
    )
