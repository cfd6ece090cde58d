"""The groups that a fresh database has: reviewers read and mark, and evidence asks for a right of its own."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Group, User
from django.test import Client
from django.urls import reverse

from tests.staff.support import a_session_with_evidence

pytestmark = pytest.mark.django_db


@pytest.fixture
def reviewer() -> User:
    user = User.objects.create_user("rita", is_staff=True)
    user.groups.set(Group.objects.filter(name="Reviewers"))
    return user


def test_reviewers_may_read_and_mark_and_nothing_else() -> None:
    rights = Group.objects.get(name="Reviewers").permissions.values_list("codename", flat=True)

    assert {right for right in rights if not right.startswith("view_")} == {"add_mark"}
    assert "view_evidence" not in rights


@pytest.mark.parametrize(
    "page", ["conversations_session", "conversations_decision", "hotels_booking", "staff_mark"]
)
def test_a_reviewer_opens_every_list(reviewer: User, page: str) -> None:
    client = Client()
    client.force_login(reviewer)

    assert client.get(reverse(f"admin:{page}_changelist")).status_code == 200


def test_evidence_is_read_by_those_in_the_other_group_too(reviewer: User) -> None:
    session = a_session_with_evidence()
    client = Client()
    client.force_login(reviewer)
    address = reverse("admin:conversations_session_change", args=[session.pk])

    before = client.get(address).content.decode()
    reviewer.groups.add(Group.objects.get(name="Readers of evidence"))
    after = client.get(address).content.decode()

    assert ("ahead of exit" in before, "ahead of exit" in after) == (False, True)
