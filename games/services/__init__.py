"""What can be done to games: one verb each, the only code that appends to streams.

All take keyword arguments and ``now``, and are one transaction each; those of several transactions
take a ``clock``. What has to leave a transaction does so after commit. Embedded, whoever touches a
game that waits for the server makes it go on first.
"""

from games.services.accounts import delete_account
from games.services.chatting import read_chat, say
from games.services.erasing import erase_game
from games.services.forking import fork_game
from games.services.handing import decline_offer, offer_seat, take_seat, withdraw_offer
from games.services.hosting import change_game, close_table, renew_invite
from games.services.importing import Elsewhere, Sitting, import_game
from games.services.leaving import agree_to_abandon, resign, withdraw_abandoning
from games.services.playing import Played, play_moves, undo
from games.services.running import catch_up, catch_up_all, play_bots, run_steps
from games.services.seating import (
    add_bot,
    create_game,
    join_game,
    leave_game,
    remove_bot,
    start_game,
)
from games.services.standing import set_standing_order
from games.services.words import open_word, remove_word, seal_word

__all__ = [
    "Elsewhere",
    "Played",
    "Sitting",
    "add_bot",
    "agree_to_abandon",
    "catch_up",
    "catch_up_all",
    "change_game",
    "close_table",
    "create_game",
    "decline_offer",
    "delete_account",
    "erase_game",
    "fork_game",
    "import_game",
    "join_game",
    "leave_game",
    "offer_seat",
    "open_word",
    "play_bots",
    "play_moves",
    "read_chat",
    "remove_bot",
    "remove_word",
    "renew_invite",
    "resign",
    "run_steps",
    "say",
    "seal_word",
    "set_standing_order",
    "start_game",
    "take_seat",
    "undo",
    "withdraw_abandoning",
    "withdraw_offer",
]
