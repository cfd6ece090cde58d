"""The site's settings for what runs in the benchmarks' own process, on SQLite, whatever the shell names."""

from __future__ import annotations

import os

os.environ.pop("DATABASE_URL", None)
os.environ.pop("REDIS_URL", None)

from tests.settings import *  # noqa: F403
