"""Games with resignations, or that all gave up, in everything that reads streams."""

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from games import engine, selectors, services
from games.models import Game
from replays import verify
from replays.contents import contents, last_turn
from replays.exporting import json_lines, sentences_of, text_record
from replays.files import BadFile, GameFile, read_game, write
from replays.frames import FrameStretch
from replays.importing import import_file
from replays.statistics.course import course
from replays.tables import result_rows
from replays.validation.examining import examine
from tests.games.tables import Table, started
from tests.replays.game_files import rechecked
from tests.replays.patching import patched
from tests.replays.servers import fetched, gone, imported, moved
from tests.rules import rule

pytestmark = [pytest.mark.django_db, pytest.mark.long]
NOW = timezone.now


def left_by_two(users: list[User]) -> Table:
    """A game of three that ends because two resign, amid a turn that was begun anew."""
    table = started(users)
    table.play_until(lambda state: state.phase == "action")
    user = table.user
    table.play(engine.parse("hire"))
    services.undo(game_id=table.id, user=user, now=NOW())
    resign(table, user)
    services.run_steps(game_id=table.id, now=NOW())
    table.play_until(lambda state: state.round == 2 and state.version > 60)
    resign(table, next(u for u in users if u != user))
    return table


def left_by_one(users: list[User]) -> Table:
    """A game of three that is played out although one resigns, in a production."""
    table = started(users)
    state = table.play_until(
        lambda state: state.phase == "production" and len(state.open_decisions()) > 1
    )
    resign(table, users[state.open_decisions()[-1].seat])
    services.run_steps(game_id=table.id, now=NOW())
    table.play_until(lambda state: state.over)
    return table


def abandoned(users: list[User]) -> Table:
    """A game of three that all give up."""
    table = started(users)
    table.play_until(lambda state: state.round == 2)
    for user in users:
        services.agree_to_abandon(game_id=table.id, user=user, now=NOW())
    return table


def stopped(users: list[User]) -> Table:
    """A director of a tournament ends it in the second round."""
    table = started(users)
    table.play_until(lambda state: state.round == 2)
    assert services.stop_games(game_ids=[table.id], now=NOW()) == [table.id]
    return table


def resign(table: Table, user: User) -> None:
    services.resign(game_id=table.id, user=user, now=NOW())


GAMES: dict[str, tuple[Callable[[list[User]], Table], str, int]] = {
    "left by two": (left_by_two, "resignation", 2),
    "left by one": (left_by_one, "scoring", 1),
    "abandoned": (abandoned, "agreement", 0),
    "stopped": (stopped, "director", 0),
}


@pytest.fixture(params=GAMES)
def left(request: pytest.FixtureRequest, users: list[User]) -> tuple[Game, str, int]:
    """A game that is over, what ended it, and how many resigned."""
    play, ended_by, gone_ = GAMES[request.param]
    game = selectors.game_for(users[0], play(users[:3]).id)
    assert (game.status, game.ended_by) == ("finished", ended_by)
    return game, ended_by, gone_


Left = tuple[Game, str, int]


@rule("RESIGN-02", "RESIGN-05", "ABANDON-01", "ABANDON-02")
def test_it_is_valid_also_to_whom_the_seed_is_not_known(left: Left) -> None:
    game, _, _ = left
    assert examine(game).status == "passed"
    assert examine(game).checked == game.version


def test_its_file_is_verified_and_comes_in_elsewhere(
    left: Left, tmp_path: Path, capsys: pytest.CaptureFixture[str], users: list[User]
) -> None:
    game, ended_by, resigned = left
    data = json_lines(game)
    path = tmp_path / "game.jsonl"
    path.write_bytes(data)
    assert verify.main([str(path)]) == 0, capsys.readouterr().out
    assert (f'"ended_by":"{ended_by}"'.encode() in data) == (ended_by != "scoring")
    there = moved(game, users[0])
    assert (there.ended_by, there.source) == (ended_by, "imported")
    assert there.seats.filter(resigned=True).count() == resigned
    assert json_lines(fetched(there)) == data
    assert examine(there).status == "passed"


def test_its_record_is_played_again_to_the_same_end(left: Left, users: list[User]) -> None:
    game, ended_by, resigned = left
    text = text_record(game).decode()
    assert text.count(" resign  ") == resigned
    assert (f"\nended_by: {ended_by}\n" in text) == (ended_by != "scoring")
    rows = selectors.events_after(game, 0, 10_000)
    gone(game)
    there = imported(text.encode(), users[0])
    assert there.ended_by == ended_by
    again = selectors.events_after(there, 0, 10_000)
    kept = ("version", "parent", "seat", "origin", "cause", "public")
    for name in kept:
        assert [getattr(row, name) for row in again] == [getattr(row, name) for row in rows]
    assert (
        text_record(selectors.game_for(users[0], there.pk)).decode().splitlines()[20:]
        == (text.splitlines()[20:])
    )


