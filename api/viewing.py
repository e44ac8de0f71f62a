"""The engine's views of a state, with the names of the people at the table."""

from django.contrib.auth.models import User
from msgspec import UNSET

from games import engine, selectors
from games.access import check_disclosed
from games.models import Game
from games.store import StreamHead
from replays import stepping


def view_now(game: Game, head: StreamHead, seat: engine.Seat | None) -> engine.View:
    """A game as it stands, as a seat may see it, or a spectator. Raises NoSuchVersion."""
    state, own = stepping.newest(game, seat, head)
    view = engine.view(state, seat, game=str(game.pk), names=selectors.names_of(game))
    view.own = dict(own) or UNSET
    return view


def view_as_of(game: Game, version: int, seat: engine.Seat | None) -> engine.View:
    """A game as of an earlier version, without secrets. Raises NoSuchVersion, GameWithheld."""
    check_disclosed(game)
    state = stepping.state_of(game, version)
    return engine.view(state, seat, game=str(game.pk), names=selectors.names_of(game))


def seat_index(game: Game, user: User | None) -> engine.Seat | None:
    """The seat of a user; None for spectators."""
    seat = selectors.seat_of(game, user)
    return None if seat is None else engine.Seat(seat.index)
