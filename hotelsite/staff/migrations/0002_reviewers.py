"""Two groups: reviewers read and mark conversations, and readers of evidence also see what models answered."""

from __future__ import annotations

from typing import Any

from django.apps import apps as installed
from django.contrib.auth.management import create_permissions
from django.db import migrations

GROUPS = {
    "Reviewers": (
        "conversations.view_session",
        "conversations.view_turn",
        "conversations.view_nodevisit",
        "conversations.view_decision",
        "conversations.view_chatcall",
        "hotels.view_booking",
        "hotels.view_hotel",
        "hotels.view_roomunit",
        "staff.view_mark",
        "staff.add_mark",
    ),
    "Readers of evidence": ("conversations.view_evidence",),
}


def make(apps: Any, schema_editor: Any) -> None:
    # Django makes permissions after all migrations; the groups need them now.
    for label in ("conversations", "hotels", "staff"):
        create_permissions(installed.get_app_config(label), apps=apps, verbosity=0)
    permissions = apps.get_model("auth", "Permission").objects
    for name, rights in GROUPS.items():
        group, _ = apps.get_model("auth", "Group").objects.get_or_create(name=name)
        for right in rights:
            label, codename = right.split(".")
            group.permissions.add(permissions.get(content_type__app_label=label, codename=codename))


def remove(apps: Any, schema_editor: Any) -> None:
    apps.get_model("auth", "Group").objects.filter(name__in=GROUPS).delete()


class Migration(migrations.Migration):
    dependencies = [
        ("staff", "0001_marks"),
        ("conversations", "0003_workflow_records"),
        ("hotels", "0001_initial"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]
    operations = [migrations.RunPython(make, remove)]
