"""Games that were played without a database, laid into one."""

from collections.abc import Sequence

import msgspec
from django.contrib.auth.models import User
from django.utils import timezone

from games import engine, packs, services
from games.engine.sealing import StoredEvent
from games.models import Game, Seat
from games.models.game import Status
from games.store import writing
from simulation.random_play import PlayedGame


def lay(played: PlayedGame, *users: User, visibility: str = "public") -> Game:
    """A game with the events of ``played``; users take the first seats, bots the others."""
    options = played.state.options
    game = services.create_game(
        host=users[0] if users else User.objects.get_or_create(username="host")[0],
        name="Laid",
        options=engine.Options(players=options.players),
        visibility=visibility,
        now=timezone.now(),
    )
    game.seats.all().delete()
    for index in range(options.players):
        user = users[index] if index < len(users) else None
        Seat.objects.create(game=game, index=index, user=user, bot="" if user else "random")
    writing.append(game.pk, played.rows)
    pack = engine.packs.get(played.state.pack)
    game.content = packs.keep(pack, now=timezone.now())
    game.version = len(played.rows)
    game.status = Status.FINISHED if played.state.over else Status.RUNNING
    game.ended_by = played.state.ended_by if played.state.over else ""
    game.options = msgspec.json.encode(options).decode()
    game.save()
    return game


def cut(played: PlayedGame, version: int) -> PlayedGame:
    """The game as it was at a version."""
    rows: Sequence[StoredEvent] = played.rows[:version]
    return PlayedGame(engine.rebuild(rows), played.events[:version], list(rows))
