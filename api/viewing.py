"""The engine's views of a state, with the names of the people at the table."""

from django.contrib.auth.models import User
from msgspec import UNSET

from games import engine, selectors
from games.access import check_disclosed
from games.models import Game
from replays import stepping


def view_of(game: Game, version: int | None, user: User | None) -> engine.View:
    """A game now, or as of a version, as a user may see it: from the own seat, or as a spectator.

    Raises NoSuchVersion, GameWithheld.
    """
    seat, names = seat_index(game, user), selectors.names_of(game)
    if version is not None and version != game.version:
        check_disclosed(game)
        state = stepping.state_of(game, version)
        return engine.view(state, seat, game=str(game.pk), names=names)
    state, own = stepping.newest(game, seat)
    view = engine.view(state, seat, game=str(game.pk), names=names)
    view.own = dict(own) or UNSET
    return view


def seat_index(game: Game, user: User | None) -> engine.Seat | None:
    """The seat of a user; None for spectators."""
    seat = selectors.seat_of(game, user)
    return None if seat is None else engine.Seat(seat.index)
