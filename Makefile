# Few targets; `make help` lists them. The automated checks call the same ones.
SHELL := /bin/bash
.DEFAULT_GOAL := help
.PHONY: help demo test soak check bench lock

HOST ?= 127.0.0.1
PORT ?= 8000
# The first Python of this machine that is new enough.
PYTHON ?= $(shell for python in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$python && break; done)
BIN := .venv/bin
# A SECRET_KEY in the shell belongs to a deployment, which wants HTTPS; the demo keeps its own.
DEMO_PYTHON := env -u SECRET_KEY $(BIN)/python

help: ## List the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

demo: export ALLOWED_HOSTS ?= localhost,127.0.0.1,[::1],$(HOST)
demo: .venv/runtime.stamp ## Set up what is missing and serve on http://HOST:PORT (127.0.0.1:8000)
	@$(DEMO_PYTHON) -m hotelsite.demo_secrets
	@$(DEMO_PYTHON) manage.py prepare_demo
	@exec $(DEMO_PYTHON) manage.py serve --host $(HOST) --port $(PORT)

test: .venv/dev.stamp ## Run the tests: SQLite always, PostgreSQL, Redis and a browser where reachable
	@bash tests/run.sh

soak: .venv/dev.stamp ## Kill 20 servers among 200 bookings, on each database that is there; about five minutes
	@MARKS=soak bash tests/run.sh -n 0

check: .venv/dev.stamp ## Lint, types, Django's checks, missing migrations
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	DJANGO_SETTINGS_MODULE=tests.settings $(BIN)/python manage.py check
	DJANGO_SETTINGS_MODULE=tests.settings $(BIN)/python manage.py makemigrations --check --dry-run

bench: .venv-bench/bench.stamp ## Measure the project against its peers, in ratios; about four minutes
	@.venv-bench/bin/python -m tests.bench $(PARTS)

lock: .venv/bin/python ## Pin the newest allowed versions of everything
	@test -x $(BIN)/uv || $(BIN)/python -m pip install --quiet uv
	$(BIN)/uv pip compile $(LOCK_OPTIONS) pyproject.toml -o requirements.lock
	$(BIN)/uv pip compile $(LOCK_OPTIONS) --extra dev -c requirements.lock pyproject.toml -o requirements-dev.lock
	$(BIN)/uv pip compile $(LOCK_OPTIONS) --extra bench -c requirements.lock pyproject.toml -o requirements-bench.lock

# For every platform and Python that the project supports, and without the address of the registry that was asked.
LOCK_OPTIONS := --quiet --upgrade --universal --python-version 3.11 --no-emit-index-url --no-emit-find-links \
	--generate-hashes --custom-compile-command "make lock"

.venv/bin/python:
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed, and none was found." >&2; exit 1; }
	$(PYTHON) -m venv .venv

# The peers' own requirements must not decide what the tests run on.
.venv-bench/bin/python:
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed, and none was found." >&2; exit 1; }
	$(PYTHON) -m venv .venv-bench

# Touched only after a complete installation, so that an interrupted one is done again and a finished one costs nothing.
.venv/runtime.stamp: requirements.lock | .venv/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.lock
	@touch $@

.venv/dev.stamp: requirements-dev.lock | .venv/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-dev.lock
	@touch $@ .venv/runtime.stamp

.venv-bench/bench.stamp: requirements-bench.lock | .venv-bench/bin/python
	.venv-bench/bin/python -m pip install --quiet --disable-pip-version-check -r requirements-bench.lock
	@touch $@
