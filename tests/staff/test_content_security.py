"""Every page of staff works under the site's policy: nothing inline, nothing from elsewhere."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from hotelsite.conversations.models import Decision, Turn
from hotelsite.hotels.models import Hotel
from tests.conversations.support import new_session
from tests.staff.support import book, take_turn

pytestmark = pytest.mark.django_db

MODELS = (
    "conversations_session",
    "conversations_turn",
    "conversations_decision",
    "hotels_booking",
    "hotels_hotel",
)


def pages(staff: Client) -> dict[str, str]:
    session = new_session()
    take_turn(session)
    objects = dict(
        zip(
            MODELS,
            (session, Turn.objects.get(), Decision.objects.get(), book(session.pk), Hotel.objects.get()),
            strict=True,
        )
    )
    addresses = [
        reverse("admin:index"),
        *(reverse(f"admin:{model}_changelist") for model in MODELS),
        *(reverse(f"admin:{model}_change", args=[found.pk]) for model, found in objects.items()),
    ]
    return {address: staff.get(address).content.decode() for address in addresses}


def test_no_page_has_a_script_a_style_or_a_handler_of_its_own(staff: Client) -> None:
    for address, html in pages(staff).items():
        inline_scripts = re.findall(r"<script(?![^>]*\bsrc=)[^>]*>", html)
        assert inline_scripts == [], address
        assert "<style" not in html, address
        assert re.findall(r"<[^>]+\s(?:style|on\w+)=", html) == [], address


def test_pages_bring_the_policy_along(staff: Client) -> None:
    policy = staff.get(reverse("admin:index"))["Content-Security-Policy"]

    directives = dict(part.strip().split(" ", 1) for part in policy.split(";"))
    assert directives["script-src"] == directives["style-src"] == "'self'"
