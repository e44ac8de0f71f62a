"""Standing orders: how a seat answers production while its player is away."""

from datetime import datetime
from functools import partial
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction

from games import wakeup
from games.access import own_seat
from games.errors import GameNotRunning
from games.models.game import Status
from games.services.running import touch
from games.services.stream import check_not_resigned, lock
from games.standing_orders import StandingOrder, stored
from games.wakeup import Wanted


def set_standing_order(
    *, game_id: UUID, user: User, order: StandingOrder | None, now: datetime
) -> None:
    """Leave an order, or withdraw it. A production that waits for this seat is answered too.

    Raises NoSuchGame, NotSeated, SeatResigned; GameNotRunning when the game is over.
    """
    touch(game_id)
    with transaction.atomic():
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
            wakeup.after_commit(partial(Wanted.STEPS.send, game.id))
