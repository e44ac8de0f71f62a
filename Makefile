# `make run` and `make test` are all that a fresh clone needs: Python 3.11 or newer, make, network.

SHELL := /bin/bash
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.synced
# The same as in the Dockerfile.
UV := uv==0.13.9
HOST ?= 127.0.0.1
PORT ?= 8000
# Test processes; the suite is cut for two cores.
JOBS ?= 2
# Requests of each fuzz in make attack; CALEDONIA_FUZZ_SEED is another seed.
FUZZ ?= 20000
# Seconds of games under faults in make faults; CALEDONIA_FAULT_SEED repeats a run's order of faults.
FAULT_SECONDS ?= 300
# More arguments for pytest, the soak or the benchmarks: make test ARGS="-k undo"
ARGS ?=
# Compiled modules are kept, whatever the environment says: without them each of the many processes
# that tests start compiles Django and all tests anew.
unexport PYTHONDONTWRITEBYTECODE
# The first interpreter that is new enough and can make a virtual environment; PYTHON=/path/to/python
# overrides it. The system's own goes first: it is built with profile-guided optimisation, and a Python that
# pyenv compiles without that runs the tests a sixth slower.
PYTHON ?= $(shell for p in /usr/bin/python3 python3.11 python3 python3.12 python3.13 python3.14; do \
	$$p -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-16s %s\n", $$1, $$2 }' Makefile

$(STAMP): pyproject.toml uv.lock
	@test -n "$(PYTHON)" || { \
		echo "Python 3.11 or newer with venv is needed and none was found; on Debian and Ubuntu: apt-get install" \
			"python3-venv; or say PYTHON=/path/to/python." >&2; \
		exit 1; }
	@echo "Installing the locked dependencies into $(VENV); that is needed once and takes half a minute ..."
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV) || { \
		echo "$(PYTHON) -m venv failed; on Debian and Ubuntu: apt-get install python3-venv" >&2; \
		rm -rf $(VENV); exit 1; }
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check '$(UV)'
	@# --inexact, or the sync would remove the uv that runs it.
	@VIRTUAL_ENV=$(CURDIR)/$(VENV) UV_PROJECT_ENVIRONMENT=$(VENV) \
		$(BIN)/uv sync --frozen --inexact --quiet --compile-bytecode --python $(BIN)/python
	@touch $@

setup: $(STAMP) ## virtual environment with the locked dependencies

run: $(STAMP) ## migrate, serve and make the demo once, on http://HOST:PORT (SQLite, no configuration)
	@# exec, so that make hands signals to the server itself.
	@CALEDONIA_DEV=$${CALEDONIA_DEV-1} exec $(BIN)/python manage.py serve --host '$(HOST)' --port '$(PORT)'

test: $(STAMP) ## the tests that are quick, in at most 150 s
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal --ignore=tests/browser -p no:schemathesis -m 'not long' $(ARGS)

test-all: $(STAMP) ## every test but those in a browser; DATABASE_URL and REDIS_URL make it the services pass
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal --ignore=tests/browser $(if $(DATABASE_URL),-p no:schemathesis) $(ARGS)

thorough: export CALEDONIA_THOROUGH = 1
thorough: test-all browser ## both with all that there is to try, where they try a part of it: more games, each value, each page in each language

coverage: $(STAMP) ## lines and branches that the whole suite runs; the report shows what it does not
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal --ignore=tests/browser --cov $(ARGS)

mutants: $(STAMP) ## break 100 rules, guards and limits, one at a time, and see a test fail for each
	$(BIN)/python -m tests.mutants $(ARGS)

browser: $(STAMP) ## the tests in a real browser, which the suite leaves out; needs chromium-headless-shell
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal tests/browser -p no:schemathesis $(ARGS)

faults: $(STAMP) ## break a server of its own in every way of docs/faults.md; needs DATABASE_URL and REDIS_URL
	CALEDONIA_HOSTILE_SECONDS=$${CALEDONIA_HOSTILE_SECONDS-60} CALEDONIA_FAULT_SECONDS=$(FAULT_SECONDS) \
		$(BIN)/python -m pytest tests/faults $(ARGS)

