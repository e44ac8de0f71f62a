"""Leaving a game, in one word each."""

from django.contrib.auth.models import User
from django.utils import timezone

from games import engine, services
from games.models import Game, Seat
from tests.games.tables import Table

NOW = timezone.now


def resign(table: Table, user: User) -> Game:
    return services.resign(game_id=table.id, user=user, now=NOW())


def agree(table: Table, user: User) -> Game:
    return services.agree_to_abandon(game_id=table.id, user=user, now=NOW())


def withdraw(table: Table, user: User) -> Game:
    return services.withdraw_abandoning(game_id=table.id, user=user)


def kinds(table: Table) -> list[str]:
    return [engine.read_payload(row.public).kind for row in table.rows]


def in_action(table: Table) -> Table:
    table.play_until(lambda state: state.phase == "action")
    return table


def seat(table: Table, index: int) -> Seat:
    return Seat.objects.get(game=table.id, index=index)
