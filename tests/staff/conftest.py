"""The cast: Cara is a customer, Sam works here and may read everything, Nadia works here and may read nothing."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client

from graph.jsonvalue import JsonObject
from hotelsite import runtime

GRAPH: JsonObject = {
    "nodes": [
        {"name": "Router", "kind": "decision"},
        {"name": "Budget", "kind": "conversation"},
        {"name": "Present", "kind": "conversation"},
        {"name": "end", "kind": "terminate"},
    ],
    "edges": [
        ["Router", "Budget"],
        ["Router", "Present"],
        ["Budget", "Router"],
        ["Budget", "Budget"],
        ["Present", "Router"],
        ["Present", "end"],
    ],
}


@pytest.fixture(autouse=True)
def _graph(monkeypatch: pytest.MonkeyPatch) -> None:
    """A graph small enough to follow by eye, in place of the site's."""
    monkeypatch.setattr(runtime, "graph_names", lambda: ["hotel"])
    monkeypatch.setattr(runtime, "graph_json", {"hotel": GRAPH}.__getitem__)


@pytest.fixture
def sam(db: None) -> User:
    user = User.objects.create_user("sam", is_staff=True)
    user.user_permissions.set(
        Permission.objects.filter(
            content_type__app_label__in=["conversations", "hotels"], codename__startswith="view_"
        )
    )
    return user


@pytest.fixture
def nadia(db: None) -> User:
    return User.objects.create_user("nadia", is_staff=True)


@pytest.fixture
def cara(db: None) -> User:
    return User.objects.create_user("cara")


@pytest.fixture
def signed_in() -> Callable[[User | None], Client]:
    def client_of(user: User | None) -> Client:
        client = Client()
        if user is not None:
            client.force_login(user)
        return client

    return client_of


@pytest.fixture
def staff(sam: User, signed_in: Callable[[User | None], Client]) -> Client:
    """Sam's browser."""
    return signed_in(sam)
