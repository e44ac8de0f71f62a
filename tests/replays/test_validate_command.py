"""``manage.py validate_replays``: over all games, in every way, and after an interruption."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.utils import timezone

from games import services
from games.models import Game
from replays import tasks
from replays.models import Validation
from replays.validation import batches, examining, runs
from tests.games.tables import Table, new_table
from tests.replays import tables
from tests.replays.newer_rules import prices_move_twice_as_far, raise_version

pytestmark = [pytest.mark.django_db, pytest.mark.long]

Json = Any
GAMES = 4


@pytest.fixture
def stored(users: list[User]) -> list[Table]:
    """Running games, and a table that has not begun."""
    new_table(users[:1], players=2)
    return [tables.played_to(users, 13 + number) for number in range(GAMES)]


class Ran:
    """What a run printed and wrote, and the status that it ended with."""

    def __init__(self, *words: str, report: Path | None = None) -> None:
        out, more = StringIO(), ["--json", str(report)] if report else []
        self.status, self.error = 0, ""
        try:
            call_command("validate_replays", *words, *more, stdout=out)
        except CommandError as error:
            self.status, self.error = error.returncode, str(error)
        self.out = out.getvalue()
        written = report.read_text().splitlines() if report else []
        self.lines: list[Json] = [json.loads(line) for line in written]

    @property
    def summary(self) -> Json:
        return self.lines[-1]

    @property
    def games(self) -> dict[str, Json]:
        """The lines of games, by game."""
        found = {line["game"]: line for line in self.lines[:-1]}
        assert len(found) == len(self.lines) - 1
        return found


@pytest.fixture
def run(tmp_path: Path) -> Callable[..., Ran]:
    """Runs the command with these words and a report."""
    return lambda *words: Ran(*words, report=tmp_path / "report.jsonl")


Run = Callable[..., Ran]


def test_all_games_pass(stored: list[Table], run: Run) -> None:
    ran = run()
    assert ran.status == 0
    assert f"{GAMES} games: {GAMES} passed, 0 failed, 0 drifted; {GAMES} now" in ran.out
    assert set(ran.games) == {str(table.id) for table in stored}
    for table in stored:
        line = ran.games[str(table.id)]
        assert (line["status"], line["first_difference"]) == ("passed", None)
        assert line["checked"] == line["version"] == table.game.version
    assert ran.summary["kind"] == "summary"
    assert ran.summary["complete"] is True
    assert (ran.summary["games"], ran.summary["passed"]) == (GAMES, GAMES)
    assert Validation.objects.filter(status="passed").count() == GAMES
    assert len(set(Validation.objects.values_list("run", flat=True))) == 1


def test_no_games_at_all_are_no_error(db: None, run: Run) -> None:
    ran = run()
    assert (ran.status, ran.summary["games"]) == (0, 0)


def test_games_that_differ_are_told(stored: list[Table], run: Run) -> None:
    spoilt = stored[2]
    tables.spoil(spoilt, 12, "digest", "0" * 64)
    ran = run()
    assert ran.status == 1
    assert ran.error == "1 game did not pass."
    assert f"FAILED {spoilt.id} at event 12: digest_differs" in ran.out
    assert "  expected: {" in ran.out
    assert "  recorded: {" in ran.out
    line = ran.games[str(spoilt.id)]
    assert (line["status"], line["checked"]) == ("failed", 11)
    first = line["first_difference"]
    assert (first["version"], first["code"]) == (12, "digest_differs")
    assert first["recorded"] == {"digest": "0" * 64}
    assert (ran.summary["passed"], ran.summary["failed"]) == (GAMES - 1, 1)


def test_what_is_validated_is_left_out_the_next_time(stored: list[Table], run: Run) -> None:
    tables.spoil(stored[0], 12, "digest", "0" * 64)
    first = run()
    stored[1].play()
    again = run()
    assert again.summary["earlier"] == GAMES - 1
    assert again.status == 1, "what failed before still fails"
    assert {game for game, line in again.games.items() if not line["earlier"]} == {
        str(stored[1].id)
    }
    assert Validation.objects.count() == GAMES + 1
    assert (
        again.games[str(stored[0].id)]["first_difference"]
        == (first.games[str(stored[0].id)]["first_difference"])
    )
    assert run("--again").summary["earlier"] == 0
    assert Validation.objects.count() == 2 * GAMES + 1


def test_new_rules_are_a_reason_to_validate_anew(
    users: list[User], run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables.played_to(users, 50)
    run()
    raise_version(monkeypatch)
    prices_move_twice_as_far(monkeypatch)
    ran = run()
    assert ran.summary["earlier"] == 0
    assert ran.summary["drifted"] > 0
    assert ran.summary["failed"] == 0
    assert "DRIFTED" in ran.out
    assert ran.status == 1
    assert run("--allow-drift").status == 0


def test_games_since_a_date_and_by_name(stored: list[Table], run: Run) -> None:
    old = [table.id for table in stored[:3]]
    Game.objects.filter(pk__in=old).update(active_at=timezone.now() - timedelta(days=40))
    day = (timezone.now() - timedelta(days=2)).date().isoformat()
    assert set(run("--since", day).games) == {str(table.id) for table in stored[3:]}
    named = run("--game", str(old[0]), "--game", str(old[1]))
    assert set(named.games) == {str(old[0]), str(old[1])}


@pytest.mark.parametrize(
    "words",
    [
        ["--game", "00000000-0000-4000-8000-000000000000"],
        ["--game", "one"],
        ["--since", "yesterday"],
        ["--processes", "0"],
        ["--processes", "two"],
        ["--processes", "2", "--celery"],
        ["--json", "/no/such/directory/report"],
        ["--unknown"],
    ],
)
def test_wrong_usage(words: list[str]) -> None:
    """Words that argparse refuses end with 2 on the command line; see the test below."""
    ran = Ran(*words)
    assert ran.status in {1, 2}
    assert ran.error
    assert not Validation.objects.exists()


def test_a_table_that_has_not_begun_cannot_be_named(users: list[User]) -> None:
    table = new_table(users[:1], players=2)
    ran = Ran("--game", str(table.id))
    assert (ran.status, "has not started" in ran.error) == (2, True)


def test_the_report_goes_to_standard_output(
    stored: list[Table], capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("validate_replays", "--json", "-")
    printed = capsys.readouterr()
    lines = [json.loads(line) for line in printed.out.splitlines()]
    assert len(lines) == GAMES + 1
    assert lines[-1]["complete"]
    assert f"{GAMES} passed" in printed.err


# --- interruptions -------------------------------------------------------------------------------


def test_an_interrupted_run_goes_on_where_it_was(
    stored: list[Table], run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C in the middle of the third game."""
    monkeypatch.setattr(runs, "BATCH", 1)
    done: list[UUID] = []

    def examine(game: Game) -> Any:
        if len(done) == 2:
            raise KeyboardInterrupt
        done.append(game.pk)
        return examining.examine(game)

    with monkeypatch.context() as patch:
        patch.setattr(batches, "examine", examine)
        ran = run()
    assert ran.status == 130
    assert "goes on from here" in ran.error
    assert set(ran.games) == {str(game_id) for game_id in done}
    assert (ran.summary["complete"], ran.summary["games"]) == (False, 2)
    assert set(Validation.objects.values_list("game", flat=True)) == set(done)
    assert not Validation.objects.filter(finished_at=None).exists()
    rest = run()
    assert (rest.status, rest.summary["earlier"], rest.summary["games"]) == (0, 2, GAMES)
    assert Validation.objects.count() == GAMES


def test_a_batch_is_kept_whole_or_not_at_all(
    stored: list[Table], run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    examined: list[UUID] = []

    def examine(game: Game) -> Any:
        examined.append(game.pk)
        if len(examined) == 3:
            raise KeyboardInterrupt
        return examining.examine(game)

    monkeypatch.setattr(batches, "examine", examine)
    assert run().status == 130
    assert not Validation.objects.exists()


@pytest.fixture
def committed(transactional_db: None, users: list[User]) -> list[Table]:
    """Games that other processes can see."""
    return [tables.played_to(users, 13 + number) for number in range(GAMES)]


@pytest.mark.django_db(transaction=True)
def test_a_game_that_is_erased_meanwhile_is_left_out(
    committed: list[Table], run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The others of its batch are kept."""
    gone = committed[1].id

    def examine(game: Game) -> Any:
        report = examining.examine(game)
        if game.pk == gone:
            services.erase_game(game_id=gone, by=None, reason="test", now=timezone.now())
        return report

    monkeypatch.setattr(batches, "examine", examine)
    ran = run()
    assert (ran.status, ran.summary["complete"]) == (0, True)
    assert set(ran.games) == {str(table.id) for table in committed} - {str(gone)}
    assert Validation.objects.count() == GAMES - 1


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
