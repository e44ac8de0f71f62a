"""Making a table the way the page does: with bots on its seats, and started if it is full."""

from collections.abc import Sequence
from datetime import datetime

from django.contrib.auth.models import User

from games import engine, services
from games.models import Game
from games.runtime.commit import in_transaction


@in_transaction
def open_table(
    *,
    host: User,
    name: str,
    options: engine.Options,
    visibility: str,
    bots: Sequence[str],
    now: datetime,
    named_after: User | None = None,
) -> Game:
    """A table with the host and these bots at it; it starts at once if no seat is left.

    Not where the host has yet to say which clans are wanted. (VAR-NEWBIE-02) Bots that find no seat
    are left out; ``named_after`` is as in ``create_game``. Raises InvalidName, UnknownBot,
    TooManyOpenTables, TablesPerHour.
    """
    game = services.create_game(
        host=host,
        name=name,
        options=options,
        visibility=visibility,
        now=now,
        named_after=named_after,
    )
    for bot in bots[: options.players - 1]:
        services.add_bot(game_id=game.pk, user=host, bot=bot, now=now)
    if len(bots) >= options.players - 1 and not asks_for_clans(options):
        return services.start_game(game_id=game.pk, user=host, now=now)
    return game


def asks_for_clans(options: engine.Options) -> bool:
    """Whether each player says at the open table which clans are wanted. (VAR-NEWBIE-02)"""
    return options.clan_experience == "by_player"
