"""The open decisions of games of earlier releases, which did not write them into their column."""

from uuid import UUID

from games import selectors
from games.models import Game
from games.turns import Asking, last_events


def ask_anew(*, game_id: UUID, version: int) -> Asking | None:
    """What a game asks at this version, by its state and its stream; None when it has moved on.

    It is kept in the game's column, so this is needed once.
    """
    game = Game.objects.filter(pk=game_id, version=version).first()
    if game is None or not version:
        return None
    last = last_events(game, (), upto=version)
    asking = Asking.of(selectors.state_of(game), last)
    # Without a lock: of a game that has moved on meanwhile nothing is changed.
    Game.objects.filter(pk=game_id, version=version).update(asking=asking.stored())
    return asking
