"""Games played on in one transaction, for tests that want to look at what comes then.

What is stored is what the services would have stored: their ``Writer`` seals and saves it. Only the
transactions between the moves are left out, which are most of what a whole game costs. The choices
of one position are remembered for all tests of a process.
"""

from collections.abc import Callable
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from games import bots, engine
from games.services.play import running
from games.services.play.stream import Writer, lock_with_seats
from games.services.play.wanted import Wanted, wanted_of
from simulation.random_play import MOST_EVENTS

Choose = Callable[[engine.State, engine.Seat], engine.Move]
"""Picks a legal move for a person; the state is not to be changed."""

_moves: dict[tuple[bytes, int], list[engine.Move]] = {}
_choices: dict[tuple[str, bytes, int, bytes], engine.Move] = {}


def legal_moves(state: engine.State, seat: engine.Seat) -> list[engine.Move]:
    """The engine's list of legal moves of this position, made once."""
    key = engine.dump(state), int(seat)
    if key not in _moves:
        _moves[key] = engine.legal_moves(state, seat)
    return _moves[key]


def bot_move(name: str, state: engine.State, seat: engine.Seat, seed: bytes) -> engine.Move:
    """What a bot plays in this position, thought out once."""
    key = name, engine.dump(state), int(seat), seed
    if key not in _choices:
        _choices[key] = bots.choose(name, state, seat, seed)
    return _choices[key]


def play_on(
    game_id: UUID, *, choose: Choose, reached: Callable[[engine.State], bool]
) -> engine.State:
    """Play until ``reached`` holds, asked before every event, or the game is over.

    Bots, standing orders, seats that have resigned and the game's own steps go on by themselves.
    """
    with transaction.atomic():
        game = lock_with_seats(game_id)
        seats = list(game.seats.all())
        writer = Writer(game, now=timezone.now())
        while not writer.state.over and not reached(writer.state):
            assert writer.state.version < MOST_EVENTS, "the game does not end"
            writer.now = max(writer.now, timezone.now())
            wanted = wanted_of(writer.state, seats)
            if wanted is Wanted.STEPS:
                running.take_steps(writer)
                running._answer_for_the_resigned(writer)
                running._obey(writer, seats)
            else:
                _decide(writer, {seat.index: seat.bot for seat in seats if seat.bot}, choose)
        if writer.rows:
            writer.save()
    return writer.state


def _decide(writer: Writer, bot_of: dict[int, str], choose: Choose) -> None:
    """One move, of a bot if one of them has to decide."""
    state, seed = writer.state, bytes(writer.game.server_seed)
    decisions = state.open_decisions()
    seat = next((one.seat for one in decisions if one.seat in bot_of), decisions[0].seat)
    bot = bot_of.get(seat)
    move = bot_move(bot, state, seat, seed) if bot else choose(state, seat)
    writer.add(engine.play(state, seat, move), origin="bot" if bot else "player")
