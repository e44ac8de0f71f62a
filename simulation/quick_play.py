"""Games played on in one transaction, for tests that want to look at what comes then.

What is stored is what the services would have stored: their ``Writer`` seals and saves it. Only the
transactions between the moves are left out, which are most of what a whole game costs.
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
KnownMove = Callable[[engine.State, engine.Seat], engine.Move | None]
"""The move of a seat in a position, where that is known beforehand."""


def play_on(
    game_id: UUID,
    *,
    choose: Choose,
    reached: Callable[[engine.State], bool],
    known: KnownMove | None = None,
) -> engine.State:
    """Play until ``reached`` holds, asked before every event, or the game is over.

    Bots, standing orders, seats that have resigned and the game's own steps go on by themselves.
    ``choose`` is asked for people, and bots think, where no move is ``known``.
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
                running.obey(writer, seats)
            else:
                _decide(writer, {seat.index: seat.bot for seat in seats if seat.bot}, choose, known)
        if writer.rows:
            writer.save()
    return writer.state


def _decide(
    writer: Writer, bot_of: dict[int, str], choose: Choose, known: KnownMove | None
) -> None:
    """One move, of a bot if one of them has to decide."""
    state = writer.state
    decisions = state.open_decisions()
    seat = next((one.seat for one in decisions if one.seat in bot_of), decisions[0].seat)
    move, bot = known and known(state, seat), bot_of.get(seat)
    if move is None and bot:
        move = bots.choose(bot, state, seat, bytes(writer.game.server_seed))
    writer.add(
        engine.play(state, seat, move or choose(state, seat)), origin="bot" if bot else "player"
    )
