"""Games against bots, played on as far as somebody wants to look at them."""

from collections.abc import Callable

from django.contrib.auth.models import User
from django.utils import timezone

from games import engine, selectors, services
from games.bots import BOTS
from games.models import Game
from games.models.game import Status

BOT = "steward"
MOST_MOVES = 400


def game_against_bots(
    host: User, *, players: int, name: str = "Glen", visibility: str = "public", **options: object
) -> Game:
    """A game that has begun, up to the host's first decision; the same one every time."""
    now = timezone.now()
    game = services.create_game(
        host=host,
        name=name,
        options=engine.Options(players=players, **options),  # type: ignore[arg-type]
        visibility=visibility,
        now=now,
        seed=b"g" * 32,
    )
    for _ in range(players - 1):
        services.add_bot(game_id=game.pk, user=host, bot=BOT, now=now)
    services.start_game(game_id=game.pk, user=host, now=now)
    services.play_bots(game_id=game.pk, clock=timezone.now)
    game.refresh_from_db()
    return game


def play_until(game: Game, user: User, reached: Callable[[engine.State], bool]) -> Game:
    """Decides for the user as a bot would, and lets the bots play, until that holds or the end."""
    for _ in range(MOST_MOVES):
        state = selectors.state_of(game)
        if game.status == Status.FINISHED or reached(state):
            break
        state.secret = None
        chance = engine.randomness.Stream(b"c" * 32, str(game.version))
        seat = selectors.seat_of(game, user)
        assert seat is not None
        move = BOTS[BOT](state, engine.Seat(seat.index), chance)
        services.play_moves(
            game_id=game.pk, user=user, moves=[move], seen_version=game.version, now=timezone.now()
        )
        services.play_bots(game_id=game.pk, clock=timezone.now)
        game = Game.objects.get(pk=game.pk)
    return game


def play_to_round(game: Game, user: User, number: int) -> Game:
    """To the user's first main action in a round."""

    def reached(state: engine.State) -> bool:
        return state.round >= number and state.phase == "action"

    return play_until(game, user, reached)
