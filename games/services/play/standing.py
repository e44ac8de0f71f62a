"""Standing orders: how a seat answers production while its player is away."""

from datetime import datetime
from uuid import UUID

from django.contrib.auth.models import User

from games.access import own_seat
from games.errors import GameNotRunning
from games.models.game import Status
from games.runtime.commit import in_transaction
from games.services.play.running import caught_up, obey
from games.services.play.stream import Writer, check_not_resigned, lock_with_seats
from games.standing_orders import StandingOrder, stored


@caught_up
@in_transaction
def set_standing_order(
    *, game_id: UUID, user: User, order: StandingOrder | None, now: datetime
) -> None:
    """Leave an order, or withdraw it. A production that waits for this seat is answered at once.

    No task does that: whoever sends an order again and again keeps nothing of others waiting. What
    follows from the answer is charged to the user. Raises NoSuchGame, NotSeated, SeatResigned;
    GameNotRunning when the game is over.
    """
    game = lock_with_seats(game_id)
    seat = own_seat(game, user)
    if game.status == Status.FINISHED:
        raise GameNotRunning(game.status)
    check_not_resigned(seat)
    wanted = None if order is None else stored(order)
    if seat.standing_order == wanted:
        return
    seat.standing_order = wanted
    seat.save(update_fields=["standing_order"])
    if wanted is None or not seat.waiting or game.status != Status.RUNNING:
        return
    writer = Writer(game, now=now)
    obey(writer, [seat])
    if writer.rows:
        writer.save(payer=user.pk)
