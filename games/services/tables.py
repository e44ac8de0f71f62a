"""What the services of open tables share."""

from datetime import datetime

from games import live
from games.errors import GameNotOpen
from games.models import Game
from games.models.game import Status


def check_open(game: Game) -> None:
    """Raises GameNotOpen for a game that has started."""
    if game.status != Status.OPEN:
        raise GameNotOpen


def touched(game: Game, now: datetime) -> Game:
    """The game, in which something has just happened."""
    game.active_at = now
    game.save(update_fields=["active_at"])
    live.changed(game.pk)
    return game
