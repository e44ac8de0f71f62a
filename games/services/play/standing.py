"""Standing orders: how a seat answers production while its player is away."""

from datetime import datetime
from functools import partial
from uuid import UUID

from django.contrib.auth.models import User

from games.access import own_seat
from games.errors import GameNotRunning
from games.models.game import Status
from games.runtime.commit import after_commit, in_transaction
from games.services.play.running import caught_up
from games.services.play.stream import check_not_resigned, lock
from games.services.play.wanted import Wanted
from games.standing_orders import StandingOrder, stored


@caught_up
@in_transaction
def set_standing_order(
    *, game_id: UUID, user: User, order: StandingOrder | None, now: datetime
) -> None:
    """Leave an order, or withdraw it. A production that waits for this seat is answered too.

    Raises NoSuchGame, NotSeated, SeatResigned; GameNotRunning when the game is over.
    """
    game = lock(game_id)
    seat = own_seat(game, user)
    if game.status == Status.FINISHED:
        raise GameNotRunning(game.status)
    check_not_resigned(seat)
    seat.standing_order = None if order is None else stored(order)
    seat.save(update_fields=["standing_order"])
    if order is not None and seat.waiting and game.status == Status.RUNNING:
        game.due = True
        game.save(update_fields=["due"])
        after_commit(partial(Wanted.STEPS.send, game.id, game.version))
