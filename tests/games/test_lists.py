"""Lists of games find their rows by an index, also where few of many games belong on them."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.db import connection

from api.filters import ENDINGS
from games.models import Game
from games.selectors import games_visible_to
from tests.games.tables import Table

GAMES = 3000


@pytest.mark.skipif(connection.vendor != "postgresql", reason="how PostgreSQL finds the rows")
@pytest.mark.parametrize("reader", ["stranger", "player"])
def test_games_that_ended_in_one_way_are_found_without_reading_all(
    table: Table, alice: User, reader: str
) -> None:
    add_finished(table.game)
    user = alice if reader == "player" else None
    for ending, _ in ENDINGS:
        found = games_visible_to(user).filter(ended_by=ending).order_by("-active_at", "-id")[:26]
        plan = found.explain()
        if ending != "played":
            assert "games_by_ending" in plan, plan
        assert "Seq Scan on games_game" not in plan, plan


def add_finished(game: Game) -> None:
    """Games like this one that were played to their end, and newer."""
    finished = [
        Game(
            name=game.name,
            host_id=game.host_id,
            visibility=game.visibility,
            status="finished",
            ended_by="played",
            players=game.players,
            content_id=game.content_id,
            created_at=game.created_at,
            active_at=game.active_at + timedelta(seconds=number),
        )
        for number in range(GAMES)
    ]
    Game.objects.bulk_create(finished)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE games_game")
