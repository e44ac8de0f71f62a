"""Makes games that wait for a production, in a process of its own."""

import sys
from collections.abc import Sequence
from typing import Final
from uuid import UUID

import msgspec
from django.contrib.auth.models import User
from django.utils import timezone

from games import engine, services
from simulation.quick_play import play_on
from simulation.table_play import BOT, by_chance

PLAYERS: Final = 4


def make_productions(names: Sequence[str], each: int) -> None:
    """So many games for each user, with bots on the other seats; prints their ids as JSON."""
    users = [User.objects.get(username=name) for name in names]
    game_id, state = _template(users[:PLAYERS])
    seat = next(one.seat for one in state.open_decisions() if one.BY_ORDER)
    seats = [None if index == seat else BOT for index in range(PLAYERS)]
    made = {
        user.username: [_fork(game_id, user, state.version, seats) for _ in range(each)]
        for user in users
    }
    sys.stdout.buffer.write(msgspec.json.encode(made))


def _template(users: Sequence[User]) -> tuple[UUID, engine.State]:
    """A game that is over, and its state when somebody was to produce."""
    host, *others = users
    made = services.create_game(
        host=host,
        name="Production",
        options=engine.Options(players=len(users)),
        visibility="public",
        now=timezone.now(),
    )
    for user in others:
        services.join_game(game_id=made.pk, user=user, now=timezone.now())
    services.start_game(game_id=made.pk, user=host, now=timezone.now())
    state = play_on(made.pk, choose=by_chance(), reached=_produces)
    for user in users[1:]:
        services.resign(game_id=made.pk, user=user, now=timezone.now())
    return made.pk, state


def _produces(state: engine.State) -> bool:
    return any(one.BY_ORDER for one in state.open_decisions())


def _fork(game_id: UUID, user: User, version: int, seats: Sequence[str | None]) -> UUID:
    return services.fork_game(
        game_id=game_id, user=user, version=version, seats=seats, now=timezone.now()
    ).pk
