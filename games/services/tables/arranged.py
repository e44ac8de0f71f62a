"""Tables that somebody else arranges for their players: those of tournaments.

Who entered has agreed to be seated, so nobody is asked, and the game begins at once.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.contrib.auth.models import User

from games import engine
from games.models import Game, Seat
from games.models.game import Status
from games.runtime import notifications
from games.runtime.commit import in_transaction
from games.services.play.stream import lock_with_seats
from games.services.seats.seating import set_up, stored_table
from games.services.seats.transfer import give_seat
from games.services.tables.erasing import erase_game


@dataclass(frozen=True, slots=True)
class Arranged:
    """Who sits on a seat: a user, or a bot by its name."""

    user: User | None = None
    bot: str = ""


@in_transaction
def arrange_game(
    *,
    tournament: UUID,
    host: User | None,
    name: str,
    options: engine.Options,
    visibility: str,
    seats: Sequence[Arranged],
    seed: bytes,
    withheld: bool,
    now: datetime,
) -> Game:
    """A running game of these players, in the order of the seats.

    ``seed`` is derived from the one that the tournament has committed to, so it counts as drawn.
    The host pays for what bots compute. Raises InvalidName, InvalidOptions.
    """
    game = stored_table(
        host=host,
        name=name,
        options=options,
        visibility=visibility,
        now=now,
        seed=seed,
        tournament=tournament,
        withheld=withheld,
    )
    Seat.objects.bulk_create(
        Seat(game=game, index=index, user=one.user, bot=one.bot) for index, one in enumerate(seats)
    )
    notifications.changed(game.pk, [one.user.pk for one in seats if one.user])
    return set_up(lock_with_seats(game.pk), now)


@in_transaction
def call_off(*, game_id: UUID, reason: str, now: datetime) -> None:
    """Erase an arranged game that was drawn anew before anybody played. Raises NoSuchGame."""
    erase_game(game_id=game_id, by=None, reason=reason, now=now)


@in_transaction
def reseat(*, game_id: UUID, seat: int, to: Arranged, now: datetime) -> Game:
    """Give a seat of a running game to somebody else. Raises NoSuchGame, TakerSeated.

    A game that is over keeps its players.
    """
    game = lock_with_seats(game_id)
    if game.status == Status.RUNNING:
        give_seat(game, seat, user=to.user, bot=to.bot, now=now)
    return game


@in_transaction
def disclose(*, game_ids: Sequence[UUID]) -> None:
    """Withhold these games no longer."""
    Game.objects.filter(pk__in=game_ids, withheld=True).update(withheld=False)
