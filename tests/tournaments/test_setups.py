"""That each game of a tournament was set up by its seed, as its file alone shows."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from django.contrib.auth.models import User
from msgspec.structs import replace

from games import services as games
from games.models import Game
from replays import exporting as game_exporting
from tests.games.tables import started
from tests.tournaments.by_hand import NOON
from tests.tournaments.by_hand import played as played_by_hand
from tests.tournaments.forging import rewritten
from tournaments import services
from tournaments.exporting import json_lines
from tournaments.files.reading import read_file
from tournaments.log import Entry
from tournaments.log.events import Created, GameStarted
from tournaments.models import Tournament
from tournaments.reading import state_of
from tournaments.state import Settings
from tournaments.verify import SOUND, UNREADABLE, WRONG, main, verify, verify_games

pytestmark = [pytest.mark.usefixtures("plain"), pytest.mark.once]

AUCTION = {"auction": "open", "ports": False}


def played(alice: User, bob: User, *, duplicate: bool = False, finish: bool = True) -> Tournament:
    """A first round that is drawn twice, a second one, and games in which someone resigns."""
    settings = Settings(format="plain", duplicate=duplicate, game=AUCTION)
    cup = services.create_tournament(user=alice, name="Cup", settings=settings, now=NOON)
    who: dict[str, Any] = {"tournament_id": cup.pk, "user": alice, "now": NOON}
    services.open_registration(**who)
    for user in (alice, bob):
        services.register(**{**who, "user": user})
    services.publish_draw(**who)
    services.publish_draw(again=True, **who)
    _end_games(cup, bob)
    services.publish_draw(**who)
    if finish:
        _end_games(cup, bob)
        services.finish_tournament(**who)
    cup.refresh_from_db()
    return cup


def _end_games(cup: Tournament, loser: User) -> None:
    for game in Game.objects.filter(tournament=cup.pk, status="running"):
        games.resign(game_id=game.pk, user=loser, now=NOON)
        services.game_over(game_id=game.pk, now=NOON)


def _failed(said: list[str]) -> list[str]:
    return [line.split()[1] for line in said if line.startswith("FAILED")]


@pytest.mark.parametrize("duplicate", [False, True])
def test_set_ups_of_games_are_derived_again(
    alice: User, bob: User, duplicate: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cup = played(alice, bob, duplicate=duplicate)
    path = tmp_path / "cup.jsonl"
    path.write_bytes(json_lines(cup))
    files = [tmp_path / f"{number}.jsonl" for number in range(3)]
    of_cup = Game.objects.filter(tournament=cup.pk).order_by("created_at")
    for name, game in zip(files, of_cup, strict=False):
        name.write_bytes(game_exporting.json_lines(game))
    assert main([str(path), "--games", *map(str, files[:2])]) == SOUND
    shown = capsys.readouterr().out
    assert "ok       set-ups" in shown
    assert "table 1 of the tournament" in shown
    assert "table 2 of the tournament" in shown
    stranger = started([alice, bob])
    games.resign(game_id=stranger.game.pk, user=bob, now=NOON)
    stranger.game.refresh_from_db()
    files[2].write_bytes(game_exporting.json_lines(stranger.game))
    assert main([str(path), "--games", str(files[2])]) == WRONG
    assert "No table of the tournament" in capsys.readouterr().out


def test_a_running_tournament_shows_no_set_up(alice: User, bob: User, tmp_path: Path) -> None:
    cup = played(alice, bob, finish=False)
    path = tmp_path / "cup.jsonl"
    path.write_bytes(json_lines(cup))
    said, sound = verify(read_file(json_lines(cup)))
    assert sound
    assert any(line.startswith("hidden   set-ups") for line in said)
    assert main([str(path), "--games", str(path)]) == UNREADABLE


def _other_commitment(event: Entry) -> Iterator[Entry]:
    if isinstance(event, GameStarted) and event.table == 2:
        event = replace(event, commitment="0" * 64)
    yield event


def _one_left_out(event: Entry) -> Iterator[Entry]:
    if isinstance(event, GameStarted) and event.table == 2:
        event = replace(event, commitment="")
    yield event


def _all_left_out(event: Entry) -> Iterator[Entry]:
    yield replace(event, commitment="") if isinstance(event, GameStarted) else event


def _by_other_options(event: Entry) -> Iterator[Entry]:
    if isinstance(event, Created):
        event = replace(event, settings=replace(event.settings, game={"auction": "blind"}))
    yield event


@pytest.mark.parametrize("forged", [_other_commitment, _one_left_out])
@pytest.mark.long
def test_a_set_up_that_was_chosen_is_found(
    alice: User, bob: User, forged: Callable[[Entry], Iterator[Entry]]
) -> None:
    said, _ = verify(rewritten(read_file(json_lines(played(alice, bob))), forged))
    assert _failed(said) == ["set-ups:"]


def test_a_game_by_other_options_is_found(
    alice: User, bob: User, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cup = played(alice, bob)
    game = Game.objects.get(pk=UUID(state_of(cup).tables[2].game or ""))
    (tmp_path / "game").write_bytes(game_exporting.json_lines(game))
    file = rewritten(read_file(json_lines(cup)), _by_other_options)
    assert verify_games(file, [str(tmp_path / "game")]) == WRONG
    assert "other options" in capsys.readouterr().out


@pytest.mark.long
def test_logs_of_before_name_no_set_ups(alice: User, bob: User) -> None:
    for file in (
        rewritten(read_file(json_lines(played(alice, bob))), _all_left_out),
        read_file(json_lines(played_by_hand(alice))),
    ):
        said, sound = verify(file)
        assert sound
        assert any(line.startswith("none     set-ups") for line in said)
