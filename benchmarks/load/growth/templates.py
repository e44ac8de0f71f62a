"""The real games of which all others are copies: finished ones, running ones and an open table."""

from collections.abc import Iterator
from uuid import UUID

from django.contrib.auth.models import User
from django.core.management import call_command
from django.utils import timezone

from benchmarks import positions
from benchmarks.positions import PLAYERS, Decided, MeasuredPosition
from games import engine, services
from games.models import Game
from simulation.random_play import at_random, seed_of

FINISHED = 8
RUNNING = 3
HALF = 150
"""About the middle of a game."""


def decided(name: str) -> Iterator[Decided]:
    """All that is decided in a random game, to its end."""
    choose = at_random(name)
    seed = engine.randomness.game_seed(seed_of(name), [])
    state, _ = engine.new_game(engine.Options(players=PLAYERS), seed, engine.packs.builtin())
    while not state.over:
        if state.awaits_step:
            engine.advance(state)
            yield None, None
            continue
        seat = state.open_decisions()[0].seat
        move = choose(state, seat)
        engine.play(state, seat, move)
        yield seat, move


def lay(users: list[User]) -> list[UUID]:
    """Lay all of them into the database as services store them, with their results."""
    made = [_laid(f"growth/{number}", users, None) for number in range(FINISHED)]
    made += [_laid(f"growth/running/{number}", users, HALF) for number in range(RUNNING)]
    made.append(_open_table(users[0]))
    call_command("rebuild_statistics", verbosity=0, stdout=_Nowhere(), stderr=_Nowhere())
    return made


def _laid(name: str, users: list[User], events: int | None) -> UUID:
    line = list(decided(name))[:events]
    seat, move = next((seat, move) for seat, move in line if seat is not None and move is not None)
    laid = MeasuredPosition(seed_of(name), line, seat, move)
    return positions.lay(laid, users, now=timezone.now())


def _open_table(host: User) -> UUID:
    options = engine.Options(players=PLAYERS)
    game: Game = services.create_game(
        host=host, name="Open", options=options, visibility="public", now=timezone.now()
    )
    return game.pk


class _Nowhere:
    """Where commands write what need not be read."""

    def write(self, text: str) -> int:
        return len(text)

    def flush(self) -> None:
        pass
