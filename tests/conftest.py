"""What all tests share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from hotelsite.conversations.dbthreads import close_connections


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None) -> Iterator[None]:
    """The test database; threads let go of it before it is dropped, which PostgreSQL would otherwise refuse."""
    yield
    close_connections()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the tables whose rows tests recorded as properties named `table TITLE`."""
    tables: dict[str, list[list[str]]] = {}
    for reports in terminalreporter.stats.values():
        for report in reports:
            if getattr(report, "when", None) == "call":
                for name, cells in report.user_properties:
                    if name.startswith("table "):
                        tables.setdefault(name.removeprefix("table "), []).append(cells)
    for title, rows in sorted(tables.items()):
        terminalreporter.section(title)
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        for row in rows:
            cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
            terminalreporter.write_line("  ".join(cells).rstrip())
