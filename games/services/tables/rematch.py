"""A rematch: a new table for the players of a finished game."""

from datetime import datetime
from uuid import UUID

import msgspec
from django.contrib.auth.models import User
from django.db.models import prefetch_related_objects

from games import bots, engine, packs
from games.access import own_seat
from games.models import Game, Seat
from games.models.game import Source, Status
from games.runtime import notifications
from games.runtime.commit import in_transaction
from games.services.play.stream import lock
from games.services.seats.seating import new_table
from games.services.tables.experience import options_of
from games.table_errors import NoRematch


@in_transaction
def rematch(*, game_id: UUID, user: User, now: datetime) -> Game:
    """The table at which the players of a finished game play again; the first who asks makes it.

    It has the same options and the same visibility, and the seats move up by one, so another
    player has the first. Bots sit again; each person is asked, and takes the kept seat by joining
    or declines it by leaving. Raises NoSuchGame, NotSeated, NoRematch, and as ``create_game`` does.
    """
    game = lock(game_id)
    prefetch_related_objects([game], "seats__user")
    own_seat(game, user)
    if game.status != Status.FINISHED or game.source != Source.PLAYED:
        raise NoRematch
    made = Game.objects.filter(rematch_of=game.pk).first()
    if made is not None:
        return made
    table = new_table(
        host=user,
        name=game.name,
        options=_same_options(game),
        visibility=game.visibility,
        now=now,
        rematch_of=game.pk,
        named_after=game.named_after,
    )
    seats = [_again(seat, table, user) for seat in game.seats.all() if _can_play(seat)]
    Seat.objects.bulk_create(seats)
    notifications.changed(table.pk, [seat.user_id for seat in seats])
    return table


def _same_options(game: Game) -> engine.Options:
    """The options of a game without what its players stated, which they may state again."""
    options = msgspec.structs.replace(options_of(game), experience=[])
    try:
        return engine.decode_options(msgspec.to_builtins(options), packs.current().content)
    except engine.InvalidOptions as error:
        # The content may no longer have a side of the map.
        raise NoRematch from error


def _can_play(seat: Seat) -> bool:
    """Whether at least one player could sit down again."""
    return seat.user.is_active if seat.user else seat.bot in bots.BOTS


def _again(seat: Seat, table: Game, host: User) -> Seat:
    return Seat(
        game=table,
        index=(seat.index - 1) % table.players,
        user=seat.user,
        bot=seat.bot,
        experience=seat.experience,
        asked=seat.user is not None and seat.user != host,
    )
