"""One imported game counts at one table, under whatever id and in whatever form it comes."""

from typing import Any

import msgspec
import pytest
from django.contrib.auth.models import User

from games import engine
from games import services as games
from games.models import Game
from replays import files
from replays.exporting import text_record
from replays.files.record import write_record
from simulation.random_play import seed_of
from tests.replays.game_files import file_of, played
from tests.replays.servers import imported
from tests.replays.streams import Stored, append, subject_of
from tests.tournaments.small_cups import LATER, NOON, drawn, game_at, opened, tables
from tournaments import services
from tournaments.errors import BadResult
from tournaments.state import Settings

TWICE = "has its result from this game"
THREE = Settings(format="series", format_options={"games": 3}, played_here=False)


def record(game: Stored, name: str) -> bytes:
    """The text record of a game under some name."""
    return write_record(file_of(game, name=name), {}).encode()


def resigned(seat: int) -> Stored:
    """A game of two with always the same set-up, at whose beginning one resigns."""
    options, pack, seed = engine.Options(players=2), engine.packs.builtin(), seed_of("imported")
    made = Stored(subject_of(options, seed, pack))
    state, event = engine.new_game(options, engine.randomness.game_seed(seed), pack)
    append(made, state, event)
    append(made, state, engine.resign(state, engine.Seat(seat)))
    append(made, state, engine.end_early(state))
    made.subject = msgspec.structs.replace(made.subject, version=len(made.rows))
    return made


def entered(director: User, bob: User, *imports: Game) -> None:
    """A series whose games have their results from imported ones."""
    cup = opened(director, director, bob, settings=THREE)
    who: dict[str, Any] = {"tournament_id": cup.pk, "user": director, "now": NOON}
    for table, game in enumerate(imports, 1):
        services.publish_draw(**who)
        services.record_result(table=table, game_id=game.pk, **who)


def test_a_record_with_another_name_is_of_the_same_game(alice: User, bob: User) -> None:
    game = played("files-short")
    found = [imported(record(game, name), alice) for name in ("One", "Two")]
    assert found[0].pk != found[1].pk
    with pytest.raises(BadResult, match=f"^Game 1 {TWICE}"):
        entered(alice, bob, *found)


def test_a_record_and_a_file_in_json_lines_are_of_the_same_game(alice: User, bob: User) -> None:
    text = imported(record(played("files-short"), "One"), alice)
    lines = imported(files.write(file_of(played("files-short"), name="Two")), alice)
    with pytest.raises(BadResult, match=TWICE):
        entered(alice, bob, text, lines)


def test_games_with_the_same_set_up_in_which_something_else_was_done_are_two(
    alice: User, bob: User
) -> None:
    found = [imported(record(resigned(seat), "Same"), alice) for seat in (0, 1)]
    assert found[0].commitment == found[1].commitment
    assert found[0].version == found[1].version
    entered(alice, bob, *found)


@pytest.mark.usefixtures("plain")
def test_a_game_that_was_played_at_a_table_does_not_count_at_another(
    alice: User, bob: User, charlie: User, dora: User
) -> None:
    cup = drawn(alice, alice, bob, charlie, dora)
    game = game_at(tables(cup)[0])
    player = game.seats.get(index=0).user
    assert player is not None
    games.resign(game_id=game.pk, user=player, now=LATER)
    services.game_over(game_id=game.pk, now=LATER)
    again = imported(text_record(Game.objects.get(pk=game.pk)), alice)
    who: dict[str, Any] = {"tournament_id": cup.pk, "user": alice, "now": LATER}
    with pytest.raises(BadResult, match=TWICE):
        services.record_result(table=2, game_id=again.pk, **who)