attack: $(STAMP) ## malformed requests, for minutes: FUZZ of them to the API and to pages, worst inputs, largest tournaments
	CALEDONIA_FUZZ=$(FUZZ) $(BIN)/python -m pytest -n $(JOBS) --dist worksteal tests/parsing tests/api/test_fuzz.py \
		tests/api/test_fuzz_served.py tests/web/test_fuzz.py tests/tournaments/test_attacks.py $(ARGS)
	$(BIN)/python -m tests.attack

lint: $(STAMP) ## ruff, mypy, import-linter
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	CALEDONIA_DEV=1 $(BIN)/mypy
	$(BIN)/lint-imports

format: $(STAMP) ## let ruff repair and format
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

races: $(STAMP) ## all pairs of calls that write, against each other; needs DATABASE_URL and REDIS_URL
	CALEDONIA_RACES=$${CALEDONIA_RACES-1} $(BIN)/python -m pytest tests/races $(ARGS)

soak: $(STAMP) ## 2,000 games of bots with any options, and every invariant
	$(BIN)/python -m simulation.soak $(ARGS)

listing: $(STAMP) ## moves listed at once beside each one judged by itself, in 100,000 positions
	CALEDONIA_POSITIONS=$${CALEDONIA_POSITIONS-100000} $(BIN)/python -m pytest -n0 tests/engine/test_listing.py $(ARGS)

tournament-soak: $(STAMP) ## 1,000 simulated tournaments of every format, and every invariant
	$(BIN)/python -m simulation.tournaments $(ARGS)

bots: $(STAMP) ## how well the steward plays, and how fast
	$(BIN)/python -m simulation.bots $(ARGS)

ratings: $(STAMP) ## models of ratings on 2 x 20,000 games of players of known strength
	CALEDONIA_DEV=1 $(BIN)/python -m simulation.ratings $(ARGS)

bench: $(STAMP) ## the benchmark table; with PEERS=1 other programs beside us, which it installs
	$(if $(PEERS),$(BIN)/uv sync --frozen --inexact --quiet --group peers --python $(BIN)/python)
	$(if $(PEERS),PEERS=1) $(BIN)/python -m benchmarks $(ARGS)

load: $(STAMP) ## games played against a whole server of its own on one core, for minutes; ARGS="--games 500 --clients 200 --minutes 10"
	$(BIN)/python -m benchmarks.load $(ARGS)

tournaments: $(STAMP) ## how good and how fast the draws of Swiss are, for 5 to 128 players
	$(BIN)/python -m benchmarks.tournaments $(ARGS)

screenshots: $(STAMP) ## pictures of every page into screenshots/; needs chromium
	$(BIN)/python -m tests.browser.screenshots $(ARGS)

messages: $(STAMP) ## write new texts into the catalogues of locale/, and compile them (needs gettext)
	CALEDONIA_DEV=1 $(BIN)/python manage.py makemessages
	CALEDONIA_DEV=1 $(BIN)/python manage.py compilemessages

lock: $(STAMP) ## resolve the dependencies anew into uv.lock
	$(BIN)/uv lock --upgrade

audit: $(STAMP) ## known vulnerabilities of what a server runs; status 3 when it could not look
	@VIRTUAL_ENV=$(CURDIR)/$(VENV) UV_PROJECT_ENVIRONMENT=$(VENV) \
		$(BIN)/uv sync --frozen --inexact --quiet --group audit --python $(BIN)/python
	@$(BIN)/python -m release.audit $(ARGS)

sbom: $(STAMP) ## all packages that a server runs, as CycloneDX, into var/sbom.json
	$(BIN)/python -m release.sbom --output var/sbom.json

pin: $(STAMP) ## write the digests of the images beside their tags, where the registry answers
	$(BIN)/python -m release.pin $(ARGS)

clean: ## remove the virtual environment and caches; the database in var/ stays
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis

.PHONY: help setup run test test-all thorough coverage mutants browser faults attack lint format races soak listing tournament-soak bots ratings bench load tournaments screenshots messages lock audit sbom pin clean
