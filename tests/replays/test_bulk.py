"""Many games as one file, and the commands that write and read files."""

import gzip
import importlib
import io
import os
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.utils import timezone

from games import services
from games.models import Game
from replays import bulk, tables, verify
from replays.bulk import BulkCursor
from replays.exporting import json_lines, text_record
from replays.files import packed, read_games
from simulation.stored import lay
from tests import recorded
from tests.games.tables import new_table
from tests.marks import in_one_test
from tests.replays.game_files import half_played, sound
from tests.replays.servers import census, fetched, finished_game, gone, imported
from tests.replays.tables import played_to

DAYS = ("2026-04-03", "2026-04-01", "2026-04-02", "2026-04-02")


@pytest.fixture
def games(dora: User) -> list[Game]:
    """Four public games, in the order in which they finished."""
    made = [finished_game(f"Game {n}", dora, finished=day) for n, day in enumerate(DAYS)]
    return sorted(made, key=lambda game: (game.finished_at, game.pk))


def files_in(data: bytes) -> list[str]:
    """The games of a file, by id."""
    return [game.header.game for game in read_games(io.BytesIO(data))]


def ids(games: list[Game]) -> list[str]:
    return [str(game.pk) for game in games]


def run(*arguments: str) -> str:
    """What ``export_replays`` says."""
    said = io.StringIO()
    call_command("export_replays", *arguments, stderr=said)
    return said.getvalue()


@pytest.mark.once
@pytest.mark.uncounted
@pytest.mark.long
def test_files_stand_one_after_the_other(games: list[Game]) -> None:
    data = b"".join(bulk.archive(game.pk for game in games))
    assert gzip.decompress(data) == b"".join(json_lines(game) for game in games)
    assert files_in(gzip.decompress(data)) == ids(games)


@pytest.mark.once
@pytest.mark.uncounted
@pytest.mark.long
def test_two_archives_make_a_third_and_a_part_is_whole_up_to_its_last_game(
    games: list[Game], tmp_path: Path
) -> None:
    first = b"".join(bulk.archive([games[0].pk, games[1].pk]))
    second = b"".join(bulk.archive([games[2].pk]))
    path = tmp_path / "games.jsonl.gz"
    path.write_bytes(first + second)
    assert verify.main([str(path)]) == 0
    assert files_in(gzip.decompress(first + second)) == ids(games[:3])
    assert files_in(gzip.decompress(first)) == ids(games[:2])


