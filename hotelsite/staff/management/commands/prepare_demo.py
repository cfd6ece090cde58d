"""Everything that `make demo` needs before it serves; run again, it changes nothing."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from hotelsite.conversations.statistics import refresh_statistics
from hotelsite.demo_secrets import DemoSecrets


class Command(BaseCommand):
    help = "Migrates, loads the catalogue, makes a staff user if there is none, and prints how to sign in."

    def handle(self, *args: Any, **options: Any) -> None:
        secrets = DemoSecrets.load(settings.DEMO_SECRETS_FILE)
        if secrets is None:
            raise CommandError(f"There is no {settings.DEMO_SECRETS_FILE}. Run `make demo`, which makes it.")
        call_command("migrate", verbosity=0, interactive=False)
        call_command("load_catalogue", verbosity=0)
        refresh_statistics()
        if not User.objects.filter(is_staff=True).exists():
            User.objects.create_superuser(secrets.username, password=secrets.password)
        self._print_sign_in(secrets)

    def _print_sign_in(self, secrets: DemoSecrets) -> None:
        user = User.objects.filter(username=secrets.username, is_staff=True).first()
        self.stdout.write("Staff sign in at /admin/ with")
        self.stdout.write(f"username: {secrets.username}")
        if user and user.check_password(secrets.password):
            self.stdout.write(f"password: {secrets.password}")
        else:
            self.stdout.write(
                "(its password was changed, or other staff were here first: "
                "`python manage.py changepassword` and `createsuperuser` help)"
            )
