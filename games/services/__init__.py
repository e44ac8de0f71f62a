"""What can be done to games: one verb each, the only code that appends to streams.

All take ``now`` and keyword arguments, and are one transaction each unless they say otherwise;
what has to leave a transaction does so after commit.
"""

from games.services.erasing import erase_game
from games.services.playing import Played, play_moves, undo
from games.services.running import catch_up, play_bots, run_steps
from games.services.seating import add_bot, create_game, join_game, leave_game, start_game
from games.services.standing import set_standing_order

__all__ = [
    "Played",
    "add_bot",
    "catch_up",
    "create_game",
    "erase_game",
    "join_game",
    "leave_game",
    "play_bots",
    "play_moves",
    "run_steps",
    "set_standing_order",
    "start_game",
    "undo",
]
