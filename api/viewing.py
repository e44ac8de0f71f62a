"""The engine's views of a state, with the names of the people at the table."""

from django.contrib.auth.models import User

from games import engine, selectors
from games.models import Game


def view_of(game: Game, state: engine.State, user: User | None) -> engine.View:
    """The state of a game as a user may see it: from the own seat, or as a spectator."""
    seat = selectors.seat_of(game, user)
    names = {seat.index: seat.name for seat in game.seats.all()}
    return engine.view(
        state,
        None if seat is None else engine.Seat(seat.index),
        game=str(game.pk),
        names=[names[index] for index in range(len(state.players))],
    )
