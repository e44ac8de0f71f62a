# `make run` and `make test` are all that a fresh clone needs: Python 3.11 or newer, make, network.

SHELL := /bin/bash
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.synced
UV := uv>=0.9,<1
HOST ?= 127.0.0.1
PORT ?= 8000
# Test processes; the suite is cut for two cores.
JOBS ?= 2
# More arguments for pytest, the soak or the benchmarks: make test ARGS="-k undo"
ARGS ?=
# The first interpreter that is new enough; PYTHON=/path/to/python overrides it.
PYTHON ?= $(shell for p in python3.11 python3 python3.12 python3.13 python3.14; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' Makefile

$(STAMP): pyproject.toml uv.lock
	@test -n "$(PYTHON)" || { \
		echo "Python 3.11 or newer is needed and none was found; install it or say PYTHON=/path/to/python." >&2; \
		exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV) || { \
		echo "$(PYTHON) -m venv failed; on Debian and Ubuntu: apt-get install python3-venv" >&2; \
		rm -rf $(VENV); exit 1; }
	$(BIN)/python -m pip install --quiet --disable-pip-version-check '$(UV)'
	@# --inexact, or the sync would remove the uv that runs it.
	VIRTUAL_ENV=$(CURDIR)/$(VENV) UV_PROJECT_ENVIRONMENT=$(VENV) \
		$(BIN)/uv sync --frozen --inexact --quiet --python $(BIN)/python
	@touch $@

setup: $(STAMP) ## virtual environment with the locked dependencies

run: $(STAMP) ## migrate, make the demo once, serve on http://HOST:PORT (SQLite, no configuration)
	@# exec, so that make hands signals to the server itself.
	@CALEDONIA_DEV=$${CALEDONIA_DEV-1} exec $(BIN)/python manage.py serve --host '$(HOST)' --port '$(PORT)'

test: $(STAMP) ## the suite; DATABASE_URL and REDIS_URL make it the services pass
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal --ignore=tests/browser $(ARGS)

browser: $(STAMP) ## the tests in a real browser, which the suite leaves out; needs chromium-headless-shell
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal tests/browser $(ARGS)

lint: $(STAMP) ## ruff, mypy, import-linter
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	CALEDONIA_DEV=1 $(BIN)/mypy
	$(BIN)/lint-imports

format: $(STAMP) ## let ruff repair and format
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

soak: $(STAMP) ## 2,000 games of bots with any options, and every invariant
	$(BIN)/python -m benchmarks.soak $(ARGS)

bots: $(STAMP) ## how well the steward plays, and how fast
	$(BIN)/python -m benchmarks.bots $(ARGS)

bench: $(STAMP) ## the benchmark table
	$(BIN)/python -m benchmarks $(ARGS)

screenshots: $(STAMP) ## pictures of every page into screenshots/; needs chromium
	$(BIN)/python -m tests.browser.screenshots $(ARGS)

messages: $(STAMP) ## write new texts into the catalogues of locale/, and compile them (needs gettext)
	CALEDONIA_DEV=1 $(BIN)/python manage.py makemessages
	CALEDONIA_DEV=1 $(BIN)/python manage.py compilemessages

lock: $(STAMP) ## resolve the dependencies anew into uv.lock
	$(BIN)/uv lock --upgrade

clean: ## remove the virtual environment and caches; the database in var/ stays
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis

.PHONY: help setup run test browser lint format soak bots bench screenshots messages lock clean
