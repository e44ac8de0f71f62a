"""Small tournaments of the format ``plain``, for tests of what players and directors do in them."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User

from games.models import Game
from tournaments import services
from tournaments.models import Tournament
from tournaments.reading import state_of
from tournaments.state import RoundTable, Settings

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
LATER = NOON + timedelta(hours=1)
BY_HAND = Settings(format="plain", played_here=False)


def opened(director: User, *players: User, settings: Settings = BY_HAND) -> Tournament:
    """An open tournament with these players."""
    made = services.create_tournament(user=director, name="Cup", settings=settings, now=NOON)
    services.open_registration(tournament_id=made.pk, user=director, now=NOON)
    for player in players:
        services.register(tournament_id=made.pk, user=player, now=NOON)
    return Tournament.objects.get(pk=made.pk)


def drawn(director: User, *players: User, bots: int = 0, **settings: Any) -> Tournament:
    """A tournament whose first round is played here."""
    cup = opened(director, *players, settings=Settings(format="plain", **settings))
    if bots:
        services.add_entrants(tournament_id=cup.pk, user=director, bots=["random"] * bots, now=NOON)
    return services.publish_draw(tournament_id=cup.pk, user=director, now=NOON)


def tables(cup: Tournament) -> list[RoundTable]:
    cup.refresh_from_db()
    return list(state_of(cup).tables.values())


def game_at(table: RoundTable) -> Game:
    assert table.game is not None
    return Game.objects.get(pk=UUID(table.game))
