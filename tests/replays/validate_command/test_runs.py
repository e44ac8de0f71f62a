"""``manage.py validate_replays``: over all games, in every way, and after an interruption."""

import json
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.utils import timezone

from games import services
from games.models import Game
from replays.models import Validation
from replays.validation import batches, examining, runs
from tests.games.tables import Table, new_table
from tests.replays import tables
from tests.replays.newer_rules import prices_move_twice_as_far, raise_version
from tests.replays.validate_command.ran import GAMES, Ran, Run

pytestmark = [pytest.mark.django_db, pytest.mark.long]


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
    """On the command line, words that argparse refuses end with 2."""
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
