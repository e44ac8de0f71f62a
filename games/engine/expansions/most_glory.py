"""Most Glory: extra Glory at the end for the player with the most. (VAR-MOSTGLORY)"""

from typing import ClassVar, Final

from games.engine.expansions.base import Expansion
from games.engine.options import Options
from games.engine.recorder import Recorder
from games.engine.rules.points import shared_points
from games.engine.terms import Seat

MOST_GLORY: Final = 6
"""The Glory for most Glory at the end. (VAR-MOSTGLORY-01)"""


class MostGlory(Expansion):
    """Players who tie share it, rounded down. (VAR-MOSTGLORY-02)"""

    name: ClassVar[str] = "most_glory"

    def in_play(self, options: Options) -> bool:
        return options.most_glory

    def before_final(self, game: Recorder) -> None:
        glory = [player.glory for player in game.state.players]
        for seat, amount in enumerate(shared_points(glory, (MOST_GLORY,))):
            game.glory(Seat(seat), amount)
