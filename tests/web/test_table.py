"""The page of a game that has begun: who sees it, what is on it, what is not."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games import engine, selectors, services
from games.bots import BOTS
from games.models import Game
from tests.web.conftest import user_of

BotGame = Callable[..., Game]
HIGHEST_QUERIES = 25
HIGHEST_BYTES = 150_000
PARTS = ("board", "market", "exports", "scoring", "order", "imports", "players", "log", "status")


@pytest.fixture
def played(anna: Client) -> BotGame:
    """Makes games of anna's with bots, up to her first decision: ``played(players=3)``."""

    def make(*, players: int = 3, visibility: str = "public", **options: object) -> Game:
        host = user_of(anna)
        game = services.create_game(
            host=host,
            name="Glen",
            options=engine.Options(players=players, **options),  # type: ignore[arg-type]
            visibility=visibility,
            now=timezone.now(),
            seed=b"g" * 32,
        )
        for _ in range(players - 1):
            services.add_bot(game_id=game.pk, user=host, bot="steward", now=timezone.now())
        services.start_game(game_id=game.pk, user=host, now=timezone.now())
        services.play_bots(game_id=game.pk, clock=timezone.now)
        game.refresh_from_db()
        return game

    return make


def play_on(game: Game, user: User, *, moves: int) -> None:
    """So many decisions of the user, as a bot would take them, and those of the bots."""
    for _ in range(moves):
        game.refresh_from_db()
        state = selectors.state_of(game)
        state.secret = None
        chance = engine.randomness.Stream(b"c" * 32, str(game.version))
        move = BOTS["steward"](state, engine.Seat(0), chance)
        services.play_moves(
            game_id=game.pk, user=user, moves=[move], seen_version=game.version, now=timezone.now()
        )
        services.play_bots(game_id=game.pk, clock=timezone.now)
    game.refresh_from_db()


def page_of(client: Client, game: Game, query: str = "") -> str:
    answer = client.get(f"/games/{game.pk}/{query}")
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_all_parts_are_there_for_everybody(
    played: BotGame, anna: Client, stranger: Client, players: int
) -> None:
    game = played(players=players)
    play_on(game, user_of(anna), moves=4)
    for client in (anna, stranger):
        page = page_of(client, game)
        for part in PARTS:
            assert f'id="{part}"' in page


def test_stranger_does_not_know_of_a_private_game(
    played: BotGame, anna: Client, bruce: Client, stranger: Client
) -> None:
    game = played(visibility="private")
    assert "Glen" in page_of(anna, game)
    for client in (bruce, stranger):
        for name in ("table", "log", "refresh"):
            assert client.get(reverse(f"web:{name}", args=[game.pk])).status_code == 404
