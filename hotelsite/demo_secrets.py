"""The secrets of a demo on one's own machine: made once, kept in a file that only its owner can read."""

from __future__ import annotations

import json
import os
import secrets
from dataclasses import asdict, dataclass
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured


@dataclass(frozen=True, kw_only=True)
class DemoSecrets:
    secret_key: str
    username: str
    password: str

    @classmethod
    def load(cls, path: Path) -> DemoSecrets | None:
        """Return what the file holds, or None when there is no file.

        Raises:
            ImproperlyConfigured: The file is damaged, or others on this machine may read it.
        """
        try:
            descriptor = os.open(path, os.O_RDONLY)
        except FileNotFoundError:
            return None
        with os.fdopen(descriptor, encoding="utf-8") as file:
            if os.fstat(descriptor).st_mode & 0o077:
                raise ImproperlyConfigured(f"{path} can be read by others. Run: chmod 600 {path}")
            try:
                return cls(**json.load(file))
            except (TypeError, ValueError) as error:
                raise ImproperlyConfigured(
                    f"{path} is damaged. Delete it and run `make demo` again."
                ) from error

    @classmethod
    def create(cls, path: Path) -> DemoSecrets:
        """Make random secrets and write them with mode 0600.

        Raises:
            FileExistsError: There is such a file already; it is left as it is.
        """
        made = cls(
            secret_key=secrets.token_urlsafe(48),
            username="staff",
            password=secrets.token_urlsafe(12),
        )
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            json.dump(asdict(made), file, indent=1)
        return made


if __name__ == "__main__":
    # Before Django starts: the settings need the key, and no management command runs without settings.
    _path = Path(__file__).resolve().parent.parent / "var" / "demo-secrets.json"
    if DemoSecrets.load(_path) is None:
        DemoSecrets.create(_path)
