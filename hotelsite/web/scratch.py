"""A database for one command: the site's own is neither read nor written meanwhile."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

from django.core.management import call_command
from django.db import DatabaseError, connection

from hotelsite.conversations.dbthreads import close_connections


class NoScratchDatabase(Exception):
    """The site's database user may make none; the text says how that was refused."""


@contextmanager
def scratch_database() -> Iterator[None]:
    """Make a database of the site's own vendor, migrated and with the catalogue, and drop it at the end.

    Raises:
        NoScratchDatabase: It could not be made.
    """
    site_name = connection.settings_dict["NAME"]
    with tempfile.TemporaryDirectory() as folder:
        name = f"replay-{uuid4().hex[:12]}"
        connection.settings_dict["TEST"]["NAME"] = (
            str(Path(folder) / f"{name}.sqlite3") if connection.vendor == "sqlite" else name
        )
        _disconnect()
        try:
            connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
        except DatabaseError as error:
            raise NoScratchDatabase(
                f"A scratch database cannot be made: {type(error).__name__}. --keep uses the site's own."
            ) from error
        try:
            call_command("load_catalogue", verbosity=0)
            yield
        finally:
            _disconnect()
            connection.creation.destroy_test_db(site_name, verbosity=0)


def _disconnect() -> None:
    """Let go of the database in every thread, and of the pool, which would go on handing out connections to it."""
    close_connections()
    connection.close()
    if connection.vendor == "postgresql":
        connection.close_pool()  # type: ignore[attr-defined]  # PostgreSQL's alone has it
