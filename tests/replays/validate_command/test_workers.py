"""``manage.py validate_replays``: by tasks, by processes and as it is called."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from games.models import Game
from replays import tasks
from replays.models import Validation
from replays.validation import batches, runs
from tests.games.tables import Table
from tests.replays import tables
from tests.replays.validate_command.ran import GAMES, Run

pytestmark = [pytest.mark.django_db, pytest.mark.long]


# --- by workers ----------------------------------------------------------------------------------


@pytest.mark.skipif(not settings.EMBEDDED, reason="tasks of a transaction that stays open")
def test_by_tasks(stored: list[Table], run: Run) -> None:
    """Embedded, the tasks run here; what comes back is the same."""
    tables.spoil(stored[3], 12, "chain", "0" * 64)
    ran = run("--celery")
    assert (ran.status, ran.summary["games"], ran.summary["failed"]) == (1, GAMES, 1)
    assert ran.games[str(stored[3].id)]["first_difference"]["code"] == "chain_broken"


def test_a_batch_that_comes_twice_is_done_once(stored: list[Table]) -> None:
    ids = [str(table.id) for table in stored]
    run_id = "00000000-0000-4000-8000-000000000007"
    tasks.validate_games(ids, run_id)
    tasks.validate_games(ids, run_id)
    assert Validation.objects.count() == GAMES


def test_of_two_copies_of_a_batch_at_once_one_counts(
    stored: list[Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The copy comes and is done while the first one decides its games."""
    ids = [str(table.id) for table in stored]
    run_id = "00000000-0000-4000-8000-000000000007"
    examine = batches.examine

    def interrupted(game: Game) -> object:
        monkeypatch.setattr(batches, "examine", examine)
        tasks.validate_games(ids, run_id)
        return examine(game)

    monkeypatch.setattr(batches, "examine", interrupted)
    tasks.validate_games(ids, run_id)
    assert Validation.objects.count() == GAMES


def test_without_a_worker_it_says_so(
    stored: list[Table], run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tasks.validate_games, "delay", lambda *_: None)
    monkeypatch.setattr(runs, "PATIENCE", 0.3)
    ran = run("--celery")
    assert ran.status == 3
    assert "is a worker running?" in ran.error
    assert (ran.summary["complete"], ran.summary["games"]) == (False, 0)


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("way", [["--celery"], ["--processes", "2"]])
def test_workers_and_processes_find_the_same(
    committed: list[Table], run: Run, way: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runs, "BATCH", 2)
    tables.spoil(committed[3], 12, "digest", "0" * 64)
    ran = run(*way)
    assert (ran.status, ran.summary["complete"]) == (1, True)
    alone = run("--again")
    for game, line in alone.games.items():
        same = ("status", "checked", "version", "first_difference")
        assert [ran.games[game][name] for name in same] == [line[name] for name in same]
    assert Validation.objects.count() == 2 * GAMES
    assert run(*way).summary["earlier"] == GAMES


@pytest.mark.services
@pytest.mark.django_db(transaction=True)
def test_processes_that_are_interrupted_finish_what_they_began(
    committed: list[Table], run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runs, "BATCH", 1)
    as_usual = runs.in_processes

    def interrupted(*given: Any) -> Iterator[Any]:
        yield next(as_usual(*given))
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(runs, "in_processes", interrupted)
        ran = run("--processes", "2")
    assert (ran.status, ran.summary["games"], ran.summary["complete"]) == (130, 1, False)
    kept = Validation.objects.count()
    assert 1 <= kept <= GAMES
    assert not Validation.objects.filter(finished_at=None).exists()
    rest = run("--processes", "2")
    assert (rest.status, rest.summary["games"], rest.summary["earlier"]) == (0, GAMES, kept)


@pytest.mark.django_db
def test_with_nothing_left_to_do_no_process_is_started(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runs, "processes", None)
    ran = run("--processes", "2")
    assert (ran.status, ran.summary["games"]) == (0, 0)


# --- as it is called -----------------------------------------------------------------------------

MAKE_GAMES = """
import django
django.setup()
from django.contrib.auth.models import User
from simulation import migrated
from tests.replays import tables
migrated.migrate()
users = [User.objects.create_user(name) for name in ("alice", "bob")]
print(*(tables.played_to(users, 25).id for _ in range(3)))
"""


@pytest.mark.once
def test_on_the_command_line(tmp_path: Path) -> None:
    """Two processes on a file of SQLite; plain lines instead of a bar; the exit status."""
    env = {name: value for name, value in os.environ.items() if name != "REDIS_URL"}
    env |= {
        "DATABASE_URL": f"sqlite:///{tmp_path / 'games.sqlite3'}",
        "DJANGO_SETTINGS_MODULE": "tests.settings",
    }

    def call(*words: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [sys.executable, *words],
            env=env,
            cwd=settings.BASE_DIR,
            capture_output=True,
            text=True,
            check=False,
        )

    made = call("-c", MAKE_GAMES)
    assert made.returncode == 0, made.stderr
    ids = set(made.stdout.split())
    command = ("manage.py", "validate_replays")
    report = tmp_path / "report.jsonl"
    ran = call(*command, "--processes", "2", "--json", str(report))
    assert ran.returncode == 0, ran.stderr
    assert "3 games: 3 passed" in ran.stdout
    assert "\r" not in ran.stdout + ran.stderr
    lines = [json.loads(line) for line in report.read_text().splitlines()]
    assert {line["game"] for line in lines[:-1]} == ids
    assert "3 in earlier runs" in call(*command, "--processes", "2").stdout
    assert call(*command, "--processes", "none").returncode == 2
