"""The site's settings for benchmarks: as a deployment has them, on SQLite, with nothing that slows a client down.

`BENCH_DATABASE` names the file of a server that the benchmarks start.
"""

from __future__ import annotations

import os

os.environ.pop("DATABASE_URL", None)
os.environ.pop("REDIS_URL", None)

from tests.settings import *  # noqa: F403
from tests.settings import DATABASES

DATABASES["default"]["NAME"] = os.environ.get("BENCH_DATABASE", ":memory:")
RATE_LIMIT_MESSAGES_PER_MINUTE = 1_000_000
