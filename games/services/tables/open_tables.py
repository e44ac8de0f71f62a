"""What the services of open tables share."""

from datetime import datetime

from games.models import Game
from games.models.game import Status
from games.runtime import notifications
from games.table_errors import GameNotOpen


def check_open(game: Game) -> None:
    """Raises GameNotOpen for a game that has started."""
    if game.status != Status.OPEN:
        raise GameNotOpen


def touched(game: Game, now: datetime) -> Game:
    """The game, in which something has just happened."""
    game.active_at = now
    game.save(update_fields=["active_at"])
    notifications.changed(game.pk)
    return game
