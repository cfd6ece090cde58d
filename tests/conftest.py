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