def test_every_frame_follows_from_the_one_before(left: Left) -> None:
    game, ended_by, _ = left
    names = selectors.names_of(game)
    stretch = FrameStretch(game, first=1, last=game.version, seat=None, names=names)
    frames = list(stretch.frames())
    view = msgspec.to_builtins(stretch.view)
    for frame in frames:
        assert frame.sentence
        view = patched(view, msgspec.to_builtins(frame.patch))
    state = selectors.state_of(game)
    assert view == msgspec.to_builtins(engine.view(state, None, game=str(game.pk), names=names))
    assert view["ended_by"] == ended_by


def test_contents_and_numbers_can_be_had(left: Left) -> None:
    game, ended_by, resigned = left
    assert contents(game).last == game.version
    numbers = course(game)
    series = [line for player in numbers.players for line in player.score.values()]
    assert {len(line) for line in series} == {len(numbers.versions)}
    rows = list(result_rows(game))
    assert len(rows) == (0 if ended_by in ("agreement", "director") else 3)
    assert sum(bool(row["resigned"]) for row in rows) == resigned
    assert {row["ended_by"] for row in rows} <= {ended_by}


def test_the_log_says_who_left_and_how_it_ended(users: list[User]) -> None:
    game = selectors.game_for(users[0], left_by_two(users[:3]).id)
    sentences = [*sentences_of(game).values()]
    names = selectors.names_of(game)
    first = next(line for line in sentences if "resigns" in line)
    assert first in {f"{name} resigns." for name in names}
    assert sentences[-1].startswith("The game ends early, because too few people are left. 1. ")
    game = selectors.game_for(users[0], abandoned(users[:3]).id)
    assert [*sentences_of(game).values()][-1] == "All agree to end the game without a result."


def end_line(file: GameFile, **columns: object) -> bytes:
    return rechecked(
        write(msgspec.structs.replace(file, end=msgspec.structs.replace(file.end, **columns)))
    )


@pytest.mark.parametrize("ended_by", ["agreement", msgspec.UNSET])
def test_a_file_that_names_another_end_is_refused(users: list[User], ended_by: object) -> None:
    game = selectors.game_for(users[0], left_by_two(users[:3]).id)
    data = end_line(read_game(json_lines(game)), ended_by=ended_by)
    gone(game)
    with pytest.raises(BadFile) as refused:
        imported(data, users[0])
    assert refused.value.code == "end_differs"


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("ended_by: resignation", "ended_by: boredom", "bad_record"),
        ("ended_by: resignation\n", "", "not_finished"),
        ("ended_by: resignation", "ended_by: agreement", "end_differs"),
    ],
)
def test_a_record_that_names_another_end_is_refused(
    users: list[User], old: str, new: str, code: str
) -> None:
    game = selectors.game_for(users[0], left_by_two(users[:3]).id)
    text = text_record(game).decode().replace(old, new)
    with pytest.raises(BadFile) as refused:
        import_file(text.encode(), host=users[0], visibility="public", now=NOW())
    assert refused.value.code == code


@rule("RESIGN-02")
def test_a_record_in_which_a_seat_that_resigned_does_better_is_refused(users: list[User]) -> None:
    game = selectors.game_for(users[0], left_by_two(users[:3]).id)
    text = text_record(game).decode()
    line = next(line for line in text.splitlines() if " game: pass" in line)
    better = text.replace(line, line.partition("game:")[0] + "hire")
    with pytest.raises(BadFile) as refused:
        import_file(better.encode(), host=users[0], visibility="public", now=NOW())
    assert (refused.value.code, refused.value.rule) == ("move_refused", "RESIGN-02")


def test_what_the_game_decided_for_somebody_is_news_to_them(users: list[User]) -> None:
    game = selectors.game_for(users[0], left_by_two(users[:3]).id)
    first, _ = selectors.state_of(game).resigned
    rows = selectors.events_after(game, 0, 10_000)
    (left_at,) = (
        row.version
        for row in rows
        if row.seat == first and engine.read_payload(row.public).kind == engine.RESIGN
    )
    assert last_turn(game, first) == left_at < max(r.version for r in rows if r.seat == first)


def test_a_fork_from_before_the_end_is_played_by_all(users: list[User]) -> None:
    table = left_by_two(users[:3])
    forked = services.fork_game(
        game_id=table.id, user=users[0], version=table.game.version - 1, now=NOW()
    )
    assert Table(forked.pk, users[:1]).state.resigned == []
    assert examine(forked).status == "passed"
