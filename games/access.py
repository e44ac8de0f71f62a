"""Access to games: which users may see one, and which seats are theirs."""

import secrets
from typing import Final

from django.contrib.auth.models import User

from games.errors import GameWithheld, NoSuchGame, NotHost, NotSeated, NotYourSeat
from games.models import Game, Seat
from games.models.game import Status, Visibility

INVITE_BYTES: Final = 16


def seat_of(game: Game, user: User | None) -> Seat | None:
    """The seat of a user in a game; of several, the first with an open decision, if any."""
    if user is None:
        return None
    own = [seat for seat in game.seats.all() if seat.user_id == user.pk]
    return next((seat for seat in own if seat.waiting), own[0] if own else None)


def invited(game: Game, invite: str | None) -> bool:
    """Whether this is the invite code of a table that waits for players."""
    same = secrets.compare_digest((invite or "").encode(), game.invite_code.encode())
    return same and game.status == Status.OPEN


def may_see(user: User | None, game: Game, invite: str | None = None) -> bool:
    """Whether a user may see that a game exists: everyone but strangers to a private one.

    The invite code of a table lets its holder look at it before sitting down. A withheld game is
    for its players alone, even if another one made it.
    """
    if game.withheld:
        return seat_of(game, user) is not None
    if game.visibility != Visibility.PRIVATE or invited(game, invite):
        return True
    if user is None:
        return False
    return game.host_id == user.pk or seat_of(game, user) is not None


def secrets_are_out(game: Game) -> bool:
    """Whether everybody who may see a game may know its seed and all that it hid.

    It has to be over; and while it is withheld, other tables still play with the same seed.
    """
    return game.status == Status.FINISHED and not game.withheld


def check_disclosed(game: Game) -> None:
    """For what shows more of a game than its table. Raises GameWithheld."""
    if game.withheld:
        raise GameWithheld


def check_host(game: Game, user: User) -> None:
    """For what only the host of a game may do to it, as long as it is not withheld from the host.

    Raises NotHost, and NoSuchGame where the user may not see the game.
    """
    if not may_see(user, game):
        raise NoSuchGame
    if game.host_id != user.pk:
        raise NotHost


def own_seat(game: Game, user: User, index: int | None = None) -> Seat:
    """The seat of a user; ``seat`` selects one of several.

    Raises NotSeated, NotYourSeat, and NoSuchGame for strangers to a private game.
    """
    seat = seat_of(game, user)
    if seat is None:
        raise NotSeated if may_see(user, game) else NoSuchGame
    if index is None or index == seat.index:
        return seat
    own = (one for one in game.seats.all() if (one.user_id, one.index) == (user.pk, index))
    named = next(own, None)
    if named is None:
        raise NotYourSeat(index)
    return named
