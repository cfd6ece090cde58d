#!/usr/bin/env bash
# All tests: once on SQLite with the layer in memory, then what touches the database on PostgreSQL and Redis, where they
# answer on this machine. Prints plainly what is skipped. Further arguments go to pytest: `bash tests/run.sh -k budget`.
set -uo pipefail
cd "$(dirname "$0")/.."

postgres=${TEST_DATABASE_URL:-postgres://postgres@127.0.0.1:5432/postgres}
redis=${TEST_REDIS_URL:-redis://127.0.0.1:6379}
database_bound=()
for folder in tests/hotels tests/conversations tests/web tests/concierge; do
    [ -d "$folder" ] && database_bound+=("$folder")
done
pytest=(.venv/bin/python -m pytest -q -n 2 --dist loadgroup "$@")
failed=0

answers() { # whether something listens at the host and port of an address
    .venv/bin/python - "$1" <<'PYTHON'
import socket, sys
from urllib.parse import urlsplit

url = urlsplit(sys.argv[1])
try:
    socket.create_connection((url.hostname, url.port), timeout=2).close()
except OSError:
    sys.exit(1)
PYTHON
}

skips=()
command -v chromium chromium-browser google-chrome >/dev/null || skips+=("no Chromium found: the browser tests are skipped")
reachable_redis=$redis
answers "$redis" || { reachable_redis= && skips+=("no Redis at $redis: the second pass uses the layer in memory"); }
answers "$postgres" || skips+=("no PostgreSQL at $postgres: there is no second pass")

if answers "$postgres"; then
    echo "== PostgreSQL${reachable_redis:+ and Redis}: ${database_bound[*]}"
    env DATABASE_URL="$postgres" REDIS_URL="$reachable_redis" "${pytest[@]}" -m "not live and not browser" \
        "${database_bound[@]}" || failed=$?
fi

echo "== SQLite, everything"
env -u DATABASE_URL -u REDIS_URL "${pytest[@]}" || failed=$?

for skip in "${skips[@]}"; do echo "SKIPPED: $skip"; done
exit "$failed"
