"""The engine's views of a state, with the names of the people at the table."""

from django.contrib.auth.models import User

from games import engine, selectors
from games.models import Game


def view_of(game: Game, state: engine.State, user: User | None) -> engine.View:
    """The state of a game as a user may see it: from the own seat, or as a spectator."""
    names = selectors.names_of(game)
    return engine.view(state, seat_index(game, user), game=str(game.pk), names=names)


def seat_index(game: Game, user: User | None) -> engine.Seat | None:
    """The seat of a user; None for spectators."""
    seat = selectors.seat_of(game, user)
    return None if seat is None else engine.Seat(seat.index)
