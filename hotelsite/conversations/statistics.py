"""What the database knows of its own tables."""

from __future__ import annotations

from django.apps import apps
from django.db import connection


def refresh_statistics() -> None:
    """Have the database count what its indexes hold, so that it chooses among them with open eyes.

    SQLite never does so by itself, and without it looks for the failures of one session by going through those of all:
    minutes for a list of 20,000 sessions that takes milliseconds with it. PostgreSQL does so after a while.
    """
    with connection.cursor() as cursor:
        for model in apps.get_app_config("conversations").get_models():
            cursor.execute(f"ANALYZE {connection.ops.quote_name(model._meta.db_table)}")
