#!/usr/bin/env bash
# All tests: what touches the database first on PostgreSQL and Redis, where they answer, then everything on SQLite with
# the channel layer in memory. Prints plainly what is skipped. Arguments go to pytest: `bash tests/run.sh -k budget`.
# MARKS selects by marker; `make soak` asks for the long tests in this way.
set -uo pipefail
cd "$(dirname "$0")/.."

postgres=${TEST_DATABASE_URL:-postgres://postgres@127.0.0.1:5432/postgres}
redis=${TEST_REDIS_URL:-redis://127.0.0.1:6379}
pytest=(.venv/bin/python -m pytest -q -n 2 "$@")
marks=${MARKS:-not live and not soak}
failed=0
skips=()

database_bound=()
for folder in tests/hotels tests/conversations tests/web tests/concierge; do
    [ -d "$folder" ] && database_bound+=("$folder")
done

answers() { # whether a server lets us in at an address
    .venv/bin/python - "$1" 2>/dev/null <<'PYTHON'
import sys

import psycopg
import redis

address = sys.argv[1]
if address.startswith("redis"):
    redis.Redis.from_url(address, socket_connect_timeout=2).ping()
else:
    psycopg.connect(address, connect_timeout=2).close()
PYTHON
}

command -v chromium chromium-browser google-chrome >/dev/null || skips+=("browser tests: no Chromium found")
answers "$redis" || { redis= && skips+=("Redis: none lets us in at the address; the layer in memory is used"); }
if answers "$postgres"; then
    echo "== PostgreSQL${redis:+ and Redis}: ${database_bound[*]}"
    env DATABASE_URL="$postgres" REDIS_URL="$redis" "${pytest[@]}" -m "($marks) and not browser" \
        "${database_bound[@]}" || failed=$?
else
    skips+=("PostgreSQL: none lets us in at $postgres, so there is no second pass")
fi

for skip in "${skips[@]}"; do echo "SKIPPED: $skip"; done
echo "== SQLite: everything${MARKS:+ marked $MARKS}"
env -u DATABASE_URL -u REDIS_URL "${pytest[@]}" -m "$marks" || failed=$?
exit "$failed"
