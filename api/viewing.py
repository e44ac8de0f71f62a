"""The engine's views of a state, with the names of the people at the table."""

from collections import Counter

from django.contrib.auth.models import User

from games import engine, selectors
from games.models import Game


def view_of(game: Game, state: engine.State, user: User | None) -> engine.View:
    """The state of a game as a user may see it: from the own seat, or as a spectator."""
    return engine.view(state, seat_index(game, user), game=str(game.pk), names=names_of(game))


def seat_index(game: Game, user: User | None) -> engine.Seat | None:
    """The seat of a user; None for spectators."""
    seat = selectors.seat_of(game, user)
    return None if seat is None else engine.Seat(seat.index)


def names_of(game: Game) -> list[str]:
    """What to call the players, by seat. Bots that share a name are numbered."""
    seats = sorted(game.seats.all(), key=lambda seat: seat.index)
    shared = Counter(seat.name for seat in seats)
    met: Counter[str] = Counter()
    names = []
    for seat in seats:
        met[seat.name] += 1
        several = shared[seat.name] > 1
        names.append(f"{seat.name} {met[seat.name]}" if several else seat.name)
    return names
