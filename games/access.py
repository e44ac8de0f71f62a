"""Who may know of a game, and whose seat is whose."""

from django.contrib.auth.models import User

from games.errors import NoSuchGame, NotSeated
from games.models import Game, Seat
from games.models.game import Visibility


def seat_of(game: Game, user: User | None) -> Seat | None:
    """The seat of a user in a game; of several the first one that has to decide, if any."""
    if user is None:
        return None
    own = [seat for seat in game.seats.all() if seat.user_id == user.pk]
    return next((seat for seat in own if seat.waiting), own[0] if own else None)


def may_see(user: User | None, game: Game) -> bool:
    """Whether a user may know of a game: all but strangers to a private one."""
    if game.visibility != Visibility.PRIVATE:
        return True
    if user is None:
        return False
    return game.host_id == user.pk or seat_of(game, user) is not None


def own_seat(game: Game, user: User) -> Seat:
    """The seat of a user. Raises NotSeated, and NoSuchGame for strangers to a private game."""
    seat = seat_of(game, user)
    if seat is None:
        raise NotSeated if may_see(user, game) else NoSuchGame
    return seat
