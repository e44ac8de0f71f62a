"""Games against bots, played up to the point at which pages are tested or shown."""

from collections.abc import Callable

from django.contrib.auth.models import User
from django.utils import timezone

from games import engine, selectors, services
from games.models import Game
from simulation.quick_play import KnownMove, play_on
from simulation.table_play import AGAINST_BOTS, BOT, by_stewards

Known = Callable[[Game], KnownMove | None]
"""The moves of a game that are known beforehand, if any are."""


def none_known(_game: Game) -> None:
    """All moves are thought out."""


def game_against_bots(
    host: User,
    *,
    players: int,
    name: str = "Glen",
    visibility: str = "public",
    known: Known = none_known,
    **options: object,
) -> Game:
    """A game that has begun, up to the host's first decision; the same one every time."""
    now = timezone.now()
    game = services.create_game(
        host=host,
        name=name,
        options=engine.Options(players=players, **options),  # type: ignore[arg-type]
        visibility=visibility,
        now=now,
        seed=AGAINST_BOTS,
    )
    for _ in range(players - 1):
        services.add_bot(game_id=game.pk, user=host, bot=BOT, now=now)
    services.start_game(game_id=game.pk, user=host, now=now)
    return play_until(game, host, lambda _: True, known=known)


def play_until(
    game: Game, user: User, reached: Callable[[engine.State], bool], *, known: Known = none_known
) -> Game:
    """Decides for the user as a bot would, and lets the bots play, until that holds or the end."""
    seat = selectors.seat_of(game, user)
    assert seat is not None

    def waits_there(state: engine.State) -> bool:
        return {one.seat for one in state.open_decisions()} == {seat.index} and reached(state)

    play_on(game.pk, choose=by_stewards(), reached=waits_there, known=known(game))
    return Game.objects.get(pk=game.pk)


def play_to_round(game: Game, user: User, number: int, *, known: Known = none_known) -> Game:
    """To the user's first main action in a round."""

    def reached(state: engine.State) -> bool:
        return state.round >= number and state.phase == "action"

    return play_until(game, user, reached, known=known)
