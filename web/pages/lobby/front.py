"""The front page: the board of a public game."""

from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from games.models import Game
from games.models.game import Status
from games.selectors import gone_meanwhile
from replays import stepping
from web.pages.common.games import GameLine, players_of
from web.pages.lobby.lobby import GameGroup
from web.pages.table.parts.board import MapShown, board
from web.pages.table.table import Table

LIVELY: Final = 30
"""Events after which a game that is played has something on its board."""


class Scene(Struct, frozen=True):
    """A game, and its board."""

    table: Table
    board: MapShown


def scene(groups: Iterable[GameGroup]) -> Scene | None:
    """The board to show: of the game in the lists that is furthest along, or one that is over.

    None where there is no game, or where that one has just been deleted.
    """
    lines = [line for group in groups for line in group.games if line.version]
    if not lines:
        return None
    game_id = max(lines, key=_weight).id
    try:
        game = Game.objects.prefetch_related("seats__user").get(pk=game_id)
        table = Table(game, stepping.state_of(game), seat=None, names=players_of(game))
        return Scene(table, board(table.state, table.signs))
    except Exception as error:
        if gone_meanwhile(error, game_id):
            return None
        raise


def _weight(line: GameLine) -> tuple[bool, bool, int]:
    played = line.status == Status.RUNNING and line.version >= LIVELY
    return played, line.status == Status.FINISHED, line.version