@pytest.mark.uncounted
def test_only_one_game_at_a_time_is_made(
    games: list[Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[Game] = []

    def noted(game: Game) -> bytes:
        made.append(game)
        return b"x\n"

    monkeypatch.setattr(bulk, "json_lines", noted)
    parts = bulk.archive(game.pk for game in games)
    for number in range(1, 4):
        next(parts)
        assert len(made) == number


@pytest.mark.uncounted
def test_what_is_erased_meanwhile_is_left_out(games: list[Game]) -> None:
    parts = bulk.archive([game.pk for game in games])
    next(parts)
    services.erase_game(game_id=games[1].pk, by=None, reason="test", now=timezone.now())
    assert files_in(gzip.decompress(b"".join(parts))) == ids(games[2:])


@pytest.mark.uncounted
def test_the_list_is_by_the_end_of_the_games_and_goes_on_behind_any_of_them(
    games: list[Game],
) -> None:
    wanted = [game.pk for game in games]
    assert list(bulk.finished_games().values_list("pk", flat=True)) == wanted
    place, seen = None, []
    while True:
        shown, place = bulk.page(bulk.finished_games(place), 1)
        seen += shown
        if place is None:
            break
        assert len(shown) == 1
    assert seen == wanted
    assert bulk.page(bulk.finished_games(), 4) == (wanted, None)
    assert bulk.page(bulk.finished_games(), 3)[1] == BulkCursor(games[2].finished_at, games[2].pk)  # type: ignore[arg-type]
    day = bulk.moment_of("2026-04-02T12:00:00Z")
    assert bulk.page(bulk.finished_games(BulkCursor(day)), 9) == (wanted[3:], None)


@pytest.mark.uncounted
def test_everybody_gets_public_games_that_were_played_here_to_their_end(
    games: list[Game], dora: User, users: list[User]
) -> None:
    for visibility in ("unlisted", "private"):
        finished_game(visibility, dora, visibility=visibility)
    imported(sound(), dora, visibility="public")
    played_to(users, 20)
    new_table(users[:1], players=2)
    assert list(bulk.published_games().values_list("pk", flat=True)) == [g.pk for g in games]
    assert bulk.finished_games().count() == len(games) + 3


@in_one_test(
    ("text", "moment"),
    [
        ("2026-04-02", datetime(2026, 4, 2, tzinfo=UTC)),
        ("2026-04-02T01:02", datetime(2026, 4, 2, 1, 2, tzinfo=UTC)),
        ("2026-04-02T01:02:03Z", datetime(2026, 4, 2, 1, 2, 3, tzinfo=UTC)),
        ("2026-04-02T01:02:03+02:00", datetime(2026, 4, 1, 23, 2, 3, tzinfo=UTC)),
    ],
)
@pytest.mark.engine
def test_days_and_times_are_read_as_people_write_them(text: str, moment: datetime) -> None:
    assert bulk.moment_of(text) == moment


@pytest.mark.engine
@in_one_test("text", ["", "soon", "2026-13-01", "9999-12-31T23:59:59-02:00", "\0"])
def test_what_is_no_time_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        bulk.moment_of(text)


# --- export_replays ------------------------------------------------------------------------------


@pytest.mark.once
@pytest.mark.uncounted
def test_the_command_writes_all_finished_games(
    games: list[Game], tmp_path: Path, users: list[User]
) -> None:
    imported(sound(), users[0], visibility="private")
    played_to(users, 20)
    plain, gz = tmp_path / "games.jsonl", tmp_path / "games.jsonl.gz"
    assert "5 games written" in run("--out", str(plain))
    run("--out", str(gz))
    assert gzip.decompress(gz.read_bytes()) == plain.read_bytes()
    assert set(ids(games)) < set(files_in(plain.read_bytes()))
    assert sorted(tmp_path.iterdir()) == [plain, gz]
    assert verify.main([str(gz)]) == 0


def test_the_command_writes_what_finished_after_a_day(games: list[Game], tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    assert "3 games written" in run("--finished-after", "2026-04-02", "--out", str(path))
    assert files_in(path.read_bytes()) == ids(games[1:])


@pytest.mark.once
@pytest.mark.long
def test_the_command_writes_a_game_by_its_id_also_while_it_runs(
    games: list[Game], users: list[User], capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    table = played_to(users, 20)
    said = run("--game", str(games[2].pk), "--game", str(table.id))
    assert "2 games written" in said
    expected = json_lines(games[2]) + json_lines(fetched(table.game))
    assert capsysbinary.readouterr().out == expected


def test_the_command_refuses_what_it_cannot_write(users: list[User], tmp_path: Path) -> None:
    unknown = "00000000-0000-4000-8000-000000000000"
    table = new_table(users[:1], players=2)
    path = tmp_path / "out.jsonl"
    for arguments, message in (
        (["--game", unknown], "There is no game"),
        (["--game", str(table.id)], "has not started"),
        (["--game", unknown, "--finished-after", "2026-01-01"], "not both"),
        (["--finished-after", "soon"], "is neither a day"),
        (["--format", "parquet"], "pass --out DIRECTORY"),
    ):
        with pytest.raises(CommandError, match=message):
            run(*arguments, *([] if "parquet" in arguments else ["--out", str(path)]))
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(CommandError, match="No such file"):
        run("--out", str(tmp_path / "no" / "such" / "place.jsonl"))


# --- Parquet -------------------------------------------------------------------------------------


def test_without_pyarrow_the_command_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(CommandError, match="uv sync --inexact --extra parquet"):
        run("--format", "parquet", "--out", str(tmp_path / "tables"))


@pytest.mark.once
def test_rows_for_the_tables(games: list[Game]) -> None:
    game = games[0]
    events = list(tables.event_rows(game))
    assert [row["version"] for row in events] == list(range(1, game.version + 1))
    assert events[0]["kind"] == "setup"
    assert events[0]["notation"] is None
    assert "pile_order" not in str(events[0]["effects"])
    assert all(str(row["effects"]).startswith("[") for row in events)
    moves = [row for row in events if row["move"] is not None]
    assert {row["notation"] for row in moves} >= {"pass", "end"}
    results = list(tables.result_rows(game))
    assert [row["player"] for row in results] == ["ada", None]
    assert [row["bot"] for row in results] == [None, "random"]
    assert sorted(row["rank"] for row in results)[0] == 1  # type: ignore[type-var]
    assert all(row["clan"] and row["events"] == game.version for row in results)


def parquet_module() -> Any:
    """pyarrow's; skips without it, but fails in CI, which installs it."""
    if os.environ.get("CI", "").lower() in {"1", "true"}:
        return importlib.import_module("pyarrow.parquet")
    return pytest.importorskip("pyarrow.parquet", reason="the extra parquet is not installed")


@pytest.mark.long
def test_parquet_has_every_event_and_every_result(games: list[Game], tmp_path: Path) -> None:
    parquet = parquet_module()
    folder = tmp_path / "tables"
    assert "4 games written" in run("--format", "parquet", "--out", str(folder))
    events = parquet.read_table(folder / tables.EVENTS).to_pylist()
    results = parquet.read_table(folder / tables.RESULTS).to_pylist()
    assert events == [row for game in games for row in tables.event_rows(game)]
    assert results == [row for game in games for row in tables.result_rows(game)]
    Game.objects.filter(pk=games[0].pk).update(finished_at=None)
    with pytest.raises(CommandError, match="is not over"):
        run("--format", "parquet", "--out", str(folder), "--game", str(games[0].pk))


def test_parquet_has_the_rating_of_who_played_alone(dora: User, tmp_path: Path) -> None:
    parquet = parquet_module()
    for players in (1, 2):
        game = lay(recorded.played(f"people-{players}"), dora)
        Game.objects.filter(pk=game.pk).update(finished_at=timezone.now())
    run("--format", "parquet", "--out", str(tmp_path))
    ratings = {
        row["players"]: row["rating"]
        for row in parquet.read_table(tmp_path / tables.RESULTS).to_pylist()
    }
    assert ratings == {1: "newbie", 2: None}


@pytest.mark.uncounted
@pytest.mark.once
def test_tables_that_cannot_be_completed_leave_those_that_were_there(
    games: list[Game], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    parquet_module()
    run("--format", "parquet", "--out", str(tmp_path))
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}

    def broken(game: Game) -> list[tables.ParquetRow]:
        raise OSError("no space left")

    monkeypatch.setattr(tables, "result_rows", broken)
    with pytest.raises(CommandError, match="no space left"):
        run("--format", "parquet", "--out", str(tmp_path))
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


# --- import_replay -------------------------------------------------------------------------------


def bring(*arguments: str, piped: bytes | None = None) -> tuple[str, str]:
    """What ``import_replay`` says, to the user and of what went wrong."""
    out, err = io.StringIO(), io.StringIO()
    try:
        call_command("import_replay", *arguments, "--host", "dora", stdout=out, stderr=err)
    except CommandError as error:
        err.write(str(error))
    return out.getvalue(), err.getvalue()


def test_files_come_in_one_by_one(games: list[Game], tmp_path: Path) -> None:
    paths = []
    for number, game in enumerate(games[:3]):
        path = tmp_path / str(number)
        data = [json_lines(game), packed(json_lines(game)), text_record(game)][number]
        path.write_bytes(data)
        paths.append(str(path))
        gone(game)
    out, err = bring(*paths, "--visibility", "private")
    assert err == ""
    assert f"game {games[0].pk}, {games[0].version} events" in out
    assert out.count("\n") == 3
    found = Game.objects.filter(source="imported")
    assert {(game.host.username, game.visibility) for game in found} == {("dora", "private")}
    assert len(found) == 3


@pytest.mark.once
def test_games_are_not_written_in_the_place_of_what_is_no_file(
    games: list[Game], tmp_path: Path
) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(CommandError, match="is not a regular file; leave out --out"):
        call_command("export_replays", "--out", str(pipe))
    assert pipe.is_fifo()


@pytest.mark.once
def test_a_file_that_is_refused_keeps_no_other_out(dora: User, tmp_path: Path) -> None:
    good, bad = tmp_path / "good", tmp_path / "bad"
    good.write_bytes(sound())
    bad.write_bytes(sound().replace(b"Friday", b"Monday"))
    out, err = bring(str(bad), str(tmp_path / "none"), str(good), str(good))
    assert f"{bad}: Line " in err
    assert "(checksum_differs)" in err
    assert "No such file" in err
    assert "is on this server already" in err
    assert err.endswith("3 of 4 files refused.")
    assert out.startswith(f"{good}: game ")
    assert census()[0] == 1


def test_games_are_piped_in(dora: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(sound())))
    assert f"-: game {half_played().subject.id}" in bring("-")[0]


def test_somebody_has_to_be_the_host(db: None, tmp_path: Path) -> None:
    assert bring(str(tmp_path / "x"))[1] == "There is no user 'dora'."
