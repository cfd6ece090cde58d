"""What the demo keeps for itself, and that preparing it again changes nothing."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, call_command
from pytest_django import Settings

from hotelsite.demo_secrets import DemoSecrets
from hotelsite.hotels.models import Hotel


@pytest.fixture
def secrets_file(tmp_path: Path, settings: Settings) -> Path:
    path: Path = tmp_path / "var" / "demo-secrets.json"
    settings.DEMO_SECRETS_FILE = path
    return path


def prepare() -> list[str]:
    output = StringIO()
    call_command("prepare_demo", stdout=output)
    return output.getvalue().splitlines()


def test_secrets_are_random_and_for_their_owner_alone(tmp_path: Path) -> None:
    first = DemoSecrets.create(tmp_path / "first.json")
    second = DemoSecrets.create(tmp_path / "second.json")

    assert (tmp_path / "first.json").stat().st_mode & 0o777 == 0o600
    assert DemoSecrets.load(tmp_path / "first.json") == first
    assert first.secret_key != second.secret_key
    assert first.password != second.password
    assert len(first.secret_key) >= 50


def test_secrets_are_never_made_over_others(tmp_path: Path) -> None:
    first = DemoSecrets.create(tmp_path / "secrets.json")

    with pytest.raises(FileExistsError):
        DemoSecrets.create(tmp_path / "secrets.json")

    assert DemoSecrets.load(tmp_path / "secrets.json") == first


def test_no_file_is_no_secrets(tmp_path: Path) -> None:
    assert DemoSecrets.load(tmp_path / "secrets.json") is None


def test_secrets_that_others_can_read_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "secrets.json"
    DemoSecrets.create(path)
    path.chmod(0o640)

    with pytest.raises(ImproperlyConfigured, match="chmod 600"):
        DemoSecrets.load(path)


@pytest.mark.parametrize("content", ["", "[]", '{"secret_key": "x"}'])
def test_a_damaged_file_is_refused_without_quoting_it(tmp_path: Path, content: str) -> None:
    path = tmp_path / "secrets.json"
    path.write_text(content)
    path.chmod(0o600)

    with pytest.raises(ImproperlyConfigured, match="damaged"):
        DemoSecrets.load(path)


@pytest.mark.django_db
def test_the_first_start_makes_everything_and_says_how_to_sign_in(secrets_file: Path) -> None:
    secrets = DemoSecrets.create(secrets_file)

    lines = prepare()

    assert f"username: {secrets.username}" in lines
    assert f"password: {secrets.password}" in lines
    staff = User.objects.get(username=secrets.username)
    assert staff.is_superuser
    assert staff.check_password(secrets.password)
    assert Hotel.objects.count() == 32


@pytest.mark.django_db
def test_every_later_start_says_the_same_and_changes_nothing(secrets_file: Path) -> None:
    DemoSecrets.create(secrets_file)
    first = prepare()
    users = list(User.objects.values())

    assert prepare() == first
    assert list(User.objects.values()) == users


@pytest.mark.django_db
def test_a_password_that_was_changed_is_not_claimed(secrets_file: Path) -> None:
    secrets = DemoSecrets.create(secrets_file)
    prepare()
    staff = User.objects.get()
    staff.set_password("something else")
    staff.save()

    lines = prepare()

    assert not any(secrets.password in line for line in lines)
    assert any("changepassword" in line for line in lines)


@pytest.mark.django_db
def test_staff_who_were_here_first_get_no_second_user(secrets_file: Path) -> None:
    DemoSecrets.create(secrets_file)
    User.objects.create_superuser("ann", password="hers")

    prepare()

    assert [user.username for user in User.objects.all()] == ["ann"]


@pytest.mark.django_db
def test_without_secrets_it_names_the_way(secrets_file: Path) -> None:
    with pytest.raises(CommandError, match="make demo"):
        prepare()

    assert not User.objects.exists()
